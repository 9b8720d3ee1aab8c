"""Diagnostic codes K5: types."""

from kilnscript.diagnostics.catalogue.entry import Entry
from kilnscript.diagnostics.diagnostic import Severity

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "K501",
        "wrong-type",
        "What stands here has to be of another type. A place stands for its pieces wherever a collection is wanted, a line for "
        "its cells, and a member tied to a token for the token; nothing else is converted.",
        "give next turn to player.rack",
        "give next turn to player",
    ),
    Entry(
        "K502",
        "may-be-none",
        "A value declared `or none` has to be tested before it is used where a value is needed. Inside `if x is not none:`, "
        "behind `x is not none and`, and after `require x is not none` it is known to be there.",
        "starter = leader",
        "if leader is not none: starter = leader",
    ),
    Entry(
        "K503",
        "not-a-collection",
        "Queries, loops, `is in` and choices go over a collection: a set, a list, a place with pieces, a line, a family of places.",
        "for each x in starter: do greet",
        "for each x in players: do greet",
    ),
    Entry(
        "K504",
        "types-differ",
        "Both branches of `… if … else …`, all items of a list, all results of a function and both sides of `+` have one type.",
        "let n = 3 if extra else red",
        "let n = 3 if extra else 0",
    ),
    Entry(
        "K505",
        "unknown-notation",
        "A text that is compared with a value is read in the notation of that value, and has to be one.",
        'if outer_at is "Z9": do bonus',
        'if outer_at is "N3": do bonus',
    ),
    Entry(
        "K506",
        "needs-order",
        "`first`, `last`, `[i]`, `up_to`, `index_of`, `cycle`, `reversed`, `without_last` and overflow need an order. Piles, "
        "bags, `box`, all pieces of a component and what is picked out of them have none. Pieces that surely look alike need "
        "none: then every attribute is pinned by the condition.",
        "move first(tile in bag where tile.number > 3) to player.rack",
        "draw 1 from bag to player.rack",
    ),
    Entry(
        "K507",
        "no-size",
        "Only numbers, amounts and members of one kind compare by size. An amount is written `2 * coin`.",
        "if colour < 3: do bonus",
        "if colour.number < 3: do bonus",
    ),
    Entry(
        "K508",
        "never-true",
        "The two sides can never be equal, or the state can never be: a seat is no cell, and only cells, lines, places and "
        "collections are empty.",
        "if player is 3: do bonus",
        "if player.number is 3: do bonus",
    ),
    Entry(
        "K509",
        "both-may-be-none",
        "Both sides may be none, and then they are equal. If that is meant, say so; if not, test one of them first.",
        "if led is trump: do bonus",
        "if led is not none and led is trump: do bonus",
        Severity.WARNING,
    ),
    Entry(
        "K510",
        "query-form",
        "`count`, `any`, `first`, `last` and `the` take their condition behind `where` or behind `:`; the other queries say "
        "behind `:` what they look at. `else` gives a value where there may be none: in first, last, the, max and min.",
        "all(tile in rack where tile.number > 3)",
        "all(tile in rack: tile.number > 3)",
    ),
    Entry(
        "K511",
        "type-unsettled",
        "An empty list or `none` alone does not say what it is an empty list of. Elsewhere the context does.",
        "let found = []",
        "let found = [cell in board.cells where cell is empty]",
    ),
    Entry(
        "K512",
        "case-incomplete",
        "A case over a kind or over yes and no lists every member, or has `else:`. Over numbers, or anything else that cannot "
        "be listed, it needs `else:`.",
        "case tile.colour:\n    red: do bonus",
        "case tile.colour:\n    red: do bonus\n    else: do nothing_special",
    ),
    Entry(
        "K513",
        "arm-twice",
        "The first arm that fits is taken, so the second one would never run.",
        "case n:\n    1: do a\n    1: do b\n    else: do c",
        "case n:\n    1: do a\n    2: do b\n    else: do c",
    ),
    Entry(
        "K514",
        "keeps-its-value",
        "Only variables and attributes declared under `changes:` can be assigned. `let` gives a value a name, which it keeps; "
        "pieces are moved, points are booked with `score`.",
        "let n = 3\nn = 4",
        "let n = 3\nlet more = 4",
    ),
    Entry(
        "K515",
        "wrong-matter",
        "Pieces go to places that hold them and to cells; tokens go from a purse or the supply to a purse or the supply; marks "
        "are put on cells. A place says under `holds:` what may lie in it.",
        "move 3 * coin to player.rack",
        "move 3 * coin from supply to player.purse",
    ),
    Entry(
        "K516",
        "one-decides",
        "One seat decides in `player must:`; several choose at the same time in `all players must:`.",
        "players must:\n    offer bid",
        "all players must:\n    offer bid",
    ),
    Entry(
        "K517",
        "transaction-over",
        "`over` names the places and variables that the actions of the transaction change, so that `reset` can bring them back.",
        "transaction play over 3:",
        "transaction play over melds, player.rack:",
    ),
    Entry(
        "K518",
        "payment-parameters",
        "A payment has a parameter that pays (a seat) and one to be covered (an amount).",
        "payment price(cost: amount):",
        "payment price(seat: player, cost: amount):",
    ),
    Entry(
        "K519",
        "example-with",
        "`with` sets the number of players, the seed and options, each to a value it can have.",
        "with players: 9",
        "with players: 3",
    ),
    Entry(
        "K520",
        "example-given",
        "`given` sets a place (its pieces as a text in notation, its tokens as an amount), a variable or a score.",
        "given count(rack) = 3",
        'given seat(1).rack = "R7 R8 R9"',
    ),
    Entry(
        "K521",
        "number-out-of-range",
        "A variable or changeable attribute has a range, and this number lies outside it: it would be a fault in play.",
        "price = 120   # price is 0..99",
        "price = 99",
    ),
    Entry(
        "K522",
        "words-of-a-criterion",
        "In `rank by` a criterion may be followed by what people call it, the title of its row on the score sheet: not blank, not used "
        "twice, and without `{…}`.",
        'rank by highest player.score "Points", then highest count(player.hand) "Points"',
        'rank by highest player.score "Points", then highest count(player.hand) "Cards left"',
    ),
)
