"""Properties of single positions, one module each: a position in play comes in, what is wrong with it goes out."""
