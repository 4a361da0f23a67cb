from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.health import Health, HealthMeter, edge_width
from vision.reading import Frame
from vision.sources.shutter import half_period_us

SIZE = (120, 160)
ROW_S = 1 / 30 / 130
"""Time from one row's exposure to the next: a rolling shutter that takes most of the frame's time."""


def desk(seed: int = 5) -> NDArray[np.float64]:
    """A scene with soft shades: rectangles of several greys on a slope of light."""
    rng = np.random.default_rng(seed)
    scene = np.tile(np.linspace(70, 150, SIZE[1]), (SIZE[0], 1))
    for _ in range(40):
        y, x = rng.integers(0, SIZE[0] - 15), rng.integers(0, SIZE[1] - 20)
        scene[y : y + 10, x : x + 15] *= rng.uniform(0.5, 1.4)
    return scene


def filmed(
    scene: NDArray[np.float64],
    *,
    lamp_hz: float = 50,
    depth: float = 0.3,
    exposure_us: float = 10_000,
    frames: int = 60,
    per_s: float = 29.97,
) -> Iterator[Frame]:
    """What a rolling shutter sees in the light of a lamp that changes by `depth` of its strength."""
    rng = np.random.default_rng(2)
    omega = 2 * np.pi * 2 * lamp_hz
    exposure_s = exposure_us / 1e6
    for frame in range(frames):
        start = frame / per_s + ROW_S * np.arange(SIZE[0])
        # The mean of 1 + depth cos(omega t) over the time in which the row is exposed.
        swing = (np.sin(omega * (start + exposure_s)) - np.sin(omega * start)) / (omega * exposure_s)
        picture = scene * (1 + depth * swing)[:, None]
        noisy = picture[..., None] + rng.normal(0, 2, (*SIZE, 3))
        yield np.clip(noisy, 0, 255).astype(np.uint8)


def measured(frames: Iterator[Frame]) -> Health:
    meter = HealthMeter()
    for frame in frames:
        meter.feed(frame)
    return meter.health()


@pytest.mark.parametrize("lamp_hz", [50, 60])
def test_an_exposure_of_whole_flickers_shows_none_and_another_shows_it(lamp_hz: int) -> None:
    whole = measured(filmed(desk(), lamp_hz=lamp_hz, depth=0.5, exposure_us=half_period_us(lamp_hz)))
    other = measured(filmed(desk(), lamp_hz=lamp_hz, depth=0.5, exposure_us=half_period_us(110 - lamp_hz)))
    assert whole.flicker is not None
    assert other.flicker is not None
    assert whole.flicker < 0.005
    assert other.flicker > 0.02


def test_the_flickers_amplitude_is_measured() -> None:
    # Half a flicker long, an exposure leaves 2/pi of the lamp's swing.
    health = measured(filmed(desk(), depth=0.2, exposure_us=5_000))
    assert health.flicker == pytest.approx(0.2 * 2 / np.pi, rel=0.15)


def test_a_hand_that_moves_about_is_no_flicker() -> None:
    def with_hand() -> Iterator[Frame]:
        for number, frame in enumerate(filmed(desk())):
            x = 2 * number % 120
            frame[30:110, x : x + 40] = 180
            yield frame

    flicker = measured(with_hand()).flicker
    assert flicker is not None
    assert flicker < 0.01


def test_a_cloud_before_the_sun_is_no_flicker() -> None:
    def clouding() -> Iterator[Frame]:
        for number, frame in enumerate(filmed(desk())):
            yield (frame * (1 - 0.2 * number / 60)).astype(np.uint8)

    flicker = measured(clouding()).flicker
    assert flicker is not None
    assert flicker < 0.01


@pytest.mark.parametrize("level", [0, 255])
def test_in_black_and_white_frames_no_flicker_can_be_seen(level: int) -> None:
    frames = [np.full((*SIZE, 3), level, np.uint8) for _ in range(10)]
    assert measured(iter(frames)).flicker is None


def test_one_frame_tells_no_flicker() -> None:
    assert measured(filmed(desk(), frames=1)).flicker is None


def test_light_and_colour_are_the_frames_means() -> None:
    frame = np.zeros((*SIZE, 3), np.uint8)
    frame[:] = (30, 60, 120)
    frame[:30] = 255
    health = measured(iter([frame]))
    assert health.size == (160, 120)
    assert health.frames == 1
    assert health.colour == pytest.approx((153.75, 108.75, 86.25))
    assert health.clipped == pytest.approx(0.25)
    grey = 0.299 * 120 + 0.587 * 60 + 0.114 * 30
    assert health.brightness == pytest.approx(0.75 * grey + 0.25 * 255, abs=0.5)


def pips(blur: float) -> NDArray[np.uint8]:
    picture = np.full((480, 640), 60, np.uint8)
    for x in range(60, 600, 90):
        cv2.rectangle(picture, (x, 200), (x + 50, 250), 220, -1)
        cv2.circle(picture, (x + 25, 225), 6, 20, -1, cv2.LINE_AA)
    blurred = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur) if blur else picture)
    noise = np.random.default_rng(1).normal(0, 2, picture.shape)
    return np.asarray(np.clip(blurred + noise, 0, 255), np.uint8)


def test_the_more_an_image_is_blurred_the_wider_its_edges() -> None:
    widths = [edge_width(pips(blur)) for blur in (0, 1.5, 3, 5)]
    assert all(width is not None for width in widths)
    known = [width for width in widths if width is not None]
    assert known == sorted(known)
    assert known[0] < 4
    assert known[2] > 6
    # A Gaussian edge rises by its contrast within sqrt(2 pi) standard deviations at its steepest slope.
    assert known[2] == pytest.approx(np.sqrt(2 * np.pi * (9 + 0.64)), rel=0.2)


def test_an_empty_cloth_has_no_edge_to_judge_by() -> None:
    noise = np.random.default_rng(1).normal(90, 6, (480, 640))
    assert edge_width(np.clip(noise, 0, 255).astype(np.uint8)) is None


def test_frames_of_two_sizes_are_refused() -> None:
    meter = HealthMeter()
    meter.feed(np.zeros((48, 64, 3), np.uint8))
    with pytest.raises(ValueError, match="change their size"):
        meter.feed(np.zeros((64, 48, 3), np.uint8))


def test_without_a_frame_there_is_nothing_to_tell() -> None:
    with pytest.raises(ValueError, match="No frame"):
        HealthMeter().health()
