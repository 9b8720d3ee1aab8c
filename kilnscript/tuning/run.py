"""``kilnscript.tune``: a game, aims and ranges → the settings found, a folder that extends the game with them, and what shows it."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kilnscript.diagnostics import Diagnostic, Severity
from kilnscript.model.declarations import Tuned
from kilnscript.model.declare.nearest import did_you_mean
from kilnscript.model.load import read_game
from kilnscript.session.errors import RuleErrors, UsageError
from kilnscript.session.game import Game, load
from kilnscript.simulation.compare import Comparison, compared
from kilnscript.simulation.plan import Plan, make_plan
from kilnscript.simulation.report import Report, report
from kilnscript.simulation.run import carry_out, play_all
from kilnscript.simulation.work import Hands
from kilnscript.tuning.aims import Aim, Figure, Verdict, distances, plain, read_aim
from kilnscript.tuning.folder import write_folder
from kilnscript.tuning.search import Measured, Search, Trial, Values, optuna

JOURNAL, WORK = "search.journal", "trial"
AGAIN, AGAIN_GAMES = 5, 2  # so many of the best (of few trials a quarter) are looked at again, with so many times the games
FAILED = 10.0  # distance, if all games fail

Progress = Callable[[str, int, int, float | None], None]
"""("trials", "second look" or "games"; how many are done, of how many; the least distance so far)"""


@dataclass(frozen=True, slots=True)
class AimResult:
    """In fresh games, with one setting: the figure and the verdict on the game as it was, and as it is now."""

    aim: Aim
    setting: str
    before: Figure | None
    after: Figure | None
    was: Verdict | None
    now: Verdict | None


@dataclass(frozen=True, slots=True)
class Tuning:
    """``best`` of ``trials``; ``again``: the distances of the best trials at a second look, by number. ``results`` and ``comparison`` are
    of games that the search has not seen. ``folder``: what extends the game with the values found, unless the game itself is the best."""

    game: str
    title: str
    tuned: Mapping[str, Tuned]
    trials: tuple[Trial, ...]
    wanted: int
    best: Trial
    again: Mapping[int, float]
    results: tuple[AimResult, ...]
    comparison: Comparison
    plan: Plan
    folder: Path

    @property
    def changed(self) -> dict[str, tuple[str, str]]:
        """{path: (before, now)}"""
        return {name: (knob.now, self.best.values[name]) for name, knob in self.tuned.items() if self.best.values[name] != knob.now}

    def plain(self) -> dict[str, Any]:
        """JSON data."""
        return {
            "game": self.game,
            "folder": self.folder.name,
            "search": {"games": self.plan.games, "seed": self.plan.seed, "bots": list(self.plan.bots), "wanted": self.wanted},
            "ranges": {name: {"now": knob.now, "values": list(knob.values)} for name, knob in self.tuned.items()},
            "changed": {name: list(pair) for name, pair in self.changed.items()},
            "aims": [
                {
                    "aim": found.aim.text,
                    "setting": found.setting,
                    "before": None if found.before is None else plain(found.before),
                    "after": None if found.after is None else plain(found.after),
                    "was": found.was,
                    "now": found.now,
                }
                for found in self.results
            ],
            "trials": [
                {
                    "number": trial.number,
                    "values": dict(trial.values),
                    "distance": None if trial.failed else round(trial.distance, 6),
                    "again": self.again.get(trial.number),
                    "failed": trial.failed,
                    **trial.kept,
                }
                for trial in self.trials
            ],
            "comparison": self.comparison.plain(),
        }


def tune(
    game: str | Path,
    aims: Sequence[str],
    folder: str | Path,
    vary: Sequence[str] = (),
    trials: int = 60,
    games: int = 60,
    final: int = 400,
    players: int | Sequence[int] | None = None,
    options: Mapping[str, object] | None = None,
    bots: str | Sequence[str] = "greedy",
    seed: int | str = 1,
    jobs: int = 1,
    cluster: str | None = None,
    minutes: float | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> Tuning:
    """Searches what may be tuned for the values that meet the aims best, and writes them to ``folder``, a new one.

    ``aims``: see ``aims.py``. ``vary``: ``"PATH"`` (with the values that the game's `tune:` gives) or ``"PATH VALUES"``; all of `tune:`, if
    left out. Every trial plays the same ``games`` of every number of ``players``, with the same chance (common random numbers); the best
    are looked at again with other games, and what is found is shown in ``final`` games with chance of their own. ``minutes``: the search
    stops after so many. ``resume`` goes on with a search in ``folder``. Interrupted by Ctrl-C it raises KeyboardInterrupt; the trials done
    are kept.

    Raises UsageError, RuleErrors, NotSupported.
    """
    optuna()
    show: Progress = progress or (lambda stage, done, total, best: None)
    for name, value in (("trials", trials), ("games", games), ("final games", final)):
        if not 1 <= value <= 1_000_000:
            raise UsageError(f"the number of {name} goes from 1 to 1,000,000, not {value}")
    work = Tuner(game, Path(folder), resume)
    try:
        counts = [players] if isinstance(players, int) else None if players is None else list(players)
        work.prepare(aims, vary, counts, options or {}, [bots] if isinstance(bots, str) else list(bots), seed, games, Hands(jobs, cluster))
        return work.tune(trials, final, None if minutes is None else time.monotonic() + 60 * minutes, show)
    finally:
        work.close()


class Tuner:
    """One search. ``path``: the folder for what is found, and the file of trials."""

    tuned: Mapping[str, Tuned]
    aims: list[Aim]
    plan: Plan
    hands: Hands

    def __init__(self, game: str | Path, path: Path, resume: bool) -> None:
        self.source = game
        self.path = path
        self.resume = resume
        self.base = load(game)
        self.created = not path.exists()
        try:
            if not resume and not self.created and any(path.iterdir()):
                raise UsageError(f"`{path}` is there already, with something in it; `--resume {path}` goes on with a search")
            if resume and not (path / JOURNAL).is_file():
                raise UsageError(f"there is no search in `{path}` to go on with")
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"`{path}` cannot be used: {error.strerror or error}") from None

    def close(self) -> None:
        shutil.rmtree(self.path / WORK, ignore_errors=True)
        if self.created and self.path.is_dir() and not any(self.path.iterdir()):
            self.path.rmdir()  # nothing came of it

    def prepare(
        self,
        aims: Sequence[str],
        vary: Sequence[str],
        players: Sequence[object] | None,
        options: Mapping[str, object],
        bots: Sequence[str],
        seed: object,
        games: int,
        hands: Hands,
    ) -> None:
        if not aims:
            raise UsageError('there is no aim: say what the game should be like, as `--aim "decisions 60..90"`')
        self.aims = [read_aim(self.base, aim) for aim in aims]
        self.tuned = self.read_ranges(vary)
        self.players, self.options = players, {name: [value] for name, value in options.items()}
        self.plan = replace(make_plan(self.base, games, players, self.options, bots, seed), common=True)
        self.hands = hands
        for aim in self.aims:
            if aim.players is not None and aim.players not in {setting.players for setting in self.plan.settings}:
                raise UsageError(f"`--aim {aim.text}`: no games with {aim.players} players are played; `--players` says which are")
        for name in self.options:
            if f"options.{name}.default" in self.tuned:
                raise UsageError(f"option `{name}` is fixed by `--option`, so its default cannot be tuned")
        self.check_ends()

    def read_ranges(self, vary: Sequence[str]) -> Mapping[str, Tuned]:
        declared = self.base.model.declarations.tune
        if not vary:
            if not declared:
                hint = '`tune:` in game.yaml says so, or `--vary "tables.price.rows.2 1..5"`'
                raise UsageError(f"nothing says what may be tuned in {self.base.title}; {hint}")
            return declared
        given: dict[str, Any] = {}
        for text in vary:
            path, _, values = text.strip().partition(" ")
            if path in given:
                raise UsageError(f"`--vary {path}` is given twice")
            if not values.strip() and path not in declared:
                near = did_you_mean(path, declared)
                raise UsageError(f"`--vary {path}` needs values, as `1..5`, `10..50 step 5` or `1,2,4`" + (f"; {near}" if near else ""))
            if path in declared and not values.strip():
                given[path] = list(declared[path].values)
            else:
                values = " ".join(values.split())
                given[path] = [value.strip() for value in values.split(",")] if "," in values else values
        write_folder(self.source, self.path / WORK, {}, {}, {"tune": given})
        found = self.load_work()
        return {name: found.model.declarations.tune[name] for name in given}

    def load_work(self) -> Game:
        return load(self.path / WORK)

    def check_ends(self) -> None:
        """Every value at the ends of its range fits where it stands; what only fails with others together fails in its trial."""
        for name, knob in self.tuned.items():
            for value in (knob.values[0], knob.values[-1]) if knob.ordered else knob.values:
                write_folder(self.source, self.path / WORK, {name: value}, self.tuned, {})
                read = read_game(self.path / WORK)
                errors = [found for found in read.diagnostics if found.severity is Severity.ERROR]
                if errors:
                    said = f"`{name}` cannot be {value}: {errors[0].message}"
                    hint = f" ({errors[0].hint})" if errors[0].hint else ""
                    raise UsageError(f"{said}{hint}; give it other values in `tune:` or by `--vary`")

    # ---- trials

    def about(self) -> dict[str, Any]:
        return {
            "game": self.base.name,
            "rules": self.base.rules_hash,
            "aims": [aim.text for aim in self.aims],
            "ranges": {name: list(knob.values) for name, knob in self.tuned.items()},
            **self.plan.plain(),
        }

    def tune(self, trials: int, final: int, until: float | None, show: Progress) -> Tuning:
        search = Search(self.path / JOURNAL, self.tuned, str(self.plan.seed), self.about(), self.resume)
        search.run(trials, until, self.measure, lambda done, total, best: show("trials", done, total, best))
        done = sorted(search.trials(), key=lambda trial: trial.number)
        unique: dict[tuple[tuple[str, str], ...], Trial] = {}
        for trial in done:
            unique.setdefault(tuple(sorted(trial.values.items())), trial)
        playable = [trial for trial in unique.values() if trial.failed is None]
        if not playable:
            raise UsageError(f"none of {len(done)} trials could be played: {done[0].failed if done else 'there was no time for any'}")
        again = self.second_look(search, playable, show)
        best = min((trial for trial in playable if trial.number in again), key=lambda trial: self.judged(trial, again))
        return self.outcome(list(unique.values()), trials, best, again, final, show)

    def judged(self, trial: Trial, again: Mapping[int, float]) -> float:
        """Over the games of the trial and of the second look, plus the little that changes cost."""
        distance = (trial.distance + AGAIN_GAMES * again[trial.number]) / (1 + AGAIN_GAMES)
        return distance + trial.cost - trial.distance

    def second_look(self, search: Search, playable: Sequence[Trial], show: Progress) -> dict[int, float]:
        """Who comes first among many owes it to luck in part: other games tell the best apart. The game as it is, is always among them."""
        ordered = sorted(playable, key=lambda trial: (trial.cost, trial.number))
        most = max(1, min(AGAIN, len(ordered) // 4))
        chosen = ordered[:most] + [trial for trial in ordered[most:] if trial.change == 0]
        known: dict[str, float] = dict(search.study.user_attrs.get("again", {}))
        for n, trial in enumerate(chosen):
            show("second look", n, len(chosen), None)
            if str(trial.number) not in known:
                plan = replace(self.plan, games=AGAIN_GAMES * self.plan.games, seed=f"{self.plan.seed} again")
                known[str(trial.number)] = self.measure(trial.values, plan)[0]
                search.study.set_user_attr("again", known)
        return {trial.number: known[str(trial.number)] for trial in chosen}

    def measure(self, values: Values, plan: Plan | None = None) -> Measured:
        """Plays a trial. Raises UsageError for values that cannot be played, KeyboardInterrupt where it was stopped."""
        write_folder(self.source, self.path / WORK, values, self.tuned, {})
        try:
            game = self.load_work()
        except RuleErrors as error:
            raise UsageError(f"the rules do not allow it: {first_error(error.diagnostics)}") from None
        found = carry_out(game, self.plan_of(game, plan or self.plan), self.hands)
        if found.done < found.plan.total:
            raise KeyboardInterrupt
        failed = sum(sum(s.failed.values()) for s in found.settings) / found.plan.total
        figures = {aim.text: [None if (f := aim.of(s)) is None else round(f.value, 6) for s in found.settings] for aim in self.aims}
        return distances(self.aims, found.settings) + FAILED * failed, {"figures": figures, "failed games": round(failed, 4)}

    def plan_of(self, game: Game, like: Plan) -> Plan:
        """The same plan; defaults of options may be others."""
        return replace(make_plan(game, like.games, self.players, self.options, like.bots, like.seed), common=True)

    # ---- what comes of it

    def outcome(self, trials: Sequence[Trial], wanted: int, best: Trial, again: Mapping[int, float], final: int, show: Progress) -> Tuning:
        head = [
            f"{self.base.title} as `kiln tune` found it for: {'; '.join(aim.text for aim in self.aims)}.",
            "It holds only the numbers that differ; report.html and report.json beside it show what they do.",
        ]
        more = {"game": f"{self.base.name}_tuned", "title": f"{self.base.title}, tuned"}
        write_folder(self.source, self.path, best.values, self.tuned, more, head)
        tuned = load(self.path)
        like = replace(self.plan, games=final, seed=f"{self.plan.seed} final")
        plans = [self.plan_of(game, like) for game in (self.base, tuned)]
        kept = [self.path / "before.jsonl", self.path / "after.jsonl"]
        files = [(file, self.fits(file, game)) for file, game in zip(kept, (self.base, tuned), strict=True)]
        played = play_all(
            [(self.base, plans[0]), (tuned, plans[1])], self.hands, files, lambda done, total: show("games", done, total, None)
        )
        reports = [report(game, plan, facts) for game, plan, facts in zip((self.base, tuned), plans, played, strict=True)]
        if any(found.done < found.plan.total for found in reports):
            raise KeyboardInterrupt
        found = Tuning(
            self.base.name, self.base.title, self.tuned, tuple(trials), wanted, best, dict(again), self.results(reports),
            compared(self.base, tuned, plans, played), self.plan, self.path,
        )  # fmt: skip
        text = json.dumps(found.plain(), ensure_ascii=False, indent=1)
        (self.path / "report.json").write_text(text + "\n", encoding="utf-8")
        return found

    def fits(self, file: Path, game: Game) -> bool:
        """Whether final games of an earlier run are of these rules; others make room."""
        if not file.exists():
            return False
        with file.open(encoding="utf-8") as lines:
            try:
                if json.loads(lines.readline()).get("rules") == game.rules_hash:
                    return True
            except (ValueError, AttributeError):
                pass
        file.unlink()
        return False

    def results(self, reports: Sequence[Report]) -> tuple[AimResult, ...]:
        found = []
        for aim in self.aims:
            for before, after in zip(reports[0].settings, reports[1].settings, strict=True):
                if aim.players in (None, before.setting.players):
                    one, other = aim.of(before), aim.of(after)
                    was, now = (None if figure is None else aim.verdict(figure) for figure in (one, other))
                    setting = f"{before.setting.players} player{'' if before.setting.players == 1 else 's'}"
                    found.append(AimResult(aim, setting, one, other, was, now))
        return tuple(found)


def first_error(found: Sequence[Diagnostic]) -> str:
    return next((finding.message for finding in found if finding.severity is Severity.ERROR), "they cannot be read")
