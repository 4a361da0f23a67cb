"""Where frames come from: pictures, a folder, a video or a camera, all behind `FrameSource`."""

from vision.sources.base import FrameSource, Source
from vision.sources.naming import known_cameras
from vision.sources.opening import SourceOpener, open_source
from vision.sources.picamera import PiCamera, PiCameraSource
from vision.sources.recordings import FolderSource, PictureSource, VideoSource
from vision.sources.settings import CameraSettings, ChannelOrder
from vision.sources.usb import CameraSource, Capture

__all__ = [
    "CameraSettings",
    "CameraSource",
    "Capture",
    "ChannelOrder",
    "FolderSource",
    "FrameSource",
    "PiCamera",
    "PiCameraSource",
    "PictureSource",
    "Source",
    "SourceOpener",
    "VideoSource",
    "known_cameras",
    "open_source",
]
