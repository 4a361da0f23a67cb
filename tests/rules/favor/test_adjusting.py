"""Powers that change faces: tokens and blue tiles (rulebook, Scarab Tokens, Powers, Level 3 to 7 Tiles)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.favor.actions import PIP_TOKEN, Adjusted
from rules.favor.dice import KINDS, Kind
from rules.favor.powers.adjusting import ADJUSTING
from rules.favor.state import Phase, Tokens

from .playing import GAME
from .situations import adjusted, after, allowed, begun, lying, option_of, refusal, shows, table

ONE_PIP = Tokens(pip=1)


def test_scarab_tokens_a_pip_token_adds_1_to_an_active_die_and_is_discarded() -> None:
    state = after(lying("1 5", tokens=ONE_PIP), adjusted(PIP_TOKEN, "5>6"))
    assert shows(state, "1 6")
    assert state.player.tokens == Tokens()
    assert state.discarded == ONE_PIP
    assert refusal(state, adjusted(PIP_TOKEN, "1>2")).reason == "Ann has no +1 Pip token"


def test_scarab_tokens_several_pip_tokens_may_be_used_on_one_die() -> None:
    state = lying("1 5", tokens=Tokens(pip=2))
    assert shows(after(state, adjusted(PIP_TOKEN, "1>2"), adjusted(PIP_TOKEN, "2>3")), "3 5")


@pytest.mark.parametrize(
    "text",
    ["1>3", "5>4", "6>6", "intrigue:5>intrigue:double-star", "serf:4>serf:1", "voyage:star>voyage:gain"],
)
def test_scarab_tokens_a_pip_token_makes_nothing_else_of_a_die(text: str) -> None:
    state = lying("1 5 6 intrigue:5 serf:4 voyage:star", tokens=ONE_PIP)
    violation = refusal(state, adjusted(PIP_TOKEN, text))
    assert violation.reason.startswith("a +1 Pip token adds 1 pip to one active die; it cannot make ")
    assert violation.section == "Scarab Tokens"


def test_scarab_tokens_a_pip_token_changes_one_die() -> None:
    state = lying("1 5", tokens=Tokens(pip=2))
    assert refusal(state, adjusted(PIP_TOKEN, "1>2 5>6")).reason == (
        "a +1 Pip token adds 1 pip to one active die, not two"
    )


def test_scarab_tokens_the_artisan_star_is_a_1_that_a_token_makes_a_2() -> None:
    state = lying("artisan:star", tokens=ONE_PIP)
    assert shows(after(state, adjusted(PIP_TOKEN, "artisan:star>artisan:2")), "artisan:2")


@pytest.mark.parametrize("text", ["1>2", "1>3", "1>4", "artisan:star>artisan:4", "noble:3>noble:6"])
def test_servant_adds_1_2_or_3_pips_to_an_active_die(text: str) -> None:
    assert allowed(lying("1 artisan:star noble:3", "servant"), adjusted("servant", text))


@pytest.mark.parametrize("text", ["1>5", "5>6 1>2", "noble:6>noble:5", "5>1"])
def test_servant_adds_neither_more_nor_less_nor_to_two_dice(text: str) -> None:
    violation = refusal(lying("1 5 noble:6", "servant"), adjusted("servant", text))
    assert violation.reason.startswith("the Servant adds 1, 2 or 3 pips to one active die")
    assert violation.section == "Level 3 Tiles"


@pytest.mark.parametrize("text", ["4>3 1>2", "4>1 1>4", "serf:2>serf:4 4>2", "1>2 artisan:2>artisan:star"])
def test_soothsayer_moves_any_number_of_pips_between_two_active_dice(text: str) -> None:
    assert allowed(lying("4 1 serf:2 artisan:2", "soothsayer"), adjusted("soothsayer", text))


@pytest.mark.parametrize(
    "text",
    ["4>3", "4>3 1>2 2>2", "serf:4>serf:1 4>6 1>2", "voyage:star>voyage:gain 4>3"],
)
def test_soothsayer_needs_two_dice_with_pips(text: str) -> None:
    state = lying("4 1 2 serf:4 voyage:star", "soothsayer")
    assert refusal(state, adjusted("soothsayer", text)).section == "Level 3 Tiles"


def test_powers_when_shifting_pips_their_total_is_maintained() -> None:
    violation = refusal(lying("4 1", "soothsayer"), adjusted("soothsayer", "4>3 1>3"))
    assert violation.reason == (
        "the Soothsayer moves pips between two active dice: their total must stay, and this makes more pips"
    )
    assert violation.section == "Powers"
    fewer = refusal(lying("4 1 5", "astrologer"), adjusted("astrologer", "4>3 1>2 5>4"))
    assert fewer.reason.endswith("this makes fewer pips")


def test_entertainer_flips_any_number_of_dice_custom_ones_too() -> None:
    """The rulebook's own example: two 1s and one 3 become two 6s and one 4."""
    state = lying("1 1 3 voyage:star serf:1 noble:5", "entertainer")
    flipped = after(state, adjusted("entertainer", "1>6 1>6 3>4"))
    assert shows(flipped, "6 6 4 voyage:star serf:1 noble:5")
    assert allowed(state, adjusted("entertainer", "voyage:star>voyage:gain serf:1>serf:2 noble:5>noble:6"))


