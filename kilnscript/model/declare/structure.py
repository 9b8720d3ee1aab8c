"""Checks the form of game.yaml against grammar/game.schema.json: nodes come in, findings and the entries that cannot be used come out."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.model.declare.nearest import did_you_mean, listing, nearest
from kilnscript.source.resources import grammar_folder
from kilnscript.source.yaml_tree import YamlList, YamlMapping, YamlNode, YamlScalar

Schema = Mapping[str, Any]
Path = tuple[str, ...]
NOTHING = ("~", "null", "Null", "NULL")  # what YAML reads as "no value"
SHAPE_WORDS = {"object": "a mapping", "array": "a list"}


@cache
def schema() -> Schema:
    loaded: Schema = json.loads((grammar_folder() / "game.schema.json").read_text(encoding="utf-8"))
    return loaded


@cache
def definition(reference: str) -> Schema:
    found: Schema = schema()["$defs"][reference.removeprefix("#/$defs/")]
    return found


@cache
def pattern(text: str) -> re.Pattern[str]:
    return re.compile(text)


def check_structure(root: YamlMapping) -> tuple[frozenset[Path], tuple[Diagnostic, ...]]:
    """The paths (`places`, `places/kiln`) whose form is broken, and why."""
    checker = _Checker()
    checker.check(root, schema(), ())
    return frozenset(path[:2] for path in checker.broken), tuple(checker.found)


class _Checker:
    def __init__(self) -> None:
        self.found: list[Diagnostic] = []
        self.broken: list[Path] = []

    def say(self, code: str, message: str, span: Span, path: Path, hint: str | None = None) -> None:
        self.found.append(Diagnostic(code, message, span, hint))
        self.broken.append(path)

    def check(self, node: YamlNode, rule: Schema, path: Path) -> None:
        if "$ref" in rule:
            rule = definition(rule["$ref"])
        match node:
            case YamlMapping():
                if rule.get("type") == "object" or "object" in rule.get("type", ()):
                    self.mapping(node, rule, path)
                else:
                    self.wrong(node, rule, path)
            case YamlList():
                if rule.get("type") == "array" or "array" in rule.get("type", ()):
                    self.items(node, rule, path)
                else:
                    self.wrong(node, rule, path)
            case YamlScalar():
                self.scalar(node, rule, path)

    def mapping(self, node: YamlMapping, rule: Schema, path: Path) -> None:
        known: Schema = rule.get("properties", {})
        more = rule.get("additionalProperties", True)
        names = rule.get("propertyNames")
        meant: set[str | None] = set()  # keys that are there, but misspelt
        for key, (span, value) in node.entries.items():
            if key in known:
                self.check(value, known[key], (*path, key))
                continue
            if more is False:
                near = nearest(key, (each for each in known if each not in node.entries))
                hint = did_you_mean(key, known) or f"the keys are {listing(known)}"
                meant.add(near)
                if near and not path:
                    self.broken.append((near,))
                where = f"`{path[-1]}` has" if path else "game.yaml has"
                self.say("K250", f"{where} no key `{key}`", span, (*path, key), hint)
                continue
            if names is not None and not pattern(definition(names["$ref"])["pattern"]).search(key):
                self.odd_key(key, definition(names["$ref"]), span, (*path, key))
            if more is not True:
                self.check(value, more, (*path, key))
        for key in rule.get("required", ()):
            if key not in node.entries and key not in meant:
                where = f"`{path[-1]}` needs" if path else "game.yaml needs"
                self.say("K251", f"{where} the key `{key}`", first_line(node.span), path, None)
        if len(node.entries) < rule.get("minProperties", 0):
            self.say("K252", "there is nothing in it", node.span, path, f"{expected(rule)} is wanted")

    def odd_key(self, key: str, wanted: Schema, span: Span, path: Path) -> None:
        if wanted is definition("name"):
            hint = "a name consists of letters, digits and `_`, and no digit comes first"
            self.say("K255", f"`{key}` cannot be a name", span, path, hint)
        else:
            self.say("K255", f"`{key}` is not {expected(wanted)}", span, path, None)

    def items(self, node: YamlList, rule: Schema, path: Path) -> None:
        for item in node.items:
            self.check(item, rule["items"], (*path, "-"))
        if len(node.items) < rule.get("minItems", 0):
            self.say("K252", "this list is empty", node.span, path, f"{expected(rule)} is wanted")

    def scalar(self, node: YamlScalar, rule: Schema, path: Path) -> None:
        if "enum" in rule:
            if not node.quoted and not node.value:
                self.broken.append(path)
            elif node.value not in rule["enum"]:
                hint = did_you_mean(node.value, rule["enum"]) or f"write {expected(rule)}"
                self.say("K253", f"`{node.value}` cannot stand here", node.span, path, hint)
            return
        types = rule["type"]
        types = (types,) if isinstance(types, str) else types
        if not node.quoted and not node.value:
            self.broken.append(path)  # reported where the file was read
        elif not node.quoted and node.value in NOTHING:
            self.say("K252", f"{place(path)} has no value", node.span, path, "the word for nothing is `none`")
        elif not any(t in ("string", "number", "integer", "boolean") for t in types):
            self.wrong(node, rule, path)
        elif "pattern" in rule and not pattern(rule["pattern"]).search(node.value):
            self.say("K254", f"`{node.value}` is not {expected(rule)}", node.span, path)

    def wrong(self, node: YamlNode, rule: Schema, path: Path) -> None:
        what = "a list" if isinstance(node, YamlList) else "a mapping" if isinstance(node, YamlMapping) else "a single value"
        self.say("K252", f"{place(path)} is {expected(rule)}, not {what}", first_line(node.span), path, shape(rule, path))


def expected(rule: Schema) -> str:
    """What should stand there, in words."""
    said: str | None = rule.get("errorMessage")
    if said is not None:
        return said
    types = rule.get("type", "object")
    return " or ".join(SHAPE_WORDS.get(t, "a text") for t in ((types,) if isinstance(types, str) else types))


def shape(rule: Schema, path: Path) -> str:
    """How what is expected is written."""
    types = rule.get("type", "object")
    first = types if isinstance(types, str) else types[0]
    forms = {"object": "{NAME: …}", "array": "[…, …]"}
    name = next((part for part in reversed(path) if part != "-"), "NAME")
    return f"write `{name}: {forms[first]}`" if first in forms else f"write one value: `{name}: …`"


def place(path: Path) -> str:
    named = [part for part in path if part != "-"]
    return f"`{named[-1]}`" if named else "game.yaml"


def first_line(span: Span) -> Span:
    """A mapping may be long; its first line says enough."""
    if span.end_line == span.line:
        return span
    return Span(span.file, span.line, span.column, span.line, span.column + 1)
