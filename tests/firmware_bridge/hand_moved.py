"""The link and the board's own program on one wire, in a time that only the test moves."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from firmware_bridge.conversation import Conversation, Edge
from firmware_bridge.errors import PortError
from firmware_bridge.firmware.board import Board
from firmware_bridge.firmware.hardware import Hardware
from firmware_bridge.lights import BoardLights
from firmware_bridge.link import BoardLink, LinkNews
from firmware_bridge.ports import SerialPort

MS = 1_000_000
S = 1_000_000_000
BEGIN_NS = 777 * S
TURN_NS = 20_000
"""What a turn of the board's loop takes."""
NEVER_NS = 1 << 62


@dataclass(frozen=True)
class Faults:
    """What happens to bytes on the wire: chances a byte, and how long a write is on its way, in ms."""

    drop: float = 0.0
    double: float = 0.0
    garble: float = 0.0
    delay_ms: tuple[float, float] = (0.2, 0.6)


@dataclass(frozen=True)
class Pressed:
    """What truly happened: a button was pressed while the board was in this boot."""

    boot: str
    button: int
    at_ns: int


class Way:
    """One direction of the wire: bytes come out later, in order, and not all of them."""

    def __init__(self, chance: random.Random) -> None:
        self.faults = Faults()
        self._chance = chance
        self._moving: deque[tuple[int, int]] = deque()
        self._arrives_ns = 0

    def put(self, data: bytes, now_ns: int) -> None:
        late = self._chance.uniform(*self.faults.delay_ms) * MS
        self._arrives_ns = max(self._arrives_ns, now_ns + round(late))
        for byte in data:
            if self._chance.random() < self.faults.drop:
                continue
            if self._chance.random() < self.faults.garble:
                byte = self._chance.randrange(256)
            twice = self._chance.random() < self.faults.double
            self._moving.extend([(self._arrives_ns, byte)] * (1 + twice))

    def take(self, now_ns: int, most: int = 1 << 30) -> bytes:
        taken = bytearray()
        while self._moving and self._moving[0][0] <= now_ns and len(taken) < most:
            taken.append(self._moving.popleft()[1])
        return bytes(taken)

    def clear(self) -> None:
        self._moving.clear()

    @property
    def arrives_ns(self) -> int:
        """When the next byte comes out."""
        return self._moving[0][0] if self._moving else NEVER_NS


class Pins(Hardware):
    """The board's hardware: its clock runs by the world's, wrongly, and its lights are noted."""

    board_id = b"\0virtual"

    def __init__(self, world: World) -> None:
        self._world = world
        self._begin_ns = world.now_ns
        self._start = world.chance.randrange(1 << 30)
        self.boot_id = world.chance.randbytes(4)
        self.reset_cause = 1
        self.lamps = bytes(6)
        self.ring = bytes(72)
        self.hertz = 0
        self.tones: list[int] = []

    def stamp(self, at_ns: int) -> int:
        ran_us = (at_ns - self._begin_ns) / 1000 * (1 + self._world.drift_ppm * 1e-6)
        return (self._start + int(ran_us)) & 0x3FFFFFFF

    def ticks(self) -> int:
        return self.stamp(self._world.now_ns)

    def closed(self, button: int) -> int:
        return 0

    def receive(self, data: bytearray) -> int:
        came = self._world.to_board.take(self._world.now_ns, len(data))
        data[: len(came)] = came
        return len(came)

    def can_send(self) -> bool:
        return True

    def send(self, data: bytearray, count: int) -> None:
        if self._world.port is not None:
            self._world.to_host.put(bytes(data[:count]), self._world.now_ns)

    def show_lamps(self, levels: bytearray) -> None:
        self.lamps = bytes(levels)

    def show_ring(self, pixels: bytearray) -> None:
        self.ring = bytes(pixels)

    def sound(self, hertz: int) -> None:
        if hertz and hertz != self.hertz:
            self.tones.append(hertz)
        self.hertz = hertz


class Plug:
    """The host's open port: reading lets time pass, and all of it fails once the plug is pulled."""

    def __init__(self, world: World, device: str) -> None:
        self._world = world
        self._device = device

    def read(self) -> bytes:
        self._check()
        data = self._world.to_host.take(self._world.now_ns)
        if not data:
            self._world.advance_until_heard()
            self._check()
            data = self._world.to_host.take(self._world.now_ns)
        return data

    def write(self, data: bytes) -> None:
        self._check()
        self._world.to_board.put(data, self._world.now_ns)

    def wake(self) -> None:
        pass

    def close(self) -> None:
        self._world.opened = None

    def _check(self) -> None:
        if self._world.port != self._device:
            raise PortError(f"{self._device} is gone (pulled): check the board's cable")


