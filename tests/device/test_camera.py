from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from device.camera import MOST_STUCK, NO_PICTURES, CameraThread
from device.clock import HandClock
from device.events import CameraLost, CameraSays, Event, PictureSkipped, TrayRead
from device.stage import Stage
from vision.errors import SourceError
from vision.images import load_image
from vision.reading import Frame, Reading
from vision.scene import Scene, render
from vision.sources import FrameSource, Source, open_source

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

    def forget_empty_tray(self) -> None:
        self.frames = 0


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


class PipeCamera(Source):
    """A live camera that gives a frame for each byte in its pipe, and hangs in a read while there is none.

    It hangs in the kernel as a driver does: nothing in the program can wake it.
    """

    live = True

    def __init__(self, number: int, notes: tuple[str, ...] = ()) -> None:
        super().__init__(f"pipe{number}")
        self.notes = notes
        self.closed = threading.Event()
        self._writing: int | None
        self._reading, self._writing = os.pipe()

    def give(self, frames: int) -> None:
        assert self._writing is not None
        os.write(self._writing, b"." * frames)

    def unplug(self) -> None:
        if self._writing is not None:
            os.close(self._writing)
            self._writing = None

    def read(self) -> Frame | None:
        if not os.read(self._reading, 1):
            raise SourceError("The camera stopped giving frames: check its cable and plug it in again.")
        return FRAME

    def close(self) -> None:
        os.close(self._reading)
        self.closed.set()


@dataclass
class Rig:
    """A camera thread whose cameras hang, with a clock that the test moves."""

    clock: HandClock = field(default_factory=HandClock)
    events: queue.SimpleQueue[Event] = field(default_factory=queue.SimpleQueue)
    opened: queue.SimpleQueue[PipeCamera] = field(default_factory=queue.SimpleQueue)
    notes: tuple[str, ...] = ()
    said: list[str] = field(default_factory=list)
    cameras: list[PipeCamera] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.thread = CameraThread(
            self.open,
            Counting,
            self.events.put,
            retry_s=0.001,
            clock=self.clock,
            note=self.said.append,
        )

    def open(self) -> PipeCamera:
        camera = PipeCamera(len(self.cameras), self.notes)
        self.cameras.append(camera)
        self.opened.put(camera)
        return camera

    def camera(self) -> PipeCamera:
        """The next camera that was opened; its thread waits for a frame when this returns."""
        camera = self.opened.get(timeout=10)
        self.waits()
        return camera

    def waits(self, at_most_ms: float = 2000) -> None:
        """Return once the thread is in a read, or in something else that may take so long."""
        end = time.monotonic() + 10
        while not self._is_due(at_most_ms):
            assert time.monotonic() < end
            time.sleep(0.001)

    def _is_due(self, at_most_ms: float) -> bool:
        due_ms = self.thread._attempt._due_ms if self.thread._attempt else None
        return due_ms is not None and due_ms <= self.clock.now_ms() + at_most_ms

    def next(self) -> Event:
        return self.events.get(timeout=10)

    def passes(self, ms: float) -> None:
        self.clock.advance(ms)
        self.thread.check()


@pytest.fixture
def rig() -> Iterator[Rig]:
    rig = Rig()
    yield rig
    for camera in rig.cameras:
        camera.unplug()
    rig.thread.stop()


def test_a_camera_that_hangs_is_told_within_two_seconds_and_tried_anew(rig: Rig) -> None:
    rig.thread.start()
    first = rig.camera()
    first.give(1)
    assert rig.next() == CameraSays("still")
    rig.waits()
    rig.passes(1500)
    assert rig.events.empty()
    rig.passes(450)
    assert rig.next() == CameraLost(NO_PICTURES)
    second = rig.camera()
    second.give(3)
    assert rig.next() == CameraSays("still")
    assert rig.next() == TrayRead(tray("4"))
    assert not first.closed.is_set()


def test_frames_that_come_late_from_a_camera_left_behind_are_nobodys(rig: Rig) -> None:
    rig.thread.start()
    first = rig.camera()
    rig.passes(2000)
    assert rig.next() == CameraLost(NO_PICTURES)
    rig.camera()
    first.give(30)
    assert first.closed.wait(timeout=10)
    assert rig.events.empty()


