"""What each key of the configuration may hold, in words for the person who wrote it."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from device.toml_lines import KeyPath
from rules.pharao.pieces import OTHER, PLAIN, SEARCH_CARDS

MAX_NAME_CHARS = 16
"""A player's name has to fit beside the scores on the small screen."""


MAX_ANIMALS = 16
"""The keys for more would be too small for a finger."""


class Faults:
    """What is wrong in a file, each with the line of the key or array element that it is about."""

    def __init__(self, lines: Mapping[KeyPath, int]) -> None:
        self._lines = lines
        self.found: list[tuple[int, str]] = []

    def add(self, path: KeyPath, what: str) -> None:
        """Note a fault at `path`."""
        self.found.append((self.line(path), what))

    def is_written(self, path: KeyPath) -> bool:
        """Whether the file has this key, right or wrong."""
        return path in self._lines

    def line(self, path: KeyPath) -> int:
        """The line of `path`, or of the nearest thing around it."""
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)


_Wrong: TypeAlias = tuple[int | None, str]
"""An array element's index (None: the whole value) and what is wrong, in words that follow the key's name."""

_Check: TypeAlias = Callable[[object], Iterator[_Wrong]]


def _players(value: object) -> Iterator[_Wrong]:
    if not isinstance(value, list):
        yield None, f'must be a list of names, not {_toml(value)}; write players = ["Ann", "Bob"]'
        return
    if not 2 <= len(value) <= 5:
        yield None, f"names {len(value)} players; name 2, 3, 4 or 5"
    first: dict[str, int] = {}
    for index, name in enumerate(value):
        if not isinstance(name, str):
            yield index, f"must hold names in quotes, not {_toml(name)}"
        elif not name.strip():
            yield index, "has an empty name; write one or leave the seat out"
        elif len(name.strip()) > MAX_NAME_CHARS or not name.isprintable():
            yield index, f"has {_toml(name)}; a name is 1 to {MAX_NAME_CHARS} printable characters"
        elif first.setdefault(name.strip(), index) != index:
            yield index, f"has {_toml(name)} twice; give each player a name of their own"


def _one_of(*choices: str) -> _Check:
    def check(value: object) -> Iterator[_Wrong]:
        if value not in choices:
            listed = " or ".join(_toml(choice) for choice in choices)
            yield None, f"must be {listed}, not {_toml(value)}"

    return check


def _whole_number(low: int, high: int, unit: str = "") -> _Check:
    def check(value: object) -> Iterator[_Wrong]:
        # In Python true and false are whole numbers too.
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            yield None, f"must be a whole number from {low} to {high}{unit}, not {_toml(value)}"

    return check


def _either_number(*choices: int) -> _Check:
    def check(value: object) -> Iterator[_Wrong]:
        if not isinstance(value, int) or value not in choices:
            yield None, f"must be {' or '.join(map(str, choices))}, not {_toml(value)}"

    return check


def _frame_size(value: object) -> Iterator[_Wrong]:
    size = re.fullmatch(r"(\d{3,4})x(\d{3,4})", value) if isinstance(value, str) else None
    # Cameras give even sizes only, and in fewer pixels a tray of dice cannot be read.
    if size is None or not all(240 <= int(side) <= 4096 and int(side) % 2 == 0 for side in size.groups()):
        yield None, f'must be a width and height in even pixels such as "1280x720", not {_toml(value)}'


def _pins(value: object) -> Iterator[_Wrong]:
    if not isinstance(value, list) or not 1 <= len(value) <= 6:
        yield None, f"must be a list of 1 to 6 BCM pins, not {_toml(value)}; write player_pins = [17, 27]"
        return
    for index, pin in enumerate(value):
        yield from ((index, what) for _, what in _PIN.check(pin))


def _usb_ids(value: object) -> Iterator[_Wrong]:
    if not isinstance(value, str) or not re.fullmatch(r"[0-9a-fA-F]{4}:[0-9a-fA-F]{4}", value):
        yield None, f'must be vendor and product as lsusb shows them, such as "2e8a:0005", not {_toml(value)}'


def _animals(value: object) -> Iterator[_Wrong]:
    if not isinstance(value, list) or not value:
        yield None, f'must be a list of names, not {_toml(value)}; write animals = ["cat", "dog"]'
        return
    if len(value) > MAX_ANIMALS:
        yield None, f"names {len(value)} animals; name at most {MAX_ANIMALS}"
    for index, name in enumerate(value):
        if not isinstance(name, str):
            yield index, f"must hold names in quotes, not {_toml(name)}"
        elif not name.strip() or len(name.strip()) > MAX_NAME_CHARS or not name.isprintable():
            yield index, f"has {_toml(name)}; a name is 1 to {MAX_NAME_CHARS} printable characters"
        elif name.strip() in (*PLAIN, OTHER) or name in value[:index]:
            yield index, f"has {_toml(name)}, which means something else; give each animal its own name"


def _piles(value: object) -> Iterator[_Wrong]:
    good = isinstance(value, list) and len(value) == 3 and all(type(number) is int for number in value)
    if not good or min(value) < 0 or sum(value) != SEARCH_CARDS:  # type: ignore[call-overload]
        yield None, f"must be three numbers that make {SEARCH_CARDS}, such as [7, 7, 6], not {_toml(value)}"


def _switch(value: object) -> Iterator[_Wrong]:
    if not isinstance(value, bool):
        yield None, f"must be true or false, not {_toml(value)}"


def _filled_text(value: object) -> Iterator[_Wrong]:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        yield None, f"must be text in quotes, not {_toml(value)}"
    elif isinstance(value, int):
        yield None, f'must be text; write "{value}" with quotes'
    elif not value.strip() or "\0" in value:
        yield None, f"must not be {_toml(value)}; fill it in or leave the key out"


