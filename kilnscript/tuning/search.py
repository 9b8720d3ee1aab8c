"""What may be tuned, and how far given values are from the aims → the best values found, by Optuna; every trial is kept in a file.

Every trial is numbered, and what number N tries follows from the seed, N and the trials before it: so a search that was stopped and
gone on with finds what one run finds.
"""

from __future__ import annotations

import json
import math
import random
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from kilnscript.model.declarations import Tuned
from kilnscript.session.errors import UsageError

NEEDED = "`kiln tune` needs Optuna: `pip install 'kilnscript[tune]'`"
CHANGE = 0.01  # distance for a change through the whole of every range: of settings that meet the aims those win that change least
STUDY = "kiln"
MOST_AGAIN = 2  # trials of values tried before, for each of new ones

Values = Mapping[str, str]
Measured = tuple[float, dict[str, Any]]
"""(distance from the aims, what else is kept of a trial)"""


@dataclass(frozen=True, slots=True)
class Trial:
    """``distance`` from the aims; ``change``: how far the values are from those of the game, in parts of their ranges, on average.
    ``failed``: why these values cannot be played."""

    number: int
    values: Values
    distance: float
    change: float
    kept: Mapping[str, Any]
    failed: str | None = None

    @property
    def cost(self) -> float:
        return self.distance + CHANGE * self.change


def optuna() -> Any:
    try:
        import optuna as found
    except ImportError:
        raise UsageError(NEEDED) from None
    found.logging.set_verbosity(found.logging.ERROR)
    return found


def change(values: Values, tuned: Mapping[str, Tuned]) -> float:
    parts = []
    for name, value in values.items():
        knob = tuned[name]
        if value == knob.now:
            parts.append(0.0)
        elif knob.ordered:
            reach = max(abs(int(end) - int(knob.now)) for end in knob.values)
            parts.append(abs(int(value) - int(knob.now)) / max(1, reach))
        else:
            parts.append(1.0)
    return sum(parts) / max(1, len(parts))


