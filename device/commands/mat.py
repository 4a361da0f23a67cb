"""`pharaoh mat`: make the mat to print and put under the dice."""

from __future__ import annotations

import argparse
from pathlib import Path

from device.errors import MatFileError, UsageError
from vision.mat.layout import LAYOUTS
from vision.mat.pdf import mat_pdf


def run(args: argparse.Namespace) -> int:
    """Write the sheet as a PDF file, over an older one of that name."""
    path: Path = args.out
    if path.suffix.lower() != ".pdf":
        raise UsageError(f"{path} does not end in .pdf: name the file to print, such as mat.pdf.")
    layout = LAYOUTS[args.paper]
    try:
        path.write_bytes(mat_pdf(layout))
    except OSError as error:
        raise MatFileError(f"{path} cannot be written ({error.strerror}): name a file elsewhere.") from None
    print(f"{path}: print it at 100 % on {layout.name}, then check its ruler against one of yours.")
    return 0
