from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.errors import (
    DeviceError,
    JournalBusyError,
    JournalDamagedError,
    JournalError,
    JournalMissingError,
    JournalOrderError,
    JournalRefusedError,
)
from device.journal import GameSummary, Journal
from device.journal.schema import MIGRATIONS, migrate, version_of


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.sqlite") as opened:
        yield opened


def sql(path: Path, statement: str, *values: object) -> None:
    """Change a journal behind the program's back."""
    with sqlite3.connect(path) as connection:
        connection.execute(statement, values)
    connection.close()


def test_actions_come_back_in_order_after_reopening(tmp_path: Path) -> None:
    path = tmp_path / "made" / "on the way" / "jour#nal ?%41.sqlite"
    actions: list[dict[str, Any]] = [
        {"type": "rolled", "dice": [1, 2]},
        {"type": "locked", "note": "Jörg's 🎲"},
    ]
    with Journal.open(path) as journal:
        game = journal.begin("favor", {"players": ["Ann", "Bob"]})
        assert [journal.append(game, seq, action) for seq, action in enumerate(actions)] == [1, 2]
    with Journal.open(path) as journal:
        assert journal.actions(game) == tuple(actions)


def test_games_are_listed_with_what_people_need_to_choose(tmp_path: Path) -> None:
    moments = iter([datetime(2026, 11, 30, 19, 30, tzinfo=UTC), datetime(2026, 11, 30, 21, 0, tzinfo=UTC)])
    with Journal.open(tmp_path / "j", wall_clock=lambda: next(moments)) as journal:
        first = journal.begin("favor", {"a": 1})
        second = journal.begin("sobek", {})
        journal.append(first, 0, {})
        assert journal.games() == (
            GameSummary(first, "favor", {"a": 1}, "2026-11-30T19:30:00+00:00", 1, False),
            GameSummary(second, "sobek", {}, "2026-11-30T21:00:00+00:00", 0, False),
        )


def test_the_game_to_go_on_with_is_the_newest_until_it_is_finished(journal: Journal) -> None:
    assert journal.game_in_play() is None
    _, second = journal.begin("favor", {}), journal.begin("favor", {})
    assert [game.id for game in [journal.game_in_play()] if game] == [second]
    journal.finish(second)
    journal.finish(second)
    assert journal.game_in_play() is None
    assert [game.finished for game in journal.games()] == [False, True]


def test_undo_drops_the_last_action_and_returns_it(journal: Journal) -> None:
    game = journal.begin("favor", {})
    assert journal.undo(game) is None
    journal.append(game, 0, {"n": 0})
    journal.append(game, 1, {"n": 1})
    assert journal.undo(game) == {"n": 1}
    assert journal.actions(game) == ({"n": 0},)
    assert journal.append(game, 1, {"n": 2}) == 2
    assert journal.actions(game) == ({"n": 0}, {"n": 2})


def test_undo_opens_a_finished_game_again(journal: Journal) -> None:
    game = journal.begin("favor", {})
    journal.append(game, 0, {"n": 0})
    journal.finish(game)
    with pytest.raises(JournalOrderError, match="game 1 is finished"):
        journal.append(game, 1, {"n": 1})
    assert journal.undo(game) == {"n": 0}
    assert journal.append(game, 0, {"n": 1}) == 1
    assert journal.game_in_play() is not None


@pytest.mark.parametrize("expected", [0, 1, 3, -1])
def test_a_doubled_or_skipped_entry_is_refused_and_not_recorded(journal: Journal, expected: int) -> None:
    game = journal.begin("favor", {})
    journal.append(game, 0, {"n": 0})
    journal.append(game, 1, {"n": 1})
    with pytest.raises(JournalOrderError, match=f"has 2 actions where {expected} were expected"):
        journal.append(game, expected, {"n": 9})
    assert journal.actions(game) == ({"n": 0}, {"n": 1})


