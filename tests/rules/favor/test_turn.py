from __future__ import annotations

from dataclasses import replace

import pytest

from rules.errors import CodecError, Violation
from rules.favor.actions import (
    Begins,
    Claimed,
    Corrected,
    Ended,
    FavorAction,
    Locked,
    Rolled,
    Token,
    TokenDrawn,
)
from rules.favor.dice import Die, Kind, parse_die
from rules.favor.starting import start_dice
from rules.favor.state import Announced, Phase, Player, Setup, State, Tokens
from rules.favor.turn import lock_choices

from .playing import GAME


def dice(text: str) -> tuple[Die, ...]:
    return tuple(parse_die(word) for word in text.split())


def after(state: State, *actions: FavorAction) -> State:
    for action in actions:
        state = GAME.apply(state, action)
    return state


def ann_to_roll(*tiles: str) -> State:
    """Ann, who has `tiles`, is about to roll the first time; Bob has drawn his token."""
    start = GAME.start(Setup(("Ann", "Bob")))
    start = replace(
        start,
        players=(Player("Ann", tiles), Player("Bob")),
        stacks=tuple(replace(s, left=s.left - (s.tile in tiles)) for s in start.stacks),
    )
    return after(start, Begins(0), TokenDrawn(Token.PIP))


def ann_may_claim(locked: str, *tiles: str) -> State:
    """Ann has locked these dice in one go."""
    state = replace(ann_to_roll(*tiles), to_roll=tuple(die.kind for die in dice(locked)))
    return after(state, Rolled(dice(locked)), Locked(dice(locked)))


def refusal(state: State, action: FavorAction) -> Violation:
    violation = GAME.explain(state, action)
    assert violation is not None
    return violation


def test_play_initially_a_player_rolls_3_standard_dice() -> None:
    assert ann_to_roll().to_roll == (Kind.STANDARD,) * 3


def test_powers_yellow_tiles_that_provide_dice_to_roll_add_them_to_every_start_of_a_turn() -> None:
    state = ann_to_roll("artisan", "palace-servants", "general", "guard")
    assert sorted(start_dice(state, 0)) == sorted([Kind.STANDARD] * 5 + [Kind.IMMEDIATE] * 2 + [Kind.ARTISAN])
    assert state.to_roll == start_dice(state, 0)


@pytest.mark.parametrize("rolled", ["1 2", "1 2 3 4", "1 2 immediate:3", ""])
def test_play_other_dice_than_those_to_be_rolled_are_refused_and_named(rolled: str) -> None:
    violation = refusal(ann_to_roll(), Rolled(dice(rolled)))
    assert violation.reason.startswith("to be rolled are 3 Standard dice, not ")
    assert violation.section == "Play"


def test_play_rolled_dice_are_active() -> None:
    state = after(ann_to_roll(), Rolled(dice("1 2 3")))
    assert (state.phase, state.active, state.to_roll) == (Phase.LOCK, dice("1 2 3"), ())


def test_play_after_each_roll_at_least_one_active_die_must_be_locked() -> None:
    state = after(ann_to_roll(), Rolled(dice("1 2 3")))
    assert refusal(state, Locked(())).reason == "at least one active die must be locked after each roll"
    assert "waits for at least one die to be locked" in refusal(state, Rolled(dice("1 2 3"))).reason


def test_play_all_remaining_active_dice_are_rerolled() -> None:
    state = after(ann_to_roll(), Rolled(dice("1 2 2")), Locked(dice("2")))
    assert (state.phase, state.to_roll, state.pyramid) == (Phase.ROLL, (Kind.STANDARD,) * 2, dice("2"))
    assert refusal(state, Rolled(dice("5"))).reason == "to be rolled are 2 Standard dice, not 1 Standard die"


def test_play_only_active_dice_can_be_locked() -> None:
    state = after(ann_to_roll(), Rolled(dice("1 2 2")))
    assert refusal(state, Locked(dice("6"))).reason == "the active dice have no Standard 6"
    assert refusal(state, Locked(dice("2 2 2"))).reason == "the active dice have only two Standard 2"
    assert refusal(state, Locked(dice("immediate:2"))).reason == "the active dice have no Immediate 2"


def test_play_locked_dice_may_not_be_rerolled_or_brought_back() -> None:
    state = after(ann_to_roll(), Rolled(dice("1 2 2")), Locked(dice("2")))
    assert refusal(state, Rolled(dice("2 5 6"))).section == "Play"
    state = after(state, Rolled(dice("5 6")))
    assert refusal(state, Locked(dice("2"))).reason == "the active dice have no Standard 2"


