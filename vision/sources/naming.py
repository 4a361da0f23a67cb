"""Finding a USB camera again after it was plugged in anew and got another number."""

from __future__ import annotations

from pathlib import Path

BY_ID = Path("/dev/v4l/by-id")
"""Where udev keeps a link for each camera, named by maker, model and serial number."""


def known_cameras(by_id: Path = BY_ID) -> tuple[str, ...]:
    """The lasting device paths of the USB cameras that are plugged in, by name."""
    try:
        return tuple(sorted(str(link) for link in by_id.iterdir() if link.name.endswith("-video-index0")))
    except OSError:
        return ()


class CameraName:
    """The device path of a camera, under which it is found wherever it is plugged in next.

    `path` is what people call it. Once it was open (`remember`), `find` follows udev's link to that very
    camera as long as there is one, and falls back to `path`.
    """

    def __init__(self, path: str, by_id: Path = BY_ID) -> None:
        self._path = path
        self._by_id = by_id
        self._link: Path | None = None

    def remember(self) -> None:
        """Note which camera has the path now."""
        self._link = next(iter(self._links()), self._link)

    def find(self) -> str:
        """The device path of the camera as of now, or the one that people gave."""
        if self._link is not None and self._link.exists():
            return str(self._link.resolve())
        return self._path

    def _links(self) -> list[Path]:
        device = Path(self.find()).resolve()
        try:
            return sorted(link for link in self._by_id.iterdir() if link.resolve() == device)
        except OSError:
            # Without udev there are no links, and while it works one may vanish.
            return []
