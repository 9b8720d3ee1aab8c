"""Who decides when, and what is carried out in which order: loops, decisions, watches, ends, scores, clocks."""

from typing import Any

import pytest

from kilnscript.engine.faults import Fault
from kilnscript.engine.stream import FastStream
from tests.engine.tiny import Tiny, fault_of

TABLE = """
kinds: {colour: {plural: colours, members: [red, green, blue]}}
components: {disc: {has: {owner: player or none}, count: {1: 4, 2: 4, none: 1}}}
places:
  board: {shape: row 4, holds: disc}
  hand: {shape: pile, holds: disc, per: player}
variables:
  told: {is: "list of 0..99", most: 30, start: []}
  count_of: {is: 0..99, start: 0}
  mine: {is: 0..9, start: 0, per: player}
  done: {is: yes/no, start: no}
scores: {per: player, floor: 0, sources: {good: Good, bad: Bad}}
"""
SCOPED = TABLE.replace(
    "variables:\n", "variables:\n  fresh: {is: 0..9, start: 0, each: step}\n  turn_of: {is: 0..9, start: 0, each: turn}\n"
)
TELL = "    player must:\n        action tell(n: 1..2): told = told + [player.number * 10 + n]\n"


def told(game: Tiny) -> list[int]:
    return list(game.told)


def acting(game: Tiny) -> int:
    return int(game.state.player) + 1


def test_turns_pass_in_seat_order() -> None:
    game = Tiny(f"play:\n    take turns from seat(2):\n        do step\nphase step:\n{TELL}", TABLE, players=3)
    game.play("tell 1", "tell 2", "tell 1", "tell 2")
    assert told(game) == [21, 32, 11, 22]


def test_turns_among_some_until_a_condition_and_a_given_turn() -> None:
    rules = """
play:
    take turns from seat(2) among [seat in players where seat.mine < 2] until count(told) >= 6:
        do step
        if player.mine is 1 and player is seat(3): give next turn to player
    seat(1) must:
        action last: end game won by player, "after the loop"
phase step:
    player must:
        action tell:
            told = told + [player.number]
            player.mine = player.mine + 1
"""
    game = Tiny(rules, TABLE, players=3)
    game.play(*["tell"] * 6)
    assert told(game) == [2, 3, 3, 1, 2, 1]
    game.play("last")
    assert game.winners == (0,)


def test_turns_end_when_nobody_is_left() -> None:
    rules = """
play:
    take turns from seat(1) among [seat in players where not done and seat.mine is 0]:
        player must:
            action tell:
                told = told + [player.number]
                player.mine = 1
    seat(1) must:
        action last: done = yes
"""
    game = Tiny(rules, TABLE, players=4)
    game.play("tell", "tell", "tell", "tell")
    assert told(game) == [1, 2, 3, 4]
    assert game.moves == ["last"]
    game.play("last")
    assert game.over


def test_nested_turns_have_their_own_given_turn_and_scope() -> None:
    rules = """
play:
    take turns from seat(1) until count_of >= 2, at most 9 times:
        do auction
        count_of = count_of + 1
phase auction:
    take turns from next(player) until turn_done(3):
        turn_of = turn_of + 1
        do step
        give next turn to seat(2)
function turn_done(n: number) = count(told) mod n is 0 and count(told) > count_of * n
phase step:
    player must:
        action tell: told = told + [player.number * 10 + turn_of]
"""
    game = Tiny(rules, SCOPED, players=3)
    game.play(*["tell"] * 6)
    assert told(game) == [21, 21, 21, 31, 21, 21]  # the outer loop goes on to seat 2 by itself; turn_of begins anew every turn
    assert game.over


def test_variables_begin_anew_with_their_phase() -> None:
    rules = """
play:
    repeat 3 times: do step
phase step:
    fresh = fresh + 1
    seat(1) must:
        action tell:
            fresh = fresh + 1
            told = told + [fresh]
"""
    game = Tiny(rules, SCOPED.replace("  turn_of: {is: 0..9, start: 0, each: turn}\n", ""))
    game.play("tell", "tell", "tell")
    assert told(game) == [2, 2, 2]


