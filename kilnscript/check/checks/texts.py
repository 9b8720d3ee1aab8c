"""Whether readers get a text for everything they meet: the goal, titled phases, actions, options; and that no text is blank."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kilnscript.check.report import Check, Outcome
from kilnscript.check.subject import Subject
from kilnscript.check.trees import children, walk
from kilnscript.diagnostics import Diagnostic, Span
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model.declarations import Timer
from kilnscript.model.structure.walk import word


def run(subject: Subject) -> Outcome:
    return Outcome((*goal(subject), *phases(subject), *actions(subject), *options(subject), *blank(subject)))


def goal(subject: Subject) -> Iterator[Diagnostic]:
    game = subject.game
    if "goal" not in game.declarations.texts and game.files:
        start = Span(game.files[0], 1, 1, 1, 1)
        yield Diagnostic("K943", "the game does not say what its goal is", start, "add `texts: {goal: …}`")


def phases(subject: Subject) -> Iterator[Diagnostic]:
    """A phase with a title is a section of the page: it, an action in it, or a helper that it does has to say something."""
    for phase in subject.game.phases.values():
        if phase.title is not None and not told(subject, phase, set()):
            hint = "write `## …` as the first line of the phase"
            at = word(phase.span, f"phase {phase.name}")
            yield Diagnostic("K940", f"the phase `{phase.name}` has a title and no text", at, hint)


def told(subject: Subject, part: Any, seen: set[str]) -> bool:
    game = subject.game
    for node in walk(part):
        if getattr(node, "doc", None) is not None:
            return True
        match node:
            case st.OfferAction() if node.action not in seen:
                seen.add(node.action)
                if told(subject, game.actions[node.action], seen):
                    return True
            case st.Do() | st.Later() if node.phase not in seen:
                seen.add(node.phase)
                if told(subject, game.phases[node.phase], seen):
                    return True
            case _:
                pass
    return False


def actions(subject: Subject) -> Iterator[Diagnostic]:
    """An action needs a label or a text, its own or one of what it stands in."""
    game = subject.game
    around = {name: explained for part in subject.bodies() for name, explained in offered(part, False)}
    for action in game.actions.values():
        own = action.label is not None or any(getattr(node, "doc", None) is not None for node in walk(action))
        if not own and not around.get(action.name, False):
            hint = f'give it a label: `action {action.name} "…":`, or a `## …` line'
            at = word(action.span, f"action {action.name}")
            yield Diagnostic("K941", f"the action `{action.name}` has neither a label nor a text", at, hint)


def offered(node: Any, explained: bool) -> Iterator[tuple[str, bool]]:
    """Actions written inside a part, and whether something around them has a text."""
    if isinstance(node, tuple):
        for item in node:
            yield from offered(item, explained)
        return
    if not isinstance(node, (st.Block, st.Phase, st.Arm, *STATEMENTS)):
        return
    explained = explained or getattr(node, "doc", None) is not None
    if isinstance(node, st.OfferAction):
        yield node.action, explained
    if isinstance(node, st.Transaction):
        yield node.commit, explained
    for child in children(node):
        yield from offered(child, explained)


STATEMENTS = (
    st.If, st.Case, st.ForEach, st.RepeatTimes, st.RepeatUntil, st.TakeTurns, st.Rule, st.Decision, st.Transaction, st.OfferAction,
)  # fmt: skip


def options(subject: Subject) -> Iterator[Diagnostic]:
    """An option needs a text of its own, or to be named in one, or to switch something that has one, or to set a clock."""
    game = subject.game
    named: set[str] = set()
    for node in walk((*subject.bodies(), game.declarations)):
        explained = isinstance(node, (x.TypedText, Timer)) or (isinstance(node, (st.Rule, st.If, st.Action)) and described(node))
        if explained:
            named |= {n.name for n in walk(node) if isinstance(n, x.OptionValue)}
    for option in game.declarations.options.values():
        if not option.text and option.name not in named:
            hint = f"add `text: …` to it, or say `{{option.{option.name}}}` in a text"
            yield Diagnostic("K942", f"no text explains the option `{option.name}`", option.span, hint)


def described(node: st.Rule | st.If | st.Action) -> bool:
    block = node.then if isinstance(node, st.If) else node.block
    return node.doc is not None or block.doc is not None


def blank(subject: Subject) -> Iterator[Diagnostic]:
    game = subject.game
    for node in walk((*subject.bodies(), game.declarations, game.examples)):
        if isinstance(node, x.TypedText) and all(isinstance(part, str) and not part.strip() for part in node.parts):
            yield Diagnostic("K944", "this text says nothing", node.span, "write it, or leave it out")


CHECK = Check(
    "texts-complete", "Goal, phases, actions and options have the texts that a reader needs", run, ("K940", "K941", "K942", "K943", "K944")
)
