"""The examples of a game → positions that playouts go on from: they reach what chance reaches late. What examples use is counted apart."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.engine.faults import Fault, NotSupported
from kilnscript.explore.play import Player
from kilnscript.explore.setups import Setup
from kilnscript.explore.table import Root
from kilnscript.model.game import Example
from kilnscript.session.errors import MoveError, UsageError
from kilnscript.session.examples import example_options, open_example, run_step
from kilnscript.session.settings import plain_options, read_options, read_players


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
        for state in roots:
            if not state.over and state.decision >= 0:
                with watch.table.uncounted():
                    position = watch.table.views.view(state, None)
                player.seeds.append(Root(watch.table, "1", position, example.name))
