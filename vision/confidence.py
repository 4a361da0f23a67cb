"""From evidence to a probability that means what it says: a logistic curve, fitted on frames with truth."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from vision.errors import NetworkError

_FILE = Path(__file__).parent / "network" / "confidence.json"
_ALMOST = 1e-4

NAMES = ("find", "face", "least", "mean", "rival", "nothing", "trouble", "kind", "steady", "size")
"""The weights' names in the order of `Evidence.features`, after the constant."""


@dataclass(frozen=True)
class Evidence:
    """What speaks for and against one die's reading, each 0 to 1, and its size.

    `find` is the detector's score; `face` the face's probability among faces; `least` the least that a
    single crop gave it and `mean` what they gave it on average; `rival` the runner-up's share of the winner;
    `nothing` that there is no die; `trouble` the largest of the troubles; `kind` the probability of the die's
    kind given its face; `steady` how likely the face that was read lies up; `size` the longer side of its box
    in px.
    """

    find: float
    face: float
    least: float
    mean: float
    rival: float
    nothing: float
    trouble: float
    kind: float
    steady: float
    size: float

    def features(self) -> tuple[float, ...]:
        """What the curve weighs: log odds, and the size's logarithm up to where it stops to matter."""
        shares = (
            self.find, self.face, self.least, self.mean, self.rival, self.nothing, self.trouble, self.kind,
            self.steady,
        )  # fmt: skip
        return (*map(log_odds, shares), math.log(min(self.size, 64.0) / 64.0))


def die_confidence(evidence: Evidence, curve: str) -> float:
    """The probability (0 to 1) that the die is read rightly; `curve` is "d6", "favor" or "numerals".

    Raises NetworkError where the fitted curve is missing.
    """
    constant, *weights = _weights()[curve]
    total = constant + sum(w * f for w, f in zip(weights, evidence.features(), strict=True))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def log_odds(share: float) -> float:
    """The log odds of a probability, as those of 1 and 9,999 in 10,000 at the ends."""
    inside = min(1 - _ALMOST, max(_ALMOST, share))
    return math.log(inside / (1 - inside))


@lru_cache(maxsize=1)
def _weights() -> dict[str, list[float]]:
    try:
        rows = json.loads(_FILE.read_text(encoding="utf-8"))["curves"]
        return {name: [float(row[key]) for key in ("constant", *NAMES)] for name, row in rows.items()}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise NetworkError(
            f"The reader's {_FILE.name} is missing or damaged: install the program again."
        ) from error
