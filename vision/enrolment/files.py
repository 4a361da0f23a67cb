"""Enrolled dice on the disk: a folder each, with pictures that people can look at, copy and send on.

```
dice/d8-blue/die.toml     which picture shows which face
             1-1.png 1-2.png 1-3.png 2-1.png …
```

The folder's name is the die's. A face's new pictures are on the disk before `die.toml` is replaced by one
that names them, so that a pulled plug costs no face that was taken before.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from vision.enrolment.errors import EnrolmentDiskError, EnrolmentError
from vision.enrolment.model import MOST_PICTURES, EnrolledDie, EnrolledFace, check_name
from vision.errors import VisionError
from vision.images import load_image
from vision.reading import Frame

FORMAT = 1
CARD = "die.toml"

_MOST_BYTES = 1 << 18
_PICTURE = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}-[0-9]{1,6}\.png")
_LEAST_PX, _MOST_PX = 48, 1024
_HEAD = """\
# A die that the table knows by sight. Copy the whole folder to another table's folder of dice to have it
# there as well; the folder's name is the die's name.
"""


@dataclass(frozen=True)
class DiceFolder:
    """What `load_dice` found: the dice, and a sentence for each folder that is no usable die."""

    dice: tuple[EnrolledDie, ...]
    faults: tuple[str, ...]


def load_dice(root: Path) -> DiceFolder:
    """All dice in the folders of `root`, by name; none where `root` does not exist yet.

    A die that cannot be used costs only itself. Raises EnrolmentDiskError where `root` cannot be listed.
    """
    dice, faults = [], []
    for name in enrolled_names(root):
        try:
            dice.append(load_die(root / name))
        except VisionError as error:
            faults.append(str(error))
    return DiceFolder(tuple(dice), tuple(faults))


def enrolled_names(root: Path) -> tuple[str, ...]:
    """The folders of `root` that are to be dice; raises EnrolmentDiskError where it cannot be listed."""
    try:
        entries = sorted(root.iterdir())
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise EnrolmentDiskError(
            f"the dice in {root} cannot be listed ({error.strerror}); check the path and its permissions"
        ) from error
    return tuple(entry.name for entry in entries if entry.is_dir() and not entry.name.startswith("."))


def load_die(folder: Path) -> EnrolledDie:
    """The die in `folder`, every picture checked.

    Raises EnrolmentError, or ImageError or SourceError for a picture, saying which file is wrong and what to
    do. Files that `die.toml` does not name are left alone.
    """
    card = folder / CARD
    table = _table(card)
    faces = [
        EnrolledFace(name, value, tuple(_picture(folder / file, card) for file in files))
        for name, value, files in _named_pictures(table, card)
    ]
    return _die(folder.name, table.get("sides"), faces, card)


def save_die(root: Path, die: EnrolledDie, sure: Sequence[str] = ()) -> None:
    """Write `die` into its folder below `root`, where it replaces what was known of it.

    `sure` names the faces whose pictures are on the disk already and need not be written again. Raises
    EnrolmentDiskError where it cannot be written; what was there before is then whole.
    """
    folder = root / die.name
    with _disk(folder):
        folder.mkdir(parents=True, exist_ok=True)
        before = _files_before(folder)
        known = {file for files in before.values() for file in files}
        listed: dict[str, tuple[str, ...]] = {}
        for face in die:
            kept = before.get(face.name, ())
            if face.name in sure and len(kept) == len(face.pictures):
                listed[face.name] = kept
                continue
            listed[face.name] = tuple(
                _written(folder, face.name, picture, known) for picture in face.pictures
            )
        _sync(folder)
        _write(folder / CARD, _card(die, listed).encode())
        _sync(folder)
        _sync(root)
        _tidy(folder, {file for files in listed.values() for file in files})


def remove_die(root: Path, name: str) -> bool:
    """Forget the die `name`; False where there is none.

    Only what belongs to a die is removed, so that a folder with other files in it stays. Raises
    EnrolmentDiskError where that fails, and EnrolmentError for a name that cannot be a die's.
    """
    check_name(name, "a die")
    folder = root / name
    if not folder.is_dir():
        return False
    with _disk(folder):
        # Without the card it is no die any more, whatever happens next.
        (folder / CARD).unlink(missing_ok=True)
        _tidy(folder, set())
        if not any(folder.iterdir()):
            folder.rmdir()
        _sync(root)
    return True


def _table(card: Path) -> dict[str, Any]:
    """The card's contents, of a format that is known."""
    try:
        with card.open("rb") as file:
            raw = file.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        raise EnrolmentError(
            f"{card.parent} is no enrolled die, it has no {CARD}; copy the whole folder again or remove it"
        ) from None
    except OSError as error:
        raise EnrolmentDiskError(
            f"{card} cannot be read ({error.strerror}); check its permissions"
        ) from error
    try:
        if len(raw) > _MOST_BYTES:
            raise ValueError("it is too large")
        table = tomllib.loads(raw.decode())
    except (ValueError, RecursionError) as error:
        raise EnrolmentError(
            f"{card} cannot be read as an enrolled die ({error}); "
            "copy the folder again, or enrol the die again"
        ) from None
    if (version := table.get("format")) != FORMAT:
        if isinstance(version, int) and version > FORMAT:
            raise EnrolmentError(f"{card} is of a newer version (format {version}); update this program")
        raise EnrolmentError(
            f"{card} is no enrolled die's card (format is not {FORMAT}); enrol the die again"
        )
    return table


