"""DOT text of the shipped games: kept word for word for some, sound for all. KILN_RECORD=1 records the kept ones again."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from kilnscript.model.game import Game
from kilnscript.model.load import load_model
from kilnscript.publish.chart import Chart, Edge, Frame, Node, dot_text, quoted
from kilnscript.publish.diagram import dot

RULES = Path(__file__).parents[2] / "rules"
KEPT = Path(__file__).parent / "dot"
GAMES = sorted(str(path.parent.relative_to(RULES)) for path in RULES.rglob("game.yaml"))
GOLDEN = [
    ("kiln", None),
    ("kiln", "push"),
    ("kiln", "copy"),
    ("kiln", "sell"),
    ("glazewick", None),
    ("kilnrow", None),
    ("kilnrow", "turn"),  # many actions: only what each leads to
    ("classics/tic_tac_toe", None),
    ("classics/chess", "turn"),
]
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


def game(name: str) -> Game:
    loaded = load_model(RULES / name)
    assert loaded.game is not None
    return loaded.game


@pytest.mark.parametrize(("name", "phase"), GOLDEN)
def test_kept(name: str, phase: str | None) -> None:
    found = dot(game(name), phase)
    kept = KEPT / f"{name.split('/')[-1]}{'' if phase is None else '-' + phase}.dot"
    if os.environ.get("KILN_RECORD"):
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(found, encoding="utf-8")
    assert found == kept.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_sound(name: str) -> None:
    """Every node once, every edge between nodes, everything reached from the start, brackets in pairs; for the game and each phase."""
    loaded = game(name)
    for phase in (None, *loaded.phases):
        text = dot(loaded, phase)
        assert text == dot(loaded, phase)
        bare = STRING.sub('""', text)
        assert bare.count("{") == bare.count("}") and bare.count("[") == bare.count("]")
        lines = text.splitlines()
        nodes = [match[1] for line in lines if (match := re.match(r'\s+"([^"]*)" \[label=', line))]
        ways = [(match[1], match[2]) for line in lines if (match := re.match(r'\s+"([^"]*)" -> "([^"]*)"', line))]
        assert len(nodes) == len(set(nodes))
        assert {end for way in ways for end in way} <= set(nodes)
        assert len(ways) == len({line for line in lines if " -> " in line})
        reached = {"start", *(node for node in nodes if node.startswith("watch_"))}
        for _ in nodes:
            reached |= {target for source, target in ways if source in reached}
        assert reached == set(nodes)


def test_every_titled_phase_of_kiln_is_there() -> None:
    loaded = game("kiln")
    text = dot(loaded)
    for phase in loaded.phases.values():
        assert (f"#phase-{phase.name}" in text) == (phase.title is not None)


def test_options_are_named() -> None:
    assert "erase (with Fixing the Mess)" in dot(game("kiln"))


def test_unknown_phase() -> None:
    with pytest.raises(KeyError):
        dot(game("kiln"), "no_such_phase")


def test_labels_are_escaped() -> None:
    nodes = [Node("start", "start", ('say "hi"',)), Node("b", "step", ("back\\slash", "{braces} | <angle>", 'two"'))]
    text = dot_text(Chart('a "b"', "tells\nmore", Frame("f", "t\\"), [Edge("start", "b", 'one"\ntwo\\n')]))
    assert 'digraph "a \\"b\\"" {' in text and 'tooltip="tells more"' in text and 'label="t\\\\"' in text
    assert 'label="one\\"\\ntwo\\\\n"' in text
    framed = dot_text(Chart("c", "", Frame("f", "t", nodes=nodes)))
    assert 'label="say \\"hi\\""' in framed
    assert 'label="back\\\\slash\\n{braces} | <angle>\\ltwo\\"\\l"' in framed


def test_control_characters_never_reach_the_text() -> None:
    assert quoted("a\x1b[31mb\tc\u202ed") == '"a [31mb c d"'


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
@pytest.mark.parametrize("name", GAMES)
def test_graphviz_takes_it(name: str) -> None:
    loaded = game(name)
    for phase in (None, *loaded.phases):
        done = subprocess.run(["dot", "-Tsvg"], input=dot(loaded, phase), capture_output=True, text=True, encoding="utf-8", check=False)
        assert done.returncode == 0, done.stderr
        assert "<svg" in done.stdout
