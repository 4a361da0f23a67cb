"""Other light, other lenses, other sensors: what may befall a picture without changing what it shows."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.arrays import Array, Frame, Rng

_GRAIN_SIDE = 512
# Noise is dear to draw: every picture takes its own part of one sheet.
_GRAIN = np.random.default_rng(7).normal(0, 32, (_GRAIN_SIDE, _GRAIN_SIDE, 3)).astype(np.int8)


def relight(picture: Frame, rng: Rng, *, hue: bool) -> Frame:
    """White balance, exposure, contrast, gamma, blur, resolution, noise and JPEG; other hues if `hue`.

    The picture (h, w, 3) keeps its shape.
    """
    out = picture
    if rng.random() < 0.85:
        out = _tone(_tint(out, rng, hue), rng)
    if rng.random() < 0.25:
        out = _uneven(out, rng)
    if rng.random() < 0.25:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.1)), np.uint8)
    if rng.random() < 0.2:
        soft = cv2.GaussianBlur(out, (0, 0), 1.5)
        amount = rng.uniform(0.5, 2)
        out = np.asarray(cv2.addWeighted(out, 1 + amount, soft, -amount, 0), np.uint8)
    if rng.random() < 0.5:
        out = _grainy(out, rng)
    if rng.random() < 0.12:
        _, code = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 90))])
        out = np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)
    return out


def _tint(picture: Frame, rng: Rng, hue: bool) -> Frame:
    """Other gains of the channels, more or less saturation, and at times other hues."""
    mix = np.diag(np.exp(rng.normal(0, 0.09, 3)))
    if hue and rng.random() < 0.3:
        swapped = rng.random() < 0.4
        mix = mix @ (np.eye(3)[rng.permutation(3)] if swapped else _hue_turn(rng.uniform(0, 2 * np.pi)))
    share = rng.uniform(0.7, 1.3)
    mix = mix @ (share * np.eye(3) + (1 - share) / 3)
    return np.asarray(cv2.transform(picture, mix), np.uint8)


def _tone(picture: Frame, rng: Rng) -> Frame:
    """Other contrast, exposure and gamma."""
    middle = float(picture.mean()) / 255
    levels = (np.arange(256) / 255 - middle) * rng.uniform(0.7, 1.3) + middle * rng.uniform(0.65, 1.35)
    levels = np.clip(levels, 0, 1) ** rng.uniform(0.75, 1.35)
    return np.asarray(cv2.LUT(picture, np.rint(levels * 255).astype(np.uint8)), np.uint8)


def _uneven(picture: Frame, rng: Rng) -> Frame:
    """Light that falls off from one corner to another."""
    height, width = picture.shape[:2]
    corners = rng.uniform(0.65, 1.35, (2, 2)).astype(np.float32)
    field = cv2.resize(corners, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(picture, cv2.merge([field, field, field]), dtype=cv2.CV_8U), np.uint8)


def _grainy(picture: Frame, rng: Rng) -> Frame:
    height, width = picture.shape[:2]
    y, x = (int(rng.integers(0, max(1, _GRAIN_SIDE - side))) for side in (height, width))
    level = rng.uniform(0.03, 0.28)
    sheet = _GRAIN
    if max(height, width) > _GRAIN_SIDE:
        sheet = np.tile(_GRAIN, (height // _GRAIN_SIDE + 1, width // _GRAIN_SIDE + 1, 1))
    grain = sheet[y : y + height, x : x + width]
    return np.asarray(cv2.addWeighted(picture, 1, grain, level, 0, dtype=cv2.CV_8U), np.uint8)


def _hue_turn(angle: float) -> Array:
    """Turn colours around the grey axis."""
    axis = np.ones(3) / np.sqrt(3)
    return np.asarray(cv2.Rodrigues(axis * angle)[0], np.float64)


def glare(picture: Frame, rng: Rng) -> Frame:
    """A mirrored lamp over part of the picture's middle."""
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.float32)
    at = (round(width * rng.uniform(0.35, 0.65)), round(height * rng.uniform(0.35, 0.65)))
    axes = (max(2, round(width * rng.uniform(0.08, 0.3))), max(2, round(height * rng.uniform(0.08, 0.3))))
    cv2.ellipse(mask, at, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1, cv2.LINE_AA)
    mask = cv2.GaussianBlur(mask, (0, 0), width * rng.uniform(0.01, 0.06))[..., None] * rng.uniform(0.85, 1.3)
    return np.clip(picture * (1 - np.clip(mask, 0, 1)) + 255 * mask, 0, 255).astype(np.uint8)


def veil(picture: Frame, rng: Rng) -> Frame:
    """A wide light mirrored by the upper face: its marks stay, but pale."""
    height, width = picture.shape[:2]
    middle = np.array([width, height]) * rng.uniform(0.4, 0.6, 2)
    turn = rng.uniform(0, np.pi / 2) + np.pi / 2 * np.arange(4)
    half = min(width, height) * rng.uniform(0.3, 0.55)
    corners = middle + half * np.stack([np.cos(turn), np.sin(turn) * rng.uniform(0.7, 1.0)], 1)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(corners * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.4, 4.0)).astype(np.float32) / 255
    slope = np.linspace(1 - rng.uniform(0, 0.6), 1, width, dtype=np.float32)
    share = (soft * slope[:: int(rng.choice([-1, 1]))] * rng.uniform(0.3, 0.85))[..., None]
    tone = rng.uniform(150, 255) * np.clip(rng.normal(1, 0.08, 3), 0.6, 1)
    return np.clip(picture * (1 - share) + share * tone, 0, 255).astype(np.uint8)


def smear(picture: Frame, rng: Rng) -> Frame:
    """Blur by motion or defocus that leaves nothing to be read for sure."""
    side = min(picture.shape[:2])
    if rng.random() < 0.4:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), side * rng.uniform(0.06, 0.12)), np.uint8)
    reach = side * rng.uniform(0.16, 0.5)
    angle = rng.uniform(0, np.pi)
    size = 2 * int(reach / 2) + 3
    kernel = np.zeros((size, size), np.float32)
    half = reach / 2 * np.array([np.cos(angle), np.sin(angle)])
    middle = size // 2
    start = (round(middle - half[0]), round(middle - half[1]))
    end = (round(middle + half[0]), round(middle + half[1]))
    cv2.line(kernel, start, end, 1.0, 1)
    kernel /= kernel.sum()
    return np.asarray(cv2.filter2D(picture, -1, kernel, borderType=cv2.BORDER_REFLECT), np.uint8)


def cover(picture: Frame, rng: Rng) -> Frame:
    """Something in front of a good part of the die: a finger, a card, another body."""
    height, width = picture.shape[:2]
    side = max(height, width)
    way = rng.uniform(0, 2 * np.pi)
    out = np.array([np.cos(way), np.sin(way)])
    across = np.array([-out[1], out[0]])
    near = np.array([width, height]) * (0.5 + out * rng.uniform(-0.08, 0.2))
    half = side * rng.uniform(0.18, 0.6)
    left, right = near - across * half, near + across * half
    points = np.array([left, right, right + out * side, left + out * side])
    points = points + rng.normal(0, side * 0.04, points.shape)
    tone = np.array([0.5, 0.62, 0.82])
    tone = rng.uniform(0, 255, 3) if rng.random() < 0.6 else tone * rng.uniform(60, 250)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.rint(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.3, 1.5)).astype(np.float32)[..., None] / 255
    shade = 1 + 0.25 * rng.normal(0, 1) * np.linspace(-1, 1, width)[None, :, None]
    return np.clip(picture * (1 - soft) + soft * tone * shade, 0, 255).astype(np.uint8)
