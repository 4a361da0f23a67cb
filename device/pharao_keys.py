"""The keys and the title of the Pharao screen, phase by phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from device.pharao_draft import DIRECTIONS, beside
from device.pharao_words import BACKS
from rules.pharao import scoring
from rules.pharao.board import TILE_ROWS, line, name_of
from rules.pharao.flow import may_slide_a_line, victims
from rules.pharao.paths import Plan
from rules.pharao.pieces import CARD_VALUES, COLOURS, OTHER, PLAIN, SAND, Symbol
from rules.pharao.pushing import carried_gaps, sides
from rules.pharao.state import MemoryLevel, Phase
from rules.words import listing
from ui.intents import Button
from ui.pharao_view import Steering
from ui.view import Command

if TYPE_CHECKING:
    from device.pharao_table import PharaoTable

_STEERED: tuple[tuple[Button, str], ...] = (("up", "up"), ("down", "down"), ("back", "left"), ("ok", "right"))
"""Which way each of the four buttons moves the gap."""


def title(table: PharaoTable) -> str:
    """Who is to do what."""
    state, draft, name = table.state, table.draft, table.state.player.name
    if draft.menu == "look":
        return "Which place do you see?"
    if draft.menu == "forget":
        return "Of which tile is the memory wrong?"
    if draft.looking is not None:
        return f"What does {name_of(draft.looking)} show?"
    match state.phase:
        case Phase.LAYOUT:
            return "Lay out the covers like this, or show how they lie"
        case Phase.GROUND:
            return f"What does the gap at {name_of(state.gap)} show?"
        case Phase.FIRST_PLAYER:
            return "Who most recently fell into a hole?"
        case Phase.BACK:
            return f"{name}: what is on the back of the next card?"
        case Phase.PUSH if draft.row is not None:
            return f"{name}: push the tile into row {draft.row + 1} as it lies here"
        case Phase.PUSH:
            return f"{name}: into which row do you push the tile?"
        case Phase.FALLS:
            return "Which mummies fell?"
        case Phase.SEAL:
            return f"{name}: no {state.fallen[0].value} seal is left. Steal one?"
        case Phase.MUMMIES:
            return f"{name}: set mummies on the empty base tiles"
        case Phase.REVEAL if draft.value is not None:
            return f"Is the {draft.animal} visible on the tile outside?"
        case Phase.REVEAL if draft.animal is not None:
            return f"How many points is the {draft.animal} worth?"
        case Phase.REVEAL:
            return f"{name}: turn over the next card. Which animal?"
        case Phase.SLIDE:
            return _slide_title(table)
        case Phase.END:
            return _end_title(table)


def commands(table: PharaoTable) -> tuple[Command, ...]:
    """The keys beside the board."""
    draft = table.draft
    if draft.menu is not None:
        return _MENU_KEYS[draft.menu](table)
    if draft.looking is not None:
        return _contents(table, (*PLAIN, *table.state.setup.animals))
    if draft.naming:
        card = table.state.sought
        return _contents(
            table, tuple(a for a in table.state.setup.animals if card is None or a != card.animal)
        )
    return _KEYS[table.state.phase](table)


def steering(table: PharaoTable) -> tuple[Steering, ...]:
    """What the four buttons do while the gap may move: each one a direction, at the board's edge the menu."""
    state, draft = table.state, table.draft
    free = draft.to is None and draft.line is None and draft.menu is None and draft.looking is None
    if state.phase is not Phase.SLIDE or not free or draft.naming:
        return ()
    found = []
    for button, direction in _STEERED:
        to = beside(state.gap, direction)
        if to is None:
            found.append(Steering(button, "menu", button))
        elif may_slide_a_line(state) and beside(to, direction) is not None:
            found.append(Steering(button, f"line:{direction}", button))
        else:
            found.append(Steering(button, f"go:{to}", button))
    return tuple(found)


def line_ends(table: PharaoTable) -> tuple[int, ...]:
    """The spaces that the gap may come to in the chosen direction, nearest first."""
    ends = []
    at = table.state.gap
    while (to := beside(at, table.draft.line or "up")) is not None:
        ends.append(to)
        at = to
    return tuple(ends)


def way_words(plan: Plan) -> str:
    """A way of the path aid on its key."""
    number = len(plan.steps)
    words = f"{number} slide{'' if number == 1 else 's'}"
    if plan.passage:
        words += " by passage"
    if plan.unknown:
        words += f", {plan.unknown} unseen"
    if plan.sinks:
        words += f", sinks {listing([colour.value for colour in plan.sinks])}"
    return words


