"""Command for the package build: `python -m kilnscript.source.build_tables OUTPUT` writes the parser's tables to a file."""

import sys
from pathlib import Path

from kilnscript.source.resources import grammar_folder
from kilnscript.source.tables import build, key_of, write_tables


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: python -m kilnscript.source.build_tables OUTPUT", file=sys.stderr)
        return 2
    grammar = grammar_folder() / "kiln.lark"
    output = Path(arguments[0])
    if not write_tables(output, key_of(grammar), build(grammar.read_text(encoding="utf-8"))):
        print(f"cannot write {output}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
