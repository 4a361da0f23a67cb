"""Numerals of dice with more than six sides, as coverage masks, in the fonts of this machine."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.training.arrays import Picture, Rng
from vision.training.marks import SPAN, TILE, disc

_FONTS = Path("/usr/share/fonts")
_UNFIT = (
    "italic", "oblique", "symbol", "dingbat", "emoji", "math", "standardsym", "d050000l", "noto",
)  # fmt: skip
# Noto comes in hundreds of scripts; these files have the digits.
_FIT = ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf", "NotoSerif-Bold.ttf")

_OVER = 2
"""Times the mask's size that a numeral is drawn at."""


def fonts() -> list[Path]:
    """Upright text fonts of this machine whose digits can be told apart; see README.md for the packages."""
    found = sorted(_FONTS.rglob("*.[to]tf"))
    keep = [font for font in found if not any(word in font.name.lower() for word in _UNFIT)]
    return keep + [font for font in found if font.name in _FIT]


@lru_cache(maxsize=64)
def _font(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


class NumeralStyle:
    """One die's numerals: a font, a size as a share of the inradius, and how 6 and 9 are marked."""

    def __init__(self, rng: Rng, paths: list[Path]) -> None:
        self.path = str(paths[rng.integers(len(paths))])
        self.height = rng.uniform(0.8, 1.25)
        self.mark = str(rng.choice(["bar", "dot", "bar", "dot", "none"]))
        self.mark_every = rng.random() < 0.1
        self.shear = rng.normal(0, 0.06)
        self.squeeze = rng.uniform(0.85, 1.15)
        self.shift = rng.normal(0, 0.03, 2)

    def draw(self, text: str, has_both: bool) -> Picture:
        """The numeral, (TILE, TILE); 6 and 9 are marked where the die has both (or by the style, always)."""
        big = TILE * _OVER
        unit = big / SPAN
        height = self.height * unit * (0.78 if len(text) == 2 else 1.0)
        font = _font(self.path, round(height / 0.72))
        picture = Image.new("L", (big, big), 0)
        pen = ImageDraw.Draw(picture)
        left, top, right, bottom = pen.textbbox((0, 0), text, font=font)
        pen.text(((big - left - right) / 2, (big - top - bottom) / 2), text, fill=255, font=font)
        tile = np.asarray(np.asarray(picture, np.float32) / 255, np.float32)
        if text in ("6", "9") and self.mark != "none" and (has_both or self.mark_every):
            self._underline(tile, (right - left) / 2, (big + bottom - top) / 2, unit)
        warp = np.array([[self.squeeze, self.shear, 0], [0, 1, 0]], np.float32)
        warp[:, 2] = big / 2 - warp[:, :2] @ np.array([big / 2, big / 2]) + self.shift * unit
        warped = cv2.warpAffine(tile, warp, (big, big), flags=cv2.INTER_LINEAR)
        return np.asarray(cv2.resize(warped, (TILE, TILE), interpolation=cv2.INTER_AREA), np.float32)

    def _underline(self, tile: Picture, half: float, foot: float, unit: float) -> None:
        """The bar below, or the dot beside, a numeral `half` as wide whose foot is at the row `foot`."""
        middle, thick = tile.shape[1] / 2, 0.11 * unit
        if self.mark == "bar":
            low, high = foot + 0.6 * thick, foot + 1.8 * thick
            tile[int(low) : int(high), int(middle - half) : int(middle + half)] = 1
        else:
            disc(tile, (middle + half + 1.1 * thick, foot - thick), thick)
