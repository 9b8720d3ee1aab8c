"""Kiln, written by hand for speed: every set of cells is an integer. What generated code can hope for.

Both grids use rows of 7 bits (row * 7 + column), so that a step is a shift and nothing wraps round: column 6 is never set. A shape
moved to the top left corner is the same integer in the kiln and in a warehouse. The interface is the one of `plain.kiln`.
"""

import random
from itertools import combinations
from typing import Any

STRIDE = 7
COLOURS = ["red", "blue", "green", "yellow"]
BLACK = 4
LETTERS = "RBGYK"
ARROWS = [side + str(number) for side in "NESW" for number in range(1, 7)]
OPPOSITE = [ARROWS.index({"N": "S", "S": "N", "E": "W", "W": "E"}[name[0]] + name[1:]) for name in ARROWS]
PRICES = [0, 1, 3, 6, 10, 15]
BONUS_SPACES = frozenset([5, 8, 14, 17, 19, 23, 26])

WAREHOUSE = sum(1 << (row * STRIDE + column) for row in range(5) for column in range(5))
ROWS = [0b11111 << (row * STRIDE) for row in range(5)]
COLUMNS = [sum(1 << (row * STRIDE + column) for row in range(5)) for column in range(5)]
TOP = 0b1111111
LEFT = sum(1 << (row * STRIDE) for row in range(6))


def _slides() -> list[tuple[int, int, int, bool, int]]:
    """By arrow: the cells of its line, where a tile enters, where one leaves, whether bits go up, by how many."""
    found = []
    for name in ARROWS:
        line = int(name[1]) - 1
        row, column = 0b111111 << (line * STRIDE), sum(1 << (r * STRIDE + line) for r in range(6))
        if name[0] == "N":
            found.append((column, 1 << line, 1 << (5 * STRIDE + line), True, STRIDE))
        elif name[0] == "S":
            found.append((column, 1 << (5 * STRIDE + line), 1 << line, False, STRIDE))
        elif name[0] == "W":
            found.append((row, 1 << (line * STRIDE), 1 << (line * STRIDE + 5), True, 1))
        else:
            found.append((row, 1 << (line * STRIDE + 5), 1 << (line * STRIDE), False, 1))
    return found


SLIDES = _slides()

# A move is (name, number): an arrow, or a set of cells, or a set of lines.
Move = tuple[str, int]
SKIP: Move = ("skip", 0)
PUSHES: list[list[Move]] = [[("push", arrow) for arrow in range(24) if arrow != barred] for barred in range(24)]
ERASE: dict[int, Move] = {1 << (r * STRIDE + c): ("erase", 1 << (r * STRIDE + c)) for r in range(5) for c in range(5)}

# What is asked again and again is remembered: the places of a shape in an empty warehouse.
_places: dict[int, list[Move]] = {}


class State:
    __slots__ = (
        "players",
        "target",
        "fixing_the_mess",
        "heating_up",
        "tiles",
        "outer",
        "outer_at",
        "colours",
        "marks",
        "scores",
        "seat",
        "phase",
        "index",
        "extra_turn",
        "earned",
        "winner",
        "options",
    )
    players: int
    target: int
    fixing_the_mess: bool
    heating_up: bool
    tiles: list[int]  # by colour, black last: its cells in the kiln
    outer: int
    outer_at: int
    colours: list[list[int]]  # by seat
    marks: list[int]  # by colour: filled cells of the warehouse
    scores: list[int]
    seat: int
    phase: str
    index: int
    extra_turn: bool
    earned: bool
    winner: int | None
    options: list[Move]  # the legal moves; never changed in place

    @property
    def over(self) -> bool:
        return self.winner is not None

    def copy(self) -> "State":
        other = State()
        other.players = self.players
        other.target = self.target
        other.fixing_the_mess = self.fixing_the_mess
        other.heating_up = self.heating_up
        other.tiles = self.tiles[:]
        other.outer = self.outer
        other.outer_at = self.outer_at
        other.colours = self.colours
        other.marks = self.marks[:]
        other.scores = self.scores[:]
        other.seat = self.seat
        other.phase = self.phase
        other.index = self.index
        other.extra_turn = self.extra_turn
        other.earned = self.earned
        other.winner = self.winner
        other.options = self.options
        return other


