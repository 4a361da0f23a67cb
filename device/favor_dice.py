"""Dice of Favor of the Pharaoh as a screen shows them."""

from __future__ import annotations

from device.favor_roll import DraftDie
from rules.favor.dice import KINDS, Die, Kind
from ui.view import DieView


def die_view(die: Die) -> DieView:
    """A die that lies there."""
    return _view(die.kind, die.face)


def kind_view(kind: Kind) -> DieView:
    """A die that shows nothing yet."""
    return _view(kind, None)


def draft_view(die: DraftDie) -> DieView:
    """A die of a roll that is not committed yet."""
    return _view(die.kind, die.face, doubtful=die.doubtful)


def _view(kind: Kind, face: str | None, *, doubtful: bool = False) -> DieView:
    made = KINDS[kind]
    return DieView(kind.value, made.body, made.mark, face, _faces(kind, face), doubtful)


def _faces(kind: Kind, shown: str | None) -> tuple[str, ...]:
    """The faces once each, those that a reader most easily takes for `shown` first: one pip more or less."""
    faces = list(dict.fromkeys(KINDS[kind].faces))
    if shown is not None and shown.isdecimal():
        faces.sort(key=lambda face: abs(int(face) - int(shown)) if face.isdecimal() else len(faces))
    else:
        faces.sort()
    return tuple(faces)
