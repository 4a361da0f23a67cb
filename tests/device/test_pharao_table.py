from __future__ import annotations

import queue
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from device.app import TableApp
from device.clock import HandClock
from device.events import CameraLost, CameraSays, PictureSkipped
from device.journal import Journal
from device.pharao_aid import VISIBLE_MS
from device.pharao_news import news
from device.pharao_table import PharaoTable
from device.pharao_tiles import load_tiles
from device.session import TableSession
from rules.pharao.actions import (
    Begins,
    Laid,
    Looked,
    PharaoAction,
    Pushed,
    Revealed,
    Slid,
    Stole,
    Turned,
)
from rules.pharao.board import OUTSIDE, Side, space
from rules.pharao.game import PharaoGame
from rules.pharao.pieces import OTHER, Colour, Symbol
from rules.pharao.state import SPREAD, MemoryLevel, Phase, Setup
from tests.rules.pharao.positions import LAID, setup
from ui.intents import Choose, Undo
from ui.pharao_view import MarkView
from ui.screens import Screens
from ui.window import Window

from .pharao_hands import Hands

UP = space(3, 3)
START: tuple[PharaoAction, ...] = (
    LAID,
    Looked(LAID.gap, "sand"),
    Begins(0),
    Revealed("cat", 3, outside=False),
)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.sqlite") as opened:
        yield opened


def hands_at(
    journal: Journal, *actions: PharaoAction, game: Setup | None = None, clock: HandClock | None = None
) -> Hands:
    session = TableSession.begin(PharaoGame(), journal, game or setup())
    for action in actions:
        session.do(action)
    return Hands(PharaoTable(session, lambda: pytest.fail("nobody left the game"), clock=clock), "buttons")


def mark(hands: Hands, place: int) -> MarkView:
    view = hands.table.view("")
    return (*(space.mark for space in view.spaces), *view.outside)[place]


def labels(hands: Hands) -> list[str]:
    return [command.label for command in hands.view.commands]


def test_a_slide_takes_one_press_of_four_and_one_of_five(journal: Journal) -> None:
    hands = hands_at(journal, *START)
    hands.press("up")
    assert hands.view.title == "What came to light at D4?"
    assert [command.key for command in hands.view.commands][:5] == [
        "shows:sand", "shows:hole", "shows:passage", "shows:cat", "shows:other"
    ]  # fmt: skip
    hands.press("ok")
    assert hands.state.gap == UP
    assert hands.state.shows == "sand"
    assert hands.presses == 2


@pytest.mark.parametrize(
    ("button", "to"),
    [("up", space(3, 3)), ("down", space(5, 3)), ("back", space(4, 2)), ("ok", space(4, 4))],
)
def test_each_button_is_a_direction_of_the_gap(journal: Journal, button: str, to: int) -> None:
    hands = hands_at(journal, *START)
    hands.press(button)  # type: ignore[arg-type]
    assert hands.table.draft.to == to
    hands.press("back")
    assert hands.table.draft.to is None
    assert hands.state.gap == LAID.gap


def test_by_touch_a_slide_takes_two_touches(journal: Journal) -> None:
    hands = hands_at(journal, *START)
    hands.way = "touch"
    hands.choose(f"go:{UP}")
    hands.choose("shows:hole")
    assert hands.presses == 2
    assert hands.state.shows == "hole"


def test_a_long_slide_takes_one_press_more(journal: Journal) -> None:
    hands = hands_at(journal, *START, Slid(UP, "passage"))
    hands.press("up")
    assert hands.view.title == "How far does the gap go?"
    assert labels(hands) == ["1: D3", "2: D2", "3: D1"]
    hands.press("ok")
    hands.press("ok")
    assert hands.state.gap == space(2, 3)
    assert hands.presses == 3


def test_after_a_passage_a_touch_reaches_the_whole_line(journal: Journal) -> None:
    hands = hands_at(journal, *START, Slid(UP, "passage"))
    hands.way = "touch"
    assert {f"go:{space(0, 3)}", f"go:{space(3, 7)}"} <= hands.offered()
    hands.choose(f"go:{space(0, 3)}")
    hands.choose("shows:sand")
    assert hands.state.gap == space(0, 3)


