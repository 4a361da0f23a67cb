"""What a game of Pharaoh Code tells about its players and about what nobody saw, in lines to read."""

from __future__ import annotations

from rules.pharaoh_code.scores import Score, scores, winners
from rules.pharaoh_code.state import PastRound, Phase, State
from rules.pharaoh_code.statistics import missed, speeds
from rules.words import listing, number_word


def summary(state: State) -> tuple[str, ...]:
    """The game so far: who won, every player's points, tiles and speed, and the numbers missed."""
    names = [state.players[seat].name for seat in winners(state)]
    won = (f"won by {listing(names)}",) if state.phase is Phase.OVER and names else ()
    return (*won, *statistics_lines(state), *(missed_in_all(state) if state.rounds else ()))


def statistics_lines(state: State) -> tuple[str, ...]:
    """Points, tiles and speed of every player, best first."""
    lines = []
    order = sorted(scores(state), key=lambda score: (-(score.points or 0), -score.tiles, score.seat))
    for score in order:
        player, speed = state.players[score.seat], speeds(state)[score.seat]
        fast = ""
        if speed.fastest_ms is not None and speed.mean_ms is not None:
            fast = f"; fastest {_seconds(speed.fastest_ms)}, on average {_seconds(speed.mean_ms)}"
        tiles = f"{len(player.up)} face up, {len(player.down)} face down"
        lines.append(f"{player.name}: {_points(score)}, {tiles}{fast}")
    unseen = sum(len(missed(past, state.setup)) for past in state.rounds)
    rounds = len(state.rounds)
    return (*lines, f"{number_word(rounds)} round{'' if rounds == 1 else 's'}, {unseen} numbers missed")


def nobody_saw(state: State) -> str | None:
    """The highest number of the last round that nobody saw, once the round is over."""
    if state.roll is not None or not state.rounds:
        return None
    unseen = missed(state.rounds[-1], state.setup)
    if not unseen:
        return None
    best = max(unseen, key=lambda miss: miss.number)
    more = f" and {number_word(len(unseen) - 1)} more" if len(unseen) > 1 else ""
    return f"nobody saw {best.number} = {best.equations[0]}{more}"


def missed_in_all(state: State) -> tuple[str, ...]:
    """The whole game's missed numbers, a line a round."""
    lines = []
    for past in state.rounds:
        numbers = [str(miss.number) for miss in missed(past, state.setup)]
        lines.append(f"{past.roll}: {', '.join(numbers) or 'all was seen'}")
    return ("Nobody saw, round by round:", *lines)


def missed_in_round(past: PastRound, state: State) -> tuple[str, ...]:
    """What nobody saw in one round, each number with its equations."""
    lines = [f"{miss.number} = {' = '.join(miss.equations)}" for miss in missed(past, state.setup)]
    return (f"Nobody saw, with {past.roll}:", *(lines or ("nothing: all was seen",)))


def _points(score: Score) -> str:
    if score.points is None:
        return "points not counted"
    return f"{score.points} point{'' if abs(score.points) == 1 else 's'}"


def _seconds(ms: int) -> str:
    return f"{ms / 1000:.1f} s"
