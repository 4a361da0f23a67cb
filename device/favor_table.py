"""The table of Favor of the Pharaoh: readings and intents in, committed actions and a view out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from device.desk import Desk
from device.errors import DeviceError, JournalError
from device.favor_roll import DraftDie, blank, known, match_roll, resting
from device.favor_view import favor_view
from device.favor_words import in_words
from device.session import TableSession
from rules.errors import Violation
from rules.favor.actions import (
    Begins,
    Claimed,
    Corrected,
    Ended,
    FavorAction,
    Locked,
    Rolled,
    SideRolled,
    TileRolled,
    Token,
    TokenDrawn,
)
from rules.favor.dice import KINDS, Die
from rules.favor.state import Phase, Setup, State
from ui.intents import Choose, ClaimTile, Intent, LockDice, SetFace, Undo
from ui.view import FavorView, Tone
from vision.reading import Reading


class FavorTable:
    """One game at the table with what is said about it but not committed.

    `new_game` makes the desk that follows this one when people ask for another game.
    `draft` holds the roll that is waited for until it is certain: what the camera offered and what people
    entered. `message` and `tone` are the last remark, question or refusal.
    """

    def __init__(
        self, session: TableSession[State, FavorAction, Setup], new_game: Callable[[], Desk]
    ) -> None:
        self.session = session
        self.successor: Desk | None = None
        self._new_game = new_game
        self.message: str | None = None
        self.tone: Tone = "plain"
        self.draft: tuple[DraftDie, ...] = ()
        # What the camera saw last, and what of it lay there before the roll that is waited for.
        self._seen: Reading | None = None
        self._lying: Reading | None = None
        # After a restart the dice in the tray may be the roll or what lay there before it.
        self._strange_tray = session.length > 0
        self._refresh()

    @property
    def state(self) -> State:
        """The state after the last committed action."""
        return self.session.state

    def on_reading(self, reading: Reading) -> None:
        """The tray came to rest and shows `reading`; commits a roll that is certain, asks otherwise."""
        self._seen = reading
        strange, self._strange_tray = self._strange_tray, False
        empty = not reading.dice and reading.status == "ok"
        if empty or self.state.phase not in (Phase.ROLL, Phase.SIDES, Phase.TILES):
            self._lying = reading
        elif self.state.phase is Phase.ROLL:
            self._on_roll(reading, resting(self._lying, reading), strange)
        else:
            self._on_set_up_die(reading, resting(self._lying, reading), strange)

    def on_intent(self, intent: Intent) -> None:
        """People decided something on the screen; a decision against the rules is refused with its reason."""
        match intent:
            case LockDice(dice):
                self._try(lambda: Locked(_picked(self.state.active, dice)))
            case SetFace(die, face):
                self._set_face(die, face)
            case ClaimTile(tile):
                self._try(lambda: Claimed(tile))
            case Undo():
                self._undo()
            case Choose("accept"):
                self._accept()
            case Choose("new") if self.session.over:
                self._finish()
            case Choose(key):
                self._try(lambda: _chosen(key))

    def ask(self, question: str) -> None:
        """Put a question on the message line."""
        self.message, self.tone = question, "ask"

    def view(self, camera: str) -> FavorView:
        """The whole screen; `camera` is the word on what the camera does."""
        return favor_view(self, camera)

    def _on_roll(self, reading: Reading, unmoved: int, strange: bool) -> None:
        by_hand = any(die.by_hand for die in self.draft)
        if unmoved and unmoved == len(reading.dice) and not strange:
            # Locked dice were taken out; the others still lie there and wait to be rolled. A hand that
            # was still in the picture may have made them a question before.
            if not by_hand:
                self._refresh()
            return
        found = match_roll(reading, self.state.to_roll)
        if by_hand:
            # A person is entering this roll: the camera may fill gaps but never overrules.
            pairs = zip(self.draft, found.dice, strict=True)
            self.draft = tuple(mine if mine.face else replace(seen, doubtful=True) for mine, seen in pairs)
            return
        if strange and found.doubt is None:
            self._offer(found.dice, "are these dice the new roll?")
        elif unmoved and found.doubt is None:
            self._offer(found.dice, "was every die rolled? one lies where it lay before")
        elif found.roll is None:
            self._offer(found.dice, found.doubt or "")
        else:
            roll = found.roll
            self._try(lambda: Rolled(roll))

    def _offer(self, dice: tuple[DraftDie, ...], question: str) -> None:
        self.draft = tuple(replace(die, doubtful=die.face is not None) for die in dice)
        self.ask(question)

    def _on_set_up_die(self, reading: Reading, unmoved: int, strange: bool) -> None:
        if unmoved:
            return
        if strange or reading.status == "unsure" or len(reading.dice) != 1 or reading.dice[0].value is None:
            self.ask("roll one die, or choose its number on the screen")
            return
        number = reading.dice[0].value
        self._try(lambda: SideRolled(number) if self.state.phase is Phase.SIDES else TileRolled(number))

    def _set_face(self, index: int, face: str) -> None:
        if self.state.phase is Phase.ROLL and index < len(self.draft):
            die = self.draft[index]
            if face not in KINDS[die.kind].faces:
                self._refuse(f"a {die.kind.title()} die has no such face: choose one that it shows")
                return
            changed = DraftDie(die.kind, face, by_hand=True)
            self.draft = (*self.draft[:index], changed, *self.draft[index + 1 :])
        elif self.state.phase is Phase.LOCK and index < len(self.state.active):
            was = self.state.active[index]
            self._try(lambda: Corrected(was, Die(was.kind, face)))

    def _accept(self) -> None:
        roll = known(self.draft)
        if roll is None:
            self.ask("a die has no face yet: touch it and choose what it shows")
        else:
            self._try(lambda: Rolled(roll))

    def _finish(self) -> None:
        try:
            self.session.finish()
            self.successor = self._new_game()
        except DeviceError as error:
            self._refuse(str(error))

    def _undo(self) -> None:
        try:
            undone = self.session.undo()
        except JournalError as error:
            self._refuse(str(error))
            return
        self._refresh()
        if isinstance(undone, Rolled):
            # The dice still lie there: they can be put right without being rolled again.
            self.draft = tuple(DraftDie(die.kind, die.face, doubtful=True) for die in undone.dice)
        self.message = "nothing to undo" if undone is None else f"taken back: {in_words(undone)}"

    def _try(self, make: Callable[[], FavorAction | None]) -> None:
        """Do what `make` gives; what is refused, by the rules or the disk, is said and changes nothing."""
        try:
            action = make()
            if action is None:
                return
            self.session.do(action)
        except Violation as violation:
            self._refuse(str(violation))
        except (ValueError, IndexError, JournalError) as error:
            self._refuse(str(error))
        else:
            self._refresh()

    def _refresh(self) -> None:
        self.message, self.tone = None, "plain"
        self._lying = self._seen
        self.draft = blank(self.state.to_roll) if self.state.phase is Phase.ROLL else ()

    def _refuse(self, reason: str) -> None:
        self.message, self.tone = reason, "refusal"


def _picked(active: Sequence[Die], indices: Sequence[int]) -> tuple[Die, ...]:
    return tuple(active[index] for index in indices)


def _chosen(key: str) -> FavorAction | None:
    """The action of a command's key, or None for a key that is not the game's."""
    name, _, value = key.partition(":")
    match name:
        case "end":
            return Ended()
        case "begin":
            return Begins(int(value))
        case "token":
            return TokenDrawn(Token(value))
        case "side":
            return SideRolled(int(value))
        case "tile":
            return TileRolled(int(value))
    return None
