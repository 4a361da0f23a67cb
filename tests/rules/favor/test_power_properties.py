"""What holds for every power, on dice and tiles of all kinds."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.favor.actions import (
    PIP_TOKEN,
    Adjusted,
    Brought,
    Change,
    Claimed,
    Locked,
    Replaced,
    Rerolled,
    Used,
)
from rules.favor.dice import KINDS, Die, Kind, faces_of
from rules.favor.powers.adjusting import ADJUSTING
from rules.favor.powers.sources import FACES
from rules.favor.state import Phase, State, Tokens
from rules.favor.tiles import TILES

from .playing import GAME
from .situations import allowed, lying

ALL_DICE = st.sampled_from([die for kind in Kind for die in faces_of(kind)])
ADJUSTERS = [source for source in ADJUSTING if source not in FACES]
PIP_TILES = [PIP_TOKEN, "servant", "soothsayer", "priest", "astrologer", "priestess", "heir"]


@st.composite
def lies(draw: st.DrawFn, tiles: list[str] | None = None) -> State:
    """Ann has rolled up to five dice, one of each custom kind at most, with tiles and tokens."""
    drawn = draw(st.lists(ALL_DICE, min_size=1, max_size=5))
    some = [
        die for n, die in enumerate(drawn) if KINDS[die.kind].count > 1 or die.kind not in _kinds(drawn[:n])
    ]
    mine = tiles or draw(st.lists(st.sampled_from(sorted(TILES)), max_size=5, unique=True))
    text = " ".join(f"{die.kind}:{die.face}" for die in some)
    locked = draw(st.sampled_from(["", "6", "1 5", "voyage:blocked"]))
    tokens = Tokens(draw(st.integers(0, 2)), draw(st.integers(0, 2)))
    return lying(text, *(tile for tile in mine if tile in TILES), locked=locked, tokens=tokens)


def _kinds(dice: list[Die]) -> set[Kind]:
    return {die.kind for die in dice}


def _adjustments(state: State, source: str) -> list[Adjusted]:
    option = next((option for option in GAME.legal(state) if option.source == source), None)
    found = [] if option is None else islice(GAME.choices(state, option), 60)
    return [action for action in found if isinstance(action, Adjusted)]


@settings(deadline=None, max_examples=60)
@given(lies(tiles=ADJUSTERS), st.sampled_from(ADJUSTERS))
def test_a_power_never_makes_a_die_show_what_it_does_not_have(state: State, source: str) -> None:
    for action in _adjustments(state, source):
        after = GAME.apply(state, action)
        assert all(die.face in KINDS[die.kind].faces for die in after.active)
        assert Counter(die.kind for die in after.active) == Counter(die.kind for die in state.active)


@settings(deadline=None, max_examples=60)
@given(lies(tiles=PIP_TILES), st.sampled_from(PIP_TILES))
def test_pips_lift_no_die_beyond_its_values_and_touch_no_symbol(state: State, source: str) -> None:
    for action in _adjustments(state, source):
        for change in action.changes:
            values = {die.value for die in faces_of(change.was.kind)} - {None}
            assert change.was.value is not None
            assert change.now.value in values
            if source not in ("soothsayer", "astrologer"):
                assert change.now.value > change.was.value  # type: ignore[operator]


@settings(deadline=None, max_examples=60)
@given(lies(tiles=["soothsayer", "astrologer"]), st.sampled_from(["soothsayer", "astrologer"]))
def test_moving_pips_keeps_the_total(state: State, source: str) -> None:
    total = sum(die.value or 0 for die in state.active)
    for action in _adjustments(state, source):
        assert sum(die.value or 0 for die in GAME.apply(state, action).active) == total


@settings(deadline=None, max_examples=60)
@given(lies(tiles=ADJUSTERS), st.sampled_from(ADJUSTERS), st.data())
def test_what_is_offered_is_exactly_what_is_accepted(state: State, source: str, data: st.DataObject) -> None:
    """Changes made up at random are accepted if and only if they are among those offered."""
    size = data.draw(st.integers(1, min(3, len(state.active))))
    was = data.draw(st.permutations(state.active))[:size]
    changes = [Change(die, data.draw(st.sampled_from(faces_of(die.kind)))) for die in was]
    action = Adjusted(source, tuple(sorted(changes)))
    option = next((option for option in GAME.legal(state) if option.source == source), None)
    offered = set() if option is None else set(GAME.choices(state, option))
    assert allowed(state, action) is (action in offered)


@settings(deadline=None, max_examples=80)
@given(lies())
def test_every_move_is_allowed_once_in_order_and_named_by_an_option(state: State) -> None:
    moves = list(islice(GAME.moves(state), 400))
    assert len(set(moves)) == len(moves)
    options = {(option.kind, option.source) for option in GAME.legal(state)}
    for move in moves:
        assert allowed(state, move), move
        source = getattr(move, "source", getattr(move, "tile", None))
        assert (type(move), source) in options or (type(move), None) in options
        if isinstance(move, Locked | Rerolled | Replaced):
            assert list(move.dice) == sorted(move.dice)
        if isinstance(move, Adjusted):
            assert list(move.changes) == sorted(move.changes)


@settings(deadline=None, max_examples=80)
@given(lies())
def test_every_option_has_at_least_one_action(state: State) -> None:
    for option in GAME.legal(state):
        if option.source is not None:
            assert next(GAME.choices(state, option), None) is not None, option


@settings(deadline=None, max_examples=80)
@given(lies(), st.data())
def test_a_tile_works_once_a_turn_and_a_red_one_once_a_game(state: State, data: st.DataObject) -> None:
    powers = (Adjusted, Brought, Replaced, Rerolled, Used)
    moves = [move for move in islice(GAME.moves(state), 200) if isinstance(move, powers)]
    tiles = [move for move in moves if getattr(move, "source", getattr(move, "tile", "")) in TILES]
    if not tiles:
        return
    move = data.draw(st.sampled_from(tiles))
    tile = getattr(move, "source", getattr(move, "tile", ""))
    after = GAME.apply(state, move)
    assert (tile in after.player.spent) is (TILES[tile].colour == "red")
    assert (tile in after.used) is (TILES[tile].colour != "red")
    for later in islice(GAME.moves(after), 400):
        assert getattr(later, "source", getattr(later, "tile", None)) != tile


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(faces_of(Kind.STANDARD)), min_size=1, max_size=9))
def test_no_claim_gives_a_tile_that_is_owned(dice: list[Die]) -> None:
    text = " ".join(die.face for die in dice)
    state = GAME.apply(lying(text, "herder", "farmer", "servant"), Locked(tuple(dice)))
    claims = [move for move in GAME.moves(state) if isinstance(move, Claimed)]
    assert not {"herder", "farmer", "servant"} & {claim.tile for claim in claims}
    if not claims:
        assert state.phase is Phase.DRAW or allowed(state, Used("herder"))
