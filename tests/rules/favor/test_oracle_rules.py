"""The oracle is checked against the rulebook's own examples before it judges anybody."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random

import pytest

from rules.favor.actions import Ended
from rules.favor.rulings import Rulings
from rules.favor.state import Setup
from tests.rules.favor.oracle import acting, binding, claims, court, moves, setup, tokens, turn
from tests.rules.favor.oracle.box import FACES, D, pips
from tests.rules.favor.oracle.players import Walker
from tests.rules.favor.oracle.powers import (
    CHANGERS,
    FACE_POWERS,
    PIP_TOKEN,
    all_changes,
    any_change,
    may_change,
)
from tests.rules.favor.oracle.state import Court, House, Refused, Table, Turn


def red(*faces: int) -> list[D]:
    return [("standard", str(face)) for face in faces]


def white(*faces: int) -> list[D]:
    return [("immediate", str(face)) for face in faces]


def table_with(*tiles: str, first_game: bool = True) -> Table:
    """Two players; the first has these tiles and begins, the tokens before the first roll are drawn."""
    table = setup.lay_table(["Clara", "Dov"], first_game, House())
    table.seats[0].tiles += tiles
    setup.begin(table, 0)()
    while any(table.owed):
        tokens.draw_token(table, "pip")()
    return table


def running(table: Table) -> Turn:
    assert table.turn is not None
    return table.turn


def test_the_sample_turn_gives_clara_five_twos_and_a_four() -> None:
    table = table_with("guard", "soothsayer", "builder", "artisan")
    seat, now = table.seats[0], running(table)
    seat.tokens["reroll"] = 1
    assert seat.tokens["pip"] == 1
    assert turn.to_roll(now) == sorted(["standard"] * 3 + ["artisan", "immediate"])

    turn.roll(table, [*red(1, 4, 6), ("artisan", "5"), *white(2)])()
    turn.lock(table, white(2))()

    turn.roll(table, [*red(1, 4, 6), ("artisan", "5")])()
    acting.change_by_tile(table, "soothsayer", [(red(4)[0], red(3)[0]), (red(1)[0], red(2)[0])])()
    turn.lock(table, red(2))()

    turn.roll(table, [*red(1, 6), ("artisan", "star")])()
    acting.change_by_pip(table, [(red(1)[0], red(2)[0])])()
    acting.change_by_face(table, ("artisan", "star"), [(red(6)[0], red(2)[0])])()
    turn.lock(table, red(2, 2))()

    turn.roll(table, [("artisan", "6")])()
    acting.bring(table, "guard", red(2)[0])()
    turn.lock(table, red(2))()

    turn.roll(table, [("artisan", "3")])()
    acting.reroll_by_token(table, [("artisan", "3")])()
    turn.roll(table, [("artisan", "4")])()
    turn.lock(table, [("artisan", "4")])()

    assert sorted(pips(die) or 0 for die in now.pyramid) == [2, 2, 2, 2, 2, 4]
    # The sample's game has the Overseer under Five of a Kind.
    table.places[5][0] = "overseer"
    table.left["overseer"] = table.left.pop("charioteer")
    claims.claim(table, "overseer")()
    assert "overseer" in seat.tiles


def test_immediate_dice_are_locked_before_the_next_roll() -> None:
    table = table_with("palace-servants")
    turn.roll(table, [*red(1, 2, 3), *white(4, 5)])()
    turn.lock(table, [*red(1), *white(4)])()
    with pytest.raises(Refused, match="Immediate"):
        turn.roll(table, red(1, 1))
    turn.lock(table, white(5))()
    turn.roll(table, red(1, 1))()


def test_no_roll_follows_a_roll_without_a_lock() -> None:
    table = table_with()
    turn.roll(table, red(1, 2, 3))()
    with pytest.raises(Refused, match="locked"):
        turn.roll(table, red(1, 1, 1))


def test_flipping_two_ones_and_a_three_makes_two_sixes_and_a_four() -> None:
    change = [(red(1)[0], red(6)[0]), (red(1)[0], red(6)[0]), (red(3)[0], red(4)[0])]
    assert may_change(CHANGERS["entertainer"], change, red(1, 1, 3), [])


def test_adding_exactly_two_has_no_effect_on_a_five_or_a_symbol() -> None:
    active = [*red(5), ("voyage", "star"), ("intrigue", "double-star")]
    assert all_changes(CHANGERS["priestess"], active, []) == set()


def test_a_serf_four_cannot_become_a_five_and_a_noble_five_no_two() -> None:
    active = [("serf", "4"), ("noble", "5"), ("standard", "2")]
    serf_up = [(("serf", "4"), ("serf", "5"))]
    noble_down = [(("noble", "5"), ("noble", "2")), (("standard", "2"), ("standard", "5"))]
    assert not may_change(PIP_TOKEN, serf_up, active, [])
    assert not may_change(CHANGERS["soothsayer"], noble_down, active, [])


@pytest.mark.parametrize("tile", ["soothsayer", "astrologer"])
def test_moving_pips_keeps_the_total_of_every_choice_of_three_dice(tile: str) -> None:
    everything = [(kind, face) for kind, faces in FACES.items() for face in faces if kind != "immediate"]
    for active in list(combinations_with_replacement(everything, 3))[::61]:
        total = sum(pips(die) or 0 for die in active)
        for change in all_changes(CHANGERS[tile], active, []):
            moved = sum((pips(now) or 0) - (pips(was) or 0) for was, now in change)
            assert moved == 0 and total == sum(pips(die) or 0 for die in active)


@pytest.mark.parametrize("name", [*CHANGERS, *map(":".join, FACE_POWERS)])
def test_what_chance_finds_allowed_is_among_all_the_changes(name: str) -> None:
    power = CHANGERS[name] if name in CHANGERS else FACE_POWERS[(name.split(":")[0], name.split(":")[1])]
    rng = Random(name)
    everything = [(kind, face) for kind, faces in FACES.items() for face in faces]
    hits = 0
    for _ in range(40):
        active = [rng.choice(everything) for _ in range(rng.randint(1, 3))]
        locked = [rng.choice(everything) for _ in range(2)]
        listed = all_changes(power, active, locked)
        for _ in range(10):
            change = any_change(power, active, rng)
            allowed = may_change(power, change, active, locked)
            assert (tuple(sorted(change)) in listed) == allowed
            hits += allowed
    assert hits > 5


def test_eight_fours_beat_seven_sixes_and_seven_sixes_beat_seven_fives() -> None:
    assert court.announce(red(4) * 8) > court.announce(red(6) * 7) > court.announce(red(5) * 7)
    assert court.announce([("voyage", "star"), ("artisan", "star"), *red(1)]) == (2, 1)


def test_a_player_with_three_dice_cannot_beat_seven_ones_and_one_with_eight_can() -> None:
    table = table_with("farmer", "guard", "general", "worker")
    table.court = Court(1, (7, 1), [], 1, None)
    assert court.cannot_beat(table, 1)
    assert not court.cannot_beat(table, 0)
    table.court.to_beat = (8, 5)
    assert not court.cannot_beat(table, 0)
    table.court.to_beat = (8, 6)
    assert court.cannot_beat(table, 0)


def test_the_surveyor_splits_a_five_into_every_pair_that_sums_to_it_and_no_other() -> None:
    table = table_with("surveyor")
    turn.roll(table, red(5, 1, 1))()
    for one in range(1, 7):
        for other in range(1, 7):
            if one + other == 5:
                acting.survey(table, red(5), white(one, other))
            else:
                with pytest.raises(Refused):
                    acting.survey(table, red(5), white(one, other))


def play_and_check_bounds(seed: int) -> int:
    """Play a game on the oracle's table; how many roll-off turns were held against the proof for skipping."""
    rng = Random(seed)
    table = binding.lay(Setup(("Ann", "Bob", "Cem"), False, Rulings(skip_hopeless=False)))
    walker = Walker(rng)
    turns = 0
    while table.stage != "over":
        allowed = moves.legal(table, rng)
        action = walker.choose(table, [*allowed.moves, *allowed.some], binding.dice_to_roll(table))
        if isinstance(action, Ended) and table.court is not None:
            values = [pips(die) for die in running(table).pyramid]
            assert all(values.count(value) <= most for value, most in table.court.could_have.items())
            turns += 1
        binding.play(table, action)
    return turns


def test_no_roll_off_turn_has_more_dice_of_a_value_than_the_proof_for_skipping_counts() -> None:
    assert play_and_check_bounds(0) >= 2


@pytest.mark.long
def test_no_roll_off_turn_of_forty_games_has_more_dice_than_the_proof_for_skipping_counts() -> None:
    assert sum(map(play_and_check_bounds, range(1, 41))) >= 80
