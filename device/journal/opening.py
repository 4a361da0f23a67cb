"""Finding, checking, locking and making the journal's file before the first statement touches it."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

from device.errors import JournalError, JournalMissingError, JournalNewerError
from device.journal.failures import busy, damaged
from device.journal.schema import APPLICATION_ID, VERSION, application_of, migrate, version_of

BUSY_SECONDS = 0.5
"""How long to wait for a lock; only a database shell can hold one, and the table must not hang for it."""

_MAGIC = b"SQLite format 3\x00"

_IMMUTABLE = "mode=ro&immutable=1"


def open_to_read(path: Path) -> sqlite3.Connection:
    """A connection that cannot change the journal, to a file that is known to be sound.

    JournalMissingError, JournalDamagedError or JournalNewerError for a file that is not; sqlite3.Error and
    OSError pass through. The file stays as it was, byte for byte, whatever the outcome.
    """
    if not _has_contents(path):
        raise JournalMissingError(f"{path}: there is no journal; play a game first or name another")
    with path.open("rb") as file:
        magic = file.read(len(_MAGIC))
    if magic != _MAGIC:
        raise damaged(path, "this is not a journal")
    log = _beside(path, "-wal")
    # Without a log beside it nobody has the journal open. Declaring it immutable then keeps SQLite from
    # making a log of its own, which would be left behind, and allows folders that may not be written.
    if not log.exists():
        return _connect_checked(path, _IMMUTABLE)
    try:
        return _connect_checked(path, "mode=ro")
    except sqlite3.OperationalError:
        # An empty log, such as a start on a full disk leaves, needs no index that might find no space.
        if log.stat().st_size > 0:
            raise
    return _connect_checked(path, _IMMUTABLE)


def open_to_write(path: Path) -> tuple[sqlite3.Connection, int]:
    """A connection to a sound journal, made if missing, and the descriptor that holds its lock.

    JournalBusyError where another table holds it; otherwise as `open_to_read`. The lock ends with the
    descriptor or the process, so that a pulled plug leaves none behind.
    """
    _make_folder(path.parent)
    if _has_contents(path):
        open_to_read(path).close()
    lock = _lock(path)
    try:
        if not _has_contents(path):
            _create(path)
        connection = _connect(path, "mode=rw")
        try:
            _configure(path, connection)
            migrate(connection)
        except BaseException:
            connection.close()
            raise
    except BaseException:
        os.close(lock)
        raise
    return connection, lock


def _connect_checked(path: Path, how: str) -> sqlite3.Connection:
    connection = _connect(path, how)
    try:
        _check(path, connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _check(path: Path, connection: sqlite3.Connection) -> None:
    """Raise unless this is a journal that this version of the program can read, and in one piece."""
    if application_of(connection) != APPLICATION_ID:
        raise damaged(path, "this is a database of another program")
    version = version_of(connection)
    if version > VERSION:
        raise JournalNewerError(
            f"{path}: a newer version of this program wrote the journal (format {version}, this one reads "
            f"{VERSION}); update the program, the journal was left as it is"
        )
    if version < 1:
        raise damaged(path, "the journal has no format number")
    (page_bytes,) = connection.execute("PRAGMA page_size").fetchone()
    if path.stat().st_size % page_bytes:
        raise damaged(path, "the end of the journal is missing")
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise damaged(path, f"the journal is damaged ({' '.join(verdict.split())})")


def _configure(path: Path, connection: sqlite3.Connection) -> None:
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise JournalError(
            f"{path}: this disk cannot keep a write-ahead log; name a place on a local disk for the journal"
        )
    # FULL makes each commit wait until the disk has it: a pulled plug takes back nothing that was shown.
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _create(path: Path) -> None:
    """Make an empty journal under another name first: whoever finds `path` finds it whole."""
    draft = _beside(path, ".new")
    parts = [draft, *(_beside(draft, suffix) for suffix in ("-wal", "-shm", "-journal"))]
    try:
        for part in parts:
            part.unlink(missing_ok=True)
        with closing(_connect(draft, "mode=rwc")) as connection:
            _configure(path, connection)
            migrate(connection)
            # Closing would do this too, but keep quiet about a disk that is too full for it.
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        _set_aside_log(path)
        draft.replace(path)
    except BaseException:
        for part in parts:
            part.unlink(missing_ok=True)
        raise
    _sync(path.parent)


def _set_aside_log(path: Path) -> None:
    """Keep the log of a journal that somebody took away from being played into the new one."""
    log = _beside(path, "-wal")
    if log.exists():
        log.replace(_beside(path, "-wal.orphaned"))
    _beside(path, "-shm").unlink(missing_ok=True)


def _connect(path: Path, how: str) -> sqlite3.Connection:
    # No isolation level: transactions begin and end where this package says so.
    return sqlite3.connect(f"{path.as_uri()}?{how}", uri=True, isolation_level=None, timeout=BUSY_SECONDS)


def _lock(path: Path) -> int:
    # SQLite's own locks hang on descriptors of the journal, which must not be opened beside it. Reading is
    # enough for a lock, so that a file once made by root does not shut out the table's user.
    lock = os.open(_beside(path, ".lock"), os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise busy(path) from None
    except BaseException:
        os.close(lock)
        raise
    return lock


def _make_folder(folder: Path) -> None:
    """Make the folder and its parents so that a pulled plug does not take them back."""
    if folder.is_dir():
        return
    _make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    _sync(folder.parent)


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _has_contents(path: Path) -> bool:
    """Whether a file is there; an empty one is as good as none, and anything but a file is an error."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return False
    if not stat.S_ISREG(status.st_mode):
        raise JournalError(f"{path}: this is not a file; name a file for the journal")
    return status.st_size > 0


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)
