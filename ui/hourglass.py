"""The sand timer in pixels, for every game: a ring with the seconds in it, and an hourglass."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from ui.geometry import Rect
from ui.palette import CARNELIAN, FADED, GOLD, GOLD_DARK, LAPIS_DARK, NIGHT, PAPYRUS, SAND, Colour, mixed
from ui.text import write

LAST_MS = 5_000
"""From here on the time is shown in another colour, and audible."""

_GLASS = mixed(LAPIS_DARK, PAPYRUS, 0.12)


def seconds_left(left_ms: int) -> int:
    """The seconds that are shown: 30 at the start, 1 up to the end, 0 behind it."""
    return -(-left_ms // 1000)


def draw_ring(surface: pygame.Surface, area: Rect, left_ms: int, total_ms: int, *, stands: bool) -> None:
    """A ring that empties clockwise, with the seconds as large as it leaves room for."""
    radius = min(area.w, area.h) // 2 - 2
    thick = max(6, radius // 6)
    share = left_ms / total_ms if total_ms else 0.0
    colour = _colour(left_ms, stands)
    pygame.draw.circle(surface, LAPIS_DARK, area.centre, radius)
    pygame.draw.circle(surface, NIGHT, area.centre, radius - thick)
    if share >= 1:
        pygame.draw.circle(surface, colour, area.centre, radius, thick)
    elif share > 0:
        pygame.draw.polygon(surface, colour, _arc(area.centre, radius, radius - thick, share))
    inner = radius - thick
    room = Rect(area.centre[0] - inner, area.centre[1] - inner, 2 * inner, 2 * inner).inset(inner // 8)
    ink = colour if left_ms <= LAST_MS or stands else PAPYRUS
    write(surface, room, str(seconds_left(left_ms)), ink, largest=inner * 5 // 4, align="centre")


def draw_hourglass(surface: pygame.Surface, area: Rect, left_ms: int, total_ms: int, *, stands: bool) -> None:
    """Two glasses one over the other, the sand in the upper one as high as there is time left."""
    share = left_ms / total_ms if total_ms else 0.0
    width = min(area.w, area.h * 3 // 5)
    plate = max(4, area.h // 24)
    upper = _Bulb(area.centre, area.h // 2 - plate, width * 5 // 12, -1)
    lower = _Bulb(area.centre, area.h // 2 - plate, width * 5 // 12, 1)
    for bulb in (upper, lower):
        pygame.draw.polygon(surface, _GLASS, bulb.outline(0.0, 1.0))
    sand = CARNELIAN if left_ms <= LAST_MS and not stands else SAND
    if share > 0:
        pygame.draw.polygon(surface, sand, upper.outline(0.0, math.sqrt(share)))
        if not stands:
            end = (area.centre[0], lower.edge(1.0))
            pygame.draw.line(surface, sand, area.centre, end, max(2, width // 40))
    if share < 1:
        pygame.draw.polygon(surface, sand, lower.outline(math.sqrt(share), 1.0))
    left = area.centre[0] - width // 2
    for y in (area.y, area.bottom - plate):
        pygame.draw.rect(surface, GOLD, pygame.Rect(left, y, width, plate), border_radius=plate // 2)
    for x in (left + width // 24, left + width - width // 24):
        post = (x, area.y + plate), (x, area.bottom - plate)
        pygame.draw.line(surface, GOLD_DARK, *post, max(2, width // 40))


@dataclass(frozen=True)
class _Bulb:
    """One of the two glasses: a cone from the neck at `tip`, upwards with `way` -1 and downwards with 1."""

    tip: tuple[int, int]
    height: int
    reach: int
    way: int

    def edge(self, level: float) -> float:
        """The height of a level, from 0 at the neck to 1 at the plate, in px of the surface."""
        return self.tip[1] + self.way * level * self.height

    def outline(self, low: float, high: float) -> list[tuple[float, float]]:
        """The part between two levels; what fills a cone to a level is as the level's square."""
        neck = max(2, self.reach // 16)
        x = self.tip[0]
        half = [neck + (self.reach - neck) * level for level in (low, high)]
        near, far = self.edge(low), self.edge(high)
        return [(x - half[0], near), (x + half[0], near), (x + half[1], far), (x - half[1], far)]


def _colour(left_ms: int, stands: bool) -> Colour:
    if stands:
        return FADED
    return mixed(CARNELIAN, PAPYRUS, 0.25) if left_ms <= LAST_MS else GOLD


def _arc(centre: tuple[int, int], outer: int, inner: int, share: float) -> list[tuple[float, float]]:
    """The outline of a ring's remaining part: what is gone begins at the top and grows clockwise."""
    steps = max(2, round(share * 90))
    angles = [math.tau * (1 - share + share * step / steps) - math.pi / 2 for step in range(steps + 1)]
    edge = [(centre[0] + outer * math.cos(a), centre[1] + outer * math.sin(a)) for a in angles]
    back = [(centre[0] + inner * math.cos(a), centre[1] + inner * math.sin(a)) for a in reversed(angles)]
    return edge + back
