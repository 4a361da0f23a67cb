from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from device.config import Config
from device.journal import Journal
from device.opening import open_table
from device.pharao_table import PharaoTable
from device.pharao_tiles import load_tiles, tiles_path
from rules.pharao.actions import Fell, PharaoAction, Pushed, Revealed
from rules.pharao.board import OUTSIDE
from rules.pharao.pieces import Card
from rules.pharao.scoring import burial, score
from rules.pharao.state import Phase
from tests.device.pharao_hands import Hands, Way, begin, configured, table_of
from tests.rules.pharao.world import ANIMALS, World, check_covers, check_memory

from . import scripted_push


def play(hands: Hands, world: World, *, most: int = 4000) -> tuple[list[PharaoAction], Counter[str]]:
    """A whole game on the screen; what was done, and each player's points as the world counts them."""
    done: list[PharaoAction] = []
    points: Counter[str] = Counter()
    while hands.state.phase is not Phase.END and len(done) < most:
        before = hands.state
        action = world.next_action(before)
        hands.do(action)
        done.append(action)
        check_covers(hands.state, world)
        if hands.state.phase not in (Phase.FALLS, Phase.SEAL):
            check_memory(hands.state, world, exact=False)
        for seat, player in enumerate(hands.state.players):
            for card in player.cards[len(before.players[seat].cards) :]:
                points[player.name] += 1 if before.solo else card.value
    return done, points


@pytest.mark.parametrize("way", [pytest.param("touch", marks=pytest.mark.long), "buttons"])
def test_four_players_play_a_whole_game_by_touch_or_by_four_buttons_alone(tmp_path: Path, way: Way) -> None:
    config = configured(tmp_path, ANIMALS, ("Ann", "Bob", "Cem", "Dia"))
    with Journal.open(config.journal.path) as journal:
        hands = table_of(journal, config, way)
        hands.choose("players:all")
        hands.choose("side:1")
        hands.choose("begin")
        world = World(random.Random(11), hands.state.setup)
        done, points = play(hands, world)
        state = hands.state
        assert state.phase is Phase.END
        cards = [card for player in state.players for card in player.cards]
        assert len(cards) == 20
        for player in state.players:
            result = score(player, solo=False)
            assert result.cards == points[player.name]
            assert result.total == points[player.name] + sum(player.seals) + 3 * min(player.seals)
        best = max(score(player, solo=False).total for player in state.players)
        assert hands.view.title.endswith(f"with {best} points")
        assert {type(action).__name__ for action in done} >= {
            "Laid", "Looked", "Begins", "Turned", "Pushed", "Fell", "MummiesSet", "Revealed", "Slid"
        }  # fmt: skip
        hands.choose("review:first")
        for _ in range(3):
            hands.choose("review:next")
        hands.choose("review:end")
        hands.choose("new")
        assert not isinstance(hands.desk, PharaoTable)
        assert journal.game_in_play() is None


def test_one_alone_plays_a_whole_game_and_is_buried(tmp_path: Path) -> None:
    config = configured(tmp_path, ANIMALS)
    with Journal.open(config.journal.path) as journal:
        hands = table_of(journal, config)
        begin(hands, 1)
        world = World(random.Random(5), hands.state.setup, name_all=True)
        _, points = play(hands, world)
        state = hands.state
        assert state.phase is Phase.END
        assert len(state.player.cards) + len(state.aside) == 20
        total = score(state.player, solo=True).total
        assert total == points[state.player.name] + sum(state.player.seals) + min(state.player.seals)
        assert hands.view.title == f"{total} points: {burial(total)}"


def test_tiles_that_a_game_taught_are_kept_and_serve_the_next_game(tmp_path: Path) -> None:
    config = configured(tmp_path, ANIMALS)
    with Journal.open(config.journal.path) as journal:
        hands = table_of(journal, config)
        begin(hands, 1)
        world = World(random.Random(5), hands.state.setup, name_all=True)
        play(hands, world)
        hands.choose("keep")
        kept = load_tiles(tiles_path(config.journal.path))
        assert kept is not None
        assert kept.tiles
        assert "keep" not in hands.offered()
        hands.choose("new")
        begin(hands, 2)
        assert hands.state.setup.tiles == kept.tiles


def at_a_push(config: Config, journal: Journal, seed: int) -> tuple[Hands, World]:
    """A game that stands before a push which moves mummies."""
    hands = table_of(journal, config)
    begin(hands, 2)
    world = World(random.Random(seed), hands.state.setup)
    while hands.state.phase is not Phase.PUSH:
        hands.do(world.next_action(hands.state))
    return hands, world