def test_play_active_immediate_dice_must_be_locked_after_being_rolled() -> None:
    state = after(ann_to_roll("palace-servants"), Rolled(dice("1 2 3 immediate:4 immediate:4")))
    one_left = after(state, Locked(dice("1 immediate:4")))
    assert one_left.phase is Phase.LOCK
    again = Rolled(dice("2 3 immediate:6"))
    assert refusal(one_left, again).reason == "every Immediate die must be locked; one Immediate die left"
    two_left = after(state, Locked(dice("1")))
    assert refusal(two_left, Rolled(dice("2 3"))).reason.endswith("two Immediate dice left")
    assert after(one_left, Locked(dice("immediate:4"))).to_roll == (Kind.STANDARD,) * 2
    assert after(state, Locked(dice("immediate:4 immediate:4"))).to_roll == (Kind.STANDARD,) * 3


def test_play_the_locks_offered_are_exactly_those_that_are_accepted() -> None:
    state = after(ann_to_roll("palace-servants"), Rolled(dice("2 2 3 immediate:2 immediate:5")))
    offered = {tuple(sorted(choice)) for choice in lock_choices(state)}
    pool = state.active
    accepted = set()
    for mask in range(1 << len(pool)):
        chosen = tuple(die for index, die in enumerate(pool) if mask >> index & 1)
        if GAME.explain(state, Locked(chosen)) is None:
            accepted.add(tuple(sorted(chosen)))
    assert offered == accepted
    assert len(list(lock_choices(state))) == len(offered)


def test_a_misread_die_is_corrected_while_it_is_active() -> None:
    state = after(ann_to_roll(), Rolled(dice("1 2 2")), Corrected(*dice("2 5")))
    assert sorted(state.active) == sorted(dice("1 5 2"))
    assert state.phase is Phase.LOCK
    assert refusal(state, Corrected(*dice("6 5"))).reason == "the active dice have no Standard 6"
    other = refusal(state, Corrected(dice("5")[0], dice("immediate:5")[0]))
    assert other.reason == "Standard dice cannot become Immediate dice"


def test_claiming_only_when_all_active_dice_are_locked() -> None:
    state = after(ann_to_roll(), Rolled(dice("2 2 2")), Locked(dice("2 2")))
    assert "waits for a roll" in refusal(state, Claimed("farmer")).reason


def test_claiming_a_tile_needs_what_its_level_bar_asks() -> None:
    state = ann_may_claim("5 5 2")
    violation = refusal(state, Claimed("worker"))
    assert str(violation) == "Worker: needs three of a kind, you have two 5s (Claiming Tiles)"
    assert after(state, Claimed("farmer")).player.tiles == ("farmer",)


def test_claiming_takes_the_tile_from_its_stack() -> None:
    state = after(ann_may_claim("5 5 2"), Claimed("farmer"))
    stack = state.stack("farmer")
    assert stack is not None
    assert (stack.left, state.claimed) == (1, "farmer")


def test_claiming_no_tile_twice() -> None:
    state = ann_may_claim("5 5 2", "farmer")
    assert refusal(state, Claimed("farmer")).reason == "Farmer: Ann already has it"


def test_claiming_nothing_from_an_empty_stack() -> None:
    state = ann_may_claim("5 5 2")
    state = replace(
        state, stacks=tuple(replace(s, left=0) if s.tile == "farmer" else s for s in state.stacks)
    )
    assert refusal(state, Claimed("farmer")).reason == "Farmer: none is left"


def test_claiming_a_tile_that_is_not_in_the_game_names_those_that_are() -> None:
    violation = refusal(ann_may_claim("5 5 2"), Claimed("guard"))
    assert violation.reason.startswith("no tile 'guard' is in this game; it has herder, ")


def test_claiming_only_one_tile_each_turn() -> None:
    state = after(ann_may_claim("5 5 2"), Claimed("farmer"))
    assert state.phase is Phase.END
    assert refusal(state, Claimed("herder")).section == "Claiming Tiles"


@pytest.mark.parametrize(("tile", "locked", "tokens"), [("farmer", "5 5 2", 0), ("servant", "2 4 2", 1)])
def test_claiming_a_blue_tile_brings_1_token_and_a_yellow_one_none(
    tile: str, locked: str, tokens: int
) -> None:
    assert after(ann_may_claim(locked), Claimed(tile)).owed == (tokens, 0)


def test_claiming_a_red_tile_brings_2_tokens_of_the_kinds_that_were_drawn() -> None:
    state = after(ann_may_claim("5 5 2"), Claimed("omen"))
    assert (state.phase, state.owed) == (Phase.DRAW, (2, 0))
    state = after(state, TokenDrawn(Token.REROLL), TokenDrawn(Token.PIP))
    assert (state.phase, state.player.tokens) == (Phase.END, Tokens(reroll=1, pip=1))


