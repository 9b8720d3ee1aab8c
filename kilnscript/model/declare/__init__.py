"""The nodes of game.yaml (merged with those of the game it extends) come in; Declarations, texts to type and findings come out."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kilnscript.diagnostics import Diagnostic
from kilnscript.model.declarations import Declarations
from kilnscript.model.declare.components import declare_components
from kilnscript.model.declare.context import Context, named, plain, scalar
from kilnscript.model.declare.kinds import declare_kinds, declare_tokens, fill_kinds
from kilnscript.model.declare.numbers import range_of
from kilnscript.model.declare.options import declare_options
from kilnscript.model.declare.page import (
    declare_age,
    declare_avoided,
    declare_controls,
    declare_length,
    declare_minutes,
    declare_texts,
)
from kilnscript.model.declare.patterns import declare_patterns
from kilnscript.model.declare.places import declare_places
from kilnscript.model.declare.raw_texts import RawTexts
from kilnscript.model.declare.structure import check_structure
from kilnscript.model.declare.tables import declare_tables
from kilnscript.model.declare.tuning import declare_tuning
from kilnscript.model.declare.variables import declare_scores, declare_timers, declare_variables
from kilnscript.source.load import SourceFiles
from kilnscript.source.yaml_tree import YamlMapping

__all__ = ["Declared", "RawTexts", "declare"]

MOST_PLAYERS = 12


@dataclass(frozen=True, slots=True)
class Declared:
    """``complete``: every name is there with what it is, though perhaps with a wrong value; so rules can be checked against it."""

    declarations: Declarations
    raw_texts: RawTexts
    diagnostics: tuple[Diagnostic, ...]
    complete: bool


def declare(root: YamlMapping, sources: SourceFiles, folders: Mapping[str, Path]) -> Declared:
    """``folders``: the folder of every game.yaml involved, by the path shown to the author."""
    broken, found = check_structure(root)
    context = Context(root, broken, sources, folders)
    context.found.extend(found)
    context.players = _players(context)
    components = context.section("components")
    context.component_names = frozenset(components.entries if components else ())
    declare_options(context, of_kinds=False)
    declare_kinds(context)
    declare_options(context, of_kinds=True)
    declare_tokens(context)
    fill_kinds(context)
    declare_components(context)
    declare_places(context)
    name = plain(root, "game") or "game"
    declarations = Declarations(
        name=name, title=plain(root, "title") or named(name), by=plain(root, "by"), players=context.players,
        minutes=declare_minutes(context), age=declare_age(context),
        variables=declare_variables(context), scores=declare_scores(context), tables=declare_tables(context),
        patterns=declare_patterns(context), timers=declare_timers(context), texts=declare_texts(context, "texts"),
        rulings=declare_texts(context, "rulings"), glossary=declare_texts(context, "glossary"),
        avoid=declare_avoided(context),
        changes=declare_texts(context, "changes"), controls=declare_controls(context), length=declare_length(context),
        options=context.options, kinds=context.kinds, tokens=context.tokens, components=context.components, places=context.places,
        tune=declare_tuning(context),
    )  # fmt: skip
    diagnostics = (*context.found, *context.names.found)
    return Declared(declarations, RawTexts(context.raw), diagnostics, not broken and not context.incomplete)


def _players(context: Context) -> tuple[int, int]:
    written = scalar(context.root, "players")
    if written is None:
        context.say(
            "K251",
            "game.yaml needs the key `players`",
            context.root.entries["game"][0] if "game" in context.root.entries else context.root.span,
            "write `players: 2..4`",
        )
        return 1, MOST_PLAYERS
    if ("players",) in context.broken:
        return 1, MOST_PLAYERS
    low, high = range_of(written)
    if high < low or high > MOST_PLAYERS:
        problem = f"the range ends at {high}, before it begins at {low}" if high < low else f"a game has {MOST_PLAYERS} players at most"
        context.say("K312", problem, written.span)
        return min(low, MOST_PLAYERS), min(max(low, high), MOST_PLAYERS)
    return low, high
