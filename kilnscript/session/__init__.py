"""A game being played: sessions, moves in words, views and positions, records, examples."""
