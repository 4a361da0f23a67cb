from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cli import main
from tests.vision.enrolment.drawn_polyhedra import Shot, box, draw, solid
from vision.enrolment import EnrolledDice, load_die
from vision.reading import Frame

DIE = solid(8, (180, 60, 30), (230, 230, 230))
Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)


def shot(seed: int) -> Shot:
    return Shot(angle=61.0 * seed, tilt=4, azimuth=100.0 * seed, size=100, seed=seed)


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Two pictures of each face, named after it."""
    folder = tmp_path / "photos"
    folder.mkdir()
    for face in DIE.faces:
        for view in (1, 2):
            frame = draw(DIE, face, shot(view + 2 * int(face)))
            cv2.imwrite(str(folder / f"{face}-{view}.png"), frame)
    return folder


def enrol(tmp_path: Path, *argv: str | Path) -> int:
    return main(["enrol", *map(str, argv), "--data", str(tmp_path / "data")])


def test_a_folder_of_pictures_enrols_a_die_that_is_then_recognised(
    tmp_path: Path, photos: Path, capsys: Output
) -> None:
    assert enrol(tmp_path, "d8-blue", "--source", photos) == 0
    assert capsys.readouterr().out.splitlines()[-1] == ("d8-blue: 8 sides, 8 faces, 16 pictures, all known")
    dice = EnrolledDice.load_all(tmp_path / "data" / "dice")
    match = dice.recognise(draw(DIE, "6", shot(99)), box(shot(99)))
    assert match is not None
    assert (match.name, match.face, match.value, match.sure) == ("d8-blue", "6", 6, True)


def test_missing_faces_are_named_and_come_later(tmp_path: Path, photos: Path, capsys: Output) -> None:
    kept = (photos / "5-1.png").read_bytes()
    for view in (1, 2):
        (photos / f"5-{view}.png").unlink()
    assert enrol(tmp_path, "d8", "--source", photos) == 1
    said = capsys.readouterr()
    assert "still missing 5" in said.out
    assert "Go on whenever you like with 'pharaoh enrol d8'" in said.err
    for path in photos.iterdir():
        path.unlink()
    (photos / "5.png").write_bytes(kept)
    assert enrol(tmp_path, "d8", "--source", photos) == 0
    assert "15 pictures, all known" in capsys.readouterr().out


def test_a_face_is_redone_from_other_pictures(tmp_path: Path, photos: Path, capsys: Output) -> None:
    assert enrol(tmp_path, "d8", "--source", photos) == 0
    for path in photos.iterdir():
        if path.name != "3-2.png":
            path.unlink()
    assert enrol(tmp_path, "d8", "--source", photos, "--redo", "3") == 0
    assert len(load_die(tmp_path / "data" / "dice" / "d8").face("3").pictures) == 1
    assert enrol(tmp_path, "d8", "--source", photos, "--redo", "9") == 1
    assert "has no face '9'" in capsys.readouterr().err


def test_pictures_of_no_face_and_without_a_die_are_named(
    tmp_path: Path, photos: Path, capsys: Output
) -> None:
    (photos / "sun.png").write_bytes((photos / "1-1.png").read_bytes())
    (photos / "12-1.png").write_bytes((photos / "1-1.png").read_bytes())
    (photos / "notes.txt").write_text("mine")
    cv2.imwrite(str(photos / "7-3.png"), np.full((240, 320, 3), 90, np.uint8))
    assert enrol(tmp_path, "d8", "--source", photos) == 0
    said = capsys.readouterr().err
    assert "no face is called as 12-1.png, sun.png" in said
    assert "7-3.png: no die is seen in this picture" in said


def test_the_empty_tray_s_picture_helps_on_a_pattern(tmp_path: Path, capsys: Output) -> None:
    rng = np.random.default_rng(4)
    cloth = np.kron(rng.integers(20, 220, (24, 32, 3), np.uint8), np.ones((10, 10, 1), np.uint8)).astype(
        np.uint8
    )
    folder = tmp_path / "photos"
    folder.mkdir()
    cv2.imwrite(str(folder / "empty.png"), cloth)
    for face in ("1", "2"):
        cv2.imwrite(str(folder / f"{face}.png"), draw(DIE, face, shot(int(face)), cloth))
    assert enrol(tmp_path, "coin", "--faces", "1,2", "--source", folder) == 0
    assert "2 sides, 2 faces, 2 pictures, all known" in capsys.readouterr().out


def test_a_face_laid_twice_is_told(tmp_path: Path, photos: Path, capsys: Output) -> None:
    for view in (1, 2):
        cv2.imwrite(str(photos / f"4-{view}.png"), draw(DIE, "2", shot(50 + view)))
    assert enrol(tmp_path, "d8", "--source", photos) == 0
    assert "looks like face 2, which is already known: was 2 up instead of 4?" in capsys.readouterr().err


def video(path: Path, faces: tuple[str, ...]) -> None:
    """A die laid down again and again, at rest for half a second each time, a hand in between."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, (320, 240))
    rng = np.random.default_rng(1)

    def write(frame: Frame) -> None:
        noise = rng.normal(0, 1.5, frame.shape)
        writer.write(np.clip(frame + noise, 0, 255).astype(np.uint8))

    for number, face in enumerate(face for face in faces for _ in range(3)):
        still = draw(DIE, face, Shot(angle=47.0 * number, tilt=4, azimuth=80.0 * number, size=100, noise=0))
        for step in range(6):
            hand = still.copy()
            hand[:, : 300 - 40 * step] = (120, 150, 200)
            write(hand)
        for _ in range(15):
            write(still)
    writer.release()


