from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import get_args

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.ui.driving import focus_of, go_to, on_screen, permits, showing, single_intents, touch
from tests.ui.views import CLAIM, COURT, ENTER, LOCK, SETUP, SIZES, VIEWS, die, standard
from ui.captions import reason_line, reason_wordings
from ui.errors import ScreenError
from ui.intents import Button, Choose, ClaimTile, Intent, LockDice, SetFace, Undo
from ui.screen import FavorScreen, ScreenState, after_button
from ui.view import FavorView

BUTTONS: tuple[Button, ...] = get_args(Button)
both_sizes = pytest.mark.parametrize("size", SIZES)
every_view = pytest.mark.parametrize("name", VIEWS)


@both_sizes
@every_view
def test_touch_alone_reaches_everything(name: str, size: tuple[int, int]) -> None:
    view = VIEWS[name]
    reached: set[Intent] = set()
    at_first = on_screen(showing(view, size))
    for first in at_first:
        screen = showing(view, size)
        intent = touch(screen, first)
        reached |= {intent} if intent else set()
        begun = screen.state
        for second, widget in on_screen(screen).items():
            if widget != at_first.get(second):
                screen.state = begun
                intent = touch(screen, second)
                reached |= {intent} if intent else set()
    singles = {one for one in reached if not isinstance(one, LockDice) or len(one.dice) == 1}
    assert singles == single_intents(view)


@both_sizes
@every_view
def test_the_four_buttons_alone_reach_everything(name: str, size: tuple[int, int]) -> None:
    view = VIEWS[name]
    start = ScreenState()
    seen, waiting = {start}, deque([start])
    reached: set[Intent] = set()
    while waiting:
        state = waiting.popleft()
        for button in BUTTONS:
            following, intent = after_button(view, state, size, button)
            if intent is not None:
                reached.add(intent)
            # Two marks, or a mark and a selection, lead to nothing that one alone does not.
            few = len(following.marked) + (following.selected is not None) <= 1
            if few and following not in seen:
                seen.add(following)
                waiting.append(following)
    assert reached == single_intents(view)


@both_sizes
@given(chosen=st.sets(st.integers(0, len(LOCK.dice) - 1), min_size=1), by_buttons=st.booleans())
def test_any_dice_can_be_locked_together(size: tuple[int, int], chosen: set[int], by_buttons: bool) -> None:
    screen = showing(LOCK, size)
    for index in chosen:
        if by_buttons:
            go_to(screen, f"die:{index}")
            assert screen.press("ok") is None
        else:
            assert touch(screen, f"die:{index}") is None
    if by_buttons:
        go_to(screen, "lock")
        assert screen.press("ok") == LockDice(tuple(sorted(chosen)))
    else:
        assert touch(screen, "lock") == LockDice(tuple(sorted(chosen)))


@both_sizes
@settings(deadline=None)
@given(
    steps=st.lists(
        st.one_of(
            st.sampled_from(BUTTONS),
            st.tuples(st.floats(-0.1, 1.1), st.floats(-0.1, 1.1)),
            st.sampled_from([*VIEWS]),
        ),
        max_size=40,
    )
)
def test_no_touch_or_press_ever_raises_or_decides_what_the_view_forbids(
    size: tuple[int, int], steps: list[str | tuple[float, float]]
) -> None:
    screen = showing(LOCK, size)
    for step in steps:
        intent = None
        if isinstance(step, tuple):
            intent = screen.touch(step[0] * size[0], step[1] * size[1])
        elif step in VIEWS:
            screen.show(VIEWS[step])
        else:
            intent = screen.press(next(button for button in BUTTONS if button == step))
        assert screen.view is not None
        assert intent is None or permits(screen.view, intent)
    screen.draw(pygame.Surface(size))


@both_sizes
@pytest.mark.parametrize(("view", "opens"), [(LOCK, "pencil"), (ENTER, "die")])
def test_a_misread_die_is_corrected_in_two_touches(
    view: FavorView, opens: str, size: tuple[int, int]
) -> None:
    for index, shown in enumerate(view.dice):
        for face in shown.faces:
            if face != shown.face:
                screen = showing(view, size)
                assert touch(screen, f"{opens}:{index}") is None
                assert touch(screen, f"face:{face}") == SetFace(index, face)
                assert screen.state.picker is None


