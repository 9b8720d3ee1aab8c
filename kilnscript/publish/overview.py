"""The order of play as a chart: the typed game comes in; setup, phases, decisions, loops and ends go out.

Phases with a title become boxes, or frames where titled phases lie inside them; helper phases fold into their callers. Each part of the
flow graph is summed up as the stations that come first and last in it, and how one follows another.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kilnscript.check.passing import Passing
from kilnscript.compile import flow as f
from kilnscript.compile.analysis import walk
from kilnscript.model import statements as st
from kilnscript.model.game import Game
from kilnscript.publish.chart import Chart, Edge, Frame, Node
from kilnscript.publish.drawn import Switches, drawn
from kilnscript.publish.spell import Speller

END = "end"
Options = frozenset[str]
NO_OPTIONS: Options = frozenset()
# Where a way leads (None: out of the part) and what is written at it → the options it needs.
Ways = dict[tuple[str | None, str], Options]


@dataclass(frozen=True, slots=True)
class State:
    """A point on the way: what is written at the way so far, and (``around``) the words of a loop whose head was just reached again."""

    block: int
    label: str = ""
    around: str = ""
    options: Options = NO_OPTIONS


@dataclass(slots=True)
class Part:
    """What a caller needs to know: stations first and last in a part; a way to None in ``first`` passes it without any."""

    first: Ways = field(default_factory=dict)
    last: Ways = field(default_factory=dict)


def add(ways: Ways, to: str | None, label: str, options: Options) -> None:
    """Of two ways alike, the one with fewer options counts."""
    key = (to, label)
    if key not in ways or len(options) < len(ways[key]):
        ways[key] = options


class Overview:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.flow = drawn(game)
        self.switches = Switches(game)
        self.speller = Speller(game.declarations)
        self.passing = Passing(game)
        self.backward = {way for unit in self.flow.units.values() for way in backward(self.flow, unit)}
        self.parts: dict[str, Part] = {}
        self.edges: dict[tuple[str, str, str], Options] = {}
        self.leaves: dict[str, bool] = {}

    def chart(self) -> Chart:
        game = self.game
        whole = Frame("play", f"{game.declarations.title}: order of play")
        chart = Chart(
            f"{game.declarations.name}",
            f"The order of play of {game.declarations.title}, from the setup to the end. Dashed: only with an option.",
            whole,
        )
        whole.nodes.append(
            Node("start", "start", ("Start" if game.setup is None else "Setup",), target=None if game.setup is None else "setup")
        )
        self.connect()
        self.place(whole)
        self.finish(whole, chart)
        order = {node.id: number for number, node in enumerate(nodes(whole))}
        merged: dict[tuple[str, str, bool], list[str]] = {}
        for (source, target, label), options in sorted(self.edges.items(), key=lambda e: (order[e[0][0]], order[e[0][1]])):
            words = ", ".join(part for part in (label, self.switches.named(options)) if part)
            merged.setdefault((source, target, bool(options)), []).append(words)
        for (source, target, dashed), labels in merged.items():
            if "" in labels:
                chart.edges.append(Edge(source, target, "", dashed))
            if any(labels):
                chart.edges.append(Edge(source, target, "\n".join(filter(None, labels)), dashed))
        return chart

    # ---- following the flow --------------------------------------------------------------------------------------------

    def connect(self) -> None:
        """Start, through setup and play, to the end."""
        sources: Ways = {("start", ""): NO_OPTIONS}
        for name in ("setup", "play"):
            if name not in self.flow.units:
                continue
            part = self.part(name)
            self.follow(sources, part.first)
            passed = self.joined(sources, part.first)
            sources = dict(part.last)
            for (station, label), options in passed.items():
                add(sources, station, label, options)
        self.follow(sources, {(END, ""): NO_OPTIONS})

    def joined(self, sources: Ways, first: Ways) -> Ways:
        """The sources that pass a part without a station in it."""
        found: Ways = {}
        for (to, label), options in first.items():
            if to is None:
                for (source, before), needed in sources.items():
                    add(found, source, before or label, needed | options)
        return found

    def follow(self, sources: Ways, ways: Ways) -> None:
        for (source, before), needed in sources.items():
            for (to, label), options in ways.items():
                if source is not None and to is not None:
                    self.edge(source, to, label or before, needed | options)

    def edge(self, source: str, target: str, label: str, options: Options) -> None:
        key = (source, target, label)
        if key not in self.edges or len(options) < len(self.edges[key]):
            self.edges[key] = options

    def part(self, unit: str) -> Part:
        if unit not in self.parts:
            part = self.parts[unit] = Part()
            entry = self.flow.units[unit].entry
            part.first = self.explore(entry)
            for number in self.blocks(entry):
                block = self.flow.blocks[number]
                if not ends(block):
                    self.go_on(part, block)
        return self.parts[unit]

    def blocks(self, entry: int) -> list[int]:
        found, pending = [], [entry]
        while pending:
            number = pending.pop(0)
            if number not in found:
                found.append(number)
                block = self.flow.blocks[number]
                if not ends(block):
                    pending += list(f.targets(block.end))
        return found

    def go_on(self, part: Part, block: f.Block) -> None:
        """What follows the stations of one block."""
        match block.end:
            case f.Call():
                sources = self.called(block.end.phase)[1]
                self.leave(part, sources, block.end.to)
            case f.Decide():
                name = f"decision_{block.end.decision}"
                decision = self.flow.decisions[block.end.decision].decision
                chosen: Ways = {}
                for action, options in self.offers(decision):
                    if f"action {action.name}" not in self.flow.units:
                        add(chosen, name, "", options)
                        continue
                    inner = self.part(f"action {action.name}")
                    start: Ways = {(name, self.named(action)): options}
                    self.follow(start, inner.first)
                    for (source, label), needed in {**self.joined({(name, ""): options}, inner.first), **inner.last}.items():
                        add(chosen, source, label, needed)
                self.leave(part, chosen, block.end.after)
                if decision.mode != "must":
                    self.leave(part, {(name, ""): NO_OPTIONS}, block.end.skipped)
                if block.end.nothing is not None:
                    self.leave(part, {(name, ""): NO_OPTIONS}, block.end.nothing)

    def leave(self, part: Part, sources: Ways, to: int) -> None:
        ways = self.explore(to)
        self.follow(sources, {way: o for way, o in ways.items() if way[0] is not None})
        for (source, label), options in self.joined(sources, ways).items():
            add(part.last, source, label, options)

    def explore(self, number: int) -> Ways:
        """The stations that may come first from a block on. A loop is drawn as if it ran at least once."""
        found: Ways = {}
        seen = set()
        pending = [State(number)]
        while pending:
            state = pending.pop(0)
            if state in seen:
                continue
            seen.add(state)
            block = self.flow.blocks[state.block]
            stop = ends(block)
            label = state.around or state.label
            if stop is not None:
                add(found, END, self.reason(stop) or label, state.options)
                continue
            match block.end:
                case f.Return():
                    add(found, None, state.label, state.options)
                case f.Decide():
                    add(found, f"decision_{block.end.decision}", label, state.options)
                case f.Call():
                    for (to, more), needed in self.called(block.end.phase)[0].items():
                        if to is None:
                            pending.append(self.step(state, block.end.to, state.options | needed))
                        else:
                            add(found, to, label or more, state.options | needed)
                case f.Branch() if block.end.label == "until":
                    pending.append(self.step(state, block.end.no, state.options))
                    if state.around:
                        left = self.step(state, block.end.yes, state.options)
                        pending.append(left if (state.block, block.end.yes) in self.backward else replace(left, around=""))
                case f.Branch():
                    pending.append(self.step(state, block.end.yes, state.options | self.switches.of(block.end.condition)))
                    pending.append(self.step(state, block.end.no, state.options))
                case f.NextItem() | f.NextCount() | f.NextTurn():
                    body = self.step(state, block.end.body, state.options)
                    came_back = (state.block, block.end.body) in self.backward
                    pending.append(replace(body, label=label, around=body.around if came_back else ""))
                    if state.around and not endless(block.end):
                        left = self.step(state, block.end.done, state.options)
                        pending.append(left if (state.block, block.end.done) in self.backward else replace(left, around=""))
                case _:
                    pending += [self.step(state, to, state.options) for to in f.targets(block.end)]
        return found

    def step(self, state: State, to: int, options: Options) -> State:
        """On to another block; the way back to the head of a loop gets that loop's words."""
        if (state.block, to) not in self.backward:
            return State(to, state.label, state.around, options)
        return State(to, state.label, self.again(state.block, to), options)

    def called(self, phase: str) -> tuple[Ways, Ways]:
        """First and last stations of a phase: itself, where no titled phase lies in it."""
        if self.leaf(phase):
            station: Ways = {(f"phase_{phase}", ""): NO_OPTIONS}
            return station, {} if self.passing.phase_stops(phase) else dict(station)
        part = self.part(phase)
        return part.first, part.last

    def again(self, source: int, target: int) -> str:
        """What is written at the way back to the head of a loop."""
        end = self.flow.blocks[target].end
        if any(isinstance(step, f.EndTurns) for step in self.flow.blocks[source].steps):
            return "next turn"
        if isinstance(end, f.NextItem):
            return "next " + " and ".join(binder.name.replace("_", " ") for binder in end.loop.binders)
        return "again"

    # ---- what is in what -----------------------------------------------------------------------------------------------

    def leaf(self, phase: str) -> bool:
        if phase not in self.leaves:
            titled = self.game.phases[phase].title is not None
            self.leaves[phase] = titled and not any(self.game.phases[p].title is not None for p in self.inside(phase))
        return self.leaves[phase]

    def inside(self, phase: str) -> list[str]:
        """All phases that a phase comes to."""
        found: list[str] = []
        pending = [phase]
        while pending:
            for name in self.does(pending.pop(0)):
                if name not in found:
                    found.append(name)
                    pending.append(name)
        return found

    def does(self, unit: str) -> list[str]:
        """Phases that a phase, setup or play does itself, or through actions it offers."""
        game = self.game
        block = {"setup": game.setup, "play": game.play}[unit] if unit in ("setup", "play") else game.phases[unit].block
        found: list[str] = []
        pending: list[object] = [block]
        actions: set[str] = set()
        while pending:
            for node in walk(pending.pop(0)):
                if isinstance(node, st.Do | st.Later):
                    found.append(node.phase)
                for name in names(node):
                    if name not in actions:
                        actions.add(name)
                        pending.append(game.actions[name].block)
        return list(dict.fromkeys(found))

    def place(self, whole: Frame) -> None:
        """Puts every station into the innermost frame around all its callers."""
        frames: dict[str, Frame] = {}
        homes: dict[str, list[str]] = {}
        for unit in ("setup", "play"):
            if unit in self.flow.units:
                self.homes(unit, "", homes)
        for phase in self.game.phases.values():
            if phase.title is not None and phase.name in homes and not self.leaf(phase.name):
                frames[phase.name] = Frame(phase.name, self.speller.text(phase.title), f"phase-{phase.name}")
        trail: dict[str, list[str]] = {"": []}
        for name in homes:
            self.trail(name, homes, trail)
        for name, frame in frames.items():
            around = trail[name]
            (frames[around[-1]] if around else whole).frames.append(frame)
        stations = {target for _, target, _ in self.edges} | {source for source, _, _ in self.edges}
        for name in homes:
            if name in frames:
                continue
            node = self.node(name)
            if node.id in stations:
                (frames[trail[name][-1]] if trail[name] else whole).nodes.append(node)

    def homes(self, unit: str, home: str, found: dict[str, list[str]]) -> None:
        """For each station and frame, the frames it is used from."""
        for node in self.flow.decisions:
            if node.unit in (unit, *self.actions_of(unit)):
                found.setdefault(f"#{node.number}", []).append(home)
        for name in self.does(unit):
            phase = self.game.phases[name]
            if phase.title is None:
                self.homes(name, home, found)
            elif name in found:
                found[name].append(home)
            else:
                found[name] = [home]
                if not self.leaf(name):
                    self.homes(name, name, found)

    def actions_of(self, unit: str) -> list[str]:
        """Units of actions that decisions in a unit offer, and of those offered inside these."""
        found = [unit]
        for name in found:
            for node in self.flow.decisions:
                if node.unit == name:
                    for offer in (o for o in walk(node.decision) for o in names(o)):
                        if f"action {offer}" in self.flow.units and f"action {offer}" not in found:
                            found.append(f"action {offer}")
        return found[1:]

    def trail(self, name: str, homes: dict[str, list[str]], trail: dict[str, list[str]]) -> list[str]:
        """The frames around a station, outermost first: what the trails of all its callers have in common."""
        if name not in trail:
            ways = [[*self.trail(home, homes, trail), home] if home else [] for home in homes[name]]
            common: list[str] = []
            for level in zip(*ways, strict=False):
                if len(set(level)) > 1:
                    break
                common.append(level[0])
            trail[name] = common
        return trail[name]

    # ---- words -----------------------------------------------------------------------------------------------------------

    def node(self, name: str) -> Node:
        if name.startswith("#"):
            node = self.flow.decisions[int(name[1:])]
            lines = tuple(self.lines(node.decision))
            return Node(f"decision_{node.number}", "decision", (self.asked(node.decision), *lines))
        phase = self.game.phases[name]
        assert phase.title is not None
        lines = tuple(dict.fromkeys(line for decision in self.decisions(name) for line in decision))
        needed = [options for (_, target, _), options in self.edges.items() if target == f"phase_{name}"]
        return Node(f"phase_{name}", "step", (self.speller.text(phase.title), *lines), bool(needed) and all(needed), f"phase-{name}")

    def asked(self, decision: st.Decision) -> str:
        who = "everyone" if decision.everyone else self.speller.expression(decision.who)
        return f"{who} {decision.mode} choose"

    def decisions(self, phase: str) -> list[list[str]]:
        """The offers of the decisions of a phase and of the helpers it does, each with the options around it."""
        found: list[list[str]] = []
        self.gather(self.game.phases[phase].block, NO_OPTIONS, found, set())
        return found

    def gather(self, node: object, options: Options, found: list[list[str]], seen: set[str]) -> None:
        match node:
            case tuple():
                for item in node:
                    self.gather(item, options, found, seen)
            case st.Block():
                self.gather(node.statements, options, found, seen)
            case st.Rule():
                self.gather(node.block, options | self.switches.of(node.when), found, seen)
            case st.If():
                self.gather(node.then, options | self.switches.of(node.condition), found, seen)
                self.gather(node.otherwise, options, found, seen)
            case st.Case():
                self.gather((*(arm.block for arm in node.arms), node.otherwise), options, found, seen)
            case st.ForEach() | st.RepeatTimes() | st.TakeTurns():
                self.gather(node.block, options, found, seen)
            case st.RepeatUntil():
                self.gather((node.block, node.otherwise), options, found, seen)
            case st.Do() | st.Later() if node.phase not in seen:
                seen.add(node.phase)
                self.gather(self.game.phases[node.phase].block, options, found, seen)
            case st.Decision():
                found.append(list(self.lines(node, options)))
                self.gather(tuple(action.block for action, _ in self.offers(node)), options, found, seen)
                self.gather(node.otherwise, options, found, seen)
            case _:
                pass

    def lines(self, decision: st.Decision, options: Options = NO_OPTIONS) -> list[str]:
        found = []
        for action, needed in self.offers(decision):
            switched = self.switches.named(options | needed)
            found.append(f"• {self.named(action)}" + (f" ({switched})" if switched else ""))
        return found

    def offers(self, decision: st.Decision) -> list[tuple[st.Action, Options]]:
        """Actions on offer, those of a transaction and its commit too, with the options that switch them on."""
        found = []
        for offer in decision.offers:
            for each in offer.offers if isinstance(offer, st.Transaction) else (offer,):
                action = self.game.actions[each.action]
                found.append((action, self.switches.of(each.when, action.when)))
            if isinstance(offer, st.Transaction):
                found.append((self.game.actions[offer.commit], NO_OPTIONS))
        return found

    def named(self, action: st.Action) -> str:
        """The label of an action, or its name in words where the label depends on what is chosen."""
        if action.label is not None and all(isinstance(part, str) for part in action.label.parts):
            return self.speller.text(action.label)
        return action.name.replace("_", " ")

    def reason(self, end: st.EndGame) -> str:
        return "" if end.reason is None else self.speller.text(end.reason)

    # ---- the end -----------------------------------------------------------------------------------------------------------

    def finish(self, whole: Frame, chart: Chart) -> None:
        """Ends inside phases, watches, and the scoring before the end."""
        for name in [name for name in self.game.phases if self.leaf(name)]:
            if any(target == f"phase_{name}" for _, target, _ in self.edges):
                for stop in self.stops(name):
                    self.edge(f"phase_{name}", END, self.reason(stop), NO_OPTIONS)
        for watch in self.game.watches:
            reason = self.speller.text(watch.reason) if watch.reason is not None else watch.name.replace("_", " ")
            whole.nodes.append(Node(f"watch_{watch.name}", "note", (f"At any time: {reason}",), target=f"end-{watch.name}"))
            self.edge(f"watch_{watch.name}", END, "", self.switches.of(watch.when))
        if not any(target == END for _, target, _ in self.edges):
            return
        if self.game.scoring is not None:
            whole.nodes.append(Node("scoring", "step", ("Scoring",), target="scoring"))
            self.edges = {(s, "scoring" if t == END else t, label): o for (s, t, label), o in self.edges.items()}
            self.edge("scoring", END, "", NO_OPTIONS)
        whole.nodes.append(Node(END, "end", ("End of the game",), target="end"))

    def stops(self, phase: str) -> list[st.EndGame]:
        """The ends of the game in a phase, its helpers and the actions it offers."""
        found: list[st.EndGame] = []
        actions: set[str] = set()
        pending: list[object] = [self.game.phases[name].block for name in (phase, *self.inside(phase))]
        while pending:
            for node in walk(pending.pop(0)):
                if isinstance(node, st.EndGame):
                    found.append(node)
                for name in names(node):
                    if name not in actions:
                        actions.add(name)
                        pending.append(self.game.actions[name].block)
        return found


def names(node: object) -> list[str]:
    """Actions that a node offers."""
    match node:
        case st.OfferAction():
            return [node.action]
        case st.Transaction():
            return [node.commit]
        case _:
            return []


def nodes(frame: Frame) -> list[Node]:
    return [*frame.nodes, *(node for inner in frame.frames for node in nodes(inner))]


def ends(block: f.Block) -> st.EndGame | None:
    """The end of the game in a block: what stands behind it does not count."""
    return next((step for step in block.steps if isinstance(step, st.EndGame)), None)


def endless(end: f.End) -> bool:
    """A loop over turns that nobody drops out of is never left at its head."""
    return isinstance(end, f.NextTurn) and end.turns.among is None


def backward(flow: f.Flow, unit: f.Unit) -> list[tuple[int, int]]:
    """The edges of a unit that lead back to the head of a loop."""
    found: list[tuple[int, int]] = []
    done: set[int] = set()
    path: list[int] = []

    def visit(number: int) -> None:
        path.append(number)
        for to in f.targets(flow.blocks[number].end):
            if to in path:
                found.append((number, to))
            elif to not in done:
                visit(to)
        path.pop()
        done.add(number)

    visit(unit.entry)
    return found
