"""Where in a TOML text each key stands: tomllib gives values without places, people need the line."""

from __future__ import annotations

import tomllib
from collections import Counter
from typing import TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]
"""The way to a value: table and key names, and indices into arrays and arrays of tables."""

_BLANK = " \t\r\n"


def key_lines(text: str) -> dict[KeyPath, int]:
    """The line (from 1) of every table, key and array element of a TOML document.

    `text` must be one that tomllib accepts: the scanner only finds extents and leaves judging to tomllib.
    A table that is opened implicitly (`[a.b]` opens `a`) has the line that first names it.
    """
    return _Scanner(text).document()


class _Scanner:
    """One walk over a valid document, noting where things begin."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1
        self._found: dict[KeyPath, int] = {}

    def document(self) -> dict[KeyPath, int]:
        table: KeyPath = ()
        arrays: Counter[KeyPath] = Counter()
        while self._to_content():
            if self._peek() == "[":
                table = self._header(arrays)
            else:
                self._key_and_value(table)
        return self._found

    def _header(self, arrays: Counter[KeyPath]) -> KeyPath:
        """Read `[name]` or `[[name]]`; the path includes the index of the table meant in each array."""
        line = self._line
        is_array = self._text.startswith("[[", self._at)
        self._skip(2 if is_array else 1)
        names = _key(self._until("]"))
        self._skip(2 if is_array else 1)
        path: KeyPath = ()
        for depth, name in enumerate(names, start=1):
            path += (name,)
            self._note(path, line)
            if is_array and depth == len(names):
                arrays[path] += 1
            if arrays[path]:
                path += (arrays[path] - 1,)
                self._note(path, line)
        return path

    def _key_and_value(self, table: KeyPath) -> None:
        line = self._line
        path = table
        for name in _key(self._until("=")):
            path += (name,)
            self._note(path, line)
        self._skip(1)
        self._value(path)

    def _value(self, path: KeyPath) -> None:
        self._to_content()
        first = self._peek()
        if first == "[":
            self._array(path)
        elif first == "{":
            self._inline_table(path)
        elif first in "\"'":
            self._string()
        else:
            while self._peek() and self._peek() not in ",]}#\n":
                self._skip(1)

    def _array(self, path: KeyPath) -> None:
        self._skip(1)
        index = 0
        while self._to_content() not in ("]", ""):
            self._note((*path, index), self._line)
            self._value((*path, index))
            index += 1
            if self._to_content() == ",":
                self._skip(1)
        self._skip(1)

    def _inline_table(self, path: KeyPath) -> None:
        self._skip(1)
        while self._to_content() not in ("}", ""):
            self._key_and_value(path)
            if self._to_content() == ",":
                self._skip(1)
        self._skip(1)

    def _string(self) -> None:
        quote = self._peek()
        if self._text.startswith(quote * 3, self._at):
            self._skip(3)
            self._to_closing(quote * 3, escapes=quote == '"')
            # Up to two quotes may stand directly before the closing three.
            while self._peek() == quote:
                self._skip(1)
        else:
            self._skip(1)
            self._to_closing(quote, escapes=quote == '"')

    def _to_closing(self, closing: str, *, escapes: bool) -> None:
        while self._peek() and not self._text.startswith(closing, self._at):
            self._skip(2 if escapes and self._peek() == "\\" else 1)
        self._skip(len(closing))

    def _until(self, end: str) -> str:
        """Text up to `end` outside quotes, which stays unread."""
        start = self._at
        while self._peek() and self._peek() != end:
            if self._peek() in "\"'":
                self._string()
            else:
                self._skip(1)
        return self._text[start : self._at]

    def _to_content(self) -> str:
        """Pass blanks and comments; the character that follows, or an empty text at the end."""
        while (here := self._peek()) and (here in _BLANK or here == "#"):
            if here == "#":
                end = self._text.find("\n", self._at)
                self._at = len(self._text) if end < 0 else end
            else:
                self._skip(1)
        return here

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _skip(self, count: int) -> None:
        self._line += self._text.count("\n", self._at, self._at + count)
        self._at += count

    def _note(self, path: KeyPath, line: int) -> None:
        self._found.setdefault(path, line)


def _key(raw: str) -> list[str]:
    """The names of a bare, quoted or dotted key; tomllib itself decodes quotes and escapes."""
    names = []
    tree: object = tomllib.loads(f"{raw} = 0")
    while isinstance(tree, dict):
        name, tree = next(iter(tree.items()))
        names.append(name)
    return names
