"""Which dice the camera is to look for: told by the table's thread, followed by the camera's."""

from __future__ import annotations

from vision.dice_set import FAVOR, DiceSet


class ExpectedDice:
    """The dice of the game at the table.

    A single attribute that one thread sets and another reads: either sees the old set or the new one whole.
    """

    def __init__(self, dice: DiceSet = FAVOR) -> None:
        self.dice = dice

    def follow(self, dice: DiceSet | None) -> None:
        """Look for these from now on; None leaves it as it is."""
        if dice is not None and dice != self.dice:
            self.dice = dice
