"""A round of Pharaoh Code by the four buttons alone, and one by touch alone, on the smallest screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from device.code_claims import GRACE_NS
from device.journal import Journal
from rules.pharaoh_code.dice import Roll
from rules.pharaoh_code.solver import solve
from rules.pharaoh_code.state import Phase
from ui.intents import Choose
from ui.screens import Screens
from ui.widgets import focus_order

from .code_tables import FRAME_MS, KNOWN, MS, Bench, bench

SIZE = (480, 320)


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Bench]:
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        journal._db.execute("PRAGMA synchronous = OFF")
        yield bench(journal, KNOWN)


def by_buttons(made: Bench, screens: Screens, choice: str) -> None:
    """Press down until ok chooses this, then ok."""
    screens.show(made.view)
    assert screens.current is not None
    for _ in focus_order(screens.found):
        intent = screens.press("ok")
        if intent == Choose(choice):
            made.table.on_intent(intent)
            return
        assert screens.press("down") is None
    raise AssertionError(f"no button reaches {choice}")


def by_touch(made: Bench, screens: Screens, choice: str) -> None:
    """Touch what chooses this."""
    screens.show(made.view)
    found = [widget for widget in screens.found if widget.press == Choose(choice)]
    assert found, f"{choice} cannot be touched"
    intent = screens.touch(*found[0].rect.centre)
    assert intent is not None
    made.table.on_intent(intent)


@pytest.mark.parametrize("choose", [by_buttons, by_touch])
def test_a_whole_round(made: Bench, choose: Callable[[Bench, Screens, str], None]) -> None:
    screens = Screens(SIZE)

    def do(*choices: str) -> None:
        for choice in choices:
            choose(made, screens, choice)

    do("deal")
    for die, number in (("d8", 2), ("d10", 5), ("d12", 11)):
        do(f"die:{die}", f"pad:{number}")
    do("accept", "die:d12", "pad:10", "die:d12", "pad:11")
    assert made.state.roll == Roll(2, 5, 11)
    numbers = solve((2, 5, 11))
    space, number = next(
        (n, tile.number) for n, tile in enumerate(made.state.board) if tile and tile.number in numbers
    )
    do("claim:1")
    made.wait(GRACE_NS / MS + FRAME_MS)
    do(f"space:{space}")
    do("sand:pause", "sand:go-on", "large")
    do("claim:0")
    made.wait(GRACE_NS / MS + FRAME_MS)
    other = next(n for n, tile in enumerate(made.state.board) if tile is not None)
    do(f"space:{other}")
    made.wait(31_000)
    assert made.is_in(Phase.STATE)
    equation = numbers[number][0]
    dice = {"2": "d8", "5": "d10", "11": "d12"}
    for word in equation.replace("(", "( ").replace(")", " )").split():
        do(f"pad:{dice.get(word, word)}")
    do("pad:done", "sheet:equations", "judge:wrong")
    assert made.is_in(Phase.LAY)
    assert [len(player.up) for player in made.state.players] == [0, 1, 0]
    assert [len(player.down) for player in made.state.players] == [1, 0, 0]
    do("sheet:missed", "sheet:points", "deal")
    assert made.is_in(Phase.ROLL)
    screens.show(made.view)
    undo = screens.press("back")
    assert undo is not None
    made.table.on_intent(undo)
    assert made.is_in(Phase.LAY)
