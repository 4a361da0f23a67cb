from __future__ import annotations

from firmware_bridge.framing import Deframer, encode
from firmware_bridge.messages import (
    Ack,
    ButtonEvent,
    Hello,
    Lamps,
    Ping,
    Pong,
    Ring,
    Sound,
    Stop,
    Stranger,
    Who,
    from_board,
)
from tests.firmware_bridge.firmware.bench import BOOT, MS, TOKEN, Bench, S

LIT = Lamps(2000, ((0, 15),) * 6)
RED_RING = Ring(2000, 2, ((255, 0, 0),) * 4, level=6144)
BEEP = Sound(2000, 7, ((880, 100), (0, 50), (440, 100)))


def hello(token: int, oldest: int = 0, next_: int = 0, lost: int = 0) -> Hello:
    return Hello(
        1, 0, (1, 0, 0), token, BOOT, b"bench\0\0\1", 1_000_000, 6, 24, 1, oldest, next_, lost
    )  # fmt: skip


def linked() -> Bench:
    bench = Bench()
    bench.link()
    return bench


def test_a_board_that_nobody_asked_makes_itself_known_once_a_second() -> None:
    bench = Bench()
    bench.wait(3500 * MS)
    assert bench.heard() == [hello(0)] * 4


def test_a_host_that_asks_is_answered_with_its_token_and_pings_with_the_clock() -> None:
    bench = Bench(start_us=5_000_000_123)
    bench.say(Who(1, 0, TOKEN))
    assert bench.heard() == [hello(TOKEN)]
    bench.say(Ping(99))
    assert bench.heard() == [Pong(99, 5_000_000_123 % 2**32 % 2**30, 0, 0, 0, 0)]


