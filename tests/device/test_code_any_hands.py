"""Whatever people do at the table of Pharaoh Code, in any order: it goes on, and a restart finds the same."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from device.code_claims import GRACE_NS
from device.journal import Journal
from rules.pharaoh_code.state import Phase, Setup
from tests.rules.pharaoh_code.playing import TILES
from ui.code_screen import CodeScreen
from ui.code_view import offered
from ui.intents import Button, Choose
from ui.sounds import SoundName, Sounds

from .code_tables import EMPTY, MS, NAMES, Bench, bench, resumed, tray

SETUPS = (
    Setup(NAMES[:2], tiles=TILES),
    Setup(NAMES, unlimited=True, tiles=TILES, seconds=5),
    Setup(NAMES, stacks=(2, 3, 4, 5), seconds=8, negative=False),
    Setup(NAMES[:2], stacks=(1, 2, 3, 4), zero_is_ten=False, uneven=True),
)


BUTTONS: tuple[Button, ...] = ("up", "down", "ok", "back")


class Silence(Sounds):
    def open(self) -> bool:
        return False

    def play(self, name: SoundName) -> None:
        return


def anything(made: Bench, screen: CodeScreen, rng: random.Random) -> None:
    """One thing that people, dice or time do; most often what the screen offers."""
    what = rng.random()
    if what < 0.60:
        keys = sorted(key for key in offered(made.view) if not key.startswith("leave:go"))
        if keys:
            made.choose(rng.choice(keys))
    elif what < 0.68:
        intent = screen.press(rng.choice(BUTTONS))
        if intent is not None and intent != Choose("leave:go"):
            made.table.on_intent(intent)
    elif what < 0.78:
        made.press(rng.randint(0, 5), ago_ms=rng.uniform(0, 90), uncertainty_ms=rng.choice([0.1, 0.1, 20]))
    elif what < 0.84:
        numbers = rng.randint(1, 8), rng.randint(0, 10), rng.randint(1, 12)
        made.table.on_reading(tray(*numbers, shift=rng.choice([0, 200, 500]), reason=rng.choice([None, "?"])))
    elif what < 0.87:
        made.table.on_reading(EMPTY)
    elif what < 0.90:
        made.undo()
    else:
        made.wait(rng.choice([10, 70, 500, 3_000]))
    view = made.view
    assert view.title
    screen.show(view)
    assert screen.found


def play(folder: Path, seed: int, steps: int) -> Counter[Phase]:
    rng = random.Random(seed)
    seen: Counter[Phase] = Counter()
    with Journal.open(folder / f"{seed}.sqlite") as journal:
        journal._db.execute("PRAGMA synchronous = OFF")
        made = bench(journal, rng.choice(SETUPS), seed=seed)
        screen = CodeScreen((480, 320), Silence())
        screen.show(made.view)
        for _ in range(steps):
            anything(made, screen, rng)
            seen[made.state.phase] += 1
            if made.state.phase is Phase.OVER:
                break
            if rng.random() < 0.01:
                state, left = made.state, made.table.race.sand.timer.left_ms
                made = resumed(journal)
                assert made.state == state
                if state.phase is Phase.SAND:
                    assert made.table.race.stands
                    assert made.table.race.sand.timer.left_ms <= left + 3_500
        # Nobody who has the floor hinders the table for good.
        for _ in range(40):
            if made.state.phase is not Phase.SAND:
                break
            keys = offered(made.view)
            ways = ("withdraw", "sand:end", "sand:go-on", "pad:close", "correct", "claim:0", "claim:1")
            made.choose(next((key for key in ways if key in keys), ""))
            made.wait(31_000 + GRACE_NS / MS)
        assert made.state.phase is not Phase.SAND
    return seen


def test_whatever_hands_do_the_table_goes_on(tmp_path: Path) -> None:
    seen = sum((play(tmp_path, seed, 400) for seed in range(5)), Counter[Phase]())
    assert set(seen) >= {Phase.LAY, Phase.ROLL, Phase.THINK, Phase.SAND, Phase.STATE}, seen


@pytest.mark.long
def test_whatever_hands_do_for_100000_steps_the_table_goes_on(tmp_path: Path) -> None:
    seen = sum((play(tmp_path, seed, 2_000) for seed in range(100, 150)), Counter[Phase]())
    print(dict(seen))
    assert set(seen) == set(Phase)
