"""Structure: the typed game in; findings about its flow and its readers, and the game with what they settle, out."""