def test_the_clock_goes_beyond_microcpythons_ticks_and_wraps_at_32_bits() -> None:
    bench = Bench()
    bench.link()
    for _ in range(50):
        bench.wait(100 * S, step_us=S // 2)
        bench.link()
        bench.say(Ping(1))
        (pong,) = bench.pongs()
        assert pong.stamp == bench.pins.us % 2**32
    assert bench.pins.us > 2**32


def test_a_board_that_is_not_asked_first_answers_everything_by_its_hello() -> None:
    bench = Bench()
    bench.wait(MS)
    bench.heard()
    bench.say(Ping(1), LIT, RED_RING, BEEP, Ack(BOOT, 0))
    assert bench.heard() == [hello(0)] * 5
    bench.wait(50 * MS)
    assert bench.pins.lamps == bytes(6)
    assert bench.pins.hertz == 0


def test_a_host_of_another_version_is_told_the_boards_and_gets_no_events() -> None:
    bench = Bench()
    bench.wait(MS)
    bench.heard()
    bench.say(Who(2, 0, TOKEN))
    assert bench.heard() == [hello(TOKEN)]
    bench.tap(0)
    assert bench.events() == []
    reds = [led for led in range(24) if bench.pins.ring[3 * led + 1]]
    assert reds == [0, 12]
    assert bench.pins.ring.count(0) == 70


def test_a_hosts_question_of_an_unknown_length_is_answered_if_its_version_is_another() -> None:
    for longer in (b"\1\2\0", b"\1\7\0\1\2\3\4\5"):
        bench = Bench()
        bench.wait(MS)
        bench.heard()
        bench.pins.incoming += encode(longer)
        bench.read()
        assert [type(message) for message in bench.heard()] == [Hello]
        assert bench.board._reader.damaged == 0


def test_a_board_of_another_version_is_known_by_six_bytes() -> None:
    payload = bytearray(hello(0).encode())
    payload[1] = 9
    assert from_board(bytes(payload)) == Stranger(9, 0, (1, 0, 0))


def test_a_press_is_sent_at_once_with_the_stamp_of_its_first_edge() -> None:
    bench = linked()
    bench.wait(5 * MS)
    at = bench.pins.us
    bench.edge(4, 1)
    bench.wait(300, step_us=100)
    bench.edge(4, 0)
    bench.wait(200, step_us=100)
    bench.edge(4, 1)
    bench.wait(MS)
    assert bench.events() == [ButtonEvent(BOOT, 0, 4, 1, at, 0)]


def test_a_release_is_told_after_20_ms_with_the_moment_since_which_it_is_open() -> None:
    bench = linked()
    bench.edge(4, 1)
    bench.wait(50 * MS)
    bench.say(Ack(BOOT, 1))
    bench.heard()
    bench.edge(4, 0)
    bench.wait(MS)
    bench.edge(4, 1)
    bench.wait(MS)
    at = bench.pins.us
    bench.edge(4, 0)
    bench.wait(19 * MS)
    assert bench.events() == []
    bench.wait(MS)
    assert bench.events() == [ButtonEvent(BOOT, 1, 4, 0, at, 0)]


def test_an_event_is_sent_again_until_the_host_has_it() -> None:
    bench = linked()
    bench.edge(0, 1)
    bench.wait(65 * MS)
    assert [event.seq for event in bench.events()] == [0] * 4
    bench.say(Ack(BOOT, 1))
    bench.wait(200 * MS)
    assert bench.events() == []


def test_a_repeated_acknowledgement_brings_a_lost_event_back_before_its_time() -> None:
    bench = linked()
    bench.edge(0, 1)
    bench.wait(MS)
    bench.edge(1, 1)
    bench.wait(6 * MS)
    assert [event.seq for event in bench.events()] == [0, 1]
    bench.say(Ack(BOOT, 0))
    assert [event.seq for event in bench.events()] == [0, 1]
    bench.say(Ack(BOOT, 0))
    assert bench.events() == [], "one hint is enough for all of them"


def test_at_most_eight_events_are_under_way_and_all_come_in_order() -> None:
    bench = linked()
    for _ in range(2):
        for button in range(6):
            bench.edge(button, 1)
        bench.wait(25 * MS)
        for button in range(6):
            bench.edge(button, 0)
        bench.wait(25 * MS)
    bench.heard()
    got: list[int] = []
    while len(got) < 24:
        bench.wait(25 * MS)
        fresh = list(dict.fromkeys(event.seq for event in bench.events()))
        assert len(fresh) <= 8
        got += [seq for seq in fresh if seq == len(got)]
        got += [seq for seq in fresh if seq >= len(got)]
        bench.say(Ack(BOOT, len(got)))
    assert got == list(range(24))


def test_what_is_under_way_is_not_sent_again_because_some_of_it_arrived() -> None:
    bench = linked()
    for _ in range(2):
        for button in range(6):
            bench.edge(button, 1)
        bench.wait(MS)
        for button in range(6):
            bench.edge(button, 0)
        bench.wait(25 * MS)
    bench.wait(20 * MS)
    bench.heard()
    bench.say(Ack(BOOT, 3))
    assert [event.seq for event in bench.events()] == [8, 9, 10]


def test_only_what_was_acknowledged_is_forgotten() -> None:
    bench = linked()
    bench.tap(1)
    bench.heard()
    for wrong in (Ack(BOOT ^ 1, 2), Ack(BOOT, 3), Ack(BOOT, 65535)):
        bench.say(wrong)
    bench.say(Who(1, 0, TOKEN))
    assert bench.hellos()[-1] == hello(TOKEN, 0, 2)
    bench.say(Ack(BOOT, 1), Who(1, 0, TOKEN))
    assert bench.hellos()[-1] == hello(TOKEN, 1, 2)


def test_an_acknowledgement_that_cannot_be_is_answered_by_what_is_kept() -> None:
    bench = linked()
    bench.tap(1)
    bench.heard()
    bench.say(Ack(BOOT, 7))
    assert bench.hellos() == [hello(0, 0, 2)]


def test_the_sequence_number_wraps() -> None:
    bench = linked()
    bench.board._events.oldest = 65530
    for _ in range(6):
        bench.tap(2)
    bench.heard()
    bench.wait(25 * MS)
    assert [event.seq for event in bench.events()][:8] == [65530, 65531, 65532, 65533, 65534, 65535, 0, 1]
    bench.say(Ack(BOOT, 2))
    bench.wait(MS)
    assert [event.seq for event in bench.events()] == [2, 3, 4, 5]
    bench.say(Ack(BOOT, 6), Who(1, 0, TOKEN))
    assert bench.hellos()[-1] == hello(TOKEN, 6, 6)


def test_a_full_queue_keeps_the_oldest_and_counts_the_rest() -> None:
    bench = Bench()
    for _ in range(35):
        bench.tap(0)
    bench.heard()
    bench.say(Who(1, 0, TOKEN))
    assert bench.hellos()[0] == hello(TOKEN, 0, 64, lost=6)
    bench.say(Ack(BOOT, 64))
    bench.heard()
    bench.tap(0)
    assert [event.seq for event in bench.events()][:2] == [64, 64]
    bench.say(Ping(5))
    (pong,) = bench.pongs()
    assert (pong.queued, pong.lost) == (2, 6)


def test_presses_without_a_host_are_kept_and_tell_their_age() -> None:
    bench = Bench()
    bench.tap(3)
    bench.wait(151 * S, step_us=S)
    bench.heard()
    bench.say(Who(1, 0, TOKEN))
    assert [(event.seq, event.edge, event.age) for event in bench.events()] == [(0, 1, 2), (1, 0, 2)]
    bench.wait(6 * 3600 * S, step_us=240 * S)
    bench.say(Who(1, 0, TOKEN))
    assert [event.age for event in bench.events()][-2:] == [255, 255]


def test_a_button_held_at_the_start_is_no_press_until_it_was_let_go() -> None:
    bench = Bench(down=(2,))
    bench.link()
    bench.wait(100 * MS)
    bench.edge(2, 0)
    bench.wait(100 * MS)
    assert bench.events() == []
    bench.edge(2, 1)
    bench.wait(MS)
    assert [(event.button, event.edge) for event in bench.events()] == [(2, 1)]


def test_more_edges_than_fit_are_made_good_by_the_contacts_level() -> None:
    bench = linked()
    for _ in range(80):
        bench.edge(0, 1)
        bench.edge(0, 0)
    bench.edge(5, 1)
    bench.wait(50 * MS)
    seen = {(event.seq, event.button, event.edge) for event in bench.events()}
    assert seen == {(0, 0, 1), (1, 5, 1), (2, 0, 0)}


def test_lights_hold_for_their_time_and_no_longer() -> None:
    bench = linked()
    bench.say(Lamps(500, ((0, 15),) * 6), Ring(300, 2, ((255, 0, 0),) * 4, level=6144))
    for _ in range(4):
        bench.wait(70 * MS)
        bench.say(Ping(1))
    assert bench.pins.lamps == b"\xff" * 6
    assert bench.pins.ring[1] > 0
    bench.wait(50 * MS)
    assert bench.pins.ring == bytes(72)
    assert bench.pins.lamps == b"\xff" * 6
    bench.wait(200 * MS)
    assert bench.pins.lamps == bytes(6)


def test_lights_that_are_sent_again_hold_anew() -> None:
    bench = linked()
    for _ in range(10):
        bench.say(Lamps(300, ((0, 15),) * 6))
        bench.wait(250 * MS)
        assert bench.pins.lamps == b"\xff" * 6


def test_after_a_second_of_silence_lights_go_down_and_the_ring_shows_it() -> None:
    bench = linked()
    bench.say(Lamps(10_000, ((0, 15),) * 6), Ring(10_000, 2, ((0, 0, 255),) * 4, level=6144), BEEP)
    bench.wait(960 * MS)
    assert bench.pins.lamps == b"\xff" * 6
    bench.heard()
    bench.wait(80 * MS)
    assert bench.heard() == [hello(0)]
    assert bench.pins.lamps == bytes(6)
    assert bench.pins.hertz == 0
    places = []
    for _ in range(40):
        bench.wait(100 * MS)
        lit = [led for led in range(24) if any(bench.pins.ring[3 * led : 3 * led + 3])]
        assert len(lit) == 1
        assert sum(bench.pins.ring) <= 32
        places += lit
    assert set(places) == set(range(24)), "it goes round in 4 s"


def test_any_valid_word_keeps_the_link_and_damaged_ones_do_not() -> None:
    bench = linked()
    for _ in range(4):
        bench.wait(900 * MS)
        bench.say(Ack(BOOT, 0))
    bench.heard()
    for _ in range(12):
        bench.wait(100 * MS)
        bench.pins.incoming += b"\x05\x02\x01\x01\x01\0"
    assert bench.hellos() == [hello(0)]


def test_a_sound_is_played_once_however_often_it_is_sent() -> None:
    bench = linked()
    heard = []
    for _ in range(60):
        bench.say(BEEP)
        bench.wait(10 * MS)
        heard.append(bench.pins.hertz)
    assert [hertz for n, hertz in enumerate(heard) if n == 0 or heard[n - 1] != hertz] == [880, 0, 440, 0]
    assert heard.count(880) in (9, 10)
    bench.say(Sound(2000, 8, ((880, 100),)))
    assert bench.pins.hertz == 880
    bench.say(Sound(2000, 0))
    assert bench.pins.hertz == 0


def test_nothing_sounds_longer_than_its_time() -> None:
    bench = linked()
    bench.say(Sound(120, 3, ((880, 5000),)))
    bench.wait(110 * MS)
    assert bench.pins.hertz == 880
    bench.wait(10 * MS)
    assert bench.pins.hertz == 0


def test_stop_needs_the_boards_own_boot() -> None:
    bench = Bench()
    bench.say(Stop(BOOT ^ 0x100))
    assert not bench.pins.stopped
    bench.say(Stop(BOOT))
    assert bench.pins.stopped


def test_an_echoing_line_is_no_host() -> None:
    bench = linked()
    bench.wait(500 * MS)
    for echoed in (hello(TOKEN), Pong(1, 2, 3, 4, 5, 6), ButtonEvent(BOOT, 0, 1, 1, 0, 0)):
        bench.pins.incoming += encode(echoed.encode())
    bench.read()
    assert bench.heard() == []
    bench.wait(510 * MS)
    assert bench.hellos() == [hello(0)], "it is no word that keeps the link"
    assert bench.board._reader.damaged == 0


def test_a_line_that_takes_nothing_stops_nothing() -> None:
    bench = linked()
    bench.pins.clogged = True
    bench.edge(0, 1)
    bench.say(Ping(1), Lamps(2000, ((0, 15),) * 6))
    bench.wait(60 * MS)
    assert bench.heard() == []
    assert bench.pins.lamps == b"\xff" * 6
    bench.pins.clogged = False
    bench.wait(25 * MS)
    assert {event.seq for event in bench.events()} == {0}


def test_the_longest_turn_is_told_once() -> None:
    bench = linked()

    def slow(levels: bytearray) -> None:
        bench.pins.us += 7000

    bench.wait(19 * MS)
    bench.pins.show_lamps = slow  # type: ignore[method-assign]
    bench.wait(2 * MS)
    bench.pins.show_lamps = lambda levels: None  # type: ignore[method-assign]
    bench.say(Ping(1), Ping(2))
    assert [pong.slowest for pong in bench.pongs()] == [7000, 0]


def test_the_board_begins_with_a_zero_so_that_garbage_before_it_ends() -> None:
    bench = Bench()
    bench.wait(MS)
    stream = b"\x11\x22\x33" + bytes(bench.pins.outgoing)
    assert [from_board(payload) for payload in Deframer().feed(stream)] == [hello(0)]
