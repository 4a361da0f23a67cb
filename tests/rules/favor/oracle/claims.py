"""Claims and the end of a turn (rulebook, Claiming Tiles; Tile Reference, the red tiles that claim)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from tests.rules.favor.claims_oracle import may_claim, value_of

from .acting import at_hand, could_add_a_die
from .box import PLACES, TILES, D
from .court import after_court_turn, announce, next_in_court, open_court
from .state import Deed, Seat, Table, Turn, need
from .timing import current, quiet
from .tokens import gain_tokens, when_claimed
from .turn import begin_turn

EXTRA_TURNS = ("omen", "good-omen", "queens-favor")
ACT_WHEN_CLAIMED = (*EXTRA_TURNS, "ankh", "royal-death", "secret-passage", "royal-power")
GRANTS = {"queens-favor": 1, "royal-power": 2, "secret-passage": 2}


def earns(table: Table, tile: str, dice: Sequence[D]) -> bool:
    """Whether these locked dice meet what the bar asks above this tile."""
    level = TILES[tile].level
    if level == 0:
        return len(dice) >= 1
    place = PLACES[table.places[level].index(tile)]
    return dice_earn(f"{level}{table.sides[level]}", place, tuple(sorted(dice)))


@cache
def dice_earn(bar: str, place: str, dice: tuple[D, ...]) -> bool:
    return may_claim(bar, place, [value_of(kind, face) for kind, face in dice])


def lies_there(table: Table, seat: Seat, tile: str) -> bool:
    """Still in its stack, and no duplicate of an own one."""
    return table.left[tile] > 0 and tile not in seat.tiles


def claimable(table: Table, dice: Sequence[D]) -> list[str]:
    """What these locked dice of the current player may claim."""
    seat = table.seats[table.at]
    return [tile for tile in table.left if lies_there(table, seat, tile) and earns(table, tile, dice)]


def receive(table: Table, turn: Turn, tile: str) -> None:
    """The tile and its tokens; then what it does when claimed."""
    seat = table.seats[turn.seat]
    before = seat.tokens.total()
    table.left[tile] -= 1
    seat.tiles.append(tile)
    turn.claims.append(tile)
    gain_tokens(table, turn.seat, {"yellow": 0, "blue": 1, "red": 2}[TILES[tile].colour])
    if tile in ACT_WHEN_CLAIMED:
        seat.face_down.add(tile)
    if tile == "ankh" and not table.house.ankh_counts_own_tokens:
        gain_tokens(table, turn.seat, before)
    elif tile in ("ankh", "indentured-worker"):
        when_claimed(table, turn.seat, tile)
    if tile in EXTRA_TURNS:
        turn.again = tile
    if tile == "queen":
        open_court(table, holder=turn.seat, to_beat=announce(turn.pyramid), queen=turn.seat)
    if tile == "royal-death":
        open_court(table, holder=None, to_beat=(7, 1), queen=None)
    if tile in GRANTS:
        turn.grant, turn.grant_left = tile, GRANTS[tile]


def grantable(table: Table, by: str) -> list[str]:
    """What Secret Passage, Royal Power and Queen's Favor may claim (rules-facts, ruling 10)."""
    seat = table.seats[table.at]
    found = []
    for tile in table.left:
        entry = TILES[tile]
        fits = {
            "secret-passage": entry.level == 3,
            "royal-power": entry.colour == "blue" and entry.level <= 6,
            "queens-favor": entry.colour in ("yellow", "blue") and entry.level <= 6,
        }[by]
        if fits and lies_there(table, seat, tile):
            found.append(tile)
    return found


def claim(table: Table, tile: str) -> Deed:
    turn, _ = quiet(table)
    need(not turn.court, "no tiles are claimed during the final roll-off")
    need(turn.all_locked and not turn.over, "one claim a turn, when all dice are locked")
    need(tile in claimable(table, turn.pyramid), "not there, owned already, or not earned")

    def deed() -> None:
        turn.over = True
        receive(table, turn, tile)

    return deed


