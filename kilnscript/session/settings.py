"""Player count and options as a person writes them ↔ run-time values of one game."""

from __future__ import annotations

from collections.abc import Mapping

from kilnscript.compile.constants import Constants, Value
from kilnscript.model import expressions as x
from kilnscript.model.declarations import Declarations, Option
from kilnscript.model.expressions import Expression
from kilnscript.session.errors import UsageError, did_you_mean

Plain = bool | int | str  # an option's value as JSON and YAML show it


def read_players(declarations: Declarations, players: object) -> int:
    """The number of seats; None is the smallest. Raises UsageError."""
    low, high = declarations.players
    if players is None:
        return low
    if isinstance(players, str) and players.isascii() and players.isdigit() and len(players) < 6:
        players = int(players)
    if not isinstance(players, int) or isinstance(players, bool) or not low <= players <= high:
        wanted = f"{low} players" if low == high else f"{low} to {high} players"
        raise UsageError(f"{declarations.title} is for {wanted}, not {players}")
    return players


def read_options(declarations: Declarations, players: int, given: Mapping[str, object]) -> dict[str, Value]:
    """Run-time values of all options, defaults filled in; ``given``: values as JSON, YAML or a command line has them. Raises UsageError."""
    for name in given:
        if name not in declarations.options:
            known = ", ".join(declarations.options) or "none"
            near = did_you_mean(str(name), declarations.options)
            raise UsageError(f"{declarations.title} has no option `{name}`{near or f' (its options: {known})'}")
    constants = Constants(declarations, players, {})
    values: dict[str, Value] = {}
    for name, option in declarations.options.items():
        chosen = option.default
        away = option.only_players is not None and players not in option.only_players
        if name in given:
            chosen = find_value(option, given[name])
        if away and option.otherwise is not None:
            if name in given and written(chosen) != written(option.otherwise) and written(chosen) != written(option.default):
                counts = ", ".join(str(n) for n in sorted(option.only_players or ()))
                raise UsageError(f"option `{name}` is only for {counts} players; with {players} it is `{written(option.otherwise)}`")
            chosen = option.otherwise
        values[name] = constants.value(chosen)
        constants.values = values  # a later default may read it
    return values


def find_value(option: Option, given: object) -> Expression:
    """The declared value that ``given`` writes."""
    text = "off" if given is None else ("yes" if given else "no") if isinstance(given, bool) else str(given)
    known = {written(value): value for value in option.values}
    if text not in known and text.lower() in ("true", "false"):
        text = "yes" if text.lower() == "true" else "no"
    if text in known:
        return known[text]
    listed = ", ".join(known)
    raise UsageError(f"option `{option.name}` cannot be `{text}`{did_you_mean(text, known) or f' (it can be: {shorten(listed)})'}")


def shorten(text: str, most: int = 160) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip(", ") + " …"


def written(value: Expression) -> str:
    """A declared value of an option as it stands in game.yaml."""
    match value:
        case x.YesNoLiteral():
            return "yes" if value.value else "no"
        case x.NoneLiteral():
            return "off"
        case x.NumberLiteral() | x.TextLiteral():
            return str(value.value)
        case x.MemberLiteral():
            return value.member
        case x.SeatLiteral():
            return str(value.number)
        case x.TokenLiteral():
            return value.token
        case x.Convert():
            return written(value.value)
        case _:
            return "?"


def plain_options(declarations: Declarations, players: int, values: Mapping[str, Value]) -> dict[str, Plain]:
    """Options as JSON data: numbers, true/false, names; a value that is off is ``"off"``."""
    return {name: plain_option(declarations, players, option, values[name]) for name, option in declarations.options.items()}


def plain_option(declarations: Declarations, players: int, option: Option, value: Value) -> Plain:
    constants = Constants(declarations, players, {})
    for literal in (*option.values, *([] if option.otherwise is None else [option.otherwise])):
        if constants.value(literal) == value and isinstance(value, bool) is isinstance(constants.value(literal), bool):
            if isinstance(literal, x.YesNoLiteral):
                return literal.value
            if isinstance(literal, x.NumberLiteral):
                return literal.value
            return written(literal)
    raise AssertionError(f"option {option.name} has no value {value!r}")
