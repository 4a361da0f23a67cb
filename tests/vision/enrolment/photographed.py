"""Photographs of the same very dice, judged by leave-one-out.

`python -m tests.vision.enrolment.photographed` prints the tables.

Which photographs show the same die was told by eye: body, numerals and number of sides agree. The dice of
ucffool's set turn on a turntable, seen from above ("top") and from the side ("color"); those of burksbuilds
were photographed once a face.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import thread_time

from vision.enrolment import Box, EnrolledDice, EnrolledDie, EnrolledFace, Locator, Match, portrait
from vision.images import load_image
from vision.reading import Frame

PHOTOS = Path(__file__).resolve().parents[4] / "shared" / "dice-photos"

_SHOTS: dict[str, tuple[tuple[str, int, int], ...]] = {
    "d8-purple": (("color", 286, 416), ("top", 271, 323)),
    "d8-speckled": (("color", 442, 494), ("top", 349, 401)),
    "d8-blue": (("color", 182, 260), ("top", 193, 245)),
    "d8-navy": (("color", 0, 78), ("top", 11, 63)),
    "d8-black": (("color", 104, 156), ("top", 89, 167)),
    "d10-turquoise": (("color", 396, 462), ("top", 16, 82)),
    "d10-green": (("color", 264, 374), ("top", 104, 170)),
    "d10-ivory": (("color", 110, 154), ("top", 280, 346)),
    "d10-orange": (("color", 0, 88), ("top", 368, 434)),
    "d10-blue": (("color", 176, 242), ("top", 192, 258)),
}
"""Series and first and last shot of each die."""


@dataclass(frozen=True)
class Shot:
    """One photograph of a die; `picture` is the portrait that enrolling would keep."""

    file: str
    die: str
    sides: int
    face: str
    frame: Frame
    box: Box
    picture: Frame


def shots() -> list[Shot]:
    """All photographs of dice with numerals, each with the box that the locator finds or that is labelled."""
    found = []
    for line in (PHOTOS / "labels.jsonl").read_text().splitlines():
        row = json.loads(line)
        if row["style"] != "numeral":
            continue
        file = row["image"].removeprefix("images/")
        frame = load_image(PHOTOS / row["image"])
        (box,) = Locator()(frame)
        die = row["dice"][0]
        found.append(
            Shot(file, _die_of(file), die["sides"], str(die["value"]), frame, box, portrait(frame, box))
        )
    return found


def enrolled(die: str, some: list[Shot]) -> EnrolledDie:
    """A die of these shots; sides that were never photographed are not among its faces."""
    pictures: dict[str, list[Frame]] = defaultdict(list)
    for shot in some:
        pictures[shot.face].append(shot.picture)
    faces = tuple(EnrolledFace(face, int(face), tuple(kept[:12])) for face, kept in pictures.items())
    return EnrolledDie(die, some[0].sides, faces)


def by_die(some: list[Shot]) -> dict[str, list[Shot]]:
    """The shots of each die."""
    dice: dict[str, list[Shot]] = defaultdict(list)
    for shot in some:
        dice[shot.die].append(shot)
    return dict(dice)


def left_out(dice: dict[str, list[Shot]], die: str, rivals: bool) -> Iterator[tuple[Shot, Match | None]]:
    """Each shot of `die` whose face has another one, read by the rest.

    With `rivals` every other photographed die of as many sides is enrolled as well.
    """
    own = dice[die]
    others = [
        enrolled(name, some)
        for name, some in dice.items()
        if rivals and name != die and some[0].sides == own[0].sides
    ]
    for shot in own:
        rest = [one for one in own if one is not shot]
        if any(one.face == shot.face for one in rest):
            yield shot, EnrolledDice([enrolled(die, rest), *others]).recognise(shot.frame, shot.box)


def _die_of(file: str) -> str:
    if burks := re.match(r"burks__(D\d+)", file):
        return f"{burks[1].lower()}-burks"
    told = re.match(r"ucffool__(d\d+)_(color|top)(\d+)", file)
    assert told, file
    for die, series in _SHOTS.items():
        for name, first, last in series:
            if die.startswith(told[1] + "-") and name == told[2] and first <= int(told[3]) <= last:
                return die
    raise AssertionError(f"nobody said which die {file} shows")


def _verdict(shot: Shot, match: Match | None) -> str:
    if match is None or not match.sure:
        return "unsure"
    return "right" if (match.name, match.face) == (shot.die, shot.face) else "wrong"


def main() -> None:
    """Print leave-one-out a die, and how often another die of as many sides is taken for an enrolled one."""
    dice = by_die(shots())
    for rivals in (False, True):
        print("\nall photographed dice enrolled" if rivals else "only the die itself enrolled")
        print(f"{'die':16}{'faces':>6}{'photographs':>13}{'right':>7}{'wrong':>7}{'unsure':>8}{'right %':>9}")
        total: dict[str, int] = defaultdict(int)
        for die in dice:
            verdicts: dict[str, int] = defaultdict(int)
            faces = set()
            for shot, match in left_out(dice, die, rivals):
                verdict = _verdict(shot, match)
                verdicts[verdict] += 1
                faces.add(shot.face)
                if verdict != "right":
                    print("   ", shot.file, shot.face, match)
            if faces:
                _row(die, len(faces), verdicts)
                for verdict, count in verdicts.items():
                    total[verdict] += count
        _row("all", 0, total)
    _strangers(dice)


def _row(die: str, faces: int, verdicts: dict[str, int]) -> None:
    number = sum(verdicts.values())
    print(
        f"{die:16}{faces or '':>6}{number:>13}{verdicts['right']:>7}{verdicts['wrong']:>7}"
        f"{verdicts['unsure']:>8}{100 * verdicts['right'] / number:>9.1f}"
    )


def _strangers(dice: dict[str, list[Shot]]) -> None:
    sure = asked = 0
    times = []
    for die, some in dice.items():
        known = EnrolledDice([enrolled(die, some)])
        for name, strange in dice.items():
            if name == die or strange[0].sides != some[0].sides:
                continue
            for shot in strange:
                start = thread_time()
                match = known.recognise(shot.frame, shot.box)
                times.append(thread_time() - start)
                asked += 1
                sure += match is not None and match.sure
                if match is not None and match.sure:
                    print(f"{shot.file} ({name} {shot.face}) taken for {match}")
    print(f"\na die that is not enrolled, against one of as many sides: {sure} of {asked} taken for it")
    print(f"{median(times) * 1000:.1f} ms processor time a die in the frame and an enrolled die (median)")


if __name__ == "__main__":
    main()
