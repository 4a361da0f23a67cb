"""A scorekeeper of flesh and blood: what comes next and who has what, from the rulebook's text alone.

It watches the physical board and hears what people do, keeps a list of what is still to be done, and knows
nothing of how the rules keep their state.
"""

from __future__ import annotations

from collections import Counter

from rules.pharao.actions import (
    Begins,
    Fell,
    Laid,
    Looked,
    MummiesSet,
    PharaoAction,
    Pushed,
    Revealed,
    Slid,
    Stole,
    Turned,
)
from rules.pharao.pieces import OTHER, PLAIN
from rules.pharao.state import Phase, Setup

from .world import World


class Ledger:
    """Everything on the score sheet; `todo` begins with what the table waits for."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.seats = len(setup.players)
        self.alone = self.seats == 1
        self.todo = ["layout", "ground", *([] if self.alone else ["first-player"]), "reveal"]
        self.turn = 0
        self.points = [0] * self.seats
        self.seals = [Counter[str]() for _ in range(self.seats)]
        self.pile = 20
        self.in_a_row_put_back = 0
        self.sought: tuple[str, int] | None = None
        self.gone = 0
        self.mummies_beside = 20
        self.falling: list[str] = []
        self.gap_shows: str | None = None
        self.line_allowed = False

    @property
    def waits_for(self) -> str:
        return self.todo[0] if self.todo else "end"

    def hears(self, action: PharaoAction, world: World) -> None:
        """Write down what was done; `world` is the board after it."""
        match action:
            case Laid():
                self.mummies_beside -= 4
                self._done("layout")
            case Looked(place, shows) if place == world.gap() and self.waits_for == "ground":
                self.gap_shows = shows
                self._done("ground")
            case Looked(place, shows) if place == world.gap():
                self.gap_shows = shows
            case Begins(seat):
                self.turn = seat
                self._done("first-player")
            case Turned(symbol):
                self._done("back")
                push = "slide" in symbol.value or self.setup.advanced
                mummies = "mummies" in symbol.value
                self.todo = [*(["push"] if push else []), *(["mummies"] if mummies else []), "reveal"]
            case Pushed(row):
                self._done("push")
                moved = world.gap() // 16 == row
                standing = world.standing_on(row)
                self.gap_shows = None if moved else self.gap_shows
                self.todo = [*(["falls"] if standing else []), *(["ground"] if moved else []), *self.todo]
            case Fell(colours):
                self._done("falls")
                self.falling += [colour.value for colour in colours]
            case Stole(seat):
                self._done("seal")
                colour = self.falling.pop(0)
                if seat is not None:
                    self.seals[seat][colour] -= 1
                    self.seals[self.turn][colour] += 1
            case MummiesSet(left_out):
                self._done("mummies")
                self.mummies_beside -= self._empty - len(left_out)
            case Revealed(animal, value, outside):
                self._reveal(animal, value, outside)
            case Slid(to, shows):
                self._slide(to, shows)
        self._go_on(world)

    def _done(self, what: str) -> None:
        assert self.todo[0] == what, f"the sheet waits for {self.waits_for}, not {what}"
        del self.todo[0]

    def _reveal(self, animal: str, value: int, outside: bool) -> None:
        self._done("reveal")
        if outside:
            self.in_a_row_put_back += 1
            self.todo = ["reveal"]
            if self.in_a_row_put_back == self.pile:
                self.in_a_row_put_back = 0
                self.todo = ["push", "reveal"]
            return
        self.in_a_row_put_back = 0
        self.pile -= 1
        if animal == self.gap_shows:
            self._take(value)
        else:
            self.sought = animal, value
            self.line_allowed = False
            self.todo = ["slide"]

    def _slide(self, to: int, shows: str) -> None:
        self._done("slide")
        rows, columns = to // 8 - self._gap // 8, to % 8 - self._gap % 8
        steps = abs(rows) + abs(columns)
        assert steps == 1 or (self.line_allowed and 0 in (rows, columns))
        step = (to - self._gap) // steps
        first, others = self._gap + step, range(self._gap + 2 * step, to + step, step)
        if first in self._standing and self.gap_shows == "hole":
            self.falling.append(self._standing[first])
        unseen = [at for at in others if at in self._standing]
        self.gap_shows = shows
        self.todo = [*(["falls"] if unseen else []), "outcome"]

    def watches(self, world: World) -> None:
        """Before the hand moves: where the gap is and where mummies stand."""
        self._empty = self._gap = 0
        self._standing: dict[int, str] = {}
        if world.covers:
            self._gap = world.gap()
            bases = [world.base(colour) for colour in world.colours]
            self._empty = sum(not cover.mummy for _, cover in bases)
            self._standing = {at: str(cover.colour) for at, cover in bases if cover.mummy}

    def _take(self, value: int) -> None:
        self.points[self.turn] += 1 if self.alone else value
        self.sought = None
        self._next_card()

    def _next_card(self) -> None:
        self.todo = ["back"] if self.pile else []
        if self.pile:
            self.turn = (self.turn + 1) % self.seats

    def _go_on(self, world: World) -> None:
        """Everything that nobody need be asked."""
        while self.falling and self.waits_for != "falls":
            colour = self.falling[0]
            if sum(seals[colour] for seals in self.seals) < 5:
                self.seals[self.turn][colour] += 1
            elif any(self._may_be_robbed(seat, colour) for seat in range(self.seats) if seat != self.turn):
                if self.waits_for != "seal":
                    self.todo.insert(0, "seal")
                return
            del self.falling[0]
        if self.waits_for == "outcome":
            self._outcome()
        all_stand = all(world.base(colour)[1].mummy for colour in world.colours) if world.covers else False
        if self.waits_for == "mummies" and (all_stand or not self.mummies_beside):
            del self.todo[0]
        if self.waits_for == "reveal" and self.gap_shows == OTHER:
            self.todo.insert(0, "ground")

    def _may_be_robbed(self, seat: int, colour: str) -> bool:
        seals = self.seals[seat]
        sets = min(seals[c] for c in ("black", "grey", "white", "brown"))
        return seals[colour] > sets

    def _outcome(self) -> None:
        assert self.sought is not None
        animal, value = self.sought
        if self.gap_shows == animal:
            self._take(value)
        elif self.gap_shows in PLAIN:
            self.line_allowed = self.gap_shows == "passage"
            self.todo = ["slide"]
        elif self.alone:
            self.gone += 1
            self.sought = None
            self._next_card()
        else:
            self.turn = (self.turn + 1) % self.seats
            self.line_allowed = False
            self.todo = ["slide"]

    def check(self, phase: Phase, seat: int, seals: list[tuple[int, ...]], points: list[int]) -> None:
        """Fail where the rules think otherwise."""
        assert phase.value == self.waits_for
        if phase is not Phase.END:
            assert seat == self.turn
        assert points == self.points
        sheet = [tuple(held[c] for c in ("black", "grey", "white", "brown")) for held in self.seals]
        assert seals == sheet
