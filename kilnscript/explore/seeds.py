"""The examples of a game → positions that playouts go on from: they reach what chance reaches late. What examples use is counted apart.

The moves of an example are played again, and a few more after them, under the same looks as any play.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from kilnscript.engine.faults import Fault, NotSupported
from kilnscript.explore.coverage import Watch
from kilnscript.explore.play import Player
from kilnscript.explore.setups import Setup
from kilnscript.explore.steer import Uniform
from kilnscript.explore.table import Root, decider
from kilnscript.model.game import Example
from kilnscript.session.errors import MoveError, UsageError
from kilnscript.session.examples import example_options, open_example, run_step
from kilnscript.session.record import OUT_OF_TIME
from kilnscript.session.session import Played
from kilnscript.session.settings import plain_options, read_options, read_players

SPROUT = 12  # moves after those of an example


def sow(player: Player, examples: tuple[Example, ...]) -> Iterator[None]:
    """Runs one example at a time and keeps the positions that it comes to; one that does not go as it says is not our business here."""
    declarations = player.game.model.declarations
    for example in examples:
        yield
        try:
            count = read_players(declarations, example.players)
            options = plain_options(declarations, count, read_options(declarations, count, example_options(example)))
            watch = player.watch(player.number_of(Setup(count, options)))
            session = open_example(player.game, example, words=watch.table.words)
            roots = [session.state]
            for step in example.steps:
                if run_step(session, step) is not None:
                    break
                if step.kind == "when":
                    roots.append(session.state)
        except (UsageError, MoveError, Fault, NotSupported):
            continue
        finally:
            for each in player.tables.values():
                each.flush(player.coverage.examples)
        found = []
        for state in roots:
            if not state.over and state.decision >= 0:
                with watch.table.uncounted():
                    position = watch.table.views.view(state, None)
                found.append(Root(watch.table, "1", position, example.name))
        player.seeds += found
        if found and roots[0] is session.steps[0].state:
            follow(player, watch, found[0], session.steps[1:])


def follow(player: Player, watch: Watch, root: Root, moves: Sequence[Played]) -> None:
    """Plays the moves of an example from its position (as far as luck lets it come to them), and on at random."""
    node = player.rooted(root)
    for played in moves:
        if node is None or node.state.over or played.raw is None:
            break
        seat = played.seat - 1 if node.state.deciders else decider(node.state)
        if seat != played.seat - 1 or played.raw not in player.legal(node, seat):
            break
        node = player.step(watch, node, seat, played.raw, played.note == OUT_OF_TIME)
    if node is not None:
        chance = random.Random(root.example)
        player.play_on(node, Uniform(chance), node.length + SPROUT)
