"""What any reader of six-sided dice must do with drawn dice; each reader's tests inherit it."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.vision import drawn_dice as drawn
from tests.vision.drawn_dice import Camera, DrawnDie, draw
from vision.errors import ImageError, VisionError
from vision.reading import Frame, Reading

BODIES = {
    "white": (drawn.WHITE, drawn.BLACK),
    "black": (drawn.BLACK, drawn.WHITE),
    "red": (drawn.RED, drawn.WHITE),
    "blue": (drawn.BLUE, drawn.WHITE),
    "green": (drawn.GREEN, drawn.WHITE),
}
SHARED = [HealthCheck.differing_executors]
"""The same property is checked for several readers."""

PAIRS = [(6, 6), (5, 2), (3, 4), (4, 1), (1, 1)]


def values(reading: Reading) -> list[int]:
    return sorted(die.value for die in reading.dice if die.value is not None)


def touching(body: str, left: int, right: int) -> Frame:
    """Two dice of one colour, side by side."""
    colour, pip = BODIES[body]
    pair = [
        DrawnDie(left, -30, 0, turn=0, body=colour, pip=pip),
        DrawnDie(right, 31.5, 6, turn=0, body=colour, pip=pip),
    ]
    return draw(pair, table=drawn.OAK)


def oblique(value: int, turn: float, tilt: float) -> Frame:
    """A die whose side faces are seen, by a camera `tilt` degrees off the vertical."""
    front = 1 + value % 6 if value + 1 + value % 6 != 7 else 1 + (value + 1) % 6
    right = next(v for v in range(1, 7) if v not in (value, 7 - value, front, 7 - front))
    die = DrawnDie(value, 20, 10, side=80, turn=turn - 45, front=front, right=right)
    return draw([die], Camera(tilt=tilt))


def dotted(step: int) -> Frame:
    """A tablecloth with dots `step` px apart."""
    frame = np.full((480, 640, 3), drawn.PAPER, np.uint8)
    for x in range(step // 2, 640, step):
        for y in range(step // 2, 480, step):
            cv2.circle(frame, (x, y), step // 5, drawn.BLACK, -1, cv2.LINE_AA)
    return frame


class ReaderContract(ABC):
    """Subclass it in a test module and say which reader is meant."""

    @abstractmethod
    def read(self, frame: Frame) -> Reading:
        """Read a frame."""

    def sure(self, frame: Frame, expected: list[int]) -> Reading:
        """The reading, which must stand and show these values."""
        reading = self.read(frame)
        assert (reading.status, reading.reason, values(reading)) == ("ok", None, sorted(expected))
        return reading

    def not_sure_and_wrong(self, frame: Frame, expected: list[int]) -> None:
        """It may ask, but not show other values."""
        reading = self.read(frame)
        assert reading.status == "unsure" or values(reading) == sorted(expected)

    @pytest.mark.parametrize("value", range(1, 7))
    @pytest.mark.parametrize("body", BODIES)
    def test_each_face_is_read_on_light_and_dark_bodies(self, value: int, body: str) -> None:
        colour, pip = BODIES[body]
        reading = self.sure(
            draw([DrawnDie(value, 10, -5, body=colour, pip=pip, turn=20)], table=drawn.OAK), [value]
        )
        assert [(d.die, d.sides, d.face, d.body) for d in reading.dice] == [("d6", 6, str(value), body)]

    @pytest.mark.parametrize("side", [26, 40, 70, 120, 200, 300])
    @pytest.mark.parametrize("value", range(1, 7))
    def test_dice_from_26_to_300_px_are_read(self, value: int, side: float) -> None:
        camera = Camera(900, 700, distance=6000)
        self.sure(draw([DrawnDie(value, 3, 8, side=side, turn=35)], camera, blur=0.6), [value])

    @given(value=st.integers(1, 6), turn=st.floats(0, 90), x=st.floats(-150, 150), y=st.floats(-100, 100))
    @settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=SHARED)
    def test_a_die_is_read_wherever_and_however_it_lies(
        self, value: int, turn: float, x: float, y: float
    ) -> None:
        self.sure(draw([DrawnDie(value, x, y, turn=turn)]), [value])

    @given(value=st.integers(1, 6), turn=st.floats(0, 90), tilt=st.floats(0, 35))
    @settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=SHARED)
    def test_side_faces_are_not_dice_up_to_35_degrees_oblique(
        self, value: int, turn: float, tilt: float
    ) -> None:
        self.not_sure_and_wrong(oblique(value, turn, tilt), [value])

    def test_twenty_dice_are_read_at_once(self) -> None:
        dice = [
            DrawnDie(1 + i % 6, 105 * (i % 5) - 210, 100 * (i // 5) - 150, side=48, turn=13.0 * i)
            for i in range(20)
        ]
        self.sure(draw(dice, Camera(760, 560)), [die.value for die in dice])

    @pytest.mark.parametrize(
        ("value", "outside"), [(v, 0.25) for v in range(1, 7)] + [(v, 0.5) for v in range(2, 7)]
    )
    @pytest.mark.parametrize("turn", [0.0, 90.0])
    @pytest.mark.parametrize("others", [0, 1])
    def test_a_die_whose_pips_the_frame_cuts_is_never_sure_and_wrong(
        self, value: int, outside: float, turn: float, others: int
    ) -> None:
        x = 320 - 60 * (0.5 - outside)
        dice = [DrawnDie(value, x, 0, turn=turn), DrawnDie(4, -100, 30, turn=15)]
        self.not_sure_and_wrong(draw(dice[: 1 + others]), [value, 4][: 1 + others])

    def test_an_empty_tray_is_unsure_and_says_that_there_are_no_dice(self) -> None:
        for table in (drawn.FELT, drawn.OAK, drawn.PAPER, drawn.WHITE):
            reading = self.read(draw([], table=table))
            assert (reading.status, reading.reason, reading.dice) == (
                "unsure",
                "There are no dice in view.",
                (),
            )

    def test_a_blank_frame_has_no_dice(self) -> None:
        assert self.read(np.zeros((480, 640, 3), np.uint8)).reason == "There are no dice in view."

    def test_pure_noise_is_never_read_as_dice(self) -> None:
        noise = np.random.default_rng(7).integers(0, 256, (480, 640, 3), np.uint8)
        assert self.read(noise).status == "unsure"

    def test_dots_printed_on_the_table_are_not_dice(self) -> None:
        frame = draw([DrawnDie(3, 0, 0, turn=30)], table=drawn.PAPER)
        for x in (60, 560):
            cv2.circle(frame, (x, 60), 8, (30, 30, 30), -1, cv2.LINE_AA)
        assert 1 not in values(self.read(frame))

    def test_a_cable_and_grain_are_not_dice(self) -> None:
        frame = draw([DrawnDie(5, -60, 40, turn=12), DrawnDie(2, 90, 30, turn=50)], table=drawn.OAK)
        rng = np.random.default_rng(3)
        for y in range(8, 480, 17):
            bend = int(rng.integers(-6, 7))
            grain = frame.copy()
            cv2.ellipse(grain, (320, y), (500, 6 + abs(bend)), bend, 0, 180, (95, 140, 175), 1, cv2.LINE_AA)
            frame = np.where(np.abs(frame.astype(int) - drawn.OAK).max(2, keepdims=True) < 20, grain, frame)
        cv2.line(frame, (0, 40), (640, 90), (20, 20, 20), 9, cv2.LINE_AA)
        self.sure(np.ascontiguousarray(frame, np.uint8), [5, 2])

    def test_a_pip_hidden_by_glare_is_asked_about(self) -> None:
        frame = draw([DrawnDie(5, 0, 0, body=drawn.RED, pip=drawn.WHITE)])
        cv2.ellipse(frame, (306, 225), (30, 9), 45, 0, 360, (250, 250, 250), -1, cv2.LINE_AA)
        self.not_sure_and_wrong(frame, [5])

    def test_boxes_are_in_px_of_the_frame_that_was_given(self) -> None:
        frame = draw([DrawnDie(4, 150, -90, side=70)])
        large = cv2.resize(frame, None, fx=5, fy=5, interpolation=cv2.INTER_CUBIC)
        for picture, scale in ((frame, 1), (large, 5)):
            x, y, width, height = self.read(np.asarray(picture, np.uint8)).dice[0].box
            centre = np.array([x + width / 2, y + height / 2]) / scale
            assert np.abs(centre - [474, 147]).max() < 8
            assert 58 < width / scale < 85
            assert 58 < height / scale < 85

    def test_the_same_frame_is_read_the_same_twice(self) -> None:
        frame = draw([DrawnDie(6, 0, 0, turn=77), DrawnDie(1, 90, 60)])
        assert self.read(frame).dice == self.read(frame).dice

    def test_the_frame_is_left_as_it_was(self) -> None:
        frame = draw([DrawnDie(6, 0, 0)])
        before = frame.copy()
        self.read(frame)
        assert np.array_equal(frame, before)

    def test_a_reading_is_plain_json(self) -> None:
        row = json.loads(json.dumps(self.read(draw([DrawnDie(2, 0, 0)])).to_json("a.png")))
        assert row["image"] == "a.png"
        assert row["dice"][0]["value"] == 2
        assert 0 <= row["dice"][0]["confidence"] <= 1

    @pytest.mark.parametrize(
        "frame",
        [
            np.zeros((480, 640), np.uint8),
            np.zeros((480, 640, 4), np.uint8),
            np.zeros((480, 640, 3), np.float32),
            np.zeros((20, 20, 3), np.uint8),
            np.zeros((0, 0, 3), np.uint8),
            None,
        ],
    )
    def test_what_is_not_a_colour_picture_is_refused_in_one_sentence(self, frame: Frame) -> None:
        with pytest.raises(ImageError) as caught:
            self.read(frame)
        assert isinstance(caught.value, (VisionError, ValueError))
        assert str(caught.value).endswith(".")
        assert "\n" not in str(caught.value)

    @pytest.mark.parametrize(
        ("hidden", "shift"), [(2, 30.0), (4, 30.0), (5, 30.0), (6, 30.0), (2, 40.0), (5, 40.0)]
    )
    def test_a_die_half_under_another_is_never_sure_and_wrong(self, hidden: int, shift: float) -> None:
        pair = [DrawnDie(hidden, 0, 0, body=drawn.RED, pip=drawn.WHITE), DrawnDie(5, shift, shift / 2)]
        self.not_sure_and_wrong(draw(pair), [hidden, 5])

    @given(seed=st.integers(0, 10_000), width=st.integers(64, 500), height=st.integers(64, 500))
    @settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=SHARED)
    def test_scribbles_of_any_size_give_a_reading_inside_the_frame(
        self, seed: int, width: int, height: int
    ) -> None:
        rng = np.random.default_rng(seed)
        frame = np.full((height, width, 3), rng.integers(0, 256, 3), np.uint8)
        for _ in range(int(rng.integers(0, 150))):
            place = (int(rng.integers(0, width)), int(rng.integers(0, height)))
            axes = (int(rng.integers(1, 25)), int(rng.integers(1, 25)))
            colour = [int(part) for part in rng.integers(0, 256, 3)]
            cv2.ellipse(frame, place, axes, float(rng.integers(0, 180)), 0, 360, colour, -1)
        for die in self.read(frame).dice:
            x, y, wide, high = die.box
            assert x >= 0
            assert y >= 0
            assert x + wide <= width + 1e-6
            assert y + high <= height + 1e-6
            assert 0 <= die.confidence <= 1
            assert die.face == str(die.value)

    @pytest.mark.parametrize("ratio", [0.3, 0.4, 0.6, 0.9])
    @pytest.mark.parametrize("side", [80.0, 120.0])
    def test_small_dice_beside_large_ones_are_not_lost_in_a_large_frame(
        self, side: float, ratio: float
    ) -> None:
        dice = [
            DrawnDie(2, -400, -200, side=side, turn=20),
            DrawnDie(4, 300, -180, side=side, turn=50, body=drawn.RED, pip=drawn.WHITE),
            DrawnDie(3, -250, 200, side=ratio * side, turn=70),
            DrawnDie(6, 350, 220, side=ratio * side, turn=10, body=drawn.RED, pip=drawn.WHITE),
        ]
        self.not_sure_and_wrong(draw(dice, Camera(1280, 960, distance=6000)), [2, 3, 4, 6])

    @pytest.mark.parametrize("side", [30.0, 90.0])
    def test_dice_are_read_in_a_frame_of_1280_px(self, side: float) -> None:
        dice = [
            DrawnDie(value, 130 * value - 450, 40 * value - 150, side=side, turn=25.0 * value)
            for value in range(1, 7)
        ]
        self.sure(draw(dice, Camera(1280, 960, distance=6000), blur=0.6), [1, 2, 3, 4, 5, 6])

    def test_two_white_dice_on_a_dark_table_are_no_giant_two(self) -> None:
        pair = [DrawnDie(1, -150, -100, side=48, turn=10), DrawnDie(1, 150, 130, side=48, turn=70)]
        self.sure(draw(pair, table=(20, 40, 15)), [1, 1])

    def test_nearly_all_oblique_dice_are_read(self) -> None:
        poses = [
            (v, turn, tilt) for v in range(1, 7) for turn in (3.0, 40.0, 77.0) for tilt in (0.0, 18.0, 35.0)
        ]
        read = [values(self.read(oblique(*pose))) == [pose[0]] for pose in poses]
        assert sum(read) >= 0.95 * len(poses)

    @pytest.mark.parametrize("pair", PAIRS)
    @pytest.mark.parametrize("body", BODIES)
    def test_touching_dice_of_one_colour_are_never_taken_for_one(
        self, pair: tuple[int, int], body: str
    ) -> None:
        self.not_sure_and_wrong(touching(body, *pair), list(pair))

    @pytest.mark.parametrize("step", [16, 24, 40])
    def test_a_dotted_tablecloth_is_no_dice(self, step: int) -> None:
        assert self.read(dotted(step)).status == "unsure"
