"""Claims and what tiles do when claimed (rulebook, Claiming Tiles and Tile Reference; rulings 9, 10, 24
to 26).
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.favor.actions import (
    Claimed,
    Declined,
    Divided,
    Ended,
    FavorAction,
    Share,
    Taken,
    Token,
    TokenDrawn,
    Used,
)
from rules.favor.dice import Kind
from rules.favor.rulings import Rulings
from rules.favor.state import Grant, Phase, State, Tokens

from .playing import GAME
from .situations import after, allowed, dice, drawn, locked, option_of, refusal

THIRTY = "6 6 6 6 6"


def share(text: str, tile: str | None) -> Share:
    return Share(dice(text), tile)


def takeable(state: State) -> set[str]:
    return {move.tile for move in GAME.moves(state) if isinstance(move, Taken)}


def test_indentured_worker_gives_1_token_when_claimed() -> None:
    state = after(locked("5 5 5", laid=("indentured-worker",)), Claimed("indentured-worker"))
    assert (state.phase, state.owed) == (Phase.DRAW, (1, 0))


@pytest.mark.parametrize(("rulings", "gained"), [(Rulings(), 5), (Rulings(ankh_counts_own_tokens=False), 3)])
def test_ankh_gives_as_many_tokens_as_there_are(rulings: Rulings, gained: int) -> None:
    """Ruling 9: those of the claim itself count too, unless the table says otherwise."""
    state = locked("5 5", laid=("ankh",), tokens=Tokens(reroll=2, pip=1), rulings=rulings)
    state = drawn(after(state, Claimed("ankh")))
    assert state.player.tokens.total == 3 + 2 + gained
    assert (state.phase, state.player.spent) == (Phase.END, ("ankh",))


def test_omen_gives_another_turn_with_one_fewer_standard_die() -> None:
    state = drawn(after(locked("5 5", "farmer"), Claimed("omen")))
    assert state.player.spent == ("omen",)
    state = after(state, Ended())
    assert (state.current, state.to_roll) == (0, (Kind.STANDARD,) * 3)
    assert state.turns == 2


def test_good_omen_gives_another_turn() -> None:
    state = drawn(after(locked("5 5 5 5", "farmer", laid=("good-omen",)), Claimed("good-omen")))
    state = after(state, Ended())
    assert (state.current, state.to_roll) == (0, (Kind.STANDARD,) * 4)
    assert state.player.spent == ("good-omen",)


def test_queens_favor_brings_a_yellow_or_blue_tile_of_level_6_or_lower_and_another_turn() -> None:
    state = drawn(after(locked("6 6 6 6 6 6 4", "surveyor"), Claimed("queens-favor")))
    assert (state.phase, state.grant) == (Phase.TAKE, Grant("queens-favor", 1))
    assert takeable(state) == {
        "embalmer", "royal-attendants", "charioteer", "conspirator", "master-artisan", "artisan", "builder",
        "entertainer", "worker", "farmer", "servant", "herder",
    }  # fmt: skip
    assert refusal(state, Taken("treasure")).reason == "Treasure: the Queen's Favor does not bring it"
    assert refusal(state, Taken("general")).section == "Level 7 Tiles"
    assert refusal(state, Taken("surveyor")).section == "Claiming Tiles"
    state = after(state, Taken("entertainer"))
    assert state.owed == (1, 0)
    state = after(drawn(state), Ended())
    assert (state.current, "entertainer" in state.player.tiles) == (0, True)


def test_queens_favor_gives_the_turn_also_where_no_tile_is_wanted() -> None:
    state = drawn(after(locked("6 6 6 6 6 6 4"), Claimed("queens-favor")))
    assert after(state, Declined(), Ended()).current == 0


def test_secret_passage_brings_up_to_two_level_3_tiles() -> None:
    state = drawn(after(locked(THIRTY, "worker", laid=("secret-passage",)), Claimed("secret-passage")))
    assert state.player.tokens.total == 2
    assert takeable(state) == {"farmer", "servant", "omen"}
    assert not allowed(state, Taken("worker"))
    assert not allowed(state, Taken("herder"))
    state = after(state, Taken("servant"))
    assert state.owed == (1, 0)
    state = drawn(state)
    assert takeable(state) == {"farmer", "omen"}
    state = after(state, Taken("omen"))
    assert state.owed == (2, 0)
    state = drawn(state)
    assert (state.phase, state.again) == (Phase.END, "omen")
    assert state.player.tokens.total == 5


def test_secret_passages_ankh_doubles_what_was_drawn_before() -> None:
    state = locked(THIRTY, laid=("secret-passage", "ankh"))
    state = drawn(after(state, Claimed("secret-passage")))
    state = drawn(after(state, Taken("ankh")))
    assert state.player.tokens.total == 8
    assert state.phase is Phase.TAKE
    assert after(state, Declined()).phase is Phase.END


def test_royal_power_brings_up_to_two_blue_tiles_of_level_6_or_lower() -> None:
    state = drawn(after(locked("6 6 6 6 6 6 4", laid=("royal-power",)), Claimed("royal-power")))
    assert takeable(state) == {"surveyor", "master-artisan", "entertainer", "servant"}
    assert not allowed(state, Taken("heir"))
    assert not allowed(state, Taken("embalmer"))
    state = drawn(after(drawn(after(state, Taken("surveyor"))), Taken("servant")))
    assert (state.phase, state.player.tokens.total) == (Phase.END, 4)


def test_further_tiles_need_no_requirement_but_must_still_be_there() -> None:
    """Ruling 10."""
    state = locked("6 6 6 6 6 6 4", laid=("royal-power",))
    stacks = tuple(replace(s, left=0) if s.tile in ("surveyor", "servant") else s for s in state.stacks)
    state = drawn(after(replace(state, stacks=stacks), Claimed("royal-power")))
    assert refusal(state, Taken("surveyor")).reason == "Surveyor: none is left"
    empty = tuple(replace(s, left=0) for s in state.stacks)
    assert takeable(replace(state, stacks=empty)) == set()


def test_claiming_a_tile_whose_gift_is_all_gone_ends_at_once() -> None:
    state = locked("6 6 6 6 6 6 4", laid=("royal-power",))
    stacks = tuple(replace(s, left=int(s.tile == "royal-power")) for s in state.stacks)
    state = drawn(after(replace(state, stacks=stacks), Claimed("royal-power")))
    assert state.phase is Phase.END


def treasure_ready(text: str = "5 5 2 2", *tiles: str, claimed: str = "farmer") -> State:
    return drawn(after(locked(text, "treasure", *tiles), Claimed(claimed)))


def test_treasure_divides_the_locked_dice_into_two_groups_that_each_claim() -> None:
    state = treasure_ready("5 5 2 4 6")
    state = after(state, Divided((share("5 5", None), share("2 4 6", "servant"))))
    assert (state.owed, state.player.spent) == ((1, 0), ("treasure",))
    assert state.player.tiles == ("treasure", "farmer", "servant")


def test_treasure_claims_one_tile_with_each_group() -> None:
    state = treasure_ready("5 5 5 2 4 6", claimed="farmer")
    both = Divided((share("2 4 6", "servant"), share("5 5 5", "worker")))
    assert allowed(state, both)
    assert drawn(after(state, both)).player.tiles[-2:] == ("servant", "worker")


@pytest.mark.parametrize(
    ("shares", "reason"),
    [
        ([share("5 5", "worker"), share("2 4 6", None)], "Worker: this group needs three of a kind"),
        ([share("5 5", "farmer"), share("2 4 6", None)], "Farmer: Ann already has it"),
        ([share("5 5", "omen"), share("2 4 6", None)], "Omen: the Treasure claims yellow and blue tiles"),
        ([share("5 5", "servant"), share("2 4", None)], "the two groups must be all the locked dice"),
        ([share("5 5 2 4 6", "servant")], "the locked dice are divided into two groups"),
        ([share("", None), share("5 5 2 4 6", "servant")], "the locked dice are divided into two groups"),
        ([share("5 5", None), share("2 4 6", None)], "one of the two groups at least claims a tile"),
        (
            [share("2 4 6", "servant"), share("5 5", "servant")],
            "Servant: Ann already has it",
        ),
    ],
)
def test_treasure_claims_nothing_else(shares: list[Share], reason: str) -> None:
    violation = refusal(treasure_ready("5 5 2 4 6"), Divided(tuple(shares)))
    assert violation.reason.startswith(reason)


def test_treasure_is_used_after_claiming_a_tile_possibly_itself() -> None:
    action = Divided((share("6 6 6", None), share("6 6", "farmer")))
    before = locked(THIRTY, "treasure")
    assert refusal(before, action).section == "Claiming Tiles"
    state = drawn(after(locked(THIRTY), Claimed("treasure")))
    assert allowed(state, action)
    forgone = locked("1 2 4", "treasure", "herder")
    assert forgone.phase is Phase.DRAW
    assert not allowed(drawn(forgone), Divided((share("1", "farmer"), share("2 4", None))))


def test_treasure_is_used_once_a_game() -> None:
    state = treasure_ready("5 5 2 4 6")
    state = drawn(after(state, Divided((share("5 5", None), share("2 4 6", "servant")))))
    again = Divided((share("5 5", None), share("2 4 6", "servant")))
    assert "face down" in refusal(state, again).reason
    assert option_of(state, "treasure") is None


def test_treasures_offers_are_all_allowed_and_each_is_there_once() -> None:
    state = treasure_ready("5 5 5 2 4 6")
    offers = [move for move in GAME.moves(state) if isinstance(move, Divided)]
    assert offers and len(set(offers)) == len(offers)
    assert all(allowed(state, offer) for offer in offers)


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("5 5 2 4 6", True),
        ("5 5 artisan:star immediate:1 voyage:blocked", True),
        ("5 5", True),
        ("5 5 3", False),
        ("5 5 voyage:blocked intrigue:double-star", False),
    ],
)
def test_treasure_is_offered_where_a_division_claims_something(text: str, offered: bool) -> None:
    """Without a Herder any group claims one; with it a group needs what a level bar asks."""
    mine = () if text == "5 5" else ("herder", "worker")
    state = treasure_ready(text, *mine)
    assert (option_of(state, "treasure") is not None) is offered
    assert any(isinstance(move, Divided) for move in GAME.moves(state)) is offered


def test_treasure_of_twelve_dice_that_claim_nothing_is_soon_seen() -> None:
    state = locked(
        "1 2 3 4 5 6 immediate:1 immediate:2 immediate:3 immediate:4 immediate:5 immediate:6", "treasure"
    )
    state = drawn(after(state, Claimed("omen")))
    stacks = tuple(replace(stack, left=0) for stack in state.stacks)
    assert option_of(replace(state, stacks=stacks), "treasure") is None


def test_claiming_blue_and_red_tiles_are_paid_before_they_act() -> None:
    state = after(locked("5 5", laid=("ankh",)), Claimed("ankh"))
    assert state.owed == (2, 0)
    assert state.effects == ("ankh",)
    assert after(state, TokenDrawn(Token.PIP), TokenDrawn(Token.PIP)).owed == (2, 0)


def test_claiming_an_empty_handed_herders_owner_may_first_bring_in_more_dice() -> None:
    """Ruling 30."""
    state = locked("1 2 4", "herder", "guard")
    assert state.phase is Phase.END
    assert state.owed == (0, 0)
    state = after(state, Ended())
    assert (state.phase, state.owed) == (Phase.DRAW, (2, 0))
    state = drawn(state)
    assert (state.phase, state.done) == (Phase.END, True)
    assert after(state, Ended()).current == 1


@pytest.mark.parametrize("action", [Claimed("worker"), Used("herder"), Taken("farmer"), Declined()])
def test_claiming_once_is_all(action: FavorAction) -> None:
    state = after(locked("5 5 5", "herder"), Claimed("farmer"))
    assert not allowed(state, action)
