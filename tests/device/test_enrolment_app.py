from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

from device.enrolment import Enrolment, die_to_enrol
from device.enrolment_app import EnrolApp, FrameKeeper
from tests.vision.enrolment.drawn_polyhedra import Shot, draw, solid
from ui.enrol_screen import EnrolScreen, EnrolView, FaceView, face_rects, key_rects, preview_rect
from ui.geometry import Rect
from ui.intents import Choose
from ui.window import Quit, Touched, Window, WindowEvent
from vision.reading import Frame
from vision.sources import FolderSource, FrameSource, PictureSource

DIE = solid(6, (180, 60, 30), (230, 230, 230))


def lying(face: str) -> Frame:
    return draw(DIE, face, Shot(size=100, tilt=3, angle=20))


@pytest.fixture
def window() -> Iterator[Window]:
    with Window.open((480, 320), headless=True) as opened:
        yield opened


@pytest.mark.parametrize("size", [(480, 320), (800, 480)])
@pytest.mark.parametrize("number", [2, 6, 12, 20, 30])
def test_everything_stands_on_the_screen_and_nothing_overlaps(size: tuple[int, int], number: int) -> None:
    screen = Rect(0, 0, *size)
    rects = [*key_rects(size), preview_rect(size), *face_rects(number, size)]
    for index, rect in enumerate(rects):
        assert screen.encloses(rect)
        assert min(rect.w, rect.h) > 20
        assert not any(rect.overlaps(other) for other in rects[index + 1 :])


def test_keys_and_faces_can_be_touched_and_pressed(window: Window) -> None:
    screen = EnrolScreen((480, 320))
    assert screen.touch(*key_rects((480, 320))[0].centre) is None
    faces = tuple(FaceView(str(n), 0, 3, n < 3, n == 3) for n in range(1, 7))
    screen.show(EnrolView("d6", "Lay the die with 3 up.", "ask", faces))
    touched = [screen.touch(*rect.centre) for rect in key_rects((480, 320))]
    assert touched == [Choose("take"), Choose("redo"), Choose("skip"), Choose("done")]
    assert screen.touch(*face_rects(6, (480, 320))[1].centre) == Choose("face:2")
    assert screen.touch(1, 1) is None
    assert screen.press("down") is None
    assert screen.press("ok") == Choose("take"), "round again from the last key touched"
    assert screen.press("back") == Choose("redo")
    window.present(screen.draw)


def test_the_keeper_gives_each_frame_once_and_remembers_that_something_moved() -> None:
    keeper = FrameKeeper()
    assert keeper.take() is None
    for _ in range(8):
        keeper.watch(lying("1"))
    taken = keeper.take()
    assert taken is not None
    assert taken[1:] == (True, True)
    assert keeper.take() is None
    keeper.watch(lying("1"))
    taken = keeper.take()
    assert taken is not None
    assert taken[1:] == (True, False)


class Hands:
    """A window whose touches a test decides."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.coming: list[WindowEvent] = []
        self.size = window.size
        self.present = window.present

    def events(self) -> list[WindowEvent]:
        coming, self.coming = self.coming, []
        return coming

    def press(self, key: int) -> None:
        self.coming.append(Touched(*key_rects(self.size)[key].centre))


def app_over(tmp_path: Path, hands: Hands, source: FrameSource, views: int = 1) -> EnrolApp:
    root = tmp_path / "dice"
    enrolment = Enrolment(die_to_enrol(root, "d6"), root, views=views)
    return EnrolApp(enrolment, hands, lambda: source, wait=lambda _: None)  # type: ignore[arg-type]


def until(app: EnrolApp, words: str) -> None:
    """Turn the loop until the screen says so."""
    deadline = time.monotonic() + 60
    while words not in app.view().title + app.view().message:
        assert app.step()
        assert time.monotonic() < deadline, app.view().message
        time.sleep(0.01)


def test_a_die_at_rest_is_taken_and_faces_are_skipped_and_redone_by_touch(
    tmp_path: Path, window: Window
) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), lying("1"))
    hands = Hands(window)
    app = app_over(tmp_path, hands, FolderSource(tmp_path, repeat_last=True))
    app.camera.start()
    try:
        until(app, "1 of 6 faces")
        assert "Lay the die with 2 up." in app.view().message
        assert app.view().preview is not None
        hands.press(2)
        until(app, "Lay the die with 3 up.")
        hands.press(1)
        until(app, "Lay the die with 2 up.")
        hands.press(0)
        until(app, "2 of 6 faces")
        assert "looks like face 1" in app.view().message
        hands.press(3)
        assert not app.step()
    finally:
        app.camera.stop()


def test_a_lost_camera_is_said_and_closing_the_window_ends_it(tmp_path: Path, window: Window) -> None:
    hands = Hands(window)
    app = app_over(tmp_path, hands, PictureSource([tmp_path / "none.png"]))
    app.camera.start()
    try:
        until(app, "There is no picture")
        hands.coming.append(Quit())
        assert not app.step()
    finally:
        app.camera.stop()
