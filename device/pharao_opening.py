"""Beginning a game of Pharao, and going on with one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from device.config import PharaoConfig
from device.desk import Desk
from device.journal import GameSummary, Journal
from device.pharao_lobby import PharaoLobby, Terms, terms_of
from device.pharao_table import PharaoTable
from device.pharao_tile_desk import PharaoTileDesk
from device.pharao_tiles import TileFileError, load_tiles, tiles_path
from device.session import TableSession
from device.starts import Opening, Start
from rules.codec import from_json
from rules.errors import RulesError
from rules.pharao.game import PharaoGame
from rules.pharao.pieces import ANIMALS
from rules.pharao.state import Setup
from rules.pharao.tile_set import TileSet


def open_lobby(opening: Opening) -> PharaoLobby:
    """The questions before a new game; the last game's answers are offered again."""
    remark = None
    try:
        load_tiles(_tiles(opening))
    except TileFileError as error:
        # A damaged file must not keep anybody from playing.
        remark = f"{error}; this game goes without the kept tiles"

    def begin(players: tuple[str, ...], terms: Terms) -> PharaoTable:
        return _table(
            opening, TableSession.begin(PharaoGame(), opening.journal, _setup(opening, players, terms))
        )

    def tiles(back: Callable[[], Desk]) -> Desk:
        return PharaoTileDesk(_tiles(opening), opening.config.pharao.animals or ANIMALS, back)

    return PharaoLobby(opening, begin, _last_terms(opening.journal), remark, tiles)


def resume(opening: Opening, summary: GameSummary) -> PharaoTable:
    """The game of `summary` as it stood. Raises JournalError."""
    return _table(opening, TableSession.resume(PharaoGame(), opening.journal, summary))


def setup_of(players: tuple[str, ...], terms: Terms, config: PharaoConfig, tiles: TileSet | None) -> Setup:
    """The set-up of a new game; kept tiles with animals that the cards do not show are left out."""
    animals = config.animals or (tiles.animals if tiles else ANIMALS)
    plain = Setup(
        players,
        terms.sides,
        advanced=terms.advanced,
        memory=terms.memory,
        paths=terms.paths,
        animals=animals,
        deck=config.deck,
        passage_at_start=config.passage_at_start,
        push_before_first=config.push_before_first,
    )
    try:
        return Setup(**{**vars(plain), "tiles": tiles.tiles if tiles else ()})
    except ValueError:
        return plain


def _setup(opening: Opening, players: tuple[str, ...], terms: Terms) -> Setup:
    try:
        tiles = load_tiles(_tiles(opening))
    except TileFileError:
        tiles = None
    return setup_of(players, terms, opening.config.pharao, tiles)


def _table(opening: Opening, session: TableSession) -> PharaoTable:  # type: ignore[type-arg]
    return PharaoTable(session, lambda: opening.following(open_lobby), tiles_file=_tiles(opening))


def _tiles(opening: Opening) -> Path:
    return tiles_path(opening.config.journal.path)


def _last_terms(journal: Journal) -> Terms | None:
    """What the last game of Pharao had agreed; None where there was none that can be read."""
    for summary in reversed(journal.games()):
        if summary.game == PharaoGame.name:
            try:
                return terms_of(from_json(Setup, summary.setup, "setup"))
            except RulesError:
                continue
    return None


START = Start(open_lobby, resume)