class Search:
    """A study in a file. ``about`` says what is looked for: a file of another search is refused."""

    def __init__(self, file: Path, tuned: Mapping[str, Tuned], seed: str, about: Mapping[str, Any], go_on: bool) -> None:
        """Raises UsageError."""
        self.optuna = optuna()
        self.tuned = tuned
        self.seed = seed
        if go_on and not file.is_file():
            raise UsageError(f"there is no search to go on with: `{file}` is not there")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # Optuna calls parts of itself experimental
                backend = self.optuna.storages.journal.JournalFileBackend(str(file))
                storage = self.optuna.storages.JournalStorage(backend)
                self.study = self.optuna.create_study(storage=storage, study_name=STUDY, load_if_exists=go_on)
                known = self.study.user_attrs.get("about")
        except (ValueError, KeyError, OSError, self.optuna.exceptions.OptunaError) as error:
            raise UsageError(f"`{file}` cannot be used: {error}") from None
        wanted = json.loads(json.dumps(about))
        if known is None:
            self.study.set_user_attr("about", wanted)
        elif known != wanted:
            names = [name for name in wanted if known.get(name) != wanted[name]]
            raise UsageError(f"`{file}` is of another search: other {', '.join(names)}")

    @property
    def combinations(self) -> int:
        return math.prod(len(knob.values) for knob in self.tuned.values())

    def trials(self) -> list[Trial]:
        """Those that are done."""
        states = self.optuna.trial.TrialState
        found = []
        for trial in self.study.get_trials(deepcopy=False, states=(states.COMPLETE, states.FAIL)):
            if "values" in trial.user_attrs:
                attributes = trial.user_attrs
                found.append(
                    Trial(
                        trial.number, attributes["values"], attributes.get("distance", math.inf), change(attributes["values"], self.tuned),
                        attributes.get("kept", {}), attributes.get("failed"),
                    )
                )  # fmt: skip
        return found

    def run(
        self, most: int, until: float | None, measure: Callable[[Values], Measured], progress: Callable[[int, int, float], None]
    ) -> None:
        """Goes on until there are so many trials, nothing is left to try, nothing can be better, or the time (of the clock that ``until``
        reads, `time.monotonic`) is up. ``measure`` raises UsageError for values that cannot be played."""
        most = min(most, self.combinations)
        every = self.every() if self.combinations <= most else None
        done = {key_of(trial.values): trial for trial in self.trials()}
        while len(done) < most and (until is None or time.monotonic() < until):
            best = min((trial.cost for trial in done.values()), default=math.inf)
            progress(len(done), most, best)
            if best == 0:
                break
            trial, values = self.next(every)
            known = done.get(key_of(values))
            if known is None:
                known = self.try_out(trial, values, measure)
                done[key_of(values)] = known
            else:  # tried before: told again without playing
                self.tell(trial, known)
        progress(len(done), most, min((trial.cost for trial in done.values()), default=math.inf))

    def every(self) -> list[Values]:
        """All combinations, the game as it is first, the others in an order of their own."""
        found = [dict(zip(self.tuned, values, strict=True)) for values in product(*(knob.values for knob in self.tuned.values()))]
        random.Random(f"{self.seed} every").shuffle(found)
        return sorted(found, key=lambda values: change(values, self.tuned) > 0)

    def next(self, every: Sequence[Values] | None) -> tuple[Any, Values]:
        """A trial and its values; one that was under way when the search stopped comes first."""
        states = self.optuna.trial.TrialState
        for left in self.study.get_trials(deepcopy=False, states=(states.RUNNING,)):
            if "values" in left.user_attrs:
                return self.optuna.trial.Trial(self.study, left._trial_id), left.user_attrs["values"]
            self.study.tell(left.number, state=states.FAIL)
        all_trials = self.study.get_trials(deepcopy=False)
        number = len(all_trials)
        tried = {key_of(done.values) for done in self.trials()}
        chance = random.Random(f"{self.seed} trial {number}")
        if every is not None:
            self.put(next(values for values in every if key_of(values) not in tried))
        elif number == 0 and all(knob.now in knob.values for knob in self.tuned.values()):
            self.put({name: knob.now for name, knob in self.tuned.items()})
        elif number - len(tried) > MOST_AGAIN * (len(tried) + 1):  # it says the same again and again
            for _ in range(100):
                values = {name: chance.choice(knob.values) for name, knob in self.tuned.items()}
                if key_of(values) not in tried:
                    self.put(values)
                    break
        # Tree-structured Parzen estimator (J. Bergstra et al., "Algorithms for hyper-parameter optimization", 2011), as Optuna has it.
        self.study.sampler = self.optuna.samplers.TPESampler(seed=chance.randrange(2**32), n_startup_trials=max(8, 2 * len(self.tuned)))
        trial = self.study.ask()
        suggested = {name: self.suggest(trial, name, knob) for name, knob in self.tuned.items()}
        trial.set_user_attr("values", suggested)
        return trial, suggested

    def put(self, values: Values) -> None:
        """The next trial has these values."""
        self.study.enqueue_trial(
            {name: knob.values.index(values[name]) if knob.ordered else values[name] for name, knob in self.tuned.items()}
        )

    def suggest(self, trial: Any, name: str, knob: Tuned) -> str:
        if knob.ordered:
            return knob.values[int(trial.suggest_int(name, 0, len(knob.values) - 1))]
        return str(trial.suggest_categorical(name, list(knob.values)))

    def try_out(self, trial: Any, values: Values, measure: Callable[[Values], Measured]) -> Trial:
        try:
            distance, kept = measure(values)
        except UsageError as error:
            failed = str(error)
            trial.set_user_attr("failed", failed)
            self.study.tell(trial, state=self.optuna.trial.TrialState.FAIL)
            return Trial(trial.number, values, math.inf, change(values, self.tuned), {}, failed)
        found = Trial(trial.number, values, distance, change(values, self.tuned), kept)
        self.tell(trial, found)
        return found

    def tell(self, trial: Any, found: Trial) -> None:
        if found.failed is not None:
            trial.set_user_attr("failed", found.failed)
            self.study.tell(trial, state=self.optuna.trial.TrialState.FAIL)
            return
        trial.set_user_attr("distance", found.distance)
        trial.set_user_attr("kept", dict(found.kept))
        self.study.tell(trial, found.cost)


def key_of(values: Values) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(values.items()))
