"""The JSON Schema that editors use and the loader's own check agree on every shipped game and on a corpus of slips."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from kilnscript.model.declare.merge import merge
from kilnscript.model.declare.structure import check_structure, schema
from kilnscript.source.resources import grammar_folder, rules_folder
from kilnscript.source.yaml_file import read_yaml
from kilnscript.source.yaml_tree import YamlMapping
from tests.model.yaml_data import data

SCHEMA = json.loads((grammar_folder() / "game.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
GAMES = sorted(rules_folder().rglob("game.yaml"))
BAD = sorted((Path(__file__).parent.parent / "language" / "bad" / "declarations").rglob("game.yaml"))

HEAD = "game: g\ntitle: G\nplayers: 2\n"
SLIPS = [
    "gmae: g\ntitle: G\n",
    "game: g\n",
    "game: 1g\ntitle: G\n",
    "game: [g]\ntitle: G\n",
    "game: g\ntitle: {G: H}\n",
    "game: g\ntitle: ~\n",
    "game: g\ntitle: 1829\n",
    "game: g\ntitle: 1.5\n",
    "game: g\ntitle: true\n",
    "game: g\ntitle: G\nplayers: 2.5\n",
    "game: g\ntitle: G\nplayers: 0\n",
    "game: g\ntitle: G\nplayers: 2 .. 4\n",
    "game: g\ntitle: G\nplayers: [2, 3]\n",
    HEAD + "options: {a: {default: no}}\n",
    HEAD + "options: {a: {default: true}}\n",
    HEAD + "options: {a: no}\n",
    HEAD + "options: {a: {values: [], default: 1}}\n",
    HEAD + "options: {a: {values: [1, [2]], default: 1}}\n",
    HEAD + "options: {a: {range: 1.., default: 1}}\n",
    HEAD + "options: {a: {range: 5, default: 5}}\n",
    HEAD + "options: {a b: {default: no}}\n",
    HEAD + "options: {a: {default: no, recommended: maybe}}\n",
    HEAD + "options: {a: {default: no, players: two, otherwise: no}}\n",
    HEAD + "kinds: {c: {members: []}}\n",
    HEAD + "kinds: {c: {members: {}}}\n",
    HEAD + "kinds: {c: {members: [a, b c]}}\n",
    HEAD + "kinds: {c: {members: {a: {letter: A, more: [1, 2]}, b: {}}}}\n",
    HEAD + "kinds: {c: {members: {a: A}}}\n",
    HEAD + "kinds: {c: {members: red}}\n",
    HEAD + "kinds: {c: {plural: c s, members: [red]}}\n",
    HEAD + "kinds: {c: {has: [text], members: [red]}}\n",
    HEAD + "tokens: {coin: {supply: unlimited}}\n",
    HEAD + "tokens: {coin: {supply: endless}}\n",
    HEAD + 'tokens: {coin: {supply: "{option.a}"}}\n',
    HEAD + "tokens: {coin: {supply: -3}}\n",
    HEAD + "components: {t: {copies: 3}}\n",
    HEAD + "components: {t: {copies: 3.5}}\n",
    HEAD + "components: {t: {count: {1: 3, 2: x}}}\n",
    HEAD + "components: {t: {count: {}}}\n",
    HEAD + "components: {t: {sets: [{copies: 3}, {a: 1}]}}\n",
    HEAD + "components: {t: {sets: {copies: 3}}}\n",
    HEAD + "components: {t: {sets: [{copies: 3, a: {b: c}}]}}\n",
    HEAD + "components: {t: {copies: 1, names: [a]}}\n",
    HEAD + "components: {t: {copies: 1, letters: abc}}\n",
    HEAD + "components: {t: {copies: 1, from: [a.csv]}}\n",
    HEAD + "places: {p: {shape: pile, holds: [t, u]}}\n",
    HEAD + "places: {p: {shape: pile, holds: {t: u}}}\n",
    HEAD + "places: {p: {shape: pile, sees: someone}}\n",
    HEAD + "places: {p: {shape: pile, size: none}}\n",
    HEAD + "places: {p: {shape: pile, count: {2: 5, 3: many}}}\n",
    HEAD + "places: {p: {holds: t}}\n",
    HEAD + "places: {p: {shape: pile, arrows: true}}\n",
    HEAD + "variables: {v: {is: 0..5, start: [1, [2, {a: 3}]]}}\n",
    HEAD + "variables: {v: {is: 0..5, start: {1: a, 2: [b]}}}\n",
    HEAD + "variables: {v: {start: 1}}\n",
    HEAD + "variables: {v: {is: 5, start: 1}}\n",
    HEAD + "variables: {v: {is: 0..5, start: ~}}\n",
    HEAD + "scores: {per: player, sources: {}}\n",
    HEAD + "scores: {per: player, sources: [a]}\n",
    HEAD + "scores: {per: player, sources: {a: A}, floor: -3, track: 0..9}\n",
    HEAD + "scores: {sources: {a: A}}\n",
    HEAD + "tables: {t: {number: 1.5}}\n",
    HEAD + "tables: {t: {number: -5}}\n",
    HEAD + "tables: {t: {set: [1, two]}}\n",
    HEAD + "tables: {t: {set: 1}}\n",
    HEAD + "tables: {t: {from: a, to: b, rows: {1: {2: [3]}}}}\n",
    HEAD + "tables: {t: {from: a, to: b, rows: {1: {2: {3: 4}}}}}\n",
    HEAD + "tables: {t: {from: a, to: [b], rows: {1: 2}}}\n",
    HEAD + "patterns: {p: {of: t, size: 3..4, same: [a, b], wraps: no}}\n",
    HEAD + "patterns: {p: {of: t}}\n",
    HEAD + "timers: {t: {seconds: 60, idle: 1m}}\n",
    HEAD + "texts: {goal: [a]}\n",
    HEAD + "texts: {goal: 5}\n",
    HEAD + "rulings: [a]\n",
    HEAD + "controls: {a: {click: [a, b], keys: {b: c}, confirm: yes}}\n",
    HEAD + "controls: {a: {confirm: {button: A, keys: B}}}\n",
    HEAD + "controls: {a: {confirm: maybe}}\n",
    HEAD + "controls: {a: {hover: b}}\n",
    HEAD + "length: {turns: 100}\n",
    HEAD + "length: {turns: 0}\n",
    HEAD + "length: 100\n",
    "game: true\ntitle: G\n",
    HEAD + "components: {t: {copies: 9999999999}}\n",
    HEAD + "components: {t: {copies: 1, names: 5}}\n",
    HEAD + "components: {t: {copies: 1, names: false}}\n",
    HEAD + "controls: {a: {keys: 5, button: true}}\n",
    HEAD + "controls: {a: {confirm: true}}\n",
]  # fmt: skip


def loader_accepts(root: YamlMapping) -> bool:
    broken, found = check_structure(root)
    assert bool(broken) >= bool(found)
    return not broken


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_shipped_games_are_accepted_by_both(path: Path) -> None:
    root, found = read_yaml(path.name, path.read_text(encoding="utf-8"))
    assert root is not None
    assert not found
    assert [error.message for error in VALIDATOR.iter_errors(data(root))] == []
    assert loader_accepts(root)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.parent.name)
def test_both_judge_the_corpus_of_mistakes_alike(path: Path) -> None:
    root, _ = read_yaml(path.name, path.read_text(encoding="utf-8"))
    assert root is not None
    assert VALIDATOR.is_valid(data(root)) == loader_accepts(root)


@pytest.mark.parametrize("text", SLIPS)
def test_both_judge_slips_alike(text: str) -> None:
    root, _ = read_yaml("game.yaml", text)
    assert root is not None
    assert VALIDATOR.is_valid(data(root)) == loader_accepts(root)


def test_the_schema_is_one_and_every_key_is_described() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert schema() == SCHEMA
    for name, rule in SCHEMA["properties"].items():
        described = rule.get("description") or SCHEMA["$defs"][rule["$ref"].removeprefix("#/$defs/")].get("description")
        assert described, name


def test_every_definition_is_used() -> None:
    text = json.dumps(SCHEMA)
    assert [name for name in SCHEMA["$defs"] if f'"#/$defs/{name}"' not in text] == []


def test_merging_keeps_what_both_have_and_the_places() -> None:
    host: Any = read_yaml("host.yaml", "a: {x: 1, y: [1, 2]}\nb: 2\n")[0]
    own: Any = read_yaml("own.yaml", "a: {y: [3], z: 4}\nc: 5\n")[0]
    merged = merge(host, own)
    assert data(merged) == {"a": {"x": 1, "y": [3], "z": 4}, "b": 2, "c": 5}
    a = merged.entries["a"][1]
    assert isinstance(a, YamlMapping)
    assert [node.span.file for _, node in a.entries.values()] == ["host.yaml", "own.yaml", "own.yaml"]