def test_entertainer_turns_a_die_upside_down_and_to_no_other_face() -> None:
    violation = refusal(lying("1 3", "entertainer"), adjusted("entertainer", "1>5"))
    assert violation.reason == (
        "the Entertainer flips active dice upside down; it cannot make a Standard 1 a Standard 5"
    )


def test_matchmaker_adjusts_1_active_die_to_match_any_locked_die() -> None:
    state = lying("1 3 artisan:5", "matchmaker", locked="6 immediate:1")
    for text in ("3>6", "1>6", "3>1", "artisan:5>artisan:star", "artisan:5>artisan:6"):
        assert allowed(state, adjusted("matchmaker", text))
    assert refusal(state, adjusted("matchmaker", "3>5")).section == "Level 4 Tiles"
    assert refusal(state, adjusted("matchmaker", "3>6 1>6")).section == "Level 4 Tiles"


def test_matchmaker_matches_no_face_without_a_value() -> None:
    state = lying("voyage:star 2", "matchmaker", locked="voyage:blocked intrigue:double-star")
    assert option_of(state, "matchmaker") is None
    assert refusal(state, adjusted("matchmaker", "voyage:star>voyage:blocked")).section == "Level 4 Tiles"


def test_head_servant_adjusts_any_number_of_active_immediate_dice_to_any_faces() -> None:
    state = lying("1 immediate:2 immediate:3", "head-servant")
    assert shows(
        after(state, adjusted("head-servant", "immediate:2>immediate:6 immediate:3>immediate:1")),
        "1 immediate:6 immediate:1",
    )
    assert refusal(state, adjusted("head-servant", "1>6")).reason == (
        "the Head Servant adjusts active Immediate dice to any faces; "
        "it cannot make a Standard 1 a Standard 6"
    )


def test_master_artisan_adjusts_1_active_die_to_any_other_face() -> None:
    state = lying("1 voyage:blocked 2", "master-artisan")
    assert allowed(state, adjusted("master-artisan", "1>6"))
    assert allowed(state, adjusted("master-artisan", "voyage:blocked>voyage:gain"))
    assert refusal(state, adjusted("master-artisan", "1>6 2>6")).section == "Level 5 Tiles"
    assert refusal(state, adjusted("master-artisan", "1>1")).section == "Level 5 Tiles"


def test_priest_adds_1_pip_to_any_number_of_active_dice() -> None:
    state = lying("1 5 6 serf:4 noble:5", "priest")
    assert shows(after(state, adjusted("priest", "1>2 5>6 noble:5>noble:6")), "2 6 6 serf:4 noble:6")
    assert refusal(state, adjusted("priest", "1>3")).section == "Level 5 Tiles"
    assert refusal(state, adjusted("priest", "6>1")).section == "Level 5 Tiles"


def test_astrologer_moves_pips_among_up_to_three_active_dice() -> None:
    state = lying("1 4 6 5", "astrologer")
    assert allowed(state, adjusted("astrologer", "1>3 4>5 6>3"))
    assert allowed(state, adjusted("astrologer", "1>3 5>3"))
    four = refusal(state, adjusted("astrologer", "1>2 4>5 6>5 5>4"))
    assert four.reason == "the Astrologer moves pips among up to three active dice, not four"
    assert four.section == "Level 6 Tiles"


def test_priestess_adds_exactly_2_pips_to_any_number_of_active_dice() -> None:
    state = lying("1 4 2", "priestess")
    assert shows(after(state, adjusted("priestess", "1>3 4>6 2>4")), "3 6 4")
    assert refusal(state, adjusted("priestess", "1>2")).section == "Level 6 Tiles"


