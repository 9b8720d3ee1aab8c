"""Diagnostic codes K8: what goes wrong while a game is played. A fault is a mistake of the rules, never an illegal move."""

from kilnscript.diagnostics.catalogue.entry import Entry


def entry(code: str, name: str, explanation: str, bad: str, good: str) -> Entry:
    return Entry(code, name, explanation, bad, good)


ENTRIES: tuple[Entry, ...] = (
    entry("K801", "out-of-range", "A variable was about to leave the range, or a list the length, that it was declared with.",
          "energy = energy - 1", "if energy > 0: energy = energy - 1"),
    entry("K802", "division-by-zero", "A number was divided by zero, or its rest by zero was asked for.",
          "let each_gets = pot / count(best)", "if best is not empty:\n    let each_gets = pot / count(best)"),
    entry("K803", "no-room", "A piece was to go where there is no room: a full row, a cell that holds another piece, or no place at all.",
          "move tile to player.shelf", "move tile to player.shelf then discard"),
    entry("K804", "no-tokens", "More tokens were to be moved than there are.",
          "move 3 * coin from player.purse to supply", "if player.purse[coin] >= 3: move 3 * coin from player.purse to supply"),
    entry("K805", "not-exactly-one", "`the` wants exactly one item that fulfils the condition.",
          "the(card in hand: card.suit is hearts)", "first(card in hand where card.suit is hearts)"),
    entry("K806", "no-choice", "A seat had to choose and nothing was legal.",
          "player must:\n    offer sow", "player must:\n    offer sow\notherwise:\n    end game drawn, \"no pit can be sown\""),
    entry("K807", "too-many-passes", "A loop reached its `at most N times` without having ended.",
          "repeat until tired, at most 3 times: do round",
          "repeat until tired, at most 3 times: do round\notherwise: log \"Enough for today\""),
    entry("K808", "does-not-decrease", "The number behind `decreases` did not get smaller from one pass to the next, or went below 0.",
          "repeat until done, decreases count(pool): do round", "repeat until done, at most 20 times: do round"),
    entry("K809", "nothing-to-pick", "`pick` was to choose at random from nothing.",
          "pick starter at random from bidders", "if bidders is not empty: pick starter at random from bidders"),
    entry("K810", "passed-twice", "One piece was handed on twice at the same time.",
          "pass hand to next(player).hand\npass hand to previous(player).hand", "pass hand to next(player).hand"),
    entry("K811", "missing", "Something that the rules take for granted is not there, like the piece of an empty cell.",
          "board[9].piece.owner = player", "if board[9].piece is not none: board[9].piece.owner = player"),
    entry("K813", "no-such-key", "A variable with a number as a key was asked for a number beyond those that it was declared with.",
          "turned: {is: yes/no, per: 1..5, start: no, title: Turned}\n\nturned[cell.number] = yes      # in a row of six",
          "turned: {is: yes/no, per: 1..6, start: no, title: Turned}"),
    entry("K820", "range-too-long", "A range of numbers has more members than any game needs; it would fill the memory.",
          "count(n in 1..1000000000)", "1000000000"),
    entry("K821", "too-many-choices", "A choice has too many answers to list them all.",
          "action keep(cards: any of deck)", "player may repeatedly:\n    action keep(card: deck): …"),
    entry("K822", "endless", "A loop or rule goes on and on without anybody having a choice; it was stopped.",
          "repeat until pool is empty: log \"waiting\"", "repeat until pool is empty, decreases count(pool): draw 1 from pool to discard"),
    entry("K823", "too-deep", "Functions call each other more deeply than can be worked out.",
          "a function that calls a function that calls …", "fewer, larger functions"),
    entry("K812", "number-too-large", "A number grew beyond 18 digits; no board game needs that, and it would slow everything down.",
          "pot = pot * pot", "pot = pot * 2"),
    entry("K824", "too-large", "The game has more cells, places or pieces than any board game: it would fill the memory.",
          "shape: grid 1000 x 1000", "shape: grid 10 x 10"),
    entry("K890", "not-supported-yet", "The rules are right, but this version cannot play this construct yet. It can be checked.",
          "transaction build over table: …", "a decision with single actions"),
)  # fmt: skip
