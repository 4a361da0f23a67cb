"""The final roll-off (rulebook, Final Roll-Off and Tile Reference; rulings 11, 12, 24, 28 and 29)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.favor.actions import (
    Begins,
    Brought,
    Claimed,
    Contested,
    Divided,
    Ended,
    LeftOut,
    Locked,
    Rolled,
    Share,
    Skipped,
    Token,
    TokenDrawn,
    Used,
)
from rules.favor.court import best_roll
from rules.favor.dice import Kind
from rules.favor.rulings import Rulings
from rules.favor.state import Announced, Phase, Player, State, Tokens

from .playing import GAME
from .situations import after, allowed, dice, die, drawn, locked, option_of, refusal, table

MANY = ("farmer", "general", "tomb-builder", "grain-trader")
"""Tiles with which nine dice are rolled."""
STD, IMM = Kind.STANDARD, Kind.IMMEDIATE


def court(
    announced: str = "4 4 4 4 4 4 4",
    *,
    players: int = 2,
    first: int = 0,
    rivals: tuple[str, ...] = MANY,
    mine: tuple[str, ...] = (),
    rulings: Rulings = Rulings(skip_hopeless=False),  # noqa: B008
) -> State:
    """Ann has claimed the Queen with this roll and ended her turn; the others have the `rivals` tiles."""
    state = locked(announced, *mine, players=players, rulings=rulings)
    seats = [state.players[0], *(replace(player, tiles=rivals) for player in state.players[1:])]
    state = replace(state, players=tuple(seats), first=first)
    return after(state, Claimed("queen"), Ended())


def rolls(state: State, text: str) -> State:
    """The current player's whole turn of the roll-off: these dice, locked in one go."""
    state = replace(drawn(state), to_roll=tuple(one.kind for one in dice(text)))
    return after(state, Rolled(dice(text)), Locked(dice(text)), Ended())


def winner(state: State) -> str | None:
    assert state.phase is Phase.COURT and state.pharaoh is not None
    return None if state.pharaoh.seat is None else state.players[state.pharaoh.seat].name


def test_the_rulebooks_example_seven_5s_are_beaten_by_eight_of_any_value_or_seven_6s() -> None:
    state = court("5 5 5 5 5 5 5")
    for text, beaten in (
        ("1 1 1 1 1 1 1 1", True),
        ("6 6 6 6 6 6 6", True),
        ("5 5 5 5 5 5 5", False),
        ("4 4 4 4 4 4 4", False),
        ("6 6 6 6 6 6", False),
    ):
        taken = rolls(state, text).pharaoh
        assert taken is not None
        assert (taken.seat == 1) is beaten


def test_no_tiles_are_claimed_during_the_roll_off() -> None:
    state = replace(drawn(court()), to_roll=(STD,) * 2)
    state = after(state, Rolled(dice("5 5")), Locked(dice("5 5")))
    assert state.phase is Phase.END
    violation = refusal(state, Claimed("worker"))
    assert (violation.reason, violation.section) == (
        "no tiles are claimed during the final roll-off",
        "Final Roll-Off",
    )


def test_a_herders_owner_gets_no_tokens_in_the_roll_off() -> None:
    state = rolls(court(rivals=("herder", *MANY)), "1 2 3")
    assert winner(state) == "Ann"


def test_each_other_player_has_one_turn_clockwise_from_the_queens_owner() -> None:
    state = court(players=4)
    assert (state.current, state.court) == (1, (2, 3, 0))
    state = rolls(rolls(state, "1 1"), "1 1")
    assert state.current == 3
    assert winner(rolls(state, "2 2")) == "Ann"


def test_who_beats_the_roll_takes_the_pharaoh_and_the_next_must_beat_that_roll() -> None:
    state = rolls(court(players=3), "2 2 2 2 2 2 2 2")
    assert state.pharaoh == Announced(1, 8, 2)
    state = rolls(state, "6 6 6 6 6 6 6")
    assert state.pharaoh == Announced(1, 8, 2)


def test_the_queens_owner_has_a_final_turn_if_another_holds_the_pharaoh() -> None:
    state = rolls(court(mine=MANY), "2 2 2 2 2 2 2 2")
    assert (state.current, state.court, state.phase) == (0, (), Phase.DRAW)
    assert winner(rolls(state, "3 3 3 3 3 3 3 3")) == "Ann"
    assert winner(rolls(state, "2 2 2 2 2 2 2 2")) == "Bob"


def test_the_queens_owner_has_no_further_turn_while_holding_the_pharaoh() -> None:
    assert winner(rolls(court(), "1 2 3")) == "Ann"