def test_an_unknown_game_gets_a_sentence(journal: Journal) -> None:
    asks: list[Callable[[int], object]] = [journal.undo, journal.actions, journal.finish, journal.export]
    for ask in asks:
        with pytest.raises(JournalOrderError, match="there is no game 7"):
            ask(7)
    with pytest.raises(JournalOrderError, match="there is no game 7"):
        journal.append(7, 0, {})


def test_an_export_is_json_with_everything_a_replay_needs(journal: Journal) -> None:
    game = journal.begin("favor", {"players": ["Ann", "Bob"]})
    journal.append(game, 0, {"n": 0})
    exported = json.loads(json.dumps(journal.export(game)))
    assert exported.pop("started")
    assert exported == {
        "format": 1,
        "game": "favor",
        "setup": {"players": ["Ann", "Bob"]},
        "finished": False,
        "actions": [{"n": 0}],
    }


@pytest.mark.parametrize("value", [float("nan"), object(), {1, 2}])
def test_what_json_cannot_hold_never_reaches_the_journal(journal: Journal, value: object) -> None:
    game = journal.begin("favor", {})
    with pytest.raises((TypeError, ValueError)):
        journal.append(game, 0, {"bad": value})
    assert journal.actions(game) == ()


def test_a_reader_sees_what_a_running_table_has_committed_and_changes_nothing(journal: Journal) -> None:
    game = journal.begin("favor", {})
    journal.append(game, 0, {"n": 0})
    with Journal.open(journal.path, readonly=True) as reader:
        assert reader.actions(game) == ({"n": 0},)
        journal.append(game, 1, {"n": 1})
        assert len(reader.export(game)["actions"]) == 2
        with pytest.raises(JournalRefusedError):
            reader.append(game, 2, {"n": 2})
    assert len(journal.actions(game)) == 2


def test_a_reader_leaves_no_file_behind(tmp_path: Path) -> None:
    with pytest.raises(JournalMissingError, match="there is no journal"):
        Journal.open(tmp_path / "none" / "j", readonly=True)
    assert list(tmp_path.iterdir()) == []
    with Journal.open(tmp_path / "j") as journal:
        journal.begin("favor", {})
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with Journal.open(tmp_path / "j", readonly=True) as journal:
        assert len(journal.games()) == 1
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_second_table_is_told_that_the_journal_is_in_use(journal: Journal, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(journal.path)
    for path in (journal.path, link):
        with pytest.raises(JournalBusyError, match="another table is using this journal"):
            Journal.open(path)
    assert journal.begin("favor", {}) == 1
    journal.close()
    journal.close()
    Journal.open(link).close()


def test_a_database_shell_that_holds_the_journal_is_reported_and_can_let_go(journal: Journal) -> None:
    game = journal.begin("favor", {})
    shell = sqlite3.connect(journal.path, isolation_level=None)
    shell.execute("BEGIN IMMEDIATE")
    with pytest.raises(JournalBusyError):
        journal.append(game, 0, {})
    shell.execute("ROLLBACK")
    shell.close()
    assert journal.append(game, 0, {}) == 1


def test_commits_wait_for_the_disk(journal: Journal) -> None:
    asked = [journal._db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    assert asked == ["wal", 2]


@pytest.mark.parametrize("text", ["", "{", "[1]", "null", '"x"', "[" * 100_000])
def test_an_unreadable_action_is_reported_as_damage(tmp_path: Path, text: str) -> None:
    with Journal.open(tmp_path / "j") as journal:
        game = journal.begin("favor", {})
        journal.append(game, 0, {})
        journal.append(game, 1, {})
    sql(tmp_path / "j", "UPDATE actions SET action = ? WHERE seq = 1", text)
    with Journal.open(tmp_path / "j") as journal:
        with pytest.raises(JournalDamagedError, match="action 2 of game 1 is unreadable"):
            journal.actions(game)
        assert journal.games()[0].actions == 2


def test_text_that_is_not_utf8_is_reported_as_damage(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "j") as journal:
        journal.begin("favor", {})
    sql(tmp_path / "j", "UPDATE games SET setup = CAST(x'7bff7d' AS TEXT)")
    with Journal.open(tmp_path / "j") as journal, pytest.raises(JournalDamagedError):
        journal.games()


def test_a_missing_action_is_reported_as_damage(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "j") as journal:
        game = journal.begin("favor", {})
        for seq in range(3):
            journal.append(game, seq, {})
    sql(tmp_path / "j", "DELETE FROM actions WHERE seq = 1")
    with (
        Journal.open(tmp_path / "j") as journal,
        pytest.raises(JournalDamagedError, match="action 2 of game 1 is missing"),
    ):
        journal.actions(game)


def test_every_journal_error_is_a_device_error_and_an_os_error() -> None:
    kinds = JournalError.__subclasses__()
    assert len(kinds) == 7
    assert all(issubclass(kind, DeviceError) and issubclass(kind, OSError) for kind in kinds)


def test_migrations_are_taken_in_order_and_all_or_none() -> None:
    steps = [*MIGRATIONS, ("ALTER TABLE games ADD COLUMN place TEXT",), ("UPDATE games SET place = 'hall'",)]
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection)
    connection.execute("INSERT INTO games (game, setup, started) VALUES ('favor', '{}', '')")
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, [*steps, ("SELECT nonsense",)])
    assert version_of(connection) == len(MIGRATIONS)
    assert "place" not in [row[1] for row in connection.execute("PRAGMA table_info(games)")]
    migrate(connection, steps)
    migrate(connection, steps)
    assert version_of(connection) == len(steps)
    assert connection.execute("SELECT place FROM games").fetchall() == [("hall",)]
    connection.close()


