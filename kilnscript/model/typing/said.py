"""Short expressions in the author's words, for hints."""

from __future__ import annotations

from kilnscript.model import expressions as e


def said(value: e.Expression) -> str | None:
    """`player.rack`, `leader`, `cell.piece.colour`; None for what would be too long."""
    match value:
        case e.Convert(value=inner):
            return said(inner)
        case e.Local(name=name):
            return name
        case e.CurrentPlayer():
            return "player"
        case e.OptionValue(name=name):
            return f"option.{name}"
        case e.MemberLiteral(member=member):
            return member
        case e.NumberLiteral(value=number):
            return str(number)
        case (
            e.PieceValue(owner=owner, attribute=name)
            | e.MemberValue(owner=owner, attribute=name)
            | e.BuiltInAttribute(owner=owner, attribute=name)
        ):
            before = said(owner)
            return None if before is None else f"{before}.{name}"
        case e.Variable(name=name, keys=keys) | e.PlaceAt(place=name, keys=keys):
            return _with_keys(name, keys)
        case _:
            return None


def _with_keys(name: str, keys: tuple[e.Expression, ...]) -> str | None:
    words = [said(key) for key in keys]
    if None in words:
        return None
    plain = [word for word in words if word is not None]
    if keys and type(keys[0].type).__name__ == "Player":
        name, plain = f"{plain[0]}.{name}", plain[1:]
    return f"{name}[{', '.join(plain)}]" if plain else name
