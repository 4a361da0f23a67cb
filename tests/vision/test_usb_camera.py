from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import SourceError
from vision.sources import CameraSettings, CameraSource, SourceOpener, known_cameras

from .usb_camera import (
    AUTO_EXPOSURE,
    AUTO_LEVEL,
    AUTO_WB,
    AUTOFOCUS,
    EXPOSURE,
    ScriptedCapture,
    UsbCamera,
    flat,
)

AS_IT_IS = CameraSettings(lock=False)


def opened(camera: UsbCamera, lamp_hz: int = 50) -> CameraSource:
    settings = CameraSettings(size=(1280, 720), lamp_hz=lamp_hz)
    return CameraSource("0", settings, open_capture=lambda path: camera, now=camera.now)


def brightness(source: CameraSource) -> float:
    levels = []
    for _ in range(6):
        frame = source.read()
        assert frame is not None
        levels.append(float(frame.mean()))
    return levels[-1]


def test_a_camera_gives_frames_as_they_come() -> None:
    source = CameraSource("0", AS_IT_IS, open_capture=lambda path: ScriptedCapture([5, 6, 7]))
    assert source.live
    assert source.name == "/dev/video0"
    assert [int(frame[0, 0, 0]) for frame in (source.read(), source.read()) if frame is not None] == [5, 6]


def test_a_camera_is_asked_for_compressed_frames_the_size_and_a_short_queue() -> None:
    capture = ScriptedCapture([5])
    CameraSource(1, CameraSettings(size=(800, 600), lock=False), open_capture=lambda path: capture)
    assert capture.settings == {
        cv2.CAP_PROP_FOURCC: cv2.VideoWriter.fourcc(*"MJPG"),
        cv2.CAP_PROP_FRAME_WIDTH: 800,
        cv2.CAP_PROP_FRAME_HEIGHT: 600,
        cv2.CAP_PROP_BUFFERSIZE: 2,
    }


def test_a_camera_may_lose_single_frames() -> None:
    capture = ScriptedCapture([5, None, None, 6, None, 7])
    source = CameraSource("0", AS_IT_IS, open_capture=lambda path: capture)
    levels = [int(frame[0, 0, 0]) for frame in (source.read() for _ in range(3)) if frame is not None]
    assert levels == [5, 6, 7]


def test_a_camera_whose_frames_stop_is_given_back_and_named() -> None:
    capture = ScriptedCapture([5])
    source = CameraSource("/dev/video3", AS_IT_IS, open_capture=lambda path: capture)
    source.read()
    with pytest.raises(SourceError, match=r"/dev/video3 stopped giving frames: check its cable"):
        source.read()
    assert capture.released == 1
    assert source.read() is None


def test_a_busy_camera_is_refused_and_given_back() -> None:
    capture = ScriptedCapture([], opens=False)
    with pytest.raises(SourceError, match="close the program that uses it"):
        CameraSource("0", open_capture=lambda path: capture)
    assert capture.released == 1


def test_closing_a_camera_twice_is_harmless() -> None:
    capture = ScriptedCapture([5])
    with CameraSource("0", AS_IT_IS, open_capture=lambda path: capture) as source:
        source.close()
    assert capture.released == 1


def test_a_camera_with_red_and_blue_exchanged_is_put_right() -> None:
    class Red(ScriptedCapture):
        def read(self) -> tuple[bool, object]:
            return True, np.full((48, 64, 3), (200, 20, 10), np.uint8)

    settings = CameraSettings(lock=False, order="rgb")
    frame = CameraSource("0", settings, open_capture=lambda path: Red([])).read()
    assert frame is not None
    assert frame[5, 5].tolist() == [10, 20, 200]


@pytest.mark.parametrize("lamp_hz", [50, 60])
@pytest.mark.parametrize("light", [70.0, 125.0, 210.0, 320.0])
def test_a_locked_exposure_is_a_whole_number_of_the_lamps_flickers(lamp_hz: int, light: float) -> None:
    camera = UsbCamera(light)
    source = opened(camera, lamp_hz)
    assert source.notes == ()
    assert (camera[AUTO_EXPOSURE], camera[AUTOFOCUS], camera[AUTO_WB]) == (1, 0, 0)
    flickers = camera[EXPOSURE] * 100e-6 * 2 * lamp_hz
    assert flickers == pytest.approx(max(1, round(flickers)), abs=0.01)
    assert brightness(source) == pytest.approx(AUTO_LEVEL, rel=0.25)


