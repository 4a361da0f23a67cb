from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ui.dice_drawing
import ui.draw
import ui.tile_drawing
from tests.ui.driving import showing, touch
from tests.ui.views import LOCK, SIZES, VIEWS, tiles, view
from ui.captions import requirement_wordings
from ui.geometry import Rect
from ui.screen import FavorScreen
from ui.text import Fitted, fitted, line_height, printable, width_of, write
from ui.view import FavorView


@given(
    text=st.text(max_size=80),
    width=st.integers(0, 300),
    height=st.integers(0, 60),
    largest=st.integers(8, 24),
    lines=st.integers(1, 3),
)
def test_any_text_stays_in_its_box(text: str, width: int, height: int, largest: int, lines: int) -> None:
    fit = fitted((text,), width, height, largest, 8, lines)
    assert all(width_of(line, fit.size) <= width for line in fit.lines)
    assert len(fit.lines) * line_height(fit.size) <= height or not fit.lines
    assert len(fit.lines) <= lines
    assert 8 <= fit.size <= largest
    if fit.whole:
        assert "".join(fit.lines).replace(" ", "") == printable(text).replace(" ", "")
    else:
        assert not fit.lines or fit.lines[-1].endswith("…")


def test_text_is_as_large_as_fits() -> None:
    roomy = fitted(("Queen",), 200, 40, 20, 8, 1)
    assert roomy == Fitted(20, ("Queen",), whole=True)
    tight = fitted(("Queen",), width_of("Queen", 12), 40, 20, 8, 1)
    assert tight.size == 12


def test_a_shorter_wording_is_taken_before_anything_is_cut_off() -> None:
    room = width_of("4×", 10)
    assert fitted(("Four of a Kind", "4×"), room, 20, 12, 10, 1) == Fitted(10, ("4×",), whole=True)


def test_text_that_no_font_can_draw_is_replaced() -> None:
    surface = pygame.Surface((200, 30))
    for text in ("a\x00b", "\ud800", "𓂀", "line\nbreak\ttab", ""):
        write(surface, Rect(0, 0, 200, 30), text, (255, 255, 255), largest=14)
    assert printable("line\nbreak") == "line break"
    assert printable("\x00𓂀") == "??"


@pytest.mark.parametrize(
    ("requirement", "shortest"),
    [
        ("Seven of a Kind", "7×"),
        ("Three of a Kind & Two Pairs", "3×+2 Pairs"),
        ("Two Threes of a Kind", "3×+3×"),
        ("Four of a Kind & Three 1's", "4×+111"),
        ("Three 6's & Pair of 1's", "666+11"),
        ("1234 / 2345 / 3456", "4 in a row"),
        ("12345 / 23456", "5 in a row"),
        ("1 2 3 4 5 6", "1 2 3 4 5 6"),
        ("All ≤ 2", "All ≤ 2"),
        ("40+", "40+"),
    ],
)
def test_a_requirement_has_a_short_wording(requirement: str, shortest: str) -> None:
    wordings = requirement_wordings(requirement)
    assert wordings[0] == requirement
    assert wordings[-1] == shortest


class Written:
    """Records all text of a picture: its box, how it fitted, and what was to be written."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.texts: list[tuple[Rect, Fitted, str]] = []
        for module in (ui.draw, ui.tile_drawing, ui.dice_drawing):
            monkeypatch.setattr(module, "write", self._write)

    def _write(
        self, surface: pygame.Surface, rect: Rect, texts: object, *rest: object, **kw: object
    ) -> Fitted:
        fit: Fitted = write(surface, rect, texts, *rest, **kw)  # type: ignore[arg-type]
        self.texts.append((rect, fit, str(texts)))
        return fit


def picture_texts(view: FavorView, size: tuple[int, int], written: Written, *keys: str) -> FavorScreen:
    screen = showing(view, size)
    for key in keys:
        touch(screen, key)
    screen.draw(pygame.Surface(size))
    assert len(written.texts) > 20
    return screen


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", VIEWS)
def test_all_text_on_the_screen_fits_its_box_and_the_screen(
    name: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = Written(monkeypatch)
    picture_texts(VIEWS[name], size, written)
    for rect, fit, text in written.texts:
        assert Rect(0, 0, *size).encloses(rect), text
        assert len(fit.lines) * line_height(fit.size) <= rect.h, text
        assert all(width_of(line, fit.size) <= rect.w for line in fit.lines), text


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", VIEWS)
def test_nothing_but_a_very_long_name_is_cut_off(
    name: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = Written(monkeypatch)
    keys = {"lock": ["die:0", "tile:heir"], "claim": ["tile:noble-adoption"]}.get(name, [])
    picture_texts(VIEWS[name], size, written, *keys)
    cut = {text for _, fit, text in written.texts if not fit.whole}
    assert cut <= {"Maximilian the Elder"}


@pytest.mark.parametrize("size", SIZES)
def test_every_tile_name_and_requirement_of_the_game_fits_its_tile(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    bars = pytest.importorskip("rules.favor.bars")
    box = pytest.importorskip("rules.favor.tiles")
    requirements = [bar.requirement(place).name for bar in bars.BARS.values() for place in bars.Place]
    names = [tile.name for tile in box.TILES.values()]
    written = Written(monkeypatch)
    grid = tiles({})
    for first in range(0, max(len(names), len(requirements)), len(grid)):
        shown = tuple(
            ui.view.TileView(
                tile.id, names[(first + n) % len(names)], tile.level, tile.place, tile.colour,
                requirements[(first + n) % len(requirements)], 4, "waiting",
            )
            for n, tile in enumerate(grid)
        )  # fmt: skip
        picture_texts(view(on_grid=shown, dice=LOCK.dice), size, written)
    cut = {text for _, fit, text in written.texts if not fit.whole}
    assert cut <= {"Maximilian the Elder"}
