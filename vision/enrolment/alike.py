"""Whether a face that was just taken can be told from those that were taken before."""

from __future__ import annotations

from statistics import mean

from vision.enrolment.model import EnrolledDie
from vision.enrolment.recognise import Matcher, Sight

_CLOSE = 0.02
"""Another face that is less than this less alike than the face's own pictures cannot be told from it."""

_SAME = 0.95
"""Likeness at which a single picture shows a face that is known: other faces of a die stay below."""


def look_alike(die: EnrolledDie, name: str) -> str | None:
    """The face that the pictures of face `name` show as well, or None.

    Each picture is compared with the face's other pictures and with those of all other faces. A face laid
    twice under two names is found so, and a 6 and 9 without a bar.
    """
    pictures = die.face(name).pictures
    own: list[float] = []
    others: dict[str, list[float]] = {}
    for index, picture in enumerate(pictures):
        rest = die.with_pictures(name, pictures[:index] + pictures[index + 1 :])
        if not any(face.pictures for face in rest):
            return None
        like = Matcher(rest).likenesses(Sight.of_portrait(picture))
        if len(pictures) > 1:
            own.append(like.get(name, -1.0))
        for face in die:
            if face.name != name and face.pictures:
                others.setdefault(face.name, []).append(like.get(face.name, -1.0))
    if not others:
        return None
    nearest = max(others, key=lambda face: mean(others[face]))
    bound = mean(own) - _CLOSE if own else _SAME
    return nearest if mean(others[nearest]) > bound else None
