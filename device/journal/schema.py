"""The journal's tables, their version, and the way from each version to the next."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import TypeAlias

Migration: TypeAlias = tuple[str, ...]

APPLICATION_ID = 0x50484152
"""Marks an SQLite file as this program's ("PHAR" in ASCII)."""

MIGRATIONS: tuple[Migration, ...] = (
    (
        # AUTOINCREMENT: an id that an export or a note mentions is never given to another game.
        """
        CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game TEXT NOT NULL,
            setup TEXT NOT NULL,
            started TEXT NOT NULL,
            finished TEXT
        ) STRICT
        """,
        """
        CREATE TABLE actions (
            game_id INTEGER NOT NULL REFERENCES games (id),
            seq INTEGER NOT NULL CHECK (seq >= 0),
            action TEXT NOT NULL,
            PRIMARY KEY (game_id, seq)
        ) STRICT, WITHOUT ROWID
        """,
    ),
    (
        # What is true of a game beside its actions, such as how far a timer had run: the newest only.
        """
        CREATE TABLE notes (
            game_id INTEGER NOT NULL REFERENCES games (id),
            name TEXT NOT NULL,
            note TEXT NOT NULL,
            PRIMARY KEY (game_id, name)
        ) STRICT, WITHOUT ROWID
        """,
    ),
)
"""The statements that lead from version n to n + 1, at index n; only ever appended to."""

VERSION = len(MIGRATIONS)


def version_of(connection: sqlite3.Connection) -> int:
    """The schema version that the file claims; 0 before the first migration."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def application_of(connection: sqlite3.Connection) -> int:
    """The application that the file claims to belong to; 0 for none."""
    return int(connection.execute("PRAGMA application_id").fetchone()[0])


def migrate(connection: sqlite3.Connection, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Bring the file up to the last migration, in one transaction: all steps are taken or none.

    Raises sqlite3.Error, also where nothing is to be done but the file or disk may not be written: a table
    has to learn that at its start and not at the first action.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statements in migrations[version_of(connection) :]:
            for statement in statements:
                connection.execute(statement)
        # SQLite begins such a transaction on a read-only file without complaint; writing settles it.
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