def _seats(names: list[str]) -> tuple[str, ...]:
    return tuple(name.strip() for name in names)


def _three(numbers: list[int]) -> tuple[int, ...]:
    return tuple(numbers)


def _width_and_height(size: str) -> tuple[int, ...]:
    return tuple(int(side) for side in size.split("x"))


def _vendor_and_product(ids: str) -> tuple[int, ...]:
    return tuple(int(part, 16) for part in ids.split(":"))


def _as_it_is(value: Any) -> Any:
    return value


@dataclass(frozen=True)
class _Key:
    """How one key is checked, and how its good value is kept."""

    check: _Check
    ready: Callable[[Any], Any] = _as_it_is


_PIN = _Key(_whole_number(0, 27, " (a BCM pin)"))

_SCHEMA: dict[str, dict[str, _Key]] = {
    "game": {
        "name": _Key(_one_of("favor", "pharaoh-code", "pharao")),
        "players": _Key(_players, _seats),
        "setup": _Key(_one_of("first", "rolled")),
    },
    "code": {
        "unlimited": _Key(_switch),
        "seconds": _Key(_whole_number(5, 600)),
        "uneven": _Key(_switch),
        "negative": _Key(_switch),
        "zero_is_ten": _Key(_switch),
    },
    "camera": {
        "source": _Key(_filled_text),
        "size": _Key(_frame_size, _width_and_height),
        "lamp_hz": _Key(_either_number(50, 60)),
        "lock": _Key(_switch),
        "order": _Key(_one_of("bgr", "rgb")),
    },
    "screen": {"size": _Key(_one_of("800x480", "480x320"), _width_and_height), "fullscreen": _Key(_switch)},
    "buttons": {
        "enabled": _Key(_switch),
        "up": _PIN,
        "down": _PIN,
        "ok": _PIN,
        "back": _PIN,
        "debounce_ms": _Key(_whole_number(1, 500, " ms")),
        "player_pins": _Key(_pins, tuple),
    },
    "board": {
        "enabled": _Key(_switch),
        "port": _Key(_filled_text),
        "usb": _Key(_usb_ids, _vendor_and_product),
    },
    "journal": {"path": _Key(_filled_text)},
    "reading": {"still_frames": _Key(_whole_number(2, 60)), "vote_frames": _Key(_whole_number(1, 15))},
    "pharao": {
        "animals": _Key(_animals, _seats),
        "deck": _Key(_piles, _three),
        "passage_at_start": _Key(_switch),
        "push_before_first": _Key(_switch),
    },
    "favor": {
        "herder_joins_locks": _Key(_switch),
        "symbols_wake_when_turned": _Key(_switch),
        "ankh_counts_own_tokens": _Key(_switch),
        "best_wins_royal_death": _Key(_switch),
        "skip_hopeless": _Key(_switch),
    },
}


def checked_sections(document: Mapping[str, object], faults: Faults) -> dict[str, dict[str, Any]]:
    """The good values of each known section; everything else goes to `faults`."""
    values: dict[str, dict[str, Any]] = {section: {} for section in _SCHEMA}
    for section, content in document.items():
        if section not in _SCHEMA:
            faults.add((section,), _unknown_at_top(section, content))
        elif not isinstance(content, dict):
            what = "stands in double brackets" if isinstance(content, list) else f"is {_toml(content)}"
            faults.add((section,), f"[{section}] {what}; write a line [{section}] and its keys below")
        else:
            for key, value in content.items():
                wrong = list(_wrong_in(section, key, value))
                for index, what in wrong:
                    faults.add((section, key) if index is None else (section, key, index), what)
                if not wrong:
                    values[section][key] = _SCHEMA[section][key].ready(value)
    return values


def _wrong_in(section: str, key: str, value: object) -> Iterator[_Wrong]:
    if known := _SCHEMA[section].get(key):
        for index, what in known.check(value):
            yield index, f"{key} in [{section}] {what}"
    else:
        yield None, f"unknown key {_toml(key)} in [{section}]; {_hint(key, section)}"


def _unknown_at_top(name: str, content: object) -> str:
    if isinstance(content, dict):
        near = difflib.get_close_matches(name, _SCHEMA, n=1)
        listed = ", ".join(f"[{section}]" for section in _SCHEMA)
        hint = f"did you mean [{near[0]}]?" if near else f"the sections are {listed}"
        return f"unknown section [{name}]; {hint}"
    return f"unknown key {_toml(name)} outside of any section; {_hint(name, None)}"


def _hint(key: str, section: str | None) -> str:
    """Where a misplaced key belongs, or the known key that a misspelled one is nearest to."""
    homes = {known: other for other, keys in _SCHEMA.items() for known in keys}
    if key in homes:
        return f"it belongs in [{homes[key]}]"
    here = _SCHEMA.get(section or "", {})
    if near := difflib.get_close_matches(key, here, n=1):
        return f'did you mean "{near[0]}"?'
    if near := difflib.get_close_matches(key, homes, n=1, cutoff=0.8):
        return f'did you mean "{near[0]}" in [{homes[near[0]]}]?'
    return f"its keys are {', '.join(here)}" if here else "put it below its section's line"


def _toml(value: object) -> str:
    """A value as the file's author would write it, cut where it is long."""
    if isinstance(value, (bool, str)):
        text = json.dumps(value, ensure_ascii=False)
    elif isinstance(value, list):
        text = "a list"
    elif isinstance(value, dict):
        text = "a table"
    else:
        text = str(value)
    return text if len(text) <= 40 else f"{text[:36]}…"
