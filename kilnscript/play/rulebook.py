"""`rules [topic]`: the game's own texts, with the numbers of this game filled in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kilnscript.compile.analysis import walk
from kilnscript.model import statements as st
from kilnscript.model.expressions import TypedText
from kilnscript.play.ink import paragraphs
from kilnscript.session.errors import UsageError, did_you_mean
from kilnscript.session.session import Session


class RuleTexts:
    """The texts of one session's rules."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.game = session.program.game

    def topics(self) -> list[str]:
        """Names that ``topic`` takes."""
        named = [name for name, phase in self.game.phases.items() if phase.title is not None]
        return [
            "goal",
            *named,
            *(name for name in self.game.declarations.texts if name != "goal" and name not in named),
            *(["options"] if self.game.declarations.options else []),
            *(["rulings"] if self.game.declarations.rulings else []),
        ]

    def lines(self, topic: str | None, width: int) -> list[str]:
        """The text of a topic; without one, everything in short. Raises UsageError."""
        if topic is None:
            return self.overview(width)
        name = topic.casefold().replace(" ", "_")
        known = {t.casefold(): t for t in self.topics()}
        for phase in self.game.phases.values():
            if phase.title is not None:
                known.setdefault(self.fill(phase.title).casefold().replace(" ", "_"), phase.name)
        found = known.get(name) or next((t for key, t in known.items() if key.startswith(name)), None)
        if found is None:
            raise UsageError(f"there is no topic `{topic[:40]}`{did_you_mean(name, known) or '; topics: ' + ', '.join(self.topics())}")
        if found == "goal":
            return self.goal(width)
        if found in self.game.declarations.texts and found not in self.game.phases:
            return paragraphs(self.fill(self.game.declarations.texts[found]), width)
        if found == "options":
            return self.options(width)
        if found == "rulings":
            return self.rulings(width)
        return self.phase(found, width)

    def fill(self, text: TypedText) -> str:
        return self.session.words.texts.render(text, self.session.state)

    def overview(self, width: int) -> list[str]:
        lines = [self.session.game.title, "", *self.goal(width)]
        for block in (self.game.setup, self.game.play):
            for text in docs(block) if block is not None else ():
                lines += paragraphs(self.fill(text), width)
        for name, phase in self.game.phases.items():
            if phase.title is not None:
                lines += ["", *self.phase(name, width)]
        more = [t for t in self.topics() if t != "goal" and t not in self.game.phases]
        if more:
            lines += ["", "More: " + ", ".join(f"`rules {t}`" for t in more)]
        return lines

    def goal(self, width: int) -> list[str]:
        text = self.game.declarations.texts.get("goal")
        return [] if text is None else paragraphs(self.fill(text), width)

    def phase(self, name: str, width: int) -> list[str]:
        phase = self.game.phases[name]
        assert phase.title is not None
        lines = [f"{self.fill(phase.title)} ({name})"]
        for text in [*([phase.doc] if phase.doc is not None else []), *docs(phase.block)]:
            lines += paragraphs(self.fill(text), width, "  ")
        return lines

    def options(self, width: int) -> list[str]:
        lines = []
        values = self.session.options
        for name, option in self.game.declarations.options.items():
            value = values[name]
            shown = ("yes" if value else "no") if isinstance(value, bool) else str(value)
            about = f" {option.text}" if option.text else ""
            lines += paragraphs(f"{name}: {shown} {option.unit or ''} - {option.title}.{about}".replace("  ", " "), width)
        return lines

    def rulings(self, width: int) -> list[str]:
        return [line for text in self.game.declarations.rulings.values() for line in paragraphs("- " + self.fill(text), width)]


def docs(node: Any) -> Iterator[TypedText]:
    """The texts written below a block, in order, once each."""
    seen = set()
    for inner in walk(node):
        doc = getattr(inner, "doc", None)
        if isinstance(doc, TypedText) and doc.span not in seen and not isinstance(inner, st.Function):
            seen.add(doc.span)
            yield doc
