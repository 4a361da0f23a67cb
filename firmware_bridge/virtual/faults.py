"""What a bad cable, a busy hub or a nudged plug do to the bytes on a line."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass


@dataclass(frozen=True)
class Faults:
    """How likely each byte is lost, doubled or changed (0 to 1), and how late it is at least and most, in s.

    What is late is late in order, as on any serial line.
    """

    drop: float = 0.0
    duplicate: float = 0.0
    garble: float = 0.0
    delay_s: tuple[float, float] = (0.0, 0.0)


SOUND = Faults()
"""A line that does no harm."""


class FaultyLine:
    """One direction of a line: bytes go in at a time and come out at a later one."""

    def __init__(self, chance: random.Random) -> None:
        self.faults = SOUND
        self._chance = chance
        self._under_way: deque[tuple[float, bytes]] = deque()

    def put(self, data: bytes, now: float) -> None:
        """Send bytes at `now`, in s."""
        if self.faults == SOUND and not self._under_way:
            self._under_way.append((now, data))
            return
        for piece in self._split(data):
            due = now + self._chance.uniform(*self.faults.delay_s)
            if self._under_way:
                due = max(due, self._under_way[-1][0])
            self._under_way.append((due, self._harm(piece)))

    def take(self, now: float) -> bytes:
        """What has arrived by `now`."""
        arrived = bytearray()
        while self._under_way and self._under_way[0][0] <= now:
            arrived += self._under_way.popleft()[1]
        return bytes(arrived)

    def due(self) -> float | None:
        """When the next bytes arrive, or None if none are under way."""
        return self._under_way[0][0] if self._under_way else None

    def cut(self) -> None:
        """Lose what is under way."""
        self._under_way.clear()

    def _split(self, data: bytes) -> list[bytes]:
        """The bytes in two pieces that may be late by different times."""
        if len(data) < 2 or self.faults.delay_s[1] <= 0:
            return [data]
        cut = self._chance.randrange(1, len(data))
        return [data[:cut], data[cut:]]

    def _harm(self, data: bytes) -> bytes:
        faults, chance = self.faults, self._chance
        if not (faults.drop or faults.duplicate or faults.garble):
            return data
        harmed = bytearray()
        for byte in data:
            if chance.random() < faults.drop:
                continue
            if chance.random() < faults.garble:
                byte ^= chance.randrange(1, 256)
            harmed.append(byte)
            if chance.random() < faults.duplicate:
                harmed.append(byte)
        return bytes(harmed)
