"""A timer that is taken up again after a restart: how far it has run stands in the journal."""

from __future__ import annotations

from device.clock import Clock
from device.errors import JournalDamagedError
from device.journal import Journal
from device.timer import Timer, TimerMark
from rules.codec import from_json, to_json
from rules.errors import CodecError

MARK_EVERY_MS = 500.0
"""How often a running timer is written down: a restart gives back at most so much."""


class TimerMemory:
    """Keeps one timer of one game in the journal under `name`.

    `since` tells one run of the timer from another, say by the number of the round: what was noted of another
    run counts for nothing. The journal's errors pass through; the timer itself is then none the worse.
    """

    def __init__(self, timer: Timer, clock: Clock, journal: Journal, game: int, name: str = "timer") -> None:
        self.timer = timer
        self._clock = clock
        self._journal = journal
        self._game = game
        self._name = name
        self._since: int | None = None
        self._marked_ms = 0.0
        self._left: TimerMark | None = None

    def keep(self, since: int) -> None:
        """Write down where the timer stands: after every start, pause, extension and the like."""
        self._since = since
        self._write()

    def tick(self) -> None:
        """Write down how far it has run where that was long ago; to be called every now and then."""
        if self._since is None or self.timer.mark == self._left:
            return
        if self._clock.now_ms() - self._marked_ms >= MARK_EVERY_MS or self.timer.standing != "running":
            self._write()

    def forget(self) -> None:
        """The timer is idle, and nothing is to be taken up again."""
        self.timer.clear()
        if self._since is not None:
            self._since, self._left = None, None
            self._journal.note(self._game, self._name, None)

    def recall(self, since: int) -> bool:
        """Let the timer stand where the run `since` was last written down, paused; False where it was not.

        What cannot be read counts as not written down.
        """
        self._since = since
        try:
            note = self._journal.noted(self._game, self._name)
            noted_since = None if note is None else note.pop("since", None)
            if noted_since != since:
                return False
            mark = from_json(TimerMark, note)
        except (CodecError, JournalDamagedError):
            return False
        if mark.left_ms < 0 or mark.total_ms < mark.left_ms:
            return False
        self.timer.restore(mark)
        self._left = mark
        return True

    def _write(self) -> None:
        mark = self.timer.mark
        self._marked_ms, self._left = self._clock.now_ms(), mark
        note = None if mark is None else {"since": self._since, **to_json(mark)}
        self._journal.note(self._game, self._name, note)
