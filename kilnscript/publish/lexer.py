"""Colours for `.kiln` text: a lexer for Pygments, whose words are those of the grammar and of the registry of built-ins."""

from __future__ import annotations

from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups, default, include, words
from pygments.token import (
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
    Whitespace,
)

from kilnscript.model.builtins import FUNCTIONS, QUERIES
from kilnscript.source.tables import tables
from kilnscript.source.words import CLAUSE_WORDS

KEYWORDS = tuple(sorted(tables().words))
CONSTANTS = ("yes", "no", "none")
CLAUSES = tuple(sorted(CLAUSE_WORDS - set(CONSTANTS)))  # words that stand anywhere; the others begin statements
BUILT_INS = tuple(sorted({*FUNCTIONS, *QUERIES}))
NAME = r"[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_\x80-\U0010ffff]*"
NO_KEYWORD = (
    r"(?![A-Za-z0-9_\x80-\U0010ffff])(?![.(\[]|[ ]*=[^=])"  # `score = 3`, `turn.number`: a name after all; `move [card in …]` is none
)
DECLARES = ("phase", "action", "function", "payment", "rule", "way", "transaction", "commit", "always", "example", "let")
SIGN_AND_SPACE: Any = bygroups(Punctuation, Whitespace)  # type: ignore[no-untyped-call]
WORD_AND_SPACE: Any = bygroups(Keyword, Whitespace)  # type: ignore[no-untyped-call]
ATTRIBUTE: Any = bygroups(Punctuation, Name.Attribute)  # type: ignore[no-untyped-call]
NAMES_ANOTHER: Any = bygroups(Keyword, Whitespace, Name.Function)  # type: ignore[no-untyped-call]


class KilnLexer(RegexLexer):
    """Verbs are words only at the beginning of a statement, as in the language itself."""

    name = "KilnScript"
    aliases: ClassVar[list[str]] = ["kiln", "kilnscript"]
    filenames: ClassVar[list[str]] = ["*.kiln"]
    url = ""

    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [
            (r"\n", Whitespace, "line"),
            default("line"),
        ],
        "line": [
            (r"[ \t]+", Whitespace),
            (r"##", String.Doc, ("#pop", "doc")),
            (r"\n", Whitespace),
            (words(DECLARES, suffix=rf"\b(?=[ ]+{NAME})"), Keyword.Declaration, ("#pop", "declared")),
            (rf"(do|offer|choose)([ ]+)({NAME})", NAMES_ANOTHER, ("#pop", "rest")),
            (words(KEYWORDS, suffix=NO_KEYWORD), Keyword, ("#pop", "phrase")),
            default(("#pop", "rest")),
        ],
        # What follows a verb at once: `take turns from`, `end game NAME`.
        "phrase": [
            (r"[ \t]+", Whitespace),
            (words(DECLARES, suffix=rf"\b(?=[ ]+{NAME})"), Keyword.Declaration, ("#pop", "declared")),
            (words(KEYWORDS, suffix=NO_KEYWORD + r"(?![ ]*,)"), Keyword),
            default(("#pop", "rest")),
        ],
        "declared": [
            (r"[ \t]+", Whitespace),
            (NAME, Name.Function, ("#pop", "rest")),
            default(("#pop", "rest")),
        ],
        # A statement after a colon on the same line begins anew.
        "rest": [
            (r"\n", Whitespace, "#pop"),
            (r"(:)([ \t]+)(?=[a-z])", SIGN_AND_SPACE, ("#pop", "line")),
            include("expression"),
        ],
        "expression": [
            (r"[ \t]+", Whitespace),
            (r"#[^\n]*", Comment.Single),
            (r'"""', String, "block"),
            (r'"', String, "string"),
            (r"\d+", Number.Integer),
            (words(CONSTANTS, suffix=r"\b"), Keyword.Constant),
            (words(("is", "and", "or", "not", "in", "mod"), suffix=r"\b"), Operator.Word),
            (words(CLAUSES, suffix=r"\b"), Keyword),
            (words(("highest", "lowest", "empty", "full", "random", "game", "won", "drawn"), suffix=NO_KEYWORD), Keyword),
            (rf"(\.)({NAME})", ATTRIBUTE),
            (words(BUILT_INS, suffix=r"(?=\()"), Name.Builtin),
            (NAME, Name),
            (r"\.\.|[-+*/<>=]=?", Operator),
            (r"[()\[\]{}.,:]", Punctuation),
            (r"[^\n]", Text),
        ],
        # Texts for players: holes hold expressions. Whatever is not closed on its line ends there.
        "doc": [
            (r"\n", Whitespace, "#pop"),
            (r"\{", String.Interpol, "hole"),
            (r"[^\n{]+", String.Doc),
        ],
        "string": [
            (r'"', String, "#pop"),
            (r"(?=\n)", String, "#pop"),
            (r"\\.", String.Escape),
            (r"\{", String.Interpol, "hole"),
            (r'[^"\\{\n]+', String),
            (r"\\", String),
        ],
        "block": [
            (r'"""', String, "#pop"),
            (r'[^"]+', String),
            (r'"', String),
        ],
        "hole": [
            (r"\}", String.Interpol, "#pop"),
            (r"(?=\n)", Text, "#pop"),
            (r"(table)([ ]+)", WORD_AND_SPACE),
            include("expression"),
        ],
    }
