"""The sand of one round: a timer that the journal remembers, and that people may hold."""

from __future__ import annotations

from collections.abc import Callable

from device.clock import Clock
from device.code_claims import GRACE_NS
from device.errors import JournalError
from device.journal import Journal
from device.timer import Timer
from device.timer_memory import TimerMemory

MORE_MS = 10_000.0
"""What "ten seconds more" adds."""


class Sand:
    """The hourglass. `note` is told once a round where the journal cannot keep it; it runs on.

    `held` says that it must not end the round by itself: people took the end of the round back.
    """

    def __init__(self, clock: Clock, journal: Journal, game: int, note: Callable[[str], None]) -> None:
        self.timer = Timer(clock)
        self.held = False
        self._memory = TimerMemory(self.timer, clock, journal, game)
        self._note = note
        self._told = False
        self._seen_over = False

    def turn(self, ms: float, round_number: int) -> None:
        """The first tile was taken: the sand runs."""
        self.held = self._told = False
        self.timer.start(ms)
        self._try(lambda: self._memory.keep(round_number))

    def recall(self, ms: float, round_number: int, *, run_out: bool = False) -> None:
        """As far as it had run, and held, after a restart or where the end of the round was taken back.

        Where nobody wrote it down it is whole, or, with `run_out`, empty.
        """
        self.held = True
        if self._memory.recall(round_number):
            return
        self.timer.start(ms)
        if run_out:
            self.timer.expire()
        else:
            self.timer.pause()
        self._try(lambda: self._memory.keep(round_number))

    def pause(self, round_number: int) -> None:
        """It stands still until `go_on`."""
        self.timer.pause()
        self._try(lambda: self._memory.keep(round_number))

    def go_on(self, round_number: int) -> None:
        """It runs on, or, where nothing was left, is over."""
        self.held = False
        self.timer.resume()
        self._try(lambda: self._memory.keep(round_number))

    def more(self, round_number: int) -> None:
        """Some more sand; it runs on where it had run out."""
        self.held = False
        self.timer.extend(MORE_MS)
        self._try(lambda: self._memory.keep(round_number))

    def end(self, round_number: int) -> None:
        """The round is over now, whatever is left."""
        self.held = False
        self.timer.expire()
        self._try(lambda: self._memory.keep(round_number))

    def put_away(self) -> None:
        """No sand runs, and none is to be remembered."""
        self.held = False
        self._try(self._memory.forget)

    def tick(self) -> None:
        """Let the journal know how far it has run."""
        self._try(self._memory.tick)

    def has_run_out(self, now_ns: int) -> bool:
        """Whether the round is to end: presses that were made in time have arrived, and the end was shown."""
        deadline = self.timer.deadline_ns
        over = not self.held and self.timer.standing == "expired"
        shown, self._seen_over = self._seen_over, over
        if not over or not shown:
            return False
        return deadline is None or now_ns - deadline >= GRACE_NS

    def in_time(self, at_ns: int) -> bool:
        """Whether a press at that moment was made while the sand ran."""
        deadline = self.timer.deadline_ns
        return deadline is not None and at_ns <= deadline

    def _try(self, keep: Callable[[], None]) -> None:
        try:
            keep()
        except JournalError as error:
            if not self._told:
                self._told = True
                self._note(str(error))
