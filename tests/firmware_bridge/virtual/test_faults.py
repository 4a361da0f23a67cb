from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.virtual.faults import SOUND, Faults, FaultyLine

DATA = bytes(range(256)) * 200


def through(faults: Faults, data: bytes = DATA) -> bytes:
    """What arrives of bytes that are sent at second 0 and looked for a second later."""
    line = FaultyLine(random.Random(1))
    line.faults = faults
    line.put(data, 0.0)
    return line.take(1.0)


def test_a_sound_line_changes_nothing_and_is_never_late() -> None:
    line = FaultyLine(random.Random(1))
    line.put(DATA, 5.0)
    assert line.take(5.0) == DATA
    assert line.due() is None


def test_bytes_are_lost_doubled_and_changed_as_often_as_asked() -> None:
    assert abs(len(through(Faults(drop=0.1))) / len(DATA) - 0.9) < 0.01
    assert abs(len(through(Faults(duplicate=0.1))) / len(DATA) - 1.1) < 0.01
    garbled = through(Faults(garble=0.1))
    changed = sum(one != other for one, other in zip(garbled, DATA, strict=True))
    assert abs(changed / len(DATA) - 0.1) < 0.01


@given(st.lists(st.binary(min_size=1, max_size=20), max_size=20), st.floats(0, 0.1), st.integers(0, 99))
def test_what_is_late_arrives_whole_in_order_and_within_its_time(
    pieces: list[bytes], most: float, seed: int
) -> None:
    line = FaultyLine(random.Random(seed))
    line.faults = Faults(delay_s=(0.0, most))
    arrived, now = b"", 0.0
    for piece in pieces:
        line.put(piece, now)
        now += 0.005
        arrived += line.take(now)
        assert b"".join(pieces).startswith(arrived)
    assert arrived + line.take(now + most) == b"".join(pieces)


def test_what_is_under_way_keeps_its_place_when_the_faults_end() -> None:
    line = FaultyLine(random.Random(1))
    line.faults = Faults(delay_s=(0.5, 0.5))
    line.put(b"late", 0.0)
    line.faults = SOUND
    line.put(b"r", 0.1)
    assert line.take(0.2) == b""
    assert line.take(0.5) == b"later"


def test_a_cut_loses_what_is_under_way() -> None:
    line = FaultyLine(random.Random(1))
    line.put(b"gone", 0.0)
    line.cut()
    assert line.take(9.0) == b""
