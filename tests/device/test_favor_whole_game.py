"""Whole games of Favor of the Pharaoh, from the first player to the Pharaoh's favour, on the screen alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pygame
import pytest

from device.config import GameConfig
from device.favor_table import FavorTable
from device.journal import Journal
from rules.favor.actions import CODEC
from rules.favor.state import Phase
from ui import chrome_drawing, court_drawing, page_screen
from ui.geometry import Rect
from ui.intents import Choose, Undo
from ui.text import Fitted, write
from ui.view import FavorView

from .favor_hands import Child, Hands, Toddler
from .tables import FIRST_GAME, new_game, resumed_game

QUICK = 3
"""A seed whose game is short."""


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.sqlite") as opened:
        yield opened


class Player(Hands):
    """Hands that know what a turn is."""

    def enter(self, *faces: str) -> None:
        """Say on the screen what was rolled, die by die, and take it."""
        for index, face in enumerate(faces):
            self.do(f"die:{index}", f"face:{face}")
        self.do("Take this roll")

    def read(self, *faces: str) -> None:
        """Let the camera read what was rolled."""
        self.throw(self.table.to_roll, faces, 50.0 * self.table.session.length)

    def lock_all(self) -> None:
        number = len(self.table.state.active)
        dice = f"{number} {'die' if number == 1 else 'dice'}"
        self.do(*(f"die:{index}" for index in range(number)), f"Lock {dice}")

    def use(self, *names: str) -> None:
        self.do("command:powers", *names)

    def claim(self, tile: str, name: str) -> None:
        self.do(f"tile:{tile}", f"Claim {name}")


@pytest.mark.parametrize(("size", "by_touch"), [((480, 320), False), ((800, 480), True)])
def test_two_play_from_the_first_die_to_the_pharaohs_favour(
    journal: Journal, size: tuple[int, int], by_touch: bool
) -> None:
    table = new_game(journal, FIRST_GAME)
    hands = Player(table, size, by_touch=by_touch)
    hands.do("Ann", "Reroll token")
    # Ann gathers dice, Bob herds.
    hands.enter("4", "4", "1")
    hands.lock_all()
    hands.claim("farmer", "Farmer")
    hands.do("End turn")
    hands.read("1", "2", "6")
    hands.lock_all()
    hands.claim("herder", "Herder")
    hands.do("End turn")

    hands.read("3", "3", "3", "3")
    hands.lock_all()
    hands.claim("artisan", "Artisan")
    hands.do("End turn")
    hands.read("5", "5", "1")
    hands.do("die:0", "die:1", "Lock 2 dice")
    hands.use("Herder")
    hands.read("5", "5")
    hands.lock_all()
    hands.claim("worker", "Worker")
    hands.do("End turn")

    # The Artisan die's star makes the fifth 5.
    hands.read("5", "5", "5", "5", "star")
    hands.use("Artisan die", "die:4", "5")
    hands.lock_all()
    hands.claim("charioteer", "Charioteer")
    hands.do("End turn")
    hands.read("2", "2", "4")
    hands.lock_all()
    hands.claim("servant", "Servant")
    hands.do("+1 Pip token", "End turn")

    hands.read("5", "5", "5", "5", "5")
    hands.use("Charioteer")
    hands.lock_all()
    hands.claim("embalmer", "Embalmer")
    hands.do("End turn")
    # Bob's reroll is read among the dice that lie there.
    hands.read("2", "1", "6")
    hands.use("Reroll token", "die:1")
    hands.read("3")
    hands.lock_all()
    hands.do("No claim: end turn")

    hands.read("2", "2", "4", "4", "6")
    hands.lock_all()
    hands.claim("servant", "Servant")
    hands.do("+1 Pip token", "End turn")
    hands.read("1", "1", "1")
    hands.lock_all()
    hands.claim("farmer", "Farmer")
    hands.do("End turn")

    # Five 6s are rolled, the Embalmer brings a sixth, the Charioteer a 5 that the Servant makes a 6.
    hands.read("6", "6", "6", "6", "6")
    hands.use("Charioteer")
    hands.use("Servant", "die:5")
    hands.use("Embalmer")
    hands.lock_all()
    hands.claim("queen", "Queen")
    assert table.state.pharaoh is not None
    hands.do("End turn")

    view = table.view("")
    assert view.title == "Bob cannot beat Seven 6s any more"
    assert isinstance(view, FavorView)
    assert view.court is not None
    assert (view.court.holder, view.court.roll, view.court.waiting) == ("Ann", "Seven 6s", ("Ann",))
    hands.do("Bob rolls all the same")
    hands.read("6", "6", "6", "6", "2")
    hands.lock_all()
    view = table.view("")
    assert view.title == "Bob has Four 6s"
    hands.do("Announce it")
    view = table.view("")
    assert view.title == "The Pharaoh's favour goes to Ann: Seven 6s"
    assert [command.key for command in view.commands] == ["new"]

    again = resumed_game(journal)
    assert again.state == table.state
    hands.do("undo")
    assert table.view("").title == "Bob has Four 6s", "even the end can be undone"
    hands.do("Announce it", "New game")
    assert table.successor is not None


def play_by_chance(journal: Journal, seed: int, presses: int, *, luck: float = 0.9) -> FavorTable:
    rng = random.Random(seed)
    names = ("Ann", "Bob", "Cleo", "Dan")[: rng.randint(2, 4)]
    first = rng.random() < 0.5
    table = new_game(journal, GameConfig(names, "first" if first else "rolled", name="favor"))
    child = Child(table, rng, rng.choice(((480, 320), (800, 480))))
    child.luck = luck
    for _ in range(presses):
        if table.state.phase is Phase.COURT:
            break
        child.go()
    return table


def check_the_end(journal: Journal, table: FavorTable) -> None:
    assert table.state.phase is Phase.COURT, table.view("").title
    assert table.view("").title.startswith(("The Pharaoh's favour goes to ", "Nobody beat "))
    (game,) = journal.games()
    committed = [CODEC.decode(entry) for entry in journal.actions(game.id)]
    assert len(committed) == table.session.length
    assert resumed_game(journal).state == table.state


def test_whatever_a_child_presses_a_game_comes_to_its_end(journal: Journal) -> None:
    check_the_end(journal, play_by_chance(journal, QUICK, 4000, luck=0.97))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 31))
def test_whatever_many_children_press_their_games_come_to_an_end(journal: Journal, seed: int) -> None:
    check_the_end(journal, play_by_chance(journal, seed, presses=12000))


def scrawl(journal: Journal, seed: int, presses: int) -> None:
    """Press and throw anything; then the journal must tell the same as the screen."""
    rng = random.Random(seed)
    first = rng.random() < 0.5
    table = new_game(journal, GameConfig(("Ann", "Bob"), "first" if first else "rolled", name="favor"))
    toddler = Toddler(table, rng)
    for _ in range(presses):
        toddler.go()
        if table.successor is not None:
            return
    assert resumed_game(journal).state == table.state


def test_whatever_is_pressed_and_thrown_the_journal_tells_what_the_screen_shows(journal: Journal) -> None:
    scrawl(journal, seed=1, presses=400)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 42))
def test_whatever_is_pressed_and_thrown_for_long(journal: Journal, seed: int) -> None:
    scrawl(journal, seed, presses=2500)


def test_every_text_of_a_game_fits_the_small_screen(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_off: list[object] = []

    def noting(surface: pygame.Surface, rect: Rect, texts: str, *args: Any, **more: Any) -> Fitted:
        fit = write(surface, rect, texts, *args, **more)
        cut_off.extend([] if fit.whole else [texts])
        return fit

    for module in (chrome_drawing, page_screen, court_drawing):
        monkeypatch.setattr(module, "write", noting)
    # The longest names that the configuration takes.
    names = ("Maximilian Elder", "Nefertiti the 2.", "Cleopatra the 7.", "Bartholomew Long")
    table = new_game(journal, GameConfig(names, "first", name="favor"))
    child = Child(table, random.Random(5))
    surface = pygame.Surface((480, 320))
    for press in range(450):
        child.go()
        if press % 3 == 0:
            child.screen.draw(surface)
    assert cut_off == []


@pytest.mark.parametrize("size", [(480, 320), (800, 480)])
def test_nothing_on_any_screen_of_a_game_lies_over_another_thing(
    journal: Journal, size: tuple[int, int]
) -> None:
    table = new_game(journal, FIRST_GAME)
    child = Child(table, random.Random(8), size)
    whole = Rect(0, 0, *size)
    for _ in range(300):
        child.go()
        shown = child.screen.found
        lowest = [widget for widget in shown if widget.kind not in ("face", "close")]
        layers = [lowest, [w for w in shown if w not in lowest]] if child.picking else [list(shown)]
        for layer in layers:
            assert all(whole.encloses(widget.rect) for widget in layer)
            assert not [
                (one, other) for one, other in combinations(layer, 2) if one.rect.overlaps(other.rect)
            ]


def test_undo_goes_back_over_turns_to_the_very_beginning(journal: Journal) -> None:
    table = play_by_chance(journal, seed=3, presses=150)
    table.on_intent(Choose("cancel"))
    states = [table.session.state]
    while table.session.length:
        if table.steps:
            table.on_intent(Choose("cancel"))
        table.on_intent(Undo())
        table.view("")
        states.append(table.session.state)
    assert len({state.turns for state in states}) > 2
    assert table.state == resumed_game(journal).state
    assert table.state.phase in (Phase.FIRST_PLAYER, Phase.SIDES)
