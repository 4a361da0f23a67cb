from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import ImageError, SourceError
from vision.reading import Frame
from vision.sources import (
    FolderSource,
    FrameSource,
    PictureSource,
    VideoSource,
    open_source,
)

BLUE_GREEN_RED = (40, 120, 220)


def flat(level: int) -> Frame:
    return np.full((48, 64, 3), level, np.uint8)


def save(path: Path, level: int) -> Path:
    assert cv2.imwrite(str(path), flat(level))
    return path


def save_video(path: Path, levels: Iterable[int]) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 15, (64, 48))
    assert writer.isOpened()
    for level in levels:
        writer.write(flat(level))
    writer.release()
    return path


def levels_of(source: FrameSource) -> list[int]:
    levels = []
    while (frame := source.read()) is not None:
        levels.append(round(float(frame.mean())))
    return levels


def test_pictures_come_in_the_order_given_and_then_end(tmp_path: Path) -> None:
    paths = [save(tmp_path / "b.png", 30), save(tmp_path / "a.png", 90)]
    with PictureSource(paths) as source:
        assert not source.live
        assert levels_of(source) == [30, 90]
        assert source.read() is None


def test_a_broken_picture_raises_once_and_the_next_one_still_comes(tmp_path: Path) -> None:
    broken = tmp_path / "broken.png"
    broken.write_text("no picture")
    source = PictureSource([broken, save(tmp_path / "good.png", 70)])
    with pytest.raises(ImageError, match=r"broken\.png"):
        source.read()
    assert levels_of(source) == [70]


def test_a_folder_is_read_in_natural_order(tmp_path: Path) -> None:
    for number in (10, 2, 1, 33):
        save(tmp_path / f"frame{number}.png", number)
    with FolderSource(tmp_path) as source:
        assert source.name == str(tmp_path)
        assert levels_of(source) == [1, 2, 10, 33]


def test_a_folder_takes_all_picture_kinds_and_leaves_other_files_out(tmp_path: Path) -> None:
    save(tmp_path / "1.png", 10)
    save(tmp_path / "2.jpg", 20)
    save(tmp_path / "3.jpeg", 30).rename(tmp_path / "3.JPEG")
    (tmp_path / "notes.txt").write_text("not a frame")
    (tmp_path / "._1.png").write_text("a file manager's own")
    assert levels_of(FolderSource(tmp_path)) == [10, 20, 30]


def test_the_last_picture_can_stay_for_ever(tmp_path: Path) -> None:
    save(tmp_path / "1.png", 10)
    save(tmp_path / "2.png", 20)
    with FolderSource(tmp_path, repeat_last=True) as source:
        frames = [source.read() for _ in range(5)]
    assert [int(frame[0, 0, 0]) for frame in frames if frame is not None] == [10, 20, 20, 20, 20]


def test_a_repeated_frame_is_not_changed_by_drawing_into_the_one_before(tmp_path: Path) -> None:
    source = PictureSource([save(tmp_path / "1.png", 10)], repeat_last=True)
    first = source.read()
    assert first is not None
    first[:] = 0
    second = source.read()
    assert second is not None
    assert int(second.max()) == 10


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"holds no picture: put \.jpg or \.png"):
        FolderSource(tmp_path)


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no folder"):
        FolderSource(tmp_path / "nowhere")


def test_a_video_gives_all_its_frames(tmp_path: Path) -> None:
    with VideoSource(save_video(tmp_path / "throw.avi", range(20, 220, 10))) as source:
        assert not source.live
        np.testing.assert_allclose(levels_of(source), range(20, 220, 10), atol=3)
        assert source.read() is None


def test_a_videos_red_and_blue_stay_in_opencvs_order(tmp_path: Path) -> None:
    path = tmp_path / "red.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 15, (64, 48))
    writer.write(np.full((48, 64, 3), BLUE_GREEN_RED, np.uint8))
    writer.release()
    frame = VideoSource(path).read()
    assert frame is not None
    np.testing.assert_allclose(frame[20, 20], BLUE_GREEN_RED, atol=4)


def test_a_video_that_stops_midway_says_after_how_many_frames(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = save_video(tmp_path / "throw.avi", range(10, 130, 4))
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 6 // 10])
    with VideoSource(path) as source, pytest.raises(SourceError, match=r"stops after \d+ of 30 frames"):
        levels_of(source)
    assert capfd.readouterr().err == ""


def test_a_text_file_called_avi_is_refused_quietly(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "letter.avi"
    path.write_text("no video")
    with pytest.raises(SourceError, match=r"letter\.avi is no picture or video"):
        VideoSource(path)
    assert capfd.readouterr().err == ""


def test_a_missing_video_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"no video .*nowhere\.avi"):
        VideoSource(tmp_path / "nowhere.avi")


@pytest.mark.parametrize("text", ["/dev/video9", "987"])
def test_a_missing_camera_is_named_with_what_to_give_instead(
    text: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SourceError, match=r"no camera at /dev/video9\d*: plug one in, or give"):
        open_source(text)
    assert capfd.readouterr().err == ""


def test_a_device_that_is_no_camera_is_refused() -> None:
    with pytest.raises(SourceError, match=r"/dev/null .*close the program|/dev/null is no camera"):
        open_source("/dev/null")


def test_a_source_is_chosen_by_what_the_text_names(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    save(folder / "1.png", 5)
    video = save_video(tmp_path / "throw.avi", [10, 20])
    picture = save(tmp_path / "tray.jpg", 60)
    nameless = picture.rename(tmp_path / "nameless")
    assert isinstance(open_source(str(folder)), FolderSource)
    assert isinstance(open_source(str(video)), VideoSource)
    assert isinstance(open_source(str(nameless)), PictureSource)


def test_a_broken_picture_is_told_about_as_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "letter.png"
    path.write_text("no picture")
    with open_source(str(path)) as source, pytest.raises(ImageError, match="not a JPEG or PNG"):
        source.read()


@pytest.mark.parametrize("text", ["", "  "])
def test_naming_nothing_is_refused(text: str) -> None:
    with pytest.raises(SourceError, match="No camera is named"):
        open_source(text)


def test_a_name_that_fits_nothing_lists_what_may_be_given(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"nothing called .*gone: give a camera's number"):
        open_source(str(tmp_path / "gone"))


@pytest.mark.parametrize("close_first", [False, True])
def test_every_recording_ends_with_none_also_after_closing(tmp_path: Path, close_first: bool) -> None:
    save(tmp_path / "1.png", 5)
    video = save_video(tmp_path / "throw.avi", [10, 20])
    sources: list[FrameSource] = [FolderSource(tmp_path), VideoSource(video)]
    for source in sources:
        if close_first:
            source.close()
            assert source.read() is None
        else:
            levels_of(source)
            assert source.read() is None
        source.close()