@pytest.mark.parametrize("shown", ["5 5 5", "6", "voyage:star voyage:gain", "serf:3", "intrigue:4 decree:5"])
def test_powers_exactly_2_pips_have_no_effect_on_5s_and_symbols(shown: str) -> None:
    """Powers: values go neither beyond 6 nor to values that the dice do not have."""
    assert option_of(lying(shown, "priestess"), "priestess") is None


def test_heir_adds_1_or_2_pips_to_any_number_of_active_dice() -> None:
    state = lying("1 4 2 5", "heir")
    assert shows(after(state, adjusted("heir", "1>3 4>5 2>4 5>6")), "3 5 4 6")
    assert refusal(state, adjusted("heir", "1>4")).section == "Level 7 Tiles"
    assert refusal(state, adjusted("heir", "4>3")).section == "Level 7 Tiles"


def test_royal_astrologer_adjusts_custom_and_immediate_dice_to_any_other_faces() -> None:
    state = lying("1 immediate:1 serf:1 voyage:blocked", "royal-astrologer")
    assert allowed(
        state,
        adjusted("royal-astrologer", "immediate:1>immediate:6 serf:1>serf:4 voyage:blocked>voyage:star"),
    )
    assert refusal(state, adjusted("royal-astrologer", "1>2")).section == "Level 7 Tiles"


@pytest.mark.parametrize("source", [source for source in ADJUSTING if source.islower() and ":" not in source])
def test_play_locked_dice_may_not_be_adjusted(source: str) -> None:
    state = lying("2", *(() if source == PIP_TOKEN else (source,)), locked="1 5", tokens=Tokens(pip=1))
    assert refusal(state, adjusted(source, "1>2")).reason == "the active dice have no Standard 1"


@pytest.mark.parametrize(
    "source", [source for source in ADJUSTING if source not in (PIP_TOKEN,) and ":" not in source]
)
def test_powers_a_blue_tile_is_used_once_a_turn(source: str) -> None:
    state = lying("1 2 3 immediate:1 immediate:2", source, locked="6")
    option = option_of(state, source)
    assert option is not None
    once = after(state, next(GAME.choices(state, option)))
    assert once.used == (source,)
    assert option_of(once, source) is None
    again = next(GAME.choices(state, option))
    assert isinstance(again, Adjusted)
    once = replace(once, active=state.active)
    assert "was used already this turn" in refusal(once, again).reason
    assert refusal(once, again).section == "Powers"


def test_powers_a_tile_of_somebody_else_is_not_used() -> None:
    state = lying("1 2 3", others=("servant",))
    assert refusal(state, adjusted("servant", "1>2")).reason == "Ann does not have the Servant"
    assert refusal(state, adjusted("guard", "1>2")).reason == "the Guard adjusts no dice"
    assert refusal(state, adjusted("x\n" * 99, "1>2")).reason.count("\n") == 0


def test_powers_dice_are_adjusted_after_a_roll() -> None:
    state = begun(table("servant"))
    assert state.phase is Phase.ROLL
    assert refusal(state, adjusted("servant", "1>2")).reason == "the active dice have no Standard 1"


def test_powers_a_die_stays_the_die_it_is() -> None:
    state = lying("1 2", "master-artisan")
    violation = refusal(state, adjusted("master-artisan", "1>immediate:1"))
    assert violation.reason == "Standard dice cannot become Immediate dice"


def test_one_change_cannot_serve_another() -> None:
    """Dice are named as they lie before the power: a 1 made a 2 is not one of the 2s that become a 3."""
    state = after(lying("1 2", "priest"), adjusted("priest", "1>2 2>3"))
    assert shows(state, "2 3")
    assert refusal(lying("1 5", "priest"), adjusted("priest", "1>2 2>3")).reason == (
        "the active dice have no Standard 2"
    )


def test_every_face_that_a_power_offers_is_one_that_the_die_has() -> None:
    for kind in Kind:
        for face in set(KINDS[kind].faces):
            state = lying(
                f"{kind.value}:{face} 3 4", *(s for s in ADJUSTING if ":" not in s and s != PIP_TOKEN)
            )
            for move in GAME.moves(state):
                if isinstance(move, Adjusted):
                    assert allowed(state, move)