def test_the_locked_exposure_does_not_follow_the_light_any_more() -> None:
    camera = UsbCamera(100.0)
    source = opened(camera)
    locked = camera[EXPOSURE]
    camera.light = 60.0
    assert brightness(source) > 1.15 * AUTO_LEVEL
    assert camera[EXPOSURE] == locked


@pytest.mark.parametrize("stored", [1.0, 157.0, 5000.0])
def test_a_camera_that_misreports_its_exposure_is_locked_by_what_it_shows(stored: float) -> None:
    camera = UsbCamera(220.0, stored=stored)
    source = opened(camera)
    assert camera[EXPOSURE] == 200
    assert brightness(source) == pytest.approx(AUTO_LEVEL, rel=0.1)


def test_in_sunlight_the_exposure_is_as_short_as_the_light_asks_for() -> None:
    camera = UsbCamera(9.0)
    source = opened(camera)
    assert source.notes == ()
    assert camera[EXPOSURE] == pytest.approx(9, abs=2)
    assert brightness(source) == pytest.approx(AUTO_LEVEL, rel=0.15)


def test_where_a_locked_exposure_would_be_too_dark_the_camera_stays_automatic_and_says_so() -> None:
    camera = UsbCamera(1500.0)
    source = opened(camera)
    assert source.notes == (
        "With its exposure locked the camera is too dark: change the light over the tray.",
    )
    assert camera.is_automatic
    for _ in range(60):
        source.read()
    assert brightness(source) == pytest.approx(AUTO_LEVEL, rel=0.05)


def test_a_camera_without_these_controls_is_used_as_it_is() -> None:
    camera = UsbCamera(missing={AUTO_EXPOSURE, EXPOSURE, AUTOFOCUS, AUTO_WB})
    source = opened(camera)
    assert source.notes == ()
    assert source.read() is not None


@pytest.mark.parametrize(
    ("refused", "notes"),
    [
        ({AUTOFOCUS}, ("The camera does not let its focus be locked: it may drift.",)),
        ({AUTO_WB}, ("The camera does not let its white balance be locked: it may drift.",)),
        ({EXPOSURE}, ("The camera does not let its exposure be locked: lamps may flicker.",)),
    ],
)
def test_a_camera_that_refuses_a_control_goes_on_and_says_so(
    refused: set[int], notes: tuple[str, ...]
) -> None:
    camera = UsbCamera(refused=refused)
    source = opened(camera)
    assert source.notes == notes
    assert brightness(source) == pytest.approx(AUTO_LEVEL, rel=0.25)


def test_the_automatic_controls_are_switched_on_before_the_warm_up_and_off_after_it() -> None:
    camera = UsbCamera()
    opened(camera)
    modes = [(prop, value) for prop, value in camera.order if prop in (AUTO_EXPOSURE, AUTOFOCUS, AUTO_WB)]
    assert modes == [
        (AUTO_EXPOSURE, 3),
        (AUTOFOCUS, 1),
        (AUTO_WB, 1),
        (AUTOFOCUS, 0),
        (AUTO_WB, 0),
        (AUTO_EXPOSURE, 1),
    ]
    assert camera.time_s >= 2.0


def test_a_camera_that_is_unplugged_while_it_warms_up_is_given_back() -> None:
    camera = UsbCamera(unplugged_after=20)
    with pytest.raises(SourceError, match="stopped giving frames"):
        opened(camera)
    assert camera.released == 1


class Still(ScriptedCapture):
    """A camera that gives one picture again and again, a thirtieth of a second apart."""

    def __init__(self, noise: int, level: int) -> None:
        super().__init__([])
        rng = np.random.default_rng(1)
        self.picture = flat(level)
        self.picture += rng.integers(0, noise + 1, self.picture.shape, dtype=np.uint8)
        self.frames = 0

    def now(self) -> float:
        return self.frames / 30

    def read(self) -> tuple[bool, object]:
        self.frames += 1
        return True, self.picture.copy()


