from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.colours import NAMES, name_colour


@pytest.mark.parametrize(
    ("blue_green_red", "name"),
    [
        ((240, 240, 240), "white"),
        ((200, 225, 235), "white"),
        ((120, 120, 120), "grey"),
        ((20, 20, 20), "black"),
        ((40, 35, 190), "red"),
        ((30, 130, 240), "orange"),
        ((40, 220, 240), "yellow"),
        ((35, 110, 115), "olive"),
        ((70, 140, 40), "green"),
        ((180, 60, 30), "blue"),
        ((150, 40, 110), "purple"),
        ((40, 70, 110), "brown"),
        ((180, 130, 240), "pink"),
    ],
)
def test_usual_body_colours_have_their_plain_names(blue_green_red: tuple[int, int, int], name: str) -> None:
    assert name_colour(np.array(blue_green_red, float)) == name


@given(st.lists(st.floats(0, 255), min_size=3, max_size=3))
def test_every_colour_has_one_of_the_names(blue_green_red: list[float]) -> None:
    assert name_colour(np.array(blue_green_red)) in NAMES