@both_sizes
@pytest.mark.parametrize(("view", "opens"), [(LOCK, "pencil"), (ENTER, "die")])
def test_ok_twice_sets_the_likeliest_other_face(view: FavorView, opens: str, size: tuple[int, int]) -> None:
    screen = showing(view, size)
    go_to(screen, f"{opens}:2")
    assert screen.press("ok") is None
    likeliest = next(face for face in view.dice[2].faces if face != view.dice[2].face)
    assert screen.press("ok") == SetFace(2, likeliest)
    assert focus_of(screen) == "die:2"


@both_sizes
def test_undo_takes_one_touch_or_one_press(size: tuple[int, int]) -> None:
    for view in VIEWS.values():
        expected = Undo() if view.can_undo else None
        assert touch(showing(view, size), "undo") == expected
        assert showing(view, size).press("back") == expected


def test_back_leaves_what_was_begun_on_the_screen_before_it_undoes() -> None:
    screen = showing(LOCK, (480, 320))
    touch(screen, "die:0")
    touch(screen, "tile:queen")
    touch(screen, "pencil:1")
    assert screen.press("back") is None
    assert (screen.state.picker, screen.state.selected, len(screen.state.marked)) == (None, "queen", 1)
    assert screen.press("back") is None
    assert (screen.state.selected, len(screen.state.marked)) == (None, 1)
    assert screen.press("back") is None
    assert screen.state.marked == frozenset()
    assert screen.press("back") == Undo()


def test_choosing_the_shown_face_of_a_sure_die_only_closes_the_picker() -> None:
    screen = showing(LOCK, (800, 480))
    touch(screen, "pencil:0")
    assert touch(screen, "face:4") is None
    assert screen.state.picker is None


def test_choosing_the_shown_face_of_a_doubtful_die_settles_it() -> None:
    screen = showing(ENTER, (800, 480))
    touch(screen, "die:2")
    assert touch(screen, "face:3") == SetFace(2, "3")


def test_a_touch_beside_the_picker_closes_it_and_does_nothing_else() -> None:
    screen = showing(LOCK, (800, 480))
    touch(screen, "pencil:0")
    assert screen.touch(*on_screen(screen)["undo"].rect.centre) is None
    assert screen.state.picker is None


def test_a_touch_between_the_faces_leaves_the_picker_open() -> None:
    screen = showing(LOCK, (800, 480))
    touch(screen, "pencil:0")
    face = on_screen(screen)["face:1"].rect
    assert screen.touch(face.x + 3, face.bottom + 10) is None
    assert screen.state.picker == 0


def test_up_and_down_go_round_all_that_can_be_pressed_and_come_back() -> None:
    screen = showing(CLAIM, (480, 320))
    start = focus_of(screen)
    seen: list[str | None] = []
    while not seen or focus_of(screen) != start:
        seen.append(focus_of(screen))
        screen.press("down")
    pressable = {key for key, widget in on_screen(screen).items() if widget.press is not None}
    assert len(seen) == len(pressable) == len(set(seen))
    screen.press("up")
    assert focus_of(screen) == seen[-1]


def test_a_second_press_on_a_claimable_tile_claims_it() -> None:
    screen = showing(CLAIM, (480, 320))
    go_to(screen, "tile:charioteer")
    assert screen.press("ok") is None
    assert screen.press("ok") == ClaimTile("charioteer")
    screen = showing(CLAIM, (480, 320))
    assert [touch(screen, "tile:charioteer"), touch(screen, "claim")] == [None, ClaimTile("charioteer")]


def test_a_refused_tile_says_why_and_is_never_claimed() -> None:
    screen = showing(CLAIM, (480, 320))
    for _ in range(3):
        assert touch(screen, "tile:noble-adoption") is None
    assert "claim" not in on_screen(screen)
    assert reason_line(CLAIM, screen.state, None) == (
        "Noble Adoption – needs 1-2-3-4 or 2-3-4-5 or 3-4-5-6, you lack a 3 and a 5"
    )


@pytest.mark.parametrize(
    ("tile", "words"),
    [
        ("charioteer", "Charioteer – claimable: Five of a Kind"),
        ("farmer", "Farmer – Clara has a Farmer already"),
        ("secret-passage", "Secret Passage – no Secret Passage is left"),
    ],
)
def test_the_reason_line_speaks_of_the_selected_tile(tile: str, words: str) -> None:
    assert reason_line(CLAIM, ScreenState(selected=tile), "tile:queen") == words


