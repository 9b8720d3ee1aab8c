"""A game that extends another."""

from pathlib import Path

import pytest

from kilnscript.model.extend import walk
from kilnscript.model.load import Read, load_model, read_game
from kilnscript.source import tree
from tests.model.games import write_game

HOST = """game: host
title: Host
players: 2
components: {tile: {copies: 5, changes: {face: 1..6}}}
places: {pool: {shape: pile, holds: tile}, bin: {shape: pile, holds: tile}}
variables: {steps: {is: 0..9, start: 0}}
"""
RULES = """setup:
    move tiles to pool

play:
    take turns from seat(1) until steps > 8, at most 20 times:
        do step(2)

phase step(size: number) "A step":
    player must:
        action go(tile: pool) "Go":
            require steps < 9, "it is over"
            move tile to bin
            steps = steps + 1
    rule bonus when steps is 4:
        steps = steps + 1

end game over_now when steps is 9, "nine steps"
"""
OWN = "game: own\ntitle: Own\nextends: ../host\n"


def extended(folder: Path, rules: str | None, game: str = OWN) -> Read:
    write_game(folder / "host", HOST, RULES)
    return read_game(write_game(folder / "own", game, rules))


def found(read: Read, kind: type, name: str) -> list[object]:
    return [node for node in walk(read.items) if type(node) is kind and getattr(node, "name", None) == name]


def codes(read: Read) -> list[str]:
    return [finding.code for finding in read.diagnostics]


def test_a_folder_without_rules_is_the_host_with_other_numbers(tmp_path: Path) -> None:
    read = extended(tmp_path, None, OWN + "components: {tile: {copies: 7}}\n")
    assert codes(read) == []
    assert read.declared is not None
    assert read.declared.declarations.name == "own"
    assert read.declared.declarations.components["tile"].sets[0].copies == 7
    assert len(read.items) == 4


def test_an_inner_rule_is_replaced(tmp_path: Path) -> None:
    read = extended(tmp_path, "instead of rule bonus when steps is 5:\n    steps = steps + 2\n")
    assert codes(read) == []
    (rule,) = found(read, tree.Rule, "bonus")
    assert isinstance(rule, tree.Rule)
    assert rule.span.file.endswith("own/rules.kiln")
    (phase,) = found(read, tree.Phase, "step")
    assert isinstance(phase, tree.Phase)
    assert phase.block.statements[1] is rule


def test_an_action_inside_a_decision_is_replaced(tmp_path: Path) -> None:
    read = extended(tmp_path, 'instead of action go(tile: pool) "Go on":\n    move tile to bin\n')
    assert codes(read) == []
    (action,) = found(read, tree.Action, "go")
    assert isinstance(action, tree.Action)
    assert len(action.block.statements) == 1


def test_a_part_of_a_part_just_replaced(tmp_path: Path) -> None:
    rules = """instead of rule extra when steps is 3:
    steps = 9

instead of phase step(size: number) "Another step":
    rule extra when steps is 2:
        steps = 8
"""
    read = extended(tmp_path, rules)
    assert codes(read) == []
    (rule,) = found(read, tree.Rule, "extra")
    assert isinstance(rule, tree.Rule)
    assert rule.span.line == 1


def test_conditions_are_added_after_those_of_the_host(tmp_path: Path) -> None:
    read = extended(tmp_path, 'also in action go: require steps < 5, "not yet"\n')
    assert codes(read) == []
    (action,) = found(read, tree.Action, "go")
    assert isinstance(action, tree.Action)
    reasons = [s.reason.parts[0] for s in action.block.statements if isinstance(s, tree.Require)]
    assert reasons == ["it is over", "not yet"]
    assert isinstance(action.block.statements[2], tree.Move)


def test_new_parts_come_last(tmp_path: Path) -> None:
    read = extended(tmp_path, "function twice(n: number) = 2 * n\n")
    assert codes(read) == []
    assert isinstance(read.items[-1], tree.Function)


@pytest.mark.parametrize(
    ("rules", "code", "hint"),
    [
        ("instead of rule bonos when steps is 5: steps = 6", "K383", "did you mean `bonus`?"),
        ("instead of rule step when steps is 5: steps = 6", "K383", "`step` is there as phase: write `instead of phase step`"),
        ("instead of scoring: steps = 6", "K383", "write it without `instead of`"),
        ("instead of phase step(length: number): steps = 6", "K384", "what calls it stays as it is, so the parameters have to be the same"),
        ('also in action goes: require steps < 5, "no"', "K385", "did you mean `go`?"),
        ("phase step(size: number): steps = 6", "K388", "to replace it write `instead of phase step`"),
        ('end game over_now when steps is 8, "eight"', "K388", "to replace it write `instead of end game over_now`"),
        ("setup: steps = 6", "K388", "to replace it write `instead of setup`"),
    ],
)
def test_what_cannot_be_replaced(tmp_path: Path, rules: str, code: str, hint: str) -> None:
    read = extended(tmp_path, rules + "\n")
    assert [(d.code, d.hint) for d in read.diagnostics] == [(code, hint)]
    assert not read.whole


def test_three_levels(tmp_path: Path) -> None:
    write_game(tmp_path / "host", HOST, RULES)
    write_game(
        tmp_path / "own", OWN + "variables: {steps: {start: 1}}\n", "instead of rule bonus when steps is 5:\n    steps = steps + 2\n"
    )
    game = "game: third\ntitle: Third\nextends: ../own\nvariables: {steps: {start: 2}}\n"
    third = read_game(write_game(tmp_path / "third", game, "instead of rule bonus when steps is 6:\n    steps = steps + 3\n"))
    assert codes(third) == []
    (rule,) = found(third, tree.Rule, "bonus")
    assert isinstance(rule, tree.Rule)
    assert rule.span.file.endswith("third/rules.kiln")
    assert [Path(file).parent.name for file in third.files] == ["third", "own", "host", "host", "own", "third"]


def test_a_table_lies_beside_the_game_that_names_it(tmp_path: Path) -> None:
    host = HOST.replace("components: {", "components: {card: {from: cards.csv, has: {size: 1..3}}, ")
    write_game(tmp_path / "host", host, RULES, cards_csv="size\n1\n2\n")
    read = read_game(write_game(tmp_path / "own", OWN))
    assert codes(read) == []
    assert read.declared is not None
    assert len(read.declared.declarations.components["card"].sets) == 2


def test_a_shipped_game_by_name(tmp_path: Path) -> None:
    loaded = load_model(write_game(tmp_path / "own", "game: own\ntitle: Own\nextends: kiln\noptions: {target: {default: 14}}\n"))
    assert [d.message for d in loaded.diagnostics] == []
    assert loaded.game is not None
    assert loaded.game.declarations.by == "Néstor Romeral Andrés"


def test_instead_without_a_host(tmp_path: Path) -> None:
    read = read_game(write_game(tmp_path / "host", HOST, RULES + "\ninstead of rule bonus when steps is 5: steps = 6\n"))
    assert codes(read) == ["K386"]


def test_the_hint_for_bots_is_replaced(tmp_path: Path) -> None:
    write_game(tmp_path / "host", HOST, RULES + "\nbot hint: steps\n")
    read = read_game(write_game(tmp_path / "own", OWN, "instead of bot hint: -steps\n"))
    assert codes(read) == []
    (hint,) = (node for node in walk(read.items) if isinstance(node, tree.BotHint))
    assert isinstance(hint.value, tree.Negative)
    assert codes(read_game(write_game(tmp_path / "own", OWN, "bot hint: -steps\n"))) == ["K388"]
