from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.config import CameraConfig
from device.doctor.camera import FRAMES, look_at_camera
from device.doctor.checkup import Finding
from vision.errors import SourceError
from vision.images import load_image
from vision.reading import Frame
from vision.sources import Source, open_source

SIZE = (360, 640)


def table(blur: float = 0.0) -> Frame:
    """Dice with sharp edges on a cloth, more red than blue."""
    picture = np.full((*SIZE, 3), (50, 80, 110), np.uint8)
    for x in range(60, 560, 90):
        cv2.rectangle(picture, (x, 150), (x + 40, 190), (220, 225, 230), -1)
        cv2.circle(picture, (x + 20, 170), 5, (20, 20, 20), -1)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8) if blur else picture


class Camera(Source):
    """A camera at the test's pace, whose frames `shown` makes of their number."""

    live = True

    def __init__(
        self, shown: Callable[[int], Frame], *, per_s: float = 30.0, notes: tuple[str, ...] = ()
    ) -> None:
        super().__init__("/dev/video0")
        self.notes = notes
        self.frames = 0
        self.closed = False
        self._shown = shown
        self._per_s = per_s
        self._noise = np.random.default_rng(1)

    def now(self) -> float:
        return self.frames / self._per_s

    def read(self) -> Frame | None:
        self.frames += 1
        noise = self._noise.integers(0, 3, (*SIZE, 3), dtype=np.uint8)
        return cv2.add(self._shown(self.frames), noise).astype(np.uint8)

    def close(self) -> None:
        self.closed = True


def looked(camera: Camera, config: CameraConfig | None = None, picture: Path | None = None) -> Finding:
    return look_at_camera(config or CameraConfig(), lambda: camera, picture=picture, now=camera.now)


def test_a_good_camera_is_told_with_its_figures_and_given_back() -> None:
    camera = Camera(lambda _: table())
    finding = looked(camera)
    assert finding.ok, finding.text
    assert finding.text.startswith("/dev/video0, 640x360, 30 pictures a second, brightness ")
    assert finding.figures["frames"] == FRAMES
    assert finding.figures["frames_per_s"] == pytest.approx(30)
    red, _, blue = finding.figures["red_green_blue"]
    assert red > blue + 30
    assert camera.closed


@pytest.mark.parametrize(
    ("camera", "config", "advice"),
    [
        (Camera(lambda _: table() // 8), CameraConfig(), "take the cap off the lens, or give more light"),
        (Camera(lambda _: np.full_like(table(), 252)), CameraConfig(), "turn lamps away from the tray"),
        (Camera(lambda _: table(4.0)), CameraConfig(), "turn the lens until pips are sharp"),
        (Camera(lambda _: table(), per_s=8), CameraConfig(), "Only 8 pictures come a second"),
        (
            Camera(lambda n: (table() * (1 + 0.08 * (n % 3 - 1))).astype(np.uint8)),
            CameraConfig(),
            "set lamp_hz = 60 in [camera]",
        ),
        (
            Camera(lambda n: (table() * (1 + 0.08 * (n % 3 - 1))).astype(np.uint8)),
            CameraConfig(lamp_hz=60),
            "set lamp_hz = 50 in [camera]",
        ),
        (
            Camera(lambda n: (table() * (1 + 0.08 * (n % 3 - 1))).astype(np.uint8)),
            CameraConfig(lock=False),
            "set lock = true in [camera]",
        ),
    ],
    ids=["dark", "bright", "blurred", "slow", "lamp at 60 Hz", "lamp at 50 Hz", "not locked"],
)
def test_what_spoils_a_picture_is_told_with_what_to_do(
    camera: Camera, config: CameraConfig, advice: str
) -> None:
    finding = looked(camera, config)
    assert not finding.ok
    assert advice in finding.text


def test_a_control_that_the_camera_refuses_is_told_and_no_failure() -> None:
    note = "The camera does not let its focus be locked: it may drift."
    finding = looked(Camera(lambda _: table(), notes=(note,)))
    assert finding.ok
    assert finding.text.endswith(note)


def test_an_empty_cloth_gives_no_verdict_on_the_focus() -> None:
    finding = looked(Camera(lambda _: np.full_like(table(), 110)))
    assert finding.ok
    assert "no edge to judge the focus by" in finding.text


def test_the_picture_is_written_so_that_people_can_see_whether_red_is_red(tmp_path: Path) -> None:
    path = tmp_path / "seen.png"
    assert looked(Camera(lambda _: table()), picture=path).ok
    seen = load_image(path)
    assert seen[5, 5] == pytest.approx(np.array([51, 81, 111]), abs=2)


def test_a_picture_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    finding = looked(Camera(lambda _: table()), picture=tmp_path / "nowhere" / "seen.png")
    assert not finding.ok
    assert "No such file or directory): name another file" in finding.text


def test_a_camera_that_is_lost_meanwhile_is_given_back() -> None:
    def shown(number: int) -> Frame:
        if number == 20:
            raise SourceError("The camera stopped giving frames: check its cable.")
        return table()

    camera = Camera(shown)
    with pytest.raises(SourceError, match="check its cable"):
        looked(camera)
    assert camera.closed


def test_a_recording_is_told_to_be_one(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), table())
    finding = look_at_camera(CameraConfig(), lambda: open_source(str(tmp_path), repeat_last=True))
    assert finding.ok
    assert "is a recording, 640x360" in finding.text


def test_where_the_camera_is_not_found_those_that_are_here_are_named() -> None:
    def missing() -> Camera:
        raise SourceError("There is no camera at /dev/video0: plug one in.")

    c270 = "/dev/v4l/by-id/usb-046d_C270-video-index0"
    finding = look_at_camera(CameraConfig(), missing, known=lambda: (c270,))
    assert (finding.ok, finding.text) == (
        False,
        f"There is no camera at /dev/video0: plug one in. Cameras here: {c270}.",
    )
    finding = look_at_camera(CameraConfig(), missing, known=lambda: ())
    assert finding.text == "There is no camera at /dev/video0: plug one in."