def test_the_reason_line_speaks_of_what_has_the_focus_where_nothing_is_selected() -> None:
    assert reason_line(CLAIM, ScreenState(), "tile:charioteer") == "Charioteer – claimable: Five of a Kind"
    assert reason_line(LOCK, ScreenState(), "tile:queen") == "Queen – asks for Seven of a Kind, 1 left"
    assert reason_line(LOCK, ScreenState(), "die:7") == (
        "Intrigue die showing double star – the camera is not sure"
    )
    assert reason_line(ENTER, ScreenState(), "die:3") == "Voyage die – its face is not known yet"
    assert reason_line(LOCK, ScreenState(), "undo") == ""


def test_a_tile_says_what_it_does_where_there_is_room() -> None:
    telling = replace(CLAIM, tiles=tuple(replace(tile, power="Roll more.") for tile in CLAIM.tiles))
    assert reason_wordings(telling, ScreenState(), "tile:charioteer") == (
        "Charioteer – claimable: Five of a Kind. Roll more.",
        "Charioteer – claimable: Five of a Kind",
    )


def test_marks_are_dropped_when_the_dice_changed() -> None:
    screen = showing(LOCK, (480, 320))
    touch(screen, "die:0")
    touch(screen, "die:1")
    rolled = replace(LOCK, dice=(*standard("6", "5"), *LOCK.dice[2:]))
    screen.show(rolled)
    assert screen.state.marked == frozenset()
    touch(screen, "die:0")
    screen.show(replace(LOCK, dice=LOCK.dice[1:]))
    assert screen.state.marked == frozenset()


def test_marks_stay_when_the_table_refuses_or_only_the_camera_spoke() -> None:
    screen = showing(LOCK, (480, 320))
    touch(screen, "die:0")
    assert touch(screen, "lock") == LockDice((0,))
    screen.show(replace(LOCK, message="the Immediate 2 must be locked as well", camera="moving"))
    assert screen.state.marked == {0}


def test_correcting_one_die_keeps_the_marks_of_the_others() -> None:
    screen = showing(LOCK, (480, 320))
    for index in (0, 1, 3):
        touch(screen, f"die:{index}")
    screen.show(replace(LOCK, dice=(*LOCK.dice[:3], die("immediate", "5"), *LOCK.dice[4:])))
    assert screen.state.marked == {0, 1}


def test_marks_are_dropped_when_there_is_nothing_to_lock() -> None:
    screen = showing(LOCK, (480, 320))
    touch(screen, "die:0")
    screen.show(replace(LOCK, dice_role="watch"))
    assert screen.state.marked == frozenset()


def test_a_selection_is_dropped_with_its_tile_and_when_the_tile_was_claimed() -> None:
    screen = showing(CLAIM, (480, 320))
    touch(screen, "tile:charioteer")
    screen.show(replace(CLAIM, message="another remark"))
    assert screen.state.selected == "charioteer"
    owned = [replace(t, state="owned") if t.id == "charioteer" else t for t in CLAIM.tiles]
    screen.show(replace(CLAIM, tiles=tuple(owned)))
    assert screen.state.selected is None
    touch(screen, "tile:herder")
    screen.show(replace(CLAIM, tiles=CLAIM.tiles[:-1]))
    assert screen.state.selected is None


def test_an_open_picker_outlives_the_cameras_word_but_not_other_dice() -> None:
    screen = showing(LOCK, (480, 320))
    touch(screen, "pencil:5")
    focus = focus_of(screen)
    screen.show(replace(LOCK, camera="moving"))
    assert (screen.state.picker, focus_of(screen)) == (5, focus)
    screen.show(replace(LOCK, dice=LOCK.dice[:3]))
    assert screen.state.picker is None


def test_a_new_situation_puts_the_focus_on_the_main_command() -> None:
    screen = showing(CLAIM, (480, 320))
    screen.press("down")
    screen.show(COURT)
    assert focus_of(screen) == "command:announce"
    assert screen.press("ok") == Choose("announce")


def test_a_remark_does_not_move_the_focus() -> None:
    screen = showing(SETUP, (480, 320))
    go_to(screen, "command:number-4")
    screen.show(replace(SETUP, message="no yellow level 5 tile bears a 6: roll again", camera="moving"))
    assert focus_of(screen) == "command:number-4"


def test_without_a_view_the_screen_is_blank_and_takes_no_presses() -> None:
    screen = FavorScreen((480, 320))
    surface = pygame.Surface((480, 320))
    screen.draw(surface)
    assert screen.press("ok") is None
    assert screen.touch(10, 10) is None


def test_a_screen_of_no_use_is_refused_at_once() -> None:
    with pytest.raises(ScreenError, match="at least 480x320"):
        FavorScreen((320, 240))
