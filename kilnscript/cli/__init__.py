"""The command line: `kiln VERB …`. Every verb is a module here; nothing heavy is imported before it is known which one is wanted."""

from __future__ import annotations

import os
import sys

TRACE = "KILN_TRACEBACK"  # set to anything: a bug of ours shows its traceback


def main(argv: list[str] | None = None) -> int:
    """Runs a command; returns 0 (fine), 1 (findings, an illegal move, a record that does not fit), 2 (usage) 70 (a bug of ours)
    or 74 (the system refused to read or write)."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever called
            setattr(sys, name, open(os.devnull, mode))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a character that the terminal cannot show is no reason to stop
    try:
        status = run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # Whoever read our output has enough. Python would complain again when it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        if os.environ.get(TRACE):
            raise
        print(f"kiln: {error.strerror or error}", file=sys.stderr)
        return 74
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except Exception as error:
        if os.environ.get(TRACE):
            raise
        name = f"{type(error).__name__}: {error}".split("\n")[0][:300]
        print(f"kiln: this is a bug of kilnscript, not of your input: {name}\n(set {TRACE}=1 to see where)", file=sys.stderr)
        return 70


def run(argv: list[str]) -> int:
    from kilnscript.cli.arguments import parse

    arguments = parse(argv)
    if isinstance(arguments, int):
        return arguments
    from kilnscript.cli.failures import carried_out

    return carried_out(arguments)
