"""The table of Pharaoh Code: readings, presses and intents in, committed actions and a view out."""

from __future__ import annotations

import random
from collections.abc import Callable

from device.clock import Clock
from device.code_entries import number_pad, open_take, scarabs_pad, stack_pad, twin_pad, waiting_pad
from device.code_pad import CLOSE, DONE, Pad, die_pad, equation_text, pressed
from device.code_race import Race
from device.code_roll import as_draft, known, with_value
from device.code_rolling import Rolling
from device.code_statistics import nobody_saw
from device.code_view import code_view
from device.code_words import in_words
from device.desk import Desk
from device.errors import DeviceError, JournalError
from device.journal import Journal
from device.lights import Lights
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
    Restocked,
    Rolled,
    Stated,
)
from rules.pharaoh_code.dice import SIDES
from rules.pharaoh_code.laying import shortage
from rules.pharaoh_code.state import Phase, Setup, State
from rules.pharaoh_code.tiles import SPACES, Colour
from ui.code_view import CodeView, offered
from ui.intents import Choose, Intent, Undo
from ui.view import Tone
from vision.dice_set import DiceSet
from vision.reading import Reading


class CodeTable(Desk):
    """One game at the table with what is said about it but not committed.

    `new_game` makes the desk that follows. `rng` deals tiles of a known set. `pad` is what is being entered;
    `correcting` says that the next tile or die touched is put right, `sheet` which page is open over the
    pyramid.
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
        self._new_game = new_game
        self._rng = rng or random.SystemRandom()
        self._next: Desk | None = None
        self.message: str | None = None
        self.tone: Tone = "plain"
        self.rolling = Rolling(strange=session.length > 0)
        self.pad: Pad | None = None
        self.correcting = False
        self.leaving = False
        self.sheet: str | None = None
        self._won = 0
        self._shown: CodeView | None = None
        self.race = Race(self, clock, journal)
        self._refresh()

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
    def lights(self) -> Lights:
        """Lamps of those who may press, and the ring as the sand."""
        return self.race.lights

    @property
    def wakes_ns(self) -> int | None:
        """When the sand runs out."""
        return self.race.wakes_ns

    def on_reading(self, reading: Reading) -> None:
        """The tray came to rest and shows `reading`; commits a roll that is certain, asks otherwise."""
        if self.state.phase is not Phase.ROLL:
            self.rolling.see(reading)
            return
        roll, question = self.rolling.offer(reading)
        if roll is not None:
            self.attempt(Rolled(roll))
        elif question is not None:
            self.leaving = False
            self.ask(question)

    def on_press(self, press: PlayerPress) -> None:
        """A player pressed the button of their own: they want to name a number."""
        self.race.press(press)

    def on_tick(self, now_ns: int) -> bool:
        """Time goes by: presses are decided, the sand runs."""
        self.race.tick(now_ns)
        shown = self.view("")
        changed, self._shown = shown != self._shown, shown
        return changed

    def on_intent(self, intent: Intent) -> None:
        """People decided something on the screen; what is against the rules is refused with its reason."""
        match intent:
            case Undo():
                self._back()
            case Choose(key) if key in offered(self.view("")):
                name, _, value = key.partition(":")
                _CHOICES[name](self, value)

    def ask(self, question: str) -> None:
        """Put a question on the message line."""
        self.message, self.tone = question, "ask"

    def view(self, camera: str) -> CodeView:
        """The whole screen; `camera` is the word on what the camera does."""
        return code_view(self, camera)

    def remark(self, words: str | None, more: str | None = None) -> None:
        """Put a remark on the message line, or clear it."""
        self.message = "; ".join(part for part in (words, more) if part) or None
        self.tone = "plain"

    def refuse(self, reason: str) -> None:
        """Say why not."""
        self.message, self.tone = reason, "refusal"

    def close_pads(self) -> None:
        """Leave what was begun on the screen."""
        self.sheet, self.correcting = None, False
        self.pad = waiting_pad(self.state)

    def attempt(self, action: CodeAction) -> bool:
        """Do it; what is refused, by the rules or the disk, is said and changes nothing."""
        try:
            self.session.do(action)
        except (Violation, JournalError) as refusal:
            self.refuse(str(refusal))
            return False
        self._refresh()
        if isinstance(action, Rolled):
            self.race.rolled()
            self.rolling.count()
        elif isinstance(action, Laid) and self.state.phase is Phase.ROLL:
            question = self.rolling.offer_early()
            if question is not None:
                self.ask(question)
        elif isinstance(action, Passed | Stated | Judged) and self.state.phase is not Phase.STATE:
            self.rolling.leave()
            self.race.sand.put_away()
        return True

    def _touch_space(self, value: str) -> None:
        if self.correcting or self.state.phase in (Phase.LAY, Phase.ROLL):
            self.pad = number_pad(self.state, int(value))
        else:
            self.race.touch_space(int(value))

    def _open_die(self, value: str) -> None:
        if value in SIDES and self.state.phase not in (Phase.LAY, Phase.COUNT, Phase.OVER):
            self.pad = die_pad(value, zero_is_ten=self.state.setup.zero_is_ten)

    def _press_pad(self, key: str) -> None:
        pad = self.pad
        if pad is None:
            return
        if key == CLOSE:
            self.close_pads()
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
                self.remark(None)
        elif self.state.roll is not None:
            roll = known(with_value(as_draft(self.state.roll), pad.of, number))
            assert roll is not None, "all three dice were known before"
            self.attempt(Corrected(roll))

    def _enter(self, pad: Pad) -> None:
        number = pad.number if pad.kind != "equation" else None
        if pad.kind == "number" and number is not None:
            self._lay(Laying(pad.index, number))
        elif pad.kind == "named" and number is not None:
            self._name(number)
        elif pad.kind == "stack" and number is not None:
            self.attempt(Restocked(list(Colour)[pad.index], number))
        elif pad.kind == "equation" and self.state.roll is not None:
            self._state_equation(Stated(pad.index, equation_text(pad, self.state.roll)))
        elif pad.kind == "won" and number is not None:
            self._won = number
            self.pad = scarabs_pad("lost", pad.index)
        elif number is not None:
            won = self._won if self.state.players[pad.index].up else 0
            self.attempt(Counted(pad.index, won, number))

    def _open_stack(self, _: str) -> None:
        self.pad = stack_pad(shortage(self.state)[0])

    def _none_left(self, _: str) -> None:
        self.attempt(Restocked(SPACES[self.state.empty[0]], 0))

    def _open_name(self, _: str) -> None:
        self.pad = Pad("named", "", "Which number?")

    def _name(self, number: int) -> None:
        try:
            self.race.name(number)
        except Violation as violation:
            self.refuse(str(violation))

    def _lay(self, laying: Laying) -> None:
        there = self.state.board[laying.space] is not None or self.state.take_from(laying.space) is not None
        if self.attempt(Relaid(laying) if there else Laid((laying,))):
            return
        self.pad = twin_pad(self.state, laying) or self.pad

    def _state_equation(self, stated: Stated) -> None:
        take = open_take(self.state)
        if take is None or not self.attempt(stated):
            return
        # With the last verdict the round is over, and its tiles are with their players.
        judged = self.state.takes or self.state.rounds[-1].takes
        right = next(one.right for one in judged if one.space == stated.space)
        verdict = "right" if right else f"wrong: that does not make {take.tile.number}, face down"
        self.race.chime("right" if right else "wrong")
        self.remark(f"{stated.equation} is {verdict}", more=nobody_saw(self.state))

    def _judge(self, right: bool) -> None:
        take = open_take(self.state)
        if take is not None and self.attempt(Judged(take.space, right)):
            self.race.chime("right" if right else "wrong")
            word = "is right" if right else "goes face down"
            self.remark(f"{take.tile.number} {word}", more=nobody_saw(self.state))

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
        self.attempt(Laid(tuple(drawn)))

    def _accept(self, _: str) -> None:
        roll = self.rolling.roll
        if roll is None:
            self.ask("a die has no number yet: touch it and choose what it shows")
        else:
            self.attempt(Rolled(roll))

    def _pass(self, _: str) -> None:
        if not self.race.claims.open and self.attempt(Passed()):
            self.remark("nobody took a tile", more=nobody_saw(self.state))

    def _open_sheet(self, value: str) -> None:
        self.sheet = None if self.sheet == value else value

    def _correct(self, _: str) -> None:
        correcting = not self.correcting
        self.close_pads()
        self.race.picked = None
        self.correcting = correcting
        if correcting:
            # Dice and tiles must be seen to be touched.
            self.pad = None
            self.ask("touch the tile or the die that was misread")
        else:
            self.remark(None)

    def _toggle_size(self, _: str) -> None:
        self.race.large = not self.race.large

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
                self.refuse(str(error))

    def _back(self) -> None:
        """One step out of what was begun on the screen, or else the last action undone."""
        pad = self.pad
        if pad is not None and pad.typed and not pad.choices:
            self.pad = pressed(pad, "delete")
        elif pad is not None and (pad.kind == "lost" or not pad.waits):
            self.close_pads()
        elif self.sheet is not None or self.correcting or self.leaving:
            self.leaving = False
            self.close_pads()
            self.remark(None)
        elif self.race.step_back():
            self.remark(None)
        else:
            self._undo()

    def _undo(self) -> None:
        try:
            undone = self.session.undo()
        except JournalError as error:
            self.refuse(str(error))
            return
        self._refresh()
        self.race.undone(undone)
        if isinstance(undone, Rolled):
            self.rolling.take_back(undone.roll)
        self.remark("nothing to undo" if undone is None else f"taken back: {in_words(undone)}")

    def _refresh(self) -> None:
        self.message, self.tone = None, "plain"
        self.leaving = False
        self.close_pads()
        self.rolling.clear()
        self.race.refresh()


_CHOICES: dict[str, Callable[[CodeTable, str], None]] = {
    "space": CodeTable._touch_space,
    "claim": lambda table, value: table.race.touch_player(int(value)),
    "withdraw": lambda table, _: table.race.withdraw(),
    "stack": CodeTable._open_stack,
    "none-left": CodeTable._none_left,
    "name": CodeTable._open_name,
    "die": CodeTable._open_die,
    "pad": CodeTable._press_pad,
    "deal": CodeTable._deal,
    "accept": CodeTable._accept,
    "nobody": CodeTable._pass,
    "sand": lambda table, value: table.race.steer(value),
    "large": CodeTable._toggle_size,
    "judge": lambda table, value: table._judge(value == "right"),
    "sheet": CodeTable._open_sheet,
    "correct": CodeTable._correct,
    "leave": CodeTable._leave,
}
