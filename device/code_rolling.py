"""The roll that is waited for: what the camera offers, what people enter, and when it is certain."""

from __future__ import annotations

from device.code_roll import BLANK, DraftDie, as_draft, filled_in, known, seen_roll, with_value
from device.favor_tray import NEW_ROLL, Tray, is_empty
from rules.pharaoh_code.dice import Die, Roll
from vision.reading import Reading


class Rolling:
    """The draft of one roll, and the tray's memory. `strange` says that anything may lie in the tray."""

    def __init__(self, *, strange: bool) -> None:
        self.draft: tuple[DraftDie, ...] = BLANK
        self._tray = Tray(strange=strange)

    @property
    def roll(self) -> Roll | None:
        """The roll, once every die of the draft has its number."""
        return known(self.draft)

    def see(self, reading: Reading) -> None:
        """The tray shows `reading` while no roll is waited for."""
        self._tray.see(reading)

    def offer(self, reading: Reading) -> tuple[Roll | None, str | None]:
        """A certain roll in the tray, or a question to the table; neither where nothing was rolled."""
        self._tray.see(reading)
        if is_empty(reading) or self._tray.is_untouched(reading):
            return None, None
        seen, doubt = seen_roll(reading)
        if any(die.by_hand for die in self.draft):
            # A person is entering this roll: the camera may fill gaps but never overrules.
            self.draft = filled_in(self.draft, seen)
            return None, doubt or "is this the roll? the camera filled in what was missing"
        self.draft = filled_in(BLANK, seen)
        question = doubt or self._tray.question(reading)
        return (None, question) if question is not None else (self.roll, None)

    def offer_early(self) -> str | None:
        """Quick hands rolled while tiles were still laid: the question about it, or None."""
        early = self._tray.early_roll()
        self._tray.count()
        seen, doubt = (BLANK, None) if early is None else seen_roll(early)
        if early is None or doubt is not None:
            return None
        self.draft = filled_in(BLANK, seen)
        return NEW_ROLL

    def enter(self, die: Die, value: int) -> bool:
        """A person says what a die shows; True once all three were entered by hand."""
        self.draft = with_value(self.draft, die, value)
        return all(own.by_hand for own in self.draft)

    def clear(self) -> None:
        """Nothing is known of the next roll."""
        self.draft = BLANK

    def count(self) -> None:
        """What lies in the tray is the roll."""
        self._tray.count()

    def leave(self) -> None:
        """The dice that were counted still lie there and are no roll."""
        self._tray.leave_all()

    def take_back(self, roll: Roll) -> None:
        """The roll was undone; its dice still lie there and can be put right without rolling again."""
        self.draft = as_draft(roll, doubtful=True)
        self._tray.take_back(str(value) for value in roll.values)
