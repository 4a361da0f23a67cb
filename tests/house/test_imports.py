"""Imports point one way: the house's own picture of itself."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("rules", "vision", "firmware_bridge", "ui", "device")

MAY_IMPORT = {
    "rules": set[str](),
    "vision": {"numpy", "cv2"},
    "firmware_bridge": {"serial"},
    "ui": {"pygame", "rules"},
    "device": {"rules", "vision", "firmware_bridge", "ui", "gpiozero", "lgpio", "cv2", "numpy"},
}
"""What each room may import beside itself and the standard library."""

TRAINING = ROOT / "vision" / "training"
TRAINING_ONLY = {"torch", "onnx", "PIL"}
"""What makes the networks and never runs at the table, and what it may import beside what vision may."""

FIRMWARE = ROOT / "firmware_bridge" / "firmware"
MICROPYTHON = {"machine", "micropython", "rp2"}
"""What MicroPython brings on the board, and only the firmware may import."""

IMPURE = {
    "asyncio", "datetime", "io", "logging", "multiprocessing", "os", "pathlib", "random", "secrets", "select",
    "shutil", "socket", "sqlite3", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip
"""Standard modules that bring clocks, chance or devices, which `rules` must never see."""


def imported(path: Path) -> set[str]:
    """The top-level names that a module imports, wherever in it."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                # On the board its folder is a package of another name.
                assert path.is_relative_to(FIRMWARE), f"{path}: rooms import by full name"
                assert node.level == 1, f"{path}: the firmware knows nothing outside of its folder"
            else:
                names.add((node.module or "").split(".")[0])
    return names


def strangers(room: str, names: set[str]) -> set[str]:
    """Which of `names` the room must not import."""
    allowed = MAY_IMPORT[room] | {room}
    return {name for name in names if name not in allowed and (name in ROOMS or not is_standard(name))} | (
        {name for name in names if name in IMPURE} if room == "rules" else set()
    )


def is_standard(name: str) -> bool:
    """Whether Python itself brings the module."""
    return name in sys.stdlib_module_names


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_along_the_arrows(room: str) -> None:
    modules = sorted((ROOT / room).rglob("*.py"))
    assert modules, f"the room {room} is empty"
    wrong = {str(p.relative_to(ROOT)): strangers(room, imported(p) - allowed_in(p)) for p in modules}
    assert {path: names for path, names in wrong.items() if names} == {}


def allowed_in(path: Path) -> set[str]:
    """Names that a module may import although its room may not."""
    return (
        TRAINING_ONLY
        if path.is_relative_to(TRAINING)
        else MICROPYTHON
        if path.is_relative_to(FIRMWARE)
        else set()
    )


def test_the_firmware_imports_nothing_of_the_house() -> None:
    for path in FIRMWARE.rglob("*.py"):
        assert imported(path) & set(ROOMS) == set(), path


def test_nothing_at_the_table_imports_the_training() -> None:
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            if not path.is_relative_to(TRAINING):
                assert "vision.training" not in path.read_text(encoding="utf-8"), path


@pytest.mark.parametrize(
    ("room", "name"),
    [("rules", "vision"), ("rules", "random"), ("rules", "numpy"), ("vision", "rules"), ("ui", "cv2"),
     ("ui", "device"), ("firmware_bridge", "device"), ("vision", "pygame")],
)  # fmt: skip
def test_an_import_against_the_arrows_is_noticed(room: str, name: str) -> None:
    assert strangers(room, {name, "typing"}) == {name}


def test_ui_takes_nothing_but_types_from_the_rules() -> None:
    for path in (ROOT / "ui").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        guarded = [n for n in ast.walk(tree) if isinstance(n, ast.If) and "TYPE_CHECKING" in ast.dump(n.test)]
        typed = {id(child) for block in guarded for child in ast.walk(block)}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "rules":
                assert id(node) in typed, f"{path.name} needs the rules at run time"
