"""Picamera2's contract, as far as it is used: what it needs, what it refuses, what it gives back.

Written down from the library's own text (raspberrypi/picamera2: picamera2/picamera2.py, controls.py, job.py)
and its manual (chapter 4, "Configuring the camera"; appendix C, "Camera controls and properties"):
a camera is configured before it starts; `set_controls` raises RuntimeError for a control that libcamera does
not advertise; controls take hold some frames later, and exposures are whole sensor rows; "RGB888" lies in
memory as blue, green, red; libcamera may put another format in place of the one asked for; a `wait` that runs
out raises TimeoutError and leaves the job in the queue, where all later ones wait behind it until
`cancel_all_and_flush`. Controls and metadata are those of Camera Module 2 (imx219) and 3 (imx708).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

import numpy as np

RED_GREEN_BLUE = (200, 60, 20)
"""The colour of what the camera looks at."""

_MEMORY = {"RGB888": (2, 1, 0), "BGR888": (0, 1, 2), "XRGB8888": (2, 1, 0), "XBGR8888": (0, 1, 2)}
"""Order of red, green and blue in memory."""

ROW_US = 29
LATENCY = 4

IMX219: dict[str, tuple[Any, Any, Any]] = {
    "AeEnable": (False, True, True),
    "AnalogueGain": (1.0, 10.666, 1.0),
    "AwbEnable": (False, True, None),
    "ColourGains": (0.0, 32.0, None),
    "ExposureTime": (75, 11766829, 20000),
    "FrameDurationLimits": (21183, 11767556, 33333),
}
IMX708 = IMX219 | {
    "AfMode": (0, 2, 0),
    "AfTrigger": (0, 1, 0),
    "AnalogueGain": (1.1228, 16.0, 1.0),
    "LensPosition": (0.0, 32.0, 1.0),
}
MONO = {name: span for name, span in IMX219.items() if name not in ("AwbEnable", "ColourGains")}


class FakePicamera2:
    """One camera that looks at something of one colour in steady light.

    `light` is exposure (µs) times gain at which automatic exposure arrives; `metered_gain` how it divides
    them. `faults` lists what a real camera would have hung or failed on without saying so.
    """

    def __init__(
        self,
        controls: Mapping[str, tuple[Any, Any, Any]] = IMX708,
        *,
        light: float = 32_000.0,
        metered_gain: float = 2.0,
        adjusts_to: str | None = None,
        focuses: bool | None = True,
        unplugged_after: int | None = None,
        obeys: bool = True,
        noise: bool = True,
    ) -> None:
        self.camera_controls = dict(controls)
        self.calls: list[str] = []
        self.faults: list[str] = []
        self.sent: list[dict[str, Any]] = []
        self.state = "open"
        self.frames = 0
        self._light = light
        self._gain = metered_gain
        self._adjusts_to = adjusts_to
        self._focuses = focuses
        self._unplugged_after = unplugged_after
        self._obeys = obeys
        self._noise = np.random.default_rng(3) if noise else None
        self._config: dict[str, Any] | None = None
        self._pending: deque[tuple[int, dict[str, Any]]] = deque()
        self._used: dict[str, Any] = {"AfMode": 0, "AeEnable": True, "LensPosition": 1.0}
        self._jobs_stuck = False

    def now(self) -> float:
        return self.frames / 30

    def create_video_configuration(self, main: dict[str, Any]) -> dict[str, Any]:
        self.calls.append("create_video_configuration")
        assert set(main) <= {"format", "size", "preserve_ar"}
        return {"use_case": "video", "main": {"format": "XBGR8888", "size": (1280, 720)} | main}

    def configure(self, camera_config: dict[str, Any]) -> None:
        self.calls.append("configure")
        if self.state != "open":
            raise RuntimeError("Camera must be stopped before configuring")
        width, height = camera_config["main"]["size"]
        if width % 2 or height % 2:
            raise RuntimeError("width and height should be even")
        main = dict(camera_config["main"])
        main["format"] = self._adjusts_to or main["format"]
        self._config = camera_config | {"main": main}
        self.state = "configured"

    def camera_configuration(self) -> dict[str, Any]:
        assert self._config is not None
        return self._config

    def start(self) -> None:
        self.calls.append("start")
        # The real one would take a configuration of its own choice.
        assert self.state == "configured", "started without a configuration"
        self.state = "started"

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.calls.append("set_controls")
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.sent.append(dict(controls))
        self._pending.append((self.frames + LATENCY, dict(controls)))

    def capture_array(self, name: str = "main", wait: float | None = None) -> Any:
        self._frame(wait)
        assert self._config is not None
        form = self._config["main"]["format"]
        width, height = self._config["main"]["size"]
        colour = [RED_GREEN_BLUE[channel] for channel in _MEMORY[form]]
        colour += [255] * (len(form.removesuffix("888").removesuffix("8")) - 3)
        picture = np.full((height, width, len(colour)), colour, np.uint8)
        if self._noise is not None:
            picture[..., :3] += self._noise.integers(0, 3, (height, width, 3), dtype=np.uint8)
        else:
            picture[: height // 2] //= 2
        return picture

    def capture_metadata(self, wait: float | None = None) -> dict[str, Any]:
        self._frame(wait)
        used = self._used
        exposure, gain = self._light / self._gain, self._gain
        if not used["AeEnable"] and self._obeys:
            exposure, gain = used["ExposureTime"], used["AnalogueGain"]
        metadata = {
            "SensorTimestamp": self.frames * 33_333_000,
            "ExposureTime": int(exposure // ROW_US * ROW_US),
            "AnalogueGain": gain,
            "DigitalGain": 1.0,
            "FrameDuration": 33_333,
            "Lux": 300.0,
            "ColourTemperature": 3900,
        }
        if "ColourGains" in self.camera_controls:
            metadata["ColourGains"] = used.get("ColourGains", (1.9, 2.3))
        if "LensPosition" in self.camera_controls:
            metadata["LensPosition"] = used["LensPosition"]
        return metadata

    def autofocus_cycle(self, wait: float | None = None) -> bool:
        self.calls.append("autofocus_cycle")
        if "AfMode" not in self.camera_controls:
            raise RuntimeError("Control AfMode is not advertised by libcamera")
        for _ in range(30):
            self._frame(wait)
        if self._focuses is None:
            self._time_out(wait)
        self._used |= {"AfMode": 1, "LensPosition": 2.75 if self._focuses else 1.0}
        return bool(self._focuses)

    def cancel_all_and_flush(self) -> None:
        self.calls.append("cancel_all_and_flush")
        self._jobs_stuck = False

    def stop(self) -> None:
        self.calls.append("stop")
        if self._jobs_stuck:
            self.faults.append("stop waits for ever behind a job that timed out")
        self.state = "configured"

    def close(self) -> None:
        self.calls.append("close")
        self.state = "closed"

    def _frame(self, wait: float | None) -> None:
        assert self.state == "started", "waits for ever: the camera is not started"
        gone = self._unplugged_after is not None and self.frames >= self._unplugged_after
        if self._jobs_stuck or gone:
            self._time_out(wait)
        self.frames += 1
        while self._pending and self._pending[0][0] <= self.frames:
            self._used |= self._pending.popleft()[1]

    def _time_out(self, wait: float | None) -> None:
        if wait is None:
            self.faults.append("waits for ever")
        self._jobs_stuck = True
        raise TimeoutError
