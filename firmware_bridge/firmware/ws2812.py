# mypy: ignore-errors
"""The ring's signal, made by one of the microcontroller's PIO machines."""

from rp2 import PIO, asm_pio

CYCLES_PER_SECOND = 8000000
"""Ten cycles a bit, 1.25 µs: a 0 is high for 0.375, a 1 for 0.75 µs (WS2812B's datasheet: 0.4 and 0.8)."""


@asm_pio(
    sideset_init=PIO.OUT_LOW,
    out_shiftdir=PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=8,
    fifo_join=PIO.JOIN_TX,
)
def ws2812():
    """Send eight bits of each word, the highest first."""
    wrap_target()
    label("bit")
    out(x, 1).side(0)[3]
    jmp(not_x, "zero").side(1)[2]
    jmp("bit").side(1)[2]
    label("zero")
    nop().side(0)[2]
    wrap()
