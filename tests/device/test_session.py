from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.errors import JournalDamagedError, JournalFullError
from device.journal import Journal
from device.session import TableSession
from rules.errors import Violation
from rules.favor.actions import Begins, Claimed, FavorAction, Locked, Rolled, Token, TokenDrawn
from rules.favor.dice import parse_die
from rules.favor.game import FavorGame
from rules.favor.state import Phase, Setup, State

Session = TableSession[State, FavorAction, Setup]
GAME = FavorGame()
ROLLED = Rolled(tuple(map(parse_die, ("2", "5", "2"))))
OPENING: tuple[FavorAction, ...] = (Begins(0), TokenDrawn(Token.PIP), ROLLED)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.sqlite") as opened:
        yield opened


def begun(journal: Journal) -> Session:
    session: Session = TableSession.begin(GAME, journal, Setup(("Ann", "Bob")))
    for action in OPENING:
        session.do(action)
    return session


def resumed(journal: Journal) -> Session:
    summary = journal.game_in_play()
    assert summary is not None
    session: Session = TableSession.resume(GAME, journal, summary)
    return session


class FullDisk:
    """The journal of a disk that is full: reads work, no entry is taken."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)

    def append(self, *_: object) -> int:
        raise JournalFullError("the disk is full: free some space")


def test_an_action_is_in_the_journal_when_do_returns(journal: Journal) -> None:
    session = begun(journal)
    assert [GAME.codec.decode(entry) for entry in journal.actions(session.number)] == list(OPENING)
    assert session.state.phase is Phase.LOCK


def test_a_refused_action_is_neither_done_nor_written(journal: Journal) -> None:
    session = begun(journal)
    before = session.state
    with pytest.raises(Violation):
        session.do(Claimed("farmer"))
    assert session.state is before
    assert len(journal.actions(session.number)) == len(OPENING)


def test_an_action_that_the_disk_does_not_take_is_not_done(journal: Journal) -> None:
    session = begun(journal)
    before = session.state
    session._journal = FullDisk(journal)  # type: ignore[assignment]
    with pytest.raises(JournalFullError):
        session.do(Locked(ROLLED.dice))
    assert session.state is before
    assert session.length == len(OPENING)


def test_a_resumed_game_stands_where_it_stood(journal: Journal) -> None:
    session = begun(journal)
    again = resumed(journal)
    assert (again.state, again.length, again.number) == (session.state, session.length, session.number)


def test_undo_takes_back_one_action_in_the_journal_too(journal: Journal) -> None:
    session = begun(journal)
    assert session.undo() == ROLLED
    assert session.state.phase is Phase.ROLL
    assert resumed(journal).state == session.state


def test_undo_reaches_back_to_the_beginning_and_no_further(journal: Journal) -> None:
    session = begun(journal)
    undone = [session.undo() for _ in range(4)]
    assert undone == [*reversed(OPENING), None]
    assert session.state == GAME.start(Setup(("Ann", "Bob")))


def test_a_finished_game_is_not_resumed(journal: Journal) -> None:
    begun(journal).finish()
    assert journal.game_in_play() is None


def test_a_game_is_over_when_nothing_more_is_legal(journal: Journal) -> None:
    assert not begun(journal).over


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"do": "locked", "dice": []}, "at least one active die must be locked"),
        ({"do": "fly"}, "unknown action 'fly'"),
    ],
)
def test_entries_that_are_no_game_are_named_and_the_way_on_too(
    journal: Journal, entry: dict[str, object], words: str
) -> None:
    session = begun(journal)
    with sqlite3.connect(journal.path) as db:
        db.execute("INSERT INTO actions VALUES (?, ?, ?)", (session.number, 3, json.dumps(entry)))
    with pytest.raises(JournalDamagedError, match=words) as caught:
        resumed(journal)
    assert "pharaoh --new" in str(caught.value)


def test_a_set_up_that_is_none_is_named(journal: Journal) -> None:
    journal.begin("favor", {"players": ["Ann"]})
    with pytest.raises(JournalDamagedError, match="2 to 4 players"):
        resumed(journal)
