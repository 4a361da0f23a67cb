"""A camera that plays recordings on cue: between two of them the tray lies as the last one left it."""

from __future__ import annotations

import queue
import threading
from pathlib import Path

from vision.reading import Frame
from vision.sources import FrameSource, Source, open_source


class Stage(Source):
    """A frame source for the demo and for tests: each `play` adds one folder or video to what it shows.

    `frame_s` is the time between frames in s.
    """

    live = True

    def __init__(self, frame_s: float = 0.0) -> None:
        super().__init__("stage")
        self._frame_s = frame_s
        self._cues: queue.SimpleQueue[Path] = queue.SimpleQueue()
        self._closed = threading.Event()
        self._source: FrameSource | None = None
        self._last: Frame | None = None

    def play(self, recording: Path) -> None:
        """Show this recording once those before it are over; callable from any thread."""
        self._cues.put(recording)

    def read(self) -> Frame | None:
        """The next frame; None once closed. Waits for the first recording."""
        while not self._closed.wait(self._frame_s):
            if self._source is not None and (frame := self._source.read()) is not None:
                self._last = frame
                return frame
            try:
                # A moment's wait, lest the still tray's frames come faster than any camera's.
                cue = self._cues.get(timeout=0.02)
            except queue.Empty:
                if self._last is not None:
                    return self._last
            else:
                self._leave()
                self._source = open_source(str(cue))
        return None

    def close(self) -> None:
        """Stop showing frames."""
        self._closed.set()
        self._leave()

    def _leave(self) -> None:
        if self._source is not None:
            self._source.close()
            self._source = None
