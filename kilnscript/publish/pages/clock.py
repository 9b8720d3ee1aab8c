"""Timers and what happens when time runs out → items of a page."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.compile.analysis import walk
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model.declarations import Timer
from kilnscript.publish.pages.page import Code, Item, Link, Part, Table, Text
from kilnscript.publish.pages.words import Words

MINUTE = 60


def clock(words: Words) -> Iterator[Item]:
    timers = words.declarations.timers
    if timers:
        idle = any(timer.idle is not None for timer in timers.values())
        headings = ("Clock", "Time", "Without a running clock")[: 3 if idle else 2]
        rows = [((timer.title,), seconds(words, timer), idle_time(timer))[: len(headings)] for timer in timers.values()]
        yield Table("table-timers", "Time to decide", headings, tuple(rows))
    rows = []
    for phase in words.game.phases.values():
        for decision in (node for node in walk(phase.block) if isinstance(node, st.Decision)):
            where: Text = (
                (Link("".join(map(str, words.phase(phase))), f"phase-{phase.name}"),) if phase.title is not None else words.phase(phase)
            )
            for policy, when in ((decision.on_timeout, "Time is up"), (decision.on_idle, "Nobody moves")):
                if policy is not None:
                    rows.append((where, (when,), told(words, policy)))
    if rows:
        yield Table("table-timeouts", "When time runs out", ("Where", "When", "What is done"), tuple(dict.fromkeys(rows)))


def seconds(words: Words, timer: Timer) -> Text:
    if timer.seconds is None:
        return ("none",)
    if isinstance(timer.seconds, int):
        return (f"{timer.seconds} seconds",)
    return (words.figures.part(timer.seconds), " seconds")


def idle_time(timer: Timer) -> Text:
    if timer.idle is None:
        return ()
    minutes, rest = divmod(timer.idle, MINUTE)
    return (f"at most {minutes} minutes without a move",) if not rest and minutes > 1 else (f"at most {timer.idle} seconds without a move",)


def told(words: Words, policy: st.TimeoutPolicy) -> Text:
    """What the rules say of it, else the choice that is made."""
    found: list[Part] = []
    for node in walk(policy.block):
        doc = getattr(node, "doc", None)
        if isinstance(doc, x.TypedText):
            found += [" "] * bool(found) + list(words.text(doc))
    if found:
        return tuple(found)
    for choose in (node for node in walk(policy.block) if isinstance(node, st.Choose)):
        found += ["; or else "] * bool(found) + choice(words, choose)
    return tuple(found) or ("Nothing.",)


def choice(words: Words, choose: st.Choose) -> list[Part]:
    if choose.action == "skip":
        return ["The choice is passed up."]
    found: list[Part] = ["“", *words.action(choose.action), "”"]
    if not choose.ranking:
        return [*found, ", in the first way that is legal."]
    for number, item in enumerate(choose.ranking):
        found += [", then " if number else ", with the ", "highest " if item.highest else "lowest "]
        found.append(item.words if item.words is not None else Code(words.figures.named(item.value)))
    return [*found, "."]
