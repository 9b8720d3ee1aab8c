"""Playing in a terminal, from a script, and over JSON lines."""
