"""The games that this table can play, by the name that configuration and journal use.

Rules and words alone, so that a question to the journal loads neither screen nor camera; how each game comes
to the table stands in `device.opening`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from device import code_words, favor_words, pharao_words
from rules.favor.game import FavorGame
from rules.pharao.game import PharaoGame
from rules.pharaoh_code.game import CodeGame


@dataclass(frozen=True)
class Playable:
    """One game: its title, its rules, and its actions in words for the log."""

    title: str
    rules: Any
    in_words: Callable[[Any], str]


GAMES: dict[str, Playable] = {
    FavorGame.name: Playable("Favor of the Pharaoh", FavorGame(), favor_words.in_words),
    CodeGame.name: Playable("Pharaoh Code", CodeGame(), code_words.in_words),
    PharaoGame.name: Playable("Pharao", PharaoGame(), pharao_words.in_words),
}
