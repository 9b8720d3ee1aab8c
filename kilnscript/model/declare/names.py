"""Which names a declaration may take: a name, its owner and its place come in, findings come out."""

from kilnscript.diagnostics import Diagnostic, Label, Span
from kilnscript.model.builtins import ATTRIBUTES, FUNCTIONS, QUERIES, TYPE_NAMES, VALUES, Owner

RESERVED = frozenset(
    "from to then under as for when where in is and or not if else of by yes no none must may all times until among".split()
)
STATES = frozenset(("full", "empty"))
VERBS = frozenset(
    "let do require ensure move draw shuffle close roll pick slide mark clear reveal hide pay score log give end choose pass note award "
    "result repeat take case rule if for".split()
)
DIRECTION_NAMES = frozenset(
    ("north_east", "south_east", "south_west", "north_west")
)  # of layouts and tables; rules reach them by `directions`
BUILT_IN = frozenset((*VALUES, *FUNCTIONS, *QUERIES, *DIRECTION_NAMES, "option"))
OWNER_WORDS: dict[Owner, str] = {"player": "seat", "piece": "piece", "member": "member of a kind"}


class Names:
    """Every declared name with what it is and where; ``types`` are the names of kinds and components in the singular."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []
        self.taken: dict[str, tuple[str, Span]] = {}
        self.types: dict[str, tuple[str, Span]] = {}
        self.seat: dict[str, tuple[str, Span]] = {}

    def say(self, code: str, message: str, span: Span, hint: str | None = None, labels: tuple[Label, ...] = ()) -> None:
        self.found.append(Diagnostic(code, message, span, hint, labels))

    def declare(self, name: str, what: str, span: Span) -> None:
        """A name without a dot: a place, a variable, a table, …"""
        if self._refused(name, what, span):
            return
        if what == "variable" and name in VERBS:
            self.say(
                "K304",
                f"a variable cannot be called `{name}`: no line could assign it",
                span,
                f"`{name}` at the start of a line is a verb; take another name",
            )
        elif name in BUILT_IN:
            self.say("K305", f"`{name}` is built in", span, "take another name")
        else:
            self._take(self.taken, name, what, span)

    def member(self, name: str, what: str, span: Span) -> None:
        """A member of a kind or a symbolic value of an option: several kinds may share it."""
        if self._refused(name, what, span):
            return
        if name in BUILT_IN:
            self.say("K305", f"`{name}` is built in", span, "take another name")
            return
        before = self.taken.get(name)
        if before is None or not before[0].startswith(("member ", "value ")):
            self._take(self.taken, name, what, span)

    def type(self, name: str, what: str, span: Span) -> None:
        """A kind or a component, in the singular."""
        if self._refused(name, what, span):
            return
        if name in TYPE_NAMES:
            self.say("K305", f"`{name}` is a built-in type", span, "take another name")
        else:
            self._take(self.types, name, what, span)

    def own(self, owner: Owner | None, name: str, what: str, span: Span, others: dict[str, tuple[str, Span]]) -> None:
        """A name behind a dot; ``others`` are the names that this owner already has. None: an owner without built-in attributes."""
        if self._refused(name, what, span):
            return
        if owner == "player" and what == "variable" and name in VERBS:
            self.say("K304", f"a variable cannot be called `{name}`", span, f"`{name}` at the start of a line is a verb; take another name")
        elif owner is not None and name in ATTRIBUTES[owner]:
            self.say("K306", f"every {OWNER_WORDS[owner]} has a built-in `.{name}`", span, "take another name")
        else:
            self._take(others, name, what, span)

    def _refused(self, name: str, what: str, span: Span) -> bool:
        if name in RESERVED:
            self.say("K302", f"`{name}` is a reserved word and cannot name {_a(what.split(' of ')[0])}", span, "take another name")
            return True
        if name in STATES:
            self.say("K303", f"`{name}` names a state: `is {name}` could not be told apart", span, "take another name")
            return True
        return False

    def _take(self, where: dict[str, tuple[str, Span]], name: str, what: str, span: Span) -> None:
        before = where.get(name)
        if before is None:
            where[name] = (what, span)
            return
        self.say(
            "K301",
            f"`{name}` is declared twice: as {_a(before[0])} and as {_a(what)}",
            span,
            "rename one of them",
            (Label(before[1], "first declared here"),),
        )


def _a(what: str) -> str:
    return what if what.startswith(("the ", "all ")) else f"an {what}" if what[0] in "aeiou" else f"a {what}"
