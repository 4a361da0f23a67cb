"""Making the parts of a table from the configuration: the one place that knows them all."""

from __future__ import annotations

from collections.abc import Callable

from device.camera import CameraThread
from device.config import GameConfig, ReadingConfig
from device.events import Event
from device.favor_table import FavorTable
from device.journal import Journal
from device.session import TableSession
from rules.favor.game import FavorGame
from rules.favor.state import Setup
from vision.reader import read
from vision.settling import Settler
from vision.sources import FrameSource


def open_table(journal: Journal, config: GameConfig, *, fresh: bool = False) -> FavorTable:
    """The game that the journal has in play, or a new one with the configured players.

    `fresh` begins a new one in any case; the one in play stays in the journal. Raises JournalError.
    """
    game = FavorGame()
    unfinished = None if fresh else journal.latest_unfinished()
    if unfinished is not None and unfinished.game == game.name:
        table = FavorTable(TableSession.resume(game, journal, unfinished))
        if table.session.length:
            table.ask("Welcome back: the game goes on where it stood.")
        return table
    return new_table(journal, config)


def new_table(journal: Journal, config: GameConfig) -> FavorTable:
    """A new game with the configured players and set-up; raises JournalError."""
    setup = Setup(config.players, first_game=config.setup == "first")
    return FavorTable(TableSession.begin(FavorGame(), journal, setup))


def open_camera(
    open_source: Callable[[], FrameSource],
    reading: ReadingConfig,
    post: Callable[[Event], None],
    *,
    frame_s: float = 1 / 30,
) -> CameraThread:
    """The camera's thread, started: it reads the tray whenever the dice have come to rest."""
    thread = CameraThread(
        open_source,
        lambda: Settler(read, still_frames=reading.still_frames, votes=reading.vote_frames),
        post,
        frame_s=frame_s,
    )
    thread.start()
    return thread
