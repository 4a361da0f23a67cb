"""The demo turn: recorded frames through camera, reading, rules, journal and screen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from device.cli import main
from device.clock import HandClock
from device.demo import Demo
from device.errors import DemoError
from device.journal import Journal
from rules.favor.actions import CODEC, Begins, Claimed, Ended, FavorAction, Locked, Rolled, Token, TokenDrawn
from rules.favor.dice import Die, Kind
from ui.window import Quit, Window
from vision.dice_set import DiceSet
from vision.enrolment import EnrolledDice
from vision.images import load_image
from vision.reader import read
from vision.reading import Frame, Reading

TWO, FIVE = Die(Kind.STANDARD, "2"), Die(Kind.STANDARD, "5")


def test_recorded_throws_end_as_a_claimed_tile_in_the_journal(tmp_path: Path) -> None:
    lines: list[str] = []
    with (
        Journal.open(tmp_path / "journal.sqlite") as journal,
        Window.open((800, 480), headless=True) as window,
    ):
        Demo(window, journal, tmp_path / "frames", say=lines.append).play()
        (game,) = journal.games()
        actions = [CODEC.decode(entry) for entry in journal.actions(game.id)]
    rolled = actions[2]
    assert isinstance(rolled, Rolled)
    assert sorted(rolled.dice) == [TWO, TWO, FIVE]
    expected: list[FavorAction] = [
        Begins(0),
        TokenDrawn(Token.PIP),
        rolled,
        Locked((TWO, TWO)),
        Rolled((TWO,)),
        Locked((TWO,)),
        Claimed("servant"),
        TokenDrawn(Token.REROLL),
        Ended(),
    ]
    assert actions == expected
    assert "Herder, Worker, Farmer, Servant" in "".join(lines)


@pytest.mark.parametrize("size", ["800x480", "480x320"])
def test_without_a_display_the_screens_are_written_as_pictures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], size: str
) -> None:
    out = tmp_path / "pictures"
    out.mkdir()
    (out / "99.png").write_bytes(b"of an earlier demo")
    (out / "holiday.png").write_bytes(b"not ours")
    assert main(["demo", "--headless", "--size", size, "--out", str(out)]) == 0
    assert (out / "holiday.png").read_bytes() == b"not ours"
    pictures = sorted(out.glob("[0-9][0-9].png"))
    said = capsys.readouterr().out
    assert len(pictures) >= 19
    assert str(out) in said
    width, height = map(int, size.split("x"))
    assert {load_image(path).shape for path in pictures} == {(height, width, 3)}
    assert len({path.read_bytes() for path in pictures}) > 15


def test_a_display_that_does_not_answer_is_no_reason_to_fail(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":4711")
    monkeypatch.delenv("SDL_VIDEODRIVER")
    assert main(["demo", "--out", str(tmp_path)]) == 0
    assert "as PNG files" in capsys.readouterr().out


def test_pictures_that_cannot_be_written_are_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    assert main(["demo", "--headless", "--out", str(tmp_path / "file")]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "give another --out" in error


def test_closing_the_window_ends_the_demo_in_peace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    with (
        Journal.open(tmp_path / "journal.sqlite") as journal,
        Window.open((800, 480), headless=True) as window,
    ):
        asked = iter(range(100_000))
        monkeypatch.setattr(window, "events", lambda: [Quit()] if next(asked) == 5 else [])
        Demo(window, journal, tmp_path / "frames", say=lines.append).play()
    assert lines[-1] == "The window was closed."
    assert len(lines) < 10


def test_a_roll_that_the_camera_misreads_is_put_right_by_the_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def doubtful(frame: Frame, dice: DiceSet, known: EnrolledDice | None) -> Reading:
        reading = read(frame, dice, known)
        wrong = tuple(replace(die, face="6", value=6) for die in reading.dice)
        return replace(reading, status="unsure", reason="Glare hides a pip.", dice=wrong)

    monkeypatch.setattr("device.opening.read", doubtful)
    lines: list[str] = []
    with (
        Journal.open(tmp_path / "journal.sqlite") as journal,
        Window.open((800, 480), headless=True) as window,
    ):
        demo = Demo(window, journal, tmp_path / "frames", say=lines.append)
        demo.play()
    assert demo.table.state.players[0].tiles == ("servant",)
    assert any("The camera asks: Glare hides a pip." in line for line in lines)


class HurriedClock(HandClock):
    """A clock on which every look takes a second."""

    def now_ms(self) -> float:
        self.advance(1000)
        return super().now_ms()


def test_a_camera_that_gives_no_frame_ends_the_demo_with_what_it_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.stage.Stage.play", lambda stage, recording: None)
    with (
        Journal.open(tmp_path / "journal.sqlite") as journal,
        Window.open((800, 480), headless=True) as window,
        pytest.raises(DemoError, match="waited 30 s for a reading of the roll"),
    ):
        Demo(window, journal, tmp_path / "frames", say=lambda _: None, clock=HurriedClock()).play()
