"""Declarations, waiting texts and merged declarations of the rule files in; the typed game and its diagnostics out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kilnscript.diagnostics import Diagnostic, Severity
from kilnscript.model import statements as s
from kilnscript.model.declarations import Declarations
from kilnscript.model.declare.raw_texts import RawTexts
from kilnscript.model.game import Game
from kilnscript.model.structure.checks import check_structure
from kilnscript.model.typing import collect, functions, parts, waiting
from kilnscript.model.typing.blocks import type_block
from kilnscript.model.typing.context import Context
from kilnscript.model.typing.decisions import type_action
from kilnscript.model.typing.effects import EffectsOfParts
from kilnscript.model.typing.examples import example
from kilnscript.model.typing.expressions import elaborate
from kilnscript.model.typing.names import Names
from kilnscript.model.typing.scope import Scope
from kilnscript.model.typing.statements import ranking
from kilnscript.model.typing.texts import text
from kilnscript.source import tree


def type_game(
    declarations: Declarations,
    raw_texts: RawTexts,
    items: Sequence[tree.Item],
    examples: Sequence[tree.Item] = (),
    *,
    files: tuple[str, ...] = (),
    rules_hash: str = "",
) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """``items``: what rules.kiln declares, `instead of` and `also in` merged already; ``examples``: those of examples.kiln (examples among
    the items are taken too). The game is None when there is an error; warnings and notes leave it whole. Diagnostics come in file order."""
    found, problems = collect.collect([*items, *examples])
    ctx = Context(
        declarations,
        Names(declarations, found.functions, found.payments),
        found,
        elaborate,
        type_block,
        text,
        EffectsOfParts(declarations, found.phases, found.actions, items),
    )
    ctx.diagnostics.update(((d.code, d.span, d.message), d) for d in problems)
    collect.check_names(ctx)
    game = _game(ctx, raw_texts, items, [i for i in (*items, *examples) if isinstance(i, tree.Example)], files, rules_hash)
    if game is not None:
        whole = all(d.severity is not Severity.ERROR for d in ctx.diagnostics.values())
        game, more = check_structure(game, whole=whole)
        ctx.diagnostics.update(((d.code, d.span, d.message), d) for d in more)
    diagnostics = tuple(
        sorted(ctx.diagnostics.values(), key=lambda d: (d.span.file, d.span.line, d.span.column) if d.span is not None else ("", 0, 0))
    )
    if any(d.severity is Severity.ERROR for d in diagnostics):
        return None, diagnostics
    return game, diagnostics


def _game(
    ctx: Context, raw_texts: RawTexts, items: Sequence[tree.Item], examples: Sequence[tree.Example], files: tuple[str, ...], rules_hash: str
) -> Game | None:
    blocks: dict[str, s.Block] = {}
    phases: dict[str, s.Phase] = {}
    payments: dict[str, s.Payment] = {}
    watches: list[s.EndWatch] = []
    invariants: list[s.Invariant] = []
    rank: tuple[s.RankItem, ...] = ()
    hint: s.BotHint | None = None
    scope = Scope()
    for item in items:
        match item:
            case tree.Function():
                functions.result_of(ctx, item, item.name_span)
            case tree.Setup() | tree.Play() | tree.Scoring():
                block = type_block(ctx, item.block, scope)
                if block.doc is None and item.doc is not None:
                    block = replace(block, doc=text(ctx, item.doc, scope))
                blocks[type(item).__name__] = block
            case tree.Phase():
                phases[item.name] = parts.phase(ctx, item)
            case tree.Action():
                type_action(ctx, item, Scope(inside="action"))
            case tree.Rule():
                ctx.report(
                    "K624",
                    f"the rule `{item.name}` stands on its own, so nothing does it",
                    item.name_span,
                    "a rule is part of a phase or an action",
                )
            case tree.Payment():
                payments[item.name] = parts.payment(ctx, item)
            case tree.EndWatch():
                watches.append(parts.watch(ctx, item))
            case tree.Always():
                invariants.append(parts.invariant(ctx, item))
            case tree.Rank():
                rank = ranking(ctx, item.items, scope)
            case tree.BotHint():
                hint = parts.bot_hint(ctx, item)
            case _:
                pass
    typed_examples = tuple(example(ctx, e) for e in examples)
    declarations = waiting.with_texts(ctx, raw_texts)
    if "Play" not in blocks:
        return None
    return Game(
        declarations, blocks.get("Setup"), blocks["Play"], blocks.get("Scoring"), phases, dict(ctx.actions), dict(ctx.functions), payments,
        dict(ctx.rules), tuple(watches), rank, tuple(invariants), hint, typed_examples, files, rules_hash,
    )  # fmt: skip
