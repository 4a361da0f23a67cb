"""Presses at the Pi's pins and at a board, each by its own clock, in one order."""

from __future__ import annotations

import random

from device.buttons import STAMP_NS as PIN_NS
from device.presses import PlayerPress, firsts
from firmware_bridge.clock_sync import WINDOW_S
from tests.device.test_board import Rig
from tests.firmware_bridge.hand_moved import MS, Faults

SLOW_WAYS = Faults(delay_ms=(0, 20))


def settled(seed: int) -> Rig:
    """A board 200 ppm fast behind ways of 0 to 20 ms, for as long as its clock is watched."""
    rig = Rig()
    rig.world.chance.seed(seed)
    rig.world.step_ns = 10 * MS
    rig.world.disturb(SLOW_WAYS)
    rig.world.run(WINDOW_S)
    return rig


def of_two(rig: Rig, chance: random.Random, apart_ns: int) -> tuple[int, ...]:
    """The seats that may have been first, of one that pressed and another one that did `apart_ns` later."""
    rig.posted.clear()
    at_ns = rig.world.now_ns + chance.randrange(5 * MS, 40 * MS)
    at_pins: list[PlayerPress] = []
    boards = chance.choice([(True, True), (True, False), (False, True)])
    for seat, (by_board, moment_ns) in enumerate(zip(boards, (at_ns, at_ns + apart_ns), strict=True)):
        if by_board:
            rig.world.press(seat, moment_ns, hold_ms=5)
        else:
            at_pins.append(PlayerPress(seat, moment_ns + chance.randrange(PIN_NS), PIN_NS))
    rig.world.run(0.3)
    return tuple(press.player for press in firsts([*rig.presses, *at_pins]))


def test_of_two_presses_1_ms_apart_the_first_is_known_1000_times_out_of_1000() -> None:
    wrong = []
    for seed in range(10):
        chance = random.Random(seed)
        rig = settled(seed)
        wrong += [found for found in (of_two(rig, chance, MS) for _ in range(100)) if found != (0,)]
    assert wrong == []


def test_presses_inside_the_uncertainty_are_ties_and_never_the_wrong_one() -> None:
    rig, chance = settled(1), random.Random(1)
    found = [of_two(rig, chance, chance.randrange(0, 100_000)) for _ in range(100)]
    assert {tuple(sorted(seats)) for seats in found} == {(0, 1)}
