"""No tile, no die face and no sentence that can be broken is without a test."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from rules.favor.dice import KINDS
from rules.favor.powers.adjusting import ADJUSTING
from rules.favor.powers.bringing import BRINGING
from rules.favor.powers.replacing import REPLACING, REROLLING
from rules.favor.powers.using import USING
from rules.favor.tiles import TILES, Timing

from . import rulebook_table

HERE = Path(__file__).parent
RULEBOOK = HERE.parents[3] / "shared" / "rulebooks" / "favor-of-the-pharaoh.txt"


@cache
def existing_tests() -> frozenset[str]:
    names = set()
    for path in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                names.add(node.name)
    return frozenset(names)


@pytest.mark.parametrize("tile", TILES)
def test_every_tile_has_a_test(tile: str) -> None:
    tests = rulebook_table.TILES.get(tile, ())
    assert tests
    assert set(tests) <= existing_tests()


def test_the_table_names_no_tile_that_is_not_in_the_box() -> None:
    assert set(rulebook_table.TILES) == set(TILES)


def test_every_face_without_pips_has_a_test() -> None:
    symbols = {f"{kind}:{face}" for kind in KINDS for face in KINDS[kind].faces if not face.isdecimal()}
    assert set(rulebook_table.FACES) == symbols
    for tests in rulebook_table.FACES.values():
        assert tests and set(tests) <= existing_tests()


@pytest.mark.parametrize("section", rulebook_table.SENTENCES)
def test_every_sentence_has_its_tests_and_stands_in_its_section(section: str) -> None:
    sentences = rulebook_table.SENTENCES[section]
    for sentence, tests in sentences.items():
        assert tests and set(tests) <= existing_tests(), sentence
    if not RULEBOOK.exists():
        pytest.skip("the rulebooks are not beside this checkout")
    text = RULEBOOK.read_text(encoding="utf-8")
    assert f"\n{section}\n" in text
    for sentence in sentences:
        assert sentence in text, sentence


def test_every_tile_that_is_not_only_dice_tokens_or_a_claim_has_its_power_in_one_of_the_tables() -> None:
    by_power = {*ADJUSTING, *BRINGING, *REROLLING, *REPLACING, *USING, "treasure"}
    for tile in TILES.values():
        passive = tile.timing is Timing.CLAIMED or bool(tile.start_dice or tile.start_tokens)
        grows = tile.id in ("estate-overseer", "granary-master")
        assert (tile.id in by_power) is (not passive or grows), tile.name


def test_the_table_of_tiles_has_the_rulebooks_words() -> None:
    """Each tile's name with its corner numbers stands in the Tile Reference, and nearly all of its words."""
    if not RULEBOOK.exists():
        pytest.skip("the rulebooks are not beside this checkout")
    reference = RULEBOOK.read_text(encoding="utf-8").partition("\nTile Reference\n")[2]
    told: dict[str, str] = {}
    for line in reference.partition("\nDice\n")[0].splitlines():
        if " — " in line and line.partition(" (")[0].isupper():
            told[line.partition(" (")[0]] = line
        elif told:
            told[list(told)[-1]] += f" {line}"
    for tile in TILES.values():
        line = told[tile.name.upper()]
        theirs = set(line.lower().replace('"', "").replace(",", "").replace(".", "").split())
        words = tile.power.lower().replace(",", "").replace(".", "").split()
        assert len([word for word in words if word not in theirs]) <= len(words) // 5, (tile.name, line)
