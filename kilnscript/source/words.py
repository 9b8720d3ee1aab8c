"""The words that are kept for the language, and the check of a name where it is declared in a .kiln file."""

from kilnscript.source.lalr import Child
from kilnscript.source.reader import Reader, name_of, token

CLAUSE_WORDS = frozenset(
    "from to then under as for when where in is and or not if else of by yes no none must may all times until among".split()
)


def declared(reader: Reader, child: Child) -> str:
    """The name a token declares; a clause word is reported (no text could use it)."""
    name = name_of(child)
    if name in CLAUSE_WORDS:
        reader.report("K123", f"`{name}` is a word of the language and cannot be a name", reader.of(token(child)), "choose another name")
    return name