def shown_plan(table: PharaoTable) -> Plan | None:
    """The way that is drawn, or None."""
    plans = table.aid.plans
    # After the last way none is drawn, so that the board can be seen free of it.
    turn = table.draft.way % (len(plans) + 1)
    return plans[turn] if turn < len(plans) else None


def _slide_title(table: PharaoTable) -> str:
    state, draft = table.state, table.draft
    card = state.sought
    assert card is not None, "covers are slid while a card is sought"
    if draft.naming:
        return "Which animal is in the gap?"
    if draft.to is not None:
        return f"What came to light at {name_of(draft.to)}?"
    if draft.line is not None:
        return "How far does the gap go?"
    if may_slide_a_line(state):
        return f"{state.player.name}: slide one cover or a whole line, to the {card.animal}"
    return f"{state.player.name}: slide a cover, to find the {card.animal}"


def _end_title(table: PharaoTable) -> str:
    state = table.state
    if table.draft.review is not None:
        return _review_title(table, table.draft.review)
    if state.solo:
        points = scoring.score(state.player, solo=True).total
        return f"{points} points: {scoring.burial(points)}"
    won = scoring.winners(state)
    points = scoring.score(state.players[won[0]], solo=False).total
    names = listing([state.players[seat].name for seat in won])
    return f"{names} {'wins' if len(won) == 1 else 'win'} with {points} points"


def _review_title(table: PharaoTable, number: int) -> str:
    turn = table.turns[number]
    card = turn.start.sought
    assert card is not None, "a turn begins with a card to search for"
    end = "found it" if turn.won else "did not"
    return (
        f"{number + 1}/{len(table.turns)} {turn.start.player.name} sought the {card.animal} "
        f"and {end}, {len(turn.way)} slides"
    )


def _layout(table: PharaoTable) -> tuple[Command, ...]:
    if table.draft.picked is not None:
        return (
            Command("drop", "It lies there", main=True),
            *(Command(f"shift:{direction}", direction) for direction in DIRECTIONS),
        )
    number = len(table.state.layout.cracks)
    return (
        Command("lay", "They lie so", main=True),
        Command("cracks", f"{number} crack tiles"),
        Command("leave", "Another game"),
    )


def _ground(table: PharaoTable) -> tuple[Command, ...]:
    plain = () if table.state.shows == OTHER else PLAIN
    return _contents(table, (*plain, *table.state.setup.animals))


def _contents(table: PharaoTable, names: tuple[str, ...]) -> tuple[Command, ...]:
    """A key for everything that a place may show; what the memory is sure of comes under the finger."""
    state, draft = table.state, table.draft
    place = state.gap if draft.looking is None else draft.looking
    sure = state.memory.sure(place) if state.setup.memory is MemoryLevel.FULL else None
    return tuple(Command(f"shows:{name}", name, main=name == sure) for name in names)


def _first_player(table: PharaoTable) -> tuple[Command, ...]:
    return tuple(Command(f"begin:{seat}", player.name) for seat, player in enumerate(table.state.players))


def _back(table: PharaoTable) -> tuple[Command, ...]:
    keys = (Command(f"back:{symbol.value}", BACKS[symbol]) for symbol in Symbol)
    return (*keys, Command("menu", "More…"))


def _push(table: PharaoTable) -> tuple[Command, ...]:
    state, draft = table.state, table.draft
    if draft.row is None or draft.side is None:
        rows = [
            Command(f"row:{row}:{side.value}", f"Row {row + 1} from the {side.value}")
            for row in range(TILE_ROWS)
            for side in sides(state, row)
        ]
        return (*rows, Command("menu", "More…"))
    keys = [
        Command("push", "Pushed in", main=True),
        Command("turn", "Turn the tile"),
        Command("turn:unknown", "Turned, who knows how"),
    ]
    if carried_gaps(state, draft.row, draft.side):
        at = "stayed" if draft.carried is None else f"now {name_of(draft.carried)}"
        keys.append(Command("carry", f"Gap {at}"))
    return tuple(keys)


def _falls(table: PharaoTable) -> tuple[Command, ...]:
    marked = table.draft.marked
    done = "These fell" if marked else "None fell"
    return (
        Command("fell", done, main=True),
        *(
            Command(f"mark:{c.value}", f"{c.value} {'fell' if c in marked else 'stands'}")
            for c in table.state.unsure
        ),
    )


def _seal(table: PharaoTable) -> tuple[Command, ...]:
    state = table.state
    return (
        *(
            Command(f"steal:{seat}", f"from {state.players[seat].name}")
            for seat in victims(state, state.fallen[0])
        ),
        Command("steal:none", "Steal none"),
    )


