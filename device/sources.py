"""Opening the camera that the configuration names; the one place that knows picamera2."""

from __future__ import annotations

from importlib import import_module

from device.config import CameraConfig
from vision.errors import SourceError
from vision.sources import CameraSettings, PiCamera, SourceOpener


def source_opener(config: CameraConfig, source: str | None = None) -> SourceOpener:
    """What opens the configured source, or `source` in its place; the last picture of a folder stays."""
    return SourceOpener(
        source or config.source, camera_settings(config), repeat_last=True, open_picamera=open_picamera
    )


def camera_settings(config: CameraConfig) -> CameraSettings:
    """What the configuration says of the camera, in the words of `vision`."""
    return CameraSettings(size=config.size, lamp_hz=config.lamp_hz, lock=config.lock, order=config.order)


def open_picamera(number: int) -> PiCamera:
    """The Picamera2 of the CSI camera of this number, 0 for the first; SourceError where there is none."""
    try:
        # Debian's package alone has it, and only on a Raspberry Pi.
        picamera2 = import_module("picamera2").Picamera2
    except ImportError as error:
        raise SourceError(
            f"The camera csi{number} needs picamera2, which cannot be loaded ({error}): "
            "install python3-picamera2."
        ) from error
    # libcamera lists USB cameras as well, and in an order of its own.
    built_in = [
        place for place, camera in enumerate(picamera2.global_camera_info()) if "usb" not in camera["Id"]
    ]
    if number >= len(built_in):
        raise SourceError(
            f"There is no Raspberry Pi camera csi{number}: plug its cable in while the power is off."
        )
    camera: PiCamera = picamera2(built_in[number])
    return camera
