"""The final roll-off (rulebook, Final Roll-Off, Royal Death, Pharaoh's Gift)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .box import BRINGS, BRINGS_ANY, FACES, GROWS, LAST_DIE, START_ARTIFACTS, START_DICE, D, pips
from .state import Court, Deed, Table, Turn, need
from .timing import quiet
from .turn import begin_turn


def announce(dice: Sequence[D]) -> tuple[int, int]:
    """The most matching dice, of the highest value among those: (how many, of what)."""
    values = Counter(value for die in dice if (value := pips(die)) is not None)
    return max(((number, value) for value, number in values.items()), default=(0, 0))


def open_court(table: Table, holder: int | None, to_beat: tuple[int, int], queen: int | None) -> None:
    """The Queen or Royal Death is claimed: who had no turn this round gets a +1 Die token."""
    seats = len(table.seats)
    others = [(table.at + step) % seats for step in range(1, seats)]
    for seat in others:
        if seat == table.first:
            break
        table.seats[seat].plus_die += 1
    coming = others if queen is not None else [table.at, *others]
    death = table.at if queen is None else None
    table.court = Court(holder, to_beat, coming, queen, death)


def next_in_court(table: Table) -> None:
    """The next player's turn, the Queen's last one, or the end."""
    court = table.court
    assert court is not None
    table.turn = None
    if not court.coming and court.queen is not None and court.queen != court.holder and not court.queens_last:
        court.queens_last = True
        court.coming = [court.queen]
    if not court.coming:
        table.stage = "over"
        if table.house.best_wins_royal_death and court.holder is None and court.best is not None:
            court.holder, court.to_beat = court.best[2], court.best[:2]
        return
    table.at = court.coming.pop(0)
    court.could_have = most_dice_of_each(table, table.at)
    if table.house.skip_hopeless and cannot_beat(table, table.at):
        table.stage = "skip"
    else:
        court_turn(table)


def court_turn(table: Table) -> None:
    court = table.court
    assert court is not None
    opens = court.death == table.at
    begin_turn(table, Turn(table.at, court=True, opens_after_death=opens))


def skip(table: Table) -> Deed:
    need(table.stage == "skip", "nobody is to be skipped")
    return lambda: next_in_court(table)


def contest(table: Table) -> Deed:
    need(table.stage == "skip", "nobody is to be skipped")
    return lambda: court_turn(table)


def after_court_turn(table: Table) -> None:
    """Takes the Pharaoh where the roll beats the one to beat."""
    court, turn = table.court, table.turn
    assert court is not None and turn is not None
    result = announce(turn.pyramid)
    if result > (court.best or (0, 0, 0))[:2]:
        court.best = (*result, turn.seat)
    if result > court.to_beat:
        court.holder, court.to_beat = turn.seat, result
    next_in_court(table)


def gift(table: Table) -> Deed:
    """Pharaoh's Gift: the roll-off turn is done again; tokens and Artifacts that were spent stay spent."""
    turn, seat = quiet(table)
    need(turn.court and turn.all_locked, "after the final roll-off turn")
    need(seat.has_unused("pharaohs-gift"), "not owned, or used already")

    def deed() -> None:
        seat.face_down.add("pharaohs-gift")
        assert table.court is not None
        table.court.could_have = most_dice_of_each(table, turn.seat)
        begin_turn(table, Turn(turn.seat, court=True))

    return deed


def cannot_beat(table: Table, index: int) -> bool:
    """Whether even with every die and power this player could not beat the Pharaoh's roll.

    For each value, count the dice that could show it at the end, however unlikely.
    """
    court = table.court
    assert court is not None
    possible = ((dice, value) for value, dice in most_dice_of_each(table, index).items())
    return max(possible) <= court.to_beat


def most_dice_of_each(table: Table, index: int) -> dict[int, int]:
    return {value: most_dice(table, index, str(value)) for value in range(1, 7)}


def most_dice(table: Table, index: int, wanted: str) -> int:
    """No more dice than this can show `wanted` at the end of this player's roll-off turn."""
    court, seat = table.court, table.seats[index]
    assert court is not None
    ready = [tile for tile in seat.tiles if tile not in seat.face_down]
    kinds = ["standard"] * 3
    for tile in seat.tiles:
        kinds += START_DICE.get(tile, [])
    for tile in ready:
        kinds += START_ARTIFACTS.get(tile, [])
    passing = seat.bad_omen_die + seat.plus_die + (2 if court.death == index else 0)
    if "bad-omen" in ready and "pharaohs-gift" in ready:
        # Played in the turn that the Gift redoes, its die is there for the second one.
        passing = max(passing, 1)
    kinds += ["standard"] * passing
    dice = 0
    for kind in kinds:
        shows = any(str(pips((kind, face))) == wanted for face in FACES[kind])
        if kind == "voyage":
            # It shows no value itself, but may gain two dice that do.
            dice += 2
        elif (
            shows or "surveyor" in ready or "decree" in kinds or (kind == "serf" and "royal-mother" in ready)
        ):
            # The Surveyor, own or borrowed, and the Royal Mother replace dice that do not have this face.
            dice += 1
    for tile in ready:
        if tile in {*BRINGS, BRINGS_ANY, *GROWS, *LAST_DIE, "herder", "ancestral-guidance", "surveyor"}:
            dice += 1
    return dice
