"""A program that opens a window and prints its id and every event: what the tests click on.

Usage: window_program.py WIDTH HEIGHT [fullscreen]
"""

from __future__ import annotations

import sys
import time

import pygame

from ui.window import ButtonPressed, Quit, Touched, Window


def _draw(surface: pygame.Surface) -> None:
    surface.fill((200, 150, 60))


def main(width: int, height: int, fullscreen: bool) -> None:
    with Window.open((width, height), fullscreen=fullscreen, caption="window under test") as window:
        print("open", pygame.display.get_wm_info()["window"], flush=True)
        while True:
            for event in window.events():
                match event:
                    case Quit():
                        print("quit", flush=True)
                        return
                    case ButtonPressed(button):
                        print("button", button, flush=True)
                    case Touched(x, y):
                        print("touch", round(x), round(y), flush=True)
            window.present(_draw)
            time.sleep(0.005)


main(int(sys.argv[1]), int(sys.argv[2]), "fullscreen" in sys.argv[3:])
