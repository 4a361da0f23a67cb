"""What a turn begins with, and tiles that are simply used (rulebook, Play, Powers, Tile Reference)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from rules.favor.actions import Claimed, Ended, LeftOut, Locked, Rolled, Token, TokenDrawn, Used
from rules.favor.dice import Kind
from rules.favor.rulings import Rulings
from rules.favor.starting import start_dice
from rules.favor.state import Growing, Phase, State
from rules.favor.tiles import TILES

from .situations import (
    after,
    allowed,
    begun,
    dice,
    drawn,
    locked,
    lying,
    option_of,
    refusal,
    table,
)

STD, IMM = Kind.STANDARD, Kind.IMMEDIATE
GIVEN = {
    "farmer": [STD], "indentured-worker": [IMM], "serf": [Kind.SERF], "artisan": [Kind.ARTISAN],
    "builder": [IMM], "noble-adoption": [Kind.NOBLE], "palace-servants": [IMM, IMM], "conspirator":
    [Kind.INTRIGUE], "ship-captain": [Kind.VOYAGE], "tomb-builder": [STD], "grain-trader": [STD],
    "royal-attendants": [STD, IMM], "general": [STD, STD], "grand-vizier": [Kind.DECREE],
    "granary-master": [STD],
}  # fmt: skip
TOKENS = {"beggar": 1, "builder": 1, "tomb-builder": 1, "estate-overseer": 1, "grain-trader": 2}


@pytest.mark.parametrize("tile", TILES)
def test_powers_each_tile_gives_the_dice_to_roll_that_it_says_and_no_others(tile: str) -> None:
    state = drawn(begun(table(tile)))
    assert Counter(state.to_roll) == Counter([STD, STD, STD, *GIVEN.get(tile, [])])
    assert state.phase is Phase.ROLL


@pytest.mark.parametrize("tile", TILES)
def test_powers_each_tile_gives_the_tokens_before_the_first_roll_that_it_says(tile: str) -> None:
    state = begun(table(tile))
    assert state.owed == (TOKENS.get(tile, 0), 0)
    assert (state.phase is Phase.DRAW) == (tile in TOKENS)
    if tile in TOKENS:
        assert refusal(state, Rolled(dice("1 1 1"))).reason == "the table waits for a token to be drawn"


def test_powers_yellow_tiles_that_provide_dice_must_be_used_each_turn() -> None:
    state = drawn(begun(table("farmer", "artisan")))
    assert refusal(state, Rolled(dice("1 2 3"))).section == "Play"
    assert allowed(state, Rolled(dice("1 2 3 4 artisan:2")))


def test_tokens_and_dice_come_again_at_the_start_of_every_turn() -> None:
    state = drawn(begun(table("builder", "estate-overseer", "granary-master")))
    assert state.growing == (Growing("estate-overseer", 1), Growing("granary-master", 1))
    assert state.player.tokens.total == 2
    rolled = dice("1 2 3 4 immediate:5")
    state = drawn(after(state, Rolled(rolled), Locked(rolled), Claimed("herder"), Ended()))
    state = after(state, Rolled(dice("1 2 4")), Locked(dice("1 2 4")), Claimed("herder"), Ended())
    assert (state.current, state.owed) == (0, (2, 0))
    assert state.growing == (Growing("estate-overseer", 1), Growing("granary-master", 1))


def test_palace_key_adds_2_standard_dice_to_the_start_of_one_turn() -> None:
    state = after(begun(table("palace-key")), Used("palace-key"))
    assert state.to_roll == (STD,) * 5
    assert "face down" in refusal(state, Used("palace-key")).reason
    later = lying("1 2 3", "palace-key")
    assert refusal(later, Used("palace-key")).section == "Level 4 Tiles"


def test_powers_a_red_tile_is_used_once_a_game_and_stays_face_down() -> None:
    state = after(begun(table("palace-key")), Used("palace-key"), Rolled(dice("1 2 4 6 6")))
    state = after(state, Locked(dice("1 2 4 6 6")), Claimed("herder"), Ended())
    state = after(state, Rolled(dice("1 2 4")), Locked(dice("1 2 4")), Claimed("herder"), Ended())
    assert (state.current, state.player.spent) == (0, ("palace-key",))
    assert refusal(state, Used("palace-key")).reason == (
        "the Palace Key lies face down: a red tile is used once a game"
    )


def test_powers_yellow_and_blue_tiles_are_straightened_at_the_end_of_the_turn() -> None:
    state = after(locked("2 2", "herder"), Used("herder"), Rolled(dice("4")), Locked(dice("4")))
    assert state.used == ("herder",)
    state = after(state, Ended(), Rolled(dice("1 2 4")), Locked(dice("1 2 4")), Claimed("herder"), Ended())
    state = after(state, Rolled(dice("2 2 2")), Locked(dice("2 2")))
    assert allowed(state, Used("herder"))


def test_herder_gains_a_standard_die_after_locking_2_matching_dice_on_one_roll() -> None:
    state = after(lying("5 5 1", "herder"), Locked(dice("5 5")), Used("herder"))
    assert state.to_roll == (STD, STD)
    assert "was used already this turn" in refusal(state, Used("herder")).reason


@pytest.mark.parametrize("together", ["5", "5 1", "voyage:blocked 1", "intrigue:double-star 5"])
def test_herder_needs_2_dice_of_one_value_in_one_lock(together: str) -> None:
    state = lying(f"{together} 3 5", "herder", locked="5")
    assert refusal(state, Used("herder")).section == "Herder"
    state = after(state, Locked(dice(together)))
    assert refusal(state, Used("herder")).reason == (
        "the Herder needs two dice of one value locked together since the last roll"
    )


def test_herder_takes_the_artisan_star_for_the_1_that_it_is() -> None:
    state = after(lying("artisan:star 1 5", "herder"), Locked(dice("artisan:star 1")))
    assert allowed(state, Used("herder"))


def test_herder_looks_at_one_lock_unless_the_table_says_all_of_a_roll() -> None:
    """Ruling 5."""
    for rulings, expected in ((Rulings(), False), (Rulings(herder_joins_locks=True), True)):
        state = lying("5 5 1", "herder", rulings=rulings)
        state = after(state, Locked(dice("5")), Locked(dice("5")))
        assert allowed(state, Used("herder")) is expected


def test_herder_is_used_before_the_next_roll_also_when_all_is_locked() -> None:
    state = after(lying("5 5 1", "herder"), Locked(dice("5 5")), Rolled(dice("2")))
    assert not allowed(state, Used("herder"))
    state = after(locked("5 5", "herder"), Used("herder"))
    assert (state.phase, state.to_roll) == (Phase.ROLL, (STD,))


def test_ancestral_guidance_gives_2_tokens_and_a_die_for_the_next_roll() -> None:
    state = lying("5 4", "ancestral-guidance")
    state = after(state, Used("ancestral-guidance"))
    assert (state.phase, state.owed) == (Phase.DRAW, (2, 0))
    state = after(drawn(state), Locked(dice("5")))
    assert state.to_roll == (STD, STD)
    assert "face down" in refusal(state, Used("ancestral-guidance")).reason


def test_ancestral_guidance_may_be_used_before_the_first_roll_and_when_all_is_locked() -> None:
    state = drawn(after(begun(table("ancestral-guidance")), Used("ancestral-guidance")))
    assert state.to_roll == (STD,) * 4
    state = drawn(after(locked("5 4 1", "ancestral-guidance"), Used("ancestral-guidance")))
    assert (state.phase, state.to_roll) == (Phase.ROLL, (STD,))
    done = after(locked("5 5", "ancestral-guidance"), Claimed("farmer"))
    assert refusal(done, Used("ancestral-guidance")).reason == "nothing is rolled any more this turn"


def test_burial_mask_gives_5_tokens_once() -> None:
    for state in (begun(table("burial-mask")), lying("1 2", "burial-mask"), locked("5 5", "burial-mask")):
        used = after(state, Used("burial-mask"))
        assert used.owed == (5, 0)
        used = drawn(used)
        assert used.player.tokens.total == 5
        assert used.phase is state.phase
        assert not allowed(used, Used("burial-mask"))


def bad_omen_played(*mine: str, others: tuple[str, ...] = (), players: int = 2) -> State:
    state = locked("5 5", "bad-omen", *mine, others=others, players=players)
    return after(state, Used("bad-omen"), Claimed("farmer"), Ended())


def test_bad_omen_has_each_other_player_leave_out_2_dice_of_their_choice() -> None:
    state = bad_omen_played(others=("artisan",), players=3)
    assert (state.phase, state.current, state.leave) == (Phase.LEAVE, 1, 2)
    assert refusal(state, Rolled(dice("1 2"))).section == "Level 5 Tiles"
    assert refusal(state, LeftOut((STD,))).reason == "two dice are to be left out for a Bad Omen"
    assert refusal(state, LeftOut((IMM, STD))).section == "Level 5 Tiles"
    assert allowed(state, LeftOut((STD, STD)))
    state = after(state, LeftOut((STD, Kind.ARTISAN)))
    assert (state.phase, state.to_roll) == (Phase.ROLL, (STD, STD))
    state = after(state, Rolled(dice("1 2")), Locked(dice("1 2")), Ended())
    assert (state.current, state.phase) == (2, Phase.LEAVE)


def test_bad_omen_adds_a_standard_die_to_its_owners_next_turn_and_no_other() -> None:
    state = after(bad_omen_played(), LeftOut((STD, STD)))
    state = after(state, Rolled(dice("4")), Locked(dice("4")), Ended())
    assert (state.current, state.to_roll) == (0, (STD,) * 5)
    state = after(state, Rolled(dice("1 2 4 5 6")), Locked(dice("1 2 4 5 6")), Ended())
    state = after(state, Rolled(dice("1 2 4")), Locked(dice("1 2 4")), Ended())
    assert (state.current, state.to_roll) == (0, (STD,) * 4)


def test_bad_omen_is_played_after_the_turn() -> None:
    for state in (begun(table("bad-omen")), lying("1 2 3", "bad-omen")):
        assert refusal(state, Used("bad-omen")).reason == (
            "it is played after the turn, when all dice are locked"
        )
    assert allowed(after(locked("5 5", "bad-omen"), Claimed("farmer")), Used("bad-omen"))


def test_two_bad_omens_leave_at_least_one_die_to_roll() -> None:
    """Ruling 23."""
    state = after(locked("5 5"), Claimed("farmer"))
    state = replace(state, players=(state.players[0], replace(state.players[1], fewer=4)))
    state = after(state, Ended())
    assert (state.leave, len(start_dice(state, 1))) == (2, 3)
    assert refusal(state, LeftOut((STD, STD, STD))).section == "Level 5 Tiles"
    assert after(state, LeftOut((STD, STD))).to_roll == (STD,)


def test_scarab_tokens_are_drawn_of_the_kind_that_chance_gives() -> None:
    state = begun(table("grain-trader"))
    state = after(state, TokenDrawn(Token.REROLL), TokenDrawn(Token.PIP))
    assert (state.player.tokens.reroll, state.player.tokens.pip) == (1, 1)


@pytest.mark.parametrize("tile", ["royal-decree", "pharaohs-gift"])
def test_what_is_for_the_roll_off_is_not_used_before(tile: str) -> None:
    for state in (begun(table(tile)), lying("1 2", tile), locked("5 5", tile)):
        assert "final roll-off" in refusal(state, Used(tile)).reason
        assert option_of(state, tile) is None


def test_a_tile_with_a_choice_is_not_simply_used() -> None:
    assert refusal(lying("1 2", "servant"), Used("servant")).reason == (
        "the Servant is not a tile that is simply used"
    )
    assert refusal(lying("1 2"), Used("herder")).reason == "Ann does not have the Herder"


def test_play_more_dice_than_the_box_has_are_named_and_the_game_goes_on() -> None:
    """Play: borrow some from another game, or roll others in their place."""
    state = begun(
        table("farmer", "tomb-builder", "grain-trader", "royal-attendants", "general", "palace-key")
    )
    state = drawn(after(drawn(state), Used("palace-key")))
    assert len(state.to_roll) == 12 and state.shortage == ()
    state = begun(
        table(
            "farmer", "tomb-builder", "grain-trader", "royal-attendants", "general", "granary-master",
            "palace-key", "palace-servants", "builder", "indentured-worker",
        )
    )  # fmt: skip
    state = after(drawn(state), Used("palace-key"))
    assert state.shortage == ((STD, 1),)
    faces = [f"{kind.value}:6" for kind in state.to_roll]
    state = after(state, Rolled(dice(" ".join(faces))), Locked(dice(" ".join(faces))))
    assert len(state.pyramid) == len(faces)
