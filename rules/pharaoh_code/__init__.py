"""Pharaoh Code: equations and their solver, tiles, the round, scores and statistics."""
