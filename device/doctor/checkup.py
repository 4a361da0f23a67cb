"""Running checks so that none of them hangs or breaks the others."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from device.errors import DeviceError
from firmware_bridge.errors import BridgeError
from rules.errors import RulesError
from ui.errors import UiError
from vision.errors import VisionError

_TOLD = (DeviceError, VisionError, UiError, BridgeError, RulesError)
"""Errors whose text says what to do."""


@dataclass(frozen=True)
class Finding:
    """What a check found: in words, with what to do where it is not ok, and in `figures` for programs."""

    part: str
    ok: bool
    text: str
    figures: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The form that `--json` prints."""
        return {
            "part": self.part,
            "status": "ok" if self.ok else "failed",
            "text": self.text,
            "figures": dict(self.figures),
        }


@dataclass(frozen=True)
class Check:
    """One part of the table, and how to look at it within `limit_s` seconds."""

    part: str
    look: Callable[[], Finding]
    limit_s: float = 10.0


def examine(checks: Iterable[Check]) -> Iterator[Finding]:
    """A finding for each check, in order; one that raises, or hangs beyond its time, has failed."""
    for check in checks:
        yield _examined(check)


def _examined(check: Check) -> Finding:
    found: list[Finding] = []
    # A check that hangs in a driver cannot be ended: its thread is left behind until the program's end.
    thread = threading.Thread(
        target=lambda: found.append(_looked(check)), name=f"doctor-{check.part}", daemon=True
    )
    thread.start()
    thread.join(check.limit_s)
    if found:
        return found[0]
    return Finding(
        check.part,
        False,
        f"does not answer within {check.limit_s:.0f} s: switch the device off and on, then try again",
    )


def _looked(check: Check) -> Finding:
    try:
        return check.look()
    except _TOLD as error:
        return Finding(check.part, False, " ".join(str(error).split()))
    except Exception as error:
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        return Finding(
            check.part, False, f"could not be looked at ({' '.join(what.split())}): report this as a fault"
        )
