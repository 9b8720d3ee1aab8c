"""Player counts and options."""

from __future__ import annotations

import pytest

from kilnscript import Game, UsageError
from tests.session.loading import Load


@pytest.mark.parametrize("players", [1, 5, 0, -1, True, "two", 2.0, "9" * 50])
def test_wrong_player_counts(kiln: Game, players: object) -> None:
    with pytest.raises(UsageError, match="Kiln is for 2 to 4 players"):
        kiln.new(players=players)  # type: ignore[arg-type]


def test_the_fewest_players_are_the_default(kiln: Game) -> None:
    assert kiln.new().players == 2
    assert list(kiln.players) == [2, 3, 4]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"targte": 14}, "no option `targte`; did you mean `target`?"),
        ({"zzz": 14}, "its options: target, fixing_the_mess, heating_up, two_colours"),
        ({"target": 15}, "option `target` cannot be `15`"),
        ({"target": None}, "cannot be `off`"),
        ({"target": [14]}, "cannot be"),
        ({"fixing_the_mess": "maybe"}, "cannot be `maybe`"),
    ],
)
def test_wrong_options(kiln: Game, options: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError) as raised:
        kiln.new(options=options)
    assert message in str(raised.value)


@pytest.mark.parametrize("yes", [True, "yes", "true"])
def test_ways_to_say_yes(kiln: Game, yes: object) -> None:
    session = kiln.new(players=2, options={"fixing_the_mess": yes, "target": "14"})
    assert session.options == {"target": 14, "fixing_the_mess": True, "heating_up": False, "two_colours": True}


def test_an_option_for_some_player_counts(kiln: Game) -> None:
    assert kiln.new(players=3).options["two_colours"] is False
    assert kiln.new(players=2).options["two_colours"] is True
    assert kiln.new(players=3, options={"two_colours": False}).options["two_colours"] is False


def test_off(load: Load) -> None:
    for off in ("off", None):
        assert load("glazewick").new(options={"timer": off}).options["timer"] == "off"


def test_compiled_once(kiln: Game) -> None:
    assert kiln.program(2, {"target": 14}) is kiln.program(2, {"target": "14"})
    assert kiln.program(2, {"target": 14}) is not kiln.program(2, {"target": 17})
