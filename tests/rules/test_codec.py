from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, IntEnum, StrEnum
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.codec import from_json, to_json
from rules.errors import CodecError, RulesError
from rules.table import ActionCodec


class Colour(StrEnum):
    YELLOW = "yellow"
    BLUE = "blue"


class Level(IntEnum):
    ONE = 1
    SEVEN = 7


class Answer(Enum):
    YES = "yes"
    NOUGHT = 0


@dataclass(frozen=True)
class Chip:
    colour: Colour
    worth: int

    def __post_init__(self) -> None:
        if self.worth < 0:
            raise ValueError(f"a chip is never worth {self.worth}; write 0 or more")


@dataclass(frozen=True)
class Pay:
    chips: tuple[Chip, ...]
    to: str | None = None
    open: bool = True


@dataclass(frozen=True)
class Move:
    start: tuple[int, int]
    level: Level


@dataclass(frozen=True)
class Wait:
    pass


@dataclass(frozen=True)
class Foreign:
    number: int


Action = Pay | Move | Wait
CODEC: ActionCodec[Action] = ActionCodec((Pay, Move, Wait))

chips = st.builds(Chip, st.sampled_from(Colour), st.integers(min_value=0))
actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(Pay, st.lists(chips, max_size=4).map(tuple), st.none() | st.text(), st.booleans()),
    st.builds(Move, st.tuples(st.integers(), st.integers()), st.sampled_from(Level)),
    st.just(Wait()),
)
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 9)
    | st.floats()
    | st.sampled_from(["yellow", "yes", "pay", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["do", "chips", "to", "colour", "worth", "f0", "f1", "f2"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


Shape = tuple[Any, st.SearchStrategy[Any]]

PLAIN: list[Shape] = [
    (bool, st.booleans()),
    (int, st.integers()),
    (str, st.text()),
    *[(kind, st.sampled_from(kind)) for kind in (Colour, Level, Answer)],
]


@st.composite
def shapes(draw: st.DrawFn, depth: int = 2) -> Shape:
    """A declared type that the codec knows, with a strategy for its values."""
    form = draw(st.sampled_from(["plain", "many", "fixed", "optional", "class"])) if depth else "plain"
    if form == "plain":
        return draw(st.sampled_from(PLAIN))
    inner = draw(st.lists(shapes(depth=depth - 1), min_size=1, max_size=3))
    kind, values = inner[0]
    tuple_of: Any = tuple
    if form == "many":
        return tuple_of[kind, ...], st.lists(values, max_size=3).map(tuple)
    if form == "fixed":
        return tuple_of[tuple(kind for kind, _ in inner)], st.tuples(*(values for _, values in inner))
    if form == "optional":
        return kind | None, st.none() | values
    return dataclass_of(inner)


def dataclass_of(inner: list[Shape]) -> Shape:
    made = dataclasses.make_dataclass(
        "Made", [(f"f{index}", kind) for index, (kind, _) in enumerate(inner)], frozen=True
    )
    return made, st.builds(made, *(values for _, values in inner))


classes = st.lists(shapes(), max_size=3).map(dataclass_of)


def through_text(data: object) -> Any:
    return json.loads(json.dumps(data))


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_any_frozen_dataclass_comes_back_from_json_as_it_was(data: st.DataObject) -> None:
    kind, values = data.draw(classes)
    value = data.draw(values)
    back = from_json(kind, through_text(to_json(value)))
    assert back == value
    assert repr(back) == repr(value)


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_whatever_json_is_accepted_is_written_back_unchanged(data: st.DataObject) -> None:
    kind, values = data.draw(classes)
    document = to_json(data.draw(values))
    damaged = damage(document, data)
    try:
        value = from_json(kind, damaged)
    except CodecError as error:
        assert str(error).startswith("value")
    else:
        assert json.dumps(to_json(value)) == json.dumps(damaged)


def damage(document: Any, data: st.DataObject) -> Any:
    """The document with one place, however deep, replaced, dropped or added to."""
    if isinstance(document, dict) and document and data.draw(st.booleans()):
        key = data.draw(st.sampled_from(list(document)))
        if data.draw(st.integers(0, 4)) == 0:
            return {name: value for name, value in document.items() if name != key}
        return {**document, key: damage(document[key], data)}
    if isinstance(document, list) and document and data.draw(st.booleans()):
        index = data.draw(st.integers(0, len(document) - 1))
        return [*document[:index], damage(document[index], data), *document[index + 1 :]]
    return data.draw(json_values)


@given(actions)
def test_every_action_comes_back_from_json_as_it_was(action: Action) -> None:
    back = CODEC.decode(through_text(CODEC.encode(action)))
    assert back == action
    assert type(back) is type(action)


@given(json_values)
@settings(max_examples=300)
def test_no_json_at_all_makes_the_codec_fail_in_any_other_way(document: Any) -> None:
    try:
        assert type(CODEC.decode(document)) in (Pay, Move, Wait)
    except CodecError as error:
        assert str(error)


@given(actions, st.data())
@settings(max_examples=300)
def test_a_damaged_action_is_refused_or_still_an_action(action: Action, data: st.DataObject) -> None:
    try:
        assert type(CODEC.decode(damage(CODEC.encode(action), data))) in (Pay, Move, Wait)
    except CodecError as error:
        assert str(error)


def test_the_json_of_an_action_is_its_name_and_its_fields() -> None:
    pay = Pay((Chip(Colour.BLUE, 3),), to=None, open=False)
    assert CODEC.encode(pay) == {
        "do": "pay",
        "chips": [{"colour": "blue", "worth": 3}],
        "to": None,
        "open": False,
    }
    assert CODEC.encode(Move((1, 2), Level.SEVEN)) == {"do": "move", "start": [1, 2], "level": 7}
    assert CODEC.encode(Wait()) == {"do": "wait"}


def test_a_key_with_a_default_may_be_left_out() -> None:
    assert CODEC.decode({"do": "pay", "chips": []}) == Pay((), to=None, open=True)


def nested(depth: int) -> object:
    document: object = []
    for _ in range(depth):
        document = [document]
    return document


PAY = {"do": "pay", "chips": []}
MOVE = {"do": "move", "start": [1, 2], "level": 1}


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (None, "an action is an object with the key 'do', not None"),
        ([], "an action is an object with the key 'do', not []"),
        ("pay", "an action is an object with the key 'do', not 'pay'"),
        ({}, "an action is an object with the key 'do', not {}"),
        ({"chips": []}, "an action is an object with the key 'do', not {'chips': []}"),
        ({"do": "dance"}, "unknown action 'dance'; known are pay, move, wait"),
        ({"do": "Pay", "chips": []}, "unknown action 'Pay'; known are pay, move, wait"),
        ({"do": None}, "unknown action None; known are pay, move, wait"),
        ({"do": ["pay"]}, "unknown action ['pay']; known are pay, move, wait"),
        ({"do": {"pay": 1}}, "unknown action {'pay': 1}; known are pay, move, wait"),
        ({"do": "pay"}, "pay lacks the key 'chips'"),
        (PAY | {"tip": 1}, "pay has the unknown key 'tip'; known are chips, to, open"),
        ({"do": "wait", "for": 1}, "wait has the unknown key 'for'; known are none"),
        (PAY | {"chips": {}}, "pay.chips is {}; it must be a list"),
        (PAY | {"chips": "ab"}, "pay.chips is 'ab'; it must be a list"),
        (PAY | {"chips": None}, "pay.chips is None; it must be a list"),
        (PAY | {"chips": [[]]}, "pay.chips[0] is []; it must be an object"),
        (PAY | {"chips": [{"colour": "blue"}]}, "pay.chips[0] lacks the key 'worth'"),
        (
            PAY | {"chips": [{"colour": "blue", "worth": 1}, {"colour": "blue", "worth": True}]},
            "pay.chips[1].worth is True; it must be of type int",
        ),
        (
            PAY | {"chips": [{"colour": "blue", "worth": 1.0}]},
            "pay.chips[0].worth is 1.0; it must be of type int",
        ),
        (
            PAY | {"chips": [{"colour": "blue", "worth": "1"}]},
            "pay.chips[0].worth is '1'; it must be of type int",
        ),
        (
            PAY | {"chips": [{"colour": "red", "worth": 1}]},
            "pay.chips[0].colour is 'red'; it must be one of 'yellow', 'blue'",
        ),
        (
            PAY | {"chips": [{"colour": ["blue"], "worth": 1}]},
            "pay.chips[0].colour is ['blue']; it must be one of 'yellow', 'blue'",
        ),
        (
            PAY | {"chips": [{"colour": "blue", "worth": -1}]},
            "pay.chips[0]: a chip is never worth -1; write 0 or more",
        ),
        (PAY | {"to": 5}, "pay.to is 5; it must be of type str"),
        (PAY | {"open": 1}, "pay.open is 1; it must be of type bool"),
        (PAY | {"open": None}, "pay.open is None; it must be of type bool"),
        (MOVE | {"start": [1]}, "move.start has 1 entries; it must have 2"),
        (MOVE | {"start": [1, 2, 3]}, "move.start has 3 entries; it must have 2"),
        (MOVE | {"start": [1, "2"]}, "move.start[1] is '2'; it must be of type int"),
        (MOVE | {"level": 2}, "move.level is 2; it must be one of 1, 7"),
        (MOVE | {"level": True}, "move.level is True; it must be one of 1, 7"),
        (MOVE | {"level": 1.0}, "move.level is 1.0; it must be one of 1, 7"),
        (MOVE | {"level": "ONE"}, "move.level is 'ONE'; it must be one of 1, 7"),
    ],
)
def test_json_that_does_not_fit_is_refused_with_its_place(document: object, message: str) -> None:
    with pytest.raises(CodecError) as refused:
        CODEC.decode(document)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    "large",
    [
        "x" * 100_000,
        ["x" * 1000] * 100_000,
        {f"{number:1000}": "x" * 1000 for number in range(1000)},
        nested(100_000),
    ],
    ids=["text", "list", "object", "depth"],
)
@pytest.mark.parametrize(
    ("wrap", "start"),
    [
        (lambda large: [large], "an action is an object with the key 'do', not ["),
        (lambda large: {"do": large}, "unknown action "),
        (lambda large: PAY | {"open": large}, "pay.open is "),
        (lambda large: MOVE | {"level": large}, "move.level is "),
        (lambda large: PAY | {"chips": {"x": large}}, "pay.chips is {'x': "),
        (lambda large: PAY | {"x" * 100_000: large}, "pay has the unknown key 'xxx"),
    ],
    ids=["action", "name", "bool", "enum", "list", "key"],
)
def test_a_refusal_stays_short_however_large_and_deep_the_json_is(
    wrap: Callable[[object], object], start: str, large: object
) -> None:
    with pytest.raises(CodecError) as refused:
        CODEC.decode(wrap(large))
    assert str(refused.value).startswith(start)
    assert len(str(refused.value)) < 160


def test_a_refusal_is_an_error_of_the_rules_and_a_value_error() -> None:
    assert issubclass(CodecError, RulesError)
    assert issubclass(CodecError, ValueError)


def test_an_action_of_another_game_is_not_written() -> None:
    codec: ActionCodec[Any] = CODEC
    with pytest.raises(CodecError, match=r"^Foreign is not an action of this game$"):
        codec.encode(Foreign(1))


@pytest.mark.parametrize("value", [1.5, [1], {"a": 1}, {1}, b"x", Chip], ids=lambda value: str(type(value)))
def test_what_has_no_json_form_is_not_written(value: object) -> None:
    with pytest.raises(CodecError, match="has no JSON form"):
        to_json(value)


@pytest.mark.parametrize("kind", [float, list[int], dict[str, int], int | str, tuple], ids=str)
def test_a_type_without_a_json_form_is_not_read(kind: Any) -> None:
    with pytest.raises(CodecError, match=r"^count is declared as .*, which has no JSON form$"):
        from_json(kind, 1, "count")
