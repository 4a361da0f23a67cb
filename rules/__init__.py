"""The law of the five games: pure Python, no clock, no chance, no devices."""
