"""Readings of trays as the camera would give them."""

from __future__ import annotations

from vision.reading import DieReading, Reading

SIZE = 40.0


def seen(face: str, body: str = "red", at: tuple[float, float] = (0.0, 0.0)) -> DieReading:
    """One die of 40 px with its middle at a point in px."""
    value = int(face) if face.isdecimal() else None
    return DieReading("d6", 6, face, value, 0.99, (at[0] - SIZE / 2, at[1] - SIZE / 2, SIZE, SIZE), body)


def tray(*faces: str, body: str = "red", shift: float = 0.0, reason: str | None = None) -> Reading:
    """Dice in a row, 100 px apart, moved along by `shift` px; unsure where a reason is given."""
    dice = tuple(seen(face, body, (100.0 * n + shift, 50.0)) for n, face in enumerate(faces))
    return Reading("unsure" if reason else "ok", reason, dice, 5.0)


EMPTY = Reading("ok", None, (), 1.0)
