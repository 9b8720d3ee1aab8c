"""Diagnostic codes K0: files, encoding and limits."""

from kilnscript.diagnostics.catalogue.entry import Entry
from kilnscript.diagnostics.diagnostic import Severity

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "K001",
        "file-missing",
        "A game is a folder with a game.yaml and, as a rule, a rules.kiln. Tables named by `from:` and the game named by "
        "`extends:` have to be there too. Paths are read from the folder of the game.yaml that holds them.",
        "components:\n  card: {from: card.csv}      # the file is called cards.csv",
        "components:\n  card: {from: cards.csv}",
    ),
    Entry(
        "K002",
        "not-a-file",
        "The path leads to a folder, a device or a pipe. Rule files are ordinary files.",
        "components:\n  card: {from: tables}        # a folder",
        "components:\n  card: {from: tables/cards.csv}",
    ),
    Entry(
        "K003",
        "file-too-large",
        "A rule file has at most 1,000,000 bytes, so that no file can stop the machine that reads it. Every game known to us "
        "needs less than a tenth.",
        "",
        "components:\n  card: {from: cards.csv}     # long tables in files of their own",
    ),
    Entry(
        "K004",
        "not-utf8",
        "Rule files are UTF-8, with or without a byte-order mark. The line shown holds the first byte that is none. Editors "
        "offer `save with encoding`.",
        "title: Café                   # saved as Latin-1: the é is the single byte E9",
        "title: Café                   # saved as UTF-8",
    ),
    Entry(
        "K005",
        "control-character",
        "The file holds a character that no editor types, such as a zero byte: either it is not a text file, or something was "
        "pasted along with the text.",
        "",
        'log "a text without control characters"',
    ),
    Entry(
        "K006",
        "path-outside",
        "A table (`from:`) lies inside the folder of its game, so that a game can be copied and trusted as a whole; links that "
        "lead out do not count as inside. `extends:` names a folder relative to this one, or a shipped game by its name; "
        "absolute paths are refused in both.",
        "components:\n  card: {from: ../../private/cards.csv}",
        "components:\n  card: {from: cards.csv}",
    ),
    Entry(
        "K007",
        "circular-link",
        "The file is a symbolic link that leads, directly or through others, back to itself.",
        "",
        "components:\n  card: {from: cards.csv}     # an ordinary file",
    ),
    Entry(
        "K008",
        "too-many-lines",
        "A rule file has at most 20,000 lines.",
        "",
        "components:\n  card: {from: cards.csv}     # long tables in files of their own",
    ),
    Entry(
        "K009",
        "line-too-long",
        "A line has at most 10,000 characters. Inside `( )` and `[ ]` a line may be broken anywhere.",
        "",
        "let corners = [\n    cell_at(board, 1, 1),\n    cell_at(board, 1, 8),\n]",
    ),
    Entry(
        "K010",
        "nested-too-deeply",
        "Brackets may be nested 40 deep, blocks 20, an expression or a chain of `else if` 60, game.yaml 16. Nobody can read "
        "more, and a file made to be deep cannot stop the machine.",
        "let x = ((((((((((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))))))))))",
        "let inner = a + b\nlet x = inner * 2",
    ),
    Entry(
        "K011",
        "more-findings",
        "After a hundred findings in one file the rest is left out. Many have one cause, such as a quote that is never closed: "
        "begin with the first.",
        "",
        "",
        Severity.NOTE,
    ),
    Entry(
        "K012",
        "file-unreadable",
        "The file is there, but the system does not let it be read; the message says why.",
        "",
        "",
    ),
    Entry(
        "K080",
        "no-such-game",
        "A game is named by the path of its folder, or by its name if it comes with KilnScript.",
        "kiln play klin",
        "kiln play kiln",
    ),
    Entry(
        "K081",
        "not-a-game-folder",
        "A game is a folder; its files are read together.",
        "kiln play rules/kiln/game.yaml",
        "kiln play rules/kiln",
    ),
    Entry(
        "K082",
        "no-game-file",
        "The folder of a game holds a game.yaml, which says what there is.",
        "kiln play rules",
        "kiln play rules/kiln",
    ),
    Entry(
        "K083",
        "no-rules-file",
        "The folder of a game holds a rules.kiln, which says what happens. Only a folder that extends another game can do without.",
        "mygame: game.yaml",
        "mygame: game.yaml, rules.kiln",
    ),
)