def test_the_newest_note_of_a_name_is_kept_over_a_restart_and_apart_from_the_actions(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "j") as journal:
        game, other = journal.begin("favor", {}), journal.begin("favor", {})
        assert journal.noted(game, "timer") is None
        journal.note(game, "timer", {"left": 9})
        journal.note(game, "timer", {"left": 8})
        journal.append(game, 0, {"do": "ended"})
        journal.undo(game)
    with Journal.open(tmp_path / "j") as journal:
        assert journal.noted(game, "timer") == {"left": 8}
        assert journal.noted(other, "timer") is None
        assert journal.actions(game) == ()
        journal.note(game, "timer", None)
        journal.note(game, "timer", None)
        assert journal.noted(game, "timer") is None
        with pytest.raises(JournalOrderError):
            journal.note(99, "timer", {})


def test_a_journal_of_the_first_version_goes_on_and_can_keep_notes(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "j", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    migrate(connection, MIGRATIONS[:1])
    connection.execute("INSERT INTO games (game, setup, started) VALUES ('favor', '{}', '')")
    connection.execute("INSERT INTO actions VALUES (1, 0, '{}')")
    connection.close()
    with Journal.open(tmp_path / "j", readonly=True) as journal:
        assert journal.actions(1) == ({},)
    with Journal.open(tmp_path / "j") as journal:
        assert journal.actions(1) == ({},)
        journal.note(1, "timer", {"left": 8})
        assert journal.noted(1, "timer") == {"left": 8}


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
operations: st.SearchStrategy[list[tuple[str, dict[str, Any]]]] = st.lists(
    st.tuples(st.just("append"), st.dictionaries(st.text(), json_values, max_size=3))
    | st.tuples(st.sampled_from(["undo", "reopen"]), st.just({})),
    max_size=12,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(operations)
def test_any_mix_of_entries_undos_and_restarts_leaves_what_a_list_would(
    tmp_path: Path, mix: list[tuple[str, dict[str, Any]]]
) -> None:
    path = tmp_path / "j"
    journal = Journal.open(path)
    game = journal.begin("favor", {})
    expected: list[dict[str, Any]] = []
    for operation, action in mix:
        if operation == "append":
            assert journal.append(game, len(expected), action) == len(expected) + 1
            expected.append(action)
        elif operation == "undo":
            assert journal.undo(game) == (expected.pop() if expected else None)
        else:
            journal.close()
            journal = Journal.open(path)
        assert journal.actions(game) == tuple(expected)
    journal.close()
