from __future__ import annotations

import random
from itertools import pairwise

import pytest

from rules.pharao.actions import Looked, Slid
from rules.pharao.board import line, space
from rules.pharao.paths import DETOUR, Field, Paths, Plan, field_of, find, shortest
from rules.pharao.pieces import OTHER, Colour

from .positions import LAID, do, searching
from .walking import every_way, random_field


def found(field: Field, detour: int = DETOUR) -> Paths:
    """The whole answer."""
    *_, last = find(field, detour)
    assert last.done
    return last


def walk(field: Field, plan: Plan) -> set[Colour]:
    """Slide by slide along a plan; fails where it is none, and returns who sank."""
    gap, bases, sunk, lines = field.gap, dict(field.mummies), set(), 0
    may_line = field.line_now
    for number, to in enumerate(plan.steps):
        path = line(gap, to)
        assert path, "each slide stays in a row or column"
        if len(path) > 1:
            assert may_line
            assert gap in field.passages
            lines += 1
        before = dict(zip(path, (gap, *path), strict=False))
        for colour, at in list(bases.items()):
            if at in before:
                bases[colour] = before[at]
                if before[at] in field.holes:
                    sunk.add(colour)
                    del bases[colour]
        gap, may_line = to, True
        assert gap not in field.walls
        assert (gap in field.targets) == (number == len(plan.steps) - 1)
    assert lines == plan.passage
    assert plan.unknown == sum(step in field.unknown for step in plan.steps)
    return sunk


def test_the_fewest_slides_are_those_of_a_search_through_everything() -> None:
    ways = passages = 0
    for seed in range(400):
        field = random_field(random.Random(seed), mummies=0)
        for passage in (False, True):
            plan = shortest(field, passage=passage)
            every = every_way(field, 60, passage=passage)
            if plan is None:
                assert every == {}
                continue
            walk(field, plan)
            assert len(plan.steps) == every[frozenset()]
            ways += 1
            passages += plan.passage
    assert ways > 500
    assert passages > 50


def check_mummies(seeds: range, mummies: int, detour: int) -> int:
    """Compare every set of mummies with the search through everything; the number of plans."""
    plans = 0
    for seed in seeds:
        field = random_field(random.Random(seed), mummies=mummies)
        answer = found(field, detour)
        best = answer.passage or answer.plain
        if best is None:
            continue
        bound = len(best.steps) + detour
        every = every_way(field, bound, passage=True)
        every.pop(frozenset(), None)
        assert {frozenset(plan.sinks): len(plan.steps) for plan in answer.sinking} == every
        for plan in answer.sinking:
            assert walk(field, plan) >= set(plan.sinks)
            plans += 1
        assert [len(plan.steps) for plan in answer.sinking] == sorted(
            len(plan.steps) for plan in answer.sinking
        )
    return plans


def test_mummies_on_the_way_are_those_of_a_search_through_everything() -> None:
    assert check_mummies(range(40), mummies=1, detour=20) > 25
    assert check_mummies(range(100, 120), mummies=2, detour=10) > 15
    assert check_mummies(range(200, 216), mummies=4, detour=4) > 4


@pytest.mark.long
def test_mummies_on_the_way_are_optimal_on_hundreds_of_boards() -> None:
    check_mummies(range(1000, 1400), mummies=1, detour=40)
    check_mummies(range(2000, 2120), mummies=2, detour=14)
    check_mummies(range(3000, 3020), mummies=3, detour=7)
    check_mummies(range(4000, 4020), mummies=4, detour=5)


def test_of_equally_short_ways_the_one_through_fewest_unknown_spaces_is_shown() -> None:
    unknown = frozenset(range(48)) - {0, 8, 16, 17, 18}
    plan = shortest(Field(gap=0, targets=frozenset({18}), unknown=unknown), passage=False)
    assert plan == Plan((8, 16, 17, 18), False, 0)


def test_a_known_other_animal_is_walked_round() -> None:
    plan = shortest(Field(gap=0, targets=frozenset({2}), walls=frozenset({1})), passage=False)
    assert plan is not None
    assert len(plan.steps) == 4


def test_walled_in_there_is_no_way_and_the_answer_says_so_at_once() -> None:
    answers = list(find(Field(gap=0, targets=frozenset({40}), walls=frozenset({1, 8}))))
    assert answers == [Paths(None, None, done=True)]


def test_a_passage_is_shown_only_where_it_saves_a_slide() -> None:
    far = Field(gap=0, targets=frozenset({7}), passages=frozenset({1}))
    answer = found(far)
    assert answer.plain is not None
    assert len(answer.plain.steps) == 7
    assert answer.passage == Plan((1, 7), True, 0)
    assert found(Field(gap=0, targets=frozenset({2}), passages=frozenset({1}))).passage is None


def test_a_line_slides_from_the_gap_itself_only_where_a_slide_uncovered_the_passage() -> None:
    for line_now, slides in ((True, 1), (False, 3)):
        field = Field(gap=0, targets=frozenset({7}), passages=frozenset({0}), line_now=line_now)
        plan = shortest(field, passage=True)
        assert plan is not None
        assert len(plan.steps) == slides


def test_the_search_gives_way_often_and_says_more_and_more() -> None:
    field = random_field(random.Random(5), mummies=4, passages=3)
    answers = list(find(field, detour=30, slice_nodes=20))
    assert len(answers) > 10
    assert answers[0].plain == answers[-1].plain
    assert [answer.done for answer in answers] == [False] * (len(answers) - 1) + [True]
    sizes = [len(answer.sinking) for answer in answers]
    assert sizes == sorted(sizes)


def test_the_field_is_what_the_memory_knows() -> None:
    up = space(3, 3)
    state = do(searching(), Slid(up, "hole"), Slid(space(2, 3), "passage"), Slid(space(2, 4), OTHER))
    state = do(state, Looked(LAID.cracks[0], "cat"), Looked(LAID.cracks[1], "dog"))
    field = field_of(state, state.memory.spots(), state.memory.contents, line_now=False, animal="cat")
    assert field.gap == space(2, 4)
    assert field.targets == {LAID.cracks[0]}
    assert field.walls == {LAID.cracks[1], space(2, 4)}
    assert field.holes == {up}
    assert field.passages == {space(2, 3)}
    assert not field.unknown & {LAID.gap, LAID.cracks[0], LAID.cracks[1], up}
    assert 0 in field.unknown
    assert dict(field.mummies)[Colour.BLACK] == LAID.bases[0]


def test_an_animal_that_nobody_named_ends_the_turn_and_so_is_walked_round() -> None:
    up = space(3, 3)
    state = do(searching(animal="dog"), Slid(up, OTHER), Slid(LAID.gap, "sand"), Slid(space(4, 2), "dog"))
    assert "cat" in state.memory.contents.named(state.memory.at(up).may)
    field = field_of(state, state.memory.spots(), state.memory.contents, line_now=False, animal="cat")
    assert up in field.walls
    assert up not in field.targets


def test_each_slide_of_a_plan_is_one_the_rules_allow() -> None:
    target = LAID.cracks[1]
    state = do(searching(), Looked(target, "cat"))
    field = field_of(state, state.memory.spots(), state.memory.contents, line_now=False, animal="cat")
    plan = shortest(field, passage=False)
    assert plan is not None
    for step in plan.steps:
        state = do(state, Slid(step, "cat" if step == target else "sand"))
    assert len(state.players[0].cards) == 1
    assert all(len(line(a, b)) == 1 for a, b in pairwise((LAID.gap, *plan.steps)))
