"""What all games at the table share: the Game protocol, actions with a JSON form, options.

A game is a set of pure functions over frozen states. Dice and drawn tokens enter as data inside actions, so
that a list of actions replays to the same state on any machine.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from rules.codec import from_json, shown, to_json
from rules.errors import CodecError, Violation

S = TypeVar("S")
A = TypeVar("A")
U = TypeVar("U")


@dataclass(frozen=True)
class Option(Generic[A]):
    """One thing that may be done now: the action where it is known in full, and words for the table.

    `action` is None where chance or people must first tell the rest (which faces were rolled, which dice
    are meant); `kind` is the action's class either way, and `source` what makes it possible (a tile's id,
    say), where one kind has several.
    """

    kind: type[A]
    words: str
    action: A | None = None
    source: str | None = None


class Game(Protocol[S, A, U]):
    """The rules of one game as the table uses them.

    `setup` is what people agree on before the first action. `start` and `apply` return new states; `apply`
    raises the Violation, with reason and rulebook section, that `explain` would return. `legal` lists what
    may be done next and is empty exactly when the game is over. `codec` gives actions their JSON form;
    a set-up, of `setup_type`, has one through `rules.codec`.
    """

    name: str
    setup_type: type[U]
    codec: ActionCodec[A]

    def start(self, setup: U) -> S:
        """The state before the first action."""
        ...

    def legal(self, state: S) -> tuple[Option[A], ...]:
        """What may be done next."""
        ...

    def apply(self, state: S, action: A) -> S:
        """The state after `action`; raises Violation where the rules do not allow it."""
        ...

    def explain(self, state: S, action: A) -> Violation | None:
        """Why `action` is not allowed now, or None where it is."""
        ...


class ActionCodec(Generic[A]):
    """The JSON form of a game's actions: `{"do": "<name>", …fields}`, names taken from the classes.

    `wrappers` are kinds whose one field, `action`, is an action itself.
    """

    def __init__(self, kinds: Iterable[type[A]], wrappers: Iterable[type[A]] = ()) -> None:
        self._kinds: dict[str, type[A]] = {kind.__name__.lower(): kind for kind in kinds}
        self._wrappers = frozenset(wrappers)

    @property
    def kinds(self) -> tuple[type[A], ...]:
        """The classes of the game's actions."""
        return tuple(self._kinds.values())

    def encode(self, action: A) -> dict[str, Any]:
        """`action` as JSON; raises CodecError for an action of another game."""
        name = type(action).__name__.lower()
        if self._kinds.get(name) is not type(action):
            raise CodecError(f"{type(action).__name__} is not an action of this game")
        if type(action) in self._wrappers:
            return {"do": name, "action": self.encode(typing.cast(Any, action).action)}
        return {"do": name, **to_json(action)}

    def decode(self, data: object) -> A:
        """The action that `data` describes; raises CodecError that names what does not fit."""
        if not isinstance(data, Mapping) or "do" not in data:
            raise CodecError(f"an action is an object with the key 'do', not {shown(data)}")
        name = data["do"]
        if not isinstance(name, str) or name not in self._kinds:
            raise CodecError(f"unknown action {shown(name)}; known are {', '.join(self._kinds)}")
        kind = self._kinds[name]
        if kind in self._wrappers:
            if set(data) != {"do", "action"}:
                raise CodecError(f"{name} has the keys 'do' and 'action' and no others")
            return typing.cast(A, typing.cast(Any, kind)(self._decode_inner(data["action"], name)))
        return from_json(kind, {k: v for k, v in data.items() if k != "do"}, name)

    def _decode_inner(self, data: object, wrapper: str) -> A:
        inner = data.get("do") if isinstance(data, Mapping) else None
        if isinstance(inner, str) and self._kinds.get(inner) in self._wrappers:
            raise CodecError(f"{wrapper} cannot hold another {inner}")
        return self.decode(data)


def refusal(apply: Callable[[S, A], S], state: S, action: A) -> Violation | None:
    """The Violation that `apply` raises for `action`, or None where it is allowed: a game's `explain`."""
    try:
        apply(state, action)
    except Violation as violation:
        return violation
    return None


def replay(game: Game[S, A, U], setup: U, actions: Iterable[A]) -> S:
    """The state after `actions` from the start; raises Violation at the first that does not fit."""
    state = game.start(setup)
    for action in actions:
        state = game.apply(state, action)
    return state
