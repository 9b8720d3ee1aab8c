"""Moving pieces and tokens: the verbs of the language over a state, by the names generated code calls them.

Every piece is always in exactly one place; only ``put`` and ``lift`` (generated, they keep masks up to date) touch cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from kilnscript.compile.names import python_name
from kilnscript.compile.world import BOX, SUPPLY, World
from kilnscript.engine.faults import RuleFault
from kilnscript.engine.state import State
from kilnscript.engine.values import LARGEST, bits, nth_bit, pack

LOOSE, PILED, CELLED, PURSE = range(4)  # how a place keeps what lies in it
Targets = tuple[tuple[int, int], ...]
"""(place, -1) or (-1, cell), one after the other."""


def kinds_of_places(world: World) -> tuple[int, ...]:
    by_shape = {"box": LOOSE, "pile": LOOSE, "bag": LOOSE, "deck": PILED, "stack": PILED, "purse": PURSE, "supply": PURSE}
    return tuple(by_shape.get(info.declared.shape, CELLED) for info in world.places)


def functions(world: World, generated: Mapping[str, Callable[..., None]], sorts: tuple[int, ...]) -> dict[str, Callable[..., Any]]:
    """``_put``, ``_lift`` and ``_lay`` come from the generated module; ``sorts``: what pieces look like, by number."""
    put, lift, lay = generated["_put"], generated["_lift"], generated["_lay"]
    keeps = kinds_of_places(world)
    on_top = tuple(info.declared.shape == "deck" for info in world.places)
    cells_of = tuple(tuple(info.cells) for info in world.places)
    masks = tuple(((1 << len(info.cells)) - 1) << info.cells.start for info in world.places)
    place_of_cell = tuple(c.place for c in world.cells)
    pushes = tuple(a.cells for a in world.arrows)
    push_masks = tuple(sum(1 << cell for cell in a.cells) for a in world.arrows)
    changing = sorted({f"value_{python_name(a)}" for c in world.declarations.components.values() for a in c.changes})
    tokens = len(world.tokens)
    marked = tuple(info.declared.marks for info in world.places)

    def label(place: int) -> str:
        return world.places[place].label

    def take(s: State, piece: int) -> None:
        """Takes a piece out of where it is."""
        place = s.place_of[piece]
        keep = keeps[place]
        if keep == CELLED:
            lift(s, piece, s.cell_of[piece])
        elif keep == LOOSE:
            s.bags[place] &= ~(1 << piece)
        else:
            s.piles[place] = tuple(p for p in s.piles[place] if p != piece)
        if s.shown:
            s.shown = {p: seats for p, seats in s.shown.items() if p != piece}

    def to_cell(s: State, piece: int, cell: int) -> None:
        if piece < 0:
            return
        if cell < 0:
            raise RuleFault("K803", "a piece would move to a cell that is not there", "test the cell with `is not none` first")
        if s.at[cell] >= 0 and s.at[cell] != piece:
            raise RuleFault("K803", f"{world.cells[cell].label} already holds a piece", "move that piece away first")
        take(s, piece)
        put(s, piece, cell)
        s.place_of[piece] = place_of_cell[cell]

    def fits(s: State, piece: int, place: int, under: bool) -> bool:
        """Puts a piece into a place if there is room."""
        keep = keeps[place]
        if keep == LOOSE:
            take(s, piece)
            s.bags[place] |= 1 << piece
        elif keep == PILED:
            take(s, piece)
            pile = s.piles[place]
            s.piles[place] = (piece, *pile) if on_top[place] is not under else (*pile, piece)
        elif keep == CELLED:
            free = masks[place] & ~s.occupied
            if not free:
                return s.place_of[piece] == place
            take(s, piece)
            put(s, piece, (free & -free).bit_length() - 1)
        else:
            raise RuleFault("K803", f"{label(place)} holds tokens, no pieces", None)
        s.place_of[piece] = place
        return True

    def to_place(s: State, piece: int, place: int) -> None:
        if piece < 0:
            return
        if place < 0:
            raise RuleFault("K803", "a piece would move to a place that is not there", None)
        if not fits(s, piece, place, False):
            raise RuleFault("K803", f"there is no room in {label(place)}", "say with `then` where the rest goes")

    def move(s: State, pieces: Iterable[int], targets: Targets, under: bool) -> None:
        goal, only = targets[0]
        if only < 0 <= goal and keeps[goal] == LOOSE:  # there is room for everything
            for piece in tuple(pieces):
                take(s, piece)
                s.bags[goal] |= 1 << piece
                s.place_of[piece] = goal
            return
        for piece in tuple(pieces):
            for place, cell in targets:
                if cell >= 0:
                    if s.at[cell] < 0:
                        to_cell(s, piece, cell)
                        break
                elif place >= 0 and fits(s, piece, place, under):
                    break
            else:
                last = targets[-1][0]
                where = label(last) if last >= 0 else "the last cell"
                raise RuleFault("K803", f"there is no room in {where}", "say with `then` where the rest goes")

    def contents(s: State, place: int) -> tuple[int, ...]:
        """Pieces in their order where there is one."""
        if place < 0:
            return ()
        keep = keeps[place]
        if keep == CELLED:
            at = s.at
            return tuple([at[c] for c in cells_of[place] if at[c] >= 0])
        if keep == LOOSE:
            return bits(s.bags[place])
        return s.piles[place] if keep == PILED else ()

    def set_in(s: State, place: int) -> int:
        """Pieces as a bit set."""
        return s.bags[place] if place >= 0 and keeps[place] == LOOSE else pack(contents(s, place))

    def count(s: State, place: int) -> int:
        if place < 0:
            return 0
        keep = keeps[place]
        if keep == CELLED:
            return ((s.marks if marked[place] else s.occupied) & masks[place]).bit_count()
        if keep == LOOSE:
            return s.bags[place].bit_count()
        if keep == PILED:
            return len(s.piles[place])
        return sum(n for n in s.tokens[place * tokens : (place + 1) * tokens] if n > 0)

    def room(s: State, place: int) -> int | None:
        if place < 0 or keeps[place] != CELLED:
            return None
        return len(cells_of[place]) - count(s, place)

    def first(s: State, place: int) -> int:
        if place >= 0 and keeps[place] == CELLED:
            filled = masks[place] & s.occupied
            return s.at[(filled & -filled).bit_length() - 1]  # at[-1] is none
        found = contents(s, place)
        return found[0] if found else -1

    def last(s: State, place: int) -> int:
        if place >= 0 and keeps[place] == CELLED:
            return s.at[(masks[place] & s.occupied).bit_length() - 1]
        found = contents(s, place)
        return found[-1] if found else -1

    def top(s: State, place: int) -> int:
        return first(s, place) if place >= 0 and on_top[place] else last(s, place)

    def draw(s: State, number: int, place: int, targets: Targets, under: bool) -> None:
        for _ in range(number):
            if keeps[place] == PILED:
                piece = top(s, place)
            elif keeps[place] == LOOSE:
                there = s.bags[place]
                piece = nth_bit(there, s.stream.below(there.bit_count())) if there else -1
            else:
                found = contents(s, place)
                piece = found[s.stream.below(len(found))] if found else -1
            if piece < 0:
                return
            move(s, (piece,), targets, under)

    def draw_from(s: State, number: int, pieces: Iterable[int], targets: Targets, under: bool) -> None:
        pool = list(pieces)
        for _ in range(min(number, len(pool))):
            move(s, (pool.pop(s.stream.below(len(pool))),), targets, under)

    def shuffle(s: State, place: int) -> None:
        """Fisher–Yates from the last piece down. A place without order has none to change."""
        if keeps[place] != PILED:
            return
        pile = list(s.piles[place])
        for i in range(len(pile) - 1, 0, -1):
            j = s.stream.below(i + 1)
            pile[i], pile[j] = pile[j], pile[i]
        s.piles[place] = tuple(pile)

    def close_up(s: State, place: int) -> None:
        there = contents(s, place)
        for piece in there:
            lift(s, piece, s.cell_of[piece])
        for piece, cell in zip(there, cells_of[place], strict=False):
            put(s, piece, cell)

    def slide(s: State, piece: int, arrow: int, out: int) -> None:
        """The piece enters beside the arrow and pushes; the first empty cell takes up the push, else the last piece drops out."""
        if piece < 0 or arrow < 0:
            raise RuleFault("K811", "there is nothing to push in", None)
        take(s, piece)
        line = pushes[arrow]
        pushed = [s.at[cell] for cell in line]
        s.place_of[piece] = place_of_cell[line[0]]
        if -1 in pushed:
            free = pushed.index(-1)
            lay(s, (piece, *pushed[:free]), line, sum([1 << cell for cell in line[: free + 1]]))
            return
        moving = pushed[-1]
        lay(s, (piece, *pushed[:-1]), line, push_masks[arrow])
        s.cell_of[moving] = -1
        keep = keeps[out] if out >= 0 else PURSE
        if keep == LOOSE:
            s.bags[out] |= 1 << moving
        elif keep == PILED:
            s.piles[out] = (moving, *s.piles[out]) if on_top[out] else (*s.piles[out], moving)
        elif keep == CELLED and (free := masks[out] & ~s.occupied):
            put(s, moving, (free & -free).bit_length() - 1)
        else:
            raise RuleFault("K803", f"there is no room in {label(out) if out >= 0 else 'the place'} for what drops out", None)
        s.place_of[moving] = out

    def pick(s: State, items: Iterable[Any]) -> Any:
        pool = tuple(items)
        if not pool:
            raise RuleFault("K809", "`pick` has nothing to choose from", "test that there is something first")
        return pool[s.stream.below(len(pool))]

    def roll(s: State, dice: Iterable[int], setter: Callable[..., None], values: tuple[Any, ...]) -> None:
        for die in dice:
            setter(s, die, values[s.stream.below(len(values))])

    def look(s: State, piece: int) -> Any:
        """What a piece is compared by: a cell tells two pieces apart, another place does not."""
        if piece < 0:
            return -1
        if s.cell_of[piece] >= 0:
            return piece
        values = tuple([getattr(s, a)[piece] for a in changing])
        return -2, sorts[piece], s.place_of[piece], values

    def face(s: State, piece: int) -> Any:
        return (sorts[piece], *[getattr(s, a)[piece] for a in changing]) if piece >= 0 else -1

    def look_of_place(s: State, place: int) -> Any:
        """What lies in a place, by look: cell by cell, in order, or counted."""
        keep = keeps[place]
        if keep == CELLED:
            if marked[place]:
                return s.marks & masks[place]
            s.steps += len(cells_of[place])
            return tuple([face(s, s.at[c]) for c in cells_of[place]])
        if keep == PURSE:
            return tuple(s.tokens[place * tokens : (place + 1) * tokens])
        found = [face(s, p) for p in contents(s, place)]
        return tuple(found if keep == PILED else sorted(found))

    def move_tokens(s: State, amount: tuple[int, ...] | None, source: int, target: int) -> None:
        """``amount`` None: all there is. A count of -1 is an unlimited supply."""
        for token in range(tokens):
            at, to = source * tokens + token, target * tokens + token
            there = s.tokens[at]
            number = (max(there, 0) if source != SUPPLY else 0) if amount is None else amount[token]
            if number < 0:
                raise RuleFault("K804", f"{number} tokens cannot be moved", None)
            if there >= 0:
                if number > there:
                    name = world.tokens[token]
                    raise RuleFault("K804", f"{number} {name} would leave {label(source)}, which holds {there}", "test what is there first")
                s.tokens[at] = there - number
            if s.tokens[to] >= 0:
                s.tokens[to] += number
                if s.tokens[to] > LARGEST:
                    raise RuleFault("K812", f"{label(target)} would hold too many {world.tokens[token]}", None)

    def purse(s: State, place: int) -> tuple[int, ...]:
        return tuple(s.tokens[place * tokens : (place + 1) * tokens])

    def reveal(s: State, pieces: Iterable[int], seats: int) -> None:
        s.shown = {**s.shown, **{piece: s.shown.get(piece, 0) | seats for piece in pieces}}

    def hide(s: State, pieces: Iterable[int]) -> None:
        gone = set(pieces)
        s.shown = {piece: seats for piece, seats in s.shown.items() if piece not in gone}

    def arrive(s: State, passed: list[tuple[Iterable[int], int]]) -> None:
        """What was handed on arrives, all at once."""
        seen: set[int] = set()
        for pieces, place in passed:
            for piece in tuple(pieces):
                if piece in seen:
                    raise RuleFault("K810", "a piece is handed on twice", None)
                seen.add(piece)
                to_place(s, piece, place)

    assert BOX == 0
    return {
        "_to_cell": to_cell, "_to_place": to_place, "_move": move, "_pieces": contents, "_set_in": set_in, "_count": count, "_room": room,
        "_first": first, "_last_in": last, "_top": top, "_draw": draw, "_draw_from": draw_from, "_shuffle": shuffle, "_close_up": close_up,
        "_slide": slide, "_pick": pick, "_roll": roll, "_look": look, "_look_of_place": look_of_place, "_move_tokens": move_tokens,
        "_purse": purse, "_reveal": reveal, "_hide": hide, "_arrive": arrive,
    }  # fmt: skip
