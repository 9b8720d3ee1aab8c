"""What tuning found → plain text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from kilnscript.simulation.words import number, percent, table
from kilnscript.tuning.aims import Aim, Figure
from kilnscript.tuning.run import AimResult, Tuning
from kilnscript.tuning.search import Trial

SHOWN = 8  # trials


def text(found: Tuning) -> str:
    """Ends with a line feed."""
    lines = [heading(found), "", "What changes", "============"]
    lines += list(table(["", "before", "now", "tried"], [change_row(found, name) for name in found.changed])) or [
        "Nothing: no other values were nearer to the aims."
    ]
    games = found.comparison.plan.games
    title = f"The aims, in {games} fresh games of each"
    lines += ["", title, "=" * len(title), *table(["", "", "before", "", "", "now", "", ""], [aim_row(result) for result in found.results])]
    lines += ["", "The best trials", "==============="]
    lines += table(*trial_table(found))
    lines += [
        "",
        "Distance: 0 where all aims are met; 1 for a figure that is 10 % (a share: 10 points of 100) off. Again: in other games.",
        "met, missed: the whole interval says so; perhaps: only the figure does. The fresh games are none that the search has seen.",
        f"{found.folder}: game.yaml extends the game; report.html compares both; `kiln compare` and `kiln check` take the folder.",
    ]
    return "\n".join(lines) + "\n"


def heading(found: Tuning) -> str:
    plan = found.plan
    return (
        f"{found.title}: {len(found.trials)} trials of {len(found.tuned)} number{'' if len(found.tuned) == 1 else 's'}, "
        f"{plan.games} games each, bots {', '.join(plan.bots)}, seed {plan.seed}"
    )


def change_row(found: Tuning, name: str) -> list[str]:
    before, now = found.changed[name]
    return [name, before, now, tried(found.tuned[name].values)]


def tried(values: Sequence[str]) -> str:
    """``1..5``, or the values."""
    return ", ".join(values) if len(values) <= 4 else f"{values[0]}..{values[-1]}, {len(values)} values"


def aim_row(result: AimResult) -> list[str]:
    before, after = (figure_words(result.aim, figure) for figure in (result.before, result.after))
    return [result.aim.text, result.setting, *before, result.was or "", *after, result.now or ""]


def figure_words(aim: Aim, found: Figure | None) -> list[str]:
    if found is None:
        return ["none", ""]
    show = percent if aim.share else number
    return [show(found.value), f"[{show(found.low)}, {show(found.high)}]"]


def best_trials(found: Tuning) -> list[Trial]:
    ordered = sorted((trial for trial in found.trials if trial.failed is None), key=lambda trial: (trial.cost, trial.number))
    return [found.best, *(trial for trial in ordered if trial is not found.best)][:SHOWN]


def trial_table(found: Tuning) -> tuple[list[str], list[list[str]]]:
    names = list(found.tuned)
    rows = []
    for trial in best_trials(found):
        again = found.again.get(trial.number)
        row = [str(trial.number), f"{trial.distance:.2f}", "" if again is None else f"{again:.2f}"]
        rows.append(row + [trial.values[name] for name in names])
    return ["trial", "distance", "again", *(short(name) for name in names)], rows


def short(name: str) -> str:
    """The end of a path."""
    return ".".join(name.split(".")[-2:]) if len(name) > 24 else name
