"""The verbs and their arguments. Light: it says what there is and imports nothing that does it."""

from __future__ import annotations

import argparse
from collections.abc import Callable

Parser = argparse.ArgumentParser


def parse(argv: list[str]) -> argparse.Namespace | int:
    """The arguments, or an exit status when there is nothing more to do."""
    from kilnscript.version import __version__

    parser = Parser(
        prog="kiln", description="Board games written as rule files: play them, check them, look inside them.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"kiln {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs")
    for name, (summary, add) in VERBS.items():
        add(verbs.add_parser(name, help=summary, description=f"{summary[:1].upper()}{summary[1:]}.", allow_abbrev=False))
    try:
        arguments = parser.parse_args(argv)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 2
    if arguments.verb is None:
        parser.print_help()
        return 2
    return arguments


def game(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's folder, or the name of a game that comes with kiln")


def settings(parser: Parser) -> None:
    parser.add_argument("--players", type=int, metavar="N", help="number of players (the fewest, if left out)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; may be repeated")


def json_output(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="print data for programs")


def hands(parser: Parser) -> None:
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="J", help="processes that play; the games are the same whatever their number"
    )
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help="let the workers of the Dask scheduler at this address play, as tcp://192.168.0.7:8786"
    )


def kept(parser: Parser) -> None:
    parser.add_argument("--out", metavar="FILE", help="keep the games in this new file as they end")
    parser.add_argument("--resume", metavar="FILE", help="go on with the games of this file")
    parser.add_argument("--html", metavar="FILE", help="write the report as a page with pictures, too")


def play(parser: Parser) -> None:
    game(parser)
    settings(parser)
    parser.add_argument("--seed", metavar="S", help="a number or a text: the same seed gives the same game")
    parser.add_argument("--fair", action="store_true", help="commit to a secret first and show it at the end")
    parser.add_argument("--nonce", action="append", default=[], metavar="SEAT=TEXT", help="with --fair: a seat's own word, mixed in")
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="SEAT=BOT",
        help="let a bot play a seat: 2=random, all=greedy, 2=mcts:500 (iterations), 2=mcts:2s",
    )
    parser.add_argument(
        "--timer",
        nargs="?",
        type=float,
        const=0.0,
        metavar="SECONDS",
        help="let the clock run; when it runs out, the rules say what is played (SECONDS for a decision, else as the rules give)",
    )
    parser.add_argument("--ascii", action="store_true", help="use no signs beyond ASCII")
    parser.add_argument("--record-example", metavar="NAME", help="at the end write what was played as an example that `kiln test` passes")
    parser.add_argument("--example-file", metavar="FILE", help="with --record-example: add it to this file (it is printed, if left out)")


def check(parser: Parser) -> None:
    game(parser)
    parser.add_argument(
        "--explore", type=float, metavar="SECONDS", help="how long to play in search of mistakes (3 seconds, if left out; 0: not)"
    )
    parser.add_argument("--playouts", type=int, metavar="N", help="play so many times instead: the same seed then finds the same")
    parser.add_argument("--states", type=int, metavar="N", help="first look at every state of small set-ups, up to so many")
    parser.add_argument("--seed", default="1", metavar="S", help="a number or a text: another seed plays otherwise")
    parser.add_argument("--records", metavar="DIR", help="write the games that show what was found in play, for `kiln replay`")
    parser.add_argument("--coverage", metavar="DIR", help="write what was used how often, and the rule files with a count at every line")
    json_output(parser)


def test(parser: Parser) -> None:
    game(parser)
    parser.add_argument("example", nargs="*", metavar="EXAMPLE", help="only these examples")
    json_output(parser)


def show(parser: Parser) -> None:
    game(parser)
    settings(parser)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--flow", action="store_true", help="print the flow graph")
    what.add_argument("--code", action="store_true", help="print the generated Python")
    json_output(parser)


def diagram(parser: Parser) -> None:
    game(parser)
    parser.add_argument("--phase", metavar="PHASE", help="one phase in detail, with its actions, conditions and rules")
    parser.add_argument("--format", choices=["dot", "svg", "png"], default="dot", help="text for Graphviz (dot, if left out), or a picture")
    parser.add_argument("--out", metavar="FILE", help="write to this file (printed, if left out)")


def tour(parser: Parser) -> None:
    parser.add_argument("folder", nargs="?", metavar="FOLDER", help="a folder of games (those that come with kilnscript, if left out)")
    parser.add_argument("--out", metavar="DIR", help="where the site and the records go (kiln-tour, if left out)")


