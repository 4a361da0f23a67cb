"""The board's own program, in MicroPython: this folder is what is copied to the Pico.

All modules but `pico`, `ws2812` and `start` know nothing of pins, so that the very same files run under
MicroPython on a computer and under CPython. Nothing in a turn of the loop makes an object, since MicroPython
would have to collect it one day, at a moment of its own choosing. Numbers stay below 2^30, beyond which a
32-bit board makes objects of them.
"""
