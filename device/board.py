"""The board with the players' buttons: its news become events, the game's lights its lamps and ring."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from device.config import BoardConfig
from device.events import BoardFound, BoardLost, BoardSays, Event
from device.lights import ChimeName, Countdown, Lights
from device.presses import PlayerPress, Stamp
from firmware_bridge import lights as shown
from firmware_bridge.conversation import Edge, EdgesLost, Linked, RivalHeard
from firmware_bridge.link import BoardLink, LinkLost, LinkNews, Notes
from firmware_bridge.messages import BUTTONS, PATTERN_BREATHE, PATTERN_FAST_BLINK
from firmware_bridge.ports import SerialPort, find_boards

STAMP_NS = 100_000
"""How far a board's stamp may be from the contact: an interrupt that another one delays, in ns."""

BREATHING = shown.Lamp(PATTERN_BREATHE, 10)
BLINKING = shown.Lamp(PATTERN_FAST_BLINK, 15)

SAND = (150, 90, 10)
HURRY = (220, 20, 0)

CHIMES: dict[ChimeName, Notes] = {
    "first": ((880, 90), (1320, 160)),
    "tie": ((880, 90), (0, 60), (880, 90)),
    "time up": ((440, 180), (0, 60), (440, 180), (0, 60), (330, 420)),
    "right": ((660, 90), (880, 90), (1320, 220)),
    "wrong": ((330, 160), (220, 360)),
}

RESTARTED = "The button board restarted: a press of the last moment may be lost, press again."
RIVAL = "Another program uses the button board too: end it, or presses get lost."


class Board:
    """The thread at the board, in the table's words. `post` is called from it and must not block."""

    def __init__(
        self, post: Callable[[Event], None], make_link: Callable[[Callable[[LinkNews], None]], BoardLink]
    ) -> None:
        self._post = post
        self._link = make_link(self._on_news)
        self._chimed: int | None = None
        self._told_dead = False

    @property
    def link(self) -> BoardLink:
        """The link itself, for whoever wants its figures."""
        return self._link

    def start(self) -> None:
        """Begin to look for a board."""
        self._link.start()

    def stop(self) -> None:
        """Give its port back."""
        self._link.stop()

    def check(self) -> None:
        """Start the thread again where it died; never waits."""
        if self._link.died:
            # One that dies again and again is told once.
            if not self._told_dead:
                self._told_dead = True
                self._post(BoardSays("The button board's program stopped and was started again."))
            self._link.start()

    def show(self, lights: Lights) -> None:
        """Show this from now on, and sound its chime if it is another one than before."""
        self._link.want(board_lights(lights))
        chime = lights.chime
        if chime is not None and chime.number != self._chimed:
            self._chimed = chime.number
            self._link.play(CHIMES[chime.name])

    def _on_news(self, news: LinkNews) -> None:
        match news:
            case Edge(button, True, moment, clock, own_ns):
                stamp = Stamp(clock, own_ns, STAMP_NS)
                self._post(PlayerPress(button, moment.at_ns, moment.uncertainty_ns + STAMP_NS, stamp))
            case Linked(_, restarted):
                self._post(BoardFound())
                if restarted:
                    self._post(BoardSays(RESTARTED))
            case LinkLost(reason):
                self._post(BoardLost(reason))
            case EdgesLost(count, taken):
                whose = "another program took them" if taken else "there were too many at once"
                self._post(BoardSays(f"Up to {count} presses on the button board were lost: {whose}."))
            case RivalHeard():
                self._post(BoardSays(RIVAL))


def open_board(
    config: BoardConfig,
    post: Callable[[Event], None],
    find: Callable[[], Sequence[SerialPort]] | None = None,
) -> Board | None:
    """The board's thread, started; None where it is switched off. There need be no board.

    `find` stands in for the look at this computer's ports.
    """
    if not config.enabled:
        return None
    look = find or partial(ports_of, config)
    board = Board(post, lambda news: BoardLink(news, look))
    board.start()
    return board


def ports_of(config: BoardConfig) -> tuple[SerialPort, ...]:
    """Where the configured board may be at this moment."""
    if config.port == "auto":
        return find_boards([config.usb])
    return (SerialPort(config.port, "configured in [board]", usable=True),)


def board_lights(lights: Lights) -> shown.BoardLights:
    """The same in lamps and LEDs; seats beyond the board's buttons have none."""
    lamps = tuple(
        BLINKING if seat in lights.pressed else BREATHING if seat in lights.may_press else shown.Lamp()
        for seat in range(BUTTONS)
    )
    return shown.BoardLights(lamps, _ring(lights.countdown))


def _ring(countdown: Countdown | None) -> shown.RingLook:
    if countdown is None:
        return shown.Dark()
    if countdown.deadline_ns is None:
        share = countdown.left_ms / countdown.total_ms if countdown.total_ms > 0 else 0.0
        return shown.Filled(share, SAND)
    return shown.Countdown(countdown.deadline_ns, round(countdown.total_ms), SAND, HURRY)
