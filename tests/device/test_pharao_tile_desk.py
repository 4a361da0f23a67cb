from __future__ import annotations

from pathlib import Path

import pytest

from device.desk import current
from device.journal import Journal
from device.pharao_lobby import PharaoLobby
from device.pharao_tile_desk import PAGE, PharaoTileDesk
from device.pharao_tiles import load_tiles, save_tiles, tiles_path
from rules.pharao.tile_set import Tile, TileSet
from ui.intents import Choose, Undo
from ui.screens import Screens

from .pharao_hands import begin, configured, table_of

PETS = ("cat", "dog", "ibis", "lion")
TILE: Tile = ("cat", "sand", "sand", "hole")


@pytest.fixture
def desk(tmp_path: Path) -> PharaoTileDesk:
    path = tmp_path / "tiles.json"
    save_tiles(path, TileSet("ours", PETS, (TILE,) * 8))
    return PharaoTileDesk(path, PETS, lambda: pytest.fail("nobody went back"))


def choose(desk: PharaoTileDesk, *keys: str) -> None:
    for key in keys:
        assert key in [command.key for command in desk.view("").commands]
        desk.on_intent(Choose(key))


def test_tiles_are_listed_page_by_page(desk: PharaoTileDesk) -> None:
    shown = [command.key for command in desk.view("").commands]
    assert shown == [*(f"tile:{n}" for n in range(PAGE)), "page", "add", "done"]
    choose(desk, "page")
    assert [command.key for command in desk.view("").commands][:2] == ["tile:6", "tile:7"]


def test_a_tile_is_removed_from_the_file(desk: PharaoTileDesk, tmp_path: Path) -> None:
    choose(desk, "tile:3", "keep", "tile:2", "remove")
    kept = load_tiles(tmp_path / "tiles.json")
    assert kept is not None
    assert len(kept.tiles) == 7
    assert kept == desk.tiles


def test_a_tile_is_added_quarter_by_quarter_with_steps_back(desk: PharaoTileDesk, tmp_path: Path) -> None:
    choose(desk, "add", "shows:sand")
    assert desk.view("").title == "The new tile's top right?"
    choose(desk, "shows:hole")
    desk.on_intent(Undo())
    choose(desk, "page", "shows:lion")
    choose(desk, "shows:passage", "shows:cat")
    kept = load_tiles(tmp_path / "tiles.json")
    assert kept is not None
    assert len(kept.tiles) == 9
    assert any("lion" in tile for tile in kept.tiles)


def test_undo_leaves_what_was_begun(desk: PharaoTileDesk) -> None:
    choose(desk, "add")
    desk.on_intent(Undo())
    choose(desk, "tile:1")
    desk.on_intent(Undo())
    assert desk.view("").title == "8 of 13 sliding tiles are known"


def test_a_full_box_takes_no_more(tmp_path: Path) -> None:
    path = tmp_path / "tiles.json"
    save_tiles(path, TileSet("ours", PETS, (TILE,) * 13))
    desk = PharaoTileDesk(path, PETS, lambda: pytest.fail("nobody went back"))
    assert "add" not in [command.key for command in desk.view("").commands]


def test_a_file_that_cannot_be_written_is_said_and_the_list_stays(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    desk = PharaoTileDesk(tmp_path / "file" / "tiles.json", PETS, lambda: pytest.fail("nobody went back"))
    choose(desk, "add", *["shows:sand"] * 4)
    assert desk.view("").tone == "refusal"
    assert desk.tiles.tiles == ()


def test_from_the_lobby_one_gets_to_the_tiles_and_back_with_all_answers(tmp_path: Path) -> None:
    config = configured(tmp_path, PETS)
    with Journal.open(config.journal.path) as journal:
        hands = table_of(journal, config)
        for key in ("players:3", "side:0", "tiles", "add", *["shows:sand"] * 4, "done"):
            hands.choose(key)
        assert isinstance(current(hands.desk), PharaoLobby)
        hands.choose("begin")
        assert len(hands.state.players) == 3
        assert hands.state.setup.sides[0] == "right"
        assert hands.state.setup.tiles == (("sand",) * 4,)
        assert tiles_path(config.journal.path).exists()
        hands.table.session.finish()
        again = table_of(journal, config)
        begin(again, 1)


@pytest.mark.parametrize("size", [(480, 320), (800, 480)])
def test_every_key_is_large_enough_for_a_finger(desk: PharaoTileDesk, size: tuple[int, int]) -> None:
    screens = Screens(size)
    for keys in ((), ("add",)):
        choose(desk, *keys)
        screens.show(desk.view(""))
        for widget in screens.found:
            if widget.kind == "command":
                assert widget.rect.h >= 28