def take(table: Table, tile: str) -> Deed:
    """A further tile that the claimed one brings, without a requirement."""
    turn, _ = current(table)
    need(turn.grant is not None, "no further tile is brought")
    assert turn.grant is not None
    need(tile in grantable(table, turn.grant), "this tile cannot be taken so")

    def deed() -> None:
        turn.grant_left -= 1
        receive(table, turn, tile)

    return deed


def decline_taking(table: Table) -> Deed:
    """Up to so many tiles: the player wants no more."""
    turn, _ = current(table)
    need(turn.grant is not None, "no further tile is brought")

    def deed() -> None:
        turn.grant = None

    return deed


def treasure(table: Table, groups: Sequence[tuple[Sequence[D], str | None]]) -> Deed:
    """Treasure: all locked dice in two groups, one yellow or blue tile for each."""
    turn, seat = quiet(table)
    need(turn.claims, "use after claiming a tile")
    at_hand(turn, seat, "treasure")
    need(turn.borrowed != "treasure", "not to be borrowed")
    need(len(groups) == 2 and all(dice for dice, _ in groups), "two groups")
    together = Counter(die for dice, _ in groups for die in dice)
    need(together == Counter(turn.pyramid), "the two groups are the locked dice")
    tiles = [tile for _, tile in groups if tile is not None]
    need(tiles and len(set(tiles)) == len(tiles), "one tile each")
    for dice, tile in groups:
        if tile is not None:
            need(tile in claimable(table, dice), "not there, owned already, or not earned by its group")
            need(TILES[tile].colour in ("yellow", "blue"), "yellow or blue")

    def deed() -> None:
        seat.face_down.add("treasure")
        for tile in tiles:
            receive(table, turn, tile)

    return deed


def bad_omen(table: Table) -> Deed:
    """Play after your turn: the others roll two fewer, the owner one more."""
    turn, seat = quiet(table)
    need(turn.all_locked, "after all dice are locked")
    need(seat.has_unused("bad-omen"), "not owned, or used already")

    def deed() -> None:
        seat.face_down.add("bad-omen")
        seat.bad_omen_die += 1
        for other in table.seats:
            if other is not seat:
                other.fewer_dice += 2

    return deed


def end(table: Table) -> Deed:
    """The dice leave the pyramid, tiles straighten, the next turn begins."""
    turn, _ = current(table)
    need(not turn.may_borrow and turn.grant is None, "a tile is to be taken or declined")
    need(turn.over or turn.all_locked, "dice are still to be locked or rolled")

    def deed() -> None:
        if turn.court:
            after_court_turn(table)
        elif turn.over or not consoled(table):
            next_turn(table)

    return deed


def next_turn(table: Table) -> None:
    turn = table.turn
    assert turn is not None
    if table.court is not None:
        next_in_court(table)
    elif turn.again is not None:
        begin_turn(table, Turn(turn.seat, omen=turn.again == "omen"))
    else:
        begin_turn(table, Turn((turn.seat + 1) % len(table.seats)))


def consoled(table: Table) -> bool:
    """Whether a Herder's owner who can claim nothing now draws tokens (rulebook, Claiming Tiles)."""
    turn = table.turn
    assert turn is not None
    if "herder" not in table.seats[turn.seat].tiles or claimable(table, turn.pyramid):
        return False
    turn.over = True
    gain_tokens(table, turn.seat, 2)
    return any(table.owed)


def settle(table: Table) -> None:
    """What follows by itself: an exhausted grant, and the two tokens where nothing else can come."""
    turn = table.turn
    if table.stage != "turn" or turn is None or any(table.owed):
        return
    if turn.grant is not None and not (turn.grant_left and grantable(table, turn.grant)):
        turn.grant = None
    ready = turn.all_locked and not turn.over and not turn.court and not turn.may_borrow
    if ready and not could_add_a_die(table):
        consoled(table)
