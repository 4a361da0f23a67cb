from __future__ import annotations

import random

from device.code_claims import GRACE_NS, Claims
from device.presses import PlayerPress

MS = 1_000_000


def floor_of(claims: Claims) -> int | None:
    return None if claims.floor is None else claims.floor.player


def test_nobody_has_the_floor_before_presses_on_their_way_have_come() -> None:
    claims = Claims()
    assert claims.press(PlayerPress(1, 100 * MS, MS), 105 * MS)
    assert not claims.tick(105 * MS + GRACE_NS - 1)
    # It was made earlier and came later.
    claims.press(PlayerPress(0, 90 * MS, MS), 150 * MS)
    assert claims.tick(105 * MS + GRACE_NS)
    assert floor_of(claims) == 0
    assert claims.waiting == (1,)


def test_the_next_one_follows_when_the_first_is_done() -> None:
    claims = Claims()
    for seat in (2, 0, 1):
        claims.press(PlayerPress(seat, (10 + seat) * 20 * MS, MS), 500 * MS)
    order = []
    for _ in range(3):
        assert claims.tick(1_000 * MS)
        order.append(floor_of(claims))
        claims.done()
    assert order == [0, 1, 2]
    assert not claims.open


def test_a_tie_is_the_tables_to_decide() -> None:
    claims = Claims()
    claims.press(PlayerPress(0, 100 * MS, 5 * MS), 100 * MS)
    claims.press(PlayerPress(1, 104 * MS, 5 * MS), 104 * MS)
    claims.press(PlayerPress(2, 150 * MS, 5 * MS), 150 * MS)
    assert claims.tick(200 * MS)
    assert claims.tied == (0, 1)
    assert floor_of(claims) is None
    assert not claims.tick(300 * MS)
    assert not claims.choose(2)
    assert claims.choose(1)
    assert floor_of(claims) == 1
    assert claims.waiting == (0, 2)
    claims.done()
    claims.tick(400 * MS)
    assert floor_of(claims) == 0


def test_nobody_stands_in_the_line_twice() -> None:
    claims = Claims()
    claims.press(PlayerPress(0, 0, 0), 0)
    assert not claims.press(PlayerPress(0, 1, 0), 1)
    claims.tick(GRACE_NS)
    assert not claims.press(PlayerPress(0, 2, 0), GRACE_NS)


def test_one_who_wants_nothing_any_more_is_left_out() -> None:
    claims = Claims()
    claims.press(PlayerPress(0, 0, 9 * MS), 0)
    claims.press(PlayerPress(1, 1, 9 * MS), 1)
    claims.tick(GRACE_NS)
    assert claims.tied == (0, 1)
    claims.drop(0)
    assert claims.tick(GRACE_NS)
    assert floor_of(claims) == 1
    claims.drop(1)
    assert not claims.open


def test_the_order_is_that_of_the_presses_however_they_are_delayed() -> None:
    rng = random.Random(3)
    for _ in range(300):
        presses = [PlayerPress(seat, at * 5 * MS, MS) for seat, at in enumerate(rng.sample(range(8), 4))]
        told = sorted((press.at_ns + rng.randint(0, 20) * MS, press.player) for press in presses)
        claims = Claims()
        for at_ns, seat in told:
            claims.tick(at_ns)
            claims.press(presses[seat], at_ns)
        order = []
        for _ in presses:
            assert claims.tick(10_000 * MS)
            order.append(floor_of(claims))
            claims.done()
        assert order == [press.player for press in sorted(presses, key=lambda press: press.at_ns)]
