"""Points and winners (rulebook, End of the Game)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.pharaoh_code.state import Player, State
from rules.pharaoh_code.tiles import Tile


@dataclass(frozen=True)
class Score:
    """One player's scarabs face up and face down, and tiles; `points` is None while some are unknown."""

    seat: int
    won: int | None
    lost: int | None
    tiles: int

    @property
    def points(self) -> int | None:
        """Scarabs of the tiles face up less those of the tiles face down."""
        return None if self.won is None or self.lost is None else self.won - self.lost


def scores(state: State) -> tuple[Score, ...]:
    """Every player's score so far, by seat."""
    return tuple(_score(seat, player) for seat, player in enumerate(state.players))


def winners(state: State) -> tuple[int, ...]:
    """The seats with most points, of those the ones with most tiles, penalty tiles too; several share it.

    Empty while a score is unknown.
    """
    ranks = []
    for score in scores(state):
        if score.points is None:
            return ()
        ranks.append((score.points, score.tiles))
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))


def _score(seat: int, player: Player) -> Score:
    won, lost = player.counted or (_scarabs(player.up), _scarabs(player.down))
    return Score(seat, won, lost, len(player.up) + len(player.down))


def _scarabs(tiles: tuple[Tile, ...]) -> int | None:
    known = [tile.scarabs for tile in tiles if tile.scarabs is not None]
    return sum(known) if len(known) == len(tiles) else None
