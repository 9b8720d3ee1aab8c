"""What a block may change, read off the syntax tree: which facts about none still hold after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass

from kilnscript.diagnostics import Span
from kilnscript.model.declarations import Declarations
from kilnscript.source import tree

MOVING = (tree.Move, tree.Draw, tree.Slide, tree.Pass)


@dataclass(frozen=True, slots=True)
class Effects:
    """``names``: variables and attributes that may be assigned. ``moves``: pieces may move. ``turns``: a `take turns` is inside."""

    names: frozenset[str] = frozenset()
    moves: bool = False
    turns: bool = False

    def __or__(self, other: Effects) -> Effects:
        return Effects(self.names | other.names, self.moves or other.moves, self.turns or other.turns)


_FIELDS: dict[type, tuple[str, ...]] = {}
_LEAVES = (Span, str, int, tree.Number, tree.Name, tree.Template, tree.Text)


def walk(node: object) -> Iterator[object]:
    """Every node of a syntax tree; texts and names are not entered."""
    stack = [node]
    while stack:
        item = stack.pop()
        if item is None or isinstance(item, _LEAVES):
            continue
        if isinstance(item, tuple):
            stack.extend(reversed(item))
            continue
        kind = type(item)
        names = _FIELDS.get(kind)
        if names is None:
            if not is_dataclass(kind):
                continue
            names = _FIELDS[kind] = tuple(f.name for f in reversed(fields(kind)) if f.name not in ("span", "name_span"))
        yield item
        for name in names:
            stack.append(getattr(item, name))


class EffectsOfParts:
    """The effects of blocks, through the phases they do and the actions they offer."""

    def __init__(
        self,
        declarations: Declarations,
        phases: Mapping[str, tree.Phase],
        actions: Mapping[str, tree.Action],
        items: Sequence[tree.Item] = (),
    ) -> None:
        self.declarations, self.phases, self.actions = declarations, phases, actions
        self.memo: dict[tuple[str, str], Effects] = {}
        self.waiting: dict[str, list[str]] = {}  # what may be done at the start or end of a phase, or (``turn``) of a turn
        for item in walk(tuple(items)):
            if isinstance(item, tree.Do) and item.moment is not None:
                self.waiting.setdefault(item.moment.of, []).append(item.phase)

    def of(self, node: object) -> Effects:
        names: set[str] = set()
        moves = turns = False
        total = Effects()
        for item in walk(node):
            match item:
                case tree.Assign(target=target) | tree.Pick(target=target):
                    base = target
                    while isinstance(base, tree.Index):
                        base = base.owner
                    names.add(base.id if isinstance(base, tree.Name) else base.name if isinstance(base, tree.Attribute) else "")
                case tree.Move() | tree.Draw() | tree.Slide() | tree.Pass():
                    moves = True
                case tree.Simple(verb="roll"):
                    names.update(c.rolls for c in self.declarations.components.values() if c.rolls)
                case tree.TakeTurns():
                    turns = True
                    names.update(v.name for v in self.declarations.variables.values() if v.scope == "turn")
                    total |= self.waited("turn")
                case tree.Do(phase=phase):
                    total |= self.part("phase", phase)
                case tree.OfferNamed(action=action):
                    total |= self.part("action", action)
                case _:
                    pass
        return total | Effects(frozenset(names), moves, turns)

    def waited(self, of: str) -> Effects:
        """Of what may have been put off until then, by anybody."""
        found = Effects()
        for phase in self.waiting.get(of, ()):
            found |= self.part("phase", phase)
        return found

    def part(self, sort: str, name: str) -> Effects:
        found = self.memo.get((sort, name))
        if found is None:
            self.memo[sort, name] = Effects()  # a circle is reported elsewhere
            node: tree.Phase | tree.Action | None = self.phases.get(name) if sort == "phase" else self.actions.get(name)
            found = self.of(node.block) if node is not None else Effects()
            if sort == "phase":
                found |= Effects(frozenset(v.name for v in self.declarations.variables.values() if v.scope == name)) | self.waited(name)
            self.memo[sort, name] = found
        return found
