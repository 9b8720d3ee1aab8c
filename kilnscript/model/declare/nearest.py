"""Words for hints: a misspelt word and those that exist come in, "did you mean `red`?" comes out."""

from collections.abc import Iterable


def nearest(word: str, words: Iterable[str]) -> str | None:
    from difflib import get_close_matches  # slow to import, and only needed for a finding

    pool = list(words)
    found = get_close_matches(word, pool, 1, 0.6) or [w for w in pool if w.lower() == word.lower()]
    return found[0] if found else None


def did_you_mean(word: str, words: Iterable[str]) -> str | None:
    found = nearest(word, words)
    return f"did you mean `{found}`?" if found else None


def listing(words: Iterable[str], most: int = 12) -> str:
    """`a`, `b` and `c`."""
    quoted = [f"`{word}`" for word in words]
    if len(quoted) > most:
        return ", ".join(quoted[:most]) + " …"
    return ", ".join(quoted[:-1]) + " and " + quoted[-1] if len(quoted) > 1 else "".join(quoted)


def one_of(known: Iterable[str], otherwise: str | None = None) -> str | None:
    """What there is, where nothing known is near to what was written. ``otherwise``: if there is nothing at all."""
    names = list(known)
    return f"there {'is' if len(names) == 1 else 'are'} {listing(names)}" if names else otherwise
