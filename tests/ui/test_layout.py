from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.views import CLAIM, COURT, ENTER, LOCK, SETUP, SIZES, VIEWS, die, standard, tiles, view
from ui.court_drawing import draw_court
from ui.dice_layout import pyramid_slots
from ui.errors import ScreenError
from ui.geometry import Rect
from ui.intents import Choose, ClaimTile, LockDice
from ui.layout import areas, widgets
from ui.state import ScreenState, SelectTile
from ui.view import Command, CourtView, DiceRole, FavorView
from ui.widgets import focus_order, focused

STATES = {
    "fresh": ScreenState(),
    "dice marked": ScreenState(marked=frozenset({0, 2})),
    "tile selected": ScreenState(selected="palace-servants"),
    "picker open": ScreenState(picker=0),
}


def check_places(view: FavorView, state: ScreenState, size: tuple[int, int], least: int) -> None:
    found = widgets(view, state, size)
    screen = Rect(0, 0, *size)
    assert len({widget.key for widget in found}) == len(found)
    for widget in found:
        assert screen.encloses(widget.rect), widget
        if widget.press is not None:
            assert min(widget.rect.w, widget.rect.h) >= least, widget
    top = [widget for widget in found if widget.kind in ("face", "close")]
    for layer in (top, [widget for widget in found if widget not in top]):
        for one, other in combinations(layer, 2):
            assert not one.rect.overlaps(other.rect), (one, other)
    panel = areas(view, state, size).picker
    assert all(panel.encloses(widget.rect) for widget in top)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("name", "state"),
    [(name, state) for name in VIEWS for state in STATES if state != "picker open" or VIEWS[name].dice],
)
def test_widgets_lie_apart_on_the_screen_and_are_large_enough_to_touch(
    name: str, state: str, size: tuple[int, int]
) -> None:
    check_places(VIEWS[name], STATES[state], size, least=28 if size == (480, 320) else 40)


@given(
    dice=st.integers(0, 15),
    role=st.sampled_from(["lock", "enter", "watch"]),
    locked=st.integers(0, 15),
    commands=st.integers(0, 7),
    players=st.integers(1, 4),
    size=st.tuples(st.integers(480, 1400), st.integers(320, 1000)),
    marked=st.booleans(),
)
def test_whatever_is_on_the_table_finds_its_place(
    dice: int, role: DiceRole, locked: int, commands: int, players: int, size: tuple[int, int], marked: bool
) -> None:
    shown = view(
        dice=standard(*"5" * dice),
        dice_role=role,
        pyramid=standard(*"4" * locked),
        commands=tuple(Command(str(n), f"Command {n}") for n in range(commands)),
        players=CLAIM.players[:players],
    )
    check_places(shown, ScreenState(marked=frozenset({0}) if marked and dice else frozenset()), size, 28)


def test_more_dice_than_the_box_holds_still_fit_on_the_screen() -> None:
    shown = replace(LOCK, dice=standard(*"6" * 30), pyramid=standard(*"1" * 40))
    check_places(shown, ScreenState(), (480, 320), least=8)


def test_many_commands_stand_in_two_rows() -> None:
    shown = replace(SETUP, commands=tuple(Command(str(n), f"Choice {n}") for n in range(12)))
    check_places(shown, ScreenState(), (800, 480), least=36)
    tops = {w.rect.y for w in widgets(shown, ScreenState(), (800, 480)) if w.kind == "command"}
    assert len(tops) == 2


@pytest.mark.parametrize("size", [(479, 320), (480, 319), (0, 0), (320, 480)])
def test_a_screen_that_is_too_small_is_refused_in_a_sentence(size: tuple[int, int]) -> None:
    with pytest.raises(ScreenError, match="at least 480x320"):
        widgets(LOCK, ScreenState(), size)


def order_of(shown: FavorView, state: ScreenState = ScreenState()) -> list[str]:  # noqa: B008
    return [widget.key for widget in focus_order(widgets(shown, state, (800, 480)))]


def test_the_main_command_comes_first_then_the_dice() -> None:
    order = order_of(ENTER)
    assert order[:6] == ["command:confirm", "die:0", "die:1", "die:2", "die:3", "die:4"]
    assert order[6] == "command:again"


def test_claimable_tiles_come_before_the_others_and_undo_comes_last() -> None:
    order = order_of(CLAIM)
    lit = {f"tile:{tile.id}" for tile in CLAIM.tiles if tile.state == "claimable"}
    assert set(order[1 : 1 + len(lit)]) == lit
    assert order[-1] == "undo"


def test_what_can_be_done_with_marks_and_selection_comes_first_of_all() -> None:
    assert order_of(LOCK, ScreenState(marked=frozenset({1})))[0] == "lock"
    assert order_of(CLAIM, ScreenState(selected="charioteer"))[0] == "claim"


def test_a_focus_that_is_gone_falls_to_the_first_in_order() -> None:
    found = widgets(ENTER, ScreenState(focus="lock"), (800, 480))
    first = focused(found, "lock")
    assert first is not None
    assert first.key == "command:confirm"


def test_nothing_to_press_has_no_focus() -> None:
    nothing = view(on_grid=(), can_undo=False)
    assert focused(widgets(nothing, ScreenState(), (480, 320)), None) is None


