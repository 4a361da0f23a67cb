"""Opens a window and closes it: run as a program of its own by `pharaoh doctor`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ui.errors import ScreenError
from ui.window import Window


def main(words: Sequence[str]) -> int:
    """Print the name of SDL's driver as the last line; 1 and a sentence on stderr where no window opens."""
    width, height = map(int, words[0].split("x"))
    try:
        with Window.open((width, height), fullscreen="--fullscreen" in words) as window:
            print(window.driver)
    except ScreenError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
