"""Who may name a number: players' presses in the order in which they were made, ties told to the table."""

from __future__ import annotations

from device.presses import PlayerPress, firsts

GRACE_NS = 60_000_000
"""How long presses that are still on their way are waited for before the first one is decided, in ns."""


class Claims:
    """The presses that wait, and the seat that has the floor.

    `floor` is the press of the player who is to name a number now. `tied` are the seats of whom nobody knows
    who was first: the table says whose turn it is with `choose`.
    """

    def __init__(self) -> None:
        self.floor: PlayerPress | None = None
        self.tied: tuple[int, ...] = ()
        self._waiting: list[PlayerPress] = []
        self._told_ns = 0

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that pressed and have not had the floor, earliest press first."""
        return tuple(press.player for press in sorted(self._waiting, key=lambda press: press.at_ns))

    @property
    def open(self) -> bool:
        """Whether anybody has the floor or waits for it."""
        return self.floor is not None or bool(self._waiting)

    def press(self, press: PlayerPress, now_ns: int) -> bool:
        """A player pressed; False where that player is waiting or has the floor already."""
        if press.player in self.waiting or (self.floor is not None and self.floor.player == press.player):
            return False
        if not self._waiting:
            self._told_ns = now_ns
        self._waiting.append(press)
        return True

    def tick(self, now_ns: int) -> bool:
        """Give the floor to the first, once presses before it would have arrived; whether that happened.

        One that arrives later still, with an earlier stamp, stands behind: the decision is known by then.
        """
        if self.floor is not None or self.tied or not self._waiting:
            return False
        if now_ns - self._told_ns < GRACE_NS:
            return False
        first = firsts(self._waiting)
        if len(first) == 1:
            self._give(first[0])
        else:
            self.tied = tuple(sorted(press.player for press in first))
        return True

    def choose(self, seat: int) -> bool:
        """The table says that this one of the tied was first; False for a seat that is not."""
        press = next((press for press in self._waiting if press.player == seat), None)
        if seat not in self.tied or press is None:
            return False
        self._give(press)
        return True

    def done(self) -> None:
        """Whoever had the floor has named a number, or none."""
        self.floor = None

    def drop(self, seat: int) -> None:
        """A player wants nothing, or may have nothing, any more."""
        self._waiting = [press for press in self._waiting if press.player != seat]
        self.tied = ()
        if self.floor is not None and self.floor.player == seat:
            self.floor = None

    def clear(self) -> None:
        """Nobody has pressed."""
        self.floor, self.tied, self._waiting = None, (), []

    def _give(self, press: PlayerPress) -> None:
        self.floor, self.tied = press, ()
        self._waiting.remove(press)
