"""A state inside rules with a transaction over melds → a proposal: the provisional moves and the commit that lay the most."""

from kilnscript.solver.propose import Goal, can_propose, propose

__all__ = ["Goal", "can_propose", "propose"]
