"""`python -m tests.mutants [GAME …] [--jobs J]`: judges every chosen mutant and writes REPORT.md and report.json beside this file."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.mutants.choose import GAMES, MOST, ROOT, SEED, chosen
from tests.mutants.edits import Mutant
from tests.mutants.judge import STAGES, Verdict, judge
from tests.mutants.report import Row, read_report, write_report

HERE = Path(__file__).parent
EACH = 10  # mutants between two reports of what is done so far


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("game", nargs="*", choices=[*GAMES, []], help="only these games")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="processes")
    parser.add_argument("--seed", type=int, default=SEED, help="of the choice")
    parser.add_argument("--most", type=int, default=MOST, metavar="N", help="mutants of one operator in one game")
    parser.add_argument("--seconds", type=float, default=3.0, metavar="S", help="processor seconds of exploring for a mutant")
    parser.add_argument(
        "--stages", default=",".join(STAGES), metavar="STAGE,…", help="leave out stages for a quick look; nothing is then written"
    )
    parser.add_argument(
        "--keep", action="store_true", help="take over what `kiln check` found in the last run where the rules are the same"
    )
    parser.add_argument("--only", metavar="TEXT", help="only mutants whose name holds this; nothing is then written")
    arguments = parser.parse_args()
    stages = tuple(arguments.stages.split(","))
    if set(stages) - set(STAGES):
        parser.error(f"stages are {', '.join(STAGES)}")
    games = arguments.game or GAMES
    started = time.monotonic()
    for game in games:
        alarm = judge(ROOT / "rules" / game, None, arguments.seconds, stages)
        if alarm.caught:
            print(f"false alarm on {game}: {alarm}", file=sys.stderr)
            return 1
    work = [m for game in games for m in chosen(ROOT / "rules" / game, arguments.seed, arguments.most)]
    work = [m for m in work if not arguments.only or arguments.only in m.key]
    earlier = read_report(HERE / "report.json")
    kept = [row for row in earlier if row.mutant.game not in games]
    known = {row.mutant.key: row.verdict for row in earlier} if arguments.keep else {}
    order = {mutant.key: number for number, mutant in enumerate(work)}
    work.sort(key=lambda mutant: mutant.key in known and known[mutant.key].by_check)  # first what may be found now and was not
    rows: list[Row] = []
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for mutant, verdict in zip(work, pool.map(one, [(m, arguments.seconds, stages, known.get(m.key)) for m in work]), strict=True):
            rows.append(Row(mutant, verdict))
            if not verdict.caught:
                print(f"missed  {mutant.file}:{mutant.line} {mutant.key}", flush=True)
            if len(rows) % EACH == 0 and not arguments.only and set(stages) == set(STAGES):  # a run that is broken off leaves what it has
                write_report(HERE, in_order([*rows, *later(earlier, rows, games)], order) + kept, arguments.seconds)
    if arguments.only or set(stages) != set(STAGES):
        caught, by_check = sum(row.verdict.caught for row in rows), sum(row.verdict.by_check for row in rows)
        print(f"{len(rows)} mutants, {caught} caught, {by_check} by `kiln check`, {time.monotonic() - started:.0f} s")
        return 0
    write_report(HERE, in_order(rows, order) + kept, arguments.seconds)
    print(f"{len(rows)} mutants in {time.monotonic() - started:.0f} s; see {HERE / 'REPORT.md'}")
    return 0


def in_order(rows: list[Row], order: dict[str, int]) -> list[Row]:
    """As the mutants are chosen; those that are no longer chosen are left out."""
    return sorted((row for row in rows if row.mutant.key in order), key=lambda row: order[row.mutant.key])


def later(earlier: list[Row], rows: list[Row], games: Sequence[str]) -> list[Row]:
    """Of an earlier run what this one has not come to yet."""
    done = {row.mutant.key for row in rows}
    return [row for row in earlier if row.mutant.game in games and row.mutant.key not in done]


def one(work: tuple[Mutant, float, tuple[str, ...], Verdict | None]) -> Verdict:
    mutant, seconds, stages, before = work
    return judge(ROOT / "rules" / mutant.game, mutant, seconds, stages, before)


if __name__ == "__main__":
    raise SystemExit(main())
