"""Finds the package's own data: a name comes in, a path out, in a source checkout as well as in an installed wheel."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
DATA = PACKAGE / "_data"  # in a wheel; in a checkout only the tables cached by `tables` are here


def grammar_folder() -> Path:
    """Where `kiln.lark` and the JSON Schema of game.yaml are."""
    return _folder("grammar")


def rules_folder() -> Path:
    """Where the shipped games are."""
    return _folder("rules")


def _folder(name: str) -> Path:
    beside = PACKAGE.parent / name
    # A checkout wins over stale data of an earlier build; `site-packages/rules` of somebody else must not.
    if (PACKAGE.parent / "grammar" / "kiln.lark").is_file() and beside.is_dir():
        return beside
    return DATA / name
