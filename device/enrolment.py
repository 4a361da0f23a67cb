"""Enrolling a die: each face is asked for in turn, taken when the die lies still, and kept at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from device.config import Config
from device.errors import UsageError
from rules.favor.dice import KINDS, Kind, value
from vision.enrolment import (
    Box,
    EnrolledDie,
    EnrolledFace,
    Locator,
    enrolled_names,
    load_die,
    look_alike,
    portrait,
    save_die,
)
from vision.reading import Frame

VIEWS = 3
"""Pictures of a face: the die is turned in between, so that another light on it is known too."""

Locate: TypeAlias = Callable[[Frame], list[Box]]
Tone: TypeAlias = Literal["plain", "ask", "refusal"]

_NUMBERED = {"d4": 4, "d6": 6, "d8": 8, "d10": 10, "d12": 12, "d20": 20}


@dataclass(frozen=True)
class FaceProgress:
    """One face on the way: how many pictures of how many, and whether it is kept or just asked for."""

    name: str
    taken: int
    wanted: int
    known: bool
    asked: bool


def dice_folder(config: Config, data: Path | None = None) -> Path:
    """Where the enrolled dice lie: `dice` in the data folder, which is the journal's unless given."""
    return (config.journal.path.parent if data is None else data.absolute()) / "dice"


def die_to_enrol(root: Path, name: str, sides: int | None = None, faces: Sequence[str] = ()) -> EnrolledDie:
    """The die called `name`: as far as it is enrolled already, or else new.

    A new die's faces are those given, or 1 to `sides`, or what the name says: `d8` and `d8-blue` have 1 to 8,
    `artisan` and `artisan-2` have the Artisan die's faces. Raises UsageError where the faces cannot be known
    or are not those of the die that is enrolled under this name, and EnrolmentError for a damaged die.
    """
    asked = _faces(name, sides, faces)
    if name in enrolled_names(root):
        die = load_die(root / name)
        if asked and (sides or faces) and [face.name for face in die] != [face.name for face in asked[1]]:
            listed = ", ".join(face.name for face in die)
            raise UsageError(
                f"the die {name} is enrolled already, with the faces {listed}; "
                f"take another name, or forget it first with 'pharaoh enrol {name} --remove'"
            )
        return die
    if asked is None:
        known = ", ".join([*_NUMBERED, *Kind])
        raise UsageError(
            f"nothing says which faces {name} has: add --sides 6 or --faces 1,2,star, "
            f"or begin the name with one of {known}"
        )
    return EnrolledDie(name, *asked)


def _faces(name: str, sides: int | None, faces: Sequence[str]) -> tuple[int, tuple[EnrolledFace, ...]] | None:
    word = name.partition("-")[0]
    if not faces and sides is None and word in [*Kind]:
        kind = Kind(word)
        listed = dict.fromkeys(KINDS[kind].faces)
        return 6, tuple(EnrolledFace(face, value(kind, face)) for face in listed)
    if not faces:
        number = _NUMBERED.get(word) if sides is None else sides
        if number is None:
            return None
        # Raises for a number of sides that no die has, before that many names are made.
        EnrolledDie(name, number, (EnrolledFace("1", 1),))
        faces = [str(n) for n in range(1, number + 1)]
    made = tuple(EnrolledFace(face, int(face) if face.isdecimal() else None) for face in faces)
    return sides or _NUMBERED.get(word) or max(2, len(made)), made


