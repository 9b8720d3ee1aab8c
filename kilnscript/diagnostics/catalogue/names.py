"""Diagnostic codes K4: names."""

from kilnscript.diagnostics.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "K401",
        "unknown-name",
        "Every name is declared: in game.yaml (places, variables, kinds and their members, tables …), as a function of the "
        "rules, or on the spot (`let`, a loop, a parameter). What belongs to a seat is named with the seat in front: "
        "`player.rack`. A type in the singular (`tile`) names no thing; all of them are the plural (`tiles`).",
        "draw 1 from bag to rack",
        "draw 1 from bag to player.rack",
    ),
    Entry(
        "K402",
        "name-taken",
        "A local name (of `let`, a loop, a parameter) may not repeat a declared name or another local one in sight: a reader "
        "could not tell which is meant. Only a loop over seats may be called `player`; it makes each of them the seat that "
        "acts.",
        "let kiln = 3",
        "let size = 3",
    ),
    Entry(
        "K403",
        "ambiguous-member",
        "Two kinds share this member, and nothing here says which is meant. Write the kind in front.",
        "let first_choice = queen",
        "let first_choice = type.queen",
    ),
    Entry(
        "K404",
        "unknown-member",
        "What stands behind a dot has to belong to what stands before it: the attributes a component declares, the data of a "
        "kind, the places and variables of a seat, the members of a kind, the options, and what is built in.",
        "if at.colour is red: do bonus",
        "if at.piece.colour is red: do bonus",
    ),
    Entry(
        "K405",
        "unknown-function",
        "There is no function, payment or query of this name, neither in the rules nor built in.",
        "let n = length(player.rack)",
        "let n = count(player.rack)",
    ),
    Entry(
        "K406",
        "wrong-arguments",
        "A call gives every argument once, in the order declared or by name; of the built-in functions some arguments may be left out.",
        "let other = next()",
        "let other = next(player)",
    ),
    Entry(
        "K407",
        "not-a-function",
        "Only functions, payments and queries take arguments in brackets.",
        "let n = sale(2)",
        "let n = sale[2]",
    ),
    Entry(
        "K408",
        "missing-index",
        "A table, or a variable kept per something, is read with its keys in brackets. (A family of places without its index is "
        "the list of all its places; a variable has no such list.)",
        "score sale as sales for player",
        "score sale[2] as sales for player",
    ),
    Entry(
        "K409",
        "unknown-action",
        "No action has this name. `offer` names an action that stands on its own; `choose` and `legal(…)` any action or commit.",
        "on timeout: choose pusch",
        "on timeout: choose push",
    ),
    Entry(
        "K410",
        "parameter-without-type",
        "A parameter without a type has the type it is named after (`phase copy(colour)`); any other name needs one. A "
        "parameter of an action says from what it is chosen.",
        'phase pay(who): log "{who} pays"',
        'phase pay(who: player): log "{who} pays"',
    ),
    Entry(
        "K411",
        "unknown-parameter-type",
        "The types are `number`, `bool`, `text`, `player`, `cell`, `line`, `arrow`, `direction`, `axis`, `place`, `piece`, "
        "`token`, `amount`, `shape`, `snapshot`, `pattern`, `payment`, every kind and component, their plurals, and each with "
        "`or none`.",
        "function worth_of(t: tyle) = 1",
        "function worth_of(t: tile) = 1",
    ),
    Entry(
        "K412",
        "unknown-phase",
        "`do` and `start` name a phase of the rules.",
        "do refil",
        "do refill",
    ),
    Entry(
        "K413",
        "unknown-source",
        "Points carry the name of their source, so that every result has a breakdown. The sources are declared under `scores:` "
        "in game.yaml.",
        "score 3 as bonuss for player",
        "score 3 as bonus for player",
    ),
    Entry(
        "K414",
        "defined-twice",
        "Phases, actions (with commits), rules, functions, payments, watches, invariants and examples each have names of their "
        "own, used once in a game; `setup`, `play`, `scoring` and `rank by` stand once.",
        "phase deal: shuffle deck\nphase deal: shuffle deck",
        "phase deal: shuffle deck",
    ),
    Entry(
        "K415",
        "no-play",
        "The rules of a game say how it is played: the `play:` part is what goes on after the setup.",
        "setup: shuffle deck",
        "setup: shuffle deck\nplay:\n    repeat 3 times: do round",
    ),
)
