"""What the board's program needs from its pins and its line."""


class Hardware:
    """The microcontroller as `Board` sees it; `pico` is the real one."""

    board_id = bytes(8)
    """Eight bytes that no other board has."""
    boot_id = bytes(4)
    """Drawn at random at every start."""
    reset_cause = 0
    """Why it started, as HELLO tells it."""

    def ticks(self) -> int:
        """The µs of this moment, modulo 2^30."""
        raise NotImplementedError

    def closed(self, button: int) -> int:
        """1 if a button's contact is closed now, else 0."""
        raise NotImplementedError

    def receive(self, data: bytearray) -> int:
        """Read what has come into `data`, at most its length; how many bytes, without waiting."""
        raise NotImplementedError

    def can_send(self) -> bool:
        """Whether the line takes bytes; a host that does not read fills it."""
        raise NotImplementedError

    def send(self, data: bytearray, count: int) -> None:
        """Send the first `count` bytes."""
        raise NotImplementedError

    def show_lamps(self, levels: bytearray) -> None:
        """Light the button lamps, each 0 to 255."""
        raise NotImplementedError

    def show_ring(self, pixels: bytearray) -> None:
        """Light the ring: three bytes an LED, green, red, blue."""
        raise NotImplementedError

    def sound(self, hertz: int) -> None:
        """Let the buzzer sound, 0 for silence."""
        raise NotImplementedError

    def restart_to_prompt(self) -> None:
        """Start anew and stay at MicroPython's prompt."""
        raise NotImplementedError
