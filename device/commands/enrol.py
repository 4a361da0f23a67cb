"""`pharaoh enrol`: let the table know a die by sight, or list and forget the dice that it knows."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from device.config import ScreenConfig, load_config
from device.enrolment import Enrolment, dice_folder, die_to_enrol
from device.enrolment_app import EnrolApp
from device.errors import UsageError
from ui.errors import ScreenError
from ui.window import Window
from vision.enrolment import EnrolledDie, Locator, enrolled_names, load_die, portrait, remove_die
from vision.enrolment.model import MOST_PICTURES, check_name
from vision.errors import VisionError
from vision.images import PICTURE_SUFFIXES, load_image
from vision.reading import Frame
from vision.settling import MotionDetector
from vision.sources import FrameSource, open_source

_EMPTY = "empty"
"""Name of a recorded folder's picture of the tray without dice."""


def run(args: argparse.Namespace) -> int:
    """Do what was asked; 1 where faces are still missing, a die is damaged, or there is none to forget."""
    config = load_config(args.config)
    root = dice_folder(config, args.data)
    if args.list:
        return _list(root)
    if args.die is None:
        raise UsageError("name the die to enrol, such as 'pharaoh enrol d8-blue', or give --list")
    name = args.die.lower()
    check_name(name, "a die")
    if args.remove:
        return _remove(root, name)
    faces = [face.strip().lower() for face in args.faces.split(",")] if args.faces else []
    enrolment = Enrolment(die_to_enrol(root, name, args.sides, faces), root)
    if args.redo:
        enrolment.redo(args.redo.lower())
    told = args.source or config.camera.source
    if Path(told).is_dir():
        _from_folder(enrolment, Path(told))
    elif enrolment.asked is not None:
        _from_frames(enrolment, told, config.screen)
    return _result(enrolment)


def _list(root: Path) -> int:
    code = 0
    for name in enrolled_names(root):
        try:
            print(_line(load_die(root / name)))
        except VisionError as error:
            print(f"pharaoh enrol: {error}", file=sys.stderr)
            code = 1
    return code


def _line(die: EnrolledDie) -> str:
    pictures = sum(len(face.pictures) for face in die)
    state = f"still missing {', '.join(die.missing)}" if die.missing else "all known"
    return f"{die.name}: {die.sides} sides, {len(die.faces)} faces, {pictures} pictures, {state}"


def _remove(root: Path, name: str) -> int:
    if remove_die(root, name):
        print(f"{name} is forgotten.")
        return 0
    print(
        f"pharaoh enrol: no die called {name} is enrolled; 'pharaoh enrol --list' lists them", file=sys.stderr
    )
    return 1


def _result(enrolment: Enrolment) -> int:
    for warning in enrolment.warnings:
        print(f"pharaoh enrol: {warning}", file=sys.stderr)
    print(_line(enrolment.die))
    if enrolment.die.complete:
        return 0
    print(f"Go on whenever you like with 'pharaoh enrol {enrolment.die.name}'.", file=sys.stderr)
    return 1


def _from_frames(enrolment: Enrolment, told: str, screen: ScreenConfig) -> None:
    """Take faces from a camera in a window, and from a recording, or where there is no screen, without."""
    with open_source(told) as source:
        if not source.live:
            _watch(enrolment, source)
            return
    try:
        window = Window.open(screen.size, fullscreen=screen.fullscreen, caption="Pharaoh: enrol a die")
    except ScreenError:
        with open_source(told) as source:
            _watch(enrolment, source)
        return
    enrolment.ask_for_empty_tray()
    with window:
        EnrolApp(enrolment, window, lambda: open_source(told)).run()


def _watch(enrolment: Enrolment, source: FrameSource) -> None:
    """Take faces from a camera or recording until all are known or it ends, saying what is wanted."""
    motion = MotionDetector()
    said = ""
    while enrolment.asked is not None:
        if enrolment.message != said:
            said = enrolment.message
            print(said, flush=True)
        frame = source.read()
        if frame is None:
            return
        enrolment.feed(frame, motion.feed(frame))


def _from_folder(enrolment: Enrolment, folder: Path) -> None:
    """Take the faces asked for from pictures that are named after them: 3.jpg, 3-2.jpg, star_a.png.

    A face that is known already stays as it is, unless it is the one to be redone.
    """
    wanted = [face.name for face in enrolment.die if not face.pictures or face.name == enrolment.asked]
    files = _named(folder, [face.name for face in enrolment.die])
    locate = Locator(_empty_tray(folder))
    for name in wanted:
        pictures = []
        for path in files.get(name, ())[:MOST_PICTURES]:
            frame = load_image(path)
            boxes = locate(frame)
            if len(boxes) == 1:
                pictures.append(portrait(frame, boxes[0]))
            else:
                seen = "more than one thing is" if boxes else "no die is"
                print(f"pharaoh enrol: {path}: {seen} seen in this picture; it is left out", file=sys.stderr)
        if pictures:
            enrolment.add(name, pictures)
            print(f"Face {name}: {len(pictures)} pictures.", flush=True)


def _named(folder: Path, faces: Sequence[str]) -> dict[str, list[Path]]:
    """The folder's pictures by the face that each is named after, in the order of their names."""
    found: dict[str, list[Path]] = {}
    strange = []
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() not in PICTURE_SUFFIXES or path.name.startswith("."):
            continue
        stem = path.stem.lower()
        fitting = [face for face in faces if re.fullmatch(rf"{re.escape(face)}(?![a-z0-9]).*", stem)]
        if fitting:
            found.setdefault(max(fitting, key=len), []).append(path)
        elif stem != _EMPTY:
            strange.append(path.name)
    if strange:
        print(
            f"pharaoh enrol: no face is called as {', '.join(strange)}; "
            "begin each picture's name with its face, such as 3-1.jpg",
            file=sys.stderr,
        )
    return found


def _empty_tray(folder: Path) -> Frame | None:
    for suffix in sorted(PICTURE_SUFFIXES):
        if (path := folder / f"{_EMPTY}{suffix}").exists():
            return load_image(path)
    return None
