"""What the Favor screen says: who is to do what, the roll to beat, who wins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from device.favor_table import FavorTable
from device.journal import Journal
from rules.favor.actions import CODEC, Contested, Ended, Skipped, Used
from rules.favor.dice import Kind
from rules.favor.state import Announced, Grant, Phase, Tokens
from ui.intents import Choose
from ui.view import CourtView, FavorView

from .favor_hands import Hands, dice, owning, put
from .tables import new_game


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.sqlite") as opened:
        yield opened


@pytest.fixture
def table(journal: Journal) -> FavorTable:
    made = new_game(journal)
    made.on_intent(Choose("begin:0"))
    made.on_intent(Choose("token:pip"))
    return made


def quiet(table: FavorTable, phase: Phase, **rest: Any) -> Hands:
    """The table waits for what `phase` says; nothing is to be rolled."""
    bare = replace(table.state, phase=phase, to_roll=(), gained=(), rolls=1)
    return put(table, replace(bare, **rest))


SEVEN_6S = Announced(1, 7, 6)
SIXES = (dice("6 6 6 6"),)


@pytest.mark.parametrize(
    ("phase", "rest", "title"),
    [
        (Phase.LOCK, {"active": dice("2 5")}, "Ann: lock at least one die"),
        (
            Phase.LOCK,
            {"active": dice("2 immediate:5")},
            "Ann: lock at least one die and every Immediate die",
        ),
        (
            Phase.LOCK,
            {"active": dice("immediate:5"), "locked": SIXES, "fresh_locks": 1},
            "Ann: lock every Immediate die too",
        ),
        (
            Phase.REROLL,
            {"to_roll": (Kind.SERF,), "rerolling": "voyage:reroll"},
            "Ann: roll 1 Serf die again (Voyage die)",
        ),
        (
            Phase.TAKE,
            {"grant": Grant("secret-passage", 2), "locked": SIXES},
            "Ann: take up to two tiles (Secret Passage)",
        ),
        (Phase.TAKE, {"grant": Grant("royal-power", 1), "locked": SIXES}, "Ann: take a tile (Royal Power)"),
        (Phase.END, {"locked": SIXES, "done": True}, "Ann: remove the dice and pass them on"),
        (
            Phase.END,
            {"locked": SIXES, "done": True, "again": "omen"},
            "Ann: end the turn, then take another one (Omen)",
        ),
        (Phase.SKIP, {"court": (), "pharaoh": SEVEN_6S}, "Ann cannot beat Seven 6s any more"),
        (Phase.END, {"locked": SIXES, "court": (), "pharaoh": SEVEN_6S}, "Ann has Four 6s"),
        (
            Phase.END,
            {"locked": (dice("voyage:blocked"),), "court": (), "pharaoh": SEVEN_6S},
            "Ann has nothing to announce",
        ),
        (Phase.COURT, {"court": (), "pharaoh": SEVEN_6S}, "The Pharaoh's favour goes to Bob: Seven 6s"),
        (
            Phase.COURT,
            {"court": (), "pharaoh": Announced(None, 7, 1), "best": Announced(0, 6, 5)},
            "Nobody beat Seven 1s: nobody wins; the best roll is Ann's Six 5s",
        ),
        (
            Phase.COURT,
            {"court": (), "pharaoh": Announced(None, 7, 1)},
            "Nobody beat Seven 1s: nobody wins the Pharaoh's favour",
        ),
    ],
)
def test_the_title_says_who_is_to_do_what(
    table: FavorTable, phase: Phase, rest: dict[str, Any], title: str
) -> None:
    quiet(table, phase, **rest)
    assert table.view("").title == title


def court(table: FavorTable) -> CourtView | None:
    view = table.view("")
    assert isinstance(view, FavorView)
    return view.court


def test_the_roll_off_shows_the_roll_to_beat_and_what_is_locked_against_it(table: FavorTable) -> None:
    quiet(table, Phase.END, locked=SIXES, court=(1,), pharaoh=SEVEN_6S, queen=1)
    assert court(table) == CourtView("Bob", 7, 6, "Seven 6s", "Ann has locked Four 6s", ("Bob",))


def test_royal_deaths_roll_has_no_holder(table: FavorTable) -> None:
    quiet(table, Phase.LOCK, active=dice("2"), court=(1,), pharaoh=Announced(None, 7, 1))
    assert court(table) == CourtView(None, 7, 1, "Seven 1s", None, ("Bob",))


def test_the_tiles_stay_on_the_screen_in_the_turn_that_claimed_the_queen(table: FavorTable) -> None:
    quiet(
        table, Phase.END, locked=SIXES, court=(1, 0), pharaoh=Announced(0, 7, 6), claimed="queen", done=True
    )
    assert court(table) is None


@pytest.mark.parametrize(
    ("label", "action"), [("Skip Ann", Skipped()), ("Ann rolls all the same", Contested())]
)
def test_who_cannot_win_is_skipped_or_rolls_all_the_same(
    table: FavorTable, journal: Journal, label: str, action: object
) -> None:
    hands = quiet(table, Phase.SKIP, court=(1,), pharaoh=SEVEN_6S, queen=1)
    hands.do(label)
    (game,) = journal.games()
    assert CODEC.decode(list(journal.actions(game.id))[-1]) == action


def test_the_pharaohs_gift_is_offered_beside_the_announcement(table: FavorTable, journal: Journal) -> None:
    table.session._states[-1] = owning(table.state, 0, "pharaohs-gift")
    hands = quiet(table, Phase.END, locked=SIXES, court=(1,), pharaoh=SEVEN_6S, queen=1)
    assert [command.label for command in table.view("").commands][:2] == ["Announce it", "Use a power (1)"]
    hands.do("Use a power (1)", "Pharaoh's Gift")
    (game,) = journal.games()
    assert CODEC.decode(list(journal.actions(game.id))[-1]) == Used("pharaohs-gift")
    assert table.state.phase is Phase.ROLL


def test_the_announcement_ends_the_turn(table: FavorTable, journal: Journal) -> None:
    hands = quiet(table, Phase.END, locked=SIXES, court=(1,), pharaoh=SEVEN_6S, queen=1)
    hands.do("Announce it")
    (game,) = journal.games()
    assert CODEC.decode(list(journal.actions(game.id))[-1]) == Ended()
    assert table.view("").title == "The Pharaoh's favour goes to Bob: Seven 6s"


def test_tokens_in_hand_stand_beside_each_players_name(table: FavorTable) -> None:
    put(table, owning(table.state, 0, "omen", "farmer", tokens=Tokens(reroll=2, pip=1)))
    view = table.view("")
    assert isinstance(view, FavorView)
    ann, bob = view.players
    assert (ann.reroll_tokens, ann.pip_tokens, ann.tiles, ann.current) == (2, 1, ("Omen", "Farmer"), True)
    assert (bob.pip_tokens, bob.tiles, bob.current) == (1, (), False)
