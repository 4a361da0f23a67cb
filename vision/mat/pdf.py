"""The mat as a file to print: one page of vectors, so that it is exact at any printer's resolution."""

from __future__ import annotations

from collections.abc import Sequence

from vision.mat.drawing import Filled, Text, drawing
from vision.mat.layout import Layout

_POINTS_PER_MM = 72 / 25.4


def mat_pdf(layout: Layout) -> bytes:
    """The sheet as a PDF file of one page, the same bytes each time.

    Text is set in Helvetica, which every PDF viewer has, and the viewer is asked not to scale when it prints.
    Source: PDF Reference, third edition (version 1.4), sections 3.4, 3.6 and 4.
    """
    width, height = layout.width * _POINTS_PER_MM, layout.height * _POINTS_PER_MM
    # From here on one unit is 1 mm and y goes down, as in the layout.
    to_mm = f"{_POINTS_PER_MM:.7f} 0 0 {-_POINTS_PER_MM:.7f} 0 {height:.4f} cm"
    content = "\n".join([to_mm, *map(_operators, drawing(layout))]).encode("cp1252")
    return _file(
        [
            b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            (
                f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.4f} {height:.4f}] "
                "/Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>"
            ).encode("ascii"),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
            f"<< /Title (Dice mat, {layout.name}) /Producer (pharaoh mat) >>".encode("ascii"),
        ]
    )


def _operators(item: Filled | Text) -> str:
    """The page description's words for one thing that is printed."""
    if isinstance(item, Filled):
        box = item.box
        return f"{item.shade:.4f} g {box.x:.3f} {box.y:.3f} {box.width:.3f} {box.height:.3f} re f"
    words = item.words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    # The text's own matrix turns the letters upright again, since y goes down.
    return (
        f"{item.shade:.4f} g BT /F1 {item.size:.3f} Tf 1 0 0 -1 {item.x:.3f} {item.y:.3f} Tm ({words}) Tj ET"
    )


def _file(objects: Sequence[bytes]) -> bytes:
    """The objects, numbered from 1: the root first, the title last; then the table of their offsets."""
    # Bytes above 127 in a comment tell file transfers that this is no text.
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for offset in offsets:
        out += b"%010d 00000 n \n" % offset
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\n" % (len(objects) + 1, len(objects))
    out += b"startxref\n%d\n%%%%EOF\n" % table
    return bytes(out)
