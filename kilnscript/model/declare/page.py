"""What the page and the screen show: texts, rulings, the glossary, controls, time, age and length come in, declarations come out."""

from collections.abc import Iterable, Mapping

from kilnscript.diagnostics import Diagnostic
from kilnscript.model.declarations import Avoided, Control, Length
from kilnscript.model.declare.context import Context, scalar, yes
from kilnscript.model.declare.nearest import did_you_mean
from kilnscript.model.declare.numbers import range_of
from kilnscript.model.expressions import TypedText
from kilnscript.source.yaml_tree import YamlMapping, YamlNode, YamlScalar

DEFAULT_TURNS = 1000


def declare_minutes(context: Context) -> tuple[int, int] | None:
    written = scalar(context.root, "minutes")
    if written is None or ("minutes",) in context.broken:
        return None
    low, high = range_of(written)
    if high < low:
        context.say("K312", f"the range ends at {high}, before it begins at {low}", written.span)
        return high, low
    return low, high


def declare_age(context: Context) -> int | None:
    written = scalar(context.root, "age")
    return None if written is None or ("age",) in context.broken else int(written.value)


def declare_texts(context: Context, section: str) -> dict[str, TypedText]:
    found: dict[str, TypedText] = {}
    texts = context.section(section)
    for name, (_, node) in texts.entries.items() if texts else ():
        if isinstance(node, YamlScalar) and (section, name) not in context.broken:
            found[name] = context.text((section, name), node, {})
    return found


def declare_avoided(context: Context) -> dict[str, Avoided]:
    section = context.section("avoid")
    return {
        name: Avoided(name, node.value, span)
        for name, (span, node) in (section.entries.items() if section else ())
        if isinstance(node, YamlScalar) and ("avoid", name) not in context.broken
    }


def declare_controls(context: Context) -> dict[str, Control]:
    """Whether the actions exist is checked when the rules are read."""
    found = {}
    for name, span, entry in context.entries("controls"):
        show = scalar(entry, "show")
        entries = {key: plain_data(node) for key, (_, node) in entry.entries.items() if key != "show"}
        found[name] = Control(name, entries, None if show is None else context.text(("controls", name, "show"), show, {}), span)
    return found


WITHOUT_ACTION = ("skip", "reset")  # offered by decisions and transactions themselves


def check_controls(controls: Mapping[str, Control], actions: Iterable[str]) -> tuple[Diagnostic, ...]:
    """Every control belongs to an action of the rules."""
    known = [*actions, *WITHOUT_ACTION]
    return tuple(
        Diagnostic("K363", f"there is no action `{name}`", control.span, did_you_mean(name, known))
        for name, control in controls.items()
        if name not in known
    )


def plain_data(node: YamlNode) -> object:
    if isinstance(node, YamlScalar):
        return node.value
    if isinstance(node, YamlMapping):
        return {key: plain_data(value) for key, (_, value) in node.entries.items()}
    return [plain_data(item) for item in node.items]


def declare_length(context: Context) -> Length:
    entry = context.section("length")
    turns = scalar(entry, "turns") if entry else None
    if entry is None or turns is None or any(path[:1] == ("length",) for path in context.broken):
        return Length(DEFAULT_TURNS, False)
    return Length(int(turns.value), yes(entry, "promised"))
