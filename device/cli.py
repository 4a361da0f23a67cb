"""`pharaoh`, the command: the table itself, and questions to its parts.

Exit codes: 0 done, 1 the answer is no or a check failed, 2 wrong usage. With `--json`, stdout has data and
nothing else.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from device.commands import claims, demo, journal, read, table
from device.errors import ConfigError, DeviceError, UsageError
from rules.errors import RulesError
from ui.errors import UiError
from vision.errors import VisionError

USAGE = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; every failure is one sentence on stderr."""
    parser = _parser()
    args = parser.parse_args(argv)
    try:
        return int(args.run(args))
    except UsageError as error:
        print(f"pharaoh: {error}", file=sys.stderr)
        return USAGE
    except ConfigError as error:
        print(error, file=sys.stderr)
        return USAGE
    except (DeviceError, VisionError, RulesError, UiError) as error:
        print(f"pharaoh: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # Whoever read our output has enough; Python would complain once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pharaoh", description="The table companion; without a command it runs the table."
    )
    parser.add_argument("--config", type=Path, help="a configuration file (TOML)")
    table.add(parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command in (demo, read, claims, journal):
        command.add(commands)
    return parser
