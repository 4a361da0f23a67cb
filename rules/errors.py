"""What the law answers when it says no."""

from __future__ import annotations


class RulesError(Exception):
    """Base of every error that the rules raise; its text is one sentence for the table."""


class Violation(RulesError, ValueError):
    """An action that the rules do not allow now.

    `reason` says why in the rulebook's words, `section` names the rulebook section that says so.
    """

    def __init__(self, reason: str, section: str) -> None:
        super().__init__(f"{reason} ({section})")
        self.reason = reason
        self.section = section

    def __reduce__(self) -> tuple[type[Violation], tuple[str, str]]:
        return type(self), (self.reason, self.section)


class CodecError(RulesError, ValueError):
    """JSON that is not an action or set-up of this game; the text names the key and what belongs there."""
