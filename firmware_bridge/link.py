"""The thread that keeps a board linked, whatever happens to its cable, its port or itself."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from firmware_bridge.clock_sync import ClockSync
from firmware_bridge.conversation import Conversation, Linked, News
from firmware_bridge.errors import BridgeError, PortError, SilenceError, VersionError
from firmware_bridge.lights import BoardLights, lamps_message, ring_message
from firmware_bridge.messages import Hello, Pong
from firmware_bridge.ports import SerialPort, find_boards
from firmware_bridge.serial_port import Port, SerialLine

LOOK_NS = 500_000_000
"""How often a board is looked for, while there is none."""

FIRST_PAUSE_NS = 50_000_000
LONGEST_PAUSE_NS = 500_000_000
"""The rests between tries at a port that is there, each twice as long as the one before."""

OTHER_VERSION_PAUSE_NS = 5_000_000_000
"""The rest after a board that speaks another protocol: the port is free for installing a new one."""

STOP_S = 2.0
"""How long the thread has for giving its port back at the end."""

Notes: TypeAlias = tuple[tuple[int, int], ...]
"""Notes of a sound: Hz (0 for a rest) and ms."""


@dataclass(frozen=True)
class LinkLost:
    """The board is gone; `reason` says why and what to do. The thread goes on looking for it."""

    reason: str


LinkNews: TypeAlias = News | LinkLost


@dataclass(frozen=True)
class LinkState:
    """How the link stands, for whoever looks from outside; ticks apart in parts per million."""

    device: str
    hello: Hello
    pong: Pong | None
    uncertainty_ns: int | None
    drift_ppm: float
    damaged: int


class BoardLink:
    """Looks for a board, talks with it and finds it again, posting what it says, until `stop`.

    `find` lists the ports it may be at, `open_port` opens one; `post` is called from the thread and must not
    block. `now_ns` is CLOCK_MONOTONIC, `rest` waits so many seconds or until the stop.
    """

    def __init__(
        self,
        post: Callable[[LinkNews], None],
        find: Callable[[], Sequence[SerialPort]] = find_boards,
        *,
        open_port: Callable[[str], Port] = SerialLine,
        now_ns: Callable[[], int] = time.monotonic_ns,
        rest: Callable[[float], object] | None = None,
        conversation: Conversation | None = None,
    ) -> None:
        self._post = post
        self._find = find
        self._open_port = open_port
        self._now_ns = now_ns
        self._halt = threading.Event()
        self._rest = rest or self._halt.wait
        self._talk = conversation or Conversation()
        self._thread: threading.Thread | None = None
        self._port: Port | None = None
        self._device = ""
        self._known: frozenset[str] = frozenset()
        self._tries = 0
        self._told: str | None = None
        # Held for moments only: what the table wants, on its way to the thread.
        self._lock = threading.Lock()
        self._lights: BoardLights | None = None
        self._sound: tuple[Notes, int] | None = None
        self._state: LinkState | None = None

    @property
    def state(self) -> LinkState | None:
        """How the link stands, or None where there is none."""
        return self._state

    @property
    def died(self) -> bool:
        """Whether the thread ended although nobody stopped it."""
        return self._thread is not None and not self._thread.is_alive() and not self._halt.is_set()

    def want(self, lights: BoardLights) -> None:
        """Show this from now on, on every board that is found; MessageError where none can."""
        if lights == self._lights:
            return
        lamps_message(lights)
        ring_message(lights, ClockSync(), 0)
        with self._lock:
            self._lights = lights
        self._wake()

    def play(self, notes: Notes) -> None:
        """Play notes once, on a board that is linked within a second; only the last ones asked for count."""
        with self._lock:
            self._sound = notes, self._now_ns()
        self._wake()

    def start(self) -> None:
        """Begin to look, also again after the thread died: then after a rest."""
        # What killed it may do so at once, and again and again.
        rest_s = LOOK_NS / 1e9 if self.died else 0.0
        self._thread = threading.Thread(target=self._run, args=(rest_s,), name="board", daemon=True)
        self._thread.start()

    def stop(self, wait_s: float = STOP_S) -> None:
        """Give the port back and end; the board shows that nobody is there after a second."""
        self._halt.set()
        self._wake()
        if self._thread is None:
            self._close()
        else:
            self._thread.join(wait_s)

    def turn(self) -> None:
        """One turn of the thread: look for a board, or listen and talk to it for a moment."""
        if self._port is None:
            self._look()
            return
        try:
            self._exchange(self._port)
        except (PortError, SilenceError, VersionError) as error:
            self._lose(error)

    def _run(self, rest_s: float) -> None:
        self._rest(rest_s)
        try:
            while not self._halt.is_set():
                self.turn()
        finally:
            self._close()

    def _look(self) -> None:
        found = [port.device for port in self._find() if port.usable]
        new = [device for device in found if device not in self._known]
        self._known = frozenset(found)
        if not found:
            self._rest(LOOK_NS / 1e9)
            return
        # What was just plugged in first, else each in its turn, where several look like a board.
        device = new[0] if new else found[self._tries % len(found)]
        try:
            self._port = self._open_port(device)
        except PortError as error:
            self._lose(error)
            return
        self._device = device
        self._talk.opened(self._now_ns())

    def _exchange(self, port: Port) -> None:
        data = port.read()
        news = self._talk.hear(data, self._now_ns())
        for each in news:
            if isinstance(each, Linked):
                self._tries, self._told = 0, None
            self._post(each)
        self._pass_wishes_on()
        if out := self._talk.due(self._now_ns()):
            port.write(out)
            self._note_state()

    def _pass_wishes_on(self) -> None:
        with self._lock:
            lights, sound = self._lights, self._sound
            self._sound = None
        if lights is not None:
            self._talk.want(lights)
        if sound is not None:
            self._talk.play(*sound)

    def _note_state(self) -> None:
        talk = self._talk
        if not talk.linked or talk.hello is None:
            self._state = None
            return
        clock = talk.clock
        uncertainty = clock.uncertainty_ns if clock.known else None
        self._state = LinkState(
            self._device, talk.hello, talk.pong, uncertainty, clock.drift_ppm, talk.damaged
        )

    def _lose(self, error: BridgeError) -> None:
        was_linked = self._talk.linked
        self._close()
        self._tries += 1
        reason = str(error)
        # The same trouble is told once, not at each try.
        if was_linked or reason != self._told:
            self._told = reason
            self._post(LinkLost(reason))
        if isinstance(error, VersionError):
            self._rest(OTHER_VERSION_PAUSE_NS / 1e9)
        else:
            self._rest(min(LONGEST_PAUSE_NS, FIRST_PAUSE_NS << min(self._tries, 8)) / 1e9)

    def _close(self) -> None:
        # At once, or the port comes back under another name.
        if self._port is not None:
            self._port.close()
            self._port = None
        self._talk.closed()
        self._state = None

    def _wake(self) -> None:
        port = self._port
        if port is not None:
            port.wake()