def _mummies(table: PharaoTable) -> tuple[Command, ...]:
    marked = table.draft.marked
    return (
        Command("filled", "Mummies are set", main=True),
        *(
            Command(f"mark:{c.value}", f"{c.value} {'left out' if c in marked else 'gets one'}")
            for c in COLOURS
            if c in table.state.empty_bases
        ),
    )


def _reveal(table: PharaoTable) -> tuple[Command, ...]:
    draft = table.draft
    if draft.value is not None:
        return (Command("outside:no", "No", main=True), Command("outside:yes", "Yes: put it back"))
    if draft.animal is not None:
        return tuple(Command(f"value:{value}", f"{value} points") for value in CARD_VALUES)
    animals = (Command(f"card:{animal}", animal) for animal in table.state.setup.animals)
    return (*animals, Command("menu", "More…"))


def _slide(table: PharaoTable) -> tuple[Command, ...]:
    state, draft = table.state, table.draft
    card = state.sought
    assert card is not None, "covers are slid while a card is sought"
    if draft.to is not None:
        tells = state.setup.memory is MemoryLevel.FULL
        sure = (state.memory.sure(draft.to) if tells else None) or SAND
        main = sure if sure in (*PLAIN, card.animal) else OTHER
        five = (*PLAIN, card.animal, OTHER)
        labels = {card.animal: f"the {card.animal}", OTHER: "another animal"}
        keys = [Command(f"shows:{name}", labels.get(name, name), main=name == main) for name in five]
        return (*keys, Command("menu", "More…"))
    if draft.line is not None:
        plan = shown_plan(table)
        ahead = plan.steps[0] if plan and plan.steps else None
        ends = line_ends(table)
        main_end = ahead if ahead in ends else ends[0]
        return tuple(
            Command(f"to:{to}", f"{len(line(state.gap, to))}: {name_of(to)}", main=to == main_end)
            for to in ends
        )
    # At the board's edge a button has no direction left and opens the menu.
    edge = [each.button for each in steering(table) if each.key == "menu"]
    words = f"More… ({' or '.join(edge)})" if edge else "More…"
    return (*_way_key(table), *_name_key(table), Command("menu", words))


def _way_key(table: PharaoTable) -> tuple[Command, ...]:
    plans = table.aid.plans
    if not plans:
        return ()
    plan = shown_plan(table)
    number = f" ({len(plans)} ways)" if len(plans) > 1 else ""
    return (Command("way", f"Show a way{number}" if plan is None else way_words(plan)),)


def _name_key(table: PharaoTable) -> tuple[Command, ...]:
    shows = table.state.phase is Phase.SLIDE and table.state.shows == OTHER
    return (Command("name", "Name the animal"),) if shows else ()


def _end(table: PharaoTable) -> tuple[Command, ...]:
    if table.draft.review is not None:
        return (
            Command("review:next", "Next turn", main=True),
            Command("review:before", "Turn before"),
            Command("review:end", "Back to the end"),
        )
    review = (Command("review:first", "Review the turns"),) if table.turns else ()
    return (*_keep(table), *review, Command("new", "New game"))


def _menu(table: PharaoTable) -> tuple[Command, ...]:
    return (
        Command("stay", "Back to the board", main=True),
        *_way_key(table),
        *_name_key(table),
        Command("looks", "Something is in sight"),
        Command("forgets", "Memory is wrong"),
        Command("undo", "Undo last step"),
        Command("leave", "Another game"),
    )


def _stay(table: PharaoTable) -> tuple[Command, ...]:
    return (Command("stay", "Back to the board"),)


def _leave(table: PharaoTable) -> tuple[Command, ...]:
    return (Command("stay", "Go on", main=True), *_keep(table), Command("new", "Leave this game"))


def _keep(table: PharaoTable) -> tuple[Command, ...]:
    number = table.new_tiles
    return (Command("keep", f"Keep {number} tile{'' if number == 1 else 's'}"),) if number else ()


_MENU_KEYS: dict[str, Callable[[PharaoTable], tuple[Command, ...]]] = {
    "menu": _menu,
    "look": _stay,
    "forget": _stay,
    "leave": _leave,
}

_KEYS: dict[Phase, Callable[[PharaoTable], tuple[Command, ...]]] = {
    Phase.LAYOUT: _layout,
    Phase.GROUND: _ground,
    Phase.FIRST_PLAYER: _first_player,
    Phase.BACK: _back,
    Phase.PUSH: _push,
    Phase.FALLS: _falls,
    Phase.SEAL: _seal,
    Phase.MUMMIES: _mummies,
    Phase.REVEAL: _reveal,
    Phase.SLIDE: _slide,
    Phase.END: _end,
}
