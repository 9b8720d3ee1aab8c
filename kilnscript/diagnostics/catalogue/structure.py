"""Diagnostic codes K6: structure."""

from kilnscript.diagnostics.catalogue.entry import Entry
from kilnscript.diagnostics.diagnostic import Severity

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "K601",
        "recursive-function",
        "Functions may call each other, but never in a circle: so they always end.",
        "function f(n: number) = f(n - 1)",
        "function f(n: number) = sum(i in 1..n: i)",
    ),
    Entry(
        "K602",
        "no-result",
        "Every way through a function ends in `result …`.",
        "function price(n: number):\n    if n > 3: result 5",
        "function price(n: number):\n    if n > 3: result 5\n    else: result 2",
    ),
    Entry(
        "K603",
        "circle",
        "Phases, actions and `legal(…)` call each other without circles. Loops are the only repetition, and they say how they end.",
        "phase round:\n    do round",
        "phase round:\n    repeat until over, at most 9 times: do turn",
    ),
    Entry(
        "K604",
        "no-player",
        "`player` is the seat that is to act. There is one in decisions, in `take turns`, in loops `for each player in …`, and "
        "in what is called from there; there is none in the setup, the scoring, watches and invariants.",
        "setup:\n    draw 3 from bag to player.rack",
        "setup:\n    for each seat in players: draw 3 from bag to seat.rack",
    ),
    Entry(
        "K605",
        "require-too-late",
        "`require` says which moves are legal, so it stands before anything changes, at the top of an action or under a leading "
        "`if` or `rule`. What should hold afterwards is said with `ensure`.",
        'move tile to at\nrequire at is empty, "taken"',
        'require at is empty, "taken"\nmove tile to at',
    ),
    Entry(
        "K606",
        "ensure-too-late",
        "`ensure` takes the whole action back where its condition fails. What was drawn, rolled, shown or decided cannot be "
        "taken back, so it may not come before.",
        'draw 1 from bag to player.rack\nensure count(player.rack) <= 5, "too many"',
        'require count(player.rack) < 5, "too many"\ndraw 1 from bag to player.rack',
    ),
    Entry(
        "K607",
        "misplaced-require",
        "`require` and `ensure` answer a move, so they belong in actions and commits, in the body itself or under a leading "
        "`if` or `rule`.",
        'phase draw_one:\n    require bag is not empty, "no tile"',
        "phase draw_one:\n    if bag is not empty: draw 1 from bag to player.rack",
    ),
    Entry(
        "K608",
        "not-simultaneous",
        "What all choose at the same time is judged on one state, and the bodies run in seat order when everyone has chosen. So "
        "a body changes only what is the chooser's own (or takes from an unlimited supply), hands on with `pass`, and has no "
        "chance, decision, phase or end in it.",
        "all players must:\n    action bid(price: 1..9):\n        high = price",
        "all players must:\n    action bid(price: 1..9):\n        player.bid = price",
    ),
    Entry(
        "K609",
        "not-provisional",
        "Until `commit` everything in a transaction can be taken back. So there is no chance, nothing is shown, scored or "
        "decided before it.",
        "action lay(tile: player.rack):\n    move tile to table\n    score 1 as tiles for player",
        "commit done:\n    score count(table) as tiles for player",
    ),
    Entry(
        "K610",
        "nothing-open",
        "`at_start(X)` looks back to the start of the open transaction, `before_move(X)` to the start of the action under way; "
        "elsewhere there is nothing to look back to.",
        "phase count_up:\n    let before = at_start(count(rack))",
        'commit done:\n    require count(player.rack) < at_start(count(player.rack)), "lay a tile"',
    ),
    Entry(
        "K611",
        "over-incomplete",
        "`over` names all that the actions of a transaction change; the rest would stay changed after `reset`.",
        "transaction play over melds:\n    action lay(tile: player.rack):\n        move tile to holding",
        "transaction play over melds, player.rack, holding:",
    ),
    Entry(
        "K612",
        "endless-loop",
        "A loop without a limit has to meet a decision that is asked, or the end of itself or of the game, on every way through "
        "its body. A `may`, or a loop inside that may run no pass, is no such decision.",
        "repeat until bag is empty: do refill",
        "repeat until bag is empty, at most 60 times: do refill",
    ),
    Entry(
        "K613",
        "policy-without-choice",
        "What happens when the clock runs out is a choice among the moves of the decision: every way through the policy ends in "
        "`choose …`. A `must` decision cannot be skipped.",
        'on timeout: log "too slow"',
        "on timeout: choose push",
    ),
    Entry(
        "K614",
        "unknown-timer",
        "`on timeout` and `on idle` belong to a timer of game.yaml. Where a game has several, the decision names the one it uses.",
        "on timeout of draft: choose pass",
        "timers: {draft: {seconds: 60}}",
    ),
    Entry(
        "K615",
        "no-timeout",
        "The game has a clock, and this decision does not say what happens when it runs out.",
        "player must:\n    offer push",
        "player must:\n    offer push\non timeout: choose push",
        Severity.WARNING,
    ),
    Entry(
        "K616",
        "unknown-scope",
        "`each: PHASE` sets a variable back whenever the phase begins, `each: turn` with every turn of the innermost `take "
        "turns` (then no phase is called `turn`); `by: PHASE` begins a line of the score sheet.",
        "earned: {is: yes/no, start: no, each: rownd}",
        "earned: {is: yes/no, start: no, each: round}",
    ),
    Entry(
        "K617",
        "no-turns",
        "`give next turn to …` belongs to the `take turns` around it.",
        "repeat 3 times:\n    give next turn to starter",
        "take turns from starter:\n    give next turn to player",
    ),
    Entry(
        "K618",
        "kept-across",
        "While a player decides the game is saved, so only single values, places, and sets and lists of them are kept by name. "
        "Snapshots and payments are not.",
        "let before = snapshot(board)\ndo turn\nif snapshot(board) is before: do bonus",
        "note snapshot(board) in seen",
    ),
    Entry(
        "K619",
        "impure-function",
        "Functions only look and calculate: `let`, `if`, `case` and `result`. A phase does things; a query goes through a collection.",
        "function take_one:\n    draw 1 from bag to shelf\n    result 1",
        "phase take_one:\n    draw 1 from bag to shelf",
    ),
    Entry(
        "K620",
        "result-outside",
        "Only functions give a result. A phase leaves what it finds in variables.",
        "phase price:\n    result 3",
        "function price = 3",
    ),
    Entry(
        "K621",
        "choose-outside",
        "`choose` is the statement of a timeout policy. A player chooses in a decision.",
        "phase turn:\n    choose push",
        "player must:\n    offer push",
    ),
    Entry(
        "K622",
        "never-used",
        "Nothing in the game leads here. A part left over is usually a misspelt call elsewhere.",
        "phase bonus: score 3 as bonus for player",
        "do bonus",
        Severity.WARNING,
    ),
    Entry(
        "K623",
        "otherwise-without-must",
        "`otherwise` runs when a `must` decision has no legal move. Who may, may also stop, so there is no such case.",
        "player may:\n    offer sell\notherwise: do nothing_sold",
        "player may:\n    offer sell",
    ),
    Entry(
        "K624",
        "rule-alone",
        "A rule is a named part of a phase or an action, so that its place in the game is clear. On its own it stands only "
        "behind `instead of`.",
        "rule bonus when option.bonus: do extra",
        "phase turn:\n    rule bonus when option.bonus: do extra",
    ),
    Entry(
        "K625",
        "legal-elsewhere",
        "`legal(ACTION)` of an action inside a decision is asked in the same phase, because the action uses names of that phase "
        "(a parameter, a `let`, a loop).",
        "if legal(place): do copy(red)",
        'phase copy(colour):\n    if not legal(place): log "nothing fits"',
    ),
)
