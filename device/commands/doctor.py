"""`pharaoh doctor`: look at each part of the table, and say what to do about those that fail."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from functools import partial

from device.camera import OPEN_S
from device.config import Config, load_config, parse_config
from device.doctor.board import ANSWER_S, LISTEN_S, look_at_board
from device.doctor.camera import look_at_camera
from device.doctor.checkup import Check, Finding, examine
from device.doctor.parts import (
    look_at_clock,
    look_at_disk,
    look_at_journal,
    look_at_pins,
    look_at_screen,
    look_at_serial,
)
from device.errors import ConfigError
from device.sources import source_opener


def run(args: argparse.Namespace) -> int:
    """Print a line for each part, or with `--json` one object; 1 where a check failed."""
    findings = []
    for finding in _findings(args):
        findings.append(finding)
        if not args.json:
            print(f"{finding.part:8} {'ok' if finding.ok else 'failed':7} {finding.text}", flush=True)
    healthy = all(finding.ok for finding in findings)
    if args.json:
        print(json.dumps({"ok": healthy, "checks": [finding.to_json() for finding in findings]}))
    return 0 if healthy else 1


def _findings(args: argparse.Namespace) -> Iterator[Finding]:
    try:
        config = load_config(args.config)
        yield Finding("config", True, "can be used")
    except ConfigError as error:
        yield Finding("config", False, "; ".join(str(error).splitlines()))
        # The other parts are looked at as if nothing were configured.
        config = parse_config("", "built-in configuration")
    yield from examine(_checks(args, config))


def _checks(args: argparse.Namespace, config: Config) -> tuple[Check, ...]:
    journal = args.journal or config.journal.path
    camera = partial(
        look_at_camera, config.camera, source_opener(config.camera, args.camera), picture=args.picture
    )
    return (
        Check("disk", partial(look_at_disk, journal)),
        Check("journal", partial(look_at_journal, journal)),
        Check("clock", look_at_clock),
        Check("screen", partial(look_at_screen, config.screen)),
        Check("pins", partial(look_at_pins, config.buttons)),
        Check("serial", look_at_serial),
        Check("board", partial(look_at_board, config.board), limit_s=ANSWER_S + LISTEN_S + 5),
        Check("camera", camera, limit_s=OPEN_S + 10),
    )
