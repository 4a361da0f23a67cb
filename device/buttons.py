"""Buttons on the Pi's pins, the table's four and the players' own: kernel's edge stamps in, presses out."""

from __future__ import annotations

import importlib
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any, Literal, TypeAlias, get_args

from device.config import ButtonsConfig
from device.errors import ButtonError
from device.presses import PlayerPress

ButtonName: TypeAlias = Literal["up", "down", "ok", "back"]

BUTTON_NAMES: tuple[ButtonName, ...] = get_args(ButtonName)

STAMP_NS = 100_000
"""How far the kernel's stamp of an edge may be from the contact: the wait for its interrupt, in ns."""

_HELP = "or set enabled = false in [buttons]"


@dataclass(frozen=True)
class ButtonPress:
    """A button went down; `at_ns` is the kernel's stamp of it, in ns of CLOCK_MONOTONIC."""

    button: ButtonName
    at_ns: int


Press: TypeAlias = ButtonPress | PlayerPress
"""A press of one of the table's buttons or of a player's own."""


class Debouncer:
    """Turns the edges of one bouncing contact into presses, by their stamps alone.

    A press counts at its first edge, so that it costs no time. The next one counts only after the contact
    was open for the whole window: neither the bounces of a press and of a release, nor a short break while
    a button is held, are presses. Whatever level the bouncing ends on is the one that stands.
    """

    def __init__(self, window_ms: float) -> None:
        self._window_ns = round(window_ms * 1e6)
        # None while the contact is closed. One that is closed from the start shows that by opening first.
        self._opened_ns: int | None = -self._window_ns

    def edge(self, at_ns: int, pressed: bool) -> bool:
        """Take the edge stamped `at_ns` that closed (`pressed`) or opened the contact; True for a press."""
        opened_ns = self._opened_ns
        self._opened_ns = None if pressed else at_ns
        return pressed and opened_ns is not None and at_ns - opened_ns >= self._window_ns


class Buttons:
    """The open buttons; presses come as long as it is kept and not closed. A context manager."""

    def __init__(self, contacts: list[_Contact], resources: ExitStack) -> None:
        # gpiozero keeps its handlers by weak references only.
        self._contacts = contacts
        self._resources = resources

    def close(self) -> None:
        """Give the pins back; closing twice does no harm."""
        self._resources.close()
        self._contacts.clear()

    def __enter__(self) -> Buttons:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_buttons(config: ButtonsConfig, post: Callable[[Press], None], factory: Any | None = None) -> Buttons:
    """Watch all buttons of `config`, each between its pin and ground, and `post` every press.

    `post` is called in gpiozero's own thread and must neither block nor raise: let it put into a queue.
    `factory` is a gpiozero pin factory, by default that of lgpio, the only one for every Pi. With
    `enabled = false` nothing is opened. Raises ButtonError where the pins cannot be used.
    """
    contacts: list[_Contact] = []
    with ExitStack() as resources:
        if config.enabled:
            if factory is None:
                factory = _lgpio_factory()
                resources.callback(factory.close)
            for number, name, press in _wired(config):
                contact = _Contact(name, number, config.debounce_ms, factory, press, post)
                resources.callback(contact.close)
                contacts.append(contact)
            for contact in contacts:
                contact.watch()
        return Buttons(contacts, resources.pop_all())
    raise AssertionError("an ExitStack without exits swallows nothing")


def _wired(config: ButtonsConfig) -> Iterator[tuple[int, str, Callable[[int], Press]]]:
    """Each button's pin, its name, and what is posted for a press at a moment in ns."""
    for name in BUTTON_NAMES:
        yield getattr(config, name), f"the button {name}", partial(ButtonPress, name)
    for seat, number in enumerate(config.player_pins):
        yield number, f"player {seat + 1}'s button", partial(_player_press, seat)


def _player_press(seat: int, at_ns: int) -> PlayerPress:
    return PlayerPress(seat, at_ns, STAMP_NS)


class _Contact:
    """One pin with its pull-up and its debouncer."""

    def __init__(
        self,
        name: str,
        number: int,
        window_ms: float,
        factory: Any,
        press: Callable[[int], Press],
        post: Callable[[Press], None],
    ) -> None:
        # Only the table needs gpiozero; reading pictures and journals starts faster without.
        from gpiozero import InputDevice

        self._press = press
        self._post = post
        self._debouncer = Debouncer(window_ms)
        self._where = f"pin {number} of {name}"
        with self._refusals():
            self._device = InputDevice(number, pull_up=True, pin_factory=factory)

    def watch(self) -> None:
        """Begin to post presses."""
        with self._refusals():
            # The pin's own bounce time stays unset: with one, lgpio stamps the end of the bouncing.
            self._device.pin.edges = "both"
            self._device.pin.when_changed = self._changed

    def close(self) -> None:
        if not self._device.closed:
            self._device.pin.when_changed = None
            self._device.close()

    def _changed(self, ticks: float, state: int) -> None:
        """Take gpiozero's notice: `ticks` in s, `state` 0 where the button ties its pin to ground."""
        at_ns = round(ticks * 1e9)
        if self._debouncer.edge(at_ns, not state):
            self._post(self._press(at_ns))

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            # lgpio's error is a plain Exception, gpiozero's are of many kinds.
            raise ButtonError(
                f"{self._where} cannot be used ({error}); free it or choose another, {_HELP}"
            ) from error


def _lgpio_factory() -> Any:
    """Gpiozero's pins by way of lgpio."""
    try:
        return _load_lgpio().LGPIOFactory()
    except (ImportError, AttributeError) as error:
        # PyPI's stub of lgpio can be imported and has nothing in it.
        raise ButtonError(
            f"the buttons need lgpio, which cannot be loaded ({error}); install python3-lgpio, {_HELP}"
        ) from error
    except Exception as error:
        raise ButtonError(
            f"the pins cannot be used ({error}); run on a Raspberry Pi as a member of the group gpio, {_HELP}"
        ) from error


def _load_lgpio() -> Any:
    """Import gpiozero's lgpio module without what lgpio does on being loaded.

    It changes the working directory to $LG_WD and makes a pipe there, which it needs only until both ends
    are open, and which two programs in one directory would share.
    """
    told = os.environ.get("LG_WD")
    here = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with tempfile.TemporaryDirectory(prefix="pharaoh-lgpio-") as scratch:
            os.environ["LG_WD"] = scratch
            try:
                return importlib.import_module("gpiozero.pins.lgpio")
            finally:
                os.fchdir(here)
                if told is None:
                    del os.environ["LG_WD"]
                else:
                    os.environ["LG_WD"] = told
    finally:
        os.close(here)
