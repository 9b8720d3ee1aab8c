"""Deliberately broken copies of the shipped games, and what `kiln check` and `kiln test` say about them: `python -m tests.mutants`."""