def test_for_each_player_makes_each_the_one_to_act_and_gives_the_turn_back() -> None:
    rules = f"""
play:
    take turns from seat(2) until count(told) >= 6, at most 9 times:
        for each player in players where player is not seat(1): do step
        told = told + [player.number]
phase step:
{TELL}
"""
    game = Tiny(rules, TABLE, players=3)
    game.play("tell 1", "tell 1", "tell 1", "tell 1")
    assert told(game) == [21, 31, 2, 21, 31, 3]


def test_loops_go_over_what_was_there_when_they_began() -> None:
    rules = """
play:
    for each n in told + [1, 2], m in 1..n:
        told = told + [10 * n + m]
        seat(1) must:
            action go: told = told + [9]
"""
    game = Tiny(rules, TABLE)
    game.play("go", "go", "go")
    assert told(game) == [11, 9, 21, 9, 22, 9]


REPEATS = {
    "repeat 3 times: count_of = count_of + 2": 6,
    "repeat 0 times: count_of = 5": 0,
    "repeat until count_of >= 5, at most 9 times: count_of = count_of + 2": 6,
    "repeat until yes, at most 9 times: count_of = count_of + 2": 0,
    "repeat until count_of >= 5, decreases 9 - count_of: count_of = count_of + 2": 6,
    "repeat until no, at most 3 times: count_of = count_of + 1\notherwise: count_of = count_of + 50": 53,
    "repeat until count_of is 3, at most 3 times: count_of = count_of + 1\notherwise: count_of = count_of + 50": 3,
    "if done: count_of = 1\nelse if count_of > 3: count_of = 2\nelse: count_of = 3": 3,
}  # fmt: skip


@pytest.mark.parametrize("asked", [False, True], ids=["straight", "with a decision"])
@pytest.mark.parametrize("loop", REPEATS)
def test_repeats(loop: str, asked: bool) -> None:
    """The same loops as plain code and as flow: a decision in a branch that is never taken makes the difference."""
    lines = loop.splitlines()
    if asked:
        lines[0] = lines[0].replace(
            ": ", ":\n        if count_of > 90:\n            seat(1) must:\n                action never: done = yes\n        ", 1
        )
    body = "\n    ".join(lines)
    game = Tiny(f"play:\n    {body}\n", TABLE)
    assert game.over
    assert game.count_of == REPEATS[loop]


def test_limits_of_loops_are_faults() -> None:
    def run(loop: str) -> Any:
        return fault_of(lambda: Tiny(f"play:\n    {loop}\n", TABLE))

    asked = ":\n        if count_of > 90:\n            seat(1) must:\n                action never: done = yes\n        "
    for colon in (": ", asked):
        assert run(f"repeat until no, at most 3 times{colon}count_of = count_of + 1").code == "K807"
        assert run(f"repeat until no, decreases 9 - count_of{colon}count_of = count_of").code == "K808"
        assert run(f"repeat until no, decreases 3 - count_of{colon}count_of = count_of + 2").code == "K808"
        assert run(f"take turns from seat(1) until no, at most 3 times{colon}count_of = count_of + 1").code == "K807"


DECISIONS = """
play:
    {who} {mode}:
        action take(n: 1..2) when count_of < 3:
            require n + count_of <= 3, "at most three"
            count_of = count_of + n
{otherwise}    done = yes
"""


def decide(mode: str, otherwise: str = "", who: str = "seat(1)", players: int = 2) -> Tiny:
    return Tiny(DECISIONS.format(mode=mode, who=who, otherwise=otherwise), TABLE, players=players)