class Enrolment:
    """One die's enrolment; feed it frames, and ask it what to show.

    `root` is the folder of the enrolled dice. Each face that has its `views` pictures is written at once; a
    face in work is lost with the power, nothing else. `find` makes a locator from a frame of the empty tray,
    or from None where none is known.
    """

    def __init__(
        self,
        die: EnrolledDie,
        root: Path,
        *,
        views: int = VIEWS,
        find: Callable[[Frame | None], Locate] = Locator,
    ) -> None:
        self.die = die
        self.message = ""
        self.tone: Tone = "plain"
        self.warnings: list[str] = []
        self._root = root
        self._views = views
        self._find = find
        self._locate = find(None)
        self._frame: Frame | None = None
        self._box: Box | None = None
        self._pictures: list[Frame] = []
        self._fresh = True
        self._empty_wanted = False
        self._asked: str | None = None
        self._ask(next(iter(die.missing), None))

    @property
    def asked(self) -> str | None:
        """The face that is to be laid, or None when all are known."""
        return self._asked

    @property
    def box(self) -> Box | None:
        """Where the die was seen in the last frame at rest, in px."""
        return self._box

    @property
    def progress(self) -> tuple[FaceProgress, ...]:
        """Every face, in the order asked for."""
        return tuple(
            FaceProgress(
                face.name,
                len(self._pictures) if face.name == self._asked else len(face.pictures),
                self._views,
                bool(face.pictures),
                face.name == self._asked,
            )
            for face in self.die
        )

    def ask_for_empty_tray(self) -> None:
        """Have the tray without dice shown first: on a pattern, a die is found by the difference."""
        self._empty_wanted = True
        self._say("Take every die off the tray, so that it is known without one.", "ask")

    def feed(self, frame: Frame, rests: bool) -> None:
        """Take the next frame; `rests` says that nothing in it has moved for a while."""
        self._frame = frame
        if not rests:
            self._fresh = True
            self._box = None
            return
        # What lies there has been taken, or has been found wanting, already.
        if not self._fresh or (self._asked is None and not self._empty_wanted):
            return
        self._fresh = False
        boxes = self._locate(frame)
        if self._empty_wanted:
            if len(boxes) == 1:
                self._say("Something lies there: take it off, or press 'Take it now' if it stays.", "refusal")
            else:
                self._learn_empty(frame)
            return
        if len(boxes) == 1:
            self._take(frame, boxes[0])
        elif boxes:
            self._say("More than one thing lies there: leave only the die to be enrolled.", "refusal")
        else:
            self._request()

    def take_now(self) -> None:
        """Take the die as it lies in the last frame, at rest or not."""
        if self._frame is None:
            self._say("There is no picture yet: check the camera.", "refusal")
        elif self._empty_wanted:
            self._learn_empty(self._frame)
        elif self._asked is not None:
            boxes = self._locate(self._frame)
            if boxes:
                self._take(self._frame, boxes[0])
            else:
                self._say("No die is seen: lay it in the middle, on something plain.", "refusal")
            self._fresh = False

    def redo(self, face: str) -> None:
        """Ask for `face` again; its pictures are kept until there are new ones. Raises EnrolmentError."""
        self._ask(self.die.face(face).name)

    def redo_last(self) -> None:
        """Begin the face in work anew, or else the one before it."""
        names = [face.name for face in self.die]
        at = len(names) if self._asked is None else names.index(self._asked)
        if self._asked is None or not self._pictures:
            at = max(0, at - 1)
        self._ask(names[at])

    def skip(self) -> None:
        """Leave the face as far as it is, and go on with the next one that is missing."""
        if self._asked is None:
            return
        if self._pictures:
            self._keep()
            return
        self._ask(self._next_missing(self._asked))

    def add(self, face: str, pictures: Sequence[Frame]) -> None:
        """Keep these portraits as all that is known of `face`; EnrolmentDiskError where that fails."""
        self._asked = face
        self._pictures = list(pictures)
        self._keep()

    def _learn_empty(self, frame: Frame) -> None:
        self._empty_wanted = False
        self._locate = self._find(frame)
        self._request()

    def _take(self, frame: Frame, box: Box) -> None:
        self._box = box
        self._pictures.append(portrait(frame, box))
        if len(self._pictures) >= self._views:
            self._keep()
        else:
            self._request()

    def _keep(self) -> None:
        face = self._asked
        assert face is not None
        die = self.die.with_pictures(face, self._pictures)
        save_die(self._root, die, sure=[one.name for one in die if one.name != face])
        self.die = die
        other = look_alike(die, face)
        self._ask(self._next_missing(face))
        if other is not None:
            self._warn(face, other)

    def _next_missing(self, face: str) -> str | None:
        """The next face without a picture after `face`, which comes last."""
        names = [one.name for one in self.die]
        at = names.index(face) + 1
        return next((name for name in names[at:] + names[:at] if name in self.die.missing), None)

    def _warn(self, face: str, other: str) -> None:
        warning = (
            f"This looks like face {other}, which is already known: was {other} up instead of {face}? "
            f"Then redo {face}; if the two do look the same, the table will ask."
        )
        self.warnings.append(warning)
        self._say(f"{warning} {self.message}", "refusal")

    def _ask(self, face: str | None) -> None:
        self._asked = face
        self._pictures = []
        self._request()

    def _request(self) -> None:
        face = self._asked
        if face is None:
            self._say(f"All {len(self.die.faces)} faces of {self.die.name} are known.", "plain")
        elif self._pictures:
            count = f"{len(self._pictures)} of {self._views}"
            self._say(f"Face {face}: {count}. Turn the die a little, with {face} still up.", "ask")
        else:
            self._say(f"Lay the die with {face} up.", "ask")

    def _say(self, message: str, tone: Tone) -> None:
        self.message, self.tone = message, tone
