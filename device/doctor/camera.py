"""The check of the camera: does it open, do its frames come in time, and can dice be seen in them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import cv2

from device.config import CameraConfig
from device.doctor.checkup import Finding
from vision.errors import SourceError
from vision.health import Health, HealthMeter
from vision.reading import Frame
from vision.sources import FrameSource, known_cameras

FRAMES = 60
"""Frames that are looked at: two seconds, in which a lamp's beat shows."""

LEAST_PER_S = 12.0
"""Frames a second below which a throw is read late."""

_DARKEST, _BRIGHTEST = 30.0, 225.0
_MOST_CLIPPED = 0.25
_MOST_FLICKER = 0.02
_BLURRED_PX = 7.5
"""Width of the sharpest edges in a frame 1280 px wide from which on pips run together."""

_LEAST_BLURRED_PX = 4.5
"""What even a sharp edge may take, in px."""


def look_at_camera(
    config: CameraConfig,
    open_source: Callable[[], FrameSource],
    *,
    picture: Path | None = None,
    now: Callable[[], float] = time.monotonic,
    known: Callable[[], tuple[str, ...]] = known_cameras,
) -> Finding:
    """Open the source and look at some seconds of it; `picture` is where the last frame is to be written."""
    try:
        opened = open_source()
    except SourceError as error:
        here = ", ".join(known())
        return Finding("camera", False, f"{error} Cameras here: {here}." if here else str(error))
    with opened as source:
        if not source.live:
            return _look_at_recording(source, picture)
        meter = HealthMeter()
        last: Frame | None = None
        start = now()
        for last in islice(_frames(source), FRAMES):
            meter.feed(last)
        seconds = now() - start
        if last is None:
            return Finding("camera", False, f"{source.name} gives no pictures: check its cable")
        health = meter.health()
        per_s = health.frames / max(seconds, 1e-3)
        problems = [*_problems(health, per_s, config), *_save(picture, last)]
        # What a camera refuses is good to know, and no failure: the table plays with it.
        text = " ".join([_told(source.name, health, per_s), *problems, *source.notes])
        return Finding("camera", not problems, text, _figures(source.name, health, per_s))


def _frames(source: FrameSource) -> Iterator[Frame]:
    while (frame := source.read()) is not None:
        yield frame


def _look_at_recording(source: FrameSource, picture: Path | None) -> Finding:
    frame = source.read()
    if frame is None:
        return Finding("camera", False, f"{source.name} holds no picture: name another source in [camera]")
    height, width = frame.shape[:2]
    problems = _save(picture, frame)
    text = " ".join([f"{source.name} is a recording, {width}x{height}.", *problems])
    return Finding("camera", not problems, text, {"source": source.name, "size": [width, height]})


def _save(picture: Path | None, frame: Frame) -> list[str]:
    """Write the frame where it is wanted; what went wrong, if anything."""
    if picture is None:
        return []
    try:
        encoded, data = cv2.imencode(".png", frame)
        if encoded:
            picture.write_bytes(data.tobytes())
            return []
        why = "it cannot be encoded"
    except OSError as error:
        why = error.strerror or str(error)
    return [f"The picture {picture} cannot be written ({why}): name another file."]


def _problems(health: Health, per_s: float, config: CameraConfig) -> Iterator[str]:
    if per_s < LEAST_PER_S:
        smaller = ', set size = "640x480" in [camera]' if health.size[0] > 640 else ""
        yield f"Only {per_s:.0f} pictures come a second: plug the camera in by itself, give light{smaller}."
    if health.brightness < _DARKEST:
        yield "The picture is too dark: take the cap off the lens, or give more light."
    elif health.brightness > _BRIGHTEST or health.clipped > _MOST_CLIPPED:
        yield "The picture is too bright: turn lamps away from the tray, or start again in this light."
    if health.edge_px is not None and health.edge_px > _blurred(health.size[0]):
        yield "The picture is blurred: turn the lens until pips are sharp, and wipe it."
    if health.flicker is not None and health.flicker > _MOST_FLICKER:
        yield f"The light flickers by {health.flicker:.0%}: {_against_flicker(config)}."


def _blurred(width: int) -> float:
    return max(_LEAST_BLURRED_PX, _BLURRED_PX * width / 1280)


def _against_flicker(config: CameraConfig) -> str:
    if not config.lock:
        return "set lock = true in [camera]"
    other = 110 - config.lamp_hz
    return f"set lamp_hz = {other} in [camera], or take another lamp if that is no better"


def _told(name: str, health: Health, per_s: float) -> str:
    red, green, blue = health.colour
    sharp = "no edge to judge the focus by" if health.edge_px is None else f"edges {health.edge_px:.1f} px"
    beat = "flicker not to be seen" if health.flicker is None else f"flicker {health.flicker:.1%}"
    return (
        f"{name}, {health.size[0]}x{health.size[1]}, {per_s:.0f} pictures a second, brightness "
        f"{health.brightness:.0f}, red {red:.0f} green {green:.0f} blue {blue:.0f}, {sharp}, {beat}."
    )


def _figures(name: str, health: Health, per_s: float) -> dict[str, Any]:
    return {
        "source": name,
        "size": list(health.size),
        "frames": health.frames,
        "frames_per_s": round(per_s, 1),
        "brightness": round(health.brightness, 1),
        "red_green_blue": [round(mean, 1) for mean in health.colour],
        "clipped": round(health.clipped, 4),
        "edge_px": None if health.edge_px is None else round(health.edge_px, 2),
        "flicker": None if health.flicker is None else round(health.flicker, 4),
    }