def test_a_video_enrols_each_face_as_it_comes_to_rest(tmp_path: Path, capsys: Output) -> None:
    video(tmp_path / "die.avi", ("1", "2"))
    assert enrol(tmp_path, "d8", "--source", tmp_path / "die.avi") == 1
    out = capsys.readouterr().out.splitlines()
    assert out[:4] == [
        "Lay the die with 1 up.",
        "Face 1: 1 of 3. Turn the die a little, with 1 still up.",
        "Face 1: 2 of 3. Turn the die a little, with 1 still up.",
        "Lay the die with 2 up.",
    ]
    assert out[-1] == "d8: 8 sides, 8 faces, 6 pictures, still missing 3, 4, 5, 6, 7, 8"


def test_dice_are_listed_and_forgotten(tmp_path: Path, photos: Path, capsys: Output) -> None:
    assert enrol(tmp_path, "--list") == 0
    assert capsys.readouterr().out == ""
    assert enrol(tmp_path, "d8", "--source", photos) == 0
    capsys.readouterr()
    assert enrol(tmp_path, "--list") == 0
    assert capsys.readouterr().out == "d8: 8 sides, 8 faces, 16 pictures, all known\n"
    (tmp_path / "data" / "dice" / "d8" / "1-1.png").unlink()
    assert enrol(tmp_path, "--list") == 1
    assert "1-1.png" in capsys.readouterr().err
    assert enrol(tmp_path, "d8", "--remove") == 0
    assert enrol(tmp_path, "d8", "--remove") == 1
    assert "no die called d8 is enrolled" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "code", "words"),
    [
        ([], 2, "name the die to enrol"),
        (["mine"], 2, "--sides 6 or --faces"),
        (["../d6"], 1, "cannot be the name of a die"),
        (["d6", "--faces", "1,2,,3"], 1, "cannot be the name of a face"),
        (["d6", "--faces", "1,1"], 1, "named twice"),
        (["d6", "--source", "nowhere.avi"], 1, "nowhere.avi"),
        (["--remove"], 2, "name the die to enrol"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    tmp_path: Path, capsys: Output, argv: list[str], code: int, words: str
) -> None:
    assert enrol(tmp_path, *argv) == code
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1
    assert "Traceback" not in said
