"""Many games of bots: a game and a plan come in, facts of each game and figures over all of them go out."""
