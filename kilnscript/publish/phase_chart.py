"""What happens in one phase as a chart: a phase comes in; its decisions, actions, conditions, rules and steps go out."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from kilnscript.compile import flow as f
from kilnscript.compile.analysis import walk
from kilnscript.model import expressions as x
from kilnscript.model import statements as st
from kilnscript.model.game import Game
from kilnscript.publish.chart import Chart, Edge, Frame, Node, Shape
from kilnscript.publish.drawn import Switches, drawn
from kilnscript.publish.spell import Speller

WIDTH = 60  # characters in a line of a label
NARROW = 40  # the same where actions stand beside what they lead to
CROWD = 6  # actions of a phase; of more only what each leads to is drawn, so that the picture can be read on a page
DONE = "done"


class PhaseChart:
    def __init__(self, game: Game, phase: st.Phase) -> None:
        self.game = game
        self.phase = phase
        self.flow = drawn(game, rules=True, whole=phase.name)
        self.switches = Switches(game)
        self.speller = Speller(game.declarations)
        self.crowded = sum(isinstance(node, st.OfferAction) for node in walk(phase.block)) > CROWD
        self.counts = {s.slot: s.count for block in self.flow.blocks for s in block.steps if isinstance(s, f.StartCount)}
        self.ids: dict[tuple[int, str], str] = {}  # numbered as they come, so that other phases make no difference
        self.nodes: dict[str, Node] = {}
        self.edges: dict[Edge, None] = {}

    def chart(self) -> Chart:
        title = self.titled(self.phase)
        whole = Frame(self.phase.name, f"{self.game.declarations.title}: {title}")
        self.add("start", "start", title, *self.parameters())
        self.edge("start", self.block(self.flow.units[self.phase.name].entry, DONE))
        whole.nodes += self.nodes.values()
        description = f"What happens in the phase {title}. Dashed: only with an option."
        order = {name: number for number, name in enumerate(self.nodes)}
        edges = sorted(self.edges, key=lambda edge: (order[edge.source], order[edge.target]))
        return Chart(self.phase.name, description, whole, edges, self.crowded)

    def add(self, name: str, shape: Shape, *lines: str, dashed: bool = False, target: str | None = None) -> str:
        width = NARROW if self.crowded else WIDTH
        broken = tuple(part for line in lines for part in textwrap.wrap(line, width, subsequent_indent="  ") or [""])
        self.nodes[name] = Node(name, shape, broken, dashed, target)
        return name

    def edge(self, source: str, target: str, label: str = "", dashed: bool = False) -> None:
        self.edges[Edge(source, target, label, dashed)] = None

    # ---- blocks --------------------------------------------------------------------------------------------------------

    def block(self, number: int, after: str) -> str:
        """The node where a block begins, drawn with everything behind it. ``after``: where its phase or action goes on."""
        block = self.flow.blocks[number]
        name = self.ids.setdefault((number, after), f"step_{len(self.ids) + 1}")
        if name in self.nodes:
            return name
        lines = [line for step in block.steps if (line := self.step(step)) is not None]
        stop = next((step for step in block.steps if isinstance(step, st.EndGame)), None)
        if stop is not None:
            reason = "" if stop.reason is None else f": {self.speller.text(stop.reason)}"
            return self.add(name, "end", f"End of the game{reason}")
        if not lines:
            return self.end(name, block, after)
        self.add(name, "step", *lines)
        self.edge(name, self.end(f"{name}_end", block, after))
        return name

    def step(self, step: f.Step) -> str | None:
        """A statement in words; book-keeping is not shown."""
        return None if type(step).__module__ == f.__name__ else self.speller.statement(step)  # type: ignore[arg-type]

    def end(self, name: str, block: f.Block, after: str) -> str:
        """How a block ends, as a node called ``name`` (or the node it only leads to)."""
        end = block.end
        if name in self.nodes:
            return name
        match end:
            case f.Return():
                return self.add(DONE, "end", "Done") if after == DONE else after
            case f.Goto():
                return self.block(end.to, after)
            case f.Branch():
                needed = self.switches.of(end.condition)
                self.add(name, "question", *self.question(end), dashed=bool(needed), target=self.ruled(end))
                self.edge(name, self.block(end.yes, after), "yes", bool(needed))
                self.edge(name, self.block(end.no, after), "no")
            case f.Select():
                self.add(name, "question", f"{self.speller.expression(end.subject)}?")
                for values, to in end.arms:
                    self.edge(name, self.block(to, after), self.speller.listed(values))
                self.edge(name, self.block(end.otherwise, after), "else")
            case f.NextItem():
                self.add(name, "question", f"for each {self.speller.binders(end.loop.binders, end.loop.where)}")
                self.edge(name, self.block(end.body, after), "next")
                self.edge(name, self.block(end.done, after), "all done")
            case f.NextCount():
                count = self.counts.get(end.slot)
                self.add(name, "question", "again" if count is None else f"{self.speller.expression(count)} times")
                self.edge(name, self.block(end.body, after), "next")
                self.edge(name, self.block(end.done, after), "all done")
            case f.NextTurn():
                among = "" if end.turns.among is None else f" among {self.speller.expression(end.turns.among)}"
                self.add(name, "question", f"take turns from {self.speller.expression(end.turns.first)}{among}")
                self.edge(name, self.block(end.body, after), "next turn")
                if end.turns.among is not None:
                    self.edge(name, self.block(end.done, after), "nobody left")
            case f.NextDue():
                self.add(name, "question", "Is something left that was put off until now?")
                for phase_name, _, to in end.arms:
                    self.edge(name, self.block(to, after), phase_name.replace("_", " "))
                self.edge(name, self.block(end.done, after), "nothing left")
            case f.Call():
                phase = self.game.phases[end.phase]
                arguments = f"({self.speller.listed(end.arguments)})" if end.arguments else ""
                title = self.titled(phase)
                lines = (title, f"do {phase.name}{arguments}") if arguments else (title,)
                self.add(name, "step", *lines, target=f"phase-{phase.name}" if phase.title is not None else None)
                self.edge(name, self.block(end.to, after))
            case f.Decide():
                self.decide(name, end, after)
        return name

    def ruled(self, end: f.Branch) -> str | None:
        return None if end.label in ("if", "until") else f"rule-{end.label}"

    def question(self, end: f.Branch) -> tuple[str, ...]:
        condition = self.speller.expression(end.condition)
        if end.label in ("if", "until"):
            return (f"{'until ' if end.label == 'until' else ''}{condition}?",)
        rule = self.game.rules.get(end.label)
        title = end.label.replace("_", " ") if rule is None or rule.title is None else self.speller.text(rule.title)
        return (f"Rule: {title}", f"when {condition}")

    def decide(self, name: str, end: f.Decide, after: str) -> None:
        decision = self.flow.decisions[end.decision].decision
        who = "everyone" if decision.everyone else self.speller.expression(decision.who)
        self.add(name, "decision", f"{who} {decision.mode} choose")
        for offer in decision.offers:
            if isinstance(offer, st.OfferAction):
                self.offer(name, offer.action, offer.when, end, after)
                continue
            for inner in offer.offers:
                self.offer(name, inner.action, inner.when, end, after)
            self.offer(name, offer.commit, None, end, after)
        if decision.mode != "must":
            self.edge(name, self.block(end.skipped, after), "skip")
        elif end.nothing is not None:
            self.edge(name, self.block(end.nothing, after), "nothing legal")

    def offer(self, decision: str, offered: str, when: x.Expression | None, end: f.Decide, after: str) -> None:
        spell, action = self.speller, self.game.actions[offered]
        label = action.name.replace("_", " ") if action.label is None else spell.text(action.label)
        unit = self.flow.units.get(f"action {action.name}")
        needed = self.switches.of(when, action.when)
        if self.crowded:
            lines = [label, *dict.fromkeys(self.leads_to(action))]
            name = self.add(f"{decision}_{action.name}", "action", *lines, dashed=bool(needed), target=f"action-{action.name}")
            self.edge(decision, name, self.switches.named(needed), bool(needed))
            self.edge(name, self.block(end.after, after))
            return
        parameters = ", ".join(f"{p.name}: {self.domain(p.domain)}" for p in action.parameters)
        lines = [label, f"{action.name}({parameters})" if parameters else action.name]
        lines += [f"when {spell.expression(c)}" for c in (when, action.when) if c is not None]
        lines += [f"require {spell.expression(s.condition)}" for s in action.block.statements if isinstance(s, st.Require)]
        lines += [f"ensure {spell.expression(s.condition)}" for s in action.block.statements if isinstance(s, st.Ensure)]
        if unit is None:
            lines += [line for s in action.block.statements if (line := spell.statement(s)) is not None]
        name = self.add(f"{decision}_{action.name}", "action", *lines, dashed=bool(needed), target=f"action-{action.name}")
        after = self.block(end.after, after)
        self.edge(decision, name, self.switches.named(needed), bool(needed))
        self.edge(name, after if unit is None else self.block(unit.entry, after))

    def leads_to(self, action: st.Action) -> Iterator[str]:
        """Its rules, and the phases that it goes on with, by their titles."""
        for node in walk(action.block):
            match node:
                case st.Rule():
                    yield "• Rule: " + (node.name.replace("_", " ") if node.title is None else self.speller.text(node.title))
                case st.Do() | st.Later():
                    yield f"• {self.titled(self.game.phases[node.phase])}"

    def domain(self, domain: st.Domain) -> str:
        source = self.speller.expression(domain.source)
        match domain.mode:
            case "one":
                return source
            case "count":
                least, most = domain.least, domain.most
                assert least is not None
                number = self.speller.expression(least)
                if most is not None and self.speller.expression(most) != number:
                    number = f"{number}..{self.speller.expression(most)}"
                return f"{number} of {source}"
            case _:
                return f"{domain.mode} of {source}"

    # ---- words -----------------------------------------------------------------------------------------------------------

    def titled(self, phase: st.Phase) -> str:
        return phase.name.replace("_", " ") if phase.title is None else self.speller.text(phase.title)

    def parameters(self) -> tuple[str, ...]:
        names = ", ".join(name for name, _ in self.phase.parameters)
        return (f"for {names}",) if names else ()
