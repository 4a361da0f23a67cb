"""What the networks' outputs mean, the same in training and at run time."""

from __future__ import annotations

PIPS = ("1", "2", "3", "4", "5", "6")
SYMBOLS = ("star", "double-star", "reroll", "blocked", "gain", "decree")
KINDS = ("standard", "immediate", "serf", "noble", "artisan", "intrigue", "voyage", "decree")
"""The eight dice of Favor of the Pharaoh, in the order of the network's outputs."""

NONE = "none"
"""The face of a crop that shows no die, or not one die."""

TROUBLES = ("cocked", "stacked", "moving", "hidden", "glare")
"""Why a die cannot be trusted: it leans, lies on another, is blurred, partly covered, or mirrors a lamp."""

PIP_SIDE = 64
PIP_FACES = (*PIPS, *SYMBOLS, NONE)
POLY_SIDE = 96
NUMERAL_SIDE = 64
NUMERALS = tuple(str(n) for n in range(13))
PIP_NAMES = tuple(f"{n} pips" for n in PIPS)
POLY_FACES = (*NUMERALS, *PIP_NAMES, NONE)
ASKEW = "askew"
"""The face of a crop whose numeral does not stand upright."""

NUMERAL_FACES = (*NUMERALS, *PIP_NAMES, ASKEW, NONE)
SIDES = (6, 8, 10, 12)
POSE = 3
"""Of the upper face: its middle, x and y from the crop's middle in lengths of the crop, and the logarithm of
its reach, in lengths of the crop over `REACH_UNIT`."""

REACH_UNIT = 0.2

CROP_SPAN = 1.25
"""A crop's side in lengths of the longer side of the die's box."""

STACK_SIDE = 64
"""A crop's side in px where stacks are to be told."""

STACK_SPAN = 2.2
"""The side of such a crop in lengths of the die's box: what lies under a die sticks out."""

TOP_SPAN = 2.8
"""The side of an upper face's crop in lengths of its reach."""

STRIDE = 4
"""Px of the detector's input a cell of its maps."""

BOX_UNIT = 16.0
"""The px that the detector's logarithmic sizes are relative to."""
