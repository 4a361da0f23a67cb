"""Whether the board with the players' buttons answers, its firmware, and how well its clock is known."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from device.board import ports_of
from device.config import BoardConfig
from device.doctor.checkup import Finding
from firmware_bridge.firmware.version import FIRMWARE
from firmware_bridge.link import BoardLink, LinkLost, LinkNews, LinkState
from firmware_bridge.ports import SerialPort

ANSWER_S = 4.0
"""How long a board may take to answer: it may just have been plugged in."""

LISTEN_S = 2.0
"""How long its clock is watched."""

_SLOW_TURN_US = 5000
_VAGUE_NS = 5_000_000


def look_at_board(
    config: BoardConfig,
    find: Callable[[], Sequence[SerialPort]] | None = None,
    *,
    make_link: Callable[..., BoardLink] = BoardLink,
    now_s: Callable[[], float] = time.monotonic,
) -> Finding:
    """Talk with the board for a moment, if there is one; there need be none."""
    if not config.enabled:
        return Finding("board", True, "switched off in [board]: touch and keys serve", {"found": False})
    look = find or partial(ports_of, config)
    ports = look()
    if not ports:
        return Finding("board", True, "no board found: touch and keys serve", {"found": False})
    if not any(port.usable for port in ports):
        what = f"{ports[0].device} may not be used: add this user to the group dialout"
        return Finding("board", False, what, {"found": True})
    news: list[LinkNews] = []
    link = make_link(news.append, look)
    try:
        listened = _listened(link, news, now_s)
    finally:
        link.stop()
    if listened is None:
        reasons = [each.reason for each in news if isinstance(each, LinkLost)]
        what = reasons[0] if reasons else f"{ports[0].device} does not answer"
        return Finding(
            "board", False, f"{what}; for a new board run 'pharaoh firmware install'", {"found": True}
        )
    return _told(*listened)


def _listened(
    link: BoardLink, news: list[LinkNews], now_s: Callable[[], float]
) -> tuple[LinkState, int] | None:
    """How the link stands after it has listened for a while, and how many frames were damaged in it.

    None where nobody answered.
    """
    end = now_s() + ANSWER_S
    while link.state is None and not any(isinstance(each, LinkLost) for each in news) and now_s() < end:
        link.turn()
    before: int | None = None
    end = now_s() + LISTEN_S
    while (state := link.state) is not None and now_s() < end:
        # The board counts since its start, and the first frame may have been cut by the opening.
        if before is None and state.pong is not None:
            before = _damaged(state)
        link.turn()
    return None if state is None else (state, _damaged(state) - (before or 0))


def _damaged(state: LinkState) -> int:
    return state.damaged + (state.pong.damaged if state.pong is not None else 0)


def _told(state: LinkState, damaged: int) -> Finding:
    firmware = ".".join(map(str, state.hello.firmware))
    figures: dict[str, Any] = {
        "found": True,
        "port": state.device,
        "firmware": firmware,
        "board": state.hello.board.hex(),
        "buttons": state.hello.buttons,
        "leds": state.hello.leds,
        "damaged_frames": damaged,
        "drift_ppm": round(state.drift_ppm, 1),
    }
    if state.pong is None or state.uncertainty_ns is None:
        return Finding("board", False, f"{state.device} does not tell its clock: unplug it once", figures)
    figures["uncertainty_ms"] = round(state.uncertainty_ns / 1e6, 3)
    figures["slowest_turn_ms"] = state.pong.slowest / 1000
    text = (
        f"{state.device}, firmware {firmware}, {state.hello.buttons} buttons, clock known to "
        f"{state.uncertainty_ns / 1e6:.1f} ms, slowest turn {state.pong.slowest / 1000:.1f} ms"
    )
    if state.hello.firmware < FIRMWARE:
        newer = ".".join(map(str, FIRMWARE))
        return Finding("board", False, f"{text}; {newer} is here: run 'pharaoh firmware install'", figures)
    if damaged:
        return Finding("board", False, f"{text}; bytes are damaged: take another cable", figures)
    if state.uncertainty_ns > _VAGUE_NS or state.pong.slowest > _SLOW_TURN_US:
        return Finding("board", False, f"{text}; it is too slow: plug it straight into the computer", figures)
    return Finding("board", True, text, figures)