def test_with_four_buttons_the_menu_is_behind_any_direction_and_at_the_edge_at_once(
    journal: Journal,
) -> None:
    hands = hands_at(journal, *START)
    hands.menu()
    assert hands.view.commands[0].label == "Back to the board"
    hands.press("back")
    assert hands.table.draft.menu is None
    edge = hands_at(journal, replace(LAID, gap=0), Looked(0, "sand"), *START[2:])
    assert labels(edge)[-1] == "More… (up or back)"
    edge.press("up")
    assert edge.table.draft.menu == "menu"


def test_what_is_seen_through_a_crack_is_told_with_buttons_alone(journal: Journal) -> None:
    hands = hands_at(journal, *START)
    hands.do(Looked(LAID.cracks[1], "dog"))
    assert mark(hands, LAID.cracks[1]) == MarkView("animal", "dog", 0)
    assert hands.table.draft.looking is None


def test_the_tile_outside_is_told_quarter_after_quarter(journal: Journal) -> None:
    hands = hands_at(journal, *START)
    hands.do(Looked(OUTSIDE[0], "dog"))
    for name in ("sand", "hole", "passage"):
        hands.choose(f"shows:{name}")
    assert [mark(hands, at).kind for at in OUTSIDE] == ["animal", "sand", "hole", "passage"]
    assert hands.table.draft.looking is None


def test_undo_in_the_menu_takes_the_last_action_back(journal: Journal) -> None:
    hands = hands_at(journal, *START, Slid(UP, "sand"))
    hands.menu()
    hands.choose("undo")
    assert hands.state.gap == LAID.gap


def test_another_animal_is_named_by_the_next_player_where_that_is_known(journal: Journal) -> None:
    hands = hands_at(journal, *START, Slid(UP, OTHER))
    assert mark(hands, UP) == MarkView("animal", "?", 1)
    hands.way = "touch"
    hands.choose("name")
    assert "shows:cat" not in hands.offered(), "that one was the sought animal"
    hands.choose("shows:lion")
    assert mark(hands, UP) == MarkView("animal", "lion", 0), "it lies open now"


def test_a_wrong_memory_is_forgotten_tile_by_tile(journal: Journal) -> None:
    hands = hands_at(journal, *START, Slid(UP, "sand"))
    hands.menu()
    hands.choose("forgets")
    hands.choose("forget:5")
    assert hands.state.memory.sure(UP) is None


def test_what_contradicts_the_memory_is_said(journal: Journal) -> None:
    hands = hands_at(journal, *START, Looked(LAID.cracks[0], "dog"))
    hands.do(Looked(LAID.cracks[0], "hole"))
    message = hands.table.message or ""
    assert message.startswith("B2 does not show what was remembered")


def test_covers_are_laid_out_by_four_buttons(journal: Journal) -> None:
    hands = hands_at(journal)
    hands.choose("cracks")
    hands.choose(f"pick:{SPREAD.gap}")
    hands.choose("shift:down")
    hands.choose("drop")
    hands.choose("lay")
    assert hands.state.gap == SPREAD.gap + 8
    assert len(hands.state.cracks) == 4


def test_covers_that_change_places_are_never_lost(journal: Journal) -> None:
    hands = hands_at(journal)
    hands.way = "touch"
    hands.do(LAID)
    assert (hands.state.gap, hands.state.bases) == (LAID.gap, LAID.bases)
    assert set(hands.state.cracks) == set(LAID.cracks)


def test_the_number_of_crack_tiles_goes_round_from_five_to_two(journal: Journal) -> None:
    hands = hands_at(journal)
    numbers = []
    for _ in range(5):
        numbers.append(len(hands.state.layout.cracks))
        hands.choose("cracks")
    assert numbers == [5, 4, 3, 2, 5]


def test_undo_while_laying_out_keeps_what_was_laid(journal: Journal) -> None:
    hands = hands_at(journal)
    hands.choose("cracks")
    hands.choose(f"pick:{SPREAD.gap}")
    hands.press("back")
    assert hands.table.draft.picked is None
    assert len(hands.state.layout.cracks) == 4


