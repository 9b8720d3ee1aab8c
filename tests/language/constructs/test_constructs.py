"""Every construct of the language is read, resolved and typed, those included that no shipped game uses yet."""

import shutil
from pathlib import Path

import pytest

from kilnscript.diagnostics import Severity
from kilnscript.model import expressions as e
from kilnscript.model import statements as s
from kilnscript.model.builtins import FUNCTIONS, QUERIES
from kilnscript.model.game import Game
from kilnscript.model.load import load_model
from kilnscript.model.structure.walk import walk
from kilnscript.model.types import Unknown

HERE = Path(__file__).parent
HOST = HERE.parent / "host"
CASES = sorted(path.stem for path in HERE.iterdir() if path.suffix == ".kiln" or (path.is_dir() and (path / "game.yaml").exists()))


def load(case: str, scratch: Path) -> Game:
    folder = HERE / case
    if not folder.is_dir():
        folder = scratch / "game"
        shutil.copytree(HOST, folder)
        shutil.copyfile(HERE / f"{case}.kiln", folder / "rules.kiln")
    loaded = load_model(folder)
    assert [d.message for d in loaded.diagnostics if d.severity is not Severity.NOTE] == []
    assert loaded.game is not None
    return loaded.game


def nodes(game: Game) -> list[object]:
    roots: list[object] = [game.setup, game.play, game.scoring, game.watches, game.rank, game.invariants, game.examples]
    for parts in (game.phases, game.actions, game.functions, game.payments):
        roots += parts.values()
    return [node for root in roots for node in walk(root)]


@pytest.mark.parametrize("case", CASES)
def test_case_has_no_findings_and_no_unknown_types(case: str, tmp_path: Path) -> None:
    for node in nodes(load(case, tmp_path)):
        assert not isinstance(getattr(node, "type", None), Unknown), node


def test_the_cases_use_every_node_function_and_query(tmp_path: Path) -> None:
    seen: set[type] = set()
    names: set[str] = set()
    for case in CASES:
        for node in nodes(load(case, tmp_path / case)):
            seen.add(type(node))
            match node:
                case e.BuiltInCall(function=name) | e.Query(name=name) | e.PlainQuery(name=name):
                    names.add(name)
                case _:
                    pass
    declared = {e.SeatLiteral}  # only in game.yaml
    wanted = {kind for kind in (*e.Expression.__args__, *s.Statement.__args__) if kind not in declared}
    assert sorted(kind.__name__ for kind in wanted - seen) == []
    assert sorted(({n for n, f in FUNCTIONS.items() if not f.special} | set(QUERIES)) - names) == []