def test_a_kill_in_the_middle_of_a_push_loses_nothing_and_the_push_goes_on(tmp_path: Path) -> None:
    """SIGKILL after the push, while it is shown moving and the table waits for word which mummies fell."""
    process = subprocess.Popen(
        [sys.executable, scripted_push.__file__, str(tmp_path)],
        cwd=Path(__file__).resolve().parents[2],
        env={"PYTHONPATH": ".", "PATH": "", "SDL_VIDEODRIVER": "dummy"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    told = process.stdout.readline().split()
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert told[:1] == ["pushed"]
    config = configured(tmp_path, ANIMALS)
    with Journal.open(config.journal.path) as journal:
        desk = open_table(journal, config)
        assert isinstance(desk, PharaoTable)
        assert desk.session.length == int(told[1])
        assert desk.state.phase is Phase.FALLS
        assert desk.message == "Welcome back: the game goes on where it stood."
        hands = Hands(desk)
        unsure = hands.state.unsure
        assert unsure
        hands.do(Fell(unsure))
        assert sum(hands.state.players[hands.state.current].seals) == len(unsure)
        hands.back()
        phases = [hands.state.phase]
        hands.back()
        phases.append(hands.state.phase)
        assert phases == [Phase.FALLS, Phase.PUSH], "the push itself can be taken back too"


def test_without_a_kill_the_same_push_is_settled(tmp_path: Path) -> None:
    config = configured(tmp_path, ANIMALS)
    with Journal.open(config.journal.path) as journal:
        hands, world = at_a_push(config, journal, scripted_push.SEED)
        hands.do(world.next_push(hands.state))
        assert hands.state.phase is Phase.FALLS
        hands.do(world.next_action(hands.state))
        check_covers(hands.state, world)


def test_after_every_action_a_restart_shows_the_same_table(tmp_path: Path) -> None:
    config = configured(tmp_path, ANIMALS)
    with Journal.open(config.journal.path) as journal:
        hands = table_of(journal, config)
        begin(hands, 3)
        world = World(random.Random(21), hands.state.setup)
        for _ in range(60):
            hands.do(world.next_action(hands.state))
            again = open_table(journal, config)
            assert isinstance(again, PharaoTable)
            assert again.state == hands.state
            view = hands.table.view("")
            shown = again.view("")
            assert (shown.title, shown.commands) == (view.title, view.commands)
            if hands.table.moving is None:
                assert shown.spaces == view.spaces


def test_a_card_put_back_and_a_gift_are_entered_on_the_screen(tmp_path: Path) -> None:
    config = configured(tmp_path, ANIMALS)
    with Journal.open(config.journal.path) as journal:
        hands = table_of(journal, config)
        begin(hands, 2)
        world = World(random.Random(3), hands.state.setup)
        while hands.state.phase is not Phase.REVEAL:
            hands.do(world.next_action(hands.state))
        hands.do(Revealed("ibis", 2, outside=True))
        assert hands.state.phase is Phase.REVEAL
        hands.choose(f"look:{OUTSIDE[0]}")
        for _ in OUTSIDE:
            hands.choose("shows:sand")
        assert [hands.state.memory.sure(at) for at in OUTSIDE[:1]] == ["sand"]
        shows = hands.state.shows
        if shows in ANIMALS:
            hands.do(Revealed(shows, 4, outside=False))
            assert Card(shows, 4) in hands.state.players[hands.state.current - 1].cards
        else:
            hands.do(Revealed("cat", 4, outside=False))
            assert hands.state.sought == Card("cat", 4)


def test_a_push_moves_over_the_screen_and_then_rests(tmp_path: Path) -> None:
    config = configured(tmp_path, ANIMALS)
    with Journal.open(config.journal.path) as journal:
        hands, world = at_a_push(config, journal, 7)
        push = world.next_push(hands.state)
        assert isinstance(push, Pushed)
        hands.do(push)
        shares = []
        for frame in range(40):
            hands.desk.on_tick(frame * 33_000_000)
            moving = hands.table.view("").push
            if moving is not None:
                assert moving.row == push.row
                shares.append(moving.share)
        assert shares == sorted(shares)
        assert len(set(shares)) > 20
        assert hands.table.view("").push is None
        assert not hands.desk.on_tick(10**12), "an idle table leaves the processor alone"
