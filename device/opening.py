"""Making the parts of a table from the configuration: the one place that knows them all."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from device.camera import SILENT_S, CameraThread
from device.config import GameConfig, ReadingConfig
from device.desk import Desk, current
from device.events import Event
from device.favor_table import FavorTable
from device.journal import Journal
from device.lobby import Lobby
from device.session import TableSession
from rules.favor.game import FavorGame
from rules.favor.state import Setup
from vision.dice_set import FAVOR
from vision.enrolment import EnrolledDice
from vision.mat.reading import read_on_mat
from vision.reader import read
from vision.settling import Settler
from vision.sources import FrameSource


def open_table(journal: Journal, config: GameConfig, *, fresh: bool = False) -> Desk:
    """The game that the journal has in play, or the lobby of a new one, or the game where nothing is asked.

    `fresh` begins a new one in any case; the one in play stays in the journal. Raises JournalError.
    """
    game = FavorGame()
    unfinished = None if fresh else journal.game_in_play()
    if unfinished is None or unfinished.game != game.name:
        return current(open_lobby(journal, config))
    session = TableSession.resume(game, journal, unfinished)
    table = FavorTable(session, lambda: open_lobby(journal, config), ask_again=_asks(config))
    if session.length:
        table.ask("Welcome back: the game goes on where it stood.")
    return table


def open_lobby(journal: Journal, config: GameConfig) -> Lobby:
    """The questions before a new game; where everything is configured, its successor is the game."""
    return Lobby(
        config,
        lambda setup: new_table(journal, setup, lambda: open_lobby(journal, config), ask_again=_asks(config)),
    )


def new_table(
    journal: Journal, setup: Setup, new_game: Callable[[], Desk], *, ask_again: bool = False
) -> FavorTable:
    """A new game, entered in the journal; see `FavorTable` for the rest. Raises JournalError."""
    return FavorTable(TableSession.begin(FavorGame(), journal, setup), new_game, ask_again=ask_again)


def _asks(config: GameConfig) -> bool:
    """Whether the lobby has a question to ask."""
    return config.players is None or config.setup is None


def open_camera(
    open_source: Callable[[], FrameSource],
    reading: ReadingConfig,
    post: Callable[[Event], None],
    *,
    frame_s: float = 1 / 30,
    silent_s: float | None = SILENT_S,
    note: Callable[[str], None] = lambda _: None,
    dice_folder: Path | None = None,
) -> CameraThread:
    """The camera's thread, started: it reads the tray whenever the dice have come to rest.

    `dice_folder` has the enrolled dice, which are then told by sight; of a damaged one `note` is told. See
    `CameraThread` for `frame_s`, `silent_s` and `note`.
    """
    known = None if dice_folder is None else EnrolledDice.load_all(dice_folder)
    for fault in known.faults if known else ():
        note(fault)
    look = read_on_mat(partial(read, dice=FAVOR, known=known))
    thread = CameraThread(
        open_source,
        lambda: Settler(look, still_frames=reading.still_frames, votes=reading.vote_frames),
        post,
        frame_s=frame_s,
        silent_s=silent_s,
        note=note,
    )
    thread.start()
    return thread
