import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.errors import ImageError, SourceError, VisionError
from vision.images import MAX_PIXELS, MIN_SIDE, load_image


def gradient(height: int = 60, width: int = 80) -> NDArray[np.uint8]:
    """A picture whose three channels and whose corners all differ."""
    rows, columns = np.mgrid[0:height, 0:width]
    blue, green = rows * 255 // height, columns * 255 // width
    return np.dstack([blue, green, np.full_like(blue, 200)]).astype(np.uint8)


def encoded(suffix: str, picture: NDArray[np.integer[Any]] | None = None) -> bytes:
    done, data = cv2.imencode(suffix, gradient() if picture is None else picture)
    assert done
    return bytes(data)


def png_chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png_header_only(width: int, height: int) -> bytes:
    """A well-formed PNG that claims a size and holds no pixels to decode."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + png_chunk(b"IHDR", header)
        + png_chunk(b"IDAT", zlib.compress(b""))
        + png_chunk(b"IEND", b"")
    )


Refused = Callable[[str, bytes], str]


@pytest.fixture
def refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Refused:
    """Load a file with the given content, which must be refused in one sentence with nothing printed."""

    def load(name: str, data: bytes) -> str:
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(ImageError) as caught:
            load_image(path)
        out, err = capfd.readouterr()
        assert (out, err) == ("", "")
        sentence = str(caught.value)
        assert name in sentence
        assert "\n" not in sentence
        assert sentence.endswith(".")
        return sentence

    return load


def test_a_png_comes_back_pixel_for_pixel_in_blue_green_red(tmp_path: Path) -> None:
    path = tmp_path / "tray.png"
    path.write_bytes(encoded(".png"))
    np.testing.assert_array_equal(load_image(path), gradient())


def test_a_jpeg_comes_back_close_to_what_was_saved(tmp_path: Path) -> None:
    path = tmp_path / "tray.jpg"
    path.write_bytes(encoded(".jpg"))
    frame = load_image(path)
    assert frame.dtype == np.uint8
    assert np.abs(frame.astype(int) - gradient()).mean() < 4


def test_the_content_counts_and_not_the_suffix(tmp_path: Path) -> None:
    path = tmp_path / "really_a_png.jpg"
    path.write_bytes(encoded(".png"))
    np.testing.assert_array_equal(load_image(path), gradient())


def test_a_grey_png_gets_three_equal_channels(tmp_path: Path) -> None:
    path = tmp_path / "grey.png"
    grey = gradient()[:, :, 0]
    path.write_bytes(encoded(".png", grey))
    np.testing.assert_array_equal(load_image(path), np.dstack([grey, grey, grey]))


@pytest.mark.parametrize("channels", [1, 3])
def test_a_16_bit_png_is_scaled_to_8_bits(tmp_path: Path, channels: int) -> None:
    path = tmp_path / "deep.png"
    shallow = gradient() if channels == 3 else gradient()[:, :, 0]
    path.write_bytes(encoded(".png", shallow.astype(np.uint16) * 257))
    expected = shallow if channels == 3 else np.dstack([shallow] * 3)
    np.testing.assert_allclose(load_image(path).astype(int), expected.astype(int), atol=1)


def test_a_png_with_transparency_keeps_its_colours(tmp_path: Path) -> None:
    path = tmp_path / "cutout.png"
    alpha = np.full((60, 80, 1), 90, np.uint8)
    path.write_bytes(encoded(".png", np.concatenate([gradient(), alpha], axis=2)))
    np.testing.assert_array_equal(load_image(path), gradient())


def test_side_notes_in_a_png_change_nothing_and_print_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    data = encoded(".png")
    after_header = 8 + 12 + 13
    odd_profile = png_chunk(b"iCCP", b"odd\x00\x00" + zlib.compress(b"no colour profile"))
    path = tmp_path / "profile.png"
    path.write_bytes(data[:after_header] + odd_profile + data[after_header:])
    np.testing.assert_array_equal(load_image(path), gradient())
    assert capfd.readouterr().err == ""


def test_a_jpeg_with_bytes_behind_its_end_is_read(tmp_path: Path) -> None:
    path = tmp_path / "phone.jpg"
    path.write_bytes(encoded(".jpg") + b"a phone's trailer \xff\xd8\xff")
    assert load_image(path).shape == (60, 80, 3)


def test_a_progressive_jpeg_is_read_and_its_half_is_refused(tmp_path: Path, refused: Refused) -> None:
    done, data = cv2.imencode(".jpg", gradient(), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])
    assert done
    path = tmp_path / "progressive.jpg"
    path.write_bytes(bytes(data))
    assert load_image(path).shape == (60, 80, 3)
    assert "breaks off" in refused("half.jpg", bytes(data)[: len(data) * 2 // 3])


def test_a_missing_file_is_a_source_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"no picture .*nowhere\.png"):
        load_image(tmp_path / "nowhere.png")


def test_a_file_below_a_file_counts_as_missing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(SourceError, match="no picture"):
        load_image(tmp_path / "file" / "tray.png")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ImageError, match="is a folder"):
        load_image(tmp_path)


def test_a_device_is_refused_without_reading_it() -> None:
    with pytest.raises(ImageError, match="is a device"):
        load_image("/dev/zero")


def test_an_empty_file_is_refused(refused: Refused) -> None:
    assert "is empty" in refused("empty.png", b"")


def test_a_text_file_called_png_is_refused(refused: Refused) -> None:
    assert "not a JPEG or PNG" in refused("letter.png", b"Dear reader, this is no picture.\n" * 40)


@pytest.mark.parametrize("share", [0.3, 0.9, 0.999])
def test_a_truncated_jpeg_is_refused(refused: Refused, share: float) -> None:
    data = encoded(".jpg")
    assert "breaks off" in refused("cut.jpg", data[: int(len(data) * share)])


def test_the_end_mark_of_a_preview_does_not_pass_for_the_jpegs_own(refused: Refused) -> None:
    data = encoded(".jpg")
    preview = b"Exif\x00\x00" + encoded(".jpg", gradient(32, 32))
    with_preview = data[:2] + b"\xff\xe1" + struct.pack(">H", len(preview) + 2) + preview + data[2:]
    assert "breaks off" in refused("cut.jpg", with_preview[:-40])


def test_a_jpeg_that_ends_in_zeros_after_a_power_cut_is_refused(refused: Refused) -> None:
    data = encoded(".jpg")
    cut = len(data) * 2 // 3
    assert "breaks off" in refused("power_cut.jpg", data[:cut] + bytes(len(data) - cut))


@pytest.mark.parametrize("share", [0.3, 0.9, 0.999])
def test_a_truncated_png_is_refused(refused: Refused, share: float) -> None:
    data = encoded(".png")
    assert "breaks off" in refused("cut.png", data[: int(len(data) * share)])


def test_a_png_with_a_flipped_byte_is_refused(refused: Refused) -> None:
    data = bytearray(encoded(".png"))
    data[len(data) // 2] ^= 0xFF
    assert "damaged" in refused("flipped.png", bytes(data))


def test_a_1x1_picture_is_refused_with_the_smallest_size(refused: Refused) -> None:
    for suffix in (".png", ".jpg"):
        sentence = refused(f"dot{suffix}", encoded(suffix, np.zeros((1, 1, 3), np.uint8)))
        assert f"at least {MIN_SIDE} x {MIN_SIDE} px" in sentence


def test_a_picture_of_the_smallest_size_is_read(tmp_path: Path) -> None:
    path = tmp_path / "small.png"
    path.write_bytes(encoded(".png", gradient(MIN_SIDE, MIN_SIDE)))
    assert load_image(path).shape == (MIN_SIDE, MIN_SIDE, 3)


def test_a_12000x9000_picture_is_refused_before_it_is_decoded(
    refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    def decode(*_: object) -> None:
        raise AssertionError("decoded an oversized picture")

    large_jpeg = encoded(".jpg", np.zeros((9000, 12000), np.uint8))
    monkeypatch.setattr(cv2, "imdecode", decode)
    for name, data in (("large.jpg", large_jpeg), ("large.png", png_header_only(12_000, 9_000))):
        sentence = refused(name, data)
        assert "12000 x 9000" in sentence
        assert f"{MAX_PIXELS // 1_000_000} megapixels" in sentence


@given(data=st.data(), suffix=st.sampled_from([".jpg", ".png"]))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_damage_gives_a_frame_or_one_sentence(tmp_path: Path, data: st.DataObject, suffix: str) -> None:
    content = bytearray(encoded(suffix))
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path / f"damaged{suffix}"
    path.write_bytes(content[: data.draw(st.integers(1, len(content)))])
    try:
        frame = load_image(path)
    except VisionError as error:
        assert "\n" not in str(error)
    else:
        assert frame.ndim == 3
        assert frame.dtype == np.uint8
