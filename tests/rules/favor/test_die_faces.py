"""The power faces of the custom dice (rulebook, Dice and Symbols; rulings 4, 14, 19 and 27)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.favor.actions import (
    ARTISAN_STAR,
    DECREE_FACE,
    INTRIGUE_STARS,
    REROLL_TOKEN,
    VOYAGE_REROLL,
    VOYAGE_STAR,
    Adjusted,
    Borrowed,
    Brought,
    Corrected,
    Declined,
    Ended,
    FavorAction,
    Locked,
    Rerolled,
    Rolled,
    Used,
)
from rules.favor.claiming import claimable
from rules.favor.dice import Kind
from rules.favor.powers.sources import FACES
from rules.favor.rulings import Rulings
from rules.favor.state import Phase, Tokens
from rules.favor.tiles import TILES

from .situations import (
    adjusted,
    after,
    allowed,
    change,
    dice,
    die,
    drawn,
    locked,
    lying,
    option_of,
    refusal,
    shows,
)


@pytest.mark.parametrize("source", [ARTISAN_STAR, VOYAGE_STAR, DECREE_FACE])
def test_dice_a_star_adjusts_one_active_die_to_any_other_face(source: str) -> None:
    state = lying(f"{source} 3 serf:1")
    assert allowed(state, adjusted(source, "3>6"))
    assert allowed(state, adjusted(source, "serf:1>serf:4"))
    assert refusal(state, adjusted(source, "3>6 serf:1>serf:4")).section == "Dice"
    assert refusal(state, adjusted(source, "3>3")).section == "Dice"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (ARTISAN_STAR, "artisan:star>artisan:6"),
        (INTRIGUE_STARS, "intrigue:double-star>intrigue:5"),
        (VOYAGE_STAR, "voyage:star>voyage:gain"),
        (DECREE_FACE, "decree:decree>decree:6"),
    ],
)
def test_dice_a_star_may_adjust_its_own_die(source: str, text: str) -> None:
    state = after(lying(f"{source} 3"), adjusted(source, text))
    assert shows(state, f"{text.split('>')[1]} 3")
    assert state.awake == ()


def test_dice_the_intrigue_stars_adjust_up_to_two_dice() -> None:
    state = lying("intrigue:double-star 1 2 3")
    assert allowed(state, adjusted(INTRIGUE_STARS, "1>6"))
    assert shows(
        after(state, adjusted(INTRIGUE_STARS, "1>6 intrigue:double-star>intrigue:4")), "intrigue:4 6 2 3"
    )
    assert refusal(state, adjusted(INTRIGUE_STARS, "1>6 2>6 3>6")).section == "Dice"


@pytest.mark.parametrize("source", FACES)
def test_dice_a_face_acts_once_while_it_shows(source: str) -> None:
    state = lying(f"{source} 3 2")
    once: FavorAction = adjusted(source, "3>4")
    again: FavorAction = adjusted(source, "4>5")
    if source == VOYAGE_REROLL:
        once, again = Rerolled(source, dice("3")), Rerolled(source, dice("4"))
    state = after(state, once)
    state = after(state, Rolled(dice("4"))) if source == VOYAGE_REROLL else state
    assert refusal(state, again).reason == f"the {die(source)} was used already since it came to show"
    assert option_of(state, source) is None


@pytest.mark.parametrize("source", FACES)
def test_dice_a_face_that_does_not_show_does_not_act(source: str) -> None:
    action = Rerolled(source, dice("3")) if source == VOYAGE_REROLL else adjusted(source, "3>4")
    violation = refusal(lying("3 3", locked=source), action)
    assert violation.reason == f"no active die shows {die(source)}"


def test_dice_a_die_rolled_to_its_face_anew_acts_anew() -> None:
    state = after(lying("artisan:star 3 3", tokens=Tokens(reroll=1)), adjusted(ARTISAN_STAR, "3>6"))
    state = after(state, Rerolled(REROLL_TOKEN, dice("artisan:star")), Rolled(dice("artisan:star")))
    assert allowed(state, adjusted(ARTISAN_STAR, "3>6"))
    state = after(state, Locked(dice("6")), Rolled(dice("artisan:star 2")))
    assert allowed(state, adjusted(ARTISAN_STAR, "2>6"))


def test_symbols_a_die_adjusted_to_a_power_face_acts() -> None:
    """Symbols: adjust a die to any other face, any power on the new face takes effect (ruling 4)."""
    state = lying("artisan:star voyage:blocked intrigue:1 5")
    state = after(state, adjusted(ARTISAN_STAR, "voyage:blocked>voyage:star"))
    state = after(state, adjusted(VOYAGE_STAR, "intrigue:1>intrigue:double-star"))
    state = after(state, adjusted(INTRIGUE_STARS, "artisan:star>artisan:6 5>6"))
    assert shows(state, "artisan:6 voyage:star intrigue:double-star 6")
    assert state.awake == ()


@pytest.mark.parametrize(
    ("tile", "text", "source"),
    [
        ("entertainer", "artisan:6>artisan:star", ARTISAN_STAR),
        ("soothsayer", "artisan:2>artisan:star 3>4", ARTISAN_STAR),
        ("master-artisan", "artisan:2>artisan:star", ARTISAN_STAR),
        ("royal-astrologer", "artisan:6>artisan:star", ARTISAN_STAR),
    ],
)
def test_symbols_a_power_face_acts_however_it_came_to_show(tile: str, text: str, source: str) -> None:
    """Ruling 19; a table may say that only a rolled face acts."""
    shown = text.split(">")[0]
    state = lying(f"{shown} 3 5", tile)
    assert allowed(after(state, adjusted(tile, text)), adjusted(source, "5>6"))
    strict = lying(f"{shown} 3 5", tile, rulings=Rulings(symbols_wake_when_turned=False))
    assert refusal(after(strict, adjusted(tile, text)), adjusted(source, "5>6")).section == "Dice"


def test_a_corrected_die_acts_as_it_is_corrected() -> None:
    state = after(lying("artisan:6 5"), Corrected(die("artisan:6"), die("artisan:star")))
    assert allowed(state, adjusted(ARTISAN_STAR, "5>6"))
    state = after(state, Corrected(die("artisan:star"), die("artisan:6")))
    assert not allowed(state, adjusted(ARTISAN_STAR, "5>6"))


def test_dice_the_artisan_star_locked_counts_1_and_the_intrigue_stars_nothing() -> None:
    assert {stack.tile for stack in claimable(locked("artisan:star 1"))} >= {"farmer"}
    assert {stack.tile for stack in claimable(locked("intrigue:double-star 1"))} == {"herder"}


def test_dice_the_voyage_reroll_rerolls_any_active_die_itself_too() -> None:
    state = lying("voyage:reroll 3 immediate:1", locked="6")
    for text in ("3", "immediate:1", "voyage:reroll"):
        assert allowed(state, Rerolled(VOYAGE_REROLL, dice(text)))
    assert not allowed(state, Rerolled(VOYAGE_REROLL, dice("3 immediate:1")))
    assert not allowed(state, Rerolled(VOYAGE_REROLL, dice("6")))
    state = after(state, Rerolled(VOYAGE_REROLL, dice("voyage:reroll")), Rolled(dice("voyage:reroll")))
    assert allowed(state, Rerolled(VOYAGE_REROLL, dice("3")))


def test_dice_the_voyage_blocked_face_has_no_value_but_may_be_locked() -> None:
    state = locked("voyage:blocked 5 5")
    assert state.pyramid == dice("voyage:blocked 5 5")
    assert {stack.tile for stack in claimable(state)} >= {"farmer"}
    assert die("voyage:blocked").value is None


def test_dice_a_locked_gain_face_gives_2_standard_dice_to_roll() -> None:
    state = after(lying("voyage:gain 3"), Locked(dice("voyage:gain")))
    assert state.to_roll == (Kind.STANDARD,) * 3
    last = locked("voyage:gain 3")
    assert (last.phase, last.to_roll) == (Phase.ROLL, (Kind.STANDARD,) * 2)
    unlocked = after(lying("voyage:gain 3"), Locked(dice("3")))
    assert unlocked.to_roll == (Kind.VOYAGE,)


def test_dice_a_locked_decree_face_borrows_a_tile_of_another_player() -> None:
    state = after(lying("decree:decree 1 2", others=("guard", "priest")), Locked(dice("decree:decree")))
    assert state.phase is Phase.BORROW
    state = after(state, Borrowed("guard", 1))
    assert state.borrowed == "guard"
    assert allowed(state, Brought("guard", die("2")))
    state = after(state, Brought("guard", die("2")))
    assert "was used already" in refusal(state, Brought("guard", die("2"))).reason
    assert state.players[1].tiles == ("guard", "priest")


def test_dice_the_borrowed_tile_goes_back_after_the_turn() -> None:
    state = after(
        lying("decree:decree", others=("guard",)), Locked(dice("decree:decree")), Borrowed("guard", 1)
    )
    state = after(state, Ended())
    assert (state.current, state.borrowed) == (1, None)
    assert state.used == ()


def test_dice_a_borrowed_red_tile_is_used_whatever_its_face_and_returns_with_it() -> None:
    base = lying("decree:decree 1", others=("ancestral-guidance",))
    for spent in ((), ("ancestral-guidance",)):
        state = replace(base, players=(base.players[0], replace(base.players[1], spent=spent)))
        state = after(state, Locked(dice("decree:decree")), Borrowed("ancestral-guidance", 1))
        state = drawn(after(state, Used("ancestral-guidance")))
        assert state.to_roll == (Kind.STANDARD, Kind.STANDARD)
        assert state.players[1].spent == spent
        assert not allowed(state, Used("ancestral-guidance"))


def test_dice_borrowing_may_be_declined() -> None:
    state = after(lying("decree:decree 1", others=("guard",)), Locked(dice("decree:decree")), Declined())
    assert (state.phase, state.borrowed) == (Phase.ROLL, None)


def test_dice_nothing_is_borrowed_that_the_player_has_or_that_nobody_else_has() -> None:
    state = after(
        lying("decree:decree 1", "guard", others=("guard", "worker")), Locked(dice("decree:decree"))
    )
    assert refusal(state, Borrowed("guard", 1)).reason == "Ann has the Guard already"
    assert refusal(state, Borrowed("priest", 1)).reason == "Bob does not have the Priest"
    assert refusal(state, Borrowed("guard", 0)).reason == "the tile is borrowed of another player"
    assert refusal(state, Borrowed("guard", 7)).section == "Dice"
    none = after(lying("decree:decree 1", "guard", others=("guard",)), Locked(dice("decree:decree")))
    assert none.phase is Phase.ROLL


@pytest.mark.parametrize(
    "tile",
    [
        "farmer", "beggar", "palace-key", "estate-overseer", "granary-master", "ankh", "omen", "queens-favor",
        "spirit-of-the-dead", "priest-of-the-dead", "treasure", "bad-omen", "royal-decree", "pharaohs-gift",
    ],
)  # fmt: skip
def test_dice_what_acts_at_turn_start_or_after_all_is_locked_is_not_borrowed(tile: str) -> None:
    state = after(lying("decree:decree 1", others=(tile, "guard")), Locked(dice("decree:decree")))
    violation = refusal(state, Borrowed(tile, 1))
    assert violation.reason == f"the {TILES[tile].name} acts {TILES[tile].timing}: it cannot be borrowed"
    assert violation.section == "Dice"


def test_dice_a_decree_die_locked_with_another_face_borrows_nothing() -> None:
    state = after(lying("decree:6 1", others=("guard",)), Locked(dice("decree:6")))
    assert state.phase is Phase.ROLL


def test_a_change_is_written_as_it_is_told() -> None:
    assert Adjusted("heir", (change("1>2"),)) == adjusted("heir", "1>2")
