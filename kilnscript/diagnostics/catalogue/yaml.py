"""Diagnostic codes K2: YAML and CSV."""

from kilnscript.diagnostics.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "K200",
        "not-yaml",
        "The file is not YAML: a quote, a bracket or an indentation is wrong. Entries of one mapping begin in the same column. "
        "A text that contains `: ` or ` #`, or begins with one of `[ ] { } , & * ! | > % @ `, stands in quotes.",
        "text: Note: the last tile counts twice",
        'text: "Note: the last tile counts twice"',
    ),
    Entry(
        "K201",
        "duplicate-key",
        "Each key of a mapping stands there once. (Most YAML readers would quietly keep the last one.)",
        "tables:\n  per_kiln: {title: Tiles, number: 4}\n  per_kiln: {title: Tiles, number: 5}",
        "tables:\n  per_kiln: {title: Tiles, number: 5}",
    ),
    Entry(
        "K202",
        "anchor-or-alias",
        "Anchors (`&name`) and aliases (`*name`) are left out of this YAML: a reader would have to search for what a line says. "
        "Write the value where it is used. A text that begins with `*` or `&` stands in quotes.",
        "red:  &shared {ink: black}\nblue: *shared",
        "red:  {ink: black}\nblue: {ink: black}",
    ),
    Entry(
        "K203",
        "yaml-tag",
        "Tags (`!!str`, `!point`) are left out of this YAML. What a value is follows from its key alone; `no`, `1:30` and "
        "`1.10` stay the texts they are.",
        "default: !!bool no",
        "default: no",
    ),
    Entry(
        "K204",
        "not-a-mapping",
        "game.yaml consists of `key: value` lines. It may be empty nowhere and be no list.",
        "- kiln\n- 2..4",
        "game: kiln\nplayers: 2..4",
    ),
    Entry(
        "K205",
        "second-document",
        "`---` and `...` divide a YAML file into documents. A game is one.",
        "game: kiln\n---\nplayers: 2..4",
        "game: kiln\nplayers: 2..4",
    ),
    Entry(
        "K206",
        "yaml-directive",
        "Lines such as `%YAML 1.1` change how YAML is read; here it is always read in the same way.",
        "%YAML 1.1\n---\ngame: kiln",
        "game: kiln",
    ),
    Entry(
        "K207",
        "merge-key",
        "`<<` copies the entries of another mapping. It is left out of this YAML; write the entries where they belong. To build "
        "on another game, use `extends`.",
        "blue:\n  <<: {ink: black}\n  letter: B",
        "blue: {ink: black, letter: B}",
    ),
    Entry(
        "K208",
        "not-a-key",
        "A key is a word or a text in quotes, never a list, a mapping or nothing.",
        "? [red, blue]\n: 3",
        "red: 3\nblue: 3",
    ),
    Entry(
        "K209",
        "odd-character-in-key",
        "The key holds a character that looks like another one or like nothing: a curly quote, a non-breaking space, a "
        "character without width.",
        "“title”: Kiln",
        "title: Kiln",
    ),
    Entry(
        "K210",
        "no-value",
        "Nothing stands behind the `:`. In `{ }` a word without `:` is a key without a value, too.",
        "places:\n  bin: {shape: bag, as_needed}",
        "places:\n  bin: {shape: bag, as_needed: yes}",
    ),
    Entry(
        "K220",
        "empty-table",
        "A CSV table begins with a line that names its columns.",
        "",
        "id,copies,zone\nc01,8,castle",
    ),
    Entry(
        "K221",
        "column-without-name",
        "A column of a CSV table has no name in the first line; often a comma too many.",
        "id,,zone\nc01,8,castle",
        "id,copies,zone\nc01,8,castle",
    ),
    Entry(
        "K222",
        "duplicate-column",
        "Two columns of a CSV table have the same name.",
        "id,zone,zone\nc01,castle,castle",
        "id,zone,extra\nc01,castle,castle",
    ),
    Entry(
        "K223",
        "wrong-number-of-cells",
        "Each line of a CSV table has a cell for each column; an empty cell still has its comma. A text with a comma in it "
        "stands in double quotes.",
        "id,text\nc01,Draw two, then discard",
        'id,text\nc01,"Draw two, then discard"',
    ),
    Entry(
        "K224",
        "csv-quote-not-closed",
        "A cell that begins with a double quote ends with one. A quote inside is doubled.",
        'id,text\nc01,"Say "yes""',
        'id,text\nc01,"Say ""yes"""',
    ),
)