def test_must_and_may() -> None:
    assert decide("must").moves == ["take 1", "take 2"]
    assert decide("may").moves == ["take 1", "take 2", "skip"]
    game = decide("may")
    game.play("skip")
    assert game.over and game.done and game.count_of == 0


def test_may_repeatedly_until_nothing_is_left() -> None:
    game = decide("may repeatedly")
    game.play("take 1", "take 1")
    assert game.moves == ["take 1", "skip"]
    game.play("take 1")
    assert game.over and game.done  # only to skip: passed over
    game = decide("may repeatedly, at most 2 times")
    game.play("take 1", "take 1")
    assert game.over
    game = decide("may repeatedly, at most 2 times")
    game.play("take 1", "skip")
    assert game.over and game.count_of == 1


def test_otherwise() -> None:
    rules = """
play:
    count_of = 3
    seat(2) must:
        action take(n: 1..2):
            require n + count_of <= 3, "at most three"
            count_of = count_of + n
    otherwise:
        told = told + [player.number]
        player must:
            action give: count_of = 0
    done = yes
"""
    game = Tiny(rules, TABLE)
    assert told(game) == [2]
    assert game.moves == ["give"]
    game.play("give")
    assert game.over and game.done
    found = fault_of(lambda: Tiny(rules[: rules.index("    otherwise")], TABLE))
    assert (found.code, found.span.line) == ("K806", 4)


def test_actions_with_decisions_inside() -> None:
    rules = """
play:
    take turns from seat(1) until done:
        player must:
            action ask(n: 1..2):
                told = told + [n]
                next(player) must:
                    action answer(m: 1..n): told = told + [player.number * 10 + m]
                told = told + [player.number]
            action stop: done = yes
"""
    game = Tiny(rules, TABLE)
    game.play("ask 2")
    assert game.moves == ["answer 1", "answer 2"]
    game.play("answer 2")
    assert told(game) == [2, 22, 1]
    assert game.moves == ["ask 1", "ask 2", "stop"]
    assert acting(game) == 2


def test_everyone_at_once() -> None:
    rules = """
play:
    all players must:
        action bid(n: 0..2): player.mine = n + 1
    told = each(seat in players: seat.mine)
    [seat in players where seat.mine > 1] may:
        action more: player.mine = 9
    done = yes
"""
    rules = rules.replace("    [seat in players where seat.mine > 1] may:\n        action more: player.mine = 9\n", "")
    game = Tiny(rules, TABLE, players=3)
    assert game.deciders == (0, 1, 2)
    game.play("bid 2", seat=2)
    assert game.deciders == (0, 1)
    assert game.mine == [0, 0, 0]  # nothing happens before everyone has chosen
    assert game.moves_of(0) == ["bid 0", "bid 1", "bid 2"]
    game.play("bid 0", seat=0)
    game.play("bid 1", seat=1)
    assert told(game) == [1, 2, 3]
    assert game.over


def test_a_seat_with_nothing_to_choose_among_others() -> None:
    """With an `otherwise` it is not asked; without one it is the fault that it is for a single seat."""
    rules = """
play:
    all players must:
        action bid(n: 1..2) when player.mine > START: player.mine = n
"""
    otherwise = "    otherwise: player.mine = 7\n"
    with pytest.raises(Fault) as found:
        Tiny(rules.replace("START", "player.number - 2"), TABLE)
    assert found.value.diagnostic.code == "K806"
    game = Tiny(rules.replace("START", "player.number - 2") + otherwise + "    done = yes\n", TABLE)
    assert game.deciders == (0,)
    game.play("bid 2", seat=0)
    assert game.mine[0] == 2
    assert game.over
    nobody = Tiny(rules.replace("START", "5") + otherwise + "    done = yes\n", TABLE)
    assert nobody.over
    assert 7 in nobody.mine


