"""The running enrolment: frames from the camera's thread, presses from the window, one thread for both."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import cv2
import numpy as np

from device.camera import CameraThread
from device.enrolment import Enrolment
from device.events import CameraLost, CameraSays, Event, PictureSkipped
from ui.enrol_screen import EnrolScreen, EnrolView, FaceView, Preview
from ui.intents import Choose
from ui.window import ButtonPressed, Exposed, Quit, Touched, Window
from vision.errors import VisionError
from vision.reading import Frame, Reading
from vision.settling import MotionDetector
from vision.sources import FrameSource

FRAME_S = 1 / 20
"""How long the loop waits between two looks at window and camera, in s."""

_PREVIEW_PX = 320


class FrameKeeper:
    """Stands in the camera's thread for what reads dice at the table, and keeps the newest frame."""

    def __init__(self) -> None:
        self._motion = MotionDetector()
        self._lock = threading.Lock()
        self._newest: tuple[Frame, bool] | None = None
        self._moved = False
        self.phase = "starting"

    def watch(self, frame: Frame) -> Reading | None:
        """Keep the frame, and whether it is at rest; never a reading."""
        rests = self._motion.feed(frame)
        self.phase = "still" if rests else "moving"
        with self._lock:
            self._newest = (frame, rests)
            self._moved = self._moved or not rests
        return None

    def forget_empty_tray(self) -> None:
        """Nothing is remembered here."""

    def take(self) -> tuple[Frame, bool, bool] | None:
        """The newest frame that was not taken yet, whether it rests, and whether any moved since the last."""
        with self._lock:
            if self._newest is None:
                return None
            (frame, rests), moved = self._newest, self._moved
            self._newest, self._moved = None, False
        return frame, rests, moved


class EnrolApp:
    """Runs one enrolment in a window until "Done" is pressed or the window is closed."""

    def __init__(
        self,
        enrolment: Enrolment,
        window: Window,
        open_source: Callable[[], FrameSource],
        *,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self._enrolment = enrolment
        self._window = window
        self._screen = EnrolScreen(window.size)
        self._keeper = FrameKeeper()
        self._frame: Frame | None = None
        self._trouble: str | None = None
        self._running = True
        self._wait = wait
        self.camera = CameraThread(open_source, lambda: self._keeper, self._hear)

    def run(self) -> None:
        """Go on until people say that it is done."""
        self.camera.start()
        try:
            while self.step():
                self._wait(FRAME_S)
        finally:
            self.camera.stop()

    def step(self) -> bool:
        """Take what camera and people did since the last time, and draw; False once it is to end."""
        self.camera.check()
        if self.camera.died:
            self.camera.start()
        changed = self._look()
        for event in self._window.events():
            changed = True
            match event:
                case Quit():
                    self._running = False
                case Touched(x, y):
                    self._decide(self._screen.touch(x, y))
                case ButtonPressed(button):
                    self._decide(self._screen.press(button))
                case Exposed():
                    pass
        if changed or self._screen.view is None:
            self._screen.show(self.view())
            self._window.present(self._screen.draw)
        return self._running

    def view(self) -> EnrolView:
        """What the screen shows."""
        enrolment = self._enrolment
        known = sum(face.known for face in enrolment.progress)
        faces = tuple(
            FaceView(face.name, face.taken, face.wanted, face.known, face.asked)
            for face in enrolment.progress
        )
        return EnrolView(
            title=f"{enrolment.die.name}: {known} of {len(faces)} faces",
            message=self._trouble or enrolment.message,
            tone="refusal" if self._trouble else enrolment.tone,
            faces=faces,
            preview=None if self._frame is None else _preview(self._frame, enrolment.box),
        )

    def _look(self) -> bool:
        taken = self._keeper.take()
        if taken is None:
            return False
        frame, rests, moved = taken
        self._frame, self._trouble = frame, None
        if moved and rests:
            # The frames in between were not looked at here, but what they showed was not lying still.
            self._enrolment.feed(frame, False)
        self._enrolment.feed(frame, rests)
        return True

    def _decide(self, choice: Choose | None) -> None:
        if choice is None:
            return
        key, _, face = choice.key.partition(":")
        try:
            match key:
                case "take":
                    self._enrolment.take_now()
                case "redo":
                    self._enrolment.redo_last()
                case "skip":
                    self._enrolment.skip()
                case "face":
                    self._enrolment.redo(face)
                case "done":
                    self._running = False
        except VisionError as error:
            self._trouble = str(error)

    def _hear(self, event: Event) -> None:
        """Called from the camera's thread; text alone is passed, which is one assignment."""
        match event:
            case CameraLost(reason) | PictureSkipped(reason):
                self._trouble = reason
            case CameraSays("recording over"):
                self._trouble = self._trouble or "The recording is over."


def _preview(frame: Frame, box: tuple[float, float, float, float] | None) -> Preview:
    height, width = frame.shape[:2]
    scale = min(1.0, _PREVIEW_PX / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.cvtColor(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2RGB)
    shown = None if box is None else (box[0] * scale, box[1] * scale, box[2] * scale, box[3] * scale)
    return Preview(size, np.ascontiguousarray(small).tobytes(), shown)
