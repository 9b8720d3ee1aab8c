"""Runs a compiled game: states, moves, refusals. Pure: no clock, no file, no printing, no global randomness."""
