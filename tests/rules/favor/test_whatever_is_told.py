"""Whatever the table is told in whatever state: it is allowed, or refused in one line; nothing gets lost."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import Violation
from rules.favor import actions as a
from rules.favor.actions import CODEC, FavorAction
from rules.favor.dice import Kind, faces_of
from rules.favor.state import Setup, State
from rules.favor.tiles import TILES

from .playing import GAME, NAMES, check, random_action, random_game

DICE = st.sampled_from([die for kind in Kind for die in faces_of(kind)])
SOME_DICE = st.lists(DICE, max_size=4).map(tuple)
SOURCES = st.sampled_from(
    [*TILES, a.PIP_TOKEN, a.REROLL_TOKEN, a.ARTISAN_STAR, a.INTRIGUE_STARS, a.VOYAGE_STAR, a.VOYAGE_REROLL,
     a.DECREE_FACE, "", "x\ny"]
)  # fmt: skip
CHANGES = st.lists(st.builds(a.Change, DICE, DICE), max_size=3).map(tuple)
SHARES = st.lists(st.builds(a.Share, SOME_DICE, st.none() | SOURCES), max_size=3).map(tuple)

ACTIONS: st.SearchStrategy[FavorAction] = st.one_of(
    st.builds(a.SideRolled, st.integers(-1, 8)),
    st.builds(a.TileRolled, st.integers(-1, 8)),
    st.builds(a.Begins, st.integers(-1, 5)),
    st.builds(a.TokenDrawn, st.sampled_from(a.Token)),
    st.builds(a.LeftOut, st.lists(st.sampled_from(Kind), max_size=4).map(tuple)),
    st.builds(a.Rolled, SOME_DICE),
    st.builds(a.Corrected, DICE, DICE),
    st.builds(a.Adjusted, SOURCES, CHANGES),
    st.builds(a.Rerolled, SOURCES, SOME_DICE),
    st.builds(a.Brought, SOURCES, DICE),
    st.builds(a.Replaced, SOURCES, SOME_DICE, SOME_DICE),
    st.builds(a.Used, SOURCES),
    st.builds(a.Locked, SOME_DICE),
    st.builds(a.Unlocked, SOME_DICE),
    st.builds(a.Borrowed, SOURCES, st.integers(-1, 5)),
    st.builds(a.Claimed, SOURCES),
    st.builds(a.Taken, SOURCES),
    st.builds(a.Declined),
    st.builds(a.Divided, SHARES),
    st.builds(a.Ended),
    st.builds(a.Skipped),
    st.builds(a.Contested),
)


@cache
def states(seed: int) -> tuple[State, ...]:
    """The states of one random game."""
    rng = random.Random(seed)
    setup = Setup(NAMES[: 2 + seed % 3], first_game=seed % 4 == 0)
    return tuple(state for _, state in random_game(rng, setup, actions=1500))


def about(action: FavorAction, state: State, rng: random.Random) -> FavorAction:
    """The action with its dice exchanged for some that lie there, mostly, so that it comes further."""
    there = [*state.active, *state.pyramid]
    if isinstance(action, a.Rerolled | a.Replaced | a.Locked | a.Unlocked) and there:
        some = state.pyramid if isinstance(action, a.Unlocked) else state.active
        return replace(action, dice=tuple(rng.sample(some, min(len(some), len(action.dice)))))
    if isinstance(action, a.Adjusted) and state.active:
        was = rng.sample(state.active, min(len(state.active), len(action.changes)))
        return replace(action, changes=tuple(a.Change(die, rng.choice(faces_of(die.kind))) for die in was))
    if isinstance(action, a.Rolled) and state.to_roll and rng.random() < 0.5:
        return a.Rolled(tuple(rng.choice(faces_of(kind)) for kind in state.to_roll))
    if isinstance(action, a.Divided) and state.pyramid:
        cut = rng.randint(0, len(state.pyramid))
        tiles = [share.tile for share in (*action.shares, a.Share((), None), a.Share((), None))]
        halves = (state.pyramid[:cut], state.pyramid[cut:])
        return a.Divided(tuple(a.Share(dice, tile) for dice, tile in zip(halves, tiles, strict=False)))
    return action


@settings(deadline=None, max_examples=500)
@given(ACTIONS, st.integers(0, 10**9), st.booleans())
def test_it_is_allowed_or_refused_in_one_line(action: FavorAction, seed: int, overrule: bool) -> None:
    rng = random.Random(seed)
    state = rng.choice(states(rng.randrange(6)))
    told = about(action, state, rng)
    if overrule:
        told = a.Overruled(told)
    assert CODEC.decode(CODEC.encode(told)) == told
    try:
        after = GAME.apply(state, told)
    except Violation as violation:
        assert "\n" not in str(violation) and len(str(violation)) < 600
        return
    if not isinstance(told, a.Overruled):
        check(after, Setup(tuple(player.name for player in after.players)))
    # However it came about, the game goes on from there.
    options = GAME.legal(after)
    assert options or after.phase == "court"
    for option in options:
        if option.action is not None:
            assert GAME.explain(after, option.action) is None
        elif option.source is not None:
            assert next(GAME.choices(after, option), None) is not None


@settings(deadline=None, max_examples=80)
@given(st.lists(ACTIONS, min_size=4, max_size=4), st.integers(0, 10**9))
def test_a_game_with_overrules_goes_on(actions: list[FavorAction], seed: int) -> None:
    """After an overrule the game is played on by chance, and every action that is offered is taken."""
    rng = random.Random(seed)
    state = rng.choice(states(rng.randrange(6)))
    for action in actions:
        told = a.Overruled(about(action, state, rng))
        if GAME.explain(state, told) is None:
            state = GAME.apply(state, told)
        for _ in range(12):
            step = random_action(rng, state)
            if step is None:
                return
            state = GAME.apply(state, step)
