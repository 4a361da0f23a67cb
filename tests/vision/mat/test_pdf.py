from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache

import cv2
import numpy as np
import pytest

from vision.mat.drawing import Text, drawing
from vision.mat.layout import GREY, LAYOUTS, Box, Layout, Paper
from vision.mat.pdf import mat_pdf
from vision.reading import Frame

PAPERS = list(LAYOUTS)
PX_PER_MM = 200 / 25.4

needs_renderer = pytest.mark.skipif(
    shutil.which("pdftoppm") is None, reason="pdftoppm is not installed (poppler-utils)"
)


@cache
def printed(paper: Paper) -> Frame:
    """The sheet as a renderer of its own prints it."""
    command = ["pdftoppm", "-r", "200", "-"]
    picture = subprocess.run(command, input=mat_pdf(LAYOUTS[paper]), capture_output=True, check=True)
    assert picture.stderr == b""
    return np.asarray(cv2.imdecode(np.frombuffer(picture.stdout, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def shade(frame: Frame, box: Box, inset: float = 0.5) -> float:
    """Mean grey of `box` (mm) without `inset` mm at its edges."""
    left, top = (round((at + inset) * PX_PER_MM) for at in (box.x, box.y))
    right, bottom = (round((at - inset) * PX_PER_MM) for at in (box.x + box.width, box.y + box.height))
    return float(frame[top:bottom, left:right].mean())


def dark_edges(frame: Frame, around: Box) -> tuple[float, float, float, float]:
    """Left, top, right and bottom (mm) of the black within `around`, to a fraction of a px."""
    left, top = round(around.x * PX_PER_MM), round(around.y * PX_PER_MM)
    right, bottom = (
        round((around.x + around.width) * PX_PER_MM),
        round((around.y + around.height) * PX_PER_MM),
    )
    darkness = 1 - frame[top:bottom, left:right, 0] / 255
    edges = []
    for axis, start in ((0, left), (1, top)):
        # A cell's border is black from end to end, so the darkest line is as dark as the square is wide.
        profile = darkness.max(axis=axis)
        dark = np.flatnonzero(profile > 0.5)
        edges.append((start + dark[0] + 1 - profile[dark[0]] - profile[dark[0] - 1]) / PX_PER_MM)
        edges.append((start + dark[-1] + profile[dark[-1]] + profile[dark[-1] + 1]) / PX_PER_MM)
    return (edges[0], edges[2], edges[1], edges[3])


def grown(box: Box, by: float) -> Box:
    return Box(box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_offset_in_the_files_table_is_where_its_object_begins(paper: Paper) -> None:
    data = mat_pdf(LAYOUTS[paper])
    table = data.index(b"xref\n")
    assert int(data.split(b"startxref\n")[1].split()[0]) == table
    entries = data[table:].split(b"trailer")[0].splitlines(keepends=True)[2:]
    assert all(len(entry) == 20 for entry in entries)
    for number, entry in enumerate(entries[1:], 1):
        assert data[int(entry[:10]) :].startswith(b"%d 0 obj\n" % number)
    assert data.endswith(b"%%EOF\n")


@pytest.mark.parametrize("paper", PAPERS)
def test_the_files_stream_is_as_long_as_it_says(paper: Paper) -> None:
    data = mat_pdf(LAYOUTS[paper])
    length = re.search(rb"/Length (\d+) >>\nstream\n", data)
    assert length is not None
    assert data[length.end() + int(length[1]) :].startswith(b"\nendstream")


@pytest.mark.parametrize(
    ("paper", "points"), [("a4", (841.89, 595.28)), ("a3", (1190.55, 841.89)), ("letter", (792, 612))]
)
def test_the_page_has_the_papers_size(paper: Paper, points: tuple[float, float]) -> None:
    media_box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", mat_pdf(LAYOUTS[paper]))
    assert media_box is not None
    assert [float(side) for side in media_box.groups()] == pytest.approx(points, abs=0.005)


@needs_renderer
@pytest.mark.parametrize("paper", PAPERS)
def test_fiducials_are_printed_where_the_layout_says(paper: Paper) -> None:
    layout = LAYOUTS[paper]
    for fiducial in layout.fiducials:
        box = fiducial.box
        edges = dark_edges(printed(paper), grown(box, 3))
        assert edges == pytest.approx((box.x, box.y, box.x + box.width, box.y + box.height), abs=0.1)


@needs_renderer
@pytest.mark.parametrize("paper", PAPERS)
def test_each_fiducials_cells_are_printed_in_its_code(paper: Paper) -> None:
    for fiducial in LAYOUTS[paper].fiducials:
        cells = [
            Box(
                fiducial.box.x + x * fiducial.cell,
                fiducial.box.y + y * fiducial.cell,
                fiducial.cell,
                fiducial.cell,
            )
            for y in range(1, 5)
            for x in range(1, 5)
        ]
        bits = "".join("1" if shade(printed(paper), cell) > 128 else "0" for cell in cells)
        assert int(bits, 2) == fiducial.code


@needs_renderer
@pytest.mark.parametrize("paper", PAPERS)
def test_the_grey_patch_reflects_18_percent(paper: Paper) -> None:
    assert shade(printed(paper), LAYOUTS[paper].grey) == pytest.approx(255 * GREY, abs=1)


@needs_renderer
@pytest.mark.parametrize("paper", PAPERS)
def test_the_ruler_is_100_mm_long(paper: Paper) -> None:
    box = LAYOUTS[paper].ruler
    row, left = round((box.y + 1) * PX_PER_MM), round((box.x - 20) * PX_PER_MM)
    inked = np.flatnonzero(printed(paper)[row, left : left + round(140 * PX_PER_MM), 0] < 230) / PX_PER_MM
    assert inked[-1] - inked[0] == pytest.approx(100, abs=0.5)


@needs_renderer
@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_on_the_fields_is_dark_enough_for_a_pip(paper: Paper) -> None:
    frame = printed(paper)
    for box in (LAYOUTS[paper].roll, LAYOUTS[paper].lock):
        left, top = int(box.x * PX_PER_MM), int(box.y * PX_PER_MM)
        right, bottom = int((box.x + box.width) * PX_PER_MM), int((box.y + box.height) * PX_PER_MM)
        assert frame[top:bottom, left:right].min() >= 195


def boxes(layout: Layout) -> list[Box]:
    return [
        *(fiducial.box for fiducial in layout.fiducials),
        layout.grey,
        layout.roll,
        layout.lock,
        layout.ruler,
    ]


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_on_the_sheet_overlaps_or_leaves_its_printable_part(paper: Paper) -> None:
    layout = LAYOUTS[paper]
    for index, box in enumerate(boxes(layout)):
        assert min(box.x, box.y) >= 10
        assert box.x + box.width <= layout.width - 9.99
        assert box.y + box.height <= layout.height - 9.99
        for other in boxes(layout)[index + 1 :]:
            apart_x = max(box.x, other.x) - min(box.x + box.width, other.x + other.width)
            apart_y = max(box.y, other.y) - min(box.y + box.height, other.y + other.height)
            assert max(apart_x, apart_y) >= 4


@pytest.mark.parametrize("paper", PAPERS)
def test_the_sheet_says_how_it_is_to_be_printed(paper: Paper) -> None:
    words = [item.words for item in drawing(LAYOUTS[paper]) if isinstance(item, Text)]
    assert any("Print at 100 %" in line for line in words)


def turned(code: int) -> set[int]:
    """The code as it reads in each rotation, and mirrored."""
    cells = np.array([int(bit) for bit in f"{code:016b}"]).reshape(4, 4)
    views = [np.rot90(each, turn) for each in (cells, cells[:, ::-1]) for turn in range(4)]
    return {int("".join(map(str, view.ravel())), 2) for view in views}


def test_no_code_can_be_taken_for_another_one_or_for_itself_turned() -> None:
    codes = [fiducial.code for layout in LAYOUTS.values() for fiducial in layout.fiducials]
    for index, code in enumerate(codes):
        others = turned(code) - {code}
        assert len(others) == 7
        others |= {view for other in codes[index + 1 :] for view in turned(other)}
        assert min((code ^ other).bit_count() for other in others) >= 5


def test_a_place_on_the_mat_belongs_to_one_field_at_most() -> None:
    layout = LAYOUTS["a4"]
    assert layout.zone(layout.roll.middle) == "roll"
    assert layout.zone(layout.lock.middle) == "lock"
    assert layout.zone(layout.grey.middle) is None
    assert layout.zone((-5.0, 100.0)) is None


def test_the_files_bytes_are_the_same_each_time() -> None:
    assert mat_pdf(LAYOUTS["a4"]) == mat_pdf(LAYOUTS["a4"])
