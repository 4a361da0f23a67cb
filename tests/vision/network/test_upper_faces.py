"""Which face lies up, where the crops of a die come to different ones."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.network.upper_faces import Places, upper_faces

SIZE = (600, 800)
LENGTH = 100.0
REACH = 25.0
MIDDLE = (400.0, 300.0)


def die(
    *offs: tuple[float, float], sides: int = 10, at: tuple[float, float] = MIDDLE, likely: float = 1.0
) -> Places:
    """A die whose crops have its upper face so many lengths off its middle."""
    x, y = at
    tops = np.array([(x + right * LENGTH, y + down * LENGTH, REACH) for right, down in offs])
    return Places((x - LENGTH / 2, y - LENGTH / 2, LENGTH, LENGTH), sides, tops, likely)


def test_crops_that_agree_tell_the_upper_face() -> None:
    ((top, share),) = upper_faces([die((0.0, -0.1), (0.02, -0.1), (0.01, -0.1))], SIZE)
    assert (top.x, top.y, top.reach) == pytest.approx((401, 290, REACH))
    assert share > 0.9


def test_most_crops_tell_where_nothing_else_does() -> None:
    ((top, share),) = upper_faces([die((-0.1, 0.0), (0.3, 0.0), (0.29, 0.0))], SIZE)
    assert top.x == pytest.approx(429.5)
    assert share < 0.9


@pytest.mark.parametrize("sides", [6, 8, 10, 12])
def test_all_dice_are_seen_from_one_side(sides: int) -> None:
    left = [die(*[(-0.2, 0.0)] * 3, sides=sides, at=(x, 300.0)) for x in (200.0, 600.0)]
    unclear = die((-0.2, 0.05), (0.3, 0.0), (0.3, 0.0))
    alone, among = upper_faces([unclear], SIZE)[0], upper_faces([left[0], unclear, left[1]], SIZE)[1]
    assert alone[0].x > 400
    assert among[0].x < 400


def test_a_face_that_all_crops_agree_on_is_unlikely_on_another_side_than_those_of_the_other_dice() -> None:
    others = [die(*[(-0.25, 0.0)] * 3, sides=12, at=(x, 300.0)) for x in (200.0, 600.0)]
    shares = [upper_faces([die(*[(x, 0.0)] * 3), *others], SIZE)[0][1] for x in (-0.25, 0.0, 0.25, 0.5)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.9
    assert shares[-1] < 0.2


def test_upper_faces_are_off_outwards_at_the_frame_s_edges() -> None:
    corner = die(*[(0.0, 0.0)] * 3, sides=12, at=(400.0, 300.0))
    outwards, inwards = (die(*[(off, 0.0)] * 3, at=(750.0, 300.0)) for off in (0.3, -0.3))
    shares = [upper_faces([one, corner], SIZE)[0][1] for one in (outwards, inwards)]
    assert shares[0] > 0.9
    assert shares[1] < 0.9


def test_what_is_hardly_a_die_does_not_tell_the_side() -> None:
    unclear = die((-0.2, 0.0), (0.3, 0.0), (0.3, 0.0))
    thing = die(*[(-0.25, 0.0)] * 3, sides=12, at=(200.0, 300.0), likely=0.3)
    assert upper_faces([unclear, thing], SIZE)[0] == upper_faces([unclear], SIZE)[0]


def test_a_die_whose_crops_disagree_does_not_tell_the_side_of_others() -> None:
    unclear = die((-0.2, 0.0), (0.3, 0.0), (0.3, 0.0))
    clear = die(*[(0.1, 0.0)] * 3, at=(200.0, 300.0))
    assert upper_faces([clear, unclear], SIZE)[0] == upper_faces([clear], SIZE)[0]


def test_no_dice_have_no_upper_faces() -> None:
    assert upper_faces([], SIZE) == []


OFF = st.tuples(st.floats(-0.4, 0.4), st.floats(-0.4, 0.4))


@given(
    offs=st.lists(st.tuples(OFF, OFF, OFF, st.sampled_from([6, 8, 10, 12])), min_size=1, max_size=5),
    scale=st.floats(0.3, 3),
)
def test_neither_the_frame_s_resolution_nor_a_mirror_changes_what_is_chosen(
    offs: list[tuple[tuple[float, float], tuple[float, float], tuple[float, float], int]], scale: float
) -> None:
    dice = [die(*tops, sides=sides, at=(100 + 120 * k, 300)) for k, (*tops, sides) in enumerate(offs)]
    chosen = upper_faces(dice, SIZE)
    resized = upper_faces(
        [Places(_scaled(one.box, scale), one.sides, one.tops * scale) for one in dice],
        (round(SIZE[0] * scale), round(SIZE[1] * scale)),
    )
    mirrored = upper_faces([_mirrored(one) for one in dice], SIZE)
    for (top, share), (other, same), (across, alike) in zip(chosen, resized, mirrored, strict=True):
        assert 0 < share < 1
        assert same == pytest.approx(share, abs=0.02)
        assert alike == pytest.approx(share, abs=1e-6)
        if abs(share - 0.5) > 0.1:
            assert (other.x / scale, other.y / scale) == pytest.approx((top.x, top.y), abs=0.5)
            assert (SIZE[1] - across.x, across.y) == pytest.approx((top.x, top.y), abs=0.5)


def _scaled(box: tuple[float, ...], scale: float) -> tuple[float, float, float, float]:
    x, y, width, height = (side * scale for side in box)
    return (x, y, width, height)


def _mirrored(one: Places) -> Places:
    x, y, width, height = one.box
    tops = one.tops.copy()
    tops[:, 0] = SIZE[1] - tops[:, 0]
    return Places((SIZE[1] - x - width, y, width, height), one.sides, tops, one.likely)
