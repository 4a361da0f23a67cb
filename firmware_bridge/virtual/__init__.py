"""A board without a board: the firmware's own files on a pseudo-terminal, with faults on command."""