def test_the_queens_owner_brings_a_die_in_the_final_turn() -> None:
    state = drawn(rolls(court(mine=MANY), "2 2 2 2 2 2 2 2"))
    state = replace(state, to_roll=(STD,) * 7)
    state = after(state, Rolled(dice("6 6 6 6 6 6 6")), Brought("queen", die("6")))
    state = after(state, Locked(dice("6 6 6 6 6 6 6 6")), Ended())
    assert winner(state) == "Ann"


@pytest.mark.parametrize(("first", "token_seats"), [(0, {1, 2, 3}), (1, set()), (2, {1}), (3, {1, 2})])
def test_who_had_no_turn_this_round_gains_a_die_token(first: int, token_seats: set[int]) -> None:
    """To the right of the start player and left of the player who claims the Queen."""
    state = locked("4 4 4 4 4 4 4", players=4)
    state = after(replace(state, first=first), Claimed("queen"))
    assert {seat for seat, player in enumerate(state.players) if player.die_tokens} == token_seats
    state = after(replace(state, rulings=Rulings(skip_hopeless=False)), Ended())
    assert state.to_roll == (STD,) * (4 if 1 in token_seats else 3)
    assert state.player.die_tokens == 0


def test_the_most_matching_dice_with_the_highest_value_are_announced() -> None:
    assert best_roll(0, dice("1 1 1 6 6")) == Announced(0, 3, 1)
    assert best_roll(0, dice("1 1 6 6 3")) == Announced(0, 2, 6)
    assert best_roll(0, dice("artisan:star 1 voyage:star intrigue:double-star")) == Announced(0, 2, 1)
    assert best_roll(0, dice("voyage:star")) is None


def test_who_shows_no_value_at_all_beats_nothing() -> None:
    assert winner(rolls(court(), "voyage:blocked")) == "Ann"


def test_who_cannot_beat_the_roll_is_skipped_and_the_table_may_overrule_it() -> None:
    state = court(rivals=(), rulings=Rulings(), first=1)
    assert (state.phase, state.current) == (Phase.SKIP, 1)
    violation = refusal(state, Rolled(dice("1 2 3")))
    assert violation.reason == "the table waits for the turn of a player who cannot win to be skipped"
    assert winner(after(state, Skipped())) == "Ann"
    tried = after(state, Contested())
    assert (tried.phase, tried.to_roll) == (Phase.ROLL, (STD,) * 3)
    assert winner(rolls(tried, "6 6 6")) == "Ann"


def test_who_may_beat_the_roll_is_not_skipped() -> None:
    state = court(rulings=Rulings())
    assert state.phase is Phase.DRAW
    assert not allowed(drawn(state), Skipped())


def test_an_extra_turn_is_lost_once_the_queen_is_claimed() -> None:
    """Ruling 24."""
    state = drawn(after(locked("5 5 4 4 4 4 4 4 4", "treasure"), Claimed("omen")))
    shares = (Share(dice("4 4 4 4 4 4 4"), "queen"), Share(dice("5 5"), None))
    state = after(state, Divided(shares), Ended())
    assert (state.current, state.pharaoh) == (1, Announced(0, 7, 4))


def test_bad_omen_does_not_touch_the_roll_off_but_its_own_die_is_rolled() -> None:
    state = after(
        locked("4 4 4 4 4 4 4", "bad-omen", *MANY, rulings=Rulings(skip_hopeless=False)), Used("bad-omen")
    )
    state = after(state, Claimed("queen"), Ended())
    assert (state.phase, len(state.to_roll)) == (Phase.ROLL, 4)
    state = drawn(rolls(state, "6 6 6 6 6 6 6"))
    assert (state.current, len(state.to_roll)) == (0, 3 + 5 + 1)


def test_royal_decree_adds_3_immediate_dice_to_a_turn_of_the_roll_off() -> None:
    state = drawn(court(rivals=("royal-decree",), first=1))
    state = after(state, Used("royal-decree"))
    assert sorted(state.to_roll) == sorted([STD] * 3 + [IMM] * 3)
    assert not allowed(state, Used("royal-decree"))
    rolled = dice("1 2 3 immediate:1 immediate:1 immediate:1")
    assert not allowed(
        after(drawn(court(rivals=("royal-decree",))), Rolled(dice("1 2 3 4"))), Used("royal-decree")
    )
    assert after(state, Rolled(rolled)).phase is Phase.LOCK


def test_pharaohs_gift_redoes_the_roll_off_turn_without_what_was_spent() -> None:
    state = court(rivals=("pharaohs-gift", "palace-key", "beggar"), first=0)
    state = drawn(state)
    assert len(state.to_roll) == 4
    state = after(state, Used("palace-key"), Rolled(dice("1 1 1 2 2 2")), Locked(dice("1 1 1 2 2 2")))
    tokens = state.player.tokens
    state = after(state, Used("pharaohs-gift"))
    assert (state.phase, state.current, state.owed) == (Phase.DRAW, 1, (0, 1))
    state = drawn(state)
    assert (state.to_roll, state.player.tokens.total) == ((STD,) * 3, tokens.total + 1)
    assert not allowed(state, Used("palace-key"))
    state = after(state, Rolled(dice("1 1 1")), Locked(dice("1 1 1")))
    assert "face down" in refusal(state, Used("pharaohs-gift")).reason
    assert winner(after(state, Ended())) == "Ann"


