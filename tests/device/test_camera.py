from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from device.camera import CameraThread
from device.events import CameraLost, CameraSays, Event, PictureSkipped, TrayRead
from device.stage import Stage
from vision.errors import SourceError
from vision.images import load_image
from vision.reading import Frame, Reading
from vision.scene import Scene, render
from vision.sources import FrameSource, open_source

from .trays import tray

FRAME: Frame = np.zeros((48, 64, 3), np.uint8)


class Counting:
    """A watcher that gives a reading on every third frame."""

    phase = "still"

    def __init__(self) -> None:
        self.frames = 0

    def watch(self, frame: Frame) -> Reading | None:
        self.frames += 1
        return None if self.frames % 3 else tray("4")


class Breaking(Counting):
    def watch(self, frame: Frame) -> Reading | None:
        raise RuntimeError("a fault in the reader")


class Frames(Stage):
    """A live camera that gives a number of frames and is then unplugged."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._left = number

    def read(self) -> Frame | None:
        if not self._left:
            raise SourceError("the camera at /dev/video0 gives no more frames: plug it in again")
        self._left -= 1
        return FRAME


@pytest.fixture
def events() -> queue.SimpleQueue[Event]:
    return queue.SimpleQueue()


@pytest.fixture
def started() -> Iterator[Callable[[CameraThread], CameraThread]]:
    threads: list[CameraThread] = []

    def start(thread: CameraThread) -> CameraThread:
        threads.append(thread)
        thread.start()
        return thread

    yield start
    for thread in threads:
        thread.stop()


def take(events: queue.SimpleQueue[Event], number: int) -> list[Event]:
    return [events.get(timeout=10) for _ in range(number)]


def test_a_recording_is_watched_to_its_end(
    tmp_path: Path,
    events: queue.SimpleQueue[Event],
    started: Callable[[CameraThread], CameraThread],
) -> None:
    import cv2

    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), render(Scene(size=(64, 48))))
    thread = started(CameraThread(lambda: open_source(str(tmp_path)), Counting, events.put, frame_s=0))
    assert take(events, 3) == [CameraSays("still"), TrayRead(tray("4")), CameraSays("recording over")]
    thread.stop()
    assert not thread.died


def test_a_recording_goes_on_behind_a_picture_that_is_broken(
    tmp_path: Path,
    events: queue.SimpleQueue[Event],
    started: Callable[[CameraThread], CameraThread],
) -> None:
    import cv2

    for number in range(4):
        cv2.imwrite(str(tmp_path / f"{number}.png"), render(Scene(size=(64, 48))))
    (tmp_path / "1.png").write_text("this is no picture")
    started(CameraThread(lambda: open_source(str(tmp_path)), Counting, events.put, frame_s=0))
    says, skipped, *others = take(events, 4)
    assert says == CameraSays("still")
    assert isinstance(skipped, PictureSkipped)
    assert "1.png" in skipped.reason
    assert others == [TrayRead(tray("4")), CameraSays("recording over")]


def test_a_camera_that_is_missing_is_told_once_and_found_when_it_comes(
    events: queue.SimpleQueue[Event], started: Callable[[CameraThread], CameraThread]
) -> None:
    attempts = iter(range(1000))

    def open_late() -> FrameSource:
        if next(attempts) < 4:
            raise SourceError("there is no camera at /dev/video0: plug one in")
        return Frames(10_000)

    started(CameraThread(open_late, Counting, events.put, retry_s=0.001))
    assert take(events, 3) == [
        CameraLost("there is no camera at /dev/video0: plug one in"),
        CameraSays("still"),
        TrayRead(tray("4")),
    ]


def test_a_camera_that_is_unplugged_and_plugged_in_again_goes_on(
    events: queue.SimpleQueue[Event], started: Callable[[CameraThread], CameraThread]
) -> None:
    cameras = iter([Frames(2), Frames(10_000)])
    started(CameraThread(lambda: next(cameras), Counting, events.put, retry_s=0.001))
    kinds = [type(event) for event in take(events, 4)]
    assert kinds == [CameraSays, CameraLost, CameraSays, TrayRead]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_dies_of_a_fault_is_noticed_and_can_be_started_again(
    events: queue.SimpleQueue[Event], started: Callable[[CameraThread], CameraThread]
) -> None:
    watchers: Iterator[Counting] = iter([Breaking(), Counting()])
    thread = started(CameraThread(lambda: Frames(10_000), lambda: next(watchers), events.put, retry_s=0.001))
    for running in threading.enumerate():
        if running.name == "camera":
            running.join(timeout=10)
    assert thread.died
    thread.start()
    assert take(events, 1) == [CameraSays("still")]
    assert not thread.died


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_died_pauses_before_it_tries_again(
    events: queue.SimpleQueue[Event], started: Callable[[CameraThread], CameraThread]
) -> None:
    opened: list[FrameSource] = []

    def open_camera() -> FrameSource:
        opened.append(Frames(10_000))
        return opened[-1]

    thread = started(CameraThread(open_camera, Breaking, events.put, retry_s=3600.0))
    for running in threading.enumerate():
        if running.name == "camera":
            running.join(timeout=10)
    thread.start()
    # The pause ends with the stop, and nothing is opened any more.
    thread.stop()
    assert len(opened) == 1
    assert events.empty()


def test_stopping_is_no_death(started: Callable[[CameraThread], CameraThread]) -> None:
    thread = started(CameraThread(lambda: Frames(10_000), Counting, lambda _: None))
    thread.stop()
    assert not thread.died


def test_a_stage_plays_recordings_on_cue_and_holds_the_last_frame(tmp_path: Path) -> None:
    import cv2

    paths = []
    for number in range(2):
        paths.append(tmp_path / f"{number}.png")
        cv2.imwrite(str(paths[-1]), render(Scene(size=(64, 48), texture=number)))
    with Stage() as stage:
        stage.play(paths[0])
        first = [stage.read() for _ in range(3)]
        stage.play(paths[1])
        second = [stage.read() for _ in range(2)]
    for frames, path in ((first, paths[0]), (second, paths[1])):
        for frame in frames:
            assert frame is not None
            assert np.array_equal(frame, load_image(path))
    assert stage.read() is None
