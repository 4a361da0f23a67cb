"""`pharaoh` without a command: the table itself, until its window is closed."""

from __future__ import annotations

import argparse
import queue
import signal
import sys
from collections.abc import Callable
from dataclasses import replace

from device.app import TableApp
from device.board import open_board
from device.buttons import Buttons, open_buttons
from device.config import Config, load_config
from device.desk import Desk
from device.enrolment import dice_folder
from device.errors import ButtonError
from device.events import Event
from device.expected import ExpectedDice
from device.journal import Journal
from device.opening import open_camera, open_table
from device.simulation import SimulatedBoard
from device.sources import source_opener
from ui.screens import Screens
from ui.window import Window


def run(args: argparse.Namespace) -> int:
    """Run the table; raises the rooms' errors where journal or screen cannot be opened."""
    config = load_config(args.config)
    open_source = source_opener(config.camera, args.camera)
    if args.camera:
        # Whoever names a camera is at a keyboard and wants to know; a configured one may be plugged in later.
        source_opener(replace(config.camera, lock=False), args.camera)().close()
    with Journal.open(args.journal or config.journal.path) as journal:
        desk = open_table(journal, config, fresh=args.new)
        events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        with Window.open(config.screen.size, fullscreen=config.screen.fullscreen and not args.sim) as window:
            expected = ExpectedDice()
            camera = open_camera(
                open_source,
                config.reading,
                events.put,
                note=_say,
                dice_folder=dice_folder(config),
                expected=expected,
            )
            buttons = None if args.sim else _buttons(config, events.put, desk)
            simulated = _simulated_board(config) if args.sim else None
            board = open_board(config.board, events.put, None if simulated is None else simulated.find)
            app = TableApp(
                desk,
                Screens(config.screen.size),
                window,
                events,
                camera=camera,
                board=board,
                press_for=None if simulated is None else simulated.press,
                expected=expected,
            )
            signal.signal(signal.SIGTERM, lambda *_: app.stop())
            try:
                app.run()
            finally:
                camera.stop()
                if board is not None:
                    board.stop()
                if simulated is not None:
                    simulated.close()
                if buttons is not None:
                    buttons.close()
    return 0


def _buttons(config: Config, post: Callable[[Event], None], desk: Desk) -> Buttons | None:
    """The four buttons, or None where they cannot be used: touch serves as well, and the table says so."""
    try:
        return open_buttons(config.buttons, post)
    except ButtonError as error:
        _say(str(error))
        desk.ask("The buttons cannot be used; touch the screen instead. 'pharaoh' printed the reason.")
        return None


def _simulated_board(config: Config) -> SimulatedBoard | None:
    """A board that runs here, or None where it is switched off or cannot run: then keys serve without."""
    if not config.board.enabled:
        return None
    try:
        return SimulatedBoard()
    except OSError as error:
        _say(f"the simulated board cannot run ({error}); the players' keys serve without it")
        return None


def _say(sentence: str) -> None:
    print(f"pharaoh: {sentence}", file=sys.stderr, flush=True)
