"""Declared payments → Python: the uses of every way that are open now, and what each use does when it is paid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilnscript.compile.names import python_name
from kilnscript.compile.python import collections
from kilnscript.compile.unsupported import refuse
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model import types as t

if TYPE_CHECKING:
    from kilnscript.compile.python.expressions import Expressions
    from kilnscript.compile.python.statements import Statements
    from kilnscript.compile.python.writer import Writer


def print_payment(payment: st.Payment, p: Expressions, w: Writer, statements: Statements) -> None:
    """``ways_NAME(s, …)`` lists the payments that cover the cost; ``pay_NAME(s, …, uses)`` carries out what the uses do besides."""
    parameters = "".join(f", {python_name(name)}" for name, _ in payment.parameters)
    seat, cost = python_name(payment.seat), python_name(payment.cost)
    w.emit("")
    w.emit(f"def ways_{python_name(payment.name)}(s{parameters}):", payment.span)
    with w.indented():
        w.emit(f"if not any({cost}): return _payments({payment.name!r}, ({parameters[2:]},), {cost}, {cost}, ())")
        w.emit(f"_wanted = _wanted_tokens({cost})")
        purse, n = f"({first_purse(payment, p)} + {seat})", len(p.world.tokens)
        w.emit(f"_purse = s.tokens[{purse} * {n} : {purse} * {n} + {n}]")
        w.emit("_uses = []")
        for number, way in enumerate(payment.ways):
            print_way(way, number, p, w)
        w.emit(f"return _payments({payment.name!r}, ({parameters[2:]},), _purse, {cost}, _uses)", payment.span)
    w.emit("")
    w.emit(f"def pay_{python_name(payment.name)}(s, _arguments, _uses):", payment.span)
    with w.indented():
        w.emit(f"{parameters[2:]}, = _arguments")
        w.emit("for _way, _chosen, _count in _uses:")
        with w.indented():
            for number, way in enumerate(payment.ways):
                if way.effects:
                    w.emit(f"if _way == {number}:", way.span)
                    with w.indented():
                        if way.parameters:
                            w.emit(f"{', '.join(python_name(q.name) for q in way.parameters)}, = _chosen")
                        w.emit("for _ in range(_count):")
                        with w.indented():
                            for effect in way.effects:
                                statements.statement(effect)


def print_way(way: st.Way, number: int, p: Expressions, w: Writer) -> None:
    depth = w.depth
    possible = tokens_covered(way, p)
    if possible is not None:
        w.emit(f"if _wanted & {bin(possible)}:", way.span)
        w.depth += 1
    for parameter in way.parameters:
        w.emit(f"for {python_name(parameter.name)} in {collections.iterate(p, parameter.domain.source)}:", parameter.span)
        w.depth += 1
    covered = way.covers[0] if len(way.covers) == 1 else None
    given = way.gives[0] if len(way.gives) == 1 else None
    # Most ways cover nothing that is asked for, or give what is not there: that is cheaper to see than whether they are open.
    if isinstance(covered, x.AmountOf) and not p.may_fault(covered.token):
        w.emit(f"if _wanted >> {p.print(covered.token)} & 1:", way.span)
        w.depth += 1
    if isinstance(given, x.AmountOf) and not p.may_fault(given):
        w.emit(f"if _purse[{p.print(given.token)}] >= {p.print(given.count)}:", way.span)
        w.depth += 1
    found, value = p.known(way.when) if way.when is not None else (True, True)
    if not found:
        assert way.when is not None
        w.emit(f"if {p.print(way.when)}:", way.span)
        w.depth += 1
    if not (found and not value):
        gives, covers = total(way.gives, p), total(way.covers, p)
        chosen = "".join(f"{python_name(q.name)}, " for q in way.parameters)
        most = "None" if way.at_most is None else p.print(way.at_most)
        if p.points is not None:
            w.emit(f"_hits[{p.points.number('line', way.span)}] += 1")
        line = f"_uses.append(({number}, ({chosen}), {gives}, {covers}, {most}, {bool(way.effects)}))"
        w.emit(line, way.span)
    elif w.depth > depth:
        w.emit("pass")
    w.depth = depth


def tokens_covered(way: st.Way, p: Expressions) -> int | None:
    """The tokens that a way can cover at all, as a bit set, where it covers one of a kind's tokens."""
    covered = way.covers[0] if len(way.covers) == 1 else None
    token = covered.token if isinstance(covered, x.AmountOf) else None
    if not (isinstance(token, x.Convert) and isinstance(token.value.type, t.Kind)):
        return None
    tied = [declared.kind_member for declared in p.game.declarations.tokens.values()]
    return sum(1 << n for n, member in enumerate(tied) if member is not None and member[0] == token.value.type.name)


def total(amounts: tuple[x.Expression, ...], p: Expressions) -> str:
    printed = [p.print(amount) for amount in amounts]
    return printed[0] if len(printed) == 1 else f"_sum_amounts([{', '.join(printed)}])"


def first_purse(payment: st.Payment, p: Expressions) -> int:
    """The place that is the first seat's purse; those of the others follow it."""
    purses = [place for place in p.game.declarations.places.values() if place.shape == "purse" and [k.of for k in place.keys] == ["player"]]
    if len(purses) != 1:
        refuse(payment.span, "a payment in a game where a seat has no purse, or several")
    return p.world.family[purses[0].name][0].number


def pay(n: st.Pay, p: Expressions) -> str:
    """`pay PAYMENT`: the tokens go to the supply, then the uses take effect."""
    kind = n.payment.type.item if isinstance(n.payment.type, t.Optional) else n.payment.type
    name = kind.name if isinstance(kind, t.Payment) else None
    declared = [m for m in p.game.payments.values() if name is None or m.name == name]
    if len(declared) != 1:
        refuse(n.span, "paying where it is not known by which payment")
    payment = declared[0]
    seat = [name for name, _ in payment.parameters].index(payment.seat)
    value = p.print(n.payment)
    return f"_pay(s, {value}, {first_purse(payment, p)} + ({value})[1][{seat}], pay_{python_name(payment.name)})"


def ways(e: x.PaymentWays, p: Expressions) -> str:
    return f"ways_{python_name(e.payment)}({p.state}{''.join(f', {p.print(a)}' for a in e.arguments)})"
