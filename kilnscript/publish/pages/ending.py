"""How points are counted, when the game ends and who has won → items of a page."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.compile.analysis import walk
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.publish.pages.page import Code, Entry, Item, Listed, Paragraph, Part, Text
from kilnscript.publish.pages.words import Words, plain


def scoring(words: Words) -> Iterator[Item]:
    game, scores = words.game, words.declarations.scores
    if game.scoring is not None:
        yield from words.paragraphs(game.scoring)
    if scores is not None:
        whose = "seat" if scores.per == "player" else scores.per.replace("_", " ")
        yield Paragraph((f"Every {whose} has a score of its own. Points come from:",))
        yield Listed(tuple((title,) for title in scores.sources.values()))
        if scores.floor is not None:
            yield Paragraph((f"No score sinks below {scores.floor}.",))
        if scores.by is not None and scores.sheet:
            title = words.phase(game.phases[scores.by])
            yield Paragraph(("The score sheet has a line for every pass of “", *title, "”."))
    for function in game.functions.values():
        texts = words.texts(function)
        if texts:
            yield Entry(f"count-{function.name}", (plain(function.name),), texts)


def payments(words: Words) -> Iterator[Item]:
    """Every way to pay, with what it gives for what."""
    for payment in words.game.payments.values():
        if len(words.game.payments) > 1:
            yield Entry(f"payment-{payment.name}", (plain(payment.name),))
        if payment.doc is not None:
            yield Paragraph(words.text(payment.doc))
        for way in payment.ways:
            texts = list(words.texts(way))
            told = bool(texts)
            if not told:
                texts.append(("Pays ", *listed(words, way.gives), " for ", *listed(words, way.covers), "."))
                if way.at_most is not None:
                    texts.append(("At most ", Code(words.speller.expression(way.at_most)), " times."))
            texts += words.only(way.when, told=told)
            yield Entry(f"way-{payment.name}-{way.name}", (plain(way.name),), tuple(texts))


def listed(words: Words, amounts: tuple[x.Expression, ...]) -> list[Part]:
    found: list[Part] = []
    for amount in amounts:
        found += [" and "] * bool(found) + [Code(words.speller.expression(amount))]
    return found or ["nothing"]


def end(words: Words) -> Iterator[Item]:
    game = words.game
    for watch in game.watches:
        texts: list[Text] = [words.text(doc) for doc in (watch.doc,) if doc is not None]
        if watch.reason is not None:
            texts.append(("The game is over at once, at any time: ", *words.text(watch.reason), "."))
        if not texts:
            texts.append(("The game is over as soon as ", Code(words.speller.expression(watch.when)), "."))
        texts += outcome(words, watch.outcome)
        yield Entry(f"end-{watch.name}", (plain(watch.name),), tuple(texts))
    ends = [n for n in walk((game.play, *game.phases.values(), *game.actions.values())) if isinstance(n, st.EndGame)]
    for said in dict.fromkeys((*reason(words, found), *outcome_words(words, found.outcome)) for found in ends):
        yield Paragraph(said)
    if game.rank:
        yield Paragraph(("The ranking goes by:",))
        yield Listed(tuple(criterion(words, item) for item in game.rank), True)
        yield Paragraph(
            ("Seats that are equal in all of this share their place." if len(game.rank) > 1 else "Equal seats share their place.",)
        )


def reason(words: Words, found: st.EndGame) -> Text:
    return ("The game ends.",) if found.reason is None else ("The game ends: ", *words.text(found.reason), ".")


def outcome(words: Words, found: st.Outcome | None) -> list[Text]:
    said = outcome_words(words, found)
    return [said[1:]] if said else []


def outcome_words(words: Words, found: st.Outcome | None) -> Text:
    if found is None:
        return ()
    if found.winner is None:
        return (" ", "Nobody has won: it is a draw.")
    if isinstance(found.winner, x.CurrentPlayer):
        return (" ", "Whoever is to move has won.")
    if (
        isinstance(found.winner, x.BuiltInCall)
        and found.winner.function == "next"
        and isinstance(found.winner.arguments[0], x.CurrentPlayer)
    ):
        return (" ", "The next seat has won.")
    return (" ", "It is won by ", Code(words.speller.expression(found.winner)), ".")


def criterion(words: Words, item: st.RankItem) -> Text:
    most = "Highest" if item.highest else "Lowest"
    if item.words is not None:
        return (f"{most}: {item.words[:1].lower()}{item.words[1:]}",)
    if isinstance(item.value, x.ScoreOf):
        return (f"{most} score",)
    return (f"{most} ", Code(words.speller.expression(item.value)))
