from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from rules.codec import from_json, to_json
from rules.pharao.actions import CODEC, PharaoAction, Pushed
from rules.pharao.pieces import MUMMIES, SEALS_OF_A_COLOUR, SEARCH_CARDS, Colour
from rules.pharao.state import Phase, Setup, State, Then
from rules.pharao.tile_set import deduced
from rules.table import replay

from .world import GAME, World, check_covers, check_memory, random_setup


def check_pieces(state: State) -> None:
    cards = sum(len(player.cards) for player in state.players) + len(state.aside) + len(state.deck)
    assert cards + (state.sought is not None) == SEARCH_CARDS
    for colour in Colour:
        held = sum(player.of(colour) for player in state.players)
        assert 0 <= held <= SEALS_OF_A_COLOUR
    seals = sum(sum(player.seals) for player in state.players)
    sunk = MUMMIES - state.mummies_left - len(state.standing)
    assert seals <= sunk
    assert (state.phase is Phase.END) == (not GAME.legal(state))


def play(seed: int, actions: int, *, turns_known: bool = True) -> tuple[Setup, list[PharaoAction], State]:
    """A random game up to a number of actions; everything is checked after each of them."""
    rng = random.Random(seed)
    setup = random_setup(rng)
    world = World(rng, setup)
    state = GAME.start(setup)
    done: list[PharaoAction] = []
    while state.phase is not Phase.END and len(done) < actions:
        looking = state.phase in (Phase.SLIDE, Phase.BACK, Phase.REVEAL) and rng.random() < 0.2
        action = (world.glance(state) if looking else None) or world.next_action(
            state, turns_known=turns_known
        )
        state = GAME.apply(state, action)
        done.append(action)
        check_covers(state, world)
        if state.phase not in (Phase.FALLS, Phase.SEAL):
            check_memory(state, world, exact=turns_known)
        check_pieces(state)
    return setup, done, state


SEQUENCES = 20
"""How many sequences of moves and pushes one board goes through."""


def play_sequences(seeds: range, length: int) -> int:
    """On each board 20 sequences of slides and pushes in any order; the number of pushes."""
    pushes = 0
    for seed in seeds:
        rng = random.Random(seed)
        setup = replace(random_setup(rng), players=("Ann", "Bob"))
        world = World(rng, setup)
        state = GAME.start(setup)
        while state.phase is not Phase.SLIDE:
            state = GAME.apply(state, world.next_action(state))
        sought = state.sought
        for _ in range(SEQUENCES):
            for _ in range(length):
                state = _slide_or_push(rng, world, replace(state, sought=sought))
                pushes += state.then is Then.PUSHED
                while state.phase in (Phase.FALLS, Phase.SEAL) or state.shows is None:
                    state = GAME.apply(state, world.next_action(state))
            check_covers(state, world)
            check_memory(state, world)
    return pushes


def _slide_or_push(rng: random.Random, world: World, state: State) -> State:
    if rng.random() < 0.3:
        ready = replace(state, phase=Phase.PUSH)
        return GAME.apply(ready, world.next_push(ready))
    ready = replace(state, phase=Phase.SLIDE, slid=rng.random() < 0.7)
    return GAME.apply(ready, world.next_slide(ready))


def test_after_random_games_the_memory_is_what_was_told_of_each_cell_wherever_it_was_carried() -> None:
    ends = [play(seed, 400)[2].phase for seed in range(6)]
    assert Phase.END in ends


def test_with_turns_that_nobody_knows_the_memory_is_never_wrong() -> None:
    for seed in range(100, 106):
        play(seed, 200, turns_known=False)


def test_six_hundred_random_sequences_of_moves_and_pushes_keep_covers_tiles_and_memory_whole() -> None:
    assert play_sequences(range(30), 6) > 600


@pytest.mark.long
def test_a_hundred_thousand_random_sequences_of_moves_and_pushes_keep_all_whole() -> None:
    assert play_sequences(range(10_000, 15_000), 6) > 100_000


@pytest.mark.long
def test_eighty_whole_random_games_are_remembered() -> None:
    for seed in range(1000, 1080):
        play(seed, 2000)
        play(seed, 1000, turns_known=False)


def test_a_random_game_replays_from_json_to_the_same_state() -> None:
    for seed in range(20, 22):
        setup, actions, state = play(seed, 300)
        text = json.dumps([to_json(setup), [CODEC.encode(action) for action in actions]])
        setup_data, action_data = json.loads(text)
        assert replay(GAME, from_json(Setup, setup_data), [CODEC.decode(d) for d in action_data]) == state


def test_every_listed_action_is_accepted() -> None:
    for seed in range(40, 42):
        setup, actions, _ = play(seed, 250)
        state = GAME.start(setup)
        for action in actions:
            for option in GAME.legal(state):
                if option.action is not None:
                    assert GAME.explain(state, option.action) is None, option.words
            state = GAME.apply(state, action)


def test_random_games_come_through_every_phase_but_the_rare_theft() -> None:
    reached: set[Phase] = set()
    for seed in range(60, 120):
        setup, actions, state = play(seed, 200)
        reached.add(state.phase)
        state = GAME.start(setup)
        for action in actions:
            reached.add(state.phase)
            state = GAME.apply(state, action)
        if reached >= set(Phase) - {Phase.SEAL}:
            return
    raise AssertionError(f"never reached: {set(Phase) - reached}")


def test_a_complete_tile_set_only_adds_what_is_true() -> None:
    added = 0
    for seed in range(200, 206):
        rng = random.Random(seed)
        setup = random_setup(rng)
        world = World(rng, setup)
        box = [world.tile(number) for number in range(13)]
        state = GAME.start(setup)
        for _ in range(150):
            if state.phase is Phase.END:
                break
            state = GAME.apply(state, world.next_action(state, turns_known=False))
        known = rng.sample(box, rng.choice((13, 13, 9)))
        may = deduced(state.memory, known)
        assert may is not None
        for place in range(52):
            assert may[place] & state.memory.contents.bit(world.cell(place).truth)
            assert not may[place] & ~state.memory.at(place).may
            added += may[place] != state.memory.at(place).may
    assert added > 0


def test_a_push_and_the_push_back_from_the_other_side_undo_each_other() -> None:
    undone = 0
    for seed in range(300, 340):
        rng = random.Random(seed)
        setup = random_setup(rng)
        world = World(rng, setup)
        state = GAME.start(setup)
        while state.phase is not Phase.REVEAL:
            state = GAME.apply(state, world.next_action(state))
        ready = replace(state, phase=Phase.PUSH, then=Then.PUSHED)
        row = rng.randrange(3)
        for option in GAME.legal(ready):
            push = option.action
            if not isinstance(push, Pushed) or push.turn != 0 or push.row != row:
                continue
            there = GAME.apply(ready, push)
            back = replace(push, side=push.side.other)
            ready_again = replace(there, phase=Phase.PUSH, unsure=())
            refusal = GAME.explain(ready_again, back)
            if setup.sides[row] == "both":
                returned = GAME.apply(ready_again, back)
                assert returned.numbers == state.numbers
                assert returned.memory == state.memory
                undone += 1
            else:
                assert refusal is not None
                assert refusal.section == "Tips & Tricks for Sliding"
    assert undone > 0
