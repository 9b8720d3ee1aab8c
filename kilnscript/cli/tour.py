"""`kiln tour [FOLDER] [--out DIR]`: every game is checked, its examples are played, bots play it once, and the site is built."""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

from kilnscript.diagnostics import Severity
from kilnscript.session.errors import UsageError

OUT = "kiln-tour"
SEED = "tour"
SECONDS = 8.0  # for the bots of one game; then the rest is played at random
MOST = 5_000  # decisions of one game


def run(arguments: argparse.Namespace) -> int:
    """1 when anything is wrong with a game or the site."""
    from kilnscript.publish.site.games import find_games
    from kilnscript.source.resources import rules_folder

    rules = rules_folder() if arguments.folder is None else Path(arguments.folder)
    folders = sorted(find_games(rules), key=lambda folder: len(folder.parts)) if rules.is_dir() else []  # shelves after single games
    if not folders:
        raise UsageError(f"there is no game in `{rules}`: a game is a folder with a game.yaml")
    out = Path(arguments.out or OUT)
    records = out / "records"
    try:
        records.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"`{records}` cannot be made: {error.strerror or error}") from None
    print(f"{len(folders)} games in {rules}\n")
    fine = [game(folder, records) for folder in folders]
    built = site(rules, out)
    print(f"\nRecords of the games: {records} (`kiln replay FILE` plays one again)")
    print("Next: `kiln play kiln`, or `kiln new my_game` for a game of your own")
    return 0 if all(fine) and built else 1


def game(folder: Path, records: Path) -> bool:
    """One line for each thing that was done with a game; whether all was well."""
    from kilnscript.check import check_game
    from kilnscript.model.load import load_model
    from kilnscript.session.examples import run_example
    from kilnscript.session.game import Game

    loaded = load_model(folder)
    errors = [found for found in loaded.diagnostics if found.severity is Severity.ERROR]
    if loaded.game is None or errors:
        print(f"{folder.name}: {len(errors)} mistakes; `kiln check {folder}` shows them")
        return False
    report = check_game(loaded.game, loaded.sources.texts)
    findings = [found for found in (*loaded.diagnostics, *report.findings) if found.severity is not Severity.NOTE]
    played = Game(loaded.game, loaded.sources.texts, tuple(loaded.diagnostics))
    failed = [example.name for example in loaded.game.examples if run_example(played, example) is not None]
    low, high = loaded.game.declarations.players
    print(f"{played.title} ({low if low == high else f'{low}–{high}'} players)")
    print("  checked:  " + (f"{len(findings)} findings; `kiln check {folder}` shows them" if findings else "nothing to mend"))
    number = len(loaded.game.examples)
    if failed:
        print(f"  examples: {len(failed)} of {number} fail ({', '.join(failed[:3])})")
    else:
        print("  examples: " + (f"{'all ' if number > 1 else ''}{number} hold" if number else "none"))
    print(f"  played:   {bot_game(played, records / f'{played.name}.txt')}")
    sys.stdout.flush()
    return not findings and not failed


def bot_game(game: object, file: Path) -> str:
    """As few seats as there may be, of quick bots, then chance if they take their time. What came of it, in words."""
    from kilnscript.bots.registry import read_bot
    from kilnscript.session.game import Game

    assert isinstance(game, Game)
    session = game.new(seed=SEED)
    chance = random.Random(SEED)
    quick, any_move = read_bot("greedy", time.monotonic), read_bot("random", time.monotonic)
    begun, made = time.monotonic(), 0
    while not session.over and made < MOST:
        bot = quick if time.monotonic() - begun < SECONDS else any_move
        seat = session.seats[0]
        session.carry_out(bot.choose(session, seat, chance))
        made += 1
    file.write_text(session.record(), encoding="utf-8")
    told = f"{session.players} greedy bots, {made} decisions in {time.monotonic() - begun:.1f} s"
    if session.result is None:
        return f"{told}, without an end"
    scores = [f"{holder} {score['total']}" for holder, score in session.result.scores.items()]
    return f"{told}; {session.result}" + (f" ({', '.join(scores)})" if scores else "")


def whole(rules: Path) -> Path:
    """In a checkout the shipped games are part of a larger site."""
    from kilnscript.publish.site.build import CONFIG

    return rules.parent if (rules.parent / "site" / CONFIG).is_file() else rules


def site(rules: Path, out: Path) -> bool:
    from kilnscript.publish.site.build import BuildFailed, build

    try:
        built = build(whole(rules), out / "site")
    except UsageError as error:
        print(f"\nThe site was not built: {error}")
        return True
    except BuildFailed as failed:
        print("\nThe site was not built:\n" + "\n".join(failed.messages))
        return False
    print(f"\nSite of all rules: {built.folder / 'index.html'} ({built.pages} pages, {built.seconds:.0f} s); open it in a browser")
    return True
