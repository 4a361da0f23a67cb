"""`pharaoh journal`: list, show and export the games that were played."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from device.config import load_config
from device.errors import JournalDamagedError
from device.games import GAMES, Playable
from device.journal import GameSummary, Journal
from rules.codec import from_json
from rules.errors import RulesError
from rules.table import replay


def run(args: argparse.Namespace) -> int:
    """Print what was asked for; 1 where there is no game yet."""
    path = args.journal or load_config(args.config).journal.path
    with Journal.open(path, readonly=True) as journal:
        games = journal.games()
        if args.what == "list":
            print(json.dumps([_row(game) for game in games]) if args.json else _list(games))
            return 0
        if args.game is None and not games:
            print("The journal has no game yet.", file=sys.stderr)
            return 1
        number = games[-1].id if args.game is None else args.game
        export = journal.export(number)
        print(json.dumps(export, indent=2) if args.what == "export" or args.json else _log(number, export))
    return 0


def _list(games: tuple[GameSummary, ...]) -> str:
    lines = [
        f"{game.id:4}  {game.started}  {game.game:12} {game.actions:5} actions  "
        f"{'finished' if game.finished else 'in play'}"
        for game in games
    ]
    return "\n".join(lines) or "The journal has no game yet."


def _row(game: GameSummary) -> dict[str, object]:
    return {
        "id": game.id,
        "game": game.game,
        "setup": game.setup,
        "started": game.started,
        "actions": game.actions,
        "finished": game.finished,
    }


def _log(number: int, export: dict[str, object]) -> str:
    """The game's actions, numbered, in words."""
    game = GAMES.get(str(export["game"]))
    actions = export["actions"]
    assert isinstance(actions, list)
    if game is None:
        raise JournalDamagedError(
            f"game {number} is {export['game']!r}, which this table cannot play; update it"
        )
    try:
        decoded = [game.rules.codec.decode(action) for action in actions]
        words = _words(game, export["setup"], decoded)
    except RulesError as error:
        raise JournalDamagedError(f"game {number} has an entry that is no action: {error}") from error
    lines = [f"Game {number}: {export['game']}, begun {export['started']}"]
    lines += [f"{place:4}  {what}" for place, what in enumerate(words, 1)]
    return "\n".join([*lines, *_summary(game, export["setup"], decoded)])


def _words(game: Playable, setup: object, actions: Sequence[object]) -> Sequence[str]:
    """A line for each action."""
    if game.log is None:
        return [game.in_words(action) for action in actions]
    return game.log(from_json(game.rules.setup_type, setup, "setup"), actions)


def _summary(game: Playable, setup: object, actions: Sequence[object]) -> list[str]:
    """What is told about the whole game, where its kind has something to tell."""
    if game.summary is None:
        return []
    try:
        state = replay(game.rules, from_json(game.rules.setup_type, setup, "setup"), actions)
    except RulesError as error:
        return ["", f"The game does not follow the rules: {error}"]
    return ["", *game.summary(state)]