def pushing(journal: Journal, symbol: Symbol = Symbol.SLIDE) -> Hands:
    return hands_at(journal, *START, Slid(UP, "cat"), Turned(symbol))


def test_a_push_is_shown_as_the_tile_will_lie(journal: Journal) -> None:
    hands = pushing(journal)
    for place, name in zip(OUTSIDE, ("cat", "sand", "hole", "dog"), strict=True):
        hands.table.session.do(Looked(place, name))
    hands.choose("row:0:left")
    hands.choose("turn")
    assert [mark.label or mark.kind for mark in hands.table.view("").outside] == [
        "hole",
        "cat",
        "dog",
        "sand",
    ]
    hands.choose("push")
    assert hands.state.memory.sure(0) == "hole"


def test_a_tile_turned_nobody_knows_how_is_shown_blank(journal: Journal) -> None:
    hands = pushing(journal)
    hands.table.session.do(Looked(OUTSIDE[0], "cat"))
    hands.choose("row:0:left")
    hands.choose("turn:unknown")
    assert {mark.kind for mark in hands.table.view("").outside} == {"none"}
    hands.choose("push")
    assert hands.state.memory.sure(0) is None


def test_a_gap_that_went_along_is_told_by_presses(journal: Journal) -> None:
    hands = pushing(journal)
    hands.choose("row:1:left")
    hands.choose("carry")
    hands.choose("carry")
    assert labels(hands)[-1] == "Gap now B4"
    hands.choose("push")
    assert hands.state.gap == space(3, 1)


def test_mummies_that_the_memory_is_sure_of_are_marked_beforehand(journal: Journal) -> None:
    black, _, white, brown = LAID.bases
    layout = replace(LAID, bases=(black, space(5, 5), white, brown))
    slides = (Slid(space(5, 3), "hole"), Slid(LAID.gap, "sand"), Slid(UP, "cat"))
    hands = hands_at(journal, layout, *START[1:], *slides, Turned(Symbol.SLIDE))
    hands.do(Pushed(2, Side.LEFT))
    assert hands.state.unsure == (Colour.GREY, Colour.WHITE, Colour.BROWN)
    assert hands.table.draft.marked == {Colour.GREY}, "the hole came under the grey base tile"
    hands.press("ok")
    assert hands.state.players[1].seals == (0, 1, 0, 0)


def test_off_shows_nothing_but_open_ground_until_the_game_is_over(journal: Journal) -> None:
    hands = hands_at(
        journal, *START, Slid(UP, "hole"), Slid(space(2, 3), "sand"), game=setup(memory=MemoryLevel.OFF)
    )
    kinds = {space.mark.kind for space in hands.table.view("").spaces}
    assert kinds == {"none", "sand"}
    assert mark(hands, hands.state.gap).kind == "sand"
    hands.press("up")
    assert hands.view.commands[0].main, "no default may tell what the memory hides"


def test_seen_tells_where_but_not_what(journal: Journal) -> None:
    hands = hands_at(
        journal, *START, Slid(UP, "hole"), Slid(space(2, 3), "sand"), game=setup(memory=MemoryLevel.SEEN)
    )
    assert mark(hands, UP) == MarkView("seen", age=0)
    assert hands.table.aid.paths is None, "a way would tell what is hidden"


def test_full_tells_all_and_how_long_ago(journal: Journal) -> None:
    hands = hands_at(journal, *START, Slid(UP, "hole"), Slid(space(2, 3), "dog"), Slid(UP, "hole"))
    assert mark(hands, space(2, 3)) == MarkView("animal", "dog", 1)
    assert mark(hands, UP).kind == "hole"


def test_what_follows_from_kept_tiles_is_marked_as_followed(journal: Journal) -> None:
    tiles = (("cat", "sand", "hole", "sand"),) + (("sand",) * 4,) * 12
    hands = hands_at(journal, *START, Slid(UP, "hole"), game=setup(tiles=tiles))
    assert mark(hands, UP).followed is False
    assert mark(hands, UP - 1).followed
    assert mark(hands, UP - 8).followed


