"""KilnScript: board games written as rule files; load one, play it, check it, publish it."""
