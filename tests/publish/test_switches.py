"""What a page says at every player count and choice of options, against working it out at that setting alone."""

from itertools import product
from pathlib import Path

import pytest

from kilnscript.model.game import Game
from kilnscript.model.load import load_model
from kilnscript.publish.pages.build import page
from kilnscript.publish.pages.figures import Figures
from kilnscript.publish.pages.page import Entry, Figure, Page, Section, Table, Where
from kilnscript.publish.pages.settings import MOST_SETTINGS, Settings

RULES = Path(__file__).parents[2] / "rules"

YAML = """
game: switched
title: Switched
players: 2..4
options:
  long: {title: Long, default: no}
  size: {title: Size, values: [3, 4, 5], default: 3, unit: stones}
  spare: {title: Spare, values: [1, 2], default: 1}
  pairs: {title: Pairs, default: yes, players: 2, otherwise: no}
components:
  stone: {title: Stone, copies: "{option.size * option.spare + players}"}
places:
  heap: {shape: bag, holds: stone, title: Heap}
tables:
  each_gets: {title: Each gets, from: players 2..4, to: number, rows: {2: 1, 3: 2, 4: 3}}
texts:
  goal: "With {option.size * 10 if option.long else 7} stones, {option.size if option.pairs else 1} a pair."
"""
RULES_KILN = """
play:
    take turns from seat(1), at most 3 times:
        do one_turn

phase one_turn "Turn":
    rule longer when option.long:
        ## A long turn.
        do extra
    if not option.long:
        ## A short turn with {each_gets[count(players)]} stones.
        log "{each_gets[count(players)]} stones"

phase extra "Extra":
    ## More.
    if option.size >= 4 and option.pairs: do most
    log "more"

phase most "Most":
    ## Most of all.
    log "most"
"""


def switched(folder: Path, yaml: str = YAML) -> Game:
    (folder / "game.yaml").write_text(yaml, encoding="utf-8")
    (folder / "rules.kiln").write_text(RULES_KILN, encoding="utf-8")
    loaded = load_model(folder)
    assert loaded.game is not None, [d.message for d in loaded.diagnostics]
    return loaded.game


def holds(where: tuple[Where, ...], setting: dict[str, str]) -> bool:
    return not where or any(all(setting[axis] in values for axis, values in one) for one in where)


def settings(found: Page) -> list[dict[str, str]]:
    names = [switch.name for switch in found.switches]
    return [dict(zip(names, chosen, strict=True)) for chosen in product(*([v for v, _ in s.values] for s in found.switches))]


def at(figure: Figure, setting: dict[str, str]) -> str:
    """What a reader sees at a setting: exactly one case."""
    if not figure.cases:
        return figure.words
    (found,) = [case.words for case in figure.cases if holds(case.where, setting)]
    return found


def test_figures_of_two_options_are_right_at_every_combination(tmp_path: Path) -> None:
    game = switched(tmp_path)
    found = page(game)
    goal = next(section for section in found.sections if section.id == "text-goal").items[0]
    stones, pair = [part for part in goal.text if isinstance(part, Figure)]  # type: ignore[union-attr]
    assert stones.options == ("Long", "Size")
    for setting in settings(found):
        size, long = int(setting["option.size"]), setting["option.long"] == "yes"
        pairs = setting["option.pairs"] == "yes" and setting["players"] == "2"
        assert at(stones, setting) == str(size * 10 if long else 7)
        assert at(pair, setting) == str(size if pairs else 1)


def test_sizes_of_the_world_count_too(tmp_path: Path) -> None:
    found = page(switched(tmp_path))
    table = next(i for s in found.sections for i in s.items if isinstance(i, Table) and i.id == "table-components")
    count = table.rows[0][2][0]
    assert isinstance(count, Figure)
    for setting in settings(found):
        assert at(count, setting) == str(int(setting["option.size"]) * int(setting["option.spare"]) + int(setting["players"]))


def test_rules_phases_and_rows_say_when_they_apply(tmp_path: Path) -> None:
    found = page(switched(tmp_path))
    parts: dict[str, Section | Entry] = {s.id: s for s in found.sections}
    parts |= {i.id: i for s in found.sections for i in s.items if isinstance(i, Entry)}
    assert parts["rule-longer"].where == ((("option.long", ("yes",)),),)
    assert parts["phase-extra"].where == parts["rule-longer"].where
    assert parts["phase-one_turn"].where == ()
    assert parts["phase-most"].where == (
        (("players", ("2",)), ("option.long", ("yes",)), ("option.size", ("4", "5")), ("option.pairs", ("yes",))),
    )
    table = next(i for s in found.sections for i in s.items if isinstance(i, Table) and i.id == "table-each_gets")
    assert table.wheres == tuple(((("players", (str(n),)),),) for n in (2, 3, 4))


def test_too_many_settings_are_not_tried(tmp_path: Path) -> None:
    yaml = YAML.replace("values: [3, 4, 5]", "range: 1..300")
    figures = Figures(switched(tmp_path, yaml).declarations)
    figure = figures.text(figures.declarations.texts["goal"])[1]
    assert isinstance(figure, Figure)
    assert (figure.words, figure.cases, figure.options) == ("7", (), ("Long", "Size"))
    assert 2 * 300 > MOST_SETTINGS


@pytest.mark.parametrize("name", ["kiln", "glazewick", "kilnrow", "kilia", "classics/hearts"])
def test_shipped_games_at_every_setting(name: str) -> None:
    """A figure's cases leave nothing out and never say two things."""
    loaded = load_model(RULES / name)
    assert loaded.game is not None
    found = page(loaded.game)
    texts = [item.text for s in found.sections for item in s.items if hasattr(item, "text")]
    texts += [text for s in found.sections for i in s.items if isinstance(i, Entry) for text in (*i.texts, *i.reasons)]
    texts += [cell for s in found.sections for i in s.items if isinstance(i, Table) for row in i.rows for cell in row]
    figures = {part for text in texts for part in text if isinstance(part, Figure) and part.cases}
    for setting in settings(found):
        for figure in figures:
            assert at(figure, setting)


def test_where_is_short() -> None:
    loaded = load_model(RULES / "kiln")
    assert loaded.game is not None
    found = Settings(loaded.game.declarations)
    every = found.all(["two_colours"])
    assert found.where(every) == ()
    assert found.where([s for s in every if s != (2, {"two_colours": "yes"})]) == (
        (("players", ("2",)), ("option.two_colours", ("no",))),
        (("players", ("3", "4")),),
    )
