"""Rules pages on a wiki: what would change there, and saving it."""
