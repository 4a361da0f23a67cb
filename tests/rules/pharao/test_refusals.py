from __future__ import annotations

import random
from pathlib import Path

import pytest

from rules.errors import Violation
from rules.pharao import sections
from rules.pharao.actions import (
    Begins,
    CrackTiles,
    Fell,
    Forgot,
    Laid,
    Looked,
    MummiesSet,
    PharaoAction,
    Placed,
    Pushed,
    Revealed,
    Slid,
    Stole,
    Turned,
)
from rules.pharao.board import Side, space
from rules.pharao.pieces import COLOURS, OTHER, PLAIN, Colour, Symbol
from rules.pharao.state import Phase

from .positions import do, refusal, searching
from .world import ANIMALS, GAME, World, random_setup

RULEBOOK = Path(__file__).resolve().parents[4] / "shared" / "rulebooks" / "pharao.txt"
UP = space(3, 3)
SECTIONS = {value for name, value in vars(sections).items() if name.isupper()}


def anything(rng: random.Random) -> PharaoAction:
    """Any action at all, most of them nonsense."""

    def place() -> int:
        return rng.randint(-3, 55)

    def shows() -> str:
        return rng.choice((*PLAIN, *ANIMALS, OTHER, "yeti", ""))

    def colours() -> tuple[Colour, ...]:
        return tuple(rng.choices(COLOURS, k=rng.randint(0, 4)))

    return rng.choice(
        (
            Laid(place(), tuple(place() for _ in range(rng.randint(0, 6))), (place(), place(), place(), 9)),
            Placed(place(), place()),
            CrackTiles(rng.randint(-1, 7)),
            Looked(place(), shows()),
            Forgot(place()),
            Begins(rng.randint(-1, 5)),
            Turned(rng.choice(list(Symbol))),
            Pushed(
                rng.randint(-1, 3),
                rng.choice(list(Side)),
                rng.choice((None, -1, 0, 1, 4)),
                rng.choice((None, place())),
            ),
            Fell(colours()),
            Stole(rng.choice((None, rng.randint(-1, 5)))),
            MummiesSet(colours()),
            Revealed(shows(), rng.randint(0, 6), rng.random() < 0.5),
            Slid(place(), shows()),
        )
    )


def test_whatever_is_tried_is_done_or_refused_with_a_section_of_the_rulebook() -> None:
    refused = set()
    for seed in range(12):
        rng = random.Random(seed)
        setup = random_setup(rng)
        world = World(rng, setup)
        state = GAME.start(setup)
        for _ in range(60):
            if state.phase is Phase.END:
                break
            for _ in range(25):
                action = anything(rng)
                violation = GAME.explain(state, action)
                if violation is None:
                    GAME.apply(state, action)
                else:
                    assert violation.section in SECTIONS
                    assert violation.reason
                    assert "\n" not in violation.reason
                    refused.add(violation.section)
            state = GAME.apply(state, world.next_action(state))
    assert refused >= {sections.SETUP, sections.COURSE, sections.SEALS, sections.STIR, sections.TIPS}


@pytest.mark.skipif(not RULEBOOK.exists(), reason="the rulebooks lie beside the checkout, in ../shared")
@pytest.mark.parametrize("section", sorted(SECTIONS))
def test_each_section_that_refusals_cite_is_a_heading_of_the_rulebook(section: str) -> None:
    lines = RULEBOOK.read_text(encoding="utf-8").splitlines()
    assert any(line == section or line.startswith(f"{section} (") for line in lines)


def test_an_action_at_a_wrong_time_names_what_the_table_waits_for() -> None:
    rng = random.Random(1)
    setup = random_setup(rng)
    state = GAME.start(setup)
    with pytest.raises(Violation, match="the table waits for the covers to be laid out") as raised:
        GAME.apply(state, Slid(3, "sand"))
    assert raised.value.section == sections.SETUP


def test_variants_are_cited_where_they_ask_for_something_else() -> None:
    advanced = do(searching(advanced=True), Slid(UP, "cat"), Turned(Symbol.MUMMIES))
    assert refusal(advanced, Revealed("dog", 2, outside=False)).endswith("(Advanced Variant)")
    alone = do(searching(players=1), Slid(UP, "dog"))
    assert refusal(alone, Slid(UP, "sand")).endswith("(Solo Rule)")
