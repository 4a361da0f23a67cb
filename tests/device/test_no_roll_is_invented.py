"""A tray with real dice under random hands: what the table takes for a roll must have been rolled."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from device.favor_table import FavorTable
from device.journal import Journal
from rules.favor.state import Phase
from ui.intents import Choose, LockDice, Undo
from vision.reading import Reading

from .tables import new_game, resumed_game
from .trays import SIZE, seen

STEPS = 100
HANDS = ("roll", "roll", "push", "reach", "restart", "lift", "undo")


class Hands:
    """People who roll, push, lift and lock dice at random, and a camera that sees what lies there."""

    def __init__(self, journal: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        self.path = journal
        self.journal = Journal.open(journal)
        self.table: FavorTable = new_game(self.journal)
        self.dice: list[tuple[str, tuple[float, float]]] = []
        self.rolled = False
        self.automatic = 0

    def look(self, *, unsure: bool = False) -> None:
        """The tray came to rest: a roll that is taken now must have been rolled, and be the one that lies."""
        waited = self.table.state.phase is Phase.ROLL
        found = tuple(seen(face, at=place) for face, place in self.dice)
        self.table.on_reading(Reading("unsure" if unsure else "ok", "Hm." if unsure else None, found, 1.0))
        if waited and self.table.state.phase is Phase.LOCK:
            assert self.rolled
            assert not unsure
            assert Counter(die.face for die in self.table.state.active) == Counter(f for f, _ in self.dice)
            self.automatic += 1

    def roll(self) -> None:
        self.dice = []
        if self.rng.random() < 0.4:
            self.look()
        for _ in self.table.state.to_roll:
            place = self._free_place()
            self.dice.append((self.rng.choice("123456"), place))
        self.rolled = True
        if self.rng.random() < 0.2:
            self.look(unsure=True)
        self.look()
        if self.table.state.phase is Phase.ROLL:
            self.table.on_intent(Choose("accept"))

    def push(self) -> None:
        if self.dice:
            index = self.rng.randrange(len(self.dice))
            face, (x, y) = self.dice[index]
            self.dice[index] = face, (x + self.rng.choice((3, 10, 60, 120)), y)
        self.reach()

    def reach(self) -> None:
        if self.rng.random() < 0.5:
            self.look(unsure=True)
        self.look()

    def restart(self) -> None:
        self.journal.close()
        self.journal = Journal.open(self.path)
        self.table = resumed_game(self.journal)
        if self.rng.random() < 0.5:
            self.reach()

    def lift(self) -> None:
        self.dice = self.dice[1:]
        self.look()

    def undo(self) -> None:
        self.table.on_intent(Undo())
        self.rolled = False

    def lock(self) -> None:
        """Lock some dice and take them out, in whichever order."""
        active = self.table.state.active
        chosen = self.rng.sample(range(len(active)), self.rng.randint(1, len(active)))
        self.rolled = False
        early = self.rng.random() < 0.5
        if not early:
            self.table.on_intent(LockDice(tuple(chosen)))
        for face in [active[index].face for index in chosen]:
            self.dice.remove(next((die for die in self.dice if die[0] == face), self.dice[0]))
        self.look()
        if early:
            self.table.on_intent(LockDice(tuple(chosen)))

    def decide(self) -> None:
        command = self.rng.choice(self.table.view("").commands)
        self.table.on_intent(Choose(command.key))
        self.rolled = False

    def step(self) -> None:
        phase = self.table.state.phase
        if phase is Phase.LOCK:
            # After an undo or a roll entered by hand the tray may show something else than the active dice.
            self.lock() if len(self.dice) == len(self.table.state.active) else self.undo()
        elif phase is Phase.ROLL:
            getattr(self, self.rng.choice(HANDS))()
        else:
            self.decide()

    def _free_place(self) -> tuple[float, float]:
        while True:
            x, y = self.rng.uniform(0, 600), self.rng.uniform(0, 400)
            if all(abs(x - a) > SIZE or abs(y - b) > SIZE for _, (a, b) in self.dice):
                return x, y


@pytest.mark.parametrize("seed", range(40))
def test_no_roll_is_taken_that_nobody_rolled(tmp_path: Path, seed: int) -> None:
    hands = Hands(tmp_path / "journal.sqlite", seed)
    for _ in range(STEPS):
        hands.step()
    hands.journal.close()
    # The camera must have had its say, or the test would show nothing.
    assert hands.automatic >= 5
