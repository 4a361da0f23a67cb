"""Whatever comes out of the port, the host's side neither raises nor hangs nor invents a press."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from firmware_bridge.conversation import Conversation, Edge, Linked
from firmware_bridge.errors import VersionError
from firmware_bridge.framing import MAX_FRAME, Deframer, encode
from firmware_bridge.messages import ButtonEvent, Hello, Ping, Pong, Who, from_host

MS = 1_000_000
BOOT = 0xCAFE0001


def hello(token: int) -> Hello:
    return Hello(1, 0, (1, 0, 0), token, BOOT, b"board\0\0\1", 1_000_000, 6, 24, 1, 0, 0, 0)


def linked(seed: int) -> Conversation:
    """A conversation whose board has answered, and told its clock."""
    talk = Conversation(random.Random(seed))
    talk.opened(0)
    (who,) = (from_host(payload) for payload in Deframer().feed(talk.due(0)))
    assert isinstance(who, Who)
    (news,) = talk.hear(encode(hello(who.token).encode()), MS)
    assert isinstance(news, Linked)
    (ping, *_) = (from_host(payload) for payload in Deframer().feed(talk.due(2 * MS)))
    assert isinstance(ping, Ping)
    assert talk.hear(encode(Pong(ping.token, 5000, 0, 0, 0, 0).encode()), 3 * MS) == []
    return talk


def survive(talk: Conversation, data: bytes, chance: random.Random) -> list[object]:
    """Let a conversation hear bytes in pieces of any size; what it made of them."""
    news: list[object] = []
    at, now_ns = 0, 4 * MS
    while at < len(data):
        size = chance.randrange(1, 400)
        news += talk.hear(data[at : at + size], now_ns)
        at += size
        now_ns += MS
    assert len(talk._deframer._held) < MAX_FRAME
    return news


@pytest.mark.parametrize("count", [1_000, 1_000_000])
def test_random_bytes_are_no_news(count: int) -> None:
    chance = random.Random(count)
    talk = linked(count)
    assert [each for each in survive(talk, chance.randbytes(count), chance) if isinstance(each, Edge)] == []
    assert talk.damaged >= count // 600


@pytest.mark.parametrize("count", [2_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_pieces_of_right_frames_in_any_order_make_no_event_that_was_not_sent(count: int) -> None:
    chance = random.Random(count)
    talk = linked(1)
    # What another boot said, what was already taken or comes too early, and answers to nobody.
    frames = [
        *(encode(ButtonEvent(BOOT ^ 1, seq, 1, 1, 9000, 0).encode()) for seq in range(4)),
        *(encode(ButtonEvent(BOOT, seq, 2, 1, 9000, 0).encode()) for seq in (1, 2, 65535)),
        encode(Pong(1, 77, 3, 0, 0, 0).encode()),
    ]
    stream = bytearray()
    for _ in range(count):
        frame = chance.choice(frames)
        begin, end = sorted(chance.randrange(len(frame) + 1) for _ in range(2))
        stream += frame if chance.random() < 0.5 else frame[begin:end]
        if chance.random() < 0.2:
            stream.append(chance.randrange(256))
    assert [each for each in survive(talk, bytes(stream), chance) if isinstance(each, Edge)] == []
    (edge,) = talk.hear(b"\0" + encode(ButtonEvent(BOOT, 0, 3, 1, 9000, 0).encode()), 10**12)
    assert isinstance(edge, Edge)
    assert edge.button == 3


def test_what_came_before_a_stranger_is_not_lost_with_it() -> None:
    talk = linked(3)
    event = encode(ButtonEvent(BOOT, 0, 3, 1, 9000, 0).encode())
    stranger = encode(replace(hello(0), major=2).encode())
    (edge,) = talk.hear(event + stranger, 5 * MS)
    assert isinstance(edge, Edge)
    with pytest.raises(VersionError, match=r"speaks protocol 2\.0"):
        talk.due(6 * MS)


def test_a_restart_tells_up_to_when_every_press_is_here() -> None:
    talk = linked(4)
    asked_ns = 2 * MS
    for queued, now_ns in ((1, 300 * MS), (2, 600 * MS)):
        (ping, *_) = (from_host(payload) for payload in Deframer().feed(talk.due(now_ns)))
        assert isinstance(ping, Ping)
        talk.hear(encode(Pong(ping.token, now_ns // 1000, queued, 0, 0, 0).encode()), now_ns + MS)
    talk.hear(encode(hello(0).encode()), 700 * MS)
    (who,) = (from_host(payload) for payload in Deframer().feed(talk.due(700 * MS)))
    assert isinstance(who, Who)
    (news,) = talk.hear(encode(replace(hello(who.token), boot=BOOT ^ 1).encode()), 701 * MS)
    assert isinstance(news, Linked)
    assert (news.restarted, news.safe_ns) == (True, asked_ns)


def test_a_board_that_answers_no_ping_costs_no_more_and_more_memory() -> None:
    talk = linked(2)
    for number in range(1, 400):
        now_ns = number * 250 * MS
        # Something else is heard, so that the link is not given up.
        talk.hear(encode(Pong(1, 77, 0, 0, 0, 0).encode()), now_ns)
        talk.due(now_ns)
    assert len(talk._pings) <= 16
