"""One game in the engine and on the oracle's table, step by step, compared at every state."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from random import Random

from rules.codec import to_json
from rules.favor.actions import CODEC, Adjusted, Corrected, FavorAction, Rerolled, Rolled
from rules.favor.game import FavorGame
from rules.favor.rulings import Rulings
from rules.favor.state import Phase, Setup, State

from .binding import dice_to_roll, lay, ours, play, refusal, theirs
from .box import other_faces
from .court import contest
from .dealing import as_dealt, deal
from .moves import Legal, legal, near_misses
from .players import Walker, sort_of
from .side_by_side import differences
from .state import Table

MANY = 4000
"""Of more legal moves than this only these are looked at."""


@dataclass
class Tally:
    """What a walk has seen."""

    states: int = 0
    games_ended: int = 0
    moves_compared: int = 0
    verdicts: int = 0
    hopeless_turns: int = 0
    supply_empty: int = 0
    sorts: Counter[str] = field(default_factory=Counter)
    tiles_used: Counter[str] = field(default_factory=Counter)
    tiles_claimed: Counter[str] = field(default_factory=Counter)


class Disagreement(AssertionError):
    """The oracle and the engine do not agree; the text has all that is needed to look at it again."""

    def __init__(self, what: str, setup: Setup, dealt: State | None, actions: list[FavorAction]) -> None:
        told = {
            "setup": to_json(setup),
            "dealt": [to_json(player) for player in dealt.players] if dealt else None,
            "actions": [CODEC.encode(action) for action in actions],
        }
        super().__init__(f"{what}\nafter {len(actions)} actions: {json.dumps(told)}")
        self.what = what


class Walk:
    """Two tables of one game; raises Disagreement as soon as they differ."""

    def __init__(self, setup: Setup, rng: Random) -> None:
        self.setup = setup
        self.rng = rng
        self.game = FavorGame()
        self.table: Table = lay(setup)
        self.state: State = self.game.start(setup)
        self.actions: list[FavorAction] = []
        self.walker = Walker(rng)
        self.dealt: State | None = None

    def disagree(self, what: str) -> Disagreement:
        return Disagreement(what, self.setup, self.dealt, self.actions)

    def compare(self, tally: Tally, misses: int) -> list[FavorAction]:
        """Compare all that both know of this state; the allowed moves."""
        if self.table.stage == "skip" and self.state.phase is not Phase.SKIP:
            # The engine may skip only whom it can prove hopeless; that the oracle proves more is no fault.
            contest(self.table)()
            tally.hopeless_turns += 1
        found = differences(self.table, self.state)
        if found:
            raise self.disagree("the tables differ: " + "; ".join(found))
        allowed = legal(self.table, self.rng)
        moves, left_out = set(allowed.moves), allowed.left_out
        listed = [*islice(self.game.moves(self.state), MANY)]
        if len(set(listed)) != len(listed):
            raise self.disagree("a move is listed twice")
        engines = {move for move in listed if not (isinstance(move, Adjusted) and move.source in left_out)}
        if len(listed) < MANY and engines != moves:
            raise self.disagree(
                f"only the oracle allows {sorted(map(str, moves - engines))[:5]}, "
                f"only the engine {sorted(map(str, engines - moves))[:5]}"
            )
        self.same_options(allowed)
        asked = [*allowed.some, *near_misses(self.table, self.rng, misses)]
        asked += self.rng.sample(listed, min(len(listed), misses))
        for action in asked:
            self.same_verdict(action)
        tally.states += 1
        tally.supply_empty += not self.table.supply.total()
        tally.moves_compared += len(engines)
        tally.verdicts += len(asked)
        return [*allowed.moves, *allowed.some]

    def same_options(self, allowed: Legal) -> None:
        """What people are shown is allowed, and nothing that is allowed is kept from them."""
        shown = self.game.legal(self.state)
        sorts = {sort_of(move) for move in (*allowed.moves, *allowed.some)}
        for option in shown:
            if option.action is not None:
                known = refusal(self.table, option.action) is None
            elif option.kind in (Adjusted, Rerolled):
                known = (
                    option.source in allowed.left_out or f"{option.kind.__name__} {option.source}" in sorts
                )
            else:
                known = option.kind in (Rolled, Corrected) or option.kind.__name__ in sorts
            if not known:
                raise self.disagree(f"people are shown what is not allowed: {option.words}")
        missing = {sort.partition(" ")[0] for sort in sorts} - {option.kind.__name__ for option in shown}
        if (dice_to_roll(self.table) is not None) != any(option.kind is Rolled for option in shown):
            missing.add("Rolled")
        if missing:
            raise self.disagree(f"people are not shown all that is allowed: {sorted(missing)}")

    def same_verdict(self, action: FavorAction) -> None:
        mine, other = refusal(self.table, action), self.game.explain(self.state, action)
        if (mine is None) != (other is None):
            raise self.disagree(
                f"{CODEC.encode(action)}: oracle {mine or 'allows it'}, engine {other or 'allows it'}"
            )

    def step(self, tally: Tally, misses: int = 6) -> bool:
        """Compare, then do one action on both tables; False at the end of the game."""
        allowed = self.compare(tally, misses)
        kinds = dice_to_roll(self.table)
        if self.table.stage == "over":
            if allowed or kinds or self.game.legal(self.state):
                raise self.disagree("something may still be done after the end")
            tally.games_ended += 1
            return False
        action = self.correction() or self.walker.choose(self.table, allowed, kinds)
        self.same_verdict(action)
        play(self.table, action)
        self.state = self.game.apply(self.state, action)
        self.actions.append(action)
        tally.sorts[sort_of(action)] += 1
        count_tile(tally, action)
        return True

    def before_the_first_roll(self) -> bool:
        """A turn has begun and its tokens are drawn."""
        table = self.table
        return table.turn is not None and not table.turn.rolls and not any(table.owed)

    def deal(self, seats: set[int], scarce: bool) -> set[int]:
        """Put players whose turn it is not into the middle of a game, the same on both tables."""
        for seat in seats:
            deal(self.table, self.table.seats[seat], self.rng, scarce)
        self.state = self.dealt = as_dealt(self.table, self.state)
        return seats

    def correction(self) -> FavorAction | None:
        """Now and then a die turns out to have been misread."""
        turn = self.table.turn
        if self.table.stage != "turn" or turn is None or not turn.active or self.rng.random() > 0.02:
            return None
        was = theirs(self.rng.choice(turn.active))
        now = theirs(self.rng.choice(other_faces(ours(was))))
        action = Corrected(was, now)
        self.same_verdict(action)
        return action if refusal(self.table, action) is None else None


def count_tile(tally: Tally, action: FavorAction) -> None:
    tile = getattr(action, "tile", None) or getattr(action, "source", None)
    if tile is not None:
        claimed = type(action).__name__ in ("Claimed", "Taken")
        (tally.tiles_claimed if claimed else tally.tiles_used)[tile] += 1


def walk(seed: int, tally: Tally, states: int, misses: int = 6, scarce: bool = False) -> None:
    """Play one random game, at most so many states; raises Disagreement.

    Every second game deals players into its middle; those where tokens are `scarce` all do.
    """
    rng = Random(seed)
    names = ("Ann", "Bob", "Cem", "Dia")[: rng.randint(2, 4)]
    rulings = Rulings() if rng.random() < 0.7 else Rulings(*(rng.random() < 0.5 for _ in range(5)))
    game = Walk(Setup(names, first_game=rng.random() < 0.15, rulings=rulings), rng)
    to_deal = set(range(len(names))) if rng.random() < 0.5 or scarce else set()
    last = tally.states + states
    while tally.states < last and game.step(tally, misses):
        if to_deal and game.before_the_first_roll():
            to_deal -= game.deal(to_deal - {game.table.at}, scarce)
