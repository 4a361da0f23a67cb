"""One find together with what its crop shows, and how sure that makes us."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.confidence import Evidence, die_confidence
from vision.dice_set import DiceSet
from vision.enrolment.recognise import Match
from vision.network.detector import LIKELY, Find
from vision.network.faces import Sight
from vision.network.outputs import KINDS, NONE, NUMERALS, PIP_NAMES, PIPS, SIDES, TROUBLES

_FAVOR_FACES: dict[str, tuple[str, ...]] = {
    "standard": PIPS,
    "immediate": PIPS,
    "serf": ("1", "2", "3", "4"),
    "noble": ("3", "4", "5", "6"),
    "artisan": ("star", "2", "3", "4", "5", "6"),
    "intrigue": ("1", "2", "3", "4", "5", "double-star"),
    "voyage": ("star", "reroll", "blocked", "gain"),
    "decree": ("decree", "2", "3", "4", "5", "6"),
}
"""The faces of the Favor dice (rulebook, "Dice")."""

_SIDES_OF = {"d6": 6, "d8": 8, "d10": 10, "d12": 12, **dict.fromkeys(KINDS, 6)}
_CLEARLY = 0.02

_ENROLLED = 0.99
"""At least so sure is a die that is known by sight."""

_CONFIRMED = 0.97
"""At least so sure is a die that two readers read alike."""

_SYMBOL_VALUES = {("artisan", "star"): 1}
_POLY_FACES: dict[int, tuple[str, ...]] = {
    6: PIP_NAMES,
    8: NUMERALS[1:9],
    10: NUMERALS[:10],
    12: NUMERALS[1:13],
}


@dataclass(frozen=True)
class Sighting:
    """A find, read: the likeliest die and face, the runner-up, and the evidence for and against.

    `die` is "d6", "d8", … or a Favor kind; `face` "1" to "12" or a symbol; `confidence` (0 to 1) that face
    and die are right; `troubles` the probability of each of `TROUBLES`; `nothing` that it is no die.
    """

    find: Find
    die: str
    sides: int
    face: str
    runner_up: str
    evidence: Evidence
    confidence: float
    troubles: dict[str, float]
    nothing: float

    def known_as(self, match: Match) -> Sighting:
        """The same die, told by an enrolled one that it surely is; a name like "d8-blue" is a d8."""
        die = match.name.split("-")[0]
        sides = _SIDES_OF.get(die, self.sides)
        evidence = replace(self.evidence, face=1.0, least=1.0, mean=1.0, rival=0.0, kind=1.0, steady=1.0)
        return replace(
            self, die=die if die in _SIDES_OF else self.die, sides=sides, face=match.face,
            runner_up=match.face, evidence=evidence, confidence=max(self.confidence, _ENROLLED),
        )  # fmt: skip

    def confirmed(self) -> Sighting:
        """The same die, after another reader came to the same face."""
        return replace(self, confidence=max(self.confidence, _CONFIRMED))

    @property
    def together(self) -> float:
        """How likely a die is there by the look and by its own picture, from 0 to 1."""
        return self.find.score * (1 - self.nothing)

    @property
    def is_die(self) -> bool:
        """Whether it is more likely a die than not.

        What the look and the crop come to together counts; a faint find where its crop leaves no doubt.
        """
        clear = self.nothing < _CLEARLY and self.evidence.least > 1 - 5 * _CLEARLY
        whole = self.troubles["hidden"] < 0.5
        return self.nothing < 0.5 and (self.together >= LIKELY or (clear and whole))

    def value(self, dice: DiceSet) -> int | None:
        """What the face counts, None for a symbol that counts nothing."""
        if not self.face.isdecimal():
            return _SYMBOL_VALUES.get((self.die, self.face))
        number = int(self.face)
        return dice.zero if self.sides == 10 and number == 0 else number


def sightings(finds: list[Find], sights: list[Sight], dice: DiceSet) -> list[Sighting]:
    """Every find with what its crop shows, in the order given."""
    return [_sighting(find, sight, dice) for find, sight in zip(finds, sights, strict=True)]


def _sighting(find: Find, sight: Sight, dice: DiceSet) -> Sighting:
    index = {name: i for i, name in enumerate(sight.names)}
    nothing = float(sight.faces[index[NONE]])
    options = list(_options(sight, index, dice))
    # What the set of dice does not have counts against a reading just as a rival face does.
    total = max(1e-9, 1 - nothing)
    scores = np.array([score for *_, score in options])
    order = np.argsort(-scores)
    die, sides, face, name, _ = options[order[0]]
    column = index[name]
    runner_up = next((options[i][2] for i in order[1:] if options[i][2] != face), face)
    same = np.array([option[2] == face for option in options])
    troubles = {name: float(share) for name, share in zip(TROUBLES, sight.troubles, strict=True)}
    evidence = Evidence(
        find=find.score,
        face=float(sight.faces[column]) / total,
        least=float(sight.each[:, column].min()),
        mean=float(sight.each[:, column].mean()),
        rival=float(scores[~same].max(initial=0.0)) / max(1e-9, float(scores[order[0]])),
        nothing=nothing,
        trouble=max(troubles.values()),
        kind=_kind_share(options, die),
        steady=sight.steady,
        size=find.length,
    )
    return Sighting(
        find, die, sides, face, runner_up, evidence, die_confidence(evidence, dice.curve), troubles, nothing
    )


def _options(sight: Sight, index: dict[str, int], dice: DiceSet) -> list[tuple[str, int, str, str, float]]:
    """Every die with every face that may be meant: die, sides, face, the net's name of it, probability."""
    if dice.numerals:
        shares: NDArray[np.float32] = sight.sides
        return [
            ("d6" if sides == 6 else f"d{sides}", sides, name.removesuffix(" pips"), name,
             float(sight.faces[index[name]] * shares[SIDES.index(sides)]))
            for sides in sorted(dice.sides) for name in _POLY_FACES[sides]
        ]  # fmt: skip
    if dice.favor:
        return [
            (kind, 6, face, face, float(sight.faces[index[face]] * sight.kinds[KINDS.index(kind)]))
            for kind in KINDS for face in _FAVOR_FACES[kind]
        ]  # fmt: skip
    return [("d6", 6, face, face, float(sight.faces[index[face]])) for face in PIPS]


def _kind_share(options: list[tuple[str, int, str, str, float]], die: str) -> float:
    total = sum(score for *_, score in options)
    return sum(score for name, *_, score in options if name == die) / max(1e-12, total)