def new(players: int, options: dict[str, Any] | None = None, seed: int | None = None) -> State:
    """A game ready for its first push. Options: target, fixing_the_mess, heating_up, two_colours (two players only)."""
    options = options or {}
    rng = random.Random(seed)
    box = [colour for colour in range(4) for _ in range(9)]
    state = State()
    state.players = players
    state.target = options.get("target", 17)
    state.fixing_the_mess = options.get("fixing_the_mess", False)
    state.heating_up = options.get("heating_up", False)
    state.outer = box.pop(rng.randrange(len(box)))
    state.outer_at = 0
    box.append(BLACK)
    rng.shuffle(box)
    state.tiles = [0] * 5
    for place, tile in enumerate(box):
        state.tiles[tile] |= 1 << (place // 6 * STRIDE + place % 6)
    state.colours = [[0, 2], [1, 3]] if players == 2 and options.get("two_colours", True) else [[seat] for seat in range(players)]
    state.marks = [0] * 4
    state.scores = [0] * 4
    sizes = [group_sizes(state, seat) for seat in range(players)]
    smallest = min(sizes)
    state.seat = rng.choice([seat for seat in range(players) if sizes[seat] == smallest])
    state.phase = "push"
    state.index = 0
    state.extra_turn = state.earned = False
    state.winner = None
    state.options = PUSHES[0]
    return state


def from_position(position: dict[str, Any]) -> State:
    """The state of a position of tests/data/perft.json."""
    options = position["options"]
    state = State()
    state.players = position["players"]
    state.target = options["target"]
    state.fixing_the_mess = options["fixing_the_mess"]
    state.heating_up = options["heating_up"]
    state.tiles = [_cells(position["kiln"], letter) for letter in LETTERS]
    state.outer = LETTERS.index(position["outer"])
    state.outer_at = ARROWS.index(position["outer_at"])
    state.colours = [[COLOURS.index(name) for name in position["colours"][str(seat + 1)]] for seat in range(state.players)]
    state.marks = [_cells(position["warehouse"].get(name, []), "#") for name in COLOURS]
    state.scores = [position["score"].get(name, 0) for name in COLOURS]
    state.seat = position["player"] - 1
    state.phase = position["phase"]
    state.extra_turn = position["extra_turn"]
    state.earned = position["extra_earned"]
    state.winner = None if position["winner"] is None else position["winner"] - 1
    colour = position["colour"]
    state.index = 0 if colour is None else state.colours[state.seat].index(COLOURS.index(colour))
    if state.phase == "push":
        state.options = PUSHES[state.outer_at]
    elif state.phase == "sell":
        state.options = _sales(state.marks[COLOURS.index(colour)])
    else:
        _copy(state, state.index)
    return state


def _cells(rows: list[str], letter: str) -> int:
    return sum(1 << (r * STRIDE + c) for r, row in enumerate(rows) for c, found in enumerate(row) if found == letter)


def moves(state: State) -> list[Move]:
    """The legal moves, in the order of the rules."""
    return state.options if state.winner is None else []


def play(state: State, move: Move) -> None:
    """Plays a legal move and goes on to the next decision."""
    name, chosen = move
    if name == "push":
        line, entry, leaving, upward, step = SLIDES[chosen]
        tiles = state.tiles
        pushed = state.outer
        for colour in range(5):
            cells = tiles[colour]
            moving = cells & line
            if moving:
                if moving & leaving:
                    state.outer = colour
                    moving ^= leaving
                    tiles[colour] = cells & ~line | (moving << step if upward else moving >> step)
                else:
                    tiles[colour] = cells & ~line | (moving << step if upward else moving >> step)
        tiles[pushed] |= entry
        state.outer_at = OPPOSITE[chosen]
        if state.outer == BLACK and not state.extra_turn:
            state.earned = True
        _copy(state, 0)
        return
    colour = state.colours[state.seat][state.index]
    if name == "place":
        state.marks[colour] |= chosen
        _copy(state, state.index + 1)
    elif state.phase == "erase":
        state.marks[colour] &= ~chosen  # skip: nothing
        _copy(state, state.index + 1)
    else:
        if name != "skip":
            sold, lines = 0, 0
            for number, line in enumerate(ROWS if name == "sell_rows" else COLUMNS):
                if chosen >> number & 1:
                    sold |= line
                    lines += 1
            state.marks[colour] &= ~sold
            score = state.scores[colour] = state.scores[colour] + PRICES[lines]
            if state.heating_up and score in BONUS_SPACES and not state.extra_turn:
                state.earned = True
            if score >= state.target:
                state.winner = state.seat
                return
        _sell(state, state.index + 1)


def _copy(state: State, index: int) -> None:
    """Stops at the next colour that has something to place or to erase; selling follows the last one."""
    own = state.colours[state.seat]
    while index < len(own):
        colour = own[index]
        filled = state.marks[colour]
        found: list[Move] = []
        shapes = largest_shapes(state.tiles[colour])
        for shape in shapes:
            places = _places.get(shape)
            if places is None:
                places = _places[shape] = _all_places(shape)
            found += [move for move in places if not move[1] & filled]
        if found:
            state.phase = "copy"
            state.index = index
            state.options = found
            return
        if state.fixing_the_mess and filled:
            state.phase = "erase"
            state.index = index
            state.options = [move for bit, move in ERASE.items() if bit & filled] + [SKIP]
            return
        index += 1
    _sell(state, 0)


def _sell(state: State, index: int) -> None:
    """Stops at the next colour that has a full line; the next turn follows the last one."""
    own = state.colours[state.seat]
    while index < len(own):
        filled = state.marks[own[index]]
        pairs, stacked = filled & filled >> 1, filled & filled >> STRIDE
        if pairs & pairs >> 2 & filled >> 4 & LEFT or stacked & stacked >> 2 * STRIDE & filled >> 4 * STRIDE & TOP:
            state.phase = "sell"
            state.index = index
            state.options = _sales(filled)
            return
        index += 1
    state.phase = "push"
    state.index = 0
    state.extra_turn = state.earned
    state.earned = False
    if not state.extra_turn:
        state.seat = (state.seat + 1) % state.players
    state.options = PUSHES[state.outer_at]


def _sales(filled: int) -> list[Move]:
    found: list[Move] = []
    for name, lines in (("sell_rows", ROWS), ("sell_columns", COLUMNS)):
        full = [1 << number for number, line in enumerate(lines) if filled & line == line]
        for many in range(1, len(full) + 1):
            found += [(name, sum(chosen)) for chosen in combinations(full, many)]
    found.append(SKIP)
    return found


def largest_shapes(cells: int) -> list[int]:
    """The largest groups of a set of cells, each moved to the top left corner, equal ones once."""
    found: list[int] = []
    size = 0
    left = cells
    while left:
        group = left & -left
        while True:
            grown = (group | group << 1 | group >> 1 | group << STRIDE | group >> STRIDE) & left
            if grown == group:
                break
            group = grown
        left ^= group
        count = group.bit_count()
        if count > size:
            size = count
            found = [group]
        elif count == size:
            found.append(group)
        if left.bit_count() < size:
            break
    shapes: list[int] = []
    for group in found:
        while not group & TOP:
            group >>= STRIDE
        while not group & LEFT:
            group >>= 1
        if group not in shapes:
            shapes.append(group)
    return shapes


def group_sizes(state: State, seat: int) -> list[int]:
    sizes = []
    for colour in state.colours[seat]:
        left = state.tiles[colour]
        while left:
            group = left & -left
            while True:
                grown = (group | group << 1 | group >> 1 | group << STRIDE | group >> STRIDE) & left
                if grown == group:
                    break
                group = grown
            left ^= group
            sizes.append(group.bit_count())
    return sorted(sizes, reverse=True)


def _all_places(shape: int) -> list[Move]:
    found: list[Move] = []
    for row in range(5):
        for column in range(5):
            cells = shape << (row * STRIDE + column)
            if not cells & ~WAREHOUSE:
                found.append(("place", cells))
    return found


def notation(move: Move) -> str:
    """The move as the rule files write it: `push N3`, `place A1 B1`, `sell_rows row-1 row-2`."""
    name, chosen = move
    if name == "push":
        return f"push {ARROWS[chosen]}"
    bits = [bit for bit in range(chosen.bit_length()) if chosen >> bit & 1]
    if name in ("place", "erase"):
        return " ".join([name, *("ABCDE"[bit % STRIDE] + str(bit // STRIDE + 1) for bit in bits)])
    if name == "sell_rows":
        return " ".join([name, *(f"row-{bit + 1}" for bit in bits)])
    if name == "sell_columns":
        return " ".join([name, *(f"column-{bit + 1}" for bit in bits)])
    return name
