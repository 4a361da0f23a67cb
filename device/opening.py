"""Making the parts of a table from the configuration: the one place that knows them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from device import code_opening, favor_opening, pharao_opening
from device.camera import SILENT_S, CameraThread
from device.choice import GameChoice
from device.config import Config, ReadingConfig
from device.desk import Desk, current
from device.events import Event
from device.expected import ExpectedDice
from device.journal import Journal
from device.starts import Opening, Start
from rules.favor.game import FavorGame
from rules.pharao.game import PharaoGame
from rules.pharaoh_code.game import CodeGame
from vision.enrolment import EnrolledDice
from vision.mat.reading import read_on_mat
from vision.reader import read
from vision.reading import Frame, Reading
from vision.settling import Settler
from vision.sources import FrameSource

STARTS: Mapping[str, Start] = {
    FavorGame.name: favor_opening.START,
    CodeGame.name: code_opening.START,
    PharaoGame.name: pharao_opening.START,
}
"""How each game comes to the table, in the order in which they are offered."""


def open_table(
    journal: Journal, config: Config, *, fresh: bool = False, starts: Mapping[str, Start] = STARTS
) -> Desk:
    """The game that the journal has in play, or else the configured one, or the question what is played.

    `fresh` begins a new one in any case; the one in play stays in the journal. Raises JournalError.
    """

    def choose() -> Desk:
        return GameChoice(opening, starts)

    opening = Opening(journal, config, choose)
    unfinished = None if fresh else journal.game_in_play()
    if unfinished is not None and unfinished.game in starts:
        desk = starts[unfinished.game].resume(opening, unfinished)
        if unfinished.actions:
            desk.ask("Welcome back: the game goes on where it stood.")
        return desk
    if config.game.name is not None:
        return current(starts[config.game.name].begin(opening))
    return choose()


def open_camera(
    open_source: Callable[[], FrameSource],
    reading: ReadingConfig,
    post: Callable[[Event], None],
    *,
    frame_s: float = 1 / 30,
    silent_s: float | None = SILENT_S,
    note: Callable[[str], None] = lambda _: None,
    dice_folder: Path | None = None,
    expected: ExpectedDice | None = None,
) -> CameraThread:
    """The camera's thread, started: it reads the tray whenever the dice have come to rest.

    `expected` says at each moment which dice may lie there, those of Favor where it is not given.
    `dice_folder` has the enrolled dice, which are then told by sight; of a damaged one `note` is told. See
    `CameraThread` for `frame_s`, `silent_s` and `note`.
    """
    known = None if dice_folder is None else EnrolledDice.load_all(dice_folder)
    for fault in known.faults if known else ():
        note(fault)
    wanted = expected or ExpectedDice()

    def look(frame: Frame) -> Reading:
        return read(frame, dice=wanted.dice, known=known)

    thread = CameraThread(
        open_source,
        lambda: Settler(read_on_mat(look), still_frames=reading.still_frames, votes=reading.vote_frames),
        post,
        frame_s=frame_s,
        silent_s=silent_s,
        note=note,
    )
    thread.start()
    return thread
