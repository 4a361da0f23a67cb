"""Games and their actions as opaque JSON, one committed transaction for each change."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from device.errors import JournalOrderError
from device.journal.failures import damaged, journal_errors
from device.journal.opening import open_to_read, open_to_write

EXPORT_FORMAT = 1
"""The version of what `Journal.export` returns."""


def _local_time() -> datetime:
    return datetime.now().astimezone()


@dataclass(frozen=True)
class GameSummary:
    """One game of the journal; `started` is the local time of its start, `actions` how many it has."""

    id: int
    game: str
    setup: dict[str, Any]
    started: str
    actions: int
    finished: bool


class Journal:
    """The open journal; a context manager.

    Every change is on the disk when its method returns, or not made at all. All methods raise JournalError
    or one of its subclasses; after JournalFullError the journal goes on as soon as there is space again.
    It belongs to the thread that opened it.
    """

    def __init__(
        self, path: Path, db: sqlite3.Connection, lock: int | None, wall_clock: Callable[[], datetime]
    ) -> None:
        self._path = path
        self._db = db
        self._lock = lock
        self._wall_clock = wall_clock

    @classmethod
    def open(
        cls,
        path: Path | str,
        *,
        readonly: bool = False,
        wall_clock: Callable[[], datetime] = _local_time,
    ) -> Journal:
        """The journal at `path`, made with its folders if missing.

        With `readonly` nothing is made or changed, and it works beside a running table. `wall_clock` only
        dates the games for people. Raises JournalMissingError, JournalNewerError, JournalDamagedError,
        JournalBusyError, JournalRefusedError or JournalFullError; the file is then left as it was.
        """
        # One file, one lock, by whatever links it is named.
        path = Path(os.path.realpath(path))
        with journal_errors(path):
            if readonly:
                return cls(path, open_to_read(path), None, wall_clock)
            db, lock = open_to_write(path)
            return cls(path, db, lock, wall_clock)

    def close(self) -> None:
        """End the connection and let others have the journal; closing twice does no harm."""
        try:
            with journal_errors(self._path):
                self._db.close()
        finally:
            if self._lock is not None:
                os.close(self._lock)
                self._lock = None

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def path(self) -> Path:
        """The journal's real path."""
        return self._path

    def begin(self, game: str, setup: dict[str, Any]) -> int:
        """Enter a new game of the kind `game`; returns its id."""
        text = _to_text(setup)
        with self._change():
            entry = self._db.execute(
                "INSERT INTO games (game, setup, started) VALUES (?, ?, ?)", (game, text, self._now())
            )
        if entry.lastrowid is None:
            raise damaged(self._path, "a new game got no number")
        return entry.lastrowid

    def games(self) -> tuple[GameSummary, ...]:
        """All games, the oldest first."""
        with journal_errors(self._path):
            rows = self._db.execute(f"{_SUMMARIES} ORDER BY id").fetchall()
        return tuple(self._summary(row) for row in rows)

    def game_in_play(self) -> GameSummary | None:
        """The game to go on with: the newest, or None where that is finished.

        A game that was left for a newer one is not taken up again by itself: people may have left it
        because it is damaged.
        """
        with journal_errors(self._path):
            row = self._db.execute(f"{_SUMMARIES} ORDER BY id DESC LIMIT 1").fetchone()
        newest = None if row is None else self._summary(row)
        return None if newest is None or newest.finished else newest

    def append(self, game_id: int, expected_seq: int, action: dict[str, Any]) -> int:
        """Commit `action` as the game's next; returns how many there are then.

        `expected_seq` is how many actions the caller has seen. JournalOrderError, and nothing recorded, where
        the journal has more or fewer, and for an unknown or finished game.
        """
        text = _to_text(action)
        with self._change():
            count, finished = self._standing(game_id)
            if finished:
                raise JournalOrderError(f"{self._path}: game {game_id} is finished; undo or start a new game")
            if count != expected_seq:
                raise JournalOrderError(
                    f"{self._path}: game {game_id} has {count} actions where {expected_seq} were expected; "
                    "take up the game again from the journal"
                )
            self._db.execute("INSERT INTO actions VALUES (?, ?, ?)", (game_id, count, text))
        return count + 1

    def undo(self, game_id: int) -> dict[str, Any] | None:
        """Drop the game's last action and return it; None where there is none.

        A finished game is open again afterwards, also when it had no actions.
        """
        with self._change():
            count, _ = self._standing(game_id)
            self._db.execute("UPDATE games SET finished = NULL WHERE id = ?", (game_id,))
            if count == 0:
                return None
            last = (game_id, count - 1)
            (text,) = self._db.execute(
                "SELECT action FROM actions WHERE game_id = ? AND seq = ?", last
            ).fetchone()
            self._db.execute("DELETE FROM actions WHERE game_id = ? AND seq = ?", last)
        return self._from_text(text, f"action {count} of game {game_id}")

    def actions(self, game_id: int) -> tuple[dict[str, Any], ...]:
        """The game's actions in order; JournalDamagedError where one is missing or unreadable."""
        with journal_errors(self._path):
            self._standing(game_id)
            rows = self._db.execute(
                "SELECT seq, action FROM actions WHERE game_id = ? ORDER BY seq", (game_id,)
            ).fetchall()
        for expected, (seq, _) in enumerate(rows):
            if seq != expected:
                raise damaged(self._path, f"action {expected + 1} of game {game_id} is missing")
        return tuple(self._from_text(text, f"action {seq + 1} of game {game_id}") for seq, text in rows)

    def note(self, game_id: int, name: str, note: dict[str, Any] | None) -> None:
        """Keep `note` beside the game's actions in place of the last one of that `name`; None forgets it."""
        text = None if note is None else _to_text(note)
        with self._change():
            self._standing(game_id)
            if text is None:
                self._db.execute("DELETE FROM notes WHERE game_id = ? AND name = ?", (game_id, name))
            else:
                self._db.execute("INSERT OR REPLACE INTO notes VALUES (?, ?, ?)", (game_id, name, text))

    def noted(self, game_id: int, name: str) -> dict[str, Any] | None:
        """The last note of that name, or None."""
        with journal_errors(self._path):
            row = self._db.execute(
                "SELECT note FROM notes WHERE game_id = ? AND name = ?", (game_id, name)
            ).fetchone()
        return None if row is None else self._from_text(row[0], f"the note {name!r} of game {game_id}")

    def finish(self, game_id: int) -> None:
        """Mark the game as played to its end; there is no `game_in_play` until the next begins."""
        with self._change():
            self._standing(game_id)
            self._db.execute(
                "UPDATE games SET finished = ? WHERE id = ? AND finished IS NULL", (self._now(), game_id)
            )

    def export(self, game_id: int) -> dict[str, Any]:
        """The game as one JSON-able object: format, game, setup, started, finished and actions."""
        # One transaction, lest a table that plays on changes the game between the two questions.
        with journal_errors(self._path), self._transaction("BEGIN"):
            self._standing(game_id)
            row = self._db.execute(f"{_SUMMARIES} WHERE id = ?", (game_id,)).fetchone()
            summary = self._summary(row)
            actions = self.actions(game_id)
        return {
            "format": EXPORT_FORMAT,
            "game": summary.game,
            "setup": summary.setup,
            "started": summary.started,
            "finished": summary.finished,
            "actions": list(actions),
        }

    @contextmanager
    def _change(self) -> Iterator[None]:
        """One transaction for the statements inside: committed at the end, or rolled back."""
        with journal_errors(self._path), self._transaction("BEGIN IMMEDIATE"):
            yield

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        self._db.execute(begin)
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            # A full disk may have ended the transaction already.
            if self._db.in_transaction:
                with suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
            raise

    def _standing(self, game_id: int) -> tuple[int, bool]:
        """The game's number of actions and whether it is finished."""
        row = None
        # SQLite's numbers end at 64 bits; a game's number may be whatever a person typed.
        if game_id.bit_length() < 64:
            row = self._db.execute(
                "SELECT (SELECT COALESCE(MAX(seq) + 1, 0) FROM actions WHERE game_id = id), finished "
                "FROM games WHERE id = ?",
                (game_id,),
            ).fetchone()
        if row is None:
            raise JournalOrderError(
                f"{self._path}: there is no game {game_id}; `pharaoh journal list` shows all"
            )
        return int(row[0]), row[1] is not None

    def _summary(self, row: tuple[Any, ...]) -> GameSummary:
        number, game, setup, started, actions, finished = row
        return GameSummary(
            id=number,
            game=game,
            setup=self._from_text(setup, f"the set-up of game {number}"),
            started=started,
            actions=actions,
            finished=bool(finished),
        )

    def _from_text(self, text: str, what: str) -> dict[str, Any]:
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise damaged(self._path, f"{what} is unreadable")
        return value

    def _now(self) -> str:
        return self._wall_clock().isoformat(timespec="seconds")


_SUMMARIES = (
    "SELECT id, game, setup, started, "
    "(SELECT COUNT(*) FROM actions WHERE game_id = id) AS actions, finished IS NOT NULL FROM games"
)


def _to_text(value: dict[str, Any]) -> str:
    """Strict JSON: NaN, which no reader of an export understands, is a ValueError."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)