def test_what_is_passed_arrives_when_everyone_has_chosen() -> None:
    rules = """
setup:
    for each seat in players: move [disc in box where disc.owner is seat] to seat.hand
play:
    all players must:
        action give(n: 1..2): pass up(player, n) to next(player).hand
    done = yes
function up(seat: player, n: number) = [disc in seat.hand where n is 1]
"""
    game = Tiny(rules, TABLE)
    game.play("give 1", seat=1)
    game.play("give 1", seat=0)
    owners = [[game.program.world.pieces[p].values["owner"] for p in game.contents("hand", seat)] for seat in (0, 1)]
    assert owners == [[1] * 4, [0] * 4]


WATCH = """
{setup}
play:
    take turns from seat(1):
        do step
phase step:
    player must:
        action add(n: 1..3):
            count_of = count_of + n
            if n is 3: do more
        action low: player.mine = player.mine + 1
phase more:
    count_of = count_of + 3
    count_of = count_of - 3
end game high won by seat(2) when count_of >= 5, "high {{count_of}}"
end game even drawn when any(seat in players where seat.mine > 1), "drawn"
"""


def test_watches_are_tested_after_actions_in_file_order() -> None:
    game = Tiny(WATCH.format(setup=""), TABLE)
    game.play("add 3")  # 6 in the middle of the action does not count
    assert not game.over
    game.play("add 2")
    assert game.over
    result = game.program.result(game.state)
    assert result.winners == (1,) and result.places == ((1,), (0,))
    assert result.values == (5,)
    game = Tiny(WATCH.format(setup=""), TABLE)
    game.play("low", "low", "low")
    result = game.program.result(game.state)
    assert result.drawn and result.winners == () and result.places == ((0, 1),)


@pytest.mark.parametrize("where", ["setup", "start"])
def test_watches_that_are_true_from_the_start(where: str) -> None:
    """With and without a setup: the game is over before anybody decides."""
    yaml = TABLE.replace("count_of: {is: 0..99, start: 0}", "count_of: {is: 0..99, start: 7}") if where == "start" else TABLE
    rules = WATCH.format(setup="setup:\n    count_of = 6\n" if where == "setup" else "")
    game = Tiny(rules, yaml)
    assert game.over
    assert game.moves == []


def test_ends_written_in_the_flow() -> None:
    rules = """
play:
    seat(1) must:
        action first_way: end game won by seat(2), "named"
        action second_way: end game won by [seat(2), seat(3)], "both"
        action third_way: end game drawn, "drawn"
        action fourth_way: end game, "ranked"
    done = yes
scoring:
    for each seat in players: score 5 - seat.number as good for seat
rank by highest player.score mod 4, then lowest player.number
"""
    wanted = {
        "first_way": (((1,), (2,), (0,)), (1,)),  # the others by rank: 4 mod 4, 3, 2
        "second_way": (((1, 2), (0,)), (1, 2)),
        "third_way": (((0, 1, 2),), ()),
        "fourth_way": (((1,), (2,), (0,)), (1,)),
    }
    for move, (places, winners) in wanted.items():
        game = Tiny(rules, TABLE, players=3)
        game.play(move)
        result = game.program.result(game.state)
        assert (result.places, result.winners) == (places, winners), move
        assert not game.done
        assert game.score[:3] == [4, 3, 2]


def test_ranks_tie_and_none_comes_last() -> None:
    rules = """
play:
    seat(1) must:
        action wait: done = yes
function key(who: player) = none if who is seat(2) else 3 if who is seat(4) else 7
rank by highest key(player)
"""
    game = Tiny(rules, TABLE, players=4)
    game.play("wait")
    assert game.program.result(game.state).places == ((0, 2), (3,), (1,))


def test_scores_stop_at_their_floor_and_book_what_counted() -> None:
    rules = """
play:
    score 3 as good for seat(1)
    score -5 as bad for seat(1)
    score 2 as good for seat(1)
    seat(1) must:
        action wait: done = yes
"""
    game = Tiny(rules, TABLE)
    assert game.score[0] == 2
    assert game.points[:2] == [5, -3]


