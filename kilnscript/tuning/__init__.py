"""Which numbers of a game meet its designer's aims: a game, aims and ranges come in, the best settings found go out, with what shows it."""
