# mypy: ignore-errors
"""What the firmware uses of MicroPython's `machine`, with pins that a test moves and looks at.

Runs under MicroPython, in place of the module of the same name. Written from its documentation
(docs.micropython.org, `machine`), so that a name or an argument that does not exist there fails here.
"""

PWRON_RESET = 1
WDT_RESET = 3

pins = {}
cause = PWRON_RESET


class Restart(BaseException):
    """The microcontroller starts anew."""


class Irq:
    """An interrupt of a pin."""

    def __init__(self):
        self.handler = None
        self.trigger = 0
        self.hard = False
        self.raised = 0

    def flags(self):
        """What has raised it."""
        return self.raised


class Pin:
    """A pin by its number; there is one object for each."""

    IN, OUT = 0, 1
    PULL_UP = 1
    IRQ_FALLING, IRQ_RISING = 4, 8

    def __new__(cls, number, mode=-1, pull=-1):
        if number not in pins:
            pins[number] = object.__new__(cls)
        return pins[number]

    def __init__(self, number, mode=-1, pull=-1):
        if not hasattr(self, "level"):
            self.number = number
            self.level = 1
            self._irq = Irq()
        if mode >= 0:
            self.mode = mode
            self.pull = pull

    def value(self):
        """The level, 1 where nothing ties it down."""
        return self.level

    def irq(self, handler=None, trigger=12, *, hard=False):
        """The pin's interrupt, made ready if a handler is given."""
        if handler is not None:
            self._irq.handler = handler
            self._irq.trigger = trigger
            self._irq.hard = hard
        return self._irq

    def move(self, *levels):
        """Let the pin go through levels before its interrupt runs, as a bouncing contact does."""
        self._irq.raised = 0
        for level in levels:
            if level != self.level:
                self._irq.raised |= self.IRQ_RISING if level else self.IRQ_FALLING
            self.level = level
        self._irq.raised &= self._irq.trigger
        if self._irq.raised:
            self._irq.handler(self)


class PWM:
    """Pulses at a pin."""

    def __init__(self, pin, *, freq=None, duty_u16=None):
        self.pin = pin
        pin.pwm = self
        self.hertz = freq
        self.duty = duty_u16

    def freq(self, hertz):
        """Set the pulses' frequency."""
        assert 8 <= hertz <= 62500000
        self.hertz = hertz

    def duty_u16(self, duty):
        """Set how long a pulse is high, of 65535."""
        assert 0 <= duty <= 65535
        self.duty = duty


class WDT:
    """The watchdog, which here lets the test do something after each turn of the loop."""

    on_feed = None

    def __init__(self, timeout):
        assert 1 <= timeout <= 8388

    def feed(self):
        """The program is alive."""
        WDT.on_feed()


def unique_id():
    """Eight bytes."""
    return b"PICO\0\1\2\3"


def reset_cause():
    """Why the microcontroller started."""
    return cause


def reset():
    """Start anew."""
    raise Restart