@dataclass
class World:
    """Everything: the time, the wire, the board at its other end and the link at this one.

    The board has a turn whenever a byte or an edge comes, and otherwise every `step_ns`.
    """

    seed: int = 0
    drift_ppm: float = 200.0
    step_ns: int = 4 * MS

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.now_ns = BEGIN_NS
        self.to_board, self.to_host = Way(self.chance), Way(self.chance)
        self.port: str | None = "/dev/ttyACM0"
        self.opened: str | None = None
        self.hangs = False
        self.news: list[LinkNews] = []
        self.told_ns: list[int] = []
        self.plans: list[tuple[int, Callable[[], None]]] = []
        self.pressed: list[Pressed] = []
        self._names = 0
        self.boot()
        self.link = BoardLink(
            self._post,
            self._find,
            open_port=self._open,
            now_ns=lambda: self.now_ns,
            rest=lambda seconds: self.advance(round(seconds * S)),
            conversation=Conversation(random.Random(self.seed)),
        )

    def boot(self) -> None:
        """Start the board, also anew: what it kept is gone."""
        self.to_board.clear()
        self.pins = Pins(self)
        self.board = Board(self.pins)

    def unplug(self) -> None:
        """The port vanishes with all that is on the wire."""
        self.port = None
        self.to_board.clear()
        self.to_host.clear()

    def plug_in(self) -> None:
        """A port appears, under another name."""
        self._names += 1
        self.port = f"/dev/ttyACM{self._names}"

    def disturb(self, faults: Faults) -> None:
        """From now on both ways are like this."""
        self.to_board.faults = self.to_host.faults = faults

    def at(self, when_ns: int, do: Callable[[], None]) -> None:
        """Do something when its time has come."""
        self.plans.append((when_ns, do))
        self.plans.sort(key=lambda plan: plan[0])

    def press(self, button: int, at_ns: int | None = None, hold_ms: float = 50) -> None:
        """Press and release a button, now or at a moment to come."""
        down_ns = self.now_ns if at_ns is None else at_ns
        for closed, moment_ns in ((1, down_ns), (0, down_ns + round(hold_ms * MS))):
            self.at(moment_ns, lambda c=closed, m=moment_ns: self._edge(button, c, m))  # type: ignore[misc]

    def advance(self, by_ns: int) -> None:
        """Let time pass on the board's side."""
        until_ns = self.now_ns + by_ns
        while self.now_ns < until_ns:
            due_ns = min(self.to_board.arrives_ns, self.plans[0][0] if self.plans else NEVER_NS)
            # What is overdue waits for a board that hangs.
            due_ns = max(due_ns, self.now_ns + TURN_NS)
            self.now_ns = min(until_ns, self.now_ns + self.step_ns, due_ns)
            while self.plans and self.plans[0][0] <= self.now_ns:
                self.plans.pop(0)[1]()
            if not self.hangs:
                self.board.turn()

    def advance_until_heard(self) -> None:
        """Let a step of time pass, or less where bytes come to the host."""
        until_ns = self.now_ns + self.step_ns
        while self.now_ns < until_ns and self.to_host.arrives_ns > self.now_ns:
            due_ns = min(
                until_ns, self.to_host.arrives_ns, max(self.now_ns + TURN_NS, self.to_board.arrives_ns)
            )
            self.advance(due_ns - self.now_ns)

    def run(self, seconds: float) -> None:
        """Let the link have its turns for so long."""
        until_ns = self.now_ns + round(seconds * S)
        while self.now_ns < until_ns:
            self.link.turn()

    def run_until(self, done: Callable[[], bool], most_s: float = 30.0) -> float:
        """Run until something is so; after how many seconds it was."""
        begin_ns = self.now_ns
        while not done():
            assert self.now_ns - begin_ns < most_s * S, "it never came"
            self.link.turn()
        return (self.now_ns - begin_ns) / S

    @property
    def edges(self) -> list[Edge]:
        return [each for each in self.news if isinstance(each, Edge)]

    @property
    def presses(self) -> list[Edge]:
        return [edge for edge in self.edges if edge.pressed]

    def heard(self, kind: type) -> list[LinkNews]:
        return [each for each in self.news if isinstance(each, kind)]

    def shows(self, lights: BoardLights) -> bool:
        """Whether the board's steady lamps are as these lights say."""
        return self.pins.lamps == bytes(lamp.brightness * 17 for lamp in lights.lamps)

    def _edge(self, button: int, closed: int, at_ns: int) -> None:
        if closed:
            self.pressed.append(Pressed(self.pins.boot_id.hex(), button, at_ns))
        self.board.edges.put(button, closed, self.pins.stamp(at_ns))

    def _find(self) -> list[SerialPort]:
        return [] if self.port is None else [SerialPort(self.port, "Board in FS mode", True)]

    def _open(self, device: str) -> Plug:
        if device != self.port:
            raise PortError(f"{device} cannot be opened (gone): check the board's cable")
        self.opened = device
        return Plug(self, device)

    def _post(self, news: LinkNews) -> None:
        self.news.append(news)
        self.told_ns.append(self.now_ns)
