"""The games that this table can play, by the name that configuration and journal use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from device.favor_words import in_words
from rules.favor.game import FavorGame


@dataclass(frozen=True)
class Playable:
    """One game's rules, and its actions in words for the log."""

    rules: Any
    in_words: Callable[[Any], str]


GAMES: dict[str, Playable] = {FavorGame.name: Playable(FavorGame(), in_words)}
