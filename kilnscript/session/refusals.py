"""Why a move is not legal, in the author's words, and where the rules say so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kilnscript.compile.analysis import walk
from kilnscript.diagnostics import Span
from kilnscript.engine.offers import RawMove, Refusal
from kilnscript.engine.state import State
from kilnscript.model import statements as st
from kilnscript.model.game import Game as Model
from kilnscript.session.moves import MoveWords


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to `why`.

    ``legal``: it may be played; then the rest is empty. ``rule``: ``action push``, ``rule black_tile``, …; ``span``: where the rules
    refuse, ``text``: their lines there. ``reasons``: one, and for a commit every one there is, which ``reason`` joins.
    """

    legal: bool
    reason: str = ""
    rule: str | None = None
    span: Span | None = None
    text: str = ""
    reasons: tuple[str, ...] = ()


def answer(words: MoveWords, sources: Mapping[str, str], state: State, raw: RawMove, refusal: Refusal | None) -> Answer:
    if refusal is None:
        return Answer(True)
    program = words.program
    every = program.refusals(state, raw) if words.offer(raw).kind == "commit" else (refusal,)
    reasons = tuple(dict.fromkeys(reason(words, state, raw, each) for each in every))
    span = refusal.span
    return Answer(False, "; ".join(reasons), rule_at(program.game, span), span, text_at(sources, span), reasons)


def reason(words: MoveWords, state: State, raw: RawMove, refusal: Refusal) -> str:
    """The author's reason; where there is none, which argument (or the action itself) is not on offer."""
    if refusal.text is not None:
        return words.texts.render(
            refusal.text, state, {**words.scope(state), **{name: value for name, (value, _) in refusal.locals.items()}}
        )
    offer = words.offer(raw)
    if refusal.parameter is None:
        return f"`{offer.action}` is not on offer now"
    parameter = offer.parameters[refusal.parameter]
    shown = words.write(raw[1 + refusal.parameter], parameter.type, state) or "nothing"
    return f"`{shown}` is not on offer for `{parameter.name}`"


def rule_at(game: Model, span: Span) -> str | None:
    """The innermost named part of the rules around a place in their text."""
    best: tuple[tuple[int, int], str] | None = None
    for word, name, around in named_parts(game):
        if around.file == span.file and (around.line, around.column) <= (span.line, span.column) < (around.end_line, around.end_column):
            size = (around.line, around.column)
            if best is None or size >= best[0]:
                best = (size, f"{word} {name}")
    return best[1] if best else None


def named_parts(game: Model) -> list[tuple[str, str, Span]]:
    found = [("phase", phase.name, phase.span) for phase in game.phases.values()]
    found += [("action", action.name, action.span) for action in game.actions.values()]
    found += [("function", function.name, function.span) for function in game.functions.values()]
    found += [("payment", payment.name, payment.span) for payment in game.payments.values()]
    found += [("rule", rule.name, rule.span) for rule in game.rules.values()]
    blocks = [p.block for p in game.phases.values()] + [a.block for a in game.actions.values()]
    blocks += [b for b in (game.setup, game.play, game.scoring) if b is not None]
    for block in blocks:
        found += [("rule", node.name, node.span) for node in walk(block) if isinstance(node, st.Rule)]
    return found


def text_at(sources: Mapping[str, str], span: Span) -> str:
    """The lines of a span, with the indentation of the first taken off."""
    lines = sources.get(span.file, "").splitlines()[span.line - 1 : span.end_line if span.end_column > 1 else span.end_line - 1]
    if not lines:
        return ""
    indent = len(lines[0]) - len(lines[0].lstrip())
    return "\n".join(line[indent:] if not line[:indent].strip() else line.lstrip() for line in lines).rstrip()
