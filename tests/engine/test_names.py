"""Names of rule files never meet names that the engine uses itself."""

from kilnscript.compile.names import SLOTS, python_name
from kilnscript.engine.state import State


def test_every_slot_of_a_state_is_taken() -> None:
    own = {name for name in vars(State) if not name.startswith("_")}
    assert own == SLOTS


def test_variables_named_like_slots() -> None:
    for name in ("passes", "legal", "start", "points", "copy", "value_colour", "moves_push", "class", "_x"):
        assert python_name(name) != name
