"""Which face of which enrolled die a picture shows, or that it is none of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.enrolment.colour import Tone
from vision.enrolment.files import load_dice
from vision.enrolment.model import EnrolledDie
from vision.enrolment.patches import Box, cut_out, scaled
from vision.enrolment.turning import TURNS, alignment, compare
from vision.enrolment.views import Query, View
from vision.enrolment.windows import Affine, Window
from vision.errors import ImageError
from vision.frames import check_colour
from vision.reading import Frame

SURE = 0.5
"""Confidence from which a match may be relied on."""

_CUBE = Window(0.39, 0.2)
"""A cube's top face is nearly all that is seen of it."""

_KITES = Window(0.3, 0.145)
"""A d10's numeral does not stand in the middle of what is seen."""

_NUMERAL = Window(0.25, 0.115)
"""On other dice most of what is compared is the numeral: the neighbouring faces' edges are the same around
every face, and a tilt squeezes and stretches them otherwise."""

_STARTS = 4
"""Alignments of each face that are looked into at least; most are dropped after a glance."""

_GLANCE = 2
_SOFT_TRIES = 16
_SOFT_STEPS = 3
_SHARP_TRIES = 2
_SHARP_FACES = 5
_NEAR_TURNS = 3
_TAKEN = np.float32(-2)

_LIKENESS = ((0.4, 0.55, 0.9), (0.0, SURE, 1.0))
"""Likeness to confidence. Photographs of one die under two lights are 0.54 alike and more."""

_MARGIN = ((0.0, 0.12, 0.5), (0.0, SURE, 1.0))
"""Lead over the runner-up, as a share of what tells the two faces apart, to confidence."""

_TWIN = 0.03
"""Lead in likeness that the right one of two enrolled dice must have."""

_SMALLEST_MISMATCH = 0.02


@dataclass(frozen=True)
class Match:
    """The likeliest face of an enrolled die.

    `confidence` is 0 to 1; from `SURE` on the match is `sure`: it looks much like the die, and no other face
    and no other enrolled die comes near. `likeness` is -1 to 1. `runner_up` is the face that comes next, None
    where no other is worth a thought.
    """

    name: str
    face: str
    value: int | None
    confidence: float
    likeness: float
    runner_up: str | None

    @property
    def sure(self) -> bool:
        """Whether the match may be relied on."""
        return self.confidence >= SURE


class Sight:
    """A die in a frame, prepared once for being compared with any number of enrolled dice."""

    def __init__(self, frame: Frame, box: Box) -> None:
        """`frame` is (height, width, 3) blue-green-red, `box` the die's in px; else ImageError."""
        check_colour(frame)
        height, width = frame.shape[:2]
        x, y, wide, high = box
        inside = 0 <= x + wide / 2 <= width and 0 <= y + high / 2 <= height
        if not (inside and 1 <= max(wide, high) <= 4 * max(width, height)):
            raise ImageError(
                "The box around a die must have its middle in the picture, and be about its size."
            )
        self._prepare(cut_out(frame, box))

    @classmethod
    def of_portrait(cls, picture: Frame) -> Sight:
        """The die of a portrait, which is in its middle."""
        sight = cls.__new__(cls)
        sight._prepare(scaled(picture))
        return sight

    def _prepare(self, cut: Frame) -> None:
        self.query = Query.of(cut)
        self.tone = Tone.of(cut)


