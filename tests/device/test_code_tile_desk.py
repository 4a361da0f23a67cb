from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.code_tile_desk import TileDesk
from device.code_tiles import load_tiles, save_tiles, written
from device.desk import Desk
from rules.pharaoh_code.tiles import Colour, Tile
from tests.rules.pharaoh_code.playing import NUMBERS, TILES
from ui.code_view import CellView, TileSetView
from ui.intents import Choose, Undo

BACK: Desk = TileDesk(Path("/nowhere/tiles.csv"), lambda: BACK)
"""Where one comes back to: any other desk."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tiles.csv"


@pytest.fixture
def desk(path: Path) -> Iterator[TileDesk]:
    yield TileDesk(path, lambda: BACK)


def choose(desk: TileDesk, *keys: str) -> None:
    for key in keys:
        desk.on_intent(Choose(key))


def enter(desk: TileDesk, number: int, scarabs: int) -> None:
    """Digits, done, scarabs: on the pad that is open."""
    choose(desk, *(f"pad:{digit}" for digit in str(number)), "pad:done", f"pad:{scarabs}")


def row(view: TileSetView, colour: str) -> tuple[CellView, ...]:
    return dict(view.rows)[colour]


def test_a_whole_set_is_entered_on_the_screen_and_kept(desk: TileDesk, path: Path) -> None:
    for scarabs, colour in zip((4, 3, 2, 1), Colour, strict=True):
        choose(desk, f"cell:{colour}:0")
        for number in NUMBERS[colour]:
            enter(desk, number, scarabs)
        assert desk.view("").pad is None
    assert desk.view("").title == "The set of tiles: 48 of 48"
    assert desk.view("").commands[0].main
    choose(desk, "finish")
    assert desk.successor is BACK
    assert set(load_tiles(path)) == set(TILES)


def test_every_tile_is_kept_at_once(desk: TileDesk, path: Path) -> None:
    choose(desk, "cell:red:0")
    enter(desk, 33, 3)
    again = TileDesk(path, lambda: BACK)
    assert again.tiles == (Tile(33, Colour.RED, 3),)
    assert again.view("").title == "The set of tiles: 1 of 48"


def test_a_tile_is_put_right_and_removed(desk: TileDesk) -> None:
    choose(desk, "cell:red:0")
    enter(desk, 33, 3)
    enter(desk, 34, 3)
    choose(desk, "pad:close", "cell:red:0")
    assert desk.view("").pad is not None
    enter(desk, 35, 2)
    assert list(desk.tiles) == [Tile(35, Colour.RED, 2), Tile(34, Colour.RED, 3)]
    choose(desk, "cell:red:0", "remove")
    assert list(desk.tiles) == [Tile(34, Colour.RED, 3)]


def test_changes_are_taken_back_one_by_one(desk: TileDesk, path: Path) -> None:
    choose(desk, "cell:red:0")
    enter(desk, 33, 3)
    choose(desk, "pad:close", "cell:red:0", "remove")
    desk.on_intent(Undo())
    assert list(desk.tiles) == [Tile(33, Colour.RED, 3)]
    desk.on_intent(Undo())
    assert not desk.tiles
    assert not desk.view("").can_undo
    assert TileDesk(path, lambda: BACK).tiles == ()


def test_back_goes_through_the_entry_step_by_step(desk: TileDesk) -> None:
    choose(desk, "cell:blue:0", "pad:1", "pad:5", "pad:done")
    pad = desk.view("").pad
    assert pad is not None
    assert pad.hint == "How many scarabs has 15?"
    for text in ("15", "1", ""):
        desk.on_intent(Undo())
        pad = desk.view("").pad
        assert pad is not None
        assert pad.text == text
    desk.on_intent(Undo())
    assert desk.view("").pad is None


def test_a_number_that_no_tile_has_is_refused_and_stays(desk: TileDesk) -> None:
    choose(desk, "cell:black:0", "pad:9", "pad:9", "pad:9", "pad:done")
    view = desk.view("")
    assert (view.tone, view.message) == ("refusal", "the dice make 1 to 960, not 999")
    assert view.pad is not None
    assert view.pad.text == "999"


def test_a_set_that_is_not_whole_cannot_be_finished_but_left(desk: TileDesk) -> None:
    choose(desk, "cell:red:0")
    enter(desk, 33, 3)
    choose(desk, "pad:close", "finish")
    assert desk.successor is None
    assert desk.view("").message == (
        "there are 1 tiles (0 black, 1 red, 0 blue and 0 yellow); the box has 48"
    )
    choose(desk, "leave")
    assert desk.successor is BACK


def test_what_may_be_a_slip_is_asked_about_once(path: Path) -> None:
    save_tiles(path, [*TILES[:-1], Tile(959, Colour.YELLOW, 1)])
    desk = TileDesk(path, lambda: BACK)
    choose(desk, "finish")
    assert desk.successor is None
    assert desk.view("").tone == "ask"
    assert (
        desk.view("").message == "is the yellow 959 really there? no roll makes 959; once more to keep it so"
    )
    choose(desk, "finish")
    assert desk.successor is BACK


def test_a_file_that_holds_something_else_is_kept_aside(path: Path) -> None:
    path.write_text(written(TILES[:3]) + "dear diary\n")
    desk = TileDesk(path, lambda: BACK)
    assert desk.view("").tone == "refusal"
    assert len(desk.tiles) == 3
    choose(desk, "cell:red:0")
    enter(desk, 33, 3)
    assert len(TileDesk(path, lambda: BACK).tiles) == 4
    assert "dear diary" in path.with_name("tiles.csv.unreadable").read_text()


def test_what_the_disk_refuses_changes_nothing(desk: TileDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    choose(desk, "cell:red:0")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        enter(desk, 33, 3)
    assert desk.view("").tone == "refusal"
    assert not desk.tiles
    choose(desk, "pad:3")
    assert list(desk.tiles) == [Tile(33, Colour.RED, 3)]


def test_strange_choices_change_nothing(desk: TileDesk) -> None:
    choose(desk, "cell:green:0", "cell:red:7", "pad:1", "remove", "nonsense", "cell:red")
    assert not desk.tiles
    assert desk.view("").pad is None


def test_where_48_tiles_are_there_no_more_are_asked_for(path: Path) -> None:
    save_tiles(path, TILES)
    view = TileDesk(path, lambda: BACK).view("")
    assert all(cell.number is not None for _, cells in view.rows for cell in cells)
    assert len(row(view, "red")) == 12
