"""`python -m benchmarks.favor [GAMES]`: whole games of Favor of the Pharaoh a second on one core.

Each game is set up by chance for two to four people and played to its end, with `legal` and `apply` at every
step.
"""

from __future__ import annotations

import random
import sys
import time

from tests.rules.favor.playing import random_game, random_setup


def main(games: int = 100) -> None:
    """Play the games and print how many there were a second, and how long they were."""
    actions = turns = 0
    begin = time.process_time()
    for seed in range(games):
        rng = random.Random(seed)
        states = [state for _, state in random_game(rng, random_setup(rng))]
        actions += len(states)
        turns += states[-1].turns
    seconds = time.process_time() - begin
    print(
        f"{'Favor: whole games':34} {games / seconds:9.1f} a second   "
        f"{actions / games:.0f} actions and {turns / games:.0f} turns each, "
        f"{1e6 * seconds / actions:.0f} µs an action"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
