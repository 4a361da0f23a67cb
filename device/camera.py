"""The camera's thread: frames in, readings posted; a camera that goes away is reopened."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from device.events import CameraLost, CameraSays, Event, PictureSkipped, TrayRead
from vision.errors import VisionError
from vision.reading import Frame, Reading
from vision.sources import FrameSource

RETRY_S = 1.0
"""How long to wait before a lost camera is tried again."""


class Watcher(Protocol):
    """Decides when the tray is to be read, as `vision.settling.Settler` does."""

    def watch(self, frame: Frame) -> Reading | None:
        """The reading that `frame` completes, or None."""
        ...

    @property
    def phase(self) -> str:
        """What the tray does: "empty", "moving" or "still"."""
        ...


class CameraThread:
    """Watches one source until `stop`, posting what the table needs to know.

    `frame_s` paces a recording (s between frames, 0 as fast as it goes); a live camera paces itself.
    `post` is called from this thread and must not block.
    """

    def __init__(
        self,
        open_source: Callable[[], FrameSource],
        make_watcher: Callable[[], Watcher],
        post: Callable[[Event], None],
        *,
        frame_s: float = 1 / 30,
        retry_s: float = RETRY_S,
    ) -> None:
        self._open = open_source
        self._make_watcher = make_watcher
        self._post = post
        self._frame_s = frame_s
        self._retry_s = retry_s
        self._stop = threading.Event()
        self._ended = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to watch, also again after the thread died: then after a pause of `retry_s`."""
        # What killed it may do so at once, and a table that only restarts threads is no table.
        pause_s = self._retry_s if self.died else 0.0
        self._thread = threading.Thread(target=self._run, args=(pause_s,), name="camera", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop watching and give the source back."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=2 * self._retry_s + 1)

    @property
    def died(self) -> bool:
        """Whether the thread ended although nobody stopped it and no recording came to its end."""
        return (
            self._thread is not None
            and not self._thread.is_alive()
            and not (self._stop.is_set() or self._ended)
        )

    def _run(self, pause_s: float) -> None:
        self._stop.wait(pause_s)
        lost: str | None = None
        while not self._stop.is_set():
            try:
                with self._open() as source:
                    lost = None
                    self._watch(source)
                    return
            except VisionError as error:
                # The same loss is told once, not once a second.
                if str(error) != lost:
                    lost = str(error)
                    self._post(CameraLost(lost))
                self._stop.wait(self._retry_s)

    def _watch(self, source: FrameSource) -> None:
        watcher = self._make_watcher()
        word = ""
        while not self._stop.is_set():
            frame = self._next_frame(source)
            if frame is None:
                self._ended = True
                self._post(CameraSays("recording over"))
                return
            reading = watcher.watch(frame)
            if watcher.phase != word:
                word = watcher.phase
                self._post(CameraSays(word))
            if reading is not None:
                self._post(TrayRead(reading))
            if not source.live and self._frame_s:
                self._stop.wait(self._frame_s)

    def _next_frame(self, source: FrameSource) -> Frame | None:
        """The next frame that can be used; a recording, opened again, would only begin anew."""
        while True:
            try:
                return source.read()
            except VisionError as error:
                if source.live:
                    raise
                self._post(PictureSkipped(str(error)))
