"""`pharaoh`, the command: the table itself, and questions to its parts.

Exit codes: 0 done, 1 the answer is no or a check failed, 2 wrong usage. With `--json`, stdout has data and
nothing else.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from device.commands.parsers import command_line
from device.errors import ConfigError, DeviceError, UsageError
from firmware_bridge.errors import BridgeError
from rules.errors import RulesError
from ui.errors import UiError
from vision.errors import VisionError

USAGE = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; every failure is one sentence on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A file's name may hold any byte, and a terminal may lack the rulebook's signs.
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            args = command_line().parse_args(argv)
            return int(import_module(args.module).run(args))
        finally:
            # What cannot be written is noticed here, not by Python at its exit.
            if sys.stdout is not None:
                sys.stdout.flush()
    except UsageError as error:
        print(f"pharaoh: {error}", file=sys.stderr)
        return USAGE
    except ConfigError as error:
        print(error, file=sys.stderr)
        return USAGE
    except (DeviceError, VisionError, RulesError, UiError, BridgeError) as error:
        print(f"pharaoh: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # Whoever read our output has enough.
        _drop_output()
        return 1
    except OSError as error:
        _drop_output()
        reason = error.strerror or error
        print(
            f"pharaoh: this cannot be written or read ({reason}); free some space or try again elsewhere",
            file=sys.stderr,
        )
        return 1
    except KeyboardInterrupt:
        return 130


def _drop_output() -> None:
    """Let what is still to be written go nowhere, since Python would try once more at its exit."""
    # Only a stream with a descriptor of its own is written at the exit.
    with suppress(OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
