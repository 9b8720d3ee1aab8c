"""Kinds, tokens and pieces as declared → the icons that stand for them."""

from __future__ import annotations

from collections.abc import Mapping

from kilnscript.compile.constants import Value
from kilnscript.compile.world import World
from kilnscript.model import types as t
from kilnscript.model.declarations import Component, Declarations, Member, Token
from kilnscript.publish.pages.page import Icon

NEUTRAL = "#333333"


class Icons:
    def __init__(self, declarations: Declarations) -> None:
        self.declarations = declarations

    def member(self, member: Member) -> Icon:
        return Icon(member.title, member.letter or "", member.glyph or "", member.ink or "")

    def token(self, token: Token) -> Icon:
        if token.kind_member is not None:
            kind, name = token.kind_member
            member = next(m for m in self.declarations.kinds[kind].members if m.name == name)
            return Icon(token.title, member.letter or "", member.glyph or "", member.ink or "", "token")
        return Icon(token.title, token.title[:1].upper(), "", "", "token")

    def piece(self, world: World, piece: int, letter: str | None = None, changed: Mapping[str, Value] | None = None) -> Icon:
        """``letter``: how it is written; without one, what all pieces that look alike have in common. ``changed``: its values that may
        change in play, for a piece in a game under way, which is told from those of other seats."""
        info = world.pieces[piece]
        component = self.declarations.components[info.component]
        values = {**info.values, **(changed or {})}
        member = self.signed(component, values)
        if letter is not None and member is not None and letter.casefold() in (member.name.casefold(), member.title.casefold()):
            letter = None  # it is told by the sign and the words
        words = info.name or (member.title if member is not None else component.title)
        owner = next((values[name] for name, kind in component.has.items() if isinstance(kind, t.Player)), None)
        if member is None and owner is not None and info.name is None and changed is not None:
            words = f"{component.title} of seat {owner + 1}"
        sign = component.icon if component.icon is not None and len(component.icon) <= 2 else ""
        shown = letter or (member.letter if member is not None and member.letter else "") or self.letter(component, values)
        return Icon(
            words if letter is None or letter in words else f"{words} {letter}",
            shown,
            sign or (member.glyph if member is not None and member.glyph else ""),
            (member.ink or "") if member is not None else self.neutral(component),
            "card" if component.file is not None else "piece",
        )

    def neutral(self, component: Component) -> str:
        """A dark ground for what has no colour among pieces that have one."""
        kinds = [kind.item.name for kind in component.has.values() if isinstance(kind, t.Optional) and isinstance(kind.item, t.Kind)]
        return NEUTRAL if any(member.ink for name in kinds for member in self.declarations.kinds[name].members) else ""

    def signed(self, component: Component, values: Mapping[str, Value]) -> Member | None:
        """The member that gives a piece its looks: of its first attribute whose members have any."""
        for name, kind in {**component.has, **component.changes}.items():
            inner = kind.item if isinstance(kind, t.Optional) else kind
            if isinstance(inner, t.Kind) and values.get(name) is not None and values[name] >= 0:
                member = self.declarations.kinds[inner.name].members[values[name]]
                if member.glyph or member.ink or member.letter:
                    return member
        return None

    def letter(self, component: Component, values: Mapping[str, Value]) -> str:
        """The sign that layouts use for it, where it is declared for exactly such pieces."""
        if len(component.letters) == 1 or not component.has:
            return component.letters[0].letter if component.letters else component.title[:1].upper()
        nameless = [declared.letter for declared in component.letters if all(values.get(name) == -1 for name in declared.values)]
        return nameless[0] if nameless else component.title[:1].upper()
