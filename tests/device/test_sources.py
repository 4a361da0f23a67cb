from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from device.config import CameraConfig
from device.sources import camera_settings, open_picamera, source_opener
from vision.errors import SourceError
from vision.sources import CameraSettings

CSI = {"Model": "imx708", "Id": "/base/axi/pcie@120000/rp1/i2c@88000/imx708@1a"}
USB = {"Model": "C270", "Id": "/base/axi/pcie@120000/rp1/usb@300000-1:1.0-046d:0825"}


def install(monkeypatch: pytest.MonkeyPatch, *cameras: dict[str, str]) -> list[int]:
    """A module picamera2 that knows these cameras; the numbers that were opened."""
    opened: list[int] = []

    class Picamera2:
        @staticmethod
        def global_camera_info() -> list[dict[str, str]]:
            return list(cameras)

        def __init__(self, camera_num: int) -> None:
            opened.append(camera_num)

    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=Picamera2))
    return opened


def test_the_first_csi_camera_is_not_a_usb_camera_that_is_listed_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened = install(monkeypatch, USB, CSI)
    open_picamera(0)
    assert opened == [1]


def test_a_csi_camera_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, USB, CSI)
    with pytest.raises(SourceError, match="no Raspberry Pi camera csi1: plug its cable in"):
        open_picamera(1)


def test_without_picamera2_the_package_to_install_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    # None makes an import fail, as it does where the package is missing.
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(SourceError, match="install python3-picamera2"):
        source_opener(CameraConfig(source="csi"))()


def test_what_the_configuration_says_reaches_the_camera() -> None:
    config = CameraConfig("0", (640, 480), 60, False, "rgb")
    assert camera_settings(config) == CameraSettings((640, 480), 60, False, "rgb")