def test_tiles_of_another_copy_are_given_up_and_the_table_says_so(journal: Journal) -> None:
    tiles = ((("sand",) * 4),) * 13
    hands = hands_at(journal, *START[:1], game=setup(tiles=tiles))
    hands.do(Looked(LAID.gap, "hole"))
    assert "kept tiles do not fit" in (hands.table.message or "")
    assert mark(hands, 0).kind == "none"


def test_the_way_to_a_remembered_animal_is_drawn_and_the_next_press_shows_another(journal: Journal) -> None:
    hands = hands_at(journal, *START, Looked(LAID.cracks[2], "cat"))
    while hands.desk.on_tick(0):
        pass
    steps = {at: space.step for at, space in enumerate(hands.table.view("").spaces) if space.step}
    assert steps == {space(4, 2): 1, LAID.cracks[2]: 2}
    assert "2 slides, 1 unseen" in labels(hands)
    hands.way = "touch"
    hands.choose("way")
    assert not any(space.step for space in hands.table.view("").spaces)


def test_where_the_table_allows_no_ways_none_is_shown(journal: Journal) -> None:
    hands = hands_at(journal, *START, Looked(LAID.cracks[2], "cat"), game=setup(paths=False))
    assert hands.table.aid.paths is None
    assert not any(key.startswith("way") for key in hands.offered())


class SlowClock(HandClock):
    """Each look at it takes a while, as on a slow machine."""

    def now_ms(self) -> float:
        self.advance(15)
        return super().now_ms()


def test_a_long_search_never_holds_up_a_frame_and_is_visible_after_200_ms(journal: Journal) -> None:
    clock = SlowClock()
    holes = [Looked(at, "hole") for at in LAID.cracks[:3]]
    hands = hands_at(journal, *START, *holes, Looked(LAID.cracks[3], "cat"), clock=clock)
    seen = []
    for _ in range(2000):
        began = clock.now_ns()
        hands.desk.on_tick(0)
        assert (clock.now_ns() - began) / 1e6 < 100
        seen.append(hands.table.view("").searching)
        paths = hands.table.aid.paths
        if paths is not None and paths.done:
            break
    assert hands.table.aid.paths is not None
    assert hands.table.aid.paths.done
    assert True in seen
    assert seen.index(True) * 15 <= 2 * VISIBLE_MS
    assert not hands.table.view("").searching


def test_leaving_a_game_is_asked_twice(journal: Journal) -> None:
    session = TableSession.begin(PharaoGame(), journal, setup())
    left = hands_at(journal, LAID)
    hands = Hands(PharaoTable(session, lambda: left.table), "touch")
    hands.choose("leave")
    hands.choose("stay")
    assert hands.table.draft.menu is None
    hands.choose("leave")
    hands.choose("new")
    assert hands.desk is left.table


def test_a_card_whose_animal_is_known_to_lie_outside_goes_back_without_a_question(journal: Journal) -> None:
    hands = hands_at(journal, *START[:3])
    hands.way = "touch"
    for at in OUTSIDE:
        hands.table.session.do(Looked(at, "sand"))
    hands.do(Revealed("cat", 3, outside=False))
    hands.back()
    hands.table.session.do(Looked(OUTSIDE[0], "cat"))
    hands.choose("card:cat")
    hands.choose("value:3")
    assert hands.state.phase is Phase.REVEAL, "the cat lies outside: the card went under the pile"
    assert hands.state.sought is None
    assert len(hands.state.deck) == 20


def test_intents_that_mean_nothing_now_change_nothing(journal: Journal) -> None:
    hands = hands_at(journal, *START)
    before = (hands.state, hands.table.draft)
    for key in ("go:0", "push", "value:3", "outside:yes", "new", "xyzzy", "put:3", "shift:up", "carry"):
        hands.desk.on_intent(Choose(key))
    assert (hands.state, hands.table.draft) == before
    hands.desk.on_intent(Undo())
    assert hands.state.phase is Phase.REVEAL