class Matcher:
    """One enrolled die, prepared for recognising; it needs at least one picture."""

    def __init__(self, die: EnrolledDie) -> None:
        self.die = die
        window = _CUBE if die.sides <= 6 else _KITES if die.sides == 10 else _NUMERAL
        cuts = [(face, scaled(picture)) for face, one in enumerate(die) for picture in one.pictures]
        self._window = window
        self._face_of = np.array([face for face, _ in cuts], int)
        self._views = [View(cut, window) for _, cut in cuts]
        self._tones = [Tone.of(cut) for _, cut in cuts]
        self._rings = np.ascontiguousarray(np.stack([view.rings for view in self._views], -1))

    def match(self, sight: Sight) -> Match | None:
        """The likeliest face, or None where this is not the die."""
        found = self._faces(sight)
        if not found or found[0].likeness < _LIKENESS[0][0]:
            return None
        best = found[0]
        face = self.die.faces[best.face]
        rivals = found[1:]
        confidence = float(np.interp(best.likeness, *_LIKENESS))
        runner_up = None
        if rivals:
            runner_up = self.die.faces[rivals[0].face].name
            confidence = min(
                confidence, *(float(np.interp(self._lead(best, one), *_MARGIN)) for one in rivals)
            )
        return Match(self.die.name, face.name, face.value, confidence, best.likeness, runner_up)

    def likenesses(self, sight: Sight, leave_out: int | None = None) -> dict[str, float]:
        """How like the likeliest faces are, -1 to 1, by name.

        `leave_out` is the number of a picture, counted over all faces, that is to be left aside.
        """
        return {self.die.faces[one.face].name: one.likeness for one in self._faces(sight, leave_out)}

    def _faces(self, sight: Sight, leave_out: int | None = None) -> list[_Found]:
        """The faces that are not out of the question, likest first."""
        like, places = compare(sight.query.rings, self._rings)
        if leave_out is not None:
            like[:, leave_out] = _TAKEN
        starts = [
            (0.0, alignment(int(places[turn, view]), turn), view)
            for view, turn in _peaks(like, self._face_of)
        ]
        glanced = self._roughly(sight, starts, _GLANCE)
        soft = self._roughly(sight, glanced[:_SOFT_TRIES], _SOFT_STEPS)
        tries: dict[int, list[_Found]] = {}
        for _, at, view in soft:
            face = int(self._face_of[view])
            before = len(tries.get(face, ()))
            if before == _SHARP_TRIES or (not before and len(tries) == _SHARP_FACES):
                continue
            sharp, end = self._views[view].refined(sight.query, at)
            fault = sight.tone.fault(self._tones[view], end, self._window)
            tries.setdefault(face, []).append(_Found(face, view, sharp - fault, end))
        best = [max(some, key=lambda one: one.likeness) for some in tries.values()]
        return sorted(best, key=lambda one: -one.likeness)

    def _roughly(
        self, sight: Sight, starts: list[tuple[float, Affine, int]], steps: int
    ) -> list[tuple[float, Affine, int]]:
        """Likeness, alignment and view after so many steps on the blurred pictures, likest first."""
        found = [(*self._views[view].roughly(sight.query, at, steps), view) for _, at, view in starts]
        return sorted(found, key=lambda one: -one[0])

    def _lead(self, first: _Found, second: _Found) -> float:
        """How far the first is ahead, as a share of what the two would differ by if the first were true."""
        alike = self._views[first.view].likeness_to(self._views[second.view], first.at, second.at)
        return (first.likeness - second.likeness) / max(_SMALLEST_MISMATCH, 1 - alike)


@dataclass(frozen=True)
class _Found:
    face: int
    view: int
    likeness: float
    at: Affine


class EnrolledDice:
    """All dice that the table knows, ready for recognising.

    Dice whose enrolment is not finished are left out: an unknown face would be taken for a known one.
    `faults` has a sentence for each folder that could not be loaded.
    """

    def __init__(self, dice: Iterable[EnrolledDie], faults: tuple[str, ...] = ()) -> None:
        self.faults = faults
        self._matchers = {die.name: Matcher(die) for die in dice if die.complete}

    @classmethod
    def load_all(cls, root: Path) -> EnrolledDice:
        """The dice in the folders of `root`; one that is damaged costs only itself (see `faults`)."""
        found = load_dice(root)
        return cls(found.dice, found.faults)

    @property
    def names(self) -> tuple[str, ...]:
        """The dice that can be recognised."""
        return tuple(self._matchers)

    def __len__(self) -> int:
        return len(self._matchers)

    def recognise(
        self, frame: Frame, box: Box | None = None, among: Collection[str] | None = None
    ) -> Match | None:
        """The enrolled die and face in `box` of `frame` (px; the whole frame when None), or None.

        `among` names the dice that may lie on the table, all by default. The match is not sure where two
        enrolled dice are alike. Raises ImageError for anything else than a colour frame.
        """
        if box is None:
            height, width = (*np.shape(frame), 0, 0)[:2]
            box = (0.0, 0.0, float(width), float(height))
        sight = Sight(frame, box)
        matches = [
            match
            for name, matcher in self._matchers.items()
            if (among is None or name in among) and (match := matcher.match(sight)) is not None
        ]
        matches.sort(key=lambda match: -match.likeness)
        if not matches:
            return None
        best = matches[0]
        if len(matches) > 1 and best.likeness - matches[1].likeness < _TWIN:
            return replace(best, confidence=min(best.confidence, 0.99 * SURE))
        return best


def _peaks(like: NDArray[np.float32], face_of: NDArray[np.int_]) -> list[tuple[int, int]]:
    """The most promising (view, turn) of each face; of a view's neighbouring turns only the best counts."""
    left = like.copy()
    peaks: list[tuple[int, int]] = []
    faces = np.unique(face_of)
    for face in faces:
        views = np.flatnonzero(face_of == face)
        for _ in range(max(_STARTS, _SOFT_TRIES // len(faces))):
            turn, which = (int(i) for i in np.unravel_index(left[:, views].argmax(), (TURNS, len(views))))
            view = int(views[which])
            if left[turn, view] > _TAKEN:
                peaks.append((view, turn))
                left[np.arange(turn - _NEAR_TURNS, turn + _NEAR_TURNS + 1) % TURNS, view] = _TAKEN
    return peaks
