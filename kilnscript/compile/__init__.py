"""Typed game → a world of numbered things, one flow graph, and Python source specialised for a player count and options."""
