from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from device.errors import JournalFullError
from device.journal import Journal

from .disks import fill

ACTION: dict[str, Any] = {"type": "rolled", "pad": "x" * 1000}


def play_until_full(journal: Journal, game: int) -> int:
    """Append until the disk is full; returns how many actions were acknowledged."""
    count = len(journal.actions(game))
    with pytest.raises(JournalFullError, match="the disk is full, earlier actions are safe; free some space"):
        for _ in range(10_000):
            count = journal.append(game, count, {**ACTION, "n": count})
    return count


def numbers(journal: Journal, game: int) -> list[int]:
    return [action["n"] for action in journal.actions(game)]


def test_a_full_disk_loses_nothing_and_the_game_goes_on_when_there_is_space(small_disk: Path) -> None:
    with Journal.open(small_disk / "j") as journal:
        game = journal.begin("favor", {})
        journal.append(game, 0, {**ACTION, "n": 0})
        ballast = fill(small_disk, leave=64 * 1024)
        count = play_until_full(journal, game)
        assert count > 1
        assert numbers(journal, game) == list(range(count))
        with pytest.raises(JournalFullError):
            journal.append(game, count, {**ACTION, "n": count})
        with pytest.raises(JournalFullError):
            journal.begin("favor", {"pad": "x" * 5000})
        with Journal.open(journal.path, readonly=True) as reader:
            assert numbers(reader, game) == list(range(count))
        ballast.unlink()
        assert journal.append(game, count, {**ACTION, "n": count}) == count + 1
    with Journal.open(small_disk / "j") as journal:
        assert numbers(journal, game) == list(range(count + 1))


def test_a_table_that_ends_on_a_full_disk_finds_all_it_had_acknowledged(small_disk: Path) -> None:
    with Journal.open(small_disk / "j") as journal:
        game = journal.begin("favor", {})
        ballast = fill(small_disk, leave=64 * 1024)
        count = play_until_full(journal, game)
    ballast.unlink()
    with Journal.open(small_disk / "j") as journal:
        assert numbers(journal, game) == list(range(count))


@pytest.mark.parametrize("exists", [True, False])
def test_a_table_started_on_a_full_disk_says_so(small_disk: Path, exists: bool) -> None:
    path = small_disk / "folder" / "j"
    if exists:
        Journal.open(path).close()
        (path.parent / "j.lock").unlink()
    fill(small_disk)
    for _ in range(2):
        with pytest.raises(JournalFullError, match="the disk is full"):
            Journal.open(path)
    assert path.exists() is exists


@pytest.mark.parametrize("leave", range(4096, 100_000, 4096))
@pytest.mark.parametrize("exists", [True, False])
def test_a_start_that_fills_the_disk_at_any_point_leaves_a_whole_journal(
    small_disk: Path, exists: bool, leave: int
) -> None:
    path = small_disk / "folder" / "j"
    acknowledged = 0
    if exists:
        with Journal.open(path) as journal:
            game = journal.begin("favor", {})
            acknowledged = journal.append(game, 0, {**ACTION, "n": 0})
    ballast = fill(small_disk, leave=leave)
    with suppress(JournalFullError), Journal.open(path) as journal:
        game = game if exists else journal.begin("favor", {})
        acknowledged = play_until_full(journal, game)
    if exists:
        with Journal.open(path, readonly=True) as journal:
            assert numbers(journal, game) == list(range(acknowledged))
    ballast.unlink()
    with Journal.open(path) as journal:
        game = game if journal.games() else journal.begin("favor", {})
        assert numbers(journal, game) == list(range(acknowledged))
        assert journal.append(game, acknowledged, {**ACTION, "n": acknowledged}) == acknowledged + 1


def test_sqlites_own_limit_counts_as_a_full_disk(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "j") as journal:
        game = journal.begin("favor", {})
        pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
        journal._db.execute(f"PRAGMA max_page_count = {pages + 3}")
        count = play_until_full(journal, game)
        assert count > 1
        assert not journal._db.in_transaction
        assert numbers(journal, game) == list(range(count))
        journal._db.execute("PRAGMA max_page_count = 100000")
        assert journal.append(game, count, {**ACTION, "n": count}) == count + 1
