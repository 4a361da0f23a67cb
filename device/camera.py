"""The camera's thread: frames in, readings posted; a camera that goes away or goes silent is reopened."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from device.clock import Clock, MonotonicClock
from device.events import CameraLost, CameraSays, Event, PictureSkipped, TrayRead
from vision.errors import VisionError
from vision.reading import Frame, Reading
from vision.sources import FrameSource

RETRY_S = 0.5
"""How long to wait before a lost camera is tried again; doubled from try to try."""

LONGEST_RETRY_S = 5.0

SILENT_S = 1.8
"""How long a camera may give no frame: people are told within 2 s."""

OPEN_S = 20.0
"""How long opening may take; focus, exposure and white balance settle in it."""

MOST_STUCK = 3
"""How many threads may hang in a camera's driver before no further one is sent after them."""

NO_PICTURES = "The camera gives no pictures: check its cable."

STOP_S = 2.0
"""How long a thread has for giving its camera back at the end."""


class Watcher(Protocol):
    """Decides when the tray is to be read, as `vision.settling.Settler` does."""

    def watch(self, frame: Frame) -> Reading | None:
        """The reading that `frame` completes, or None."""
        ...

    @property
    def phase(self) -> str:
        """What the tray does: "empty", "hand in", "moving" or "still"."""
        ...

    def forget_empty_tray(self) -> None:
        """Learn the empty tray anew; called from another thread."""
        ...