AWARDS = {  # ranks 9, 7, 7, 1
    ("10", "share"): [10, 0, 0, 0],
    ("[10, 6, 3]", "share"): [10, 6, 6, 0],  # both get the better place and use up the next one
    ("[10, 6, 3]", "split"): [10, 4, 4, 0],
    ("[10, 6, 3]", "none"): [10, 0, 0, 0],
    ("[10, 6, 3, 1]", "none"): [10, 0, 0, 1],
    ("[10, 7]", "split"): [10, 3, 3, 0],
}


@pytest.mark.parametrize(("points", "ties"), AWARDS)
def test_awards(points: str, ties: str) -> None:
    rules = f"""
play:
    for each seat in players: seat.mine = ranks[seat.number]
    award {points} by highest player.mine as good, ties {ties}
    seat(1) must:
        action wait: done = yes
"""
    yaml = TABLE + "tables: {ranks: {title: Ranks, from: seat 1..4, to: rank, rows: {1: 9, 2: 7, 3: 7, 4: 1}}}\n"
    game = Tiny(rules, yaml, players=4)
    assert game.score[:4] == AWARDS[points, ties]
    rules = rules.replace("by highest", "among [seat in players where seat.mine < 9] by highest")
    assert Tiny(rules, yaml, players=4).score[0] == 0


ENSURE = """
play:
    take turns from seat(1):
        player must:
            action step(n: 1..3):
                require n is not 2 or count_of > 0, "not yet"
                let before = count_of
                count_of = count_of + n
                told = told + [before, before_move(count_of)]
                ensure count_of <= 4, "too high"
                done = yes
        otherwise: end game drawn, "stuck"
function possible = count_of
"""


def test_ensure_is_tested_after_the_change_and_undone() -> None:
    game = Tiny(ENSURE, TABLE)
    assert game.moves == ["step 1", "step 3"]
    assert game.why((0, 2)) == "not yet"
    game.play("step 3")
    assert told(game) == [0, 0]
    assert game.moves == ["step 1"]
    assert game.why((0, 3)) == "too high"
    assert (game.count_of, told(game)) == (3, [0, 0])
    game.play("step 1")
    assert game.over


def test_legal_asks_without_playing() -> None:
    rules = """
play:
    for each player in players where player is seat(1): do step
phase step:
    repeat until not legal(take), at most 9 times:
        player must:
            offer take
action take(n: 1..2):
    require count_of + n <= 3, "no more"
    count_of = count_of + n
"""
    game = Tiny(rules, TABLE)
    game.play("take 2", "take 1")
    assert game.over


SELECTIONS = {
    "some of [1, 2, 3]": ["1", "2", "3", "1 2", "1 3", "2 3", "1 2 3"],
    "any of [1, 2]": ["", "1", "2", "1 2"],
    "2 of [1, 2, 3]": ["1 2", "1 3", "2 3"],
    "2..3 of [1, 2, 3]": ["1 2", "1 3", "2 3", "1 2 3"],
    "order of [1, 2, 3]": ["1 2 3", "1 3 2", "2 1 3", "2 3 1", "3 1 2", "3 2 1"],
    "3..1": [],
    "2 of [1]": [],
}


@pytest.mark.parametrize("domain", SELECTIONS)
def test_order_of_selections(domain: str) -> None:
    """Fewer first, then like words; orders like words."""
    game = Tiny(f"play:\n    seat(1) may:\n        action take(n: {domain}): done = yes\n    done = yes\n", TABLE)
    wanted = SELECTIONS[domain]
    assert game.moves == ([f"take {n}".strip() for n in wanted] + ["skip"] if wanted else [])
    number = game.program.offers[0].number
    if not game.over and "order" not in domain:
        numbers = [tuple(int(word) for word in n.split()) for n in wanted]
        for wrong in [(1, 1), (4,), (9, 1), (1, 2, 3, 4), ()]:
            assert (game.why((number, wrong)) is None) == (wrong in numbers)


