"""The games that this table can play, by the name that configuration and journal use.

Rules and words alone, so that a question to the journal loads neither screen nor camera; how each game comes
to the table stands in `device.opening`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from device import code_statistics, code_words, favor_log, favor_words, pharao_words
from rules.favor.game import FavorGame
from rules.pharao.game import PharaoGame
from rules.pharaoh_code.game import CodeGame


@dataclass(frozen=True)
class Playable:
    """One game: its title, its rules, its actions in words, and what the log tells about a whole game.

    `log` has the line for each action from set-up and actions, where that says more than `in_words` can.
    """

    title: str
    rules: Any
    in_words: Callable[[Any], str]
    summary: Callable[[Any], Sequence[str]] | None = None
    log: Callable[[Any, Sequence[Any]], Sequence[str]] | None = None


GAMES: dict[str, Playable] = {
    FavorGame.name: Playable("Favor of the Pharaoh", FavorGame(), favor_words.in_words, log=favor_log.told),
    CodeGame.name: Playable("Pharaoh Code", CodeGame(), code_words.in_words, code_statistics.summary),
    PharaoGame.name: Playable("Pharao", PharaoGame(), pharao_words.in_words),
}
