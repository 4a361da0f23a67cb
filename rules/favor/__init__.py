"""Favor of the Pharaoh: dice, level bars, tiles, set-up and the turn."""