def test_the_lock_key_names_how_many_dice_and_sends_them_ascending() -> None:
    found = {w.key: w for w in widgets(LOCK, ScreenState(marked=frozenset({7, 0, 3})), (480, 320))}
    assert found["lock"].label == "Lock 3 dice"
    assert found["lock"].press == LockDice((0, 3, 7))
    found = {w.key: w for w in widgets(LOCK, ScreenState(marked=frozenset({7})), (480, 320))}
    assert found["lock"].label == "Lock 1 die"


def test_the_claim_key_names_the_tile() -> None:
    found = {w.key: w for w in widgets(CLAIM, ScreenState(selected="charioteer"), (480, 320))}
    assert found["claim"].label == "Claim Charioteer"
    assert found["claim"].press == ClaimTile("charioteer")
    assert "claim" not in order_of(CLAIM, ScreenState(selected="noble-adoption"))


@pytest.mark.parametrize("size", SIZES)
def test_fifteen_locked_dice_stand_as_a_pyramid_of_five_rows(size: tuple[int, int]) -> None:
    locked = [w.rect for w in widgets(COURT, ScreenState(), size) if w.kind == "locked"]
    rows = sorted({rect.y for rect in locked}, reverse=True)
    assert [sum(rect.y == y for rect in locked) for y in rows] == [5, 4, 3, 2, 1]
    middles = {min(r.x for r in locked if r.y == y) + max(r.right for r in locked if r.y == y) for y in rows}
    assert max(middles) - min(middles) <= 2, "the rows stand over each other's middle"


def test_the_pyramid_is_filled_from_its_base() -> None:
    slots = pyramid_slots(Rect(0, 0, 300, 200), 4, (800, 480))
    assert len(slots) == 6
    assert slots[0].y == slots[1].y == slots[2].y > slots[3].y == slots[4].y > slots[5].y
    assert slots[0].x < slots[1].x < slots[2].x


def test_the_grid_has_a_row_a_level_and_a_column_a_place_and_the_herder_below() -> None:
    found = {w.index: w.rect for w in widgets(CLAIM, ScreenState(), (800, 480)) if w.kind == "tile"}
    by_name = {tile.name: found[index] for index, tile in enumerate(CLAIM.tiles)}
    assert by_name["Queen"].y == by_name["Queen's Favor"].y < by_name["Surveyor"].y
    assert by_name["Queen"].x == by_name["Farmer"].x - (by_name["General"].x - by_name["Queen"].x)
    assert by_name["Herder"].y > by_name["Indentured Worker"].y
    assert len(found) == 21


def test_a_die_without_other_faces_cannot_be_corrected() -> None:
    blind = replace(die("standard", "3"), faces=())
    for role in ("lock", "enter"):
        found = widgets(view(dice=(blind,), dice_role=role, on_grid=tiles({})), ScreenState(), (480, 320))
        assert not [w for w in found if w.kind == "pencil"]
        assert role == "lock" or next(w for w in found if w.kind == "die").press is None


EIGHT_4S = CourtView("Bo", 8, 4, "Eight 4s", "Clara has Two 6s", ("Bo",))
ROLL_OFF = replace(COURT, dice=LOCK.dice, dice_role="lock", court=EIGHT_4S)


@pytest.mark.parametrize("size", SIZES)
def test_the_roll_off_stands_in_place_of_the_tiles(size: tuple[int, int]) -> None:
    check_places(ROLL_OFF, ScreenState(marked=frozenset({0})), size, least=28 if size == (480, 320) else 40)
    kinds = {widget.kind for widget in widgets(ROLL_OFF, ScreenState(), size)}
    assert "court" in kinds
    assert not kinds & {"tile", "bar"}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [0, 1, 7, 15, 30])
def test_any_roll_to_beat_is_drawn_inside_its_place(size: tuple[int, int], count: int) -> None:
    surface = pygame.Surface(size)
    place = next(w.rect for w in widgets(ROLL_OFF, ScreenState(), size) if w.kind == "court")
    names = ("Maximilian the Elder", "Nefertiti", "Clara")
    draw_court(surface, place, CourtView(None, count, 6 if count else 0, "Roll", "own " * 30, names))
    surface.fill((0, 0, 0), pygame.Rect(place))
    assert pygame.image.tobytes(surface, "RGB") == bytes(3 * size[0] * size[1]), "all else stays black"


def test_players_can_be_pressed_for_their_tiles_where_the_view_says_so() -> None:
    told = replace(CLAIM, players=tuple(replace(p, key=f"look:{n}") for n, p in enumerate(CLAIM.players)))
    found = {w.key: w.press for w in widgets(told, ScreenState(), (480, 320)) if w.kind == "player"}
    assert found == {f"player:{n}": Choose(f"look:{n}") for n in range(4)}
    assert not any(w.press for w in widgets(CLAIM, ScreenState(), (480, 320)) if w.kind == "player")


def test_a_second_press_on_a_tile_that_cannot_be_claimed_tells_all_about_it() -> None:
    told = replace(CLAIM, tiles=tuple(replace(tile, about=f"about:{tile.id}") for tile in CLAIM.tiles))
    found = {w.key: w.press for w in widgets(told, ScreenState(selected="omen"), (480, 320))}
    assert found["tile:farmer"] == SelectTile("farmer")
    found = {w.key: w.press for w in widgets(told, ScreenState(selected="farmer"), (480, 320))}
    assert found["tile:farmer"] == Choose("about:farmer")
    found = {w.key: w.press for w in widgets(told, ScreenState(selected="charioteer"), (480, 320))}
    assert found["tile:charioteer"] == ClaimTile("charioteer")
