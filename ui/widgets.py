"""What stands on a screen and can be pressed, whatever is played, and how the buttons go through it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from ui.geometry import Rect

P = TypeVar("P", covariant=True)


@dataclass(frozen=True)
class Widget(Generic[P]):
    """One thing on the screen.

    `kind` says how it is drawn. `press` is what pressing it does, None where it is only shown. `order` sorts
    the up and down order. `index` counts into the view, and `label` is the text of a key.
    """

    key: str
    rect: Rect
    kind: str
    press: P | None = None
    order: int = 0
    index: int = 0
    label: str = ""


def focus_order(found: Iterable[Widget[P]]) -> tuple[Widget[P], ...]:
    """The widgets that can be pressed, in the order of the down button."""
    return tuple(sorted((w for w in found if w.press is not None), key=lambda widget: widget.order))


def focused(found: Iterable[Widget[P]], focus: str | None) -> Widget[P] | None:
    """The widget that ok presses: that with the key `focus`, or the first in order where that is gone."""
    order = focus_order(found)
    return next((w for w in order if w.key == focus), order[0] if order else None)


def neighbour(found: Iterable[Widget[P]], focus: str | None, step: int) -> Widget[P] | None:
    """The widget `step` places further in the order than the focused one, around the end."""
    order = focus_order(found)
    current = focused(order, focus)
    return None if current is None else order[(order.index(current) + step) % len(order)]
