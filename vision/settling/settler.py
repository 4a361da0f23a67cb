"""Frames in, one reading each time the tray has changed and come to rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, TypeAlias

from vision.reading import Frame, Reading
from vision.settling.hands import hand_in
from vision.settling.memory import TrayMemory
from vision.settling.motion import MotionDetector
from vision.settling.pictures import Look, Mask, changes, covered
from vision.settling.vacancies import Vacancies
from vision.settling.voting import vote

Phase: TypeAlias = Literal["empty", "hand in", "moving", "still"]

HAND = "Something reaches into the tray: take the hand out."
NO_DICE = "Something in the tray cannot be read as dice: take it out or move it."

_BARE_CHANGE = 1.5
"""Change against the empty tray that a bare place may show, in thresholds of movement."""

_HAND_MOVES = 4
"""Frames in a row in which something must reach in, among moving dice, to be called a hand."""

_HAND_RESTS = 30
"""Resting frames after which a hand over changed dice is asked to leave."""

_HAND_IS_NONE = 150
"""Resting frames after which it is no hand: nobody's is that still."""


class Settler:
    """Watches frames and gives one `Reading` each time the tray has changed and come to rest.

    `read` reads one frame. After `still_frames` alike frames it is asked about that frame and the following
    ones, once a frame, until `votes` readings agree or disagree (see `vote`). A tray that looks as it did at
    the last reading, say after a hand has passed over it, is not read again, and dice that nobody touched,
    seen in another light or by a camera that was bumped, are read but not told again.

    `phase` is "moving" until the tray has been read, then "still", or "empty" when no dice lie in it; it is
    "hand in" while something large reaches in from the frame's edge: then nothing is read. A hand that rests
    in a tray with other dice than were read makes one "unsure" reading. Dice that were taken away give one
    "ok" reading without dice; a tray that was empty before gives none. The picture of the empty tray is
    remembered: where something lies in it that cannot be read as dice, the reading is "unsure", and a die
    whose place was seen bare since the last reading is marked (`DieReading.fresh`).
    """

    def __init__(self, read: Callable[[Frame], Reading], *, still_frames: int = 6, votes: int = 3) -> None:
        if votes < 1:
            raise ValueError(f"{votes} frames cannot vote: give at least 1.")
        self._read = read
        self._votes_needed = votes
        self._motion = MotionDetector(still_frames=still_frames)
        self._memory = TrayMemory()
        self._vacancies = Vacancies()
        self._votes: list[Reading] = []
        self._phase: Phase = "moving"
        self._rest: Phase = "empty"
        self._dice_lay = False
        # The stretch of alike frames that is done with, and the one in which a hand was looked for.
        self._done = 0
        self._looked_at = 0
        self._hand: Mask | None = None
        self._hand_frames = 0
        self._again = True
        self._wishes_reading = False
        self._wishes_new_tray = False

    @property
    def phase(self) -> Phase:
        """What the tray does, as of the last frame."""
        return self._phase

    def watch(self, frame: Frame) -> Reading | None:
        """Take the next frame; a `Reading` when one is due. What `read` raises passes through."""
        self._take_wishes()
        rests = self._motion.feed(frame)
        if not self._motion.counts:
            return None
        if not rests:
            self._votes.clear()
            self._phase = self._movement()
            return None
        look, run = self._motion.picture, self._motion.run
        if run == self._done:
            self._memory.follow(look, empty=self._rest == "empty")
            return None
        if not self._again and self._looks_as_seen(look):
            self._finish(look)
            return None
        if run != self._looked_at:
            self._look_around(look)
        if self._hand is not None:
            self._hand_frames += 1
            if self._hand_frames < _HAND_IS_NONE:
                return self._wait_for_the_hand(self._hand, look)
        self._votes.append(self._read(frame))
        return self._told(look) if len(self._votes) >= self._votes_needed else None

    def read_again(self) -> None:
        """Read the tray once more when it rests, though it has not changed; from any thread."""
        self._wishes_reading = True

    def forget_empty_tray(self) -> None:
        """Learn the empty tray anew, for people who say that it is empty; from any thread."""
        self._wishes_new_tray = True
        self.read_again()

    def _take_wishes(self) -> None:
        if self._wishes_new_tray:
            self._wishes_new_tray = False
            self._memory = TrayMemory()
            self._looked_at = 0
        if self._wishes_reading:
            self._wishes_reading = False
            self._done, self._again = 0, True
            self._votes.clear()

    def _movement(self) -> Phase:
        """Say what moves, and look which dice are gone meanwhile."""
        now, threshold = self._motion.now, self._motion.threshold
        empty, seen = self._memory.empty, self._memory.seen
        other = empty or seen
        if other is None or other.grey.shape != now.grey.shape:
            return "moving"
        found = changes(now.grey, other.grey)
        cover = covered(now, other, found, threshold)
        if other is empty:
            self._vacancies.see(~cover & (found.plain <= _BARE_CHANGE * threshold))
        hand = hand_in(cover)
        self._hand_frames = 0 if hand is None else self._hand_frames + 1
        return "hand in" if self._hand_frames >= _HAND_MOVES else "moving"

    def _looks_as_seen(self, look: Look) -> bool:
        """Whether nothing has changed, nor can a die have come back to where it lay."""
        return not self._vacancies.any_bare and self._memory.looks_as_seen(look, self._motion.threshold)

    def _look_around(self, look: Look) -> None:
        """The tray rests and looks different: find out whether the camera was bumped or a hand is in."""
        self._looked_at = self._motion.run
        self._hand_frames = 0
        self._memory.follow_bump(look, self._motion.threshold)
        self._hand = self._memory.hand(look, self._motion.threshold)

    def _wait_for_the_hand(self, hand: Mask, look: Look) -> Reading | None:
        self._phase = "hand in"
        if self._hand_frames != _HAND_RESTS:
            return None
        if not self._again and not self._memory.changed_beside(hand, look, self._motion.threshold):
            return None
        self._again = True
        return Reading("unsure", HAND, (), 0.0)

    def _told(self, look: Look) -> Reading | None:
        """The votes' outcome, where it says something new."""
        threshold = self._motion.threshold
        reading = self._judged(self._vacancies.marked(vote(self._votes)), look)
        self._votes.clear()
        is_empty = reading.status == "ok" and not reading.dice
        # Of a die that was taken up nobody can say that only the camera has moved.
        rolled = self._memory.bumped and self._vacancies.any_bare
        known = not self._again and not rolled and self._memory.is_told(reading)
        if not known:
            self._memory.told = reading
        self._memory.learn(look, reading, threshold)
        self._watch_places(look)
        self._rest = "empty" if is_empty else "still"
        self._again = False
        self._finish(look)
        had_dice, self._dice_lay = self._dice_lay, not is_empty
        return None if known or (is_empty and not had_dice) else reading

    def _judged(self, reading: Reading, look: Look) -> Reading:
        """The vote's reading, held against the empty tray where that is known."""
        if reading.dice:
            return reading
        if self._memory.holds_something(look, self._motion.threshold):
            return replace(reading, status="unsure", reason=NO_DICE)
        return Reading("ok", None, (), reading.ms)

    def _watch_places(self, look: Look) -> None:
        told, empty, threshold = self._memory.told, self._memory.empty, self._motion.threshold
        bare: Mask | None = None
        if empty is not None and empty.grey.shape == look.grey.shape:
            found = changes(look.grey, empty.grey)
            bare = ~covered(look, empty, found, threshold) & (found.plain <= _BARE_CHANGE * threshold)
        self._vacancies.watch_over(() if told is None else told.dice, bare, look.scale)

    def _finish(self, look: Look) -> None:
        """Nothing more is to be read until something moves."""
        self._done = self._motion.run
        self._phase = self._rest
        self._votes.clear()
        self._memory.follow(look, empty=self._rest == "empty")
