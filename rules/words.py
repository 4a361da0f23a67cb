"""Numbers and lists in the words of a sentence, for every game's reasons."""

from __future__ import annotations

from collections.abc import Sequence

_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def number_word(number: int) -> str:
    """`number` in words up to twelve, in digits beyond."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def listing(parts: Sequence[str]) -> str:
    """The parts as people list them: "a 1, a 2 and a 3"; empty for none."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
