"""Verdicts come in; a table for people and data for programs come out."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from kilnscript.diagnostics.catalogue import CATALOGUE
from tests.mutants.choose import GAMES, operators
from tests.mutants.edits import Mutant
from tests.mutants.judge import IN_EXAMPLE, Verdict

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Row:
    mutant: Mutant
    verdict: Verdict


def equivalent() -> dict[str, str]:
    """Mutants that change nothing a rule says, each with the argument for it."""
    return reasons("equivalent.yaml")


def reasons(name: str) -> dict[str, str]:
    """Kept by hand."""
    return {str(key): str(why) for key, why in yaml.safe_load((HERE / name).read_text(encoding="utf-8")).items()}


def fate(row: Row, same: dict[str, str]) -> str:
    """In one word: by which stage it is caught first, or that it need not be."""
    if row.verdict.static:
        return "static"
    if row.verdict.exploring:
        return "exploring"
    if row.verdict.examples:
        return "examples"
    return "equivalent" if row.mutant.key in same else "missed"


FATES = ("static", "exploring", "examples", "missed", "equivalent")


def write_report(folder: Path, rows: Sequence[Row], seconds: float) -> None:
    rows = sorted(rows, key=lambda row: GAMES.index(row.mutant.game))
    same = equivalent()
    data = [
        {
            "mutant": row.mutant.key,
            "game": row.mutant.game,
            "operator": row.mutant.operator,
            "file": row.mutant.file,
            "line": row.mutant.line,
            "place": row.mutant.place,
            "change": row.mutant.change,
            "number": row.mutant.number,
            "fate": fate(row, same),
            "static": row.verdict.static,
            "exploring": row.verdict.exploring,
            "examples": row.verdict.examples,
            "rules": row.verdict.rules,
            "why": same.get(row.mutant.key) if not row.verdict.caught else None,
        }
        for row in rows
    ]
    (folder / "report.json").write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    (folder / "REPORT.md").write_text(page(rows, same, seconds), encoding="utf-8")


def read_report(path: Path) -> list[Row]:
    """Rows of an earlier run (their edits are not kept)."""
    if not path.exists():
        return []
    rows = []
    for item in json.loads(path.read_text(encoding="utf-8")):
        mutant = Mutant(item["game"], item["operator"], item["file"], item["line"], item["place"], item["change"], (), item["number"])
        rows.append(Row(mutant, Verdict(item["mutant"], item["static"], item["examples"], item["exploring"], item["rules"])))
    return rows


def page(rows: Sequence[Row], same: dict[str, str], seconds: float) -> str:
    what = operators()
    lines = [
        "# Mistakes made on purpose, and what finds them",
        "",
        "Made by `python -m tests.mutants`; do not edit. Each mutant is a shipped game with one mistake. *Static*: `kiln check` says so",
        "without playing; *there*: because an example of the game names what is gone. *Exploring*: `kiln check` meets it in play,",
        f"given {seconds:g} s of the processor. *Examples*: only `kiln test` notices.",
        "*Equivalent*: the change makes no difference that any rule speaks of, as `equivalent.yaml` argues; not counted in shares.",
        "",
        *table("game", rows, lambda row: row.mutant.game, GAMES, same, None),
        "",
        *table("operator", rows, lambda row: row.mutant.operator, tuple(what), same, what),
        "",
        "## What says so first",
        "",
        *checks(rows),
        "",
        "## Missed",
        "",
    ]
    why = reasons("missed.yaml")
    missed = [row.mutant for row in rows if fate(row, same) == "missed"]
    lines += [f"- `{m.file}:{m.line}` {m.key}: {why.get(m.key, 'not looked at yet')}" for m in missed] or ["None."]
    lines += ["", "## Equivalent", ""]
    lines += [f"- {row.mutant.key}: {same[row.mutant.key]}" for row in rows if fate(row, same) == "equivalent"] or ["None."]
    return "\n".join(lines) + "\n"


def table(
    head: str, rows: Sequence[Row], key: Callable[[Row], str], groups: tuple[str, ...], same: dict[str, str], what: dict[str, str] | None
) -> list[str]:
    lines = [
        f"| {head} | mutants | static | there | exploring | examples only | missed | equivalent | caught | by `kiln check` alone |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for group in (*groups, None):
        of_group = [row for row in rows if group is None or key(row) == group]
        if not of_group:
            continue
        fates = [fate(row, same) for row in of_group]
        counts = {name: fates.count(name) for name in FATES}
        judged = len(of_group) - counts["equivalent"]
        by_check = counts["static"] + counts["exploring"]
        caught = by_check + counts["examples"]
        name = "**all**" if group is None else f"{group}: {what[group]}" if what else group
        there = sum((row.verdict.static or "").startswith(IN_EXAMPLE) for row in of_group)
        cells: list[object] = [name, len(of_group), counts["static"], there, *(counts[f] for f in FATES[1:])]
        cells += [share(caught, judged), share(by_check, judged)]
        lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
    return lines


def checks(rows: Sequence[Row]) -> list[str]:
    """How many mutants each code is the first to tell of."""
    counts: Counter[tuple[str, str]] = Counter()
    for row in rows:
        said = row.verdict.static or row.verdict.exploring
        code = re.match(r"K\d{3}", (said or "").removeprefix(IN_EXAMPLE))
        stage = "static" if row.verdict.static else "exploring"
        if code is not None:
            counts[stage, code[0]] += 1
        elif said or row.verdict.examples:
            counts[("exploring", "no end in time") if said else ("examples", "an example")] += 1
    lines = ["| stage | says so | mutants |", "|---|---|--:|"]
    for (stage, code), number in sorted(counts.items(), key=lambda item: (FATES.index(item[0][0]), -item[1], item[0][1])):
        name = f"{code} {CATALOGUE[code].name}" if code in CATALOGUE else code
        lines.append(f"| {stage} | {name} | {number} |")
    return lines


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "–"
