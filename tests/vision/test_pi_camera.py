from __future__ import annotations

import pytest

from vision.errors import SourceError
from vision.sources import CameraSettings, PiCamera, PiCameraSource, SourceOpener

from .fake_picamera2 import IMX219, IMX708, MONO, RED_GREEN_BLUE, ROW_US, FakePicamera2

SMALL = (320, 240)
LOCKED = CameraSettings(size=SMALL)
AS_IT_IS = CameraSettings(size=SMALL, lock=False)


def opened(camera: FakePicamera2, settings: CameraSettings = LOCKED) -> PiCameraSource:
    return PiCameraSource(0, lambda number: camera, settings, now=camera.now)


def test_a_camera_is_configured_then_started_and_asked_for_the_size() -> None:
    camera = FakePicamera2()
    source = opened(camera, AS_IT_IS)
    assert camera.calls == ["create_video_configuration", "configure", "start"]
    frame = source.read()
    assert frame is not None
    assert frame.shape == (240, 320, 3)
    assert (source.live, source.name, source.notes) == (True, "csi0", ())


@pytest.mark.parametrize("form", ["RGB888", "BGR888", "XRGB8888", "XBGR8888"])
def test_red_is_red_in_whatever_format_libcamera_gives(form: str) -> None:
    frame = opened(FakePicamera2(adjusts_to=form), AS_IT_IS).read()
    assert frame is not None
    assert frame.shape == (240, 320, 3)
    assert frame.flags.c_contiguous
    assert frame.mean(axis=(0, 1)) == pytest.approx([c + 1 for c in RED_GREEN_BLUE[::-1]], abs=0.1)


def test_a_camera_with_red_and_blue_exchanged_is_put_right_by_the_setting() -> None:
    camera = FakePicamera2()
    frame = opened(camera, CameraSettings(size=SMALL, lock=False, order="rgb")).read()
    assert frame is not None
    assert frame.mean(axis=(0, 1)) == pytest.approx([c + 1 for c in RED_GREEN_BLUE], abs=0.1)


def test_a_format_that_cannot_be_read_is_refused_and_the_camera_given_back() -> None:
    camera = FakePicamera2(adjusts_to="YUV420")
    with pytest.raises(SourceError, match="YUV420"):
        opened(camera)
    assert camera.state == "closed"


@pytest.mark.parametrize(("lamp_hz", "exposure_us", "gain"), [(50, 20_000, 1.6), (60, 16_667, 1.92)])
def test_exposure_white_balance_and_focus_are_locked_after_the_warm_up(
    lamp_hz: int, exposure_us: int, gain: float
) -> None:
    camera = FakePicamera2()
    source = opened(camera, CameraSettings(size=SMALL, lamp_hz=lamp_hz))
    focus, rest = camera.sent
    assert focus == {"AfMode": 0, "LensPosition": 2.75}
    assert rest == {
        "AeEnable": False,
        "ExposureTime": exposure_us,
        "AnalogueGain": pytest.approx(gain, rel=2 * ROW_US / 16_000),
        "AwbEnable": False,
        "ColourGains": (1.9, 2.3),
    }
    assert source.notes == ()
    assert camera.frames >= 30 + 45


def test_the_gain_stays_within_what_the_sensor_can_do() -> None:
    camera = FakePicamera2(light=900_000.0, metered_gain=30.0)
    opened(camera)
    assert camera.sent[-1]["ExposureTime"] == 30_000
    assert camera.sent[-1]["AnalogueGain"] == IMX708["AnalogueGain"][1]


def test_a_camera_with_fixed_focus_is_not_asked_to_focus() -> None:
    camera = FakePicamera2(IMX219)
    assert opened(camera).notes == ()
    assert "autofocus_cycle" not in camera.calls
    assert len(camera.sent) == 1


def test_a_camera_without_colours_has_no_white_balance_to_lock() -> None:
    camera = FakePicamera2(MONO)
    assert opened(camera).notes == ()
    assert set(camera.sent[0]) == {"AeEnable", "ExposureTime", "AnalogueGain"}


@pytest.mark.parametrize("focuses", [False, None], ids=["fails", "takes for ever"])
def test_where_there_is_nothing_to_focus_on_the_camera_says_so_and_keeps_the_lens_still(
    focuses: bool | None,
) -> None:
    camera = FakePicamera2(focuses=focuses)
    source = opened(camera)
    assert source.notes == ("The camera found no focus: put dice into the tray and start again.",)
    assert camera.sent[0] == {"AfMode": 0, "LensPosition": 1.0}
    assert source.read() is not None


def test_a_camera_that_does_not_keep_the_exposure_says_so() -> None:
    source = opened(FakePicamera2(obeys=False))
    assert source.notes == ("The camera does not keep its exposure: lamps may flicker.",)


@pytest.mark.parametrize("after", [0, 10, 50, 78, 100])
def test_a_cable_that_comes_loose_at_any_moment_ends_in_one_sentence_and_a_closed_camera(after: int) -> None:
    camera = FakePicamera2(unplugged_after=after)
    with pytest.raises(SourceError, match=r"csi0 .*\(no frame came in time\): check its cable"):
        source = opened(camera)
        while True:
            source.read()
    assert camera.state == "closed"
    assert camera.faults == []


def test_a_closed_camera_gives_nothing_and_closing_again_does_no_harm() -> None:
    camera = FakePicamera2()
    with opened(camera, AS_IT_IS) as source:
        source.close()
        source.close()
    assert source.read() is None
    assert camera.calls.count("close") == 1


def test_the_same_picture_for_two_seconds_is_a_stopped_camera() -> None:
    camera = FakePicamera2(noise=False)
    source = opened(camera, AS_IT_IS)
    with pytest.raises(SourceError, match="same picture for ever"):
        while camera.frames < 90:
            source.read()
    assert camera.state == "closed"


def test_a_camera_that_another_program_uses_is_refused_in_one_sentence() -> None:
    def busy(number: int) -> PiCamera:
        raise RuntimeError("Camera __init__ sequence did not complete.")

    with pytest.raises(SourceError, match=r"cannot be opened \(Camera __init__ .*no other program uses it"):
        PiCameraSource(1, busy)


@pytest.mark.parametrize(("text", "number"), [("csi", 0), ("CSI1", 1), (" csi0 ", 0)])
def test_a_raspberry_pi_camera_is_named_csi(text: str, number: int) -> None:
    asked: list[int] = []

    def open_picamera(number: int) -> PiCamera:
        asked.append(number)
        return FakePicamera2()

    source = SourceOpener(text, AS_IT_IS, open_picamera=open_picamera)()
    assert asked == [number]
    assert source.live


def test_where_there_is_no_picamera2_a_csi_camera_is_refused() -> None:
    with pytest.raises(SourceError, match="give a USB camera's number"):
        SourceOpener("csi")()
