"""`kiln session`: one answer for every line, whatever the line is."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from kilnscript.diagnostics import Diagnostic
from kilnscript.engine.faults import NotSupported
from kilnscript.play import lines
from tests.play.games import kiln


def talk(*requests: Any) -> list[dict[str, Any]]:
    """Answers to requests; bytes are sent as they are."""
    sent = b"".join((r if isinstance(r, bytes) else json.dumps(r).encode()) + b"\n" for r in requests)
    out = io.StringIO()
    assert lines.serve(io.BytesIO(sent), out) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


NEW = {"do": "new", "game": "kiln", "players": 2, "options": {"target": 14}, "seed": 7}


def test_a_game() -> None:
    new, moves, play, view, undo, redo, record, result = talk(
        NEW,
        {"do": "moves"},
        {"do": "play", "move": "push N3", "id": "x"},
        {"do": "view", "seat": 1},
        {"do": "undo"},
        {"do": "redo"},
        {"do": "record"},
        {"do": "result"},
    )
    assert new["ok"] and new["options"]["target"] == 14 and new["phase"] == "push"
    assert moves["moves"][0] == {"move": "push N2", "label": "Push in at N2", "action": "push", "arguments": {"at": "N2"}}
    assert play["id"] == "x" and play["phase"] == "copy" and " pushes " in play["log"][0]
    assert view["view"]["phase"] == "copy"
    assert undo["phase"] == "push" and redo["phase"] == "copy"
    assert record["record"].endswith("\npush N3\n")
    assert result == {"ok": True, "over": False, "result": None}


def test_positions_and_replay() -> None:
    _, view, record = talk(NEW, {"do": "view"}, {"do": "record"})
    again, twin = talk({"do": "new", "game": "kiln", "position": view["view"], "seed": 1}, {"do": "view"})
    assert again["ok"]
    assert twin["view"] == view["view"]
    (replayed,) = talk({"do": "replay", "record": record["record"]})
    assert replayed["ok"] and replayed["moves"] == 0


@pytest.mark.parametrize(
    ("request_line", "code"),
    [
        (b"", "bad-request"),
        (b"hello", "bad-request"),
        (b"[1, 2]", "bad-request"),
        (b"\xff\xfe\x00", "bad-request"),
        (b"[" * 100_000, "bad-request"),
        (b'{"do": "new", "game": "kiln", "seed": ' + b"9" * 10_000 + b"}", "bad-request"),
        (b'{"do": "moves", "seat": NaN}', "bad-request"),
        ({"do": 5}, "unknown-request"),
        ({}, "unknown-request"),
        ({"do": "nwe"}, "unknown-request"),
        ({"do": "new"}, "bad-request"),
        ({"do": "new", "game": ["kiln"]}, "bad-request"),
        ({"do": "new", "game": "nosuch"}, "rules"),
        ({"do": "new", "game": "kiln\0"}, "rules"),
        ({"do": "new", "game": "kiln", "players": "2"}, "bad-request"),
        ({"do": "new", "game": "kiln", "players": 9}, "usage"),
        ({"do": "new", "game": "kiln", "options": {"target": 15}}, "usage"),
        ({"do": "new", "game": "kiln", "options": []}, "bad-request"),
        ({"do": "new", "game": "kiln", "seed": {}}, "usage"),
        ({"do": "new", "game": "kiln", "position": {"places": 3}}, "usage"),
        ({"do": "new", "game": "kiln", "colour": "red"}, "bad-request"),
        ({"do": "moves", "seat": 9}, "usage"),
        ({"do": "moves", "seat": True}, "bad-request"),
        ({"do": "play"}, "bad-request"),
        ({"do": "play", "move": "push N1"}, "illegal-move"),
        ({"do": "play", "move": "push"}, "ambiguous-move"),
        ({"do": "play", "move": "pull"}, "unknown-move"),
        ({"do": "play", "move": ""}, "unknown-move"),
        ({"do": "why", "move": 3}, "bad-request"),
        ({"do": "view", "seat": 0}, "usage"),
        ({"do": "undo"}, "usage"),
        ({"do": "undo", "steps": "1"}, "bad-request"),
        ({"do": "redo", "steps": -1}, "usage"),
        ({"do": "log", "seat": 7}, "usage"),
        ({"do": "replay", "record": "nothing"}, "usage"),
    ],
)
def test_nothing_breaks_it(request_line: Any, code: str) -> None:
    answers = talk(NEW, request_line if request_line != b"" else b'""', {"do": "moves"})
    assert len(answers) == 3
    assert answers[1]["ok"] is False
    assert answers[1]["error"]["code"] == code
    assert answers[1]["error"]["message"]
    assert answers[2]["ok"] and len(answers[2]["moves"]) == 23


def test_rules_of_a_later_version(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise NotSupported(Diagnostic("K890", "not supported yet: a thing", None))

    monkeypatch.setattr("kilnscript.engine.build.compile_game", refuse)
    error = talk({"do": "new", "game": "tic_tac_toe"})[0]["error"]
    assert error["code"] == "not-supported"
    assert error["diagnostics"][0]["code"] == "K890"


def test_without_a_game() -> None:
    for name in ("moves", "view", "record", "result", "undo", "history", "log"):
        assert talk({"do": name})[0]["error"]["code"] == "no-game"


def test_a_huge_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LONGEST", 1000)
    answers = talk(b"x" * 5000, b'{"do": "games"}')
    assert answers[0]["error"]["code"] == "bad-request"
    assert "kiln" in answers[1]["games"]


def test_help_and_quit() -> None:
    answers = talk({"do": "help"}, {"do": "quit"}, {"do": "games"})
    assert len(answers) == 2
    assert "illegal-move" in answers[0]["help"]


def test_as_a_process() -> None:
    found = kiln("session", script=json.dumps(NEW) + "\nbroken\n" + json.dumps({"do": "moves"}))
    assert found.returncode == 0
    assert [json.loads(line)["ok"] for line in found.stdout.splitlines()] == [True, False, True]


def test_a_bot_plays_a_seat() -> None:
    _, played, other, unknown, history = talk(
        {"do": "new", "game": "kiln", "players": 2, "seed": 7},
        {"do": "bot", "bot": "greedy"},
        {"do": "bot", "bot": "random", "seat": 9},
        {"do": "bot", "bot": "genius"},
        {"do": "record"},
    )
    assert played["ok"] and played["move"].startswith("push ")
    assert other["error"]["code"] == "usage"
    assert unknown["error"]["code"] == "usage"
    assert ": greedy\n" in history["record"]


def test_undo_with_several_people_and_alone() -> None:
    game = {"do": "new", "game": "kilnrow", "players": 2, "seed": 1}
    _, _, refused, _, _, alone, bad = talk(
        game, {"do": "play", "move": "draw"}, {"do": "undo"}, {**game, "people": 1}, {"do": "play", "move": "draw"}, {"do": "undo"},
        {**game, "people": 3},
    )  # fmt: skip
    assert refused["error"] == {
        "code": "seen",
        "message": "that cannot be taken back with several people at the table: chance decided in move 1",
    }
    assert alone["ok"] and alone["notice"] == "chance decided in move 1, which was taken back"
    assert bad["error"]["code"] == "bad-request"


def test_histories_and_records_of_a_seat() -> None:
    _, _, history, record, whole = talk(
        {"do": "new", "game": "rock_paper_scissors", "players": 2, "seed": "marmalade"},
        {"do": "play", "move": "rock", "seat": 1},
        {"do": "history", "seat": 2},
        {"do": "record", "seat": 2},
        {"do": "history"},
    )
    assert history["history"] == [{"seat": 1, "move": "(not shown)"}]
    assert "marmalade" not in record["record"] and "rock\n" not in record["record"]
    assert whole["history"] == [{"seat": 1, "move": "rock"}]