def test_frames_that_come_in_time_keep_a_camera(rig: Rig) -> None:
    rig.thread.start()
    camera = rig.camera()
    for _ in range(10):
        rig.passes(1500)
        camera.give(3)
        while not isinstance(rig.next(), TrayRead):
            pass
        rig.waits()
    assert rig.opened.empty()


def test_a_camera_that_hangs_while_it_opens_is_left_as_well(rig: Rig) -> None:
    never = threading.Event()
    hanging = iter([True, False])

    def open_slowly() -> FrameSource:
        if next(hanging):
            never.wait()
        return rig.open()

    thread = CameraThread(open_slowly, Counting, rig.events.put, clock=rig.clock, retry_s=0.001)
    thread.start()
    rig.thread = thread
    rig.waits(20_000)
    rig.passes(15_000)
    assert rig.events.empty()
    rig.passes(6_000)
    assert rig.next() == CameraLost(NO_PICTURES)
    rig.camera()
    never.set()


def test_only_a_few_threads_are_sent_after_one_another(rig: Rig) -> None:
    rig.thread.start()
    cameras = []
    for _ in range(MOST_STUCK):
        cameras.append(rig.camera())
        rig.passes(2000)
    for _ in range(5):
        rig.passes(10_000)
    assert rig.opened.empty()
    # The same loss is told once.
    assert rig.next() == CameraLost(NO_PICTURES)
    assert rig.events.empty()
    cameras[0].unplug()
    assert cameras[0].closed.wait(timeout=10)
    end = time.monotonic() + 10
    while rig.opened.empty() and time.monotonic() < end:
        rig.thread.check()
    rig.camera().give(1)
    assert rig.next() == CameraSays("still")


def test_a_camera_that_a_hanging_thread_still_holds_is_not_called_busy(rig: Rig) -> None:
    tries = threading.Semaphore(0)

    def open_held() -> FrameSource:
        if not rig.cameras:
            return rig.open()
        tries.release()
        raise SourceError("The camera does not open: close the program that uses it.")

    rig.thread = CameraThread(open_held, Counting, rig.events.put, clock=rig.clock, retry_s=0.001)
    rig.thread.start()
    rig.waits()
    rig.passes(2000)
    for _ in range(3):
        assert tries.acquire(timeout=10)
    assert rig.next() == CameraLost(NO_PICTURES)
    assert rig.events.empty()


def test_a_camera_that_comes_back_and_goes_again_is_told_again(rig: Rig) -> None:
    rig.thread.start()
    for _ in range(2):
        camera = rig.camera()
        camera.give(1)
        assert rig.next() == CameraSays("still")
        rig.waits()
        camera.unplug()
        assert isinstance(rig.next(), CameraLost)


def test_tries_come_further_and_further_apart_until_a_frame_comes() -> None:
    thread = CameraThread(lambda: Frames(1), Counting, lambda _: None)
    assert [thread._next_pause_s() for _ in range(6)] == [0.5, 1.0, 2.0, 4.0, 5.0, 5.0]
    thread._is_there(Frames(1))
    assert thread._next_pause_s() == 0.5


def test_what_a_camera_refused_is_said_once_however_often_it_is_opened(rig: Rig) -> None:
    rig.notes = ("The camera does not let its focus be locked: it may drift.",)
    rig.thread.start()
    for _ in range(3):
        camera = rig.camera()
        camera.give(1)
        assert rig.next() == CameraSays("still")
        rig.waits()
        camera.unplug()
        assert isinstance(rig.next(), CameraLost)
    assert rig.said == list(rig.notes)


def test_stopping_does_not_wait_for_a_camera_that_hangs(rig: Rig) -> None:
    rig.thread.start()
    camera = rig.camera()
    rig.thread.stop(0.01)
    rig.passes(10_000)
    assert rig.events.empty()
    assert not rig.thread.died
    camera.give(1)
    assert camera.closed.wait(timeout=10)


def test_a_recording_may_take_its_time(rig: Rig) -> None:
    class Slow(PipeCamera):
        live = False

    camera = Slow(1)
    rig.cameras.append(camera)
    rig.thread = CameraThread(lambda: camera, Counting, rig.events.put, clock=rig.clock, frame_s=0)
    rig.thread.start()
    camera.give(1)
    assert rig.next() == CameraSays("still")
    rig.passes(60_000)
    assert rig.events.empty()
    camera.give(2)
    assert rig.next() == TrayRead(tray("4"))


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
