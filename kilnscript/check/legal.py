"""Simple proofs about decisions: a decision comes in, whether something in it is always, or never, legal goes out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from kilnscript.check.same import opposite
from kilnscript.check.settings import Setting, TooMany
from kilnscript.check.sizes import Sizes
from kilnscript.check.subject import Subject
from kilnscript.check.trees import walk
from kilnscript.compile.analysis import free_names
from kilnscript.compile.constants import NotConstant
from kilnscript.model import expressions as x
from kilnscript.model import statements as st


class Legal:
    def __init__(self, subject: Subject) -> None:
        self.game = subject.game
        self.settings = subject.settings
        self.sizes = Sizes(subject)

    def offers(self, decision: st.Decision) -> Iterator[tuple[st.Action, list[x.Expression]]]:
        """Actions on offer with their conditions; those of a transaction are moves too."""
        for offer in decision.offers:
            for each in offer.offers if isinstance(offer, st.Transaction) else (offer,):
                action = self.game.actions[each.action]
                yield action, [c for c in (each.when, action.when) if c is not None]

    # ---- always ------------------------------------------------------------------------------------------------------

    def always(self, decision: st.Decision) -> bool:
        """Whether something is surely legal: a free action, or two free ones with opposite conditions."""
        guarded: list[x.Expression] = []
        for action, conditions in self.offers(decision):
            if not self.free(action):
                continue
            open_conditions = [c for c in conditions if not self.ever(c, True)]
            if not open_conditions:
                return True
            if len(open_conditions) == 1:
                guarded.append(open_conditions[0])
        return any(opposite(one, other) for one, other in combinations(guarded, 2))

    def free(self, action: st.Action) -> bool:
        """Whether some choice of parameters is surely legal once the action is offered."""
        excluded = {parameter.name: 0 for parameter in action.parameters}
        for node in walk(action.block):
            if isinstance(node, st.Ensure):
                return False
            if isinstance(node, st.Require):
                name = self.exclusion(node.condition, excluded)
                if name is None:
                    return False
                excluded[name] += 1
        return all(self.filled(parameter.domain, excluded[parameter.name]) for parameter in action.parameters)

    def exclusion(self, condition: x.Expression, names: dict[str, int]) -> str | None:
        """The parameter of `at is not E`, where E does not depend on parameters."""
        if isinstance(condition, x.Same) and condition.negated:
            for one, other in ((condition.left, condition.right), (condition.right, condition.left)):
                if isinstance(one, x.Local) and one.name in names and not free_names(other) & set(names):
                    return one.name
        return None

    def filled(self, domain: st.Domain, excluded: int) -> bool:
        match domain.mode:
            case "any" | "order":
                return excluded == 0
            case "one":
                return self.sizes.least(domain.source) > excluded
            case "some":
                return excluded == 0 and self.sizes.least(domain.source) > 0
            case "count":
                wanted = domain.least
                return excluded == 0 and isinstance(wanted, x.NumberLiteral) and self.sizes.least(domain.source) >= wanted.value

    # ---- never -------------------------------------------------------------------------------------------------------

    def never(self, decision: st.Decision) -> bool:
        return all(
            any(self.ever(c, False) for c in conditions) or any(self.blank(p.domain) for p in action.parameters)
            for action, conditions in self.offers(decision)
        )

    def never_at(self, decision: st.Decision) -> Setting | None:
        """A setting at which conditions and requirements rule out every offer."""
        offers = [(action, [*conditions, *demanded(action)]) for action, conditions in self.offers(decision)]
        if not offers:
            return None
        try:
            settings = self.settings.all(self.settings.options_in(*(c for _, conditions in offers for c in conditions)))
            for setting in settings:
                if all(any(refuses(setting, c) for c in conditions) for _, conditions in offers):
                    return setting
        except TooMany:
            return None
        return None

    def blank(self, domain: st.Domain) -> bool:
        source = domain.source
        while isinstance(source, x.Convert):
            source = source.value
        return domain.mode in ("one", "some") and isinstance(source, x.ListLiteral) and not source.items

    def ever(self, condition: x.Expression, value: bool) -> bool:
        """Whether a condition has the same value at every setting."""
        try:
            return self.settings.ever(condition) == {value}
        except TooMany:
            return False


def demanded(action: st.Action) -> list[x.Expression]:
    """What an action requires whatever was chosen: the `require`s at the head of its body."""
    return [statement.condition for statement in action.block.statements if isinstance(statement, st.Require)]


def refuses(setting: Setting, condition: x.Expression) -> bool:
    try:
        return not setting.value(condition)
    except NotConstant:
        return False