class CameraThread:
    """Watches one source until `stop`, posting what the table needs to know.

    `frame_s` paces a recording (s between frames, 0 as fast as it goes); a live camera paces itself.
    `post` is called from a thread and must not block; `note` gets, once each, what a source has to say though
    it works. `retry_s` is the first pause before a lost camera is tried again.

    A driver may hang in a read for ever, and nothing can end a thread from outside. So the owner calls
    `check` often: a camera that was silent for `silent_s` (None: it may be) is reported, its thread is left
    behind with all that it may still bring, and another one tries the camera anew.
    """

    def __init__(
        self,
        open_source: Callable[[], FrameSource],
        make_watcher: Callable[[], Watcher],
        post: Callable[[Event], None],
        *,
        frame_s: float = 1 / 30,
        retry_s: float = RETRY_S,
        silent_s: float | None = SILENT_S,
        clock: Clock | None = None,
        note: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._open = open_source
        self._make_watcher = make_watcher
        self._post = post
        self._frame_s = frame_s
        self._retry_s = retry_s
        self._silent_s = silent_s
        self._clock = clock or MonotonicClock()
        self._note = note
        # Held for moments only: by a thread that posts, and while one is left behind.
        self._lock = threading.Lock()
        self._attempt: _Attempt | None = None
        self._stuck: list[_Attempt] = []
        self._stopped = False
        self._ended = False
        self._pause_s = retry_s
        self._told: str | None = None
        self._noted: set[str] = set()
        self._watcher: Watcher | None = None

    def start(self) -> None:
        """Begin to watch, also again after the thread died: then after a pause."""
        # What killed it may do so at once, and a table that only restarts threads is no table.
        self._begin(self._next_pause_s() if self.died else 0.0)

    def check(self) -> None:
        """Leave a thread behind that hangs in the camera, and send another; never waits."""
        attempt = self._attempt
        if attempt is None or self._stopped:
            return
        if attempt.is_overdue and not attempt.halt.is_set():
            with self._lock:
                attempt.halt.set()
                self._stuck.append(attempt)
                self._lose(NO_PICTURES)
        if attempt.halt.is_set():
            self._stuck = [each for each in self._stuck if each.is_alive]
            if len(self._stuck) < MOST_STUCK:
                self._begin(self._next_pause_s())

    def forget_empty_tray(self) -> None:
        """People say that the tray is empty as it lies there."""
        if self._watcher is not None:
            self._watcher.forget_empty_tray()

    def stop(self, wait_s: float = STOP_S) -> None:
        """Stop watching and give the source back; for one that hangs, wait no longer than this."""
        self._stopped = True
        if self._attempt is not None:
            self._attempt.stop(wait_s)

    @property
    def died(self) -> bool:
        """Whether the thread ended although nobody stopped it and no recording came to its end."""
        attempt = self._attempt
        return attempt is not None and not (attempt.is_alive or attempt.halt.is_set() or self._ended)

    def _begin(self, pause_s: float) -> None:
        self._attempt = attempt = _Attempt(self._clock)
        attempt.start(lambda: self._run(attempt, pause_s))

    def _next_pause_s(self) -> float:
        """How long to wait this time; longer from time to time until a frame comes."""
        pause_s = self._pause_s
        self._pause_s = min(2 * pause_s, max(LONGEST_RETRY_S, self._retry_s))
        return pause_s

    def _run(self, attempt: _Attempt, pause_s: float) -> None:
        attempt.halt.wait(pause_s)
        while not attempt.halt.is_set():
            try:
                attempt.allow(OPEN_S)
                with self._open() as source:
                    attempt.allow(None)
                    self._watch(attempt, source)
                    # Closing may hang as well.
                    attempt.allow(OPEN_S)
                attempt.allow(None)
                return
            except VisionError as error:
                attempt.allow(None)
                self._report_loss(attempt, str(error))
                attempt.halt.wait(self._next_pause_s())

    def _watch(self, attempt: _Attempt, source: FrameSource) -> None:
        watcher = self._watcher = self._make_watcher()
        word = ""
        while not attempt.halt.is_set():
            frame = self._next_frame(attempt, source)
            if attempt.halt.is_set():
                return
            if frame is None:
                self._ended = True
                self._say(attempt, CameraSays("recording over"))
                return
            if not word:
                self._is_there(source)
            reading = watcher.watch(frame)
            if watcher.phase != word:
                word = watcher.phase
                self._say(attempt, CameraSays(word))
            if reading is not None:
                self._say(attempt, TrayRead(reading))
            if not source.live and self._frame_s:
                attempt.halt.wait(self._frame_s)

    def _next_frame(self, attempt: _Attempt, source: FrameSource) -> Frame | None:
        """The next frame that can be used; a recording, opened again, would only begin anew."""
        while not attempt.halt.is_set():
            try:
                attempt.allow(self._silent_s if source.live else None)
                frame = source.read()
                attempt.allow(None)
                return frame
            except VisionError as error:
                if source.live:
                    raise
                self._say(attempt, PictureSkipped(str(error)))
        return None

    def _is_there(self, source: FrameSource) -> None:
        """The first frame has come."""
        self._pause_s = self._retry_s
        self._told = None
        for sentence in source.notes:
            if sentence not in self._noted:
                self._noted.add(sentence)
                self._note(sentence)

    def _report_loss(self, attempt: _Attempt, reason: str) -> None:
        with self._lock:
            # A thread left behind still holds the camera, so that it is busy: no news to people.
            if attempt is self._attempt and not any(each.is_alive for each in self._stuck):
                self._lose(reason)

    def _lose(self, reason: str) -> None:
        """Tell a loss; the same one is told once, not at each try."""
        if reason != self._told:
            self._told = reason
            self._post(CameraLost(reason))

    def _say(self, attempt: _Attempt, event: Event) -> None:
        """Post what a thread found, unless it was left behind."""
        with self._lock:
            if not attempt.halt.is_set():
                self._post(event)


class _Attempt:
    """One thread at the camera, with the moment by which it must have shown a sign of life."""

    def __init__(self, clock: Clock) -> None:
        self.halt = threading.Event()
        self._clock = clock
        self._due_ms: float | None = None
        self._thread: threading.Thread | None = None

    def start(self, run: Callable[[], None]) -> None:
        self._thread = threading.Thread(target=run, name="camera", daemon=True)
        self._thread.start()

    def stop(self, wait_s: float) -> None:
        self.halt.set()
        if self._thread is not None:
            self._thread.join(wait_s)

    def allow(self, seconds: float | None) -> None:
        """From now on it may be silent for so long, None for ever."""
        self._due_ms = None if seconds is None else self._clock.now_ms() + 1000 * seconds

    @property
    def is_overdue(self) -> bool:
        due_ms = self._due_ms
        return due_ms is not None and self._clock.now_ms() > due_ms

    @property
    def is_alive(self) -> bool:
        return self._thread is not None and self._thread.is_alive()
