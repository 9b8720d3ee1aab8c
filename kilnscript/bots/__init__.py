"""Seats without a person: a session and a seat come in, one of its legal moves goes out. Pure: chance and clock come from outside."""
