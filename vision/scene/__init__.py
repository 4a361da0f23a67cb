"""The project's own pictures of a dice tray: what the demo plays and what tests read.

A scene is frozen data (`Scene`, `SceneDie`, …); `render` draws it, `render_truth` says what is on it,
`scatter` makes one from a list of dice, and `throw` plays how it came about. All of it is reproducible from
its seeds.
"""

from vision.scene.looks import (
    BODY_COLOURS,
    FACES,
    FAMILY_FACES,
    FAVOR_LOOKS,
    MARK_COLOURS,
    DieLook,
    Make,
)
from vision.scene.model import Camera, Clutter, Glare, Hand, Light, Scene, SceneDie, Surface
from vision.scene.play import scatter, throw
from vision.scene.render import DieTruth, render, render_truth

__all__ = [
    "BODY_COLOURS",
    "FACES",
    "FAMILY_FACES",
    "FAVOR_LOOKS",
    "MARK_COLOURS",
    "Camera",
    "Clutter",
    "DieLook",
    "DieTruth",
    "Glare",
    "Hand",
    "Light",
    "Make",
    "Scene",
    "SceneDie",
    "Surface",
    "render",
    "render_truth",
    "scatter",
    "throw",
]
