"""Favor of the Pharaoh: dice, level bars, tiles and their powers, set-up, the turn, the final roll-off."""
