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
    pictures = [(face.name, picture) for face in die for picture in face.pictures]
    own: list[float] = []
    others: dict[str, list[float]] = {}
    matcher = Matcher(die)
    for index, (face, picture) in enumerate(pictures):
        if face != name:
            continue
        like = matcher.likenesses(Sight.of_portrait(picture), leave_out=index)
        if len(die.face(name).pictures) > 1:
            own.append(like.get(name, -1.0))
        for other in {face for face, _ in pictures} - {name}:
            others.setdefault(other, []).append(like.get(other, -1.0))
    if not others:
        return None
    nearest = max(others, key=lambda face: mean(others[face]))
    bound = mean(own) - _CLOSE if own else _SAME
    return nearest if mean(others[nearest]) > bound else None
