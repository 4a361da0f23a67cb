"""A game that stops in the middle of a push and waits to be killed: `python scripted_push.py FOLDER`."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from device.journal import Journal
from rules.pharao.state import Phase
from tests.device.pharao_hands import begin, configured, table_of
from tests.rules.pharao.world import ANIMALS, World

SEED = 2


def main(folder: Path) -> None:
    """Play until a push has moved mummies, say how many actions there were, and wait."""
    config = configured(folder, ANIMALS)
    with Journal.open(config.journal.path) as journal:
        hands = table_of(journal, config)
        begin(hands, 2)
        world = World(random.Random(SEED), hands.state.setup)
        while hands.state.phase is not Phase.PUSH:
            hands.do(world.next_action(hands.state))
        hands.do(world.next_push(hands.state))
        for frame in range(10):
            hands.desk.on_tick(frame * 33_000_000)
        print("pushed", hands.table.session.length, flush=True)
        time.sleep(60)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
