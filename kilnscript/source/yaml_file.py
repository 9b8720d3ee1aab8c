"""Reads strict YAML: a file's text comes in, nodes with spans and the findings come out."""

from dataclasses import dataclass, field
from typing import Any

import yaml

from kilnscript.diagnostics import Diagnostic, Label, Span
from kilnscript.source.characters import odd_character
from kilnscript.source.limits import check_text, limited
from kilnscript.source.unify import composed, unify_lines
from kilnscript.source.yaml_mistakes import control_character, explain
from kilnscript.source.yaml_tree import YamlList, YamlMapping, YamlNode, YamlScalar

EVENTS: Any = getattr(yaml, "CLoader", yaml.Loader)  # only asked for events; it builds nothing
MOST_LEVELS = 16
LINE_BREAKS = str.maketrans({"\x85": " ", "\u2028": " ", "\u2029": " "})  # breaks for YAML, not for an editor


MOST_OPEN = 200  # brackets left open: the YAML library would go back over all of them at every step


def read_yaml(path_shown: str, text: str) -> tuple[YamlMapping | None, tuple[Diagnostic, ...]]:
    """The mapping a file holds (None if it cannot be read at all), and every finding."""
    limits = check_text(path_shown, text)
    if limits:
        return None, limits
    if (opened := text.count("[") + text.count("{") - text.count("]") - text.count("}")) > MOST_OPEN:
        span = Span(path_shown, 1, 1, 1, 1)
        return None, (Diagnostic("K010", f"{opened:,} brackets are opened and never closed", span, "close them, or write fewer levels"),)
    builder = _Builder(path_shown, unify_lines(text).translate(LINE_BREAKS))
    if odd := control_character(path_shown, builder.text):
        return None, (odd,)
    try:
        builder.run()
    except yaml.YAMLError as error:
        builder.found.append(explain(error, path_shown, builder.text))
    root = builder.root
    if not isinstance(root, YamlMapping):
        if not builder.found:
            span = root.span if root else Span(path_shown, 1, 1, 1, 1)
            builder.found.append(
                Diagnostic("K204", "a game file consists of `key: value` lines", span, "begin with `game: NAME` and `title: …`")
            )
        return None, tuple(limited(builder.found))
    return root, tuple(limited(builder.found))


@dataclass(slots=True)
class _Open:
    """A list or mapping that is being read; ``key`` waits for its value."""

    start: Span
    mapping: bool
    items: list[YamlNode] = field(default_factory=list)
    entries: dict[str, tuple[Span, YamlNode]] = field(default_factory=dict)
    key: tuple[str, Span] | None = None
    skip: bool = False  # the value of a key that was refused


class _TooDeep(Exception):
    pass


