"""The race for tiles: who has the floor, which tile was touched, and how long the sand still runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.clock import Clock
from device.code_claims import Claims
from device.code_sand import Sand
from device.journal import Journal
from device.lights import Chime, ChimeName, Countdown, Lights
from device.presses import PlayerPress
from rules.pharaoh_code.actions import CodeAction, Taken, TimeUp
from rules.pharaoh_code.round import space_of
from rules.pharaoh_code.state import Phase

if TYPE_CHECKING:
    from device.code_table import CodeTable

TOUCH_NS = 30_000_000
"""A touch or key may be so long before or after the moment it is taken for: half a frame and a drawing."""

STANDS = "the sand stands still: let it go on first"


class Race:
    """What goes on at a table between the roll and the last grain of sand.

    `picked` is the space that somebody touched before saying who takes it; `large` lets the sand fill the
    screen.
    """

    def __init__(self, table: CodeTable, clock: Clock, journal: Journal) -> None:
        self._table = table
        self._clock = clock
        self.claims = Claims()
        self.sand = Sand(clock, journal, table.session.number, table.refuse)
        self.picked: int | None = None
        self.large = False
        self._rolled_ns = clock.now_ns()
        self._chime: Chime | None = None
        if table.state.phase is Phase.SAND:
            self.sand.recall(self._sand_ms, self._round)

    @property
    def on(self) -> bool:
        """Whether tiles may be taken."""
        return self._table.state.phase in (Phase.THINK, Phase.SAND)

    @property
    def stands(self) -> bool:
        """Whether the round is interrupted: the sand stands, or is held though it has run out."""
        standing = self.sand.timer.standing
        return self._table.state.phase is Phase.SAND and (standing == "paused" or self.sand.held)

    @property
    def lights(self) -> Lights:
        """Lamps of those who may press, and the ring as the sand."""
        if not self.on:
            return Lights(chime=self._chime)
        floor = () if self.claims.floor is None else (self.claims.floor.player,)
        seats = range(len(self._table.state.players))
        open_to = frozenset(seat for seat in seats if self.may_claim(seat) and not self.stands)
        countdown = Countdown.of(self.sand.timer) if self._table.state.phase is Phase.SAND else None
        return Lights(open_to, frozenset((*floor, *self.claims.tied)), countdown, self._chime)

    @property
    def wakes_ns(self) -> int | None:
        """When the sand runs out."""
        timer = self.sand.timer
        return timer.deadline_ns if timer.standing == "running" else None

    def may_claim(self, seat: int) -> bool:
        """Whether this player may take a tile in this round."""
        state = self._table.state
        return self.on and (state.setup.unlimited or not state.takes_of(seat))

    def press(self, press: PlayerPress) -> None:
        """A player pressed the button of their own: they want to name a number."""
        table, state = self._table, self._table.state
        if not 0 <= press.player < len(state.players):
            return
        if state.phase is Phase.ROLL and table.tone == "plain":
            table.remark(f"{state.players[press.player].name}: press once the dice are shown here")
        if not self.on:
            return
        if press.at_ns + press.uncertainty_ns < self._rolled_ns:
            # A board keeps presses while its cable is out: this one was made before anybody saw the dice.
            return
        name = state.players[press.player].name
        if not self.may_claim(press.player):
            table.remark(f"{name} has already taken {state.takes_of(press.player)[0].tile.number}")
        elif self.stands:
            table.ask(STANDS)
        elif state.phase is Phase.SAND and not self.sand.in_time(press.at_ns - press.uncertainty_ns):
            table.refuse(f"{name} pressed when the sand had run out")
        else:
            self.claims.press(press, self._clock.now_ns())

    def tick(self, now_ns: int) -> None:
        """Decide who was first, and end the round when the sand has run out and nobody has the floor."""
        if self.on and self.claims.tick(now_ns):
            self._name_the_first()
        if self._table.state.phase is Phase.SAND:
            self.sand.tick()
            idle = not self.claims.open and self.picked is None
            if idle and self.sand.has_run_out(now_ns) and self._table.attempt(TimeUp()):
                self.chime("time up")

    def touch_space(self, space: int) -> None:
        """A tile was touched: it is taken by who has the floor, or somebody is about to say who takes it."""
        table, state = self._table, self._table.state
        tile = state.board[space]
        if not self.on or tile is None:
            return
        if self.claims.floor is not None:
            self._take(self.claims.floor.player, space, self.claims.floor.at_ns)
        elif self.stands:
            table.ask(STANDS)
        elif state.phase is Phase.SAND and not self.sand.in_time(self._clock.now_ns()):
            table.refuse("the sand has run out")
        else:
            self.picked = space
            table.ask(f"who takes {tile.number}?")

    def name(self, number: int) -> None:
        """Whoever has the floor named a number; raises Violation where no tile or more than one shows it."""
        space = space_of(self._table.state, number)
        self._table.close_pads()
        self.touch_space(space)

    def touch_player(self, seat: int) -> None:
        """A name was touched: the answer to a question, or a press of that player."""
        now = self._clock.now_ns()
        if self.picked is not None:
            self._take(seat, self.picked, now)
        elif self.claims.tied:
            if self.claims.choose(seat):
                self._name_the_first()
        else:
            self.press(PlayerPress(seat, now - TOUCH_NS, TOUCH_NS))

    def withdraw(self) -> None:
        """Whoever was to take a tile takes none."""
        self.picked = None
        if self.claims.floor is not None:
            self.claims.drop(self.claims.floor.player)
        self._table.remark(None)

    def steer(self, what: str) -> None:
        """People hold the sand, let it go on, add some or end it."""
        sand = self.sand
        steps = {"pause": sand.pause, "go-on": sand.go_on, "more": sand.more, "end": sand.end}
        if self._table.state.phase is Phase.SAND and what in steps:
            self._table.remark(None)
            steps[what](self._round)

    def step_back(self) -> bool:
        """Take back what was begun; False where nothing was."""
        if self.picked is None and not self.claims.open:
            return False
        if self.picked is None:
            self.claims.clear()
        self.picked = None
        return True

    def rolled(self) -> None:
        """The dice are known from now on."""
        self._rolled_ns = self._clock.now_ns()

    def refresh(self) -> None:
        """Something was committed or undone."""
        self.picked = None
        if not self.on:
            self.claims.clear()

    def undone(self, action: CodeAction | None) -> None:
        """An action was taken back: the end of the round leaves the sand as it was, and held."""
        if isinstance(action, TimeUp):
            self.sand.recall(self._sand_ms, self._round, run_out=True)
        elif self._table.state.phase not in (Phase.SAND, Phase.STATE):
            self.sand.put_away()

    def chime(self, name: ChimeName) -> None:
        """Let the board sound once."""
        self._chime = Chime(1 if self._chime is None else self._chime.number + 1, name)

    @property
    def _round(self) -> int:
        return len(self._table.state.rounds)

    @property
    def _sand_ms(self) -> float:
        return self._table.state.setup.seconds * 1000

    def _name_the_first(self) -> None:
        # Whoever is first must see the tiles.
        self._table.close_pads()
        self.picked = None
        if self.claims.tied:
            names = self._table.state.players
            tied = " or ".join(names[seat].name for seat in self.claims.tied)
            self._table.ask(f"nobody knows who was first: {tied}? touch the name")
            self.chime("tie")
        else:
            self._table.remark(None)
            self.chime("first")

    def _take(self, seat: int, space: int, at_ns: int) -> None:
        table = self._table
        turned = table.state.phase is Phase.THINK
        after_ms = max(0, (at_ns - self._rolled_ns) // 1_000_000)
        if not table.attempt(Taken(seat, space, after_ms)):
            return
        self.claims.done()
        if not self.may_claim(seat):
            self.claims.drop(seat)
        if turned:
            self.sand.turn(self._sand_ms, self._round)
        take = table.state.takes[-1]
        table.remark(f"{table.state.players[seat].name} takes {take.tile.number}")