def _named_pictures(table: dict[str, Any], card: Path) -> Iterator[tuple[str, int | None, list[str]]]:
    faces = table.get("face")
    if not isinstance(faces, list) or not all(isinstance(face, dict) for face in faces):
        raise EnrolmentError(
            f"{card} lists no faces ([[face]]); copy the folder again, or enrol the die again"
        )
    for face in faces:
        name, value, files = face.get("name"), face.get("value"), face.get("pictures", [])
        if not isinstance(name, str) or isinstance(value, bool) or not isinstance(value, int | None):
            raise EnrolmentError(
                f"{card}: a face needs a name in quotes, and its value must be a whole number"
            )
        if not isinstance(files, list) or len(files) > MOST_PICTURES:
            raise EnrolmentError(
                f"{card}: the pictures of face {name} must be a list of at most {MOST_PICTURES}"
            )
        for file in files:
            # A name with a path in it would reach out of the folder.
            if not isinstance(file, str) or not _PICTURE.fullmatch(file):
                raise EnrolmentError(
                    f"{card}: {file!r} cannot be a picture of face {name}; "
                    f"name a file of this folder, such as {name}-1.png"
                )
        yield name, value, files


def _picture(path: Path, card: Path) -> Frame:
    if path.is_symlink() or not path.exists():
        raise EnrolmentError(
            f"the picture {path.name} that {card} names is missing; copy it there, "
            f"or take the face again with 'pharaoh enrol {card.parent.name} --redo FACE'"
        )
    picture = load_image(path)
    height, width = picture.shape[:2]
    if height != width or not _LEAST_PX <= width <= _MOST_PX:
        raise EnrolmentError(
            f"{path} is {width} x {height} px and no picture of an enrolled die, "
            f"which is square and {_LEAST_PX} to {_MOST_PX} px wide; copy the right file there"
        )
    return picture


def _die(name: str, sides: object, faces: list[EnrolledFace], card: Path) -> EnrolledDie:
    if isinstance(sides, bool) or not isinstance(sides, int):
        raise EnrolmentError(f"{card}: sides must be a whole number, not {sides!r}; write sides = 6")
    try:
        return EnrolledDie(name, sides, tuple(faces))
    except EnrolmentError as error:
        raise EnrolmentError(f"{card}: {error}") from None


def _files_before(folder: Path) -> dict[str, tuple[str, ...]]:
    """The pictures of each face that an earlier card names; none where there is no card that can be read."""
    card = folder / CARD
    try:
        return {name: tuple(files) for name, _, files in _named_pictures(_table(card), card)}
    except EnrolmentError:
        return {}


def _written(folder: Path, face: str, picture: Frame, taken: set[str]) -> str:
    """Write one picture under a name that the earlier card does not use, and return the name."""
    number = 1
    while (name := f"{face}-{number}.png") in taken:
        number += 1
    taken.add(name)
    good, data = cv2.imencode(".png", picture)
    if not good:
        raise EnrolmentError("a picture of a die must be a colour frame; take the face again")
    _write(folder / name, data.tobytes())
    return name


def _card(die: EnrolledDie, listed: dict[str, tuple[str, ...]]) -> str:
    parts = [_HEAD, f"format = {FORMAT}\nsides = {die.sides}\n"]
    for face in die:
        value = "" if face.value is None else f"value = {face.value}\n"
        files = ", ".join(f'"{file}"' for file in listed[face.name])
        parts.append(f'\n[[face]]\nname = "{face.name}"\n{value}pictures = [{files}]\n')
    return "".join(parts)


def _write(path: Path, data: bytes) -> None:
    """Write a file so that after a power cut it is the old or the new one, never a part."""
    beside = path.with_name(f".{path.name}.part")
    with beside.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def _sync(folder: Path) -> None:
    """Make renamed files last."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _tidy(folder: Path, named: set[str]) -> None:
    """Remove pictures that no card names, and what a power cut left half written."""
    for path in folder.iterdir():
        stray = path.name.startswith(".") and path.name.endswith(".part")
        if stray or (_PICTURE.fullmatch(path.name) and path.name not in named):
            path.unlink(missing_ok=True)


@contextmanager
def _disk(folder: Path) -> Iterator[None]:
    try:
        yield
    except VisionError:
        raise
    except OSError as error:
        raise EnrolmentDiskError(
            f"the die in {folder} cannot be written ({error.strerror}); "
            "free some space or choose another --data"
        ) from error
