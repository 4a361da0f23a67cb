"""Frozen dataclasses to JSON and back, strictly: what does not fit is named, never mended."""

from __future__ import annotations

import dataclasses
import reprlib
import types
import typing
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Any, TypeVar

from rules.errors import CodecError

T = TypeVar("T")

_SHORT = reprlib.Repr()
_SHORT.maxlevel = 2
_SHORT.maxstring = _SHORT.maxother = 60
_LONGEST = 80


def to_json(value: object) -> Any:
    """The plain JSON form of `value`: dataclasses become objects, tuples lists, enums their values.

    Raises CodecError for anything that has no such form.
    """
    if value is None or isinstance(value, Enum):
        return None if value is None else value.value
    if isinstance(value, bool | int | str):
        return value
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_json(getattr(value, field.name)) for field in dataclasses.fields(value)}
    raise CodecError(f"{type(value).__name__} has no JSON form")


def from_json(kind: type[T], data: object, where: str = "value") -> T:
    """The `kind` that `data`, parsed JSON, describes; `where` names the place in error texts.

    Raises CodecError for a missing or unknown key, a wrong type or an unknown name.
    """
    return typing.cast(T, _decode(kind, data, where))


def shown(data: object) -> str:
    """`data` as an error text quotes it: one short line, whatever a broken file holds."""
    text = _SHORT.repr(data)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


@cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _decode(kind: Any, data: object, where: str) -> object:
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        return _decode_optional(kind, data, where)
    if origin is tuple:
        return _decode_tuple(typing.get_args(kind), data, where)
    if isinstance(kind, type) and issubclass(kind, Enum):
        for member in kind:
            # True == 1 == 1.0 to Python, but never to a table.
            if type(data) is type(member.value) and data == member.value:
                return member
        known = ", ".join(repr(member.value) for member in kind)
        raise CodecError(f"{where} is {shown(data)}; it must be one of {known}")
    if dataclasses.is_dataclass(kind):
        return _decode_dataclass(typing.cast(type, kind), data, where)
    if kind in (bool, int, str):
        # A bool is an int to Python as well.
        if type(data) is not kind:
            raise CodecError(f"{where} is {shown(data)}; it must be of type {kind.__name__}")
        return data
    raise CodecError(f"{where} is declared as {kind!r}, which has no JSON form")


def _decode_optional(kind: Any, data: object, where: str) -> object:
    inner = [arg for arg in typing.get_args(kind) if arg is not type(None)]
    if data is None and len(inner) < len(typing.get_args(kind)):
        return None
    if len(inner) != 1:
        raise CodecError(f"{where} is declared as {kind!r}, which has no JSON form")
    return _decode(inner[0], data, where)


def _decode_tuple(args: tuple[Any, ...], data: object, where: str) -> tuple[object, ...]:
    if not isinstance(data, list):
        raise CodecError(f"{where} is {shown(data)}; it must be a list")
    if len(args) == 2 and args[1] is Ellipsis:
        args = (args[0],) * len(data)
    if len(args) != len(data):
        raise CodecError(f"{where} has {len(data)} entries; it must have {len(args)}")
    return tuple(
        _decode(arg, item, f"{where}[{index}]")
        for index, (arg, item) in enumerate(zip(args, data, strict=True))
    )


def _decode_dataclass(kind: type, data: object, where: str) -> object:
    if not isinstance(data, Mapping):
        raise CodecError(f"{where} is {shown(data)}; it must be an object")
    fields = {field.name: field for field in dataclasses.fields(kind)}
    for key in data:
        if key not in fields:
            known = ", ".join(fields) or "none"
            raise CodecError(f"{where} has the unknown key {shown(key)}; known are {known}")
    values = {}
    for name, field in fields.items():
        if name in data:
            values[name] = _decode(_hints(kind)[name], data[name], f"{where}.{name}")
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise CodecError(f"{where} lacks the key {name!r}")
    try:
        return kind(**values)
    except CodecError:
        raise
    except ValueError as error:
        raise CodecError(f"{where}: {error}") from error
