"""The table of Pharaoh Code: readings, presses and intents in, committed actions and a view out."""

from __future__ import annotations

import random
from collections.abc import Callable

from device.clock import Clock
from device.code_claims import Claims
from device.code_entries import number_pad, open_take, scarabs_pad, twin_pad, waiting_pad
from device.code_pad import CLOSE, DONE, Pad, die_pad, equation_text, pressed
from device.code_roll import as_draft, known, with_value
from device.code_rolling import Rolling
from device.code_sand import Sand
from device.code_view import code_view, nobody_saw
from device.code_words import in_words
from device.desk import Desk
from device.errors import DeviceError, JournalError
from device.journal import Journal
from device.presses import PlayerPress
from device.session import TableSession
from rules.errors import Violation
from rules.pharaoh_code.actions import (
    CodeAction,
    Corrected,
    Counted,
    Judged,
    Laid,
    Laying,
    Passed,
    Relaid,
    Rolled,
    Stated,
    Taken,
    TimeUp,
)
from rules.pharaoh_code.dice import SIDES
from rules.pharaoh_code.state import Phase, Setup, State
from rules.pharaoh_code.tiles import SPACES
from ui.code_view import CodeView
from ui.intents import Choose, Intent, Undo
from ui.view import Tone
from vision.dice_set import DiceSet
from vision.reading import Reading

TOUCH_NS = 30_000_000
"""A touch or key may be so long before or after the moment it is taken for: half a frame and a drawing."""