def docs(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME|build|serve", help="a game, whose page is printed; or what to do with a whole site")
    parser.add_argument("folder", nargs="?", metavar="FOLDER", help="build, serve: a folder with mkdocs.yml, or with rule files (this one)")
    parser.add_argument("--markdown", metavar="DIR", help="write the page to a file in this folder (it is printed, if left out)")
    parser.add_argument("--out", metavar="DIR", help="build: where to (build/site, if mkdocs.yml does not say; what is in it is removed)")
    parser.add_argument("--address", metavar="HOST:PORT", help="serve: where (127.0.0.1:8000, if left out)")


def wiki(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME|publish", help="a game, whose page is written to a file; or publish, to save it on a wiki")
    parser.add_argument("published", nargs="?", metavar="GAME", help="publish: the game")
    parser.add_argument(
        "--profile", choices=("mediawiki", "bga"), default="mediawiki", help="for any MediaWiki (if left out), or for Board Game Arena"
    )
    parser.add_argument("--out", metavar="DIR", help="where to write GamehelpNAME.wiki (here, if left out); - prints it")
    parser.add_argument("--api", metavar="URL", help="publish: the api.php of the wiki")
    parser.add_argument("--page", metavar="TITLE", help="publish: the title of the page (GamehelpNAME, if left out)")
    parser.add_argument("--yes", action="store_true", help="publish: save it (without it, only what would change is shown)")
    parser.add_argument("--overwrite", action="store_true", help="publish: replace what others wrote, or a page that is not ours")
    parser.add_argument("--no-icons", action="store_true", help="publish: upload no icons; letters stand for them")
    parser.add_argument("--insecure", action="store_true", help="publish: send the password over http://, too")


def simulate(parser: Parser) -> None:
    game(parser)
    parser.add_argument("--games", type=int, default=100, metavar="N", help="games of every setting (100, if left out)")
    parser.add_argument("--players", metavar="N,…", help="numbers of players, or all (the fewest, if left out)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE,…", help="an option of the game, with several values each is tried"
    )
    parser.add_argument(
        "--bots", default="random", metavar="BOT,…", help="what plays, changing seats from game to game: greedy, or mcts:50,greedy"
    )
    hands(parser)
    parser.add_argument("--seed", default="1", metavar="S", help="a number or a text: the same seed gives the same games (1, if left out)")
    kept(parser)
    parser.add_argument("--details", action="store_true", help="print how often each value of each parameter of an action was used")
    json_output(parser)


def compare(parser: Parser) -> None:
    parser.add_argument("a", metavar="A", help="a game's folder or name")
    parser.add_argument("b", metavar="B", nargs="?", help="another one; left out, A is compared with itself under other options")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of both sides")
    parser.add_argument("--option-a", action="append", default=[], metavar="NAME=VALUE", help="an option of A")
    parser.add_argument("--option-b", action="append", default=[], metavar="NAME=VALUE", help="an option of B")
    parser.add_argument("--rules", action="store_true", help="only say what differs in the rules")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="games of each side (200, if left out)")
    parser.add_argument("--players", metavar="N,…", help="numbers of players (the fewest that both can have, if left out)")
    parser.add_argument("--bots", default="greedy", metavar="BOT,…", help="what plays (greedy, if left out)")
    hands(parser)
    parser.add_argument("--seed", default="1", metavar="S", help="a number or a text (1, if left out)")
    kept(parser)
    json_output(parser)


def tune(parser: Parser) -> None:
    game(parser)
    parser.add_argument(
        "--aim",
        action="append",
        default=[],
        metavar="AIM",
        help='what the game should be like: "decisions 60..90", "seat advantage <= 3%%"; may be repeated',
    )
    parser.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="PATH[ VALUES]",
        help='what may change: "tables.price.rows.2 1..5"; all that `tune:` in game.yaml names, if left out',
    )
    parser.add_argument("--trials", type=int, default=60, metavar="N", help="settings to try (60, if left out)")
    parser.add_argument("--games", type=int, default=60, metavar="N", help="games of a trial (60, if left out)")
    parser.add_argument("--final", type=int, default=400, metavar="N", help="fresh games that show what was found (400, if left out)")
    parser.add_argument("--minutes", type=float, metavar="M", help="end the search after so many minutes")
    parser.add_argument("--players", metavar="N,…", help="numbers of players (the fewest, if left out)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; may be repeated")
    parser.add_argument("--bots", default="greedy", metavar="BOT,…", help="what plays (greedy, if left out)")
    hands(parser)
    parser.add_argument("--seed", default="1", metavar="S", help="a number or a text (1, if left out)")
    parser.add_argument("--out", metavar="DIR", help="the new folder for what is found (GAME_tuned, if left out)")
    parser.add_argument("--resume", metavar="DIR", help="go on with the search in this folder")
    json_output(parser)


def new(parser: Parser) -> None:
    parser.add_argument("folder", metavar="NAME", help="the folder to make; its last part is the game's name")


def session(parser: Parser) -> None:
    pass


def replay(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record that `save` has written; - for standard input")
    parser.add_argument("--game", metavar="GAME", help="play it by the rules of this folder")
    parser.add_argument("--log", action="store_true", help="print what happened")
    json_output(parser)


def verify(parser: Parser) -> None:
    parser.add_argument("file", metavar="RECORD", help="a record that `save` has written; - for standard input")
    parser.add_argument("--game", metavar="GAME", help="check it by the rules of this folder")
    json_output(parser)


def explain(parser: Parser) -> None:
    parser.add_argument("code", metavar="CODE", help="the code of a finding (K101), or its name")


VERBS: dict[str, tuple[str, Callable[[Parser], None]]] = {
    "new": ("make a folder with a small game to start from", new),
    "play": ("play a game in the terminal, or from a script on standard input", play),
    "check": ("look for mistakes in a game's rules", check),
    "test": ("run the examples of a game", test),
    "show": ("show what a game consists of, its flow graph or its code", show),
    "diagram": ("draw the phases of a game, as a picture or as text for Graphviz", diagram),
    "tour": ("check every game, let bots play it, and build the site of all rules", tour),
    "docs": ("write the rules page of a game as Markdown, or build a site of games", docs),
    "wiki": ("write the rules page of a game for MediaWiki, or publish it on a wiki", wiki),
    "simulate": ("let bots play many games, and say what happens in them", simulate),
    "compare": ("say what differs between two games or options, and what that does", compare),
    "tune": ("search for numbers of a game that meet its designer's aims", tune),
    "session": ("play over JSON lines on standard input and output, for other programs", session),
    "replay": ("play a record again and check it", replay),
    "verify": ("check a record, and in a fair game that nobody chose its luck", verify),
    "explain": ("explain the code of a finding", explain),
}
