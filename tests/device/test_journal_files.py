from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from device.errors import (
    JournalDamagedError,
    JournalError,
    JournalNewerError,
    JournalRefusedError,
)
from device.journal import Journal
from device.journal.schema import VERSION


def written_journal(path: Path, actions: int = 300) -> Path:
    with Journal.open(path) as journal:
        # Only the making of the file is sped up; what is tested is opened anew.
        journal._db.execute("PRAGMA synchronous = OFF")
        game = journal.begin("favor", {"players": ["Ann", "Bob"]})
        for seq in range(actions):
            journal.append(game, seq, {"n": seq, "pad": "x" * 50})
    return path


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith("-shm")}


@contextmanager
def refused_untouched(path: Path, kind: type[JournalError], match: str) -> Iterator[None]:
    """Both ways to open `path` fail with one sentence and leave every file around it as it was."""
    before = contents(path.parent)
    yield
    for readonly in (False, True):
        with pytest.raises(kind, match=match) as caught:
            Journal.open(path, readonly=readonly)
        assert str(caught.value).startswith(f"{path}: ")
        assert "\n" not in str(caught.value)
        assert contents(path.parent) == before


def test_a_newer_journal_is_left_untouched_and_asks_for_an_update(tmp_path: Path) -> None:
    path = written_journal(tmp_path / "j")
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
        connection.execute("ALTER TABLE games ADD COLUMN place TEXT")
    connection.close()
    with refused_untouched(
        path, JournalNewerError, f"format {VERSION + 1}, this one reads {VERSION}.*update the program"
    ):
        pass


def test_a_newer_journal_whose_log_was_left_by_a_kill_is_untouched_too(tmp_path: Path) -> None:
    path = written_journal(tmp_path / "j", actions=3)
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    # The copy is what a kill leaves: the newer version stands in the log only.
    copy = tmp_path / "killed"
    copy.mkdir()
    shutil.copy(path, copy / "j")
    shutil.copy(f"{path}-wal", copy / "j-wal")
    connection.close()
    assert (copy / "j").read_bytes()[60:64] == VERSION.to_bytes(4, "big")
    with refused_untouched(copy / "j", JournalNewerError, "update the program"):
        pass


@pytest.mark.parametrize("part", [0.001, 0.01, 0.3, 0.5, 0.9, 0.999])
def test_a_truncated_journal_is_reported_and_left_untouched(tmp_path: Path, part: float) -> None:
    path = written_journal(tmp_path / "j")
    os.truncate(path, int(path.stat().st_size * part))
    with refused_untouched(path, JournalDamagedError, "move the file away or name another journal"):
        pass


@pytest.mark.parametrize("at", [0, 20, 100, 4096, 4100])
def test_an_overwritten_place_is_reported_and_left_untouched(tmp_path: Path, at: int) -> None:
    path = written_journal(tmp_path / "j")
    raw = bytearray(path.read_bytes())
    raw[at : at + 60] = b"\xa5" * 60
    path.write_bytes(raw)
    with refused_untouched(path, JournalDamagedError, "journal"):
        pass


def test_an_overwritten_place_anywhere_is_never_taken_for_a_game(tmp_path: Path) -> None:
    path = written_journal(tmp_path / "j", actions=120)
    sound = path.read_bytes()
    with Journal.open(path, readonly=True) as journal:
        games, actions = journal.games(), journal.actions(1)
    noticed = 0
    for at in range(0, len(sound), 211):
        path.write_bytes(sound[:at] + b"\xa5" * 60 + sound[at + 60 :])
        try:
            with Journal.open(path, readonly=True) as journal:
                assert journal.games() == games
                assert journal.actions(1) == actions
        except JournalDamagedError:
            noticed += 1
    assert noticed > 0


@pytest.mark.parametrize("raw", [b"dear journal\n" * 100, b"\0" * 8192, b"x", b"SQLite format 3\0"])
def test_another_kind_of_file_is_no_journal(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(raw)
    with refused_untouched(path, JournalDamagedError, "journal"):
        pass


def test_another_programs_database_is_no_journal(tmp_path: Path) -> None:
    path = tmp_path / "places.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE places (name TEXT)")
        connection.execute("PRAGMA user_version = 77")
    connection.close()
    with refused_untouched(path, JournalDamagedError, "a database of another program"):
        pass


def test_a_folder_or_pipe_is_no_journal(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    for path in (tmp_path, fifo):
        for readonly in (False, True):
            with pytest.raises(JournalError, match="this is not a file"):
                Journal.open(path, readonly=readonly)
    assert fifo.is_fifo()


def test_a_file_in_place_of_a_folder_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file" / "j", tmp_path / ("n" * 300)):
        with pytest.raises(JournalError, match="name another"):
            Journal.open(path)


def test_an_empty_file_becomes_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "j"
    path.touch()
    with Journal.open(path) as journal:
        assert journal.begin("favor", {}) == 1


def test_a_start_that_was_cut_off_is_repeated(tmp_path: Path) -> None:
    (tmp_path / "j.new").write_bytes(b"SQLite format 3\0 and then the plug was pulled")
    (tmp_path / "j.new-wal").write_bytes(b"?")
    written_journal(tmp_path / "j", actions=2)
    assert sorted(contents(tmp_path)) == ["j", "j.lock"]


def test_the_log_of_a_journal_that_was_taken_away_is_kept_but_not_played_into_the_next(
    tmp_path: Path,
) -> None:
    with Journal.open(tmp_path / "old") as journal:
        journal.begin("sobek", {})
        shutil.copy(tmp_path / "old-wal", tmp_path / "j-wal")
    log = (tmp_path / "j-wal").read_bytes()
    with Journal.open(tmp_path / "j") as journal:
        assert journal.games() == ()
    assert (tmp_path / "j-wal.orphaned").read_bytes() == log


@pytest.fixture
def unwritable(tmp_path: Path) -> Iterator[Path]:
    """A folder with a journal in it, where nobody may write: not even root, who needs a mount for that."""
    folder = tmp_path / "unwritable"
    folder.mkdir()
    if os.geteuid() != 0:
        written_journal(folder / "j", actions=2)
        (folder / "j").chmod(0o444)
        folder.chmod(0o555)
        yield folder
        folder.chmod(0o755)
        return
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", folder], check=False).returncode:
        pytest.skip("root may write everywhere, and this machine lets nobody mount a read-only disk")
    try:
        written_journal(folder / "j", actions=2)
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_read_only_folder_refuses_a_table_but_not_a_reader(unwritable: Path) -> None:
    for name in ("j", "new", "sub/new"):
        with pytest.raises(JournalRefusedError, match="may not be opened or written"):
            Journal.open(unwritable / name)
    with Journal.open(unwritable / "j", readonly=True) as journal:
        assert len(journal.actions(1)) == 2


@pytest.fixture
def of_another_user() -> Iterator[Path]:
    """A journal that this user may read and not write, in a folder where everybody may write."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        path = written_journal(folder / "j", actions=2)
        path.chmod(0o444)
        user = os.geteuid()
        if user == 0:
            os.seteuid(65534)
        try:
            yield path
        finally:
            os.seteuid(user)


def test_a_journal_of_another_user_refuses_a_table_but_not_a_reader(of_another_user: Path) -> None:
    with pytest.raises(JournalRefusedError, match="may not be opened or written"):
        Journal.open(of_another_user)
    with Journal.open(of_another_user, readonly=True) as journal:
        assert len(journal.actions(1)) == 2
