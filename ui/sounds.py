"""Short sounds that are generated, not recorded; a machine without an audio device stays silent."""

from __future__ import annotations

import math
from array import array
from functools import cache
from typing import Literal, TypeAlias

import pygame

SoundName: TypeAlias = Literal["tick", "gong"]

RATE = 22_050
"""Samples a second."""

#   name → the tones in Hz, the length in s, how fast it fades, and how loud (0 to 1)
_SOUNDS: dict[SoundName, tuple[tuple[float, ...], float, float, float]] = {
    "tick": ((1_320.0, 2_640.0), 0.08, 45.0, 0.6),
    "gong": ((196.0, 294.0, 523.0, 784.0), 1.2, 3.5, 0.9),
}


@cache
def samples(name: SoundName) -> array[int]:
    """The sound as 16-bit samples of one channel: tones that fade, without a click at either end."""
    tones, length_s, fading, loudness = _SOUNDS[name]
    count = round(length_s * RATE)
    made = array("h")
    for n in range(count):
        at = n / RATE
        wave = sum(math.sin(math.tau * tone * at) for tone in tones) / len(tones)
        edges = min(1.0, n / 40, (count - 1 - n) / 400)
        made.append(round(32_767 * loudness * wave * edges * math.exp(-fading * at)))
    return made


class Sounds:
    """Plays the sounds; the audio device is opened with the first one that is asked for."""

    def __init__(self) -> None:
        self._ready: dict[SoundName, pygame.mixer.Sound] | None = None

    def open(self) -> bool:
        """Open the device now, lest the first sound be late; False where there is none."""
        if self._ready is None:
            self._ready = self._opened()
        return bool(self._ready)

    def play(self, name: SoundName) -> None:
        """Begin to play a sound, and return."""
        if self.open() and self._ready is not None:
            self._ready[name].play()

    @staticmethod
    def _opened() -> dict[SoundName, pygame.mixer.Sound]:
        try:
            if pygame.mixer.get_init() is None:
                # SDL converts for devices that want other rates; left free, it would let them choose.
                pygame.mixer.init(frequency=RATE, size=-16, channels=1, buffer=512, allowedchanges=0)
            mixed = pygame.mixer.get_init()
            if mixed is None or mixed != (RATE, -16, 1):
                # A device that is open otherwise would play at another pitch.
                return {}
            return {name: pygame.mixer.Sound(buffer=samples(name).tobytes()) for name in _SOUNDS}
        except (pygame.error, NotImplementedError):
            return {}
