"""A mat with real dice under random hands: what locks itself must lie in the lock field, and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from device.favor_table import FavorTable
from device.journal import Journal
from rules.favor.state import Phase
from ui.intents import Choose, LockDice, Undo
from vision.reading import DieReading, Reading, Zone

from .tables import new_game, resumed_game
from .trays import SIZE, seen

STEPS = 120


@dataclass
class MatDie:
    """A die on the mat; `old` marks those that were locked by the time of the last roll."""

    face: str
    zone: Zone | None
    x: float
    old: bool = False

    @property
    def reading(self) -> DieReading:
        y = {"roll": 100.0, "lock": 500.0, None: 300.0}[self.zone]
        return replace(seen(self.face, at=(self.x, y)), zone=self.zone, place_mm=(self.x * 0.4, y * 0.4))


class Hands:
    """People who roll, move, push and misread dice on a mat, and sometimes use the screen."""

    def __init__(self, journal: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        self.path = journal
        self.journal = Journal.open(journal)
        self.table: FavorTable = new_game(self.journal)
        self.dice: list[MatDie] = []
        self.places = iter(range(10**6))
        self.automatic = 0

    def look(self, *, misread: bool = False, unsure: bool = False) -> None:
        """The mat is read: a lock that is made now must be what lies in the lock field."""
        dice = [die.reading for die in self.dice]
        if misread and dice:
            index = self.rng.randrange(len(dice))
            dice[index] = replace(dice[index], face=self.rng.choice("123456"))
        locks = self.table.state.locked
        doubt = "Hm." if unsure else None
        self.table.on_reading(Reading("unsure" if unsure else "ok", doubt, tuple(dice), 1.0))
        if misread or self.table.state.locked in (locks, ()):
            return
        assert not unsure
        assert all(die.zone is not None for die in self.dice)
        there = Counter(die.face for die in self.dice if die.zone == "lock" and not die.old)
        assert Counter(die.face for die in self.table.state.locked[-1]) == there
        self.automatic += 1

    def roll(self) -> None:
        for die in self.dice:
            die.old = die.old or die.zone == "lock"
        self.dice = [die for die in self.dice if die.old]
        self.look()
        for _ in self.table.state.to_roll:
            self.dice.append(MatDie(self.rng.choice("123456"), "roll", self._place()))
        self.look()
        if self.table.state.phase is Phase.ROLL and len(self.table.draft) == len(self.table.state.to_roll):
            self.table.on_intent(Choose("accept"))

    def move(self) -> None:
        """Move one die to a field or off both."""
        movable = [die for die in self.dice if not die.old]
        if movable:
            die = self.rng.choice(movable)
            die.zone = self.rng.choice(("lock", "lock", "roll", None))
            die.x = self._place()
        self.look(unsure=self.rng.random() < 0.2)

    def push(self) -> None:
        if self.dice:
            self.rng.choice(self.dice).x += self.rng.choice((2.0, 10.0))
        self.look()

    def misread(self) -> None:
        before = self.table.session.length
        self.look(misread=True)
        while self.table.session.length > before:
            self.table.on_intent(Undo())
        self.look()

    def screen(self) -> None:
        if self.table.state.phase is Phase.LOCK:
            index = self.rng.randrange(len(self.table.state.active))
            self.table.on_intent(LockDice((index,)))
        self.look()

    def undo(self) -> None:
        self.table.on_intent(Undo())
        self.look()

    def restart(self) -> None:
        self.journal.close()
        self.journal = Journal.open(self.path)
        self.table = resumed_game(self.journal)
        self.look()

    def step(self) -> None:
        phase = self.table.state.phase
        if phase is Phase.ROLL:
            getattr(self, self.rng.choice(("roll", "roll", "push", "move", "restart")))()
        elif phase is Phase.LOCK:
            getattr(self, self.rng.choice(("move", "move", "move", "push", "misread", "screen", "undo")))()
        else:
            self.table.on_intent(Choose(self.rng.choice(self.table.view("").commands).key))
            if self.table.state.phase is Phase.ROLL:
                self.dice = []
                self.look()

    def _place(self) -> float:
        return 2 * SIZE * next(self.places)


@pytest.mark.parametrize("seed", range(25))
def test_only_dice_that_were_moved_into_the_lock_field_lock_themselves(tmp_path: Path, seed: int) -> None:
    hands = Hands(tmp_path / "journal.sqlite", seed)
    for _ in range(STEPS):
        hands.step()
    hands.journal.close()
    # Hands must have locked dice by moving them, or the test would show nothing.
    assert hands.automatic >= 3
