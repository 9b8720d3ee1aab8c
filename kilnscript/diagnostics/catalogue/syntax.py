"""Diagnostic codes K1: syntax of .kiln files."""

from kilnscript.diagnostics.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "K101",
        "unexpected",
        "Something stands where nothing of its kind can. The hint shows how the construct is written, or what could stand there.",
        "do refill kiln",
        "do refill(kiln)",
    ),
    Entry(
        "K102",
        "missing-colon",
        "A line that opens a block ends with `:`, and the block follows indented below it or, if it is one statement, on the "
        "same line. In a parameter a `:` stands between the name and what it is chosen from.",
        "player must\n    offer push",
        "player must:\n    offer push",
    ),
    Entry(
        "K103",
        "equality",
        "Equality is written `is`, inequality `is not`. A single `=` assigns and stands only in statements.",
        "if tile.colour == red: do bonus",
        "if tile.colour is red: do bonus",
    ),
    Entry(
        "K104",
        "foreign-word",
        "The word begins a statement in other languages, not in this one. There is one way to write each thing; the hint names it.",
        "while bin is not empty: do take",
        "repeat until bin is empty, at most 60 times: do take",
    ),
    Entry(
        "K105",
        "compound-assignment",
        "There is no `+=` and no `++`: an assignment is written in full.",
        "actions -= 1",
        "actions = actions - 1",
    ),
    Entry(
        "K106",
        "foreign-sign",
        "The sign has no meaning in this language; the hint names what takes its place.",
        "if extra && !used: do turn_again",
        "if extra and not used: do turn_again",
    ),
    Entry(
        "K107",
        "bracket-not-closed",
        "A bracket is opened and never closed, or closed by one of the other kind. Inside brackets a line may be broken "
        "anywhere, so the mistake is often noticed only lines below.",
        'let free = count(cell in board.cells where cell is empty\nlog "{free} left"',
        'let free = count(cell in board.cells where cell is empty)\nlog "{free} left"',
    ),
    Entry(
        "K108",
        "bracket-not-opened",
        "A bracket is closed that was never opened.",
        "do refill(kiln))",
        "do refill(kiln)",
    ),
    Entry(
        "K109",
        "quote-not-closed",
        'A text ends with `"` on the line it begins on. A quote inside it is written `\\"`. Texts of several lines stand between '
        '`"""` and `"""`.',
        'log "{player} takes the tile',
        'log "{player} takes the tile"',
    ),
    Entry(
        "K110",
        "block-text-not-closed",
        'A text of several lines begins with `"""` and ends with `"""`.',
        'given board = """\n    R B .\n    . B R',
        'given board = """\n    R B .\n    . B R\n    """',
    ),
    Entry(
        "K111",
        "wrong-indentation",
        "A line is indented less than the one above, but not like any of the blocks around it. Statements of one block begin in "
        "the same column.",
        "setup:\n    if a:\n        do b\n      do c",
        "setup:\n    if a:\n        do b\n    do c",
    ),
    Entry(
        "K112",
        "unexpected-indentation",
        "A line is indented more than the one above, which opens no block. Only what stands below a line with `:` at its end is indented.",
        "setup:\n    shuffle pile\n        draw 3 from pile to display",
        "setup:\n    shuffle pile\n    draw 3 from pile to display",
    ),
    Entry(
        "K113",
        "missing-block",
        "A line ends with `:`, but nothing indented follows.",
        "player must:\noffer push",
        "player must:\n    offer push",
    ),
    Entry(
        "K114",
        "value-alone",
        "A statement does something: it begins with a verb, or assigns. A value on its own does nothing. A phase is run with `do`.",
        "refill",
        "do refill",
    ),
    Entry(
        "K115",
        "missing-reason",
        "`require`, `ensure` and `always` end with a reason in quotes. Players read it as the answer to a move that is refused.",
        "require row is not full",
        'require row is not full, "that row is full"',
    ),
    Entry(
        "K116",
        "missing-answer",
        "Behind a parameter, `else` is followed by a text in quotes: the answer to a value outside its domain.",
        "action buy(card: display else):",
        'action buy(card: display else "that card is not on display"):',
    ),
    Entry(
        "K117",
        "misplaced-clause",
        "`else` belongs to the `if` or `case` right above it, `otherwise` to a decision with `must` or to `repeat until …, at "
        "most N times`, `on timeout` and `on idle` to a decision. Each begins in the column of what it belongs to, and nothing "
        "stands between.",
        "if a: do b\ndo c\nelse: do d",
        "if a: do b\nelse: do d\ndo c",
    ),
    Entry(
        "K118",
        "incomplete",
        "The statement lacks one of its words; the hint shows the whole form.",
        "slide outer.piece into at",
        "slide outer.piece into at then outer",
    ),
    Entry(
        "K119",
        "missing-value",
        "A value is missing: behind an operator, behind `=`, between a comma and a bracket, or at the end of a statement.",
        "let left = 5 -",
        "let left = 5 - used",
    ),
    Entry(
        "K120",
        "tab-indentation",
        "Blocks are indented with spaces, four a level. A tab looks different in every editor. (It is read as four spaces, so "
        "that other mistakes are still found.)",
        "setup:\n	shuffle pile",
        "setup:\n    shuffle pile",
    ),
    Entry(
        "K121",
        "text-describes-nothing",
        "A `##` text belongs to what follows it: a declaration, statement, clause, case arm or parameter that begins in the "
        "same column. At the head of a block it is about the line above. This one has nothing to belong to; a remark for "
        "readers of the file begins with a single `#`.",
        "setup:\n    shuffle pile\n    ## The pile is shuffled.",
        "setup:\n    ## The pile is shuffled.\n    shuffle pile",
    ),
    Entry(
        "K122",
        "text-behind-code",
        "A `##` text stands on lines of its own, before what it describes. Behind code only a comment (`#`) can stand.",
        "shuffle pile  ## The pile is shuffled.",
        "## The pile is shuffled.\nshuffle pile",
    ),
    Entry(
        "K123",
        "reserved-word",
        "These words bind the parts of a statement and cannot be names: from to then under as for when where in is and or not "
        "if else of by yes no none must may all times until among.",
        "let all = count(rack)",
        "let total = count(rack)",
    ),
    Entry(
        "K124",
        "not-assignable",
        "Only variables and changeable attributes of pieces can be assigned: `x`, `seat.x`, `seat.x[key]`, `piece.attribute`. "
        "Places are filled with `move`.",
        "count(rack) = 3",
        "racks_filled = 3",
    ),
    Entry(
        "K125",
        "nested-transaction",
        "A transaction holds actions and a commit, no further transaction.",
        "transaction rearrange over table:\n"
        "    transaction swap over rack:\n"
        "        offer put\n"
        "        commit done: do tidy\n"
        "    commit done: do tidy",
        "transaction rearrange over table, rack:\n    offer put\n    commit done: do tidy",
    ),
    Entry(
        "K126",
        "second-limit",
        "A way to pay has at most one `at most N times`.",
        "way barter:\n    give 3 * wood\n    at most 2 times\n    at most 3 times",
        "way barter:\n    give 3 * wood\n    at most 2 times",
    ),
    Entry(
        "K127",
        "not-a-declaration",
        "What begins in the first column declares something. Statements stand in a block: below `setup:`, `play:`, `scoring:`, "
        "a phase, an action, a rule.",
        "shuffle pile",
        "setup:\n    shuffle pile",
    ),
    Entry(
        "K128",
        "chained-comparison",
        "Comparisons have two sides. To test a range, join two with `and`, or write `x is in 1..5`.",
        "if 1 <= row <= 5: do mark_row",
        "if row is in 1..5: do mark_row",
    ),
    Entry(
        "K129",
        "conditional-without-else",
        "A value that depends on a condition needs a value for both cases.",
        "let bonus = 5 if line is full",
        "let bonus = 5 if line is full else 0",
    ),
    Entry(
        "K130",
        "hole-not-closed",
        "In a text, `{` begins an expression, and `}` ends it. The characters themselves are written `{{` and `}}`.",
        'log "{player takes a tile"',
        'log "{player} takes a tile"',
    ),
    Entry(
        "K131",
        "stray-brace",
        "In a text, `}` ends an expression that `{` began. The character itself is written `}}`.",
        'log "player} takes a tile"',
        'log "{player} takes a tile"',
    ),
    Entry(
        "K132",
        "unknown-escape",
        'In a text between quotes, `\\"` is a quote, `\\\\` a backslash and `\\n` the end of a line. Nothing else is escaped.',
        'log "one\\ttwo"',
        'log "one two"',
    ),
    Entry(
        "K133",
        "empty-hole",
        "There is no expression between `{` and `}`.",
        'log "{} takes a tile"',
        'log "{player} takes a tile"',
    ),
    Entry(
        "K134",
        "number-too-large",
        "Numbers have at most twelve digits.",
        "let many = 1000000000000000",
        "let many = 1000000",
    ),
    Entry(
        "K135",
        "odd-character",
        "A character looks like another one, or like nothing: curly quotes and long dashes from a word processor, full-width "
        "brackets, spaces that are none, characters without width. Texts and comments may hold any of them; the code may not.",
        "log “a tile”",
        'log "a tile"',
    ),
    Entry(
        "K136",
        "mixed-alphabets",
        "A name holds letters of two alphabets that look alike (Latin, Greek, Cyrillic), so that two names could look the same "
        "and differ. A name of one alphabet is fine, whichever it is.",
        "let sсore = 3                  # the second letter is Cyrillic",
        "let score_now = 3",
    ),
    Entry(
        "K138",
        "missing-name",
        "A name is missing. Phases, actions, rules, functions, payments, watches (`end game NAME when …`), invariants (`always "
        "NAME: …`) and examples are named, so that they can be offered, replaced and pointed at.",
        "end game when player.score >= 20",
        "end game reached when player.score >= 20",
    ),
    Entry(
        "K139",
        "parameter-without-domain",
        "A player chooses the value of an action's parameter, so the parameter says what there is to choose from. (In phases "
        "and functions a parameter without a type has the type it is named after.)",
        "action push(at):",
        "action push(at: kiln.arrows):",
    ),
    Entry(
        "K140",
        "single-quotes",
        "Texts stand in double quotes.",
        "log 'a tile'",
        'log "a tile"',
    ),
    Entry(
        "K141",
        "query-condition",
        "A query reads `NAME(x in SET where CONDITION: VALUE)`; for count, any, first, last and the, the condition may stand "
        "behind either word. A filter has no value: `[x in SET where CONDITION]`.",
        "count(tile in rack tile.number > 3)",
        "count(tile in rack: tile.number > 3)",
    ),
    Entry(
        "K142",
        "not-a-number",
        "Numbers are whole, without a sign in them and without a unit; names begin with a letter.",
        "let share = 1.5",
        "let share_in_halves = 3",
    ),
    Entry(
        "K143",
        "membership",
        "Whether something is a member of a set is written `is in` or `is not in`. `in` alone belongs to `for each` and to queries.",
        "if row in 1..5: do mark_row",
        "if row is in 1..5: do mark_row",
    ),
    Entry(
        "K145",
        "wrong-list",
        "Below a `must` or `may` line stand actions; statements stand inside an action. An action, in turn, stands below such a "
        "line or in the first column. A transaction holds actions and, last, a commit; an example holds its own kinds of lines.",
        "player must:\n    do refill",
        "player must:\n    action fill: do refill",
    ),
    Entry(
        "K146",
        "missing-comma",
        "Arguments, parameters and members of a list are divided by commas.",
        "max(a b)",
        "max(a, b)",
    ),
    Entry(
        "K147",
        "unknown-verb",
        "A statement begins with one of the verbs of the language, or assigns. This word is none of them.",
        "mvoe tile to bin",
        "move tile to bin",
    ),
    Entry(
        "K148",
        "missing-text",
        "A text in double quotes belongs here.",
        "log player",
        'log "{player}"',
    ),
    Entry(
        "K149",
        "missing-commit",
        "A transaction ends with its `commit`, which says when the free moves count.",
        "transaction rearrange over table:\n    offer put",
        'transaction rearrange over table:\n    offer put\n    commit done "Done": require holding is empty, "place every tile"',
    ),
    Entry(
        "K150",
        "missing-operator",
        "Two values stand side by side. Something was left out between them: an operator, a dot, a comma.",
        "let total = used left",
        "let total = used + left",
    ),
)
