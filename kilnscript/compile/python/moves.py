"""Actions → Python: one enumerator, one validator and one body each, all from the same domains and requirements.

The enumerator nests a loop for every parameter and tests each `require` as soon as the names in it are known. The validator tests the same
things in the order of the text and gives the number of the first that fails. An `ensure` is tried on a copy.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from kilnscript.compile.analysis import free_names, walk
from kilnscript.compile.names import python_name
from kilnscript.compile.python import collections
from kilnscript.compile.python.statements import Statements, bare
from kilnscript.compile.unsupported import refuse_size
from kilnscript.diagnostics import Span
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t

if TYPE_CHECKING:
    from kilnscript.compile.python.expressions import Expressions
    from kilnscript.compile.python.writer import Writer

MOST_PARAMETERS = 15  # of one action: each is a loop inside the one before, and Python nests only so many


@dataclass(frozen=True, slots=True)
class RefusalPoint:
    """One way an action can be refused: a parameter outside its domain, or a condition with its reason."""

    text: x.TypedText | None
    parameter: int | None
    span: Span


class Moves:
    def __init__(self, p: Expressions, w: Writer, statements: Statements) -> None:
        self.p = p
        self.w = w
        self.statements = statements
        self.refusals: list[RefusalPoint] = []

    def action(self, a: st.Action, inline: bool) -> None:
        """``inline``: the body comes to no decision, so that it is a plain function too."""
        if len(a.parameters) > MOST_PARAMETERS:
            refuse_size(a.span, f"parameters of {a.name}", len(a.parameters), MOST_PARAMETERS)
        self.domains(a)
        self.enumerator(a)
        if any(isinstance(n, st.Ensure) for n in walk(a.block)):
            self.trial(a)
        self.validator(a)
        self.w.emit("")
        self.w.emit(f"def _legal_{python_name(a.name)}(s{names(a, parameters=False)}):", a.span)
        with self.w.indented():
            self.w.emit("out = []")
            self.w.emit(f"moves_{python_name(a.name)}(s{names(a, parameters=False)}, out, 0)")
            self.w.emit("return out != []")
        if inline:
            self.body(a)

    # ---- domains ---------------------------------------------------------------------------------------------------

    def domain(self, parameter: st.Parameter, outermost: bool = False) -> str:
        """A Python iterable over the values of a parameter, in order. They count as steps, unless they are few and looked at once."""
        d = parameter.domain
        items = collections.iterate(self.p, d.source)
        if d.mode == "one":
            return items if outermost and collections.few(self.p, d.source, 100) else collections.counting(self.p, items)
        pack = "True" if collections.bit_set(parameter.type) else "False"
        if d.mode == "order":
            return f"_many(s, _orders({items}, {pack}))"
        return f"_many(s, _select({items}, {self.how_many(d)}, {pack}))"

    def how_many(self, d: st.Domain) -> str:
        least = "0" if d.least is None else self.p.print(d.least)
        most = "None" if d.most is None else self.p.print(d.most)
        return f"{least}, {most}"

    def domains(self, a: st.Action) -> None:
        """``domain_NAME(s, scope…, chosen)``: the values of the next parameter."""
        scope = names(a, parameters=False)
        self.w.emit("")
        self.w.emit(f"def domain_{python_name(a.name)}(s{scope}, chosen):", a.span)
        with self.w.indented():
            for i, parameter in enumerate(a.parameters):
                self.w.emit(f"if len(chosen) == {i}: return {self.gathered(parameter)}", parameter.span)
                self.w.emit(f"{python_name(parameter.name)} = chosen[{i}]")

    def distinct(self, e: x.Expression) -> bool:
        """Whether a collection surely names no value twice, so that no move can be listed twice."""
        if isinstance(e.type, t.SetOf):
            return not isinstance(e.type.item, t.Piece)
        match e:
            case x.PaymentWays() | x.PlaceFamily() | x.Players() | x.Members() | x.NumberRange() | x.DirectionList():
                return True
            case x.BuiltInAttribute(of="place"):
                return e.attribute in ("cells", "rows", "columns", "arrows", "marked")
            case x.BuiltInAttribute(of="cell"):
                return True
            case x.BuiltInCall():
                return e.function in ("placements", "shapes", "groups", "seats_from", "others", "ray", "between", "leaps")
            case x.FilterItems():
                return len(e.binders) == 1 and self.distinct(e.binders[0].source)
            case x.ListLiteral():
                found = [self.p.known(i) for i in e.items]
                return len(found) == 1 or (all(k for k, _ in found) and len({v for _, v in found}) == len(found))
            case x.Join():
                left, right = places_among(e.left), places_among(e.right)
                return bool(left and right) and not left & right and self.distinct(e.left) and self.distinct(e.right)
            case x.Convert(value=value):
                if isinstance(value.type, t.Place):
                    declared = self.p.game.declarations.places.get(value.type.name or "")
                    return declared is not None and declared.shape == "grid"
                return isinstance(value.type, (t.Line, t.SetOf, t.ListOf)) and self.distinct(value)
            case x.FunctionCall():
                block = self.p.game.functions[e.function].block
                return (
                    len(block.statements) == 1 and isinstance(block.statements[0], st.Result) and self.distinct(block.statements[0].value)
                )
        return False

    def look(self, parameter: st.Parameter) -> str:
        """What two values of a parameter are compared by."""
        name, kind = python_name(parameter.name), parameter.type
        kind = kind.item if isinstance(kind, t.Optional) else kind
        if isinstance(kind, t.Piece):
            return f"_look(s, {name})"
        if isinstance(kind, (t.SetOf, t.ListOf)) and isinstance(kind.item, t.Piece):
            items = f"_bits({name})" if isinstance(kind, t.SetOf) else name
            return f"tuple(sorted([_look(s, _i) for _i in {items}]))"
        return name

    # ---- enumerator ------------------------------------------------------------------------------------------------

    def enumerator(self, a: st.Action) -> None:
        guards = self.placed_guards(a)
        ensured = any(isinstance(n, st.Ensure) for n in walk(a.block))
        once = not all(self.distinct(p.domain.source) for p in a.parameters)
        self.w.emit("")
        self.w.emit(f"def moves_{python_name(a.name)}(s{names(a, parameters=False)}, out, n):", a.span)
        with self.w.indented():
            if once:
                self.w.emit("_seen = set()")
            depth = self.w.depth
            kept = self.kept_values(a, guards)
            early = {i: level for i, level in self.early_domains(a).items() if i not in kept}
            for i in kept:
                self.w.emit(f"_kept{i}, _alone{i} = {{}}, None")
            self.level(a, guards, 0, "return")
            for i, parameter in enumerate(a.parameters):
                self.look_up(a, early, i, "continue" if i else "return")
                if i in early and self.faulty(parameter):  # not before the text comes to it
                    self.w.emit(f"if _domain{i} is None: _domain{i} = {self.gathered(parameter)}", parameter.span)
                items = f"_many(s, _domain{i})" if i in early else self.domain(parameter, i == 0)
                if i in kept:
                    items = self.keep(a, guards, i, kept[i])
                if i == len(a.parameters) - 1 and not once and not ensured and all(isinstance(g, st.Require) for g in guards[i + 1]):
                    self.last_level(a, guards[i + 1], items)
                    self.w.depth = depth
                    return
                self.w.emit(f"for {python_name(parameter.name)} in {items}:", parameter.span)
                self.w.depth += 1
                self.level(a, guards, i + 1, "continue")
            leave = "continue" if a.parameters else "return"
            if once:
                looks = ", ".join(self.look(p) for p in a.parameters)
                self.w.emit(f"_key = ({looks},)")
                self.w.emit(f"if _key in _seen: {leave}")
            if ensured:
                self.w.emit("_trial = s.copy()")
                self.w.emit(f"_failed = try_{python_name(a.name)}(_trial{names(a)})")
                self.w.emit("s.steps = _trial.steps + 20  # what was tried took its time")
                self.w.emit(f"if _failed is not None: {leave}")
            if once:
                self.w.emit("_seen.add(_key)")
            self.w.emit(f"out.append((n,{names(a, scope=False)[1:]}))")
            self.w.depth = depth

    def last_level(self, a: st.Action, guards: list[st.Statement], items: str) -> None:
        """All values of the last parameter at once."""
        parameter = a.parameters[-1]
        last = python_name(parameter.name)
        self.w.emit(f"out += [(n,{names(a, scope=False)[1:]}) for {last} in {items}{self.filters(guards)}]", parameter.span)

    def filters(self, guards: list[st.Statement]) -> str:
        """Requirements as the conditions of a comprehension."""
        tests = ""
        for g in guards:
            assert isinstance(g, st.Require)
            found, value = self.p.known(g.condition)
            if not found:
                tests += (
                    f" if {self.p.print(g.condition)}"
                    if self.p.points is None
                    else f" if ({self.p.print(g.condition)} or {self.missed(g)})"
                )
            elif not value:
                tests += " if False"
        return tests

    def missed(self, g: st.Require) -> str:
        """In counting code: a requirement that is not fulfilled; false."""
        assert self.p.points is not None
        return f"_missed({self.p.points.number('refusal', g.condition.span)})"

    def kept_values(self, a: st.Action, guards: list[list[st.Statement]]) -> dict[int, tuple[str, ...]]:
        """Parameters whose legal values hang on some of the earlier ones only: {parameter: those}. For every choice of those they are
        worked out once, instead of again for each value of the others."""
        earlier: list[str] = []
        set_on_the_way = {g.name for level in guards for g in level if isinstance(g, st.Let)}
        found = {}
        for i, parameter in enumerate(a.parameters):
            tests = guards[i + 1]
            read = free_names(parameter.domain) | set().union(*(free_names(g) for g in tests))
            needed = tuple(name for name in earlier if name in read)
            plain = all(isinstance(g, st.Require) for g in tests) and not read & set_on_the_way
            if tests and plain and len(needed) < i:
                found[i] = needed
            earlier.append(parameter.name)
        return found

    def keep(self, a: st.Action, guards: list[list[st.Statement]], i: int, needed: tuple[str, ...]) -> str:
        """The legal values of a parameter, remembered from the last time; its requirements are then done with."""
        parameter, kept = a.parameters[i], f"_kept{i}"
        key = ", ".join(python_name(name) for name in needed)
        key = key if len(needed) == 1 else f"({key})"
        name = python_name(parameter.name)
        tests, items = guards[i + 1], self.domain(parameter)
        alone = 0 if free_names(parameter.domain) & set(needed) else len(list(takewhile(lambda g: not free_names(g) & set(needed), tests)))
        self.w.emit(f"_values{i} = {kept}.get({key})", parameter.span)
        self.w.emit(f"if _values{i} is None:")
        with self.w.indented():
            if needed and alone:  # what hangs on no other parameter at all is tested once
                self.w.emit(
                    f"if _alone{i} is None: _alone{i} = [{name} for {name} in {items}{self.filters(tests[:alone])}]", parameter.span
                )
                items, tests = f"_alone{i}", tests[alone:]
            self.w.emit(f"_values{i} = {kept}[{key}] = [{name} for {name} in {items}{self.filters(tests)}]", parameter.span)
        guards[i + 1] = []
        return f"_many(s, _values{i})"

    def early_domains(self, a: st.Action) -> dict[int, int]:
        """Parameters whose domain can be looked up further out than their own loop: {parameter: number of parameters it needs}."""
        level_of = {p.name: i + 1 for i, p in enumerate(a.parameters)}
        found = {}
        for i, parameter in enumerate(a.parameters):
            level = max((level_of.get(name, 0) for name in free_names(parameter.domain)), default=0)
            cheap = isinstance(parameter.domain.source, (x.Players, x.Members, x.PlaceFamily, x.ListLiteral, x.DirectionList))
            settled = cheap or self.p.known(parameter.domain.source)[0]
            if level < i and not settled:
                found[i] = level
        return found

    def look_up(self, a: st.Action, early: dict[int, int], level: int, leave: str) -> None:
        """Looks up the domains that are known from here on; an empty one needs no further look."""
        for i, needed in early.items():
            if needed == level and self.faulty(a.parameters[i]):
                self.w.emit(f"_domain{i} = None")
            elif needed == level:
                self.w.emit(f"_domain{i} = {self.gathered(a.parameters[i])}", a.parameters[i].span)
                self.w.emit(f"if not _domain{i}: {leave}")

    def faulty(self, parameter: st.Parameter) -> bool:
        return self.p.may_fault(parameter.domain)

    def gathered(self, parameter: st.Parameter) -> str:
        """The values of a parameter as a tuple; ways to pay are one, and know more of them than they list."""
        items = self.domain(parameter)
        return items if isinstance(parameter.domain.source, x.PaymentWays) else f"tuple({items})"

    def level(self, a: st.Action, guards: list[list[st.Statement]], level: int, leave: str) -> None:
        if level == 0 and a.when is not None:
            self.test(a.when, leave, a.span)
        for guard in guards[level]:
            self.guard(guard, leave)

    def test(self, condition: x.Expression, leave: str, span: Span) -> None:
        found, value = self.p.known(condition)
        if not found and self.p.points is not None:
            self.w.emit(f"if not {self.p.print(condition)}:", span)
            with self.w.indented():
                self.w.emit(f"_hits[{self.p.points.number('refusal', condition.span)}] += 1")
                self.w.emit(leave, span)
        elif not found:
            self.w.emit(f"if not {self.p.print(condition)}: {leave}", span)
        elif not value:
            self.w.emit(f"if True: {leave}", span)

    def guard(self, g: st.Statement, leave: str) -> None:
        match g:
            case st.Let():
                self.w.emit(f"{python_name(g.name)} = {self.p.print(g.value)}", g.span)
            case st.Require():
                self.test(g.condition, leave, g.span)
            case st.If() | st.Rule():
                then, otherwise = (g.then, g.otherwise) if isinstance(g, st.If) else (g.block, None)
                condition = g.condition if isinstance(g, st.If) else g.when
                if condition is None:
                    for inner in then.statements:
                        self.guard(inner, leave)
                    return
                self.w.emit(f"if {bare(self.p.print(condition))}:", g.span)
                with self.w.indented():
                    for inner in then.statements:
                        self.guard(inner, leave)
                if otherwise is not None:
                    self.w.emit("else:")
                    with self.w.indented():
                        for inner in otherwise.statements:
                            self.guard(inner, leave)

    def placed_guards(self, a: st.Action) -> list[list[st.Statement]]:
        """The requirements of an action and the names they need, by the number of parameters that have to be known for them."""
        leading = guards_of(a)
        level_of = {p.name: i + 1 for i, p in enumerate(a.parameters)}
        placed: list[list[st.Statement]] = [[] for _ in range(len(a.parameters) + 1)]
        wanted = names_needed(leading)
        highest = 0
        for g in leading:
            if isinstance(g, st.Let) and g.name not in wanted:
                continue
            level = max((level_of.get(name, 0) for name in free_names(g)), default=0)
            if self.p.may_fault(g):
                level = max(level, highest)  # not before what the text tests first
            if isinstance(g, st.Let):
                level_of[g.name] = level
            else:
                highest = max(highest, level)
            placed[level].append(g)
        return placed

    # ---- validator -------------------------------------------------------------------------------------------------

    def refusal(self, text: x.TypedText | None, parameter: int | None, span: Span) -> str:
        self.refusals.append(RefusalPoint(text, parameter, span))
        return f"return {len(self.refusals) - 1}, locals()"

    def validator(self, a: st.Action) -> None:
        self.w.emit("")
        self.w.emit(f"def refuse_{python_name(a.name)}(s{names(a)}):", a.span)
        with self.w.indented():
            if a.when is not None:
                self.test(a.when, self.refusal(None, None, a.when.span), a.span)
            for i, parameter in enumerate(a.parameters):
                leave = self.refusal(parameter.answer, i, parameter.domain.span)
                self.w.emit(f"if not {self.member(parameter)}: {leave}", parameter.span)
            for g in guards_of(a):
                self.validate(g)
            if any(isinstance(n, st.Ensure) for n in walk(a.block)):
                self.w.emit(f"_code = try_{python_name(a.name)}(s.copy(){names(a)})")
                self.w.emit("if _code is not None: return _code, locals()")
            self.w.emit("return None")

    def member(self, parameter: st.Parameter) -> str:
        name, d = python_name(parameter.name), parameter.domain
        items = collections.iterate(self.p, d.source)
        if d.mode == "one":
            return f"_among({name}, {items})"
        values = f"_bits({name})" if collections.bit_set(parameter.type) else name
        if d.mode == "order":
            return f"_is_order({values}, {items})"
        return f"_is_selection({values}, {items}, {self.how_many(d)})"

    def validate(self, g: st.Statement) -> None:
        match g:
            case st.Require():
                self.test(g.condition, self.refusal(g.reason, None, g.span), g.span)
            case st.If() | st.Rule():
                then, otherwise = (g.then, g.otherwise) if isinstance(g, st.If) else (g.block, None)
                condition = g.condition if isinstance(g, st.If) else g.when
                if condition is not None:
                    self.w.emit(f"if {bare(self.p.print(condition))}:", g.span)
                else:
                    self.w.emit("if True:", g.span)
                with self.w.indented():
                    for inner in then.statements:
                        self.validate(inner)
                if otherwise is not None:
                    self.w.emit("else:")
                    with self.w.indented():
                        for inner in otherwise.statements:
                            self.validate(inner)
            case _:
                self.guard(g, "return None")

    # ---- bodies ----------------------------------------------------------------------------------------------------

    def trial(self, a: st.Action) -> None:
        """The body up to its last `ensure`, played on a copy: None when every condition holds, else the number of the reason."""
        last = max(i for i, n in enumerate(a.block.statements) if any(isinstance(m, st.Ensure) for m in walk(n)))
        self.w.emit("")
        self.w.emit(f"def try_{python_name(a.name)}(s{names(a)}):", a.span)
        self.statements.trying = True
        with self.w.indented():
            self.remember(a)
            self.trial_statements(a.block.statements[: last + 1])
            self.w.emit("return None")
        self.statements.trying = False

    def trial_statements(self, statements: tuple[st.Statement, ...]) -> None:
        for n in statements:
            match n:
                case st.Ensure():
                    self.refusals.append(RefusalPoint(n.reason, None, n.span))
                    missed = ""
                    if self.p.points is not None:
                        missed = f"_missed({self.p.points.number('refusal', n.condition.span)}) or "
                    self.w.emit(f"if not {self.p.print(n.condition)}: return {missed}{len(self.refusals) - 1}", n.span)
                case st.If() | st.Rule() if any(isinstance(m, st.Ensure) for m in walk(n)):
                    then, otherwise = (n.then, n.otherwise) if isinstance(n, st.If) else (n.block, None)
                    condition = n.condition if isinstance(n, st.If) else n.when
                    self.w.emit(f"if {bare(self.p.print(condition)) if condition is not None else 'True'}:", n.span)
                    with self.w.indented():
                        self.trial_statements(then.statements)
                    if otherwise is not None:
                        self.w.emit("else:")
                        with self.w.indented():
                            self.trial_statements(otherwise.statements)
                case _:
                    self.statements.statement(n)

    def remember(self, a: st.Action) -> None:
        if any(isinstance(n, x.At) and n.moment == "move" for n in walk(a.block)):
            self.w.emit("_before = s.copy()")

    def body(self, a: st.Action) -> None:
        self.w.emit("")
        self.w.emit(f"def act_{python_name(a.name)}(s{names(a)}):", a.span)
        with self.w.indented():
            self.remember(a)
            wanted = names_needed(a.block.statements, requirements=False)
            for n in a.block.statements:
                if not (isinstance(n, st.Let) and n.name not in wanted):
                    self.statements.statement(n)


def names(a: st.Action, scope: bool = True, parameters: bool = True) -> str:
    """``, colour, figure, at``: the names of the phase an action uses, then its parameters."""
    found = [name for name, _ in a.scope] if scope else []
    found += [p.name for p in a.parameters] if parameters else []
    return "".join(f", {python_name(name)}" for name in found)


def places_among(e: x.Expression) -> set[str]:
    """The declared places that the items of a collection of places are of; nothing where that is not plain to see."""
    match e:
        case x.PlaceFamily():
            return {e.place}
        case x.ListLiteral() if e.items and all(isinstance(i, x.PlaceAt) for i in e.items):
            return {i.place for i in e.items if isinstance(i, x.PlaceAt)}
        case x.Convert() if isinstance(e.value.type, (t.SetOf, t.ListOf)):
            return places_among(e.value)
        case x.Join():
            left, right = places_among(e.left), places_among(e.right)
            return left | right if left and right else set()
    return set()


def guards_of(a: st.Action) -> list[st.Statement]:
    """The statements before the first change: names, requirements, and conditions around requirements."""
    found: list[st.Statement] = []
    for n in a.block.statements:
        if isinstance(n, (st.Let, st.Require)) or (isinstance(n, (st.If, st.Rule)) and only_requires(n)):
            found.append(n)
        else:
            break
    return found


def only_requires(n: st.If | st.Rule) -> bool:
    blocks = [n.then, n.otherwise] if isinstance(n, st.If) else [n.block]
    return all(
        isinstance(inner, (st.Let, st.Require)) or (isinstance(inner, (st.If, st.Rule)) and only_requires(inner))
        for block in blocks
        if block is not None
        for inner in block.statements
    )


def names_needed(statements: tuple[st.Statement, ...] | list[st.Statement], requirements: bool = True) -> set[str]:
    """Names that requirements (or, without them, the rest of a body) read, directly or through other names."""
    needed: set[str] = set()
    for n in reversed(statements):
        if isinstance(n, st.Let):
            if n.name in needed:
                needed |= free_names(n.value)
        elif requirements or not isinstance(n, (st.Require, st.Ensure)):
            needed |= free_names(n)
    return needed
