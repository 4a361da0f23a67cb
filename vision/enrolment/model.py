"""An enrolled die: its faces and the pictures that were taken of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from vision.enrolment.errors import EnrolmentError
from vision.reading import Frame

MOST_SIDES = 30
MOST_PICTURES = 12
"""Pictures of one face: more make recognising slower and no better."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")


@dataclass(frozen=True)
class EnrolledFace:
    """One face: its name ("6", "star"), its value if it has one, and portraits of it, each (side, side, 3).

    A portrait is what `patches.portrait` makes of a frame: the die fills the middle three fifths.
    """

    name: str
    value: int | None
    pictures: tuple[Frame, ...] = ()


@dataclass(frozen=True)
class EnrolledDie:
    """A die by its name, the number of its sides, and its faces in the order in which they are asked for.

    A face that stands on the die twice is listed once. Raises EnrolmentError for names that could not be file
    names everywhere, for a face named twice, and for numbers out of bounds.
    """

    name: str
    sides: int
    faces: tuple[EnrolledFace, ...]

    def __post_init__(self) -> None:
        check_name(self.name, "a die")
        if not 2 <= self.sides <= MOST_SIDES:
            raise EnrolmentError(
                f"a die of {self.sides} sides cannot be enrolled; give 2 to {MOST_SIDES} sides"
            )
        if not 1 <= len(self.faces) <= self.sides:
            raise EnrolmentError(
                f"a die of {self.sides} sides cannot have {len(self.faces)} different faces; "
                "name each face once, and no more than there are sides"
            )
        for face in self.faces:
            check_name(face.name, "a face")
            if len(face.pictures) > MOST_PICTURES:
                raise EnrolmentError(
                    f"face {face.name} has {len(face.pictures)} pictures; keep at most {MOST_PICTURES}"
                )
        names = [face.name for face in self.faces]
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise EnrolmentError(f"the face {twice!r} is named twice; name each face once")

    @property
    def missing(self) -> tuple[str, ...]:
        """The names of the faces without a picture."""
        return tuple(face.name for face in self.faces if not face.pictures)

    @property
    def complete(self) -> bool:
        """Whether every face has been taken: before that, an unknown face could be taken for a known one."""
        return not self.missing

    def __iter__(self) -> Iterator[EnrolledFace]:
        return iter(self.faces)

    def face(self, name: str) -> EnrolledFace:
        """The face of this name; raises EnrolmentError where there is none."""
        for face in self.faces:
            if face.name == name:
                return face
        listed = ", ".join(face.name for face in self.faces)
        raise EnrolmentError(f"the die {self.name} has no face {name!r}; its faces are {listed}")

    def with_pictures(self, name: str, pictures: Sequence[Frame]) -> EnrolledDie:
        """The same die with these pictures of one face in the place of any others."""
        taken = replace(self.face(name), pictures=tuple(pictures))
        return replace(self, faces=tuple(taken if face.name == name else face for face in self.faces))


def check_name(name: str, what: str) -> None:
    """Raises EnrolmentError where `name` could not be part of a file's name on every disk."""
    if not _NAME.fullmatch(name):
        raise EnrolmentError(
            f"{name!r} cannot be the name of {what}; "
            "use small letters, digits, - and _, beginning with a letter or digit, 32 at most"
        )
