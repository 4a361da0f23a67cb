# mypy: ignore-errors
"""What the firmware uses of MicroPython's `rp2`: a state machine that keeps the words it was given.

Runs under MicroPython, in place of the module of the same name. PIO programs are run as far as the firmware's
one needs: `out` of one bit into x, `jmp`, `nop`, each with side-set and delay (RP2040 datasheet, chapter 3).
"""

machines = {}


class PIO:
    """Names for a program's settings."""

    OUT_LOW = 2
    SHIFT_LEFT = 0
    JOIN_TX = 1


class _Instruction:
    """One line of a program: `.side(level)[delay]`."""

    def __init__(self, name):
        self.name = name
        self.level = None
        self.delay = 0

    def side(self, level):
        """The side-set pin's level meanwhile."""
        self.level = level
        return self

    def __getitem__(self, delay):
        """Cycles that it takes beside its own one."""
        self.delay = delay
        return self


class Program:
    """The lines of a program."""

    def __init__(self, function, settings):
        self.settings = settings
        self.lines = []
        self.labels = {}
        names = {
            "wrap_target": lambda: None,
            "wrap": lambda: None,
            "label": self._label,
            "x": "x",
            "not_x": "not_x",
            "out": self._line("out"),
            "jmp": self._line("jmp"),
            "nop": self._line("nop"),
        }
        function.__globals__.update(names)
        function()
        for name in names:
            del function.__globals__[name]

    def levels(self, bits):
        """The side-set pin's level in each cycle, from the first bit to the end of the last one."""
        levels = []
        place = 0
        bit = None
        bits = list(bits)
        while True:
            line = self.lines[place]
            place = (place + 1) % len(self.lines)
            if line.name[0] == "out":
                assert line.name[1:] == ("x", 1)
                if not bits:
                    return levels
                bit = bits.pop(0)
            elif line.name[0] == "jmp" and (len(line.name) == 2 or (line.name[1] == "not_x" and not bit)):
                place = self.labels[line.name[-1]]
            levels += [line.level] * (1 + line.delay)

    def _label(self, name):
        self.labels[name] = len(self.lines)

    def _line(self, name):
        def add(*arguments):
            # MicroPython cannot unpack into a tuple.
            instruction = _Instruction((name,) + arguments)  # noqa: RUF005
            self.lines.append(instruction)
            return instruction

        return add


def asm_pio(**settings):
    """Take a function for a program."""
    return lambda function: Program(function, settings)


class StateMachine:
    """One of eight machines, with a program."""

    def __init__(self, number, program, freq=-1, *, sideset_base=None):
        assert 0 <= number < 8
        machines[number] = self
        self.program = program
        self.freq = freq
        self.pin = sideset_base
        self.running = False
        self.words = [0] * 72

    def active(self, on):
        """Let it run."""
        self.running = bool(on)

    def put(self, values, shift=0):
        """Give it words, each shifted to the left."""
        assert self.running
        # Without making objects, as in the real one.
        for place in range(len(values)):
            self.words[place] = values[place] << shift
