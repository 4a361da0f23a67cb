from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cli import main
from vision.images import load_image

PARTS = ["config", "disk", "journal", "clock", "screen", "pins", "serial", "board", "camera"]


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A configuration whose parts all work here: a folder serves as the camera."""
    frames = tmp_path / "frames"
    frames.mkdir()
    cv2.imwrite(str(frames / "1.png"), np.full((240, 320, 3), 90, np.uint8))
    path = tmp_path / "pharaoh.toml"
    path.write_text(
        f'[camera]\nsource = "{frames}"\n[buttons]\nenabled = false\n'
        f'[journal]\npath = "{tmp_path}/state/journal.sqlite"\n'
    )
    return path


def test_a_line_for_each_part_and_zero_where_all_is_well(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--config", str(config), "doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [[part, "ok"] for part in PARTS]


def test_one_part_that_fails_is_told_and_the_exit_code_is_one(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--config", str(config), "doctor", "--camera", "nowhere"]) == 1
    *others, last = capsys.readouterr().out.splitlines()
    assert last.startswith("camera   failed  There is nothing called nowhere: give a camera's number")
    assert all(line.split()[1] == "ok" for line in others)


def test_json_is_one_object_with_the_figures(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--config", str(config), "doctor", "--json"]) == 0
    told = capsys.readouterr()
    report = json.loads(told.out)
    assert report["ok"] is True
    assert [check["part"] for check in report["checks"]] == PARTS
    assert all(check["status"] == "ok" for check in report["checks"])
    assert report["checks"][-1]["figures"]["size"] == [320, 240]
    assert told.err == ""


def test_a_wrong_configuration_is_told_and_the_rest_is_looked_at(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    config.write_text("[camera]\nlamp_hz = 55\nsize = 3\n")
    assert main(["--config", str(config), "--camera", str(tmp_path / "frames"), "doctor"]) == 1
    first, *others = capsys.readouterr().out.splitlines()
    assert first.startswith("config   failed")
    assert "line 2: lamp_hz" in first
    assert "line 3: size" in first
    assert [line.split()[0] for line in others] == PARTS[1:]
    assert others[-1].split()[1] == "ok"


def test_the_picture_that_was_asked_for_is_written(config: Path, tmp_path: Path) -> None:
    picture = tmp_path / "seen.png"
    assert main(["--config", str(config), "doctor", "--picture", str(picture)]) == 0
    assert load_image(picture).shape == (240, 320, 3)