def test_pharaohs_gift_is_used_after_the_turns_dice_are_locked() -> None:
    state = drawn(court(rivals=("pharaohs-gift",)))
    assert refusal(state, Used("pharaohs-gift")).section == "Level 6 Tiles"
    state = after(state, Rolled(dice("1 2 3 4")))
    assert refusal(state, Used("pharaohs-gift")).section == "Level 6 Tiles"


def royal_death(*mine: str, players: int = 2, rulings: Rulings | None = None) -> State:
    state = locked("6 6 6 6 6 6 4", *mine, laid=("royal-death",), players=players)
    state = replace(state, rulings=rulings or Rulings(skip_hopeless=False))
    return drawn(after(state, Claimed("royal-death")))


def test_royal_death_lets_its_owner_begin_the_roll_off_with_2_more_immediate_dice() -> None:
    state = royal_death("farmer", players=3)
    assert state.player.tokens.total == 2
    assert state.player.spent == ("royal-death",)
    assert [player.die_tokens for player in state.players] == [0, 1, 1]
    state = after(state, Ended())
    assert (state.current, state.court) == (0, (1, 2))
    assert sorted(state.to_roll) == sorted([STD] * 4 + [IMM] * 2)
    state = rolls(state, "1 1 1")
    assert (state.current, state.to_roll) == (1, (STD,) * 4)


def test_royal_death_sets_seven_1s_to_be_beaten() -> None:
    state = after(royal_death(), Ended())
    assert state.pharaoh == Announced(None, 7, 1)
    assert rolls(state, "2 2 2 2 2 2 2").pharaoh == Announced(0, 7, 2)
    assert rolls(state, "1 1 1 1 1 1 1").pharaoh == Announced(None, 7, 1)
    state = rolls(rolls(state, "2 2 2 2 2 2 2"), "3 3 3 3 3 3 3")
    assert winner(state) == "Bob"


@pytest.mark.parametrize(
    ("rulings", "name"),
    [(Rulings(skip_hopeless=False), None), (Rulings(best_wins_royal_death=True, skip_hopeless=False), "Bob")],
)
def test_royal_death_that_nobody_beats_names_the_best_roll(rulings: Rulings, name: str | None) -> None:
    """Ruling 12."""
    state = rolls(rolls(after(royal_death(rulings=rulings), Ended()), "5 5 5"), "6 6 6")
    assert winner(state) == name
    assert state.best == Announced(1, 3, 6)


def test_royal_death_is_played_at_once() -> None:
    """Ruling 29."""
    state = royal_death("burial-mask", "treasure", "bad-omen")
    assert {type(move) for move in GAME.moves(state)} == {Ended}
    assert refusal(state, Used("burial-mask")).reason.startswith("Royal Death is played at once")
    shares = (Share(dice("6 6 6 6 6 6"), "embalmer"), Share(dice("4"), None))
    assert not allowed(state, Divided(shares))


def test_royal_deaths_owner_may_be_skipped_and_keeps_the_dice_when_the_table_says_no() -> None:
    state = after(royal_death(rulings=Rulings()), Ended())
    assert state.phase is Phase.SKIP
    state = after(state, Contested())
    assert sorted(state.to_roll) == sorted([STD] * 3 + [IMM] * 2)


def test_nothing_can_be_done_once_the_game_is_over() -> None:
    state = rolls(court(), "1 2 3")
    assert GAME.legal(state) == () and list(GAME.moves(state)) == []
    assert refusal(state, Ended()).reason == "the table waits for nothing more: the game is over"


def test_a_bad_omen_of_before_is_over_when_the_roll_off_begins() -> None:
    state = locked("4 4 4 4 4 4 4", rulings=Rulings(skip_hopeless=False))
    state = replace(state, players=(state.players[0], replace(state.players[1], fewer=2)))
    state = after(state, Claimed("queen"))
    assert [player.fewer for player in state.players] == [0, 0]
    state = after(state, Ended())
    assert (state.phase, state.leave) == (Phase.ROLL, 0)
    assert not allowed(state, LeftOut((STD, STD)))


def test_turns_go_clockwise_from_the_first_player() -> None:
    state = after(table(players=3), Begins(2))
    while state.phase is Phase.DRAW:
        state = after(state, TokenDrawn(Token.REROLL))
    assert (state.first, state.current) == (2, 2)
    assert state.players[0] == Player("Ann", tokens=Tokens(reroll=1))
    assert option_of(state, "herder") is None
