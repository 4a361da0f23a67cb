from __future__ import annotations

import threading

import pytest

from device.doctor.checkup import Check, Finding, examine
from device.errors import JournalFullError
from vision.errors import SourceError

GOOD = Finding("clock", True, "goes forward", {"tick_ms": 0.1})


def test_findings_come_in_the_order_of_the_checks() -> None:
    checks = [Check("clock", lambda: GOOD), Check("disk", lambda: Finding("disk", False, "full"))]
    assert [finding.part for finding in examine(checks)] == ["clock", "disk"]


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (SourceError("There is no camera: plug one in."), "There is no camera: plug one in."),
        (JournalFullError("the disk is full;\n  free some space"), "the disk is full; free some space"),
        (KeyError("main"), "could not be looked at (KeyError: 'main'): report this as a fault"),
        (RuntimeError(), "could not be looked at (RuntimeError): report this as a fault"),
    ],
)
def test_a_check_that_raises_has_failed_with_one_sentence(error: Exception, text: str) -> None:
    def look() -> Finding:
        raise error

    assert list(examine([Check("camera", look), Check("clock", lambda: GOOD)])) == [
        Finding("camera", False, text),
        GOOD,
    ]


def test_a_check_that_hangs_is_left_behind() -> None:
    never = threading.Event()

    def look() -> Finding:
        never.wait()
        return GOOD

    hanging, other = examine([Check("camera", look, limit_s=0.05), Check("clock", lambda: GOOD)])
    never.set()
    assert not hanging.ok
    assert "does not answer" in hanging.text
    assert other == GOOD


def test_a_finding_has_a_form_for_programs() -> None:
    assert GOOD.to_json() == {
        "part": "clock",
        "status": "ok",
        "text": "goes forward",
        "figures": {"tick_ms": 0.1},
    }
    assert Finding("disk", False, "full").to_json()["status"] == "failed"
