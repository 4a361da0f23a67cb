"""On a 32-bit board a number from 2^30 on is an object: no sum or product of the firmware may reach it."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import random
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import firmware_bridge.firmware
from firmware_bridge.messages import Lamps, Ping, Ring, Sound
from tests.firmware_bridge.firmware.bench import MS, Bench, S

FOLDER = Path(firmware_bridge.firmware.__file__).parent
PACKAGE = "firmware_with_small_numbers"
SMALL = 1 << 30


class NumberTooLargeError(AssertionError):
    """A number that a 32-bit board would make an object of."""


def checked(value: Any) -> Any:
    if isinstance(value, int) and not -SMALL <= value < SMALL:
        raise NumberTooLargeError(value)
    return value


class CheckEveryOperation(ast.NodeTransformer):
    """Wraps every sum, product, shift and so on into `checked`."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        return ast.Call(ast.Name("checked", ast.Load()), [node], [])

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        loaded = ast.parse(ast.unparse(node.target), mode="eval").body
        return ast.Assign([node.target], self.visit(ast.BinOp(loaded, node.op, node.value)))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        return node


class CheckedFirmware(MetaPathFinder, Loader):
    """Finds the firmware's modules under another name, and checks their arithmetic."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != PACKAGE and not fullname.startswith(PACKAGE + "."):
            return None
        return importlib.util.spec_from_loader(fullname, self, is_package=fullname == PACKAGE)

    def exec_module(self, module: ModuleType) -> None:
        name = module.__name__.partition(".")[2] or "__init__"
        tree = ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8"))
        tree = ast.fix_missing_locations(CheckEveryOperation().visit(tree))
        module.__dict__["checked"] = checked
        exec(compile(tree, f"{name}.py", "exec"), module.__dict__)


@pytest.fixture
def checked_firmware() -> Iterator[dict[str, ModuleType]]:
    finder = CheckedFirmware()
    sys.meta_path.insert(0, finder)
    try:
        yield {name: importlib.import_module(f"{PACKAGE}.{name}") for name in ("board", "clock", "ring")}
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
            del sys.modules[name]


def test_a_number_too_large_would_be_noticed(checked_firmware: dict[str, ModuleType]) -> None:
    clock = checked_firmware["clock"]
    assert clock.since(5, 3) == 2
    with pytest.raises(NumberTooLargeError):
        clock.since(SMALL, -5)


@pytest.mark.parametrize("rounds", [80, pytest.param(2000, marks=pytest.mark.long)])
def test_all_arithmetic_stays_small_whatever_is_asked_for(
    checked_firmware: dict[str, ModuleType], rounds: int
) -> None:
    chance = random.Random(rounds)
    bench = Bench(SMALL - 10 * S)
    # The loaded board is of another class with the same name.
    bench.board = checked_firmware["board"].Board(bench.pins)
    bench.link()
    colours = ((255, 255, 255), (255, 0, 9), (0, 255, 0), (7, 8, 9))
    for turn in range(rounds):
        extreme = chance.choice([1, 3000, 65535])
        bench.say(
            Ping(turn % 65536),
            Lamps(10_000, tuple((chance.randrange(4), chance.randrange(16)) for _ in range(6))),
            Ring(
                chance.choice([1, 500, 10_000]),
                turn % 6,
                colours,
                tuple(chance.randrange(4) for _ in range(24)),
                chance.choice([0, 2**32 - 1, chance.randrange(2**32), (bench.pins.us + 2**31 - S) % 2**32]),
                extreme,
                chance.randrange(6145),
            ),
            Sound(10_000, 1 + turn % 65535, ((10_000, 5000), (50, 1))),
        )
        # As after many minutes of the same animation.
        bench.board._ring._turned = chance.choice([0, 655_000_000])
        bench.edge(turn % 6, chance.randrange(2))
        step = chance.choice([20 * MS, 40 * MS, 400 * MS])
        bench.wait(step, step_us=min(step, 20 * MS))
        if chance.random() < 0.1:
            bench.wait(chance.choice([5, 400]) * S, step_us=chance.choice([1, 200]) * S)
            bench.link()
