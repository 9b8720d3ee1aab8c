"""Diagnostic codes K7: who may read what."""

from kilnscript.diagnostics.catalogue.entry import Entry
from kilnscript.diagnostics.diagnostic import Severity

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "K701",
        "hidden-from-chooser",
        "A choice, its conditions and its answers are made of what the seat that chooses may see; otherwise the list of legal "
        "moves would give secrets away. The rare exception is written `referee(…)`.",
        'action ask(seat: others(player)):\n    require seat.hand is not empty, "no cards"',
        "hand: {shape: pile, holds: card, per: player, sees: owner, size: all}",
    ),
    Entry(
        "K702",
        "hidden-from-readers",
        "A log is read by everybody, or by those named with `to`; its holes may not tell what they cannot see. A piece that a "
        'reader may not see prints as "a tile" by itself.',
        'log "{player} keeps {sum(card in player.hand: card.worth)}"',
        'log "you keep {sum(card in player.hand: card.worth)}" to player',
    ),
    Entry(
        "K703",
        "referee",
        "A use of `referee(…)`: the rules read what the reader may not see. Listed so that every exception is known.",
        'require referee(pool is empty), "the pool still holds tiles"',
        'require pool is empty, "the pool still holds tiles"',
        Severity.NOTE,
    ),
    Entry(
        "K704",
        "hidden-from-bot",
        "`bot hint` says how well placed `player` is, and a bot knows no more than its seat: what that seat may not see, other hands or "
        "the order of a deck, is no part of it, and `referee(…)` is not either.",
        "bot hint: -sum(seat in others(player): sum(card in seat.hand: card.worth))",
        "bot hint: sum(card in player.hand: card.worth)",
    ),
)
