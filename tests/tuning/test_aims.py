"""Aims are read or refused with a reason; distances and verdicts are what the page says."""

import math
from pathlib import Path

import pytest

import kilnscript
from kilnscript.simulation.figures import Share
from kilnscript.tuning.aims import Figure, distances, named, read_aim
from tests.tuning.games import steps

INF = math.inf


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> kilnscript.Game:
    return kilnscript.load(steps(tmp_path_factory.mktemp("aims") / "steps"))


@pytest.mark.parametrize(
    ("text", "figure", "low", "high", "share"),
    [
        ("decisions 4..6", "decisions", 4, 6, False),
        ("  length   4.5 .. 6 ", "length", 4.5, 6, False),
        ("seat advantage <= 3%", "seat advantage", -INF, 0.03, True),
        ("seat advantage<=0.03", "seat advantage", -INF, 0.03, True),
        ("share of cards 20..30%", "share of cards", 0.2, 0.3, True),
        ("points from luck >= -1", "points from luck", -1, INF, False),
        ("turns = 6", "turns", 6, 6, False),
        ("games with take 20..30%", "games with take", 0.2, 0.3, True),
        ("wins with Take >= 30%", "wins with take", 0.3, INF, True),
        ("Ties <= 5 % for 3 players", "ties", -INF, 0.05, True),
        ("wins of seat 1 45..55%", "wins of seat 1", 0.45, 0.55, True),
    ],
)
def test_read(game: kilnscript.Game, text: str, figure: str, low: float, high: float, share: bool) -> None:
    aim = read_aim(game, text)
    assert (aim.figure, aim.share) == (figure, share)
    assert (aim.low, aim.high) == (pytest.approx(low), pytest.approx(high))
    assert aim.players == (3 if "3 players" in text else None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("decisions", "cannot be read; write a figure and what it should be"),
        ("decisions about 7", "cannot be read"),
        ("decisions 4..6..8", "cannot be read"),
        ("4..6", "cannot be read"),
        ("desicions 4..6", "did you mean `decisions`?"),
        ("decisions 6..4", "the range ends at 4, before it begins at 6"),
        ("decisions <= 30%", "is no share"),
        ("drawn <= 5", "is a share, written as 3% or 0.03"),
        ("rounds 7..9", "there is no figure `rounds`; there are `decisions`"),
        ("decisions 4..6 for 5 players", "is not for 5 players"),
        ("share of gold 4..6%", "there is no figure `share of gold`"),
        ("wins with tkae 4..6%", "there is no action `tkae`; did you mean `take`?"),
        ("wins with take sun 4..6%", "`take` is never used with `sun`; what it is used with is not counted"),
        ("decisions 4.." + "9" * 40, "cannot be read"),
    ],
)
def test_refused(game: kilnscript.Game, text: str, said: str) -> None:
    with pytest.raises(kilnscript.UsageError) as caught:
        read_aim(game, text)
    assert said in str(caught.value)


def test_distances(game: kilnscript.Game) -> None:
    aim = read_aim(game, "decisions 40..50")
    assert [aim.distance(value) for value in (40, 45, 50)] == [0, 0, 0]
    assert aim.distance(55) == pytest.approx(1) and aim.distance(30) == pytest.approx(2)
    assert read_aim(game, "drawn <= 5%").distance(0.25) == pytest.approx(2)
    assert read_aim(game, "margin <= 0").distance(3) == pytest.approx(3)


def test_verdicts(game: kilnscript.Game) -> None:
    aim = read_aim(game, "decisions 40..50")
    assert aim.verdict(Figure(45, 41, 49)) == "met"
    assert aim.verdict(Figure(45, 39, 51)) == "met, perhaps"
    assert aim.verdict(Figure(52, 49, 55)) == "missed, perhaps"
    assert aim.verdict(Figure(52, 51, 53)) == "missed"
    exact = read_aim(game, "decisions = 40")
    assert exact.verdict(Figure(41, 39, 43)) == "met, perhaps" and exact.verdict(Figure(42, 41, 43)) == "missed"


def test_every_figure_is_one_of_the_report_with_an_interval(game: kilnscript.Game) -> None:
    report = kilnscript.simulate(game, 40, [2, 3], seed=3)
    first, second = report.settings
    for name, (share, measure) in named(game).items():
        for s in report.settings:
            found = measure(s)
            assert found is not None or (name == "wins of seat 3" and s is first), name
            if found is not None:
                assert found.low <= found.value <= found.high, name
                assert not share or -1e-9 <= found.value <= 1 + 1e-9, name
    assert read_aim(game, "decisions = 4").of(first) == Figure(4, 4, 4)
    assert read_aim(game, "share of gifts >= 0").of(first) == Figure(2 / 6.5, 2 / 6.5, 2 / 6.5)
    only = read_aim(game, "decisions = 4 for 2 players")
    assert only.of(second) is None
    assert distances([only], report.settings) == 0
    assert distances([read_aim(game, "decisions = 4")], report.settings) == pytest.approx((0 + 5) / 2)


def test_seat_advantage_is_that_of_the_seat_furthest_off(game: kilnscript.Game) -> None:
    (setting,) = kilnscript.simulate(game, 200, 3).settings
    found = read_aim(game, "seat advantage <= 3%").of(setting)
    assert found is not None
    shares = [Share(place.wins.won, place.wins.of) for place in (setting.order or setting.seats)]
    assert found.value == pytest.approx(max(abs((share.value or 0) - 1 / 3) for share in shares))
    assert found.high >= max(share.interval[1] - 1 / 3 for share in shares) - 1e-9
    assert found.low <= found.value


CHOICE = """
game: sides
title: Sides
players: 2
kinds: {side: {plural: sides, members: {light: {}, dark: {}, grey: {}}}}
scores: {per: player, sources: {points: Points}}
texts: {goal: Nothing.}
"""
CHOICE_RULES = """
play:
    for each player in players:
        player must:
            action choose(side: sides):
                require side is not grey or player is seat(2), "that side is for the second seat"
                if side is dark: score 1 as points for player

rank by highest player.score
"""


def test_uses_of_one_thing(tmp_path: Path) -> None:
    """Dark beats light by the rules; so the wins of each, and who used it, can be counted by hand."""
    (tmp_path / "game.yaml").write_text(CHOICE, encoding="utf-8")
    (tmp_path / "rules.kiln").write_text(CHOICE_RULES, encoding="utf-8")
    game = kilnscript.load(tmp_path)
    (setting,) = kilnscript.simulate(game, 60, 2, seed=1).settings
    dark = read_aim(game, "wins with choose side=dark >= 50%").of(setting)
    assert dark is not None and dark == read_aim(game, "wins with choose Dark >= 50%").of(setting)
    use = next(use for use in setting.uses if use.key == "choose side=dark")
    assert dark.value == use.wins.value and dark.value > 0.6
    grey = read_aim(game, "games with choose grey <= 50%").of(setting)
    assert grey is not None and 0 < grey.value < 0.6
    with pytest.raises(kilnscript.UsageError, match=r"`choose` is never used with `drak`; did you mean `dark`\?"):
        read_aim(game, "wins with choose drak >= 50%")