class _Builder:
    """Turns the events of PyYAML into nodes without recursion."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.last = (text.count("\n") + 1, len(text) - text.rfind("\n"))
        self.found: list[Diagnostic] = []
        self.root: YamlNode | None = None
        self.open: list[_Open] = []
        self.documents = 0

    def run(self) -> None:
        parser = EVENTS(self.text)
        try:
            while True:
                event = parser.get_event()
                if event is None or isinstance(event, yaml.StreamEndEvent) or self.documents > 1:
                    return
                HANDLERS[type(event)](self, event)
        except _TooDeep:
            self.root = None
        finally:
            parser.dispose()

    def span(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        if end.line >= self.last[0] - 1:  # marks at the end of a file may lie behind it
            first = min((start.line + 1, start.column + 1), self.last)
            return Span(self.file, *first, *max(first, min((end.line + 1, end.column + 1), self.last)))
        return Span(self.file, start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def report(self, code: str, message: str, span: Span, hint: str | None = None, labels: tuple[Label, ...] = ()) -> None:
        self.found.append(Diagnostic(code, message, span, hint, labels))

    def document(self, event: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            self.report("K205", "a second document begins here", self.span(event), "a game is one document; leave the `---` out")
        elif event.version or event.tags:
            self.report("K206", "a `%` directive", self.span(event), "leave the line out")

    def nothing(self, event: Any) -> None:
        pass

    def check(self, event: Any) -> None:
        """Anchors and tags, on any node."""
        if event.anchor is not None:
            mark = event.start_mark
            span = Span(self.file, mark.line + 1, mark.column + 1, mark.line + 1, mark.column + 2 + len(event.anchor))
            self.report("K202", f"an anchor `&{event.anchor}`", span, "write the value out where it is used")
        if event.tag is not None:
            mark = event.start_mark
            span = Span(self.file, mark.line + 1, mark.column + 1, mark.line + 1, mark.column + 2)
            self.report("K203", "a YAML tag", span, "leave the `!` word out; what a value is follows from its key")

    def alias(self, event: Any) -> None:
        self.report("K202", f"an alias `*{event.anchor}`", self.span(event), "write the value out here")
        self.add(YamlScalar("", False, self.span(event), "*"))

    def scalar(self, event: Any) -> None:
        if event.anchor is not None or event.tag is not None:
            self.check(event)
        start, end = event.start_mark, event.end_mark
        quoted = event.style in ("'", '"')
        raw = self.text[start.index : end.index] if event.style else ""
        if not event.style and start.line != end.line:
            raw = self.text[start.index : end.index]
        value = composed(event.value)
        node = YamlScalar(value, quoted, self.span(event), raw or event.value)
        if self.open and self.open[-1].mapping and self.open[-1].key is None:
            self.key(node, event)
        else:
            self.add(node)

    def key(self, node: YamlScalar, event: Any) -> None:
        level = self.open[-1]
        level.key = (node.value, node.span)
        level.skip = False
        if node.value == "<<" and not node.quoted:
            level.skip = True
            self.report("K207", "a merge key `<<`", node.span, "write the entries out")
        elif not node.value:
            level.skip = True
            self.report("K208", "a key is missing before this `:`", node.span)
        elif not node.value.isascii() and (odd := odd_character(node.value)):
            index, what, hint = odd
            self.report("K209", f"{what} in a key", node.span_of(index, index + 1), hint)
        if node.value in level.entries:
            level.skip = True
            first = level.entries[node.value][0]
            self.report("K201", f"`{node.value}` is there twice", node.span, "keep one of them", (Label(first, "first here"),))

    def begin(self, event: Any) -> None:
        if event.anchor is not None or event.tag is not None:
            self.check(event)
        span = self.span(event)
        if len(self.open) >= MOST_LEVELS:
            self.report("K010", "this is nested too deeply", span, f"a game file has at most {MOST_LEVELS} levels")
            raise _TooDeep
        if self.open and self.open[-1].mapping and self.open[-1].key is None:
            self.open[-1].key = ("", span)
            self.open[-1].skip = True
            self.open.append(_Open(span, isinstance(event, yaml.MappingStartEvent), skip=True))
            self.open[-2].key = None
            self.report("K208", "a key is a word, not a list or mapping", span)
            self.open[-1].start = Span(self.file, 0, 0, 0, 0)
            return
        self.open.append(_Open(span, isinstance(event, yaml.MappingStartEvent)))

    def finish(self, event: Any) -> None:
        level = self.open.pop()
        if level.start.line == 0:  # it was a key; its value is dropped with it
            self.open[-1].key = ("", self.span(event))
            self.open[-1].skip = True
            return
        span = level.start.to(self.span(event))
        if span.end_column == 1 and span.end_line > span.line and self.last_of(level) is not None:
            span = level.start.to(self.last_of(level) or span)  # a block ends with its last line, not where the next begins
        self.add(YamlMapping(level.entries, span) if level.mapping else YamlList(tuple(level.items), span))

    def last_of(self, level: _Open) -> Span | None:
        if level.mapping:
            return next(reversed(level.entries.values()))[1].span if level.entries else None
        return level.items[-1].span if level.items else None

    def add(self, node: YamlNode) -> None:
        if not self.open:
            self.root = node
            return
        level = self.open[-1]
        if not level.mapping:
            level.items.append(node)
        elif level.key is not None:
            name, span = level.key
            if not level.skip:
                level.entries[name] = (span, node)
                if isinstance(node, YamlScalar) and not node.value and not node.raw:
                    self.report("K210", f"`{name}` has no value", span, 'write one, or take the key out; an empty text is `""`')
            level.key = None
        else:
            level.key, level.skip = ("", node.span), True  # an alias as a key


HANDLERS: dict[type, Any] = {
    yaml.StreamStartEvent: _Builder.nothing,
    yaml.DocumentStartEvent: _Builder.document,
    yaml.DocumentEndEvent: _Builder.nothing,
    yaml.ScalarEvent: _Builder.scalar,
    yaml.AliasEvent: _Builder.alias,
    yaml.SequenceStartEvent: _Builder.begin,
    yaml.MappingStartEvent: _Builder.begin,
    yaml.SequenceEndEvent: _Builder.finish,
    yaml.MappingEndEvent: _Builder.finish,
}