class CodeTable(Desk):
    """One game at the table with what is said about it but not committed.

    `new_game` makes the desk that follows. `rng` deals tiles of a known set. `pad` is what is being entered,
    `picked` the space that somebody touched before saying who takes it. `correcting` says that the next space
    touched is put right, `sheet` which page is open over the pyramid.
    """

    def __init__(
        self,
        session: TableSession[State, CodeAction, Setup],
        journal: Journal,
        clock: Clock,
        new_game: Callable[[], Desk],
        rng: random.Random | None = None,
    ) -> None:
        self.session = session
        self._clock = clock
        self._new_game = new_game
        self._rng = rng or random.SystemRandom()
        self._next: Desk | None = None
        self.message: str | None = None
        self.tone: Tone = "plain"
        self.claims = Claims()
        self.sand = Sand(clock, journal, session.number, self._refuse)
        self.rolling = Rolling(strange=session.length > 0)
        self.pad: Pad | None = None
        self.picked: int | None = None
        self.correcting = False
        self.leaving = False
        self.large = False
        self.sheet: str | None = None
        self._won = 0
        self._rolled_ns = clock.now_ns()
        self._shown: CodeView | None = None
        self._refresh()
        if self.state.phase is Phase.SAND:
            self.sand.recall(self._sand_ms, self._round)

    @property
    def state(self) -> State:
        """The state after the last committed action."""
        return self.session.state

    @property
    def successor(self) -> Desk | None:
        """The desk of the next game, once people asked for one."""
        return self._next

    @property
    def dice(self) -> DiceSet:
        """The game's three dice."""
        return DiceSet(frozenset(SIDES.values()), zero=10 if self.state.setup.zero_is_ten else 0)

    @property
    def racing(self) -> bool:
        """Whether tiles may be taken."""
        return self.state.phase in (Phase.THINK, Phase.SAND)

    @property
    def stands(self) -> bool:
        """Whether the round is interrupted: the sand stands, or is held though it has run out."""
        standing = self.sand.timer.standing
        return self.state.phase is Phase.SAND and (standing == "paused" or self.sand.held)

    def may_claim(self, seat: int) -> bool:
        """Whether this player may take a tile in this round."""
        return self.racing and (self.state.setup.unlimited or not self.state.takes_of(seat))

    def on_reading(self, reading: Reading) -> None:
        """The tray came to rest and shows `reading`; commits a roll that is certain, asks otherwise."""
        if self.state.phase is not Phase.ROLL:
            self.rolling.see(reading)
            return
        roll, question = self.rolling.offer(reading)
        if roll is not None:
            self._try(lambda: Rolled(roll))
        elif question is not None:
            self.leaving = False
            self.ask(question)

    def on_press(self, press: PlayerPress) -> None:
        """A player pressed the button of their own: they want to name a number."""
        if not self.racing or not 0 <= press.player < len(self.state.players):
            return
        name = self.state.players[press.player].name
        if not self.may_claim(press.player):
            taken = self.state.takes_of(press.player)[0]
            self._remark(f"{name} has already taken {taken.tile.number}")
        elif self.stands:
            self.ask("the sand stands still: let it go on first")
        elif self.state.phase is Phase.SAND and not self.sand.in_time(press.at_ns - press.uncertainty_ns):
            self._refuse(f"{name} pressed when the sand had run out")
        else:
            self.claims.press(press, self._clock.now_ns())

    def on_tick(self, now_ns: int) -> bool:
        """Decide who was first, and end the round when the sand has run out and nobody has the floor."""
        if self.racing and self.claims.tick(now_ns):
            self._name_the_first()
        if self.state.phase is Phase.SAND:
            self.sand.tick()
            if not self.claims.open and self.picked is None and self.sand.has_run_out(now_ns):
                self._try(TimeUp)
        shown = self.view("")
        changed, self._shown = shown != self._shown, shown
        return changed

    def on_intent(self, intent: Intent) -> None:
        """People decided something on the screen; what is against the rules is refused with its reason."""
        match intent:
            case Undo():
                self._back()
            case Choose(key):
                name, _, value = key.partition(":")
                if name in _CHOICES:
                    _CHOICES[name](self, value)

    def ask(self, question: str) -> None:
        """Put a question on the message line."""
        self.message, self.tone = question, "ask"

    def view(self, camera: str) -> CodeView:
        """The whole screen; `camera` is the word on what the camera does."""
        return code_view(self, camera)

    @property
    def _round(self) -> int:
        return len(self.state.rounds)

    @property
    def _sand_ms(self) -> float:
        return self.state.setup.seconds * 1000

    def _touch_space(self, value: str) -> None:
        space = int(value)
        tile = self.state.board[space]
        laying = self.state.phase in (Phase.LAY, Phase.ROLL)
        if laying or self.correcting:
            self.pad = number_pad(self.state, space)
        elif self.racing and tile is not None:
            if self.claims.floor is not None:
                self._take(self.claims.floor.player, space, self.claims.floor.at_ns)
            elif self.stands:
                self.ask("the sand stands still: let it go on first")
            elif self.state.phase is Phase.SAND and not self.sand.in_time(self._clock.now_ns()):
                self._refuse("the sand has run out")
            else:
                self.picked = space
                self.ask(f"who takes {tile.number}?")

    def _touch_player(self, value: str) -> None:
        seat = int(value)
        now = self._clock.now_ns()
        if self.picked is not None:
            self._take(seat, self.picked, now)
        elif self.claims.tied:
            if self.claims.choose(seat):
                self._name_the_first()
        else:
            self.on_press(PlayerPress(seat, now - TOUCH_NS, TOUCH_NS))

    def _name_the_first(self) -> None:
        names = self.state.players
        if self.claims.tied:
            tied = " or ".join(names[seat].name for seat in self.claims.tied)
            self.ask(f"nobody knows who was first: {tied}? touch the name")
        elif self.claims.floor is not None:
            self._remark(None)

    def _take(self, seat: int, space: int, at_ns: int) -> None:
        turned = self.state.phase is Phase.THINK
        after_ms = max(0, (at_ns - self._rolled_ns) // 1_000_000)
        if self._try(lambda: Taken(seat, space, after_ms)):
            self.claims.done()
            if not self.may_claim(seat):
                self.claims.drop(seat)
            if turned:
                self.sand.turn(self._sand_ms, self._round)
            take = self.state.takes[-1]
            self._remark(f"{self.state.players[seat].name} takes {take.tile.number}")

    def _withdraw(self, _: str) -> None:
        self.picked = None
        if self.claims.floor is not None:
            self.claims.drop(self.claims.floor.player)
        self._remark(None)

    def _open_die(self, value: str) -> None:
        if value in SIDES and self.state.phase not in (Phase.LAY, Phase.COUNT, Phase.OVER):
            self.pad = die_pad(value, zero_is_ten=self.state.setup.zero_is_ten)

    def _press_pad(self, key: str) -> None:
        pad = self.pad
        if pad is None:
            return
        if key == CLOSE:
            self.pad, self.correcting = None, False
            self.pad = waiting_pad(self.state)
        elif pad.choices and key.isdecimal() and int(key) in pad.choices:
            self._choose(pad, int(key))
        elif key == DONE and pad.typed:
            self._enter(pad)
        else:
            self.pad = pressed(pad, key)

    def _choose(self, pad: Pad, number: int) -> None:
        if pad.kind == "scarabs":
            self._lay(Laying(pad.index, int("".join(pad.typed)), number))
        elif self.state.phase is Phase.ROLL:
            self.pad, self.leaving = None, False
            if self.rolling.enter(pad.of, number) or self.tone == "refusal":
                self._remark(None)
        elif self.state.roll is not None:
            roll = known(with_value(as_draft(self.state.roll), pad.of, number))
            assert roll is not None, "all three dice were known before"
            self._try(lambda: Corrected(roll))

    def _enter(self, pad: Pad) -> None:
        number = pad.number if pad.kind != "equation" else None
        if pad.kind == "number" and number is not None:
            self._lay(Laying(pad.index, number))
        elif pad.kind == "equation" and self.state.roll is not None:
            self._state_equation(Stated(pad.index, equation_text(pad, self.state.roll)))
        elif pad.kind == "won" and number is not None:
            self._won = number
            self.pad = scarabs_pad("lost", pad.index)
        elif number is not None:
            won = self._won if self.state.players[pad.index].up else 0
            self._try(lambda: Counted(pad.index, won, number))

    def _lay(self, laying: Laying) -> None:
        there = self.state.board[laying.space] is not None or self.state.take_from(laying.space) is not None
        if self._try(lambda: Relaid(laying) if there else Laid((laying,))):
            return
        self.pad = twin_pad(self.state, laying) or self.pad

    def _state_equation(self, stated: Stated) -> None:
        take = open_take(self.state)
        if take is None or not self._try(lambda: stated):
            return
        # With the last verdict the round is over, and its tiles are with their players.
        judged = self.state.takes or self.state.rounds[-1].takes
        right = next(one.right for one in judged if one.space == stated.space)
        verdict = "right" if right else f"wrong: that does not make {take.tile.number}, face down"
        self._remark(f"{stated.equation} is {verdict}", more=nobody_saw(self.state))

    def _judge(self, right: bool) -> None:
        take = open_take(self.state)
        if take is not None and self._try(lambda: Judged(take.space, right)):
            word = "is right" if right else "goes face down"
            self._remark(f"{take.tile.number} {word}", more=nobody_saw(self.state))

    def _deal(self, _: str) -> None:
        """Tiles from the stacks of the known set, as the table draws them."""
        unseen = list(self.state.unseen)
        self._rng.shuffle(unseen)
        drawn = []
        for space in self.state.empty:
            tile = next((tile for tile in unseen if tile.colour is SPACES[space]), None)
            if tile is not None:
                unseen.remove(tile)
                drawn.append(Laying(space, tile.number, tile.scarabs))
        self._try(lambda: Laid(tuple(drawn)))

    def _accept(self, _: str) -> None:
        roll = self.rolling.roll
        if roll is None:
            self.ask("a die has no number yet: touch it and choose what it shows")
        else:
            self._try(lambda: Rolled(roll))

    def _pass(self, _: str) -> None:
        if not self.claims.open and self._try(Passed):
            self._remark("nobody took a tile", more=nobody_saw(self.state))

    def _steer(self, what: str) -> None:
        """People hold the sand, let it go on, add some or end it."""
        if self.state.phase is not Phase.SAND:
            return
        steps = {
            "pause": self.sand.pause,
            "go-on": self.sand.go_on,
            "more": self.sand.more,
            "end": self.sand.end,
        }
        if what in steps:
            self._remark(None)
            steps[what](self._round)

    def _open_sheet(self, value: str) -> None:
        self.sheet = None if self.sheet == value else value

    def _correct(self, _: str) -> None:
        self.correcting, self.picked = not self.correcting, None
        if self.correcting:
            self.ask("touch the tile whose number is wrong")
        else:
            self._remark(None)

    def _toggle_size(self, _: str) -> None:
        self.large = not self.large

    def _leave(self, value: str) -> None:
        if value == "ask" and self.state.phase in (Phase.LAY, Phase.ROLL):
            self.leaving, self.pad = True, None
            self.ask("leave this game for another one? it stays in the journal, but cannot be gone on with")
        elif value == "stay" and self.leaving:
            self._refresh()
        elif value == "go" and (self.leaving or self.session.over):
            try:
                self.session.finish()
                self._next = self._new_game()
            except DeviceError as error:
                self._refuse(str(error))

    def _back(self) -> None:
        """One step out of what was begun on the screen, or else the last action undone."""
        pad = self.pad
        if pad is not None and pad.typed:
            self.pad = pressed(pad, "delete") if not pad.choices else None
        elif pad is not None and pad.kind == "lost":
            self.pad = waiting_pad(self.state)
        elif pad is not None and pad.kind in ("die", "number", "scarabs") and pad != waiting_pad(self.state):
            self._press_pad(CLOSE)
        elif self.sheet is not None or self.correcting or self.leaving or self.picked is not None:
            self.sheet, self.picked = None, None
            self.correcting = self.leaving = False
            self._remark(None)
        elif self.claims.open:
            self.claims.clear()
            self._remark(None)
        else:
            self._undo()

    def _undo(self) -> None:
        try:
            undone = self.session.undo()
        except JournalError as error:
            self._refuse(str(error))
            return
        self._refresh()
        if isinstance(undone, TimeUp):
            self.sand.recall(self._sand_ms, self._round, run_out=True)
        elif self.state.phase not in (Phase.SAND, Phase.STATE):
            self.sand.put_away()
        if isinstance(undone, Rolled):
            self.rolling.take_back(undone.roll)
        self._remark("nothing to undo" if undone is None else f"taken back: {in_words(undone)}")

    def _try(self, make: Callable[[], CodeAction]) -> bool:
        """Do what `make` gives; what is refused, by the rules or the disk, is said and changes nothing."""
        try:
            action = make()
            self.session.do(action)
        except (Violation, JournalError) as refusal:
            self._refuse(str(refusal))
            return False
        self._refresh()
        if isinstance(action, Rolled):
            self._rolled_ns = self._clock.now_ns()
            self.rolling.count()
        elif isinstance(action, Laid) and self.state.phase is Phase.ROLL:
            question = self.rolling.offer_early()
            if question is not None:
                self.ask(question)
        elif isinstance(action, Passed | Stated | Judged) and self.state.phase is not Phase.STATE:
            self.rolling.leave()
            self.sand.put_away()
        return True

    def _refresh(self) -> None:
        self.message, self.tone = None, "plain"
        self.pad = self.picked = self.sheet = None
        self.correcting = self.leaving = False
        self.rolling.clear()
        if not self.racing:
            self.claims.clear()
        self.pad = waiting_pad(self.state)

    def _remark(self, words: str | None, more: str | None = None) -> None:
        self.message = "; ".join(part for part in (words, more) if part) or None
        self.tone = "plain"

    def _refuse(self, reason: str) -> None:
        self.message, self.tone = reason, "refusal"


_CHOICES: dict[str, Callable[[CodeTable, str], None]] = {
    "space": CodeTable._touch_space,
    "claim": CodeTable._touch_player,
    "withdraw": CodeTable._withdraw,
    "die": CodeTable._open_die,
    "pad": CodeTable._press_pad,
    "deal": CodeTable._deal,
    "accept": CodeTable._accept,
    "nobody": CodeTable._pass,
    "sand": CodeTable._steer,
    "large": CodeTable._toggle_size,
    "judge": lambda table, value: table._judge(value == "right"),
    "sheet": CodeTable._open_sheet,
    "correct": CodeTable._correct,
    "leave": CodeTable._leave,
}
