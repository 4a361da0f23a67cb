from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import vision.confidence
from tests.vision.evidence import CLEAR
from vision.confidence import Evidence, die_confidence
from vision.errors import NetworkError


@pytest.mark.parametrize("curve", ["d6", "favor", "numerals"])
def test_a_clear_die_is_almost_certain(curve: str) -> None:
    # Numerals are misread more often than pips at the same evidence.
    assert (0.9 if curve == "numerals" else 0.97) < die_confidence(CLEAR, curve) <= 1


@pytest.mark.parametrize("curve", ["d6", "favor", "numerals"])
def test_a_muddle_is_not(curve: str) -> None:
    muddle = Evidence(
        find=0.4,
        face=0.5,
        least=0.3,
        mean=0.4,
        rival=0.8,
        nothing=0.4,
        trouble=0.6,
        kind=0.5,
        steady=0.3,
        size=20.0,
    )
    assert die_confidence(muddle, curve) < 0.7


def test_evidence_of_nought_or_one_stays_within_bounds() -> None:
    for share in (0.0, 1.0):
        evidence = Evidence(
            find=share, face=share, least=share, mean=share, rival=share, nothing=share, trouble=share,
            kind=share, steady=share, size=30.0,
        )  # fmt: skip
        assert 0 <= die_confidence(evidence, "d6") <= 1


def test_a_larger_die_than_needed_is_no_surer() -> None:
    assert die_confidence(replace(CLEAR, size=200.0), "d6") == die_confidence(replace(CLEAR, size=64.0), "d6")


@pytest.fixture
def damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    file = tmp_path / "confidence.json"
    monkeypatch.setattr(vision.confidence, "_FILE", file)
    vision.confidence._weights.cache_clear()
    yield file
    vision.confidence._weights.cache_clear()


@pytest.mark.parametrize("text", [None, "", "[]", '{"curves": {"d6": {"find": 1}}}'])
def test_a_damaged_curve_is_named(damaged: Path, text: str | None) -> None:
    if text is not None:
        damaged.write_text(text)
    with pytest.raises(
        NetworkError, match=r"confidence\.json is missing or damaged: install the program again"
    ):
        die_confidence(CLEAR, "d6")
