"""The words of the reason line and the short wordings of requirements."""

from __future__ import annotations

import re

from ui.layout import selected_tile
from ui.state import ScreenState
from ui.view import DieView, FavorView, TileView

_DIGITS = {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7"}


def reason_line(view: FavorView, state: ScreenState, focus: str | None) -> str:
    """What the selected tile, or else the tile or die under the focus, has to say for itself."""
    wordings = reason_wordings(view, state, focus)
    return wordings[-1] if wordings else ""


def reason_wordings(view: FavorView, state: ScreenState, focus: str | None) -> tuple[str, ...]:
    """The same, a tile's first with what it does."""
    tile = selected_tile(view, state)
    kind, _, name = (focus or "").partition(":")
    if tile is None and kind == "tile":
        tile = next(tile for tile in view.tiles if tile.id == name)
    if tile is not None:
        words = f"{tile.name} – {tile_words(tile)}"
        return (f"{words}. {tile.power}", words) if tile.power else (words,)
    if kind in ("die", "pencil"):
        return (die_words(view.dice[int(name)]),)
    return ()


def tile_words(tile: TileView) -> str:
    """The tile's reason, or what can be said without one."""
    if tile.state == "claimable":
        return f"claimable: {tile.requirement}"
    if tile.reason:
        return tile.reason
    return {
        "refused": f"needs {tile.requirement}",
        "owned": "you have it already",
        "empty": "none left",
        "waiting": f"asks for {tile.requirement}, {tile.left} left",
    }[tile.state]


def die_words(die: DieView) -> str:
    """The die in words, with the camera's doubt."""
    if die.face is None:
        return f"{die.kind.title()} die – its face is not known yet"
    words = f"{die.kind.title()} die showing {face_words(die.face)}"
    return f"{words} – the camera is not sure" if die.doubtful else words


def face_words(face: str) -> str:
    """A face's name as people say it."""
    return face.replace("-", " ")


def requirement_wordings(requirement: str) -> tuple[str, ...]:
    """The requirement as printed, then ever shorter: "Three 6's & Pair of 1's", …, "666 & 11", "666+11"."""
    digits = re.sub(
        r"\b(" + "|".join(_DIGITS) + r")\b", lambda m: _DIGITS[m[0].lower()], requirement, flags=re.IGNORECASE
    )
    signs = re.sub(
        r"\b(\d) (" + "|".join(_DIGITS) + r")s of a kinds?",
        lambda m: " & ".join([f"{_DIGITS[m[2].lower()]}×"] * int(m[1])),
        digits,
        flags=re.IGNORECASE,
    )
    signs = re.sub(r"\b(\d) of a kind", r"\1×", signs, flags=re.IGNORECASE)
    signs = re.sub(r"\b(\d) (\d)'s", lambda m: m[2] * int(m[1]), signs)
    signs = re.sub(r"\bpair of (\d)'s", r"\1\1", signs, flags=re.IGNORECASE)
    signs = re.sub(r"^(\d+) / .*", lambda m: f"{len(m[1])} in a row", signs)
    signs = signs.replace("Different", "diff.")
    return tuple(dict.fromkeys((requirement, digits, signs, signs.replace(" & ", "+"))))
