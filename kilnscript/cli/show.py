"""`kiln show GAME`: what it consists of, its flow graph, or the generated Python."""

from __future__ import annotations

import argparse
import json
from typing import Any

from kilnscript.cli.failures import read_settings
from kilnscript.cli.flow_text import flow_text
from kilnscript.session.game import Game, load


def run(arguments: argparse.Namespace) -> int:
    game = load(arguments.game)
    if arguments.code or arguments.flow:
        program = game.program(arguments.players, read_settings(arguments.option))
        text = program.source if arguments.code else flow_text(program.graph, program.decisions)
        print(json.dumps({"code" if arguments.code else "flow": text}) if arguments.json else text)
        return 0
    data = summary(game)
    if arguments.json:
        print(json.dumps(data, ensure_ascii=False))
        return 0
    low, high = game.players[0], game.players[-1]
    print(f"{game.title}, {low} players" if low == high else f"{game.title}, {low} to {high} players")
    for title in ("options", "phases", "actions", "places", "examples"):
        entries = data[title]
        if entries:
            print(f"\n{title}")
            for name, about in entries.items():
                print(f"  {name:<20} {about if isinstance(about, str) else described(about)}")
    return 0


def summary(game: Game) -> dict[str, Any]:
    model = game.model
    return {
        "game": game.name,
        "title": game.title,
        "players": [game.players[0], game.players[-1]],
        "rules_hash": game.rules_hash,
        "options": game.options,
        "phases": {name: flat(phase.title) for name, phase in model.phases.items() if phase.title is not None},
        "actions": {name: flat(action.label) if action.label is not None else name for name, action in model.actions.items()},
        "places": {name: place.title for name, place in model.declarations.places.items()},
        "examples": {example.name: example.title for example in model.examples},
    }


def flat(text: Any) -> str:
    """A text with its holes as dots: they need a game."""
    return "".join(part if isinstance(part, str) else "…" for part in text.parts)


def described(option: dict[str, Any]) -> str:
    values = [f"[{value}]" if value == option["default"] else value for value in option["values"]]
    shown = " ".join(values) if len(values) < 13 else f"{values[0]} … {values[-1]} [{option['default']}]"
    return f"{shown}  {option['title']}"
