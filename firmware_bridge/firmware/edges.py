"""From the interrupts' edges to presses and releases."""

from array import array

from .clock import since

BUTTONS = 6
WINDOW_US = 20000
"""How long a contact must be open before its next closing is a press."""

_ROOM = 128
_OPEN, _DOWN, _STUCK, _OPENING, _STUCK_OPENING = range(5)
_BETWEEN = _OPENING - _DOWN
"""From a closed contact's state to that of one whose release is not known yet, for both kinds."""


class EdgeRing:
    """Edges on their way from the interrupts to the loop: one writes, one reads, neither waits.

    Holds 127 edges; more than that between two turns can only be a broken contact, and sets `overrun`.
    """

    def __init__(self) -> None:
        self.overrun = False
        self._ticks = array("i", [0] * _ROOM)
        self._what = bytearray(_ROOM)
        self._in = 0
        self._out = 0

    def put(self, button: int, closed: int, tick: int) -> None:
        """Keep one edge; called by interrupts, one at a time."""
        place = self._in
        after = (place + 1) & (_ROOM - 1)
        if after == self._out:
            self.overrun = True
            return
        self._ticks[place] = tick
        self._what[place] = button << 1 | closed
        # Last, as the loop may look at any moment.
        self._in = after

    def drain(self, debounce: "Debounce") -> None:
        """Give all edges to `debounce`, oldest first."""
        while self._out != self._in:
            place = self._out
            what = self._what[place]
            debounce.edge(what >> 1, what & 1, self._ticks[place])
            self._out = (place + 1) & (_ROOM - 1)


class Edges:
    """Whoever wants to know of presses and releases."""

    def put(self, button: int, pressed: int, tick: int) -> None:
        """A press (1) or release (0) of a button at a tick."""


class Debounce:
    """Takes the bouncing out of six contacts, by the edges' stamps alone.

    A press counts at its first edge, so that it costs no time. The next one counts only after the contact was
    open for the whole window; a release is known once that time has passed. The level that bouncing ends on
    stands.
    """

    def __init__(self, out: Edges) -> None:
        self._out = out
        self._state = bytearray(BUTTONS)
        self._opened = array("i", [0] * BUTTONS)

    def begin(self, button: int, closed: int) -> None:
        """Tell how a contact is at the start: one that is closed then must open before it can be pressed."""
        self._state[button] = _STUCK if closed else _OPEN

    def edge(self, button: int, closed: int, tick: int) -> None:
        """Take an edge that closed (1) or opened (0) a contact."""
        self._settle(button, tick)
        state = self._state[button]
        if closed:
            if state == _OPEN:
                self._state[button] = _DOWN
                self._out.put(button, 1, tick)
            elif state >= _OPENING:
                self._state[button] = state - _BETWEEN
        elif _OPEN < state < _OPENING:
            self._state[button] = state + _BETWEEN
            self._opened[button] = tick

    def settle(self, now: int) -> None:
        """Report the contacts that have been open long enough by now, the one that opened first first."""
        first = self._opened_first()
        while first >= 0 and self._settle(first, now):
            first = self._opened_first()

    def level(self, button: int, closed: int, now: int) -> None:
        """Take a contact's level, where edges may have been missed."""
        if closed != (_OPEN < self._state[button] < _OPENING):
            self.edge(button, closed, now)

    def _opened_first(self) -> int:
        """Of the contacts whose release is not known yet the one that opened first, or -1."""
        first = -1
        for button in range(BUTTONS):
            if self._state[button] >= _OPENING and (
                first < 0 or since(self._opened[button], self._opened[first]) < 0
            ):
                first = button
        return first

    def _settle(self, button: int, tick: int) -> bool:
        state = self._state[button]
        if state < _OPENING or since(tick, self._opened[button]) < WINDOW_US:
            return False
        self._state[button] = _OPEN
        if state == _OPENING:
            self._out.put(button, 0, self._opened[button])
        return True