def test_values_out_of_a_broken_intent_are_refused_in_words(journal: Journal) -> None:
    hands = hands_at(journal, LAID)
    hands.desk.on_intent(Choose("begin:x"))
    assert hands.table.tone == "refusal"
    assert isinstance(hands.state.setup, Setup)
    assert isinstance(LAID, Laid)


def test_what_was_laid_out_so_far_outlives_a_restart(journal: Journal) -> None:
    hands = hands_at(journal)
    hands.way = "touch"
    hands.choose("cracks")
    hands.choose(f"pick:{SPREAD.bases[2]}")
    hands.choose("put:0")
    (summary,) = journal.games()
    session = TableSession.resume(PharaoGame(), journal, summary)
    assert session.state.layout == hands.state.layout
    assert session.state.layout.bases[2] == 0
    hands.back()
    assert hands.state.layout.bases[2] == SPREAD.bases[2]
    assert len(hands.state.layout.cracks) == 4


@pytest.mark.parametrize(
    ("slides", "words"),
    [
        ((Slid(UP, "cat"),), "The cat lies in the gap: Ann found it"),
        ((Slid(UP, OTHER),), "Another animal: now it is Bob's turn"),
        ((Slid(space(5, 3), "hole"), Slid(space(5, 2), "sand")), "Ann gets a white seal"),
    ],
)
def test_what_came_of_an_action_is_told(journal: Journal, slides: tuple[Slid, ...], words: str) -> None:
    hands = hands_at(journal, *START)
    hands.way = "touch"
    for slide in slides:
        hands.do(slide)
    message = hands.table.message or ""
    assert message[0].upper() + message[1:] == words


def test_a_card_put_back_a_gift_and_a_theft_are_told(journal: Journal) -> None:
    hands = hands_at(journal, LAID, Looked(LAID.gap, "cat"), Begins(0))
    hands.way = "touch"
    hands.do(Revealed("dog", 2, outside=True))
    assert hands.table.message == "the dog lies outside: its card goes under the pile"
    hands.do(Revealed("cat", 2, outside=False))
    assert hands.table.message == "the cat lies in the gap: Ann gets the card as a gift"
    before, after = hands.state, hands.state
    ann, bob, cem = after.players
    players = (replace(ann, seals=(1, 1, 1, 1)), replace(bob, seals=(0, 0, 0, 0)), cem)
    robbed = (replace(ann, seals=(0, 1, 1, 1)), replace(bob, seals=(1, 0, 0, 0)), cem)
    told = news(replace(before, players=players), Stole(0), replace(after, players=robbed))
    assert told == "Ann loses a black seal; Bob gets a black seal"
    whole = news(replace(before, players=robbed), Stole(1), replace(after, players=players))
    assert whole is not None
    assert "a set is complete" in whole


def test_the_running_table_draws_a_push_picture_by_picture_and_then_rests(journal: Journal) -> None:
    hands = pushing(journal)
    clock = HandClock()
    with Window.open((480, 320)) as opened:
        window = CountingWindow(opened)
        app = TableApp(hands.table, Screens((480, 320)), window, queue.SimpleQueue(), clock=clock)
        app.step(0)
        hands.table.on_intent(Choose("row:0:left"))
        hands.table.on_intent(Choose("push"))
        drawn = window.presented
        for _ in range(60):
            clock.advance(33)
            assert app.step(0)
        assert 20 <= window.presented - drawn <= 35
        drawn = window.presented
        for _ in range(20):
            clock.advance(33)
            app.step(0)
        assert window.presented == drawn, "an idle table draws nothing"


class CountingWindow(Window):
    """A headless window that counts its pictures."""

    def __init__(self, window: Window) -> None:
        super().__init__(window._display, window._canvas)
        self.presented = 0

    def present(self, draw: Callable[[pygame.Surface], None]) -> None:
        self.presented += 1
        super().present(draw)