def test_pieces_that_look_alike_are_one_choice() -> None:
    rules = """
setup:
    move [disc in box where disc.owner is not seat(2)] to seat(1).hand
play:
    seat(1) must:
        action one(disc: player.hand): done = yes
        action two(pair: 2 of player.hand): done = yes
"""
    game = Tiny(rules, TABLE)
    assert len(game.program.moves(game.state)) == 2 + 2  # of one owner, of nobody; two of an owner, one of each


TIMEOUT = TABLE + "timers: {clock: {title: Clock, seconds: 9}}\n"
POLICY = """
play:
    seat(2) may:
        action take(n: 1..4) when count_of < 9:
            require n is not 3, "not three"
            count_of = n
        action other: done = yes
    on timeout:
        let goal = 3
        if done: choose skip
        else:
            {policy}
"""


@pytest.mark.parametrize(
    ("policy", "wanted"),
    {
        "choose take": "take 1",
        "choose take by highest n": "take 4",
        "choose take by lowest (n - goal) * (n - goal)": "take 2",
        "choose take by highest n mod 2, then highest n": "take 1",
        "choose other": "other",
        "choose skip": "skip",
    }.items(),
)
def test_timeouts(policy: str, wanted: str) -> None:
    game = Tiny(POLICY.format(policy=policy), TIMEOUT)
    move = game.program.timeout(game.state, 1)
    assert move is not None
    assert game.words.notation(game.state, move) == wanted
    assert game.program.decisions[0].timer == "clock"
    assert game.program.timeout(game.state, 1, idle=True) is None


def test_a_policy_without_a_legal_choice_plays_the_first_move() -> None:
    game = Tiny(POLICY.format(policy="choose take").replace("when count_of < 9", "when count_of > 9"), TIMEOUT)
    move = game.program.timeout(game.state, 1)
    assert move is not None
    assert game.words.notation(game.state, move) == "other"


def test_logs_know_their_readers() -> None:
    rules = """
setup:
    move [disc in box where disc.owner is seat(1)] to seat(1).hand
    log "{count_of} and {seat(1).hand.first}" to seat(2)
play:
    seat(1) must:
        action wait: log "{player} waits"
"""
    game = Tiny(
        rules,
        TABLE.replace("hand: {shape: pile, holds: disc, per: player}", "hand: {shape: deck, holds: disc, per: player, sees: owner}"),
        stream=FastStream(1),
    )
    line = game.log[0]
    assert line.readers == 0b10
    assert line.hidden == (0b11, 0b01)
    assert [part if isinstance(part, str) else part[0] for part in line.parts][1] == " and "


def test_what_stands_before_a_transaction_is_done_once() -> None:
    """A move that does not count yet comes back to the choice, not to the statements and fresh variables before it."""
    yaml = TABLE.replace("variables:\n", "variables:\n  laid: {is: 0..9, start: 0, each: turn_of}\n")
    yaml = yaml.replace("  hand:", "  drawn: {shape: bag, holds: disc}\n  hand:")
    rules = """
setup:
    move discs to drawn
    for each seat in players: draw 2 from drawn to seat.hand
play:
    take turns from seat(1): do turn_of
phase turn_of:
    count_of = count_of + 1
    player must:
        transaction play over player.hand, board, laid:
            action lay(disc: player.hand, cell: empty_cells):
                move disc to cell
                laid = laid + 1
            commit done: told = told + [laid]
function empty_cells = [cell in board.cells where cell is empty]
"""
    game = Tiny(rules, yaml)
    game.play(game.moves[0])
    game.play(game.moves[0])
    assert (game.count_of, game.laid) == (1, 2)
    game.play("reset")
    assert (game.count_of, game.laid) == (1, 0)
    game.play(game.moves[0], "done")
    assert (told(game), game.count_of, game.laid) == ([1], 2, 0)
