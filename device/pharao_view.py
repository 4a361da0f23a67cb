"""From the state of Pharao to the view model of its screen."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from device.pharao_aid import known_spots
from device.pharao_draft import Draft
from device.pharao_keys import commands, shown_plan, steering, title
from rules.pharao import review, scoring
from rules.pharao.board import OUTSIDE, OUTSIDE_SLOT, PLACES, SPACES, Side, place_of, turned
from rules.pharao.layout import in_sight
from rules.pharao.memory import Spot
from rules.pharao.paths import Plan
from rules.pharao.pieces import COLOURS, OTHER, PLAIN
from rules.pharao.sliding import reachable
from rules.pharao.state import MemoryLevel, Phase, State
from ui.pharao_view import Cover, MarkKind, MarkView, PharaoView, PushView, SeatView, SpaceView

if TYPE_CHECKING:
    from device.pharao_table import PharaoTable

_PLAIN_KINDS: dict[str, MarkKind] = {"sand": "sand", "hole": "hole", "passage": "passage"}


def pharao_view(table: PharaoTable, camera: str) -> PharaoView:
    """The whole screen; `camera` is the word on what the camera does."""
    state, draft = table.state, table.draft
    turn = table.turns[draft.review] if draft.review is not None else None
    board = state if turn is None else turn.start
    marks = marks_of(board, everything=state.phase is Phase.END)
    plan = shown_plan(table) if turn is None else _reviewed_plan(turn)
    steered = steering(table)
    covers = _covers(board)
    steps = _steps(plan)
    keys = _space_keys(table)
    outside = marks[SPACES:]
    if draft.row is not None:
        outside = (MarkView(),) * 4 if draft.turn is None else turned(outside, draft.turn)
    return PharaoView(
        title=title(table),
        message=table.message if turn is None or table.message else _best_words(plan),
        tone=table.tone,
        spaces=tuple(
            SpaceView(
                covers[at][0],
                marks[at],
                covers[at][1],
                covers[at][2],
                keys.get(at),
                at in (draft.to, draft.looking, draft.carried, draft.picked),
                steps.get(at),
            )
            for at in range(SPACES)
        ),
        outside=outside,
        outside_keys=tuple(_outside_key(table, at) for at in OUTSIDE),
        rows=tuple((recess.allows(Side.LEFT), recess.allows(Side.RIGHT)) for recess in state.setup.sides),
        sought=None if board.sought is None else (board.sought.animal, board.sought.value),
        deck=len(board.deck),
        back=board.deck[0] if board.deck and board.sought is None else None,
        players=tuple(
            SeatView(
                player.name,
                scoring.score(player, solo=state.solo).total,
                len(player.cards),
                player.seals,
                seat == board.current and len(board.players) > 1,
            )
            for seat, player in enumerate(board.players)
        ),
        supply=_four(tuple(board.supply(colour) for colour in COLOURS)),
        mummies=board.mummies_left,
        commands=commands(table),
        can_undo=table.begun or table.session.length > 0,
        camera="",
        steering=steered,
        push=_push_view(table),
        searching=table.aid.searching,
    )


@lru_cache(maxsize=8)
def marks_of(state: State, *, everything: bool = False) -> tuple[MarkView, ...]:
    """What the table shows of the ground of each place; `everything` after the game, whatever was agreed.

    What lies open, the gap and the tile outside, is shown at every level.
    """
    level = MemoryLevel.FULL if everything else state.setup.memory
    spots = known_spots(state.memory, state.setup.tiles)
    own = state.memory.spots()
    marks = []
    for place in range(PLACES):
        open_ground = place == state.gap or place >= SPACES
        if level is MemoryLevel.FULL or open_ground:
            marks.append(_mark(state, spots[place], own[place]))
        elif level is MemoryLevel.SEEN and own[place].seen is not None:
            marks.append(MarkView("seen", age=_age(state, own[place])))
        else:
            marks.append(MarkView())
    if state.phase is Phase.LAYOUT or state.shows is None:
        # Nobody has said yet what came to light here.
        marks[state.gap] = MarkView()
    elif state.shows == OTHER and marks[state.gap].kind == "none":
        marks[state.gap] = MarkView("animal", "?", 0)
    return tuple(marks)


def _mark(state: State, spot: Spot, own: Spot) -> MarkView:
    contents = state.memory.contents
    shows = contents.sure(spot.may)
    age = _age(state, spot)
    if shows is None:
        # Seen, but nobody said which animal it was.
        unnamed = spot.seen is not None and not spot.may & ~contents.animals
        return MarkView("animal", "?", age) if unnamed else MarkView()
    followed = contents.sure(own.may) is None or spot.seen is None
    if shows in PLAIN:
        return MarkView(_PLAIN_KINDS[shows], "", age, followed)
    return MarkView("animal", shows, age, followed)


def _age(state: State, spot: Spot) -> int | None:
    return None if spot.seen is None else state.turns - spot.seen


def _covers(state: State) -> list[tuple[Cover, str | None, bool]]:
    """Cover, colour and mummy of each space; while covers are laid out, as they lie so far."""
    if state.phase is Phase.LAYOUT:
        layout = state.layout
        state = replace(state, gap=layout.gap, cracks=layout.cracks, bases=layout.bases, standing=COLOURS)
    found: list[tuple[Cover, str | None, bool]] = [("pyramid", None, False)] * SPACES
    found[state.gap] = ("gap", None, False)
    for at in state.cracks:
        found[at] = ("crack", None, False)
    for colour in COLOURS:
        found[state.base(colour)] = ("base", colour.value, colour in state.standing)
    return found


def _space_keys(table: PharaoTable) -> dict[int, str]:
    """What touching a space chooses."""
    state, draft = table.state, table.draft
    if state.phase is Phase.LAYOUT:
        return _layout_keys(state, draft)
    if draft.menu == "forget":
        return {place_of(slot, 0): f"forget:{slot}" for slot in range(OUTSIDE_SLOT)}
    closed = (Phase.END, Phase.FALLS, Phase.SEAL, Phase.GROUND)
    if draft.menu in ("menu", "leave") or state.phase in closed:
        return {}
    keys = {at: f"look:{at}" for at in in_sight(state) if at < SPACES and at != state.gap}
    if state.phase is Phase.SLIDE and draft.menu is None and draft.looking is None:
        keys |= {at: f"go:{at}" for at in reachable(state)}
    return keys


def _layout_keys(state: State, draft: Draft) -> dict[int, str]:
    layout = state.layout
    if draft.menu is not None:
        return {}
    if draft.picked is not None:
        return {at: "drop" if at == draft.picked else f"put:{at}" for at in range(SPACES)}
    return {at: f"pick:{at}" for at in (layout.gap, *layout.cracks, *layout.bases)}


def _outside_key(table: PharaoTable, at: int) -> str | None:
    if table.draft.menu == "forget":
        return f"forget:{OUTSIDE_SLOT}" if at == OUTSIDE[0] else None
    closed = (Phase.LAYOUT, Phase.GROUND, Phase.FALLS, Phase.SEAL, Phase.END)
    hidden = table.state.phase in closed or table.draft.row is not None
    return None if hidden or table.draft.menu in ("menu", "leave") else f"look:{at}"


def _steps(plan: Plan | None) -> dict[int, int]:
    """The number of each space of a way; of one that is come to twice the later one."""
    return {} if plan is None else {at: number for number, at in enumerate(plan.steps, start=1)}


def _push_view(table: PharaoTable) -> PushView | None:
    moving = table.moving
    if moving is None:
        return None
    return PushView(moving.row, moving.side is Side.LEFT, moving.share, moving.marks, moving.coming)


@lru_cache(maxsize=8)
def _reviewed_plan(turn: review.TurnReview) -> Plan | None:
    state = turn.start
    return review.best(turn, known_spots(state.memory, state.setup.tiles))


def _best_words(plan: Plan | None) -> str:
    if plan is None:
        return "nobody could know where it was"
    number = len(plan.steps)
    passage = " by a secret passage" if plan.passage else ""
    return f"what was known led there in {number} slide{'' if number == 1 else 's'}{passage}"


def _four(items: tuple[int, ...]) -> tuple[int, int, int, int]:
    a, b, c, d = items
    return a, b, c, d
