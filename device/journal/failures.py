"""SQLite's and the system's errors as the journal's own, each with a sentence that says what to do."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from device.errors import (
    JournalBusyError,
    JournalDamagedError,
    JournalError,
    JournalFullError,
    JournalRefusedError,
)

_LOW_WATER_BYTES = 64 * 1024
"""SQLite wants 32 KiB for the index of its write-ahead log; with less than twice that, the disk is full."""


@contextmanager
def journal_errors(path: Path) -> Iterator[None]:
    """Raise a JournalError for each sqlite3.Error or OSError inside; `path` is the journal's."""
    try:
        yield
    except JournalError:
        raise
    except sqlite3.ProgrammingError:
        # A caller's own mistake, such as using a closed journal.
        raise
    except sqlite3.Error as error:
        raise _from_sqlite(path, error) from error
    except UnicodeDecodeError as error:
        # SQLite quotes the damaged bytes in its message, which Python then cannot decode.
        raise damaged(path, "the journal is damaged") from error
    except OSError as error:
        raise _from_system(path, error) from error


def damaged(path: Path, what: str) -> JournalDamagedError:
    """The error for contents that cannot be what this program wrote."""
    return JournalDamagedError(
        f"{path}: {what}; move the file away or name another journal, then start the table again"
    )


def _from_sqlite(path: Path, error: sqlite3.Error) -> JournalError:
    # Text that is not UTF-8 is noticed by Python's module itself, which gives no code.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    name = getattr(error, "sqlite_errorname", "unreadable text")
    # The low byte of an extended code is its primary one.
    match code & 0xFF:
        case sqlite3.SQLITE_FULL:
            return _full(path)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return busy(path)
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN if _disk_is_full(path):
            return _full(path)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_CANTOPEN:
            return _refused(path)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_ERROR:
            return damaged(path, f"the journal is damaged ({error})")
    return JournalError(f"{path}: the disk reports an error ({name}); check the card or disk, then try again")


def _from_system(path: Path, error: OSError) -> JournalError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return _full(path)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return _refused(path)
    return JournalError(f"{path}: cannot be used ({error.strerror}); name another place for the journal")


def busy(path: Path) -> JournalBusyError:
    """The error for a journal that another process holds."""
    return JournalBusyError(f"{path}: another table is using this journal; end it or name another journal")


def _full(path: Path) -> JournalFullError:
    return JournalFullError(
        f"{path}: the disk is full, earlier actions are safe; free some space and try again"
    )


def _refused(path: Path) -> JournalRefusedError:
    return JournalRefusedError(
        f"{path}: may not be opened or written; give this user the right to the file and its folder"
    )


def _disk_is_full(path: Path) -> bool:
    try:
        free = os.statvfs(path.parent)
    except OSError:
        return False
    return free.f_bavail * free.f_frsize < _LOW_WATER_BYTES
