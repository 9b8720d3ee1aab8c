"""The list of checks, and the run of all of them: a typed game comes in, a Report goes out."""

from __future__ import annotations

from collections.abc import Mapping

from kilnscript.check.checks import (
    choices,
    conditions,
    criteria,
    decks,
    demands,
    endings,
    idle,
    notation,
    options,
    parts,
    patterns,
    possible,
    ranges,
    reach,
    referees,
    rows_read,
    rulings,
    setup_pieces,
    supply,
    table_keys,
    table_rows,
    terms,
    texts,
    typed_numbers,
    unread,
    unset,
    unused,
)
from kilnscript.check.report import Check, Report, verdict
from kilnscript.check.subject import Subject
from kilnscript.model.game import Game

# In the order in which verdicts are printed. A check is one module with a `CHECK`; to add one, write it and name it here.
CHECKS: tuple[Check, ...] = (
    unused.CHECK,
    unread.CHECK,
    unset.CHECK,
    idle.CHECK,
    parts.CHECK,
    reach.CHECK,
    conditions.CHECK,
    demands.CHECK,
    ranges.CHECK,
    endings.CHECK,
    criteria.CHECK,
    possible.CHECK,
    setup_pieces.CHECK,
    supply.CHECK,
    decks.CHECK,
    options.CHECK,
    choices.CHECK,
    notation.CHECK,
    table_rows.CHECK,
    rows_read.CHECK,
    patterns.CHECK,
    table_keys.CHECK,
    texts.CHECK,
    typed_numbers.CHECK,
    terms.CHECK,
    rulings.CHECK,
    referees.CHECK,
)


def check_game(game: Game, sources: Mapping[str, str] | None = None) -> Report:
    """Runs every check. Needs a game without errors; never raises for what an author can write. ``sources``: the files' text, in which
    single words of texts are pointed at."""
    subject = Subject(game, sources or {})
    outcomes = [(check, check.run(subject)) for check in CHECKS]
    findings = [finding for _, outcome in outcomes for finding in outcome.findings]
    findings.sort(key=lambda d: (d.span is None, subject.place_of(d.span), d.code, d.message))
    return Report(tuple(findings), tuple(verdict(check, outcome) for check, outcome in outcomes))
