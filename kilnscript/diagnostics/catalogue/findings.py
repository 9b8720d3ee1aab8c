"""Diagnostic codes K9: findings of `kiln check`."""

from kilnscript.diagnostics.catalogue.entry import Entry
from kilnscript.diagnostics.diagnostic import Severity

W = Severity.WARNING

ENTRIES: tuple[Entry, ...] = (
    # ---- unused and unread
    Entry(
        "K901",
        "unused-declaration",
        "Something in game.yaml is never used by a rule, a table, a place or an example: a kind or one of its members, a component, a "
        "place, a "
        "token, a table, a pattern, a timer, a source of points. Often a rule is missing, or a rule uses another name.",
        "places: {shelf: {shape: pile, holds: tile}}      # and no rule says `shelf`",
        "places: {shelf: {shape: pile, holds: tile}}\n\nsetup: move tiles to shelf",
        W,
    ),
    Entry(
        "K902",
        "unread-variable",
        "A variable is declared, and perhaps set, but nothing ever looks at it. So it changes nothing.",
        "variables: {passes: {is: 0..9, start: 0}}\n\naction pass: passes = passes + 1",
        "variables: {passes: {is: 0..9, start: 0}}\n\naction pass: passes = passes + 1\n\nend game all_passed drawn when passes >= 2, "
        '"nobody moves"',
        W,
    ),
    Entry(
        "K903",
        "unread-attribute",
        "Pieces or members carry a value that no rule, notation or pattern looks at. (Values of type `text` may be there only to be "
        "read by people.)",
        "components: {card: {has: {cost: 0..9}, copies: 1}}      # and no rule says `card.cost`",
        "function price(card) = card.cost",
        W,
    ),
    Entry(
        "K904",
        "never-changes",
        "A variable, or a changing attribute of pieces, is read, but no rule ever sets it, or only ever to the value that it "
        "starts with. So whatever asks for it gets the same answer throughout the game.",
        "variables: {again: {is: yes/no, start: no, each: turn}}\n\nif again: give next turn to player",
        "variables: {again: {is: yes/no, start: no, each: turn}}\n\nif last_hole is player.store: again = yes\nif again: give "
        "next turn to player",
        W,
    ),
    Entry(
        "K905",
        "never-filled",
        "Rules read a place, but nothing is ever put there, drawn there, marked there or laid out there at the start. It stays empty.",
        "places: {discard: {shape: pile, holds: card}}\n\nif deck is empty: move discard to deck",
        "move played to discard\nif deck is empty: move discard to deck",
        W,
    ),
    Entry(
        "K906",
        "choice-without-effect",
        "What is chosen for this parameter changes nothing: neither what the action does nor what is legal reads it.",
        'action sell(card: player.hand) "Sell {card}":\n    log "{player} sells {card}"',
        'action sell(card: player.hand) "Sell {card}":\n    move card to discard\n    log "{player} sells {card}"',
        W,
    ),
    Entry(
        "K907",
        "name-never-read",
        "A `let`, or what a function is given, is never read. Mostly a line or a condition that should use it is missing.",
        "let fresh = space is empty\nmove card to space\ndo take_bonus",
        "let fresh = space is empty\nmove card to space\nif fresh: do take_bonus",
        W,
    ),
    Entry(
        "K908",
        "adds-nothing",
        "Nothing is added or taken off, something is multiplied or divided by one, or a variable is set to what it is.",
        "passes = passes + 0",
        "passes = passes + 1",
        W,
    ),
    # ---- reach
    Entry(
        "K910",
        "never-reached",
        "Play never comes to this statement, because what stands before it ends the game, leaves the function, or loops until the game "
        "ends.",
        'end game drawn, "the board is full"\nlog "The board is full"',
        'log "The board is full"\nend game drawn, "the board is full"',
        W,
    ),
    Entry(
        "K912",
        "condition-never-holds",
        "Options and the number of players decide this condition, and at every choice of them it is no. What it guards never takes place.",
        "options: {target: {values: [10, 15], default: 10}}\n\nrule long_game when option.target > 20: …",
        "rule long_game when option.target > 10: …",
        W,
    ),
    Entry(
        "K913",
        "else-never-applies",
        "Options and the number of players decide this condition, and at every choice of them it is yes. Its `else` never takes place.",
        "players: 2\n\nif count(players) is 2: do duel\nelse: do melee",
        "do duel",
        W,
    ),
    Entry(
        "K914",
        "option-without-effect",
        "Whoever chooses an option expects a difference. This one is not read by any rule, table or size; a text that mentions it "
        "changes nothing.",
        "options: {fast: {title: Fast game, default: no}}      # and no rule says `option.fast`",
        'rule fast_game when option.fast: end game, "one round is enough"',
        W,
    ),
    Entry(
        "K915",
        "values-alike",
        "Two values of an option that are words are not told apart by any rule: every condition about the option asks for another one. So "
        "a group that chooses between them chooses nothing.",
        "options: {mode: {title: Mode, values: [calm, wild, odd], default: calm}}\n\nif option.mode is wild: do storm      # calm or odd?",
        "case option.mode:\n    wild: do storm\n    odd: do fog\n    calm: do nothing_special",
        W,
    ),
    # ---- choices
    Entry(
        "K920",
        "nothing-to-choose",
        "Somebody has to choose here, but nothing on offer can ever be chosen: every offer has a condition that never holds or an empty "
        "set of choices.",
        "player must:\n    action take(tile: []): move tile to box",
        'player must:\n    action take(tile: player.rack): move tile to box\notherwise: log "{player} has nothing to take"',
        W,
    ),
    Entry(
        "K921",
        "options-contradict",
        "With some number of players, or some combination of options, every offer of a decision is ruled out. The decision is "
        "asked all the same, and nothing can be chosen.",
        "player must:\n    action swap when option.open: …\n    action keep when count(players) > 2: …      # two players, closed: neither",
        "player must:\n    action swap when option.open: …\n    action keep when not option.open: …",
        W,
    ),
    # ---- tables
    Entry(
        "K930",
        "table-hole",
        "At some choice of options or number of players the keys of a table go further than its rows. A look-up there finds nothing.",
        'options: {size: {range: 3..5, default: 4}}\ntables: {bonus: {title: Bonus, from: "1..{option.size}", to: points, rows: {1: 1, '
        "2: 3, 3: 6, 4: 10}}}",
        'tables: {bonus: {title: Bonus, from: "1..{option.size}", to: points, rows: {1: 1, 2: 3, 3: 6, 4.. : 10}}}',
        W,
    ),
    Entry(
        "K931",
        "key-outside-table",
        "What is looked up can be a number that the table has no row for. Where the row is needed, its absence stops the game with a "
        "fault.",
        "variables: {level: {is: 0..5, start: 0}}\ntables: {price: {title: Price, from: level 1..5, to: coins, rows: {1: 1, 2: 2, 3: 4, "
        "4: 6, 5: 9}}}\n\n"
        "score price[level] as goods for player",
        "if level > 0: score price[level] as goods for player",
        W,
    ),
    Entry(
        "K932",
        "row-never-read",
        "A table has rows whose keys are never looked up: what rules look up there lies in a smaller range. Often one end of a range is "
        "wrong, or a number was to be added.",
        "variables: {level: {is: 0..2, start: 0}}\ntables: {price: {title: Price, from: level 0..4, to: coins, rows: {0: 1, 1: 2, 2: 4, "
        "3: 6, 4: 9}}}\n\nscore price[level] as goods for player",
        "tables: {price: {title: Price, from: level 0..2, to: coins, rows: {0: 1, 1: 2, 2: 4}}}",
        W,
    ),
    Entry(
        "K933",
        "not-enough",
        "More pieces or tokens are asked for than can be there, or more than the place they go to has room for. This is counted "
        "at every number of players, through the setup and through each phase. A draw then takes fewer than was meant; tokens "
        "and room that are missing are a fault.",
        "players: 2..4\ncomponents: {card: {title: Card, copies: 52}}\n\nfor each seat in players: draw 15 from deck to seat.hand",
        "for each seat in players: draw 13 from deck to seat.hand",
        W,
    ),
    Entry(
        "K934",
        "pattern-never-matches",
        "No pieces can ever make up the pattern: it wants more of them than there are different values of an attribute that has "
        "to differ, or than there are values in a row.",
        "kinds: {colour: {plural: colours, members: [red, blue, green]}}\npatterns: {group: {of: tile, size: 4..5, different: "
        "colour, title: Group}}",
        "patterns: {group: {of: tile, size: 3, different: colour, title: Group}}",
        W,
    ),
    # ---- requirements
    Entry(
        "K949",
        "word-not-the-term",
        "A text calls something otherwise than the game does: by a word that `avoid:` in game.yaml lists, with another spelling "
        "(`score-track` for the `score track`, a capital where other texts have none), with a slip of the pen, or by the name of a thing "
        "that is not declared at all (a card in a game without cards). Readers then look for a difference that is none. What is declared, "
        "and the terms of `glossary:`, are the words of the game.",
        "avoid: {heap: pool}\n\n## Draw a tile from the heap.",
        "avoid: {heap: pool}\n\n## Draw a tile from the pool.",
        W,
    ),
    Entry(
        "K950",
        "demand-never-refuses",
        "Options, the number of players or the ranges of numbers decide this condition, and it is always yes. What it was "
        "to forbid is allowed.",
        'variables: {fuel: {is: 0..5, start: 5}}\n\nrequire fuel >= 0, "no fuel left"',
        'require fuel > 0, "no fuel left"',
        W,
    ),
    Entry(
        "K951",
        "demand-always-refuses",
        "Options, the number of players or the ranges of numbers decide this condition, and it is always no. No move gets past it.",
        'variables: {fuel: {is: 0..5, start: 5}}\n\nrequire fuel > 5, "too little fuel"',
        'require fuel is 5, "too little fuel"',
        W,
    ),
    # ---- numbers, and what there has to be
    Entry(
        "K952",
        "beyond-its-range",
        "Whatever happens, the number assigned here lies outside the range that the variable or attribute was declared with: the game "
        "would stop with a fault.",
        "variables: {level: {is: 1..6, start: 1}}\n\nlevel = level + 6",
        "level = min(level + 6, 6)",
        W,
    ),
    Entry(
        "K960",
        "setup-lacks-pieces",
        "Before anybody has decided anything more is drawn than can be there, or more tokens are taken than the supply has, at the player "
        "count and options named. A draw then gives what there is, and somebody gets too few; taking tokens stops the game.",
        "players: 2..6\ncomponents: {card: {title: Card, copies: 30}}\n\nfor each seat in players: draw 7 from deck to seat.hand",
        "for each seat in players: draw hand_size[count(players)] from deck to seat.hand",
        W,
    ),
    Entry(
        "K961",
        "no-end",
        "The order of play goes round for ever, and no `end game` stands anywhere.",
        "play:\n    take turns from seat(1): do trade",
        "play:\n    take turns from seat(1) until market is empty: do trade",
        W,
    ),
    Entry(
        "K962",
        "no-winner",
        "The game can end without a word on who has won, and no `rank by` says it either: everybody would be first.",
        'end game, "the cards are used up"',
        'rank by highest player.score\n\nend game, "the cards are used up"',
        W,
    ),
    Entry(
        "K963",
        "impossible-setting",
        "A choice of options and player count that a group may make leads to a number that cannot be: a grid without rows, fewer than no "
        "pieces, a start value outside its range.",
        'options: {size: {title: Size, range: 1..5, default: 3}}\nplaces: {board: {shape: "grid {option.size - 1} x 4", holds: marks}}',
        'options: {size: {title: Size, range: 2..5, default: 3}}\nplaces: {board: {shape: "grid {option.size - 1} x 4", holds: marks}}',
        W,
    ),
    # ---- texts
    Entry(
        "K940",
        "phase-without-text",
        "A phase with a title is a section of the rules page. Neither it nor anything in it has a `##` text, so the section would be "
        "empty. "
        "A phase that is only a helper has no title.",
        'phase refill "Fill the display":\n    draw display.room from cards to display',
        'phase refill "Fill the display":\n    ## Free spaces of the display are filled from the pile.\n    draw display.room from '
        "cards to display",
        W,
    ),
    Entry(
        "K941",
        "action-without-text",
        "Players choose this action, but nothing says what it is: it has no label, no `##` text, and stands in nothing that has one.",
        "player must:\n    action take(tile: pool): move tile to player.rack",
        'player must:\n    action take(tile: pool) "Take a tile": move tile to player.rack',
        W,
    ),
    Entry(
        "K942",
        "option-without-text",
        "A reader has to know what an option does: give it a `text:`, name it in a text, or switch a rule with it that has a text.",
        "options: {open: {title: Open hands, default: no}}",
        "options: {open: {title: Open hands, default: no, text: All hands lie face up.}}",
        W,
    ),
    Entry(
        "K943",
        "goal-missing",
        "The help page begins with what players try to do. `texts: {goal: …}` says it.",
        "texts: {}",
        "texts: {goal: Be the first with three marks in a line.}",
        W,
    ),
    Entry(
        "K944",
        "empty-text",
        "A text, reason or label holds nothing but spaces. A refused player would get no answer.",
        'require at is empty, " "',
        'require at is empty, "that cell is taken"',
        W,
    ),
    Entry(
        "K945",
        "text-twice",
        "Two rulings, terms or texts say the same in the same words. One of them was probably meant to say something else, or one is "
        "enough.",
        "rulings: {tie: A tie is shared., draw: A tie is shared.}",
        "rulings: {tie: A tie is shared.}",
        W,
    ),
    Entry(
        "K946",
        "moves-alike",
        "A notation leaves out something that was chosen. Moves that differ in it alone are written alike, and cannot be told apart.",
        'action shift(tile: player.rack, to_row: player.rows) written "{tile}": …',
        'action shift(tile: player.rack, to_row: player.rows) written "{tile} {to_row}": …',
        W,
    ),
    Entry(
        "K947",
        "number-by-hand",
        "A text says a number that its rule takes from an option or a table, or the number of all pieces of a component. When that is "
        "changed, the text says something else than what is played.",
        "## Take 3 coins.\nmove start_coins * coin from supply to player.purse",
        "## Take {start_coins} coins.\nmove start_coins * coin from supply to player.purse",
        W,
    ),
    Entry(
        "K948",
        "text-names-nothing",
        "A text sets a word in backticks like the name of something declared, and nothing is called that.",
        "## A tile goes to the `shelves`.\nmove tile to shelf",
        "## A tile goes to the `shelf`.\nmove tile to shelf",
        W,
    ),
    # ---- the end
    Entry(
        "K964",
        "criterion-alike",
        "A criterion of `rank by` does not look at the seat that is ranked, so that it is the same for all and decides nothing.",
        "rank by highest seat(1).score",
        "rank by highest player.score",
        W,
    ),
    Entry(
        "K965",
        "deck-never-shuffled",
        "A deck that is drawn from lies in the order in which its pieces were made, which everybody knows.",
        "move cards to pile\ndraw 5 from pile to display",
        "move cards to pile\nshuffle pile\ndraw 5 from pile to display",
        W,
    ),
)