def test_a_picture_that_stays_the_same_to_the_byte_for_two_seconds_is_a_stopped_camera() -> None:
    capture = Still(noise=40, level=90)
    source = CameraSource("0", AS_IT_IS, open_capture=lambda path: capture, now=capture.now)
    with pytest.raises(SourceError, match="same picture for ever"):
        while capture.frames < 90:
            source.read()
    assert 60 <= capture.frames <= 64
    assert capture.released == 1


def test_one_pixel_that_changes_is_a_living_camera() -> None:
    capture = Still(noise=40, level=90)
    source = CameraSource("0", AS_IT_IS, open_capture=lambda path: capture, now=capture.now)
    for number in range(120):
        capture.picture[3, 3, 0] = number % 2
        assert source.read() is not None


def test_a_covered_lens_is_no_stopped_camera() -> None:
    capture = Still(noise=3, level=0)
    source = CameraSource("0", AS_IT_IS, open_capture=lambda path: capture, now=capture.now)
    for _ in range(120):
        assert source.read() is not None


@pytest.fixture
def devices(tmp_path: Path) -> Path:
    """A folder that stands for /dev, with two cameras and udev's links to them."""
    (tmp_path / "by-id").mkdir()
    for number, maker in ((0, "Logitech_C270-video-index0"), (1, "Other_Cam-video-index0")):
        device = tmp_path / f"video{number}"
        device.touch()
        (tmp_path / "by-id" / f"usb-{maker}").symlink_to(device)
    return tmp_path


class Opener(SourceOpener):
    """Opens cameras of a folder that stands for /dev, and notes which."""

    def __init__(self, devices: Path) -> None:
        self.paths: list[str] = []

        def open_capture(path: str) -> ScriptedCapture:
            self.paths.append(Path(path).name)
            return ScriptedCapture([1, 2], opens=Path(path).exists())

        super().__init__("0", AS_IT_IS, open_capture=open_capture, by_id=devices / "by-id")
        # A bare number means a device of this machine; the test's stand elsewhere.
        self._name._path = str(devices / "video0")


def test_a_camera_plugged_in_again_under_another_number_is_found(devices: Path) -> None:
    opener = Opener(devices)
    opener().close()
    link = devices / "by-id" / "usb-Logitech_C270-video-index0"
    link.unlink()
    (devices / "video0").rename(devices / "video2")
    link.symlink_to(devices / "video2")
    opener().close()
    assert opener.paths == ["video0", "video2"]


def test_another_camera_under_the_known_number_is_not_taken_for_the_one_that_moved(devices: Path) -> None:
    opener = Opener(devices)
    opener().close()
    link = devices / "by-id" / "usb-Logitech_C270-video-index0"
    link.unlink()
    (devices / "video0").rename(devices / "video2")
    (devices / "video1").rename(devices / "video0")
    link.symlink_to(devices / "video2")
    opener().close()
    assert opener.paths[-1] == "video2"


def test_a_camera_that_takes_a_broken_ones_place_is_used(devices: Path) -> None:
    opener = Opener(devices)
    opener().close()
    (devices / "by-id" / "usb-Logitech_C270-video-index0").unlink()
    opener().close()
    assert opener.paths == ["video0", "video0"]


def test_without_udev_a_camera_is_found_by_its_number(tmp_path: Path) -> None:
    (tmp_path / "video0").touch()
    opener = Opener(tmp_path)
    opener().close()
    opener().close()
    assert opener.paths == ["video0", "video0"]


def test_the_cameras_that_are_plugged_in_are_named_without_their_other_devices(devices: Path) -> None:
    by_id = devices / "by-id"
    (by_id / "usb-Logitech_C270-video-index1").symlink_to(devices / "video1")
    names = [Path(path).name for path in known_cameras(by_id)]
    assert names == ["usb-Logitech_C270-video-index0", "usb-Other_Cam-video-index0"]
    assert known_cameras(devices / "nowhere") == ()


@pytest.mark.parametrize("driver", ["unicam-image\n", "rp1-cfe-csi2_ch0\n"])
def test_the_raspberry_pis_own_camera_is_told_by_what_to_name_it(
    driver: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # /dev/null stands for a device that is there and may be used.
    (tmp_path / "null").mkdir()
    (tmp_path / "null" / "name").write_text(driver)
    monkeypatch.setattr("vision.sources.usb._SYS", tmp_path)
    with pytest.raises(SourceError, match="/dev/null is the Raspberry Pi's own camera: name it csi"):
        CameraSource("/dev/null")
