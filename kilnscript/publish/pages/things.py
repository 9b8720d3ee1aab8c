"""What there is in a game → items of its page: components with icons and counts, members of kinds, places, the score track."""

from __future__ import annotations

from collections.abc import Iterator

from kilnscript.compile.constants import NotConstant
from kilnscript.compile.world import PlaceInfo
from kilnscript.model import types as t
from kilnscript.model.declarations import Component, Kind, Place, Token
from kilnscript.model.types import Type
from kilnscript.publish.pages.icons import Icons
from kilnscript.publish.pages.page import Figure, Icon, Item, Paragraph, Part, Table, Text
from kilnscript.publish.pages.settings import Setting
from kilnscript.publish.pages.words import Words, joined, plain

MOST_ICONS = 8  # of one component
MOST_VALUES = 8  # that are counted one by one

FORMS = {
    "slot": "room for one piece",
    "pile": "a pile without an order",
    "bag": "drawn from blindly",
    "deck": "a deck, drawn from its top",
    "stack": "a stack, whose top is seen",
    "purse": "for what is counted",
}


class Things:
    def __init__(self, words: Words) -> None:
        self.words = words
        self.declarations = words.declarations
        self.figures = words.figures
        self.icons = Icons(words.declarations)

    def meaning(self, *names: str) -> Text:
        """What the glossary says of the first of these that it knows."""
        for name in names:
            if name in self.declarations.glossary:
                return self.words.text(self.declarations.glossary[name])
        return ()

    # ---- components ------------------------------------------------------------------------------------------------------

    def components(self) -> Iterator[Item]:
        rows: list[tuple[Text, ...]] = []
        for component in self.declarations.components.values():
            count = self.figures.figure(lambda setting, name=component.name: str(len(setting.world.pieces_of[name])))  # type: ignore[misc]
            about = self.meaning(component.name)
            if component.data is not None:
                about = (*about, " " if about else "", f"({component.data[:1].upper()}{component.data[1:]}.)")
            rows.append((self.signs(component), (component.title,), (count,), self.values(component), about))
        for token in self.declarations.tokens.values():
            if token.any_of is None:
                icon = self.icons.token(token)
                rows.append(((icon,), (token.title,), (self.supply(token),), (), self.meaning(token.name)))
        if rows:
            rows = without_empty(rows, 4)
            headings = ("Icon", "Component", "Count", "Kinds", "What it is")[: len(rows[0])]
            yield Table("table-components", "What is in the box", headings, tuple(rows))
        for kind in self.declarations.kinds.values():
            yield from self.members(kind)
        places = [self.place(place) for place in self.declarations.places.values()]
        if places:
            places = without_empty(places, 4)
            headings = ("Place", "How many", "Form", "Who sees what lies there", "What it is for")[: len(places[0])]
            yield Table("table-places", "Places on the table", headings, tuple(places))
        scores = self.declarations.scores
        if scores is not None and scores.track is not None:
            low, high = scores.track
            whose = "each seat" if scores.per == "player" else f"each {scores.per.replace('_', ' ')}"
            yield Paragraph((f"A score track from {low} to {high}, with a disc for {whose}.",))

    def supply(self, token: Token) -> Figure | str:
        supply = token.supply
        return "unlimited" if supply is None else self.figures.figure(lambda setting: str(setting.constants.number(supply)))

    def signs(self, component: Component) -> Text:
        world = self.figures.settings.at(self.declarations.players[1], {}).world
        found: dict[Icon, None] = {}
        for piece in world.pieces_of[component.name]:
            found[self.icons.piece(world, piece)] = None
            if len(found) == MOST_ICONS:
                break
        return spaced(list(found))

    def values(self, component: Component) -> Text:
        """How many there are with each value of the first attribute that can be said, or nothing."""
        for name, kind in component.has.items():

            def say(setting: Setting, name: str = name, kind: Type = kind) -> str:
                found: dict[str, int] = {}
                for number in setting.world.pieces_of[component.name]:
                    piece = setting.world.pieces[number]
                    words = piece.name or setting.say(piece.values[name], kind)
                    found[words] = found.get(words, 0) + 1
                if len(set(found.values())) == 1 and (isinstance(kind, t.Player) or len(found) > MOST_VALUES):
                    each = "seat" if isinstance(kind, t.Player) else name.replace("_", " ")
                    return f"{next(iter(found.values()))} for each {each}"
                return ", ".join(f"{count} × {words}" for words, count in found.items())

            try:
                first: tuple[Part, ...] = (self.figures.figure(say),)
            except NotConstant:
                continue
            numbers = [(n, k) for n, k in component.has.items() if n != name and isinstance(k, t.Optional | t.Number)]
            return (*first, *(part for n, k in numbers for part in self.span(n, k)))
        return ()

    def span(self, name: str, kind: Type) -> tuple[Part, ...]:
        """`, number 1 to 13`."""
        inner = kind.item if isinstance(kind, t.Optional) else kind
        if isinstance(inner, t.Number) and isinstance(inner.low, int) and isinstance(inner.high, int):
            return (f"; {name.replace('_', ' ')} {inner.low} to {inner.high}",)
        return ()

    # ---- kinds -----------------------------------------------------------------------------------------------------------

    def members(self, kind: Kind) -> Iterator[Item]:
        """A row for every member, where there is more to tell than its name."""
        signed = any(m.letter or m.glyph or m.ink for m in kind.members)
        meant = any(m.name in self.declarations.glossary for m in kind.members)
        if not signed and not meant and not kind.attributes:
            return
        if kind.name in self.declarations.glossary:
            yield Paragraph(self.meaning(kind.name))
        rows: list[tuple[Text, ...]] = []
        for member in kind.members:
            sign: Text = (self.icons.member(member),)
            values = tuple(self.value(member.values[name], of) for name, of in kind.attributes.items())
            rows.append(((*(sign if signed else ()),), (member.title,), *values, self.meaning(member.name)))
        headings = ["Icon", plain(kind.title), *map(plain, kind.attributes), "What it is"]
        if not meant:
            headings.pop()
            rows = [row[:-1] for row in rows]
        if not signed:
            headings.pop(0)
            rows = [row[1:] for row in rows]
        yield Table(f"table-kind-{kind.name}", plain(kind.plural), tuple(headings), tuple(rows))

    def value(self, value: object, kind: Type) -> Text:
        try:
            return (self.figures.figure(lambda setting: setting.say(setting.value(value), kind)),)  # type: ignore[arg-type]
        except NotConstant:
            return ()

    # ---- places ----------------------------------------------------------------------------------------------------------

    def place(self, place: Place) -> tuple[Text, ...]:
        about = self.meaning(place.name) or (() if place.text is None else (place.text,))
        return (place.title,), self.number(place), self.form(place), (seen(place),), about

    def number(self, place: Place) -> Text:
        """`5 for each seat`."""
        numbers = [key for key in place.keys if key.of == "number"]

        def count(setting: Setting) -> str:
            found = 1
            for key in numbers:
                values = setting.world.key_values(key)
                found *= len(values)
            return str(found)

        whose = [{"player": "seat"}.get(key.of) or (key.kind or "").replace("_", " ") for key in place.keys if key.of != "number"]
        if place.as_needed:
            return ("as many as needed",)
        first: Part = self.figures.figure(count) if numbers else "1"
        return (first, f" for each {joined(whose)}") if whose else (first,)

    def form(self, place: Place) -> Text:
        if place.marks:
            held = "for marks, not pieces"
        else:
            names = [self.declarations.components[n].title for n in place.holds if n in self.declarations.components]
            names += [self.declarations.tokens[n].title for n in place.holds if n in self.declarations.tokens]
            names += [self.declarations.kinds[n].plural.replace("_", " ") for n in place.holds if n in self.declarations.kinds]
            held = f"for {joined(names)}"
        if place.shape not in ("grid", "row"):
            return (f"{FORMS.get(place.shape, place.shape)}, {held}",)

        def shape(setting: Setting) -> str:
            family = setting.world.family[place.name]
            sizes = list(dict.fromkeys(size(info) for info in family))
            arrows = len(setting.world.arrows_of(family[0])) if place.arrows and family else 0
            return f"{joined(sizes, 'or')} cells" + (f" with {arrows} arrows around" if arrows else "")

        return (self.figures.figure(shape), f", {held}")


def size(info: PlaceInfo) -> str:
    return f"{info.rows} × {info.columns}" if info.declared.shape == "grid" else str(info.columns)


def seen(place: Place) -> str:
    number = "; how many is open to all" if place.size_public else ""
    match place.sees:
        case "all":
            return "everyone"
        case "owner":
            return f"its seat{number}"
        case "none":
            return f"nobody{number}"


def without_empty(rows: list[tuple[Text, ...]], last: int) -> list[tuple[Text, ...]]:
    """The rows without their last column where it is empty throughout."""
    return rows if any(row[last] for row in rows) else [row[:last] for row in rows]


def spaced(icons: list[Icon]) -> Text:
    found: list[Part] = []
    for icon in icons:
        found += [" ", icon] if found else [icon]
    return tuple(found)
