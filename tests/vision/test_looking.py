from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from vision import looking, windows
from vision.looking import find_dice
from vision.network.detector import Find, Look
from vision.reading import Frame

FRAME = np.zeros((600, 800, 3), np.uint8)


def find(x: float, y: float, side: float = 60.0, score: float = 0.9) -> Find:
    """A find of `side` px with its middle at x and y."""
    return Find((x - side / 2, y - side / 2, side, side), score)


@dataclass
class Eyes:
    """A detector that sees what the test says, at each size of look; `looks` is what it was asked."""

    quick: list[Find] = field(default_factory=list)
    close: list[Find] = field(default_factory=list)
    far: list[Find] = field(default_factory=list)
    windows: list[list[Find]] = field(default_factory=list)
    looks: list[tuple[int, tuple[int, int]]] = field(default_factory=list)

    def look(self, frame: Frame, longest: int) -> Look:
        self.looks.append((longest, (frame.shape[1], frame.shape[0])))
        seen = {looking._QUICK_PX: self.quick, looking._CLOSE_PX: self.close, looking._FAR_PX: self.far}
        finds = seen[longest] if longest in seen else self.windows.pop(0)
        return Look(tuple(finds), np.zeros((4, 4), np.float32), max(frame.shape) / longest)

    @property
    def sizes(self) -> list[int]:
        return [longest for longest, _ in self.looks]


@pytest.fixture
def eyes(monkeypatch: pytest.MonkeyPatch) -> Eyes:
    made = Eyes()
    for room in (looking, windows):
        monkeypatch.setattr(room, "look", made.look)
    # Parting has looks and tests of its own.
    monkeypatch.setattr(looking, "parted", lambda finds, frame: finds)
    return made


def test_where_all_is_clear_one_look_is_enough(eyes: Eyes) -> None:
    eyes.quick = [find(500, 300), find(100, 100)]
    found, _ = find_dice(FRAME)
    assert [one.middle for one in found] == [(100, 100), (500, 300)]
    assert eyes.sizes == [looking._QUICK_PX]


def test_a_doubtful_find_is_looked_at_closely_and_only_there(eyes: Eyes) -> None:
    eyes.quick = [find(100, 100), find(600, 300, score=0.3), find(300, 500)]
    reach = looking._WINDOW * 60 / 2
    eyes.windows = [[find(reach - 14, reach, 28), find(reach + 14, reach, 28)]]
    found, _ = find_dice(FRAME)
    assert sorted(one.length for one in found) == [28, 28, 60, 60]
    assert {one.middle for one in found} == {(100, 100), (300, 500), (586, 300), (614, 300)}
    assert eyes.looks[1] == (looking._WINDOW_PX, (2 * reach, 2 * reach))


def test_what_its_own_picture_leaves_no_doubt_about_is_not_looked_at_closely(eyes: Eyes) -> None:
    faint, fainter = find(100, 100, score=0.4), find(600, 300, score=0.3)
    eyes.quick = [faint, fainter, find(300, 500), find(700, 500)]
    eyes.windows = [[]]
    asked: list[Find] = []

    def clear(finds: list[Find]) -> list[bool]:
        asked.extend(finds)
        return [one is faint for one in finds]

    found, _ = find_dice(FRAME, clear=clear)
    assert asked == [faint, fainter]
    assert len(eyes.looks) == 2
    assert len(found) == 4


def test_what_may_be_two_dice_is_looked_at_closely_however_clear_its_picture(eyes: Eyes) -> None:
    long = Find((100, 100, 90, 60), 0.5)
    eyes.quick = [long, find(400, 300), find(600, 300)]
    eyes.windows = [[]]
    find_dice(FRAME, clear=lambda finds: [True] * len(finds))
    assert eyes.sizes == [looking._QUICK_PX, looking._WINDOW_PX]


def test_what_the_windows_edge_cuts_is_no_find_but_the_frames_own_edge_may_cut(eyes: Eyes) -> None:
    eyes.quick = [find(300, 300), find(500, 300), find(30, 30, score=0.3)]
    side = 30 + looking._WINDOW * 30
    eyes.windows = [[find(20, 20, 40), find(side - 10, 60, 20)]]
    found, _ = find_dice(FRAME)
    assert [one.middle for one in found] == [(20, 20), (300, 300), (500, 300)]


def test_windows_that_overlap_are_one(eyes: Eyes) -> None:
    eyes.quick = [find(100, 100), find(160, 100, score=0.3), find(200, 130, score=0.3), find(700, 500)]
    eyes.windows = [[]]
    find_dice(FRAME)
    assert eyes.sizes == [looking._QUICK_PX, looking._WINDOW_PX]


@pytest.mark.parametrize(
    "quick",
    [
        [],
        [find(400, 300, side=20)],
        [find(100 + 150 * (n % 5), 100 + 200 * (n // 5), side=30, score=0.4) for n in range(5)],
    ],
    ids=["nothing", "small dice", "doubt everywhere"],
)
def test_where_nothing_can_be_trusted_the_whole_frame_is_looked_at_again(
    eyes: Eyes, quick: list[Find]
) -> None:
    eyes.quick = quick
    eyes.close = [find(400, 300, side=16, score=0.95)]
    found, _ = find_dice(FRAME)
    assert eyes.sizes[-1] == looking._CLOSE_PX
    assert looking._WINDOW_PX not in eyes.sizes
    assert (400, 300) in [one.middle for one in found]


def test_marks_of_a_very_large_die_are_that_die_from_afar(eyes: Eyes) -> None:
    marks = [find(350, 250, 40, 0.5), find(450, 350, 40, 0.45)]
    eyes.quick = marks
    eyes.far = [find(400, 300, 300, 0.8), find(90, 90, 50, 0.6)]
    eyes.windows = [[]]
    found, _ = find_dice(FRAME)
    assert [one.length for one in found] == [300]


def test_polyhedra_are_always_looked_at_from_afar_too(eyes: Eyes) -> None:
    eyes.quick = [find(100, 100), find(500, 300)]
    find_dice(FRAME, always_far=True)
    assert eyes.sizes == [looking._QUICK_PX, looking._FAR_PX]


def test_a_small_frame_holds_no_more_than_one_look_shows(eyes: Eyes) -> None:
    eyes.quick = [find(100, 100, side=30, score=0.3)]
    find_dice(np.zeros((270, 360, 3), np.uint8))
    assert looking._CLOSE_PX not in eyes.sizes
    assert looking._WINDOW_PX not in eyes.sizes
