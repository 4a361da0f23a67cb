"""One game in progress: every action is checked, committed to the journal, and only then true."""

from __future__ import annotations

from typing import Generic, TypeVar

from device.errors import JournalDamagedError
from device.journal import GameSummary, Journal
from rules.codec import from_json, to_json
from rules.errors import RulesError
from rules.table import Game

S = TypeVar("S")
A = TypeVar("A")
U = TypeVar("U")


class TableSession(Generic[S, A, U]):
    """The running game of one journal: its state is always that of the actions committed so far.

    Make one with `begin` or `resume`. The journal stays the caller's to close.
    """

    def __init__(self, game: Game[S, A, U], journal: Journal, number: int, setup: U) -> None:
        self.game = game
        self.number = number
        self._journal = journal
        self._states: list[S] = [game.start(setup)]
        self._replay()

    @classmethod
    def begin(cls, game: Game[S, A, U], journal: Journal, setup: U) -> TableSession[S, A, U]:
        """A new game, entered in the journal; raises JournalError where it cannot be written."""
        game.start(setup)
        return cls(game, journal, journal.begin(game.name, to_json(setup)), setup)

    @classmethod
    def resume(cls, game: Game[S, A, U], journal: Journal, summary: GameSummary) -> TableSession[S, A, U]:
        """The game of `summary` as it stood after its last committed action.

        Raises JournalDamagedError where the journal's entries are no game by these rules.
        """
        try:
            setup = from_json(game.setup_type, summary.setup, "setup")
        except RulesError as error:
            raise _damaged(summary.id, error) from error
        return cls(game, journal, summary.id, setup)

    @property
    def state(self) -> S:
        """The state after the last committed action."""
        return self._states[-1]

    @property
    def states(self) -> tuple[S, ...]:
        """The state before the first action and after each committed one."""
        return tuple(self._states)

    @property
    def length(self) -> int:
        """How many actions are committed."""
        return len(self._states) - 1

    @property
    def over(self) -> bool:
        """Whether the game has ended: nothing more may be done."""
        return not self.game.legal(self.state)

    def do(self, action: A) -> S:
        """Commit `action` and return the state after it.

        Raises Violation where the rules, and JournalError where the disk says no; either way the state is
        as it was and nothing is committed.
        """
        after = self.game.apply(self.state, action)
        self._journal.append(self.number, self.length, self.game.codec.encode(action))
        self._states.append(after)
        return after

    def undo(self) -> A | None:
        """Take the last action back and return it, or None at the beginning of the game."""
        if not self.length:
            return None
        dropped = self._journal.undo(self.number)
        self._states.pop()
        return None if dropped is None else self.game.codec.decode(dropped)

    def finish(self) -> None:
        """Close the game in the journal, so that the next start does not resume it."""
        self._journal.finish(self.number)

    def _replay(self) -> None:
        for entry in self._journal.actions(self.number):
            try:
                action = self.game.codec.decode(entry)
                self._states.append(self.game.apply(self.state, action))
            except RulesError as error:
                raise _damaged(self.number, error) from error


def _damaged(number: int, error: RulesError) -> JournalDamagedError:
    return JournalDamagedError(
        f"game {number} of the journal does not follow the rules, "
        f"or was played before they were complete: {error}; "
        f"show it with 'pharaoh journal show {number}' and begin another with 'pharaoh --new'"
    )