def test_claiming_the_herder_takes_any_locked_dice() -> None:
    state = after(ann_may_claim("1 2 4"), Claimed("herder"))
    assert (state.player.tiles, state.phase) == (("herder",), Phase.END)


def test_claiming_a_herders_owner_who_can_claim_nothing_takes_2_tokens() -> None:
    state = ann_may_claim("1 2 4", "herder")
    assert (state.phase, state.owed) == (Phase.DRAW, (2, 0))
    state = after(state, TokenDrawn(Token.PIP), TokenDrawn(Token.PIP))
    assert (state.phase, state.player.tokens) == (Phase.END, Tokens(pip=2))


def test_claiming_may_be_forgone_and_brings_no_tokens_then() -> None:
    state = after(ann_may_claim("5 5 2"), Ended())
    assert (state.current, state.players[0].tokens.total, state.phase) == (1, 0, Phase.ROLL)


def test_claiming_the_end_of_a_turn_empties_the_pyramid_and_passes_clockwise() -> None:
    state = after(ann_may_claim("5 5 2"), Claimed("farmer"), Ended())
    assert (state.current, state.pyramid, state.to_roll) == (1, (), (Kind.STANDARD,) * 3)
    state = after(state, Rolled(dice("1 2 4")), Locked(dice("1 2 4")), Ended())
    assert (state.current, state.to_roll) == (0, (Kind.STANDARD,) * 4)


def test_a_new_tile_adds_its_dice_from_the_next_turn_on() -> None:
    state = after(ann_may_claim("5 5 2"), Claimed("farmer"))
    assert state.to_roll == ()
    assert start_dice(state, 0) == (Kind.STANDARD,) * 4


def test_scarab_tokens_of_a_kind_that_are_all_out_cannot_be_drawn() -> None:
    state = after(ann_may_claim("5 5 2"), Claimed("omen"))
    state = replace(state, supply=Tokens(reroll=0, pip=1))
    violation = refusal(state, TokenDrawn(Token.REROLL))
    assert violation.reason == "all 31 Reroll tokens are out; the token must be of the other kind"
    assert violation.section == "Scarab Tokens"


def test_scarab_tokens_an_empty_supply_ends_the_draw() -> None:
    state = after(ann_may_claim("5 5 2"), Claimed("omen"))
    state = after(replace(state, supply=Tokens(pip=1)), TokenDrawn(Token.PIP))
    assert (state.phase, state.owed) == (Phase.END, (0, 0))


def test_final_roll_off_the_queen_brings_the_pharaoh_and_announces_the_roll() -> None:
    state = after(ann_may_claim("4 4 4 4 4 4 4 4"), Claimed("queen"))
    assert state.pharaoh == Announced(seat=0, count=8, value=4)
    assert (state.phase, state.queen) == (Phase.END, 0)


def test_final_roll_off_the_announcement_takes_the_highest_of_the_most_matching_dice() -> None:
    state = after(ann_may_claim("2 2 2 2 2 2 2 5 5 5 5 5 5 5"), Claimed("queen"))
    assert state.pharaoh == Announced(seat=0, count=7, value=5)


@pytest.mark.parametrize(
    "action",
    [Rolled(dice("1 2 3")), Locked(dice("1")), Corrected(*dice("1 2")), Claimed("herder"), Ended()],
)
def test_an_action_out_of_turn_is_refused_with_what_the_table_waits_for(action: FavorAction) -> None:
    violation = refusal(GAME.start(Setup(("Ann", "Bob"))), action)
    assert violation.reason == "the table waits for the first player"
    assert violation.section == "Player Setup"


def test_a_refused_action_leaves_the_state_as_it_was() -> None:
    state = after(ann_to_roll(), Rolled(dice("1 2 3")))
    copy = replace(state)
    with pytest.raises(Violation):
        GAME.apply(state, Locked(()))
    assert state == copy


@pytest.mark.parametrize(
    ("state", "entry"),
    [
        (GAME.start(Setup(("Ann", "Bob"))), {"do": "begins", "seat": 10**400}),
        (GAME.start(Setup(("Ann", "Bob"), first_game=False)), {"do": "siderolled", "number": -(10**400)}),
        (
            GAME.start(Setup(("Ann", "Bob"))),
            {"do": "locked", "dice": [{"kind": "serf", "face": "x\n" * 999}]},
        ),
        (
            after(ann_to_roll(), Rolled(dice("1 2 3")), Locked(dice("1 2 3"))),
            {"do": "claimed", "tile": "x\n" * 999},
        ),
    ],
    ids=["seat", "number", "face", "tile"],
)
def test_nonsense_is_refused_in_one_line(state: State, entry: dict[str, object]) -> None:
    with pytest.raises((Violation, CodecError)) as caught:
        GAME.apply(state, GAME.codec.decode(entry))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400
