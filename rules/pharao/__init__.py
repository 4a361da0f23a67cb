"""Pharao: covers over sliding tiles, search cards, mummies and seals; memory, tile sets and paths."""