def monkey(journal: Journal, seed: int, presses: int) -> PharaoTable:
    """Press and touch at random; whatever happens, the table is what its journal says."""
    rng = random.Random(seed)
    game = setup(rng.randint(1, 4), advanced=rng.random() < 0.5, animals=("cat", "dog", "ibis"))
    session = TableSession.begin(PharaoGame(), journal, game)
    table = PharaoTable(session, lambda: pytest.fail("the game was left"))
    screens = Screens((480, 320))
    for _ in range(presses):
        screens.show(table.view(""))
        widgets = [w for w in screens.found if w.press is not None and w.press != Choose("new")]
        weighed = [w for w in widgets if w.press != Undo() and w.press != Choose("undo")] or widgets
        if rng.random() < 0.3:
            intent = screens.press(rng.choice(("up", "down", "ok", "back")))
        else:
            widget = rng.choice(weighed if rng.random() < 0.95 else widgets)
            intent = screens.touch(*widget.rect.centre)
        if intent is not None and intent != Choose("new"):
            table.on_intent(intent)
        table.on_tick(0)
    return table


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_pressed_the_table_is_what_its_journal_says(journal: Journal, seed: int) -> None:
    table = monkey(journal, seed, 200)
    (summary,) = journal.games()
    again = TableSession.resume(PharaoGame(), journal, summary)
    assert again.state == table.state
    assert table.session.length > 15


@pytest.mark.long
def test_whatever_is_pressed_for_long_the_table_is_what_its_journal_says(tmp_path: Path) -> None:
    phases = set()
    for seed in range(100, 112):
        with Journal.open(tmp_path / f"{seed}.sqlite") as opened:
            table = monkey(opened, seed, 700)
            (summary,) = opened.games()
            assert TableSession.resume(PharaoGame(), opened, summary).state == table.state
            phases |= {state.phase for state in table.session.states}
    assert phases >= set(Phase) - {Phase.SEAL, Phase.END}


def test_after_the_game_each_turn_shows_the_best_way_that_was_known(journal: Journal) -> None:
    crack = LAID.cracks[2]
    slides = (Slid(UP, "sand"), Slid(LAID.gap, "sand"), Slid(space(4, 2), "sand"), Slid(crack, "cat"))
    hands = hands_at(
        journal,
        *START[:3],
        Looked(crack, "cat"),
        *START[3:],
        *slides,
        game=setup(memory=MemoryLevel.OFF),
    )
    assert hands.state.phase is Phase.BACK
    hands.table.session._states[-1] = replace(hands.state, phase=Phase.END)
    over = Hands(hands.table, "touch")
    over.choose("review:first")
    assert over.view.title == "1/1 Ann sought the cat and found it, 4 slides"
    assert over.view.message == "what was known led there in 2 slides"
    steps = {at: each.step for at, each in enumerate(over.table.view("").spaces) if each.step}
    assert steps == {space(4, 2): 1, crack: 2}
    over.choose("review:end")
    assert "wins" in over.view.title


def test_a_game_that_needs_no_camera_hears_nothing_of_its_troubles(journal: Journal) -> None:
    hands = hands_at(journal, *START)
    with Window.open((480, 320)) as window:
        app = TableApp(hands.table, Screens((480, 320)), window, queue.SimpleQueue(), clock=HandClock())
        for event in (
            CameraLost("There is no camera."),
            PictureSkipped("A picture is bad."),
            CameraSays("still"),
        ):
            app.take(event)
    assert hands.table.message is None
    assert app.view.camera == ""


def test_who_leaves_a_game_may_keep_the_tiles_it_taught(journal: Journal, tmp_path: Path) -> None:
    session = TableSession.begin(PharaoGame(), journal, setup(animals=("cat", "dog")))
    for action in (*START, *(Looked(at, "dog") for at in OUTSIDE)):
        session.do(action)
    table = PharaoTable(session, lambda: pytest.fail("not left"), tiles_file=tmp_path / "tiles.json")
    hands = Hands(table, "touch")
    hands.choose("menu")
    hands.choose("leave")
    assert "Keep 1 tile" in labels(hands)
    hands.choose("keep")
    assert hands.table.message == "1 of 13 sliding tiles is kept for the next game"
    kept = load_tiles(tmp_path / "tiles.json")
    assert kept is not None
    assert kept.tiles == (("dog",) * 4,)
    assert "keep" not in hands.offered()
