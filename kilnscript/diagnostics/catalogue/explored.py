"""Diagnostic codes K97 and K98: findings of `kiln check` that show in play."""

from kilnscript.diagnostics.catalogue.entry import Entry
from kilnscript.diagnostics.diagnostic import Severity

W = Severity.WARNING

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "K970",
        "dead-end",
        "Play came to a decision at which a seat has to choose and nothing is legal. The game cannot go on. The record leads there.",
        "player must:\n    action take(tile: pool): move tile to player.rack      # and the pool runs out",
        'player must:\n    action take(tile: pool): move tile to player.rack\notherwise: log "{player} finds nothing to take"',
        W,
    ),
    Entry(
        "K971",
        "fault-in-play",
        "A rule asked for something impossible: a piece that is not there, a number outside its range, a place without room. The record's "
        "last move is the one that failed; replaying it shows the fault.",
        "move pool.first to player.rack      # and the pool is empty",
        "if pool is not empty: move pool.first to player.rack",
        W,
    ),
    Entry(
        "K972",
        "invariant-broken",
        "After some move something that the rules say is `always` so was not. Either a rule does what it should not, or the invariant says "
        "too much.",
        'always full: count(kiln) is 36, "36 tiles lie in the kiln"      # and a rule takes one out',
        'always full: count(kiln) + count(outer) is 37, "37 tiles are in play"',
        W,
    ),
    Entry(
        "K973",
        "piece-lost",
        "A piece lies in two places or nowhere, or there are more or fewer tokens than the game has. Rules can only move pieces, so "
        "this is a mistake of the engine: please report it with the record.",
        "",
        "",
        W,
    ),
    Entry(
        "K974",
        "endless",
        "A game does not end: a loop goes round without anybody having a choice or beyond its limit, what should decrease does not, or "
        "more decisions were made than `length` promises.",
        "length: {turns: 9, promised: yes}      # and a game can have ten decisions",
        "length: {turns: 10, promised: yes}",
        W,
    ),
    Entry(
        "K975",
        "no-game-ended",
        "Of all games that were played until they had several times the declared `length`, none came to an end. Probably the end of the "
        "game is missing, or cannot be reached.",
        "play:\n    take turns from seat(1): do turn      # and nothing ends the game",
        'end game full when board is full, "the board is full"',
        W,
    ),
    Entry(
        "K976",
        "moves-alike",
        "Two different legal moves are written alike, so that nobody can say which one is meant, and records cannot tell them apart.",
        'action pass_card(card: hand, to: players) written "pass {card}"',
        'action pass_card(card: hand, to: players) written "pass {card} to {to}"',
        W,
    ),
    Entry(
        "K977",
        "move-refused",
        "A move that is listed as legal is refused when it is played. Both come from the same text, so this is a mistake of the engine: "
        "please report it with the record.",
        "",
        "",
        W,
    ),
    Entry(
        "K978",
        "copies-differ",
        "A game that was undone, saved and loaded, or replayed does not stand where it stood. This is a mistake of the engine: please "
        "report it with the record.",
        "",
        "",
        W,
    ),
    Entry(
        "K979",
        "secret-told",
        "What a seat is shown, or what it may choose, changes with something that it cannot see. So it can find out what is hidden.",
        "places: {pool: {shape: bag, holds: tile, sees: none}}\n\naction draw_red when any(tile in pool where tile.colour is red): …",
        "action draw when pool is not empty: draw 1 from pool to player.rack",
        W,
    ),
    Entry(
        "K980",
        "one-sided",
        "Play had a thousand chances and more to come to this side of a condition, and never did, not even from the positions of "
        "the examples. Probably the condition cannot hold (or cannot fail).",
        "rule bonus when count(player.rack) > 20: …      # and nobody ever holds more than eight",
        "rule bonus when count(player.rack) > 6: …",
        W,
    ),
)
