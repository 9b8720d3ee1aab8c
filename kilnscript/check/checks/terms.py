"""Whether texts use the words of the game alike: no word that is to be avoided, no second spelling of a term, no thing nobody declared."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from kilnscript.check.report import Check, Outcome
from kilnscript.check.subject import Subject
from kilnscript.check.wording import ENDINGS, WORD, Prose, every_word, plain, prose, singular, titles
from kilnscript.diagnostics import Diagnostic, Label, Span
from kilnscript.model.declare.nearest import did_you_mean

# What games are made of, as rulebooks say it; words that are also common verbs or plain English are left out.
THINGS = "card tile token coin dice disc disk cube pawn meeple marble peg chip bead gem domino".split()
CLEAR = 3  # times as often one spelling is found as another, so that the other is taken for a slip
AFTER = re.compile(r"\b(?:an?|the|each|every|this|that|one|no|any|your|their|its|his|her|[0-9]+) $")
LONG = 5  # letters from which on one letter more or less is taken for a slip


def run(subject: Subject) -> Outcome:
    texts = list(prose(subject))
    found: list[Diagnostic] = []
    for look in (avoided, joined, capitals, slips, undeclared):
        found += look(subject, texts)
    return Outcome(tuple(dict.fromkeys(found)))  # what stands twice in one text is told once


def whole(words: str) -> str:
    return rf"(?<![\w`-]){words}{ENDINGS}(?![\w`-])"


def avoided(subject: Subject, texts: Iterable[Prose]) -> Iterator[Diagnostic]:
    """Words that `avoid:` lists; and what it gives in their place has to be a word of the game."""
    known = every_word(subject) | {word.casefold() for text in texts for word in WORD.findall(text.words)}
    known = {form for word in known for form in singular(word)}
    for entry in subject.game.declarations.avoid.values():
        word = plain(entry.word)
        label = (Label(entry.span, "to be avoided"),)
        for text in texts:
            for match in re.finditer(whole(re.escape(word)), text.words, re.IGNORECASE):
                at = subject.within(text.span, match[0])
                yield Diagnostic("K949", f"this text says “{match[0]}”, which is to be avoided", at, f"say “{entry.instead}”", label)
        if not all(singular(part.casefold()) & known for part in WORD.findall(entry.instead)):
            message = f"“{entry.instead}”, which is to be said for “{word}”, is said and declared nowhere"
            yield Diagnostic("K949", message, entry.span, did_you_mean(entry.instead, known) or "name a word that texts use")


def joined(subject: Subject, texts: Iterable[Prose]) -> Iterator[Diagnostic]:
    """`score-track` and `scoretrack` where the term is `score track`."""
    for title, declared in titles(subject).items():
        parts = WORD.findall(title)
        if len(parts) < 2 or not re.fullmatch(r"[^\W\d_]+(?:[ -][^\W\d_]+)+", title):
            continue
        for text in texts:
            for match in re.finditer(whole("[ -]?".join(map(re.escape, parts))), text.words, re.IGNORECASE):
                if not match[0].casefold().startswith(title.casefold()):
                    at = subject.within(text.span, match[0])
                    label = () if declared is None else (Label(declared, "the term"),)
                    yield Diagnostic("K949", f"“{match[0]}” is spelt “{title}” elsewhere", at, f"write “{title}” here too", label)


def capitals(subject: Subject, texts: Iterable[Prose]) -> Iterator[Diagnostic]:
    """A term that is large in the middle of sentences nearly everywhere is small by mistake, and the other way round.

    A large one counts only after such words as `the` and by itself: “the Eider Canal” and “the column Canal” are names.
    """
    names = [each.title for each in subject.game.declarations.options.values()] + [subject.game.declarations.title]
    for title in titles(subject):
        found: dict[bool, list[tuple[str, Span]]] = {True: [], False: []}
        for text in texts:
            words = text.words
            for name in names:  # a name keeps its capitals
                words = words.replace(name, "_" * len(name))
            for match in re.finditer(rf"(?<=[^\W\d_,;] ){whole(re.escape(title))}", words, re.IGNORECASE):
                large = match[0][0].isupper()
                if not large or (AFTER.search(words[: match.start()]) and not re.match(r"\s+[^\W\d_a-z]", words[match.end() :])):
                    found[large].append((match[0], text.span))
        few, many = sorted(found.values(), key=len)
        if few and len(many) >= CLEAR * len(few):
            usual = many[0][0]
            for said, span in few:
                message = f"“{said}” is written {'small' if usual[0].isupper() else 'large'} here, and “{usual}” in other texts"
                yield Diagnostic("K949", message, subject.within(span, said), "write it alike everywhere", (Label(many[0][1], "for one"),))


def slips(subject: Subject, texts: Iterable[Prose]) -> Iterator[Diagnostic]:
    """A word found once that is a term but for two letters changed about, or one letter too few or too many."""
    said = Counter(word.casefold() for text in texts for word in WORD.findall(text.words))
    known = every_word(subject)
    terms = {word.casefold() for title in titles(subject) for word in WORD.findall(title)}
    terms |= {form for term in terms for form in (term + "s", term + "es") if form in said}
    for text in texts:
        for word in WORD.findall(text.words):
            small = word.casefold()
            if said[small] > 1 or singular(small) & known or small in terms:
                continue
            meant = next((term for term in sorted(terms) if slip(small, term)), None)
            if meant is not None:
                yield Diagnostic(
                    "K949", f"“{word}” is nearly “{meant}”", subject.within(text.span, word), f"write “{meant}”, if it is meant"
                )


def slip(word: str, term: str) -> bool:
    """The first and the last letter are right, and so are two at the end where only one letter is missing or too many (`tiled`, `tile`)."""
    if word[0] != term[0] or word[-1] != term[-1] or word == term or min(len(word), len(term)) < LONG - 1:
        return False
    if len(word) == len(term):
        off = [number for number, (one, other) in enumerate(zip(word, term, strict=True)) if one != other]
        return len(off) == 2 and off[1] == off[0] + 1 and word[off[0]] == term[off[1]] and word[off[1]] == term[off[0]]
    short, long = sorted((word, term), key=len)
    same = word[-2:] == term[-2:] and len(short) >= LONG
    return same and len(long) == len(short) + 1 and any(long[:n] + long[n + 1 :] == short for n in range(len(long)))


def undeclared(subject: Subject, texts: Iterable[Prose]) -> Iterator[Diagnostic]:
    """Cards, tiles, coins … in a game that has none; each is said once, where it comes up first."""
    declared = subject.game.declarations
    known = {form for word in every_word(subject) for form in singular(word)} | {form for word in declared.avoid for form in singular(word)}
    have = [f"“{each.title}”" for group in (declared.components, declared.tokens) for each in group.values()]
    hint = f"the game has {', '.join(have[:6])}; " if have else ""
    for thing in THINGS:
        said = ((text, match) for text in texts if (match := re.search(whole(thing), text.words, re.IGNORECASE)))
        if thing not in known and (first := next(said, None)) is not None:
            text, match = first
            message = f"this text speaks of “{match[0]}”, and nothing is declared by that name"
            at = subject.within(text.span, match[0])
            yield Diagnostic("K949", message, at, f"{hint}declare it, or explain the word in `glossary:`")


CHECK = Check("terms-alike", "Texts call every thing by one word, and only things that are declared", run, ("K949",))
