"""Loops over many games: they play what the rules say, compiled and plain alike."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from leyden.core import drivers, engine
from leyden.core.cards import count, first_card, index_of
from leyden.core.engine import Engine, as_rows, as_words, listed, numbers, pack
from leyden.core.rule import PURE, compiled, rule
from leyden.core.streams import Streams
from leyden.games import load
from leyden.games.voltage import rules as r
from leyden.games.voltage import worlds as w
from leyden.games.voltage.state import VoltageState
from tests.testing.toy import Bidding


@rule
def first_action(g, s, seat, moves, luck):
    """A bot of one's own: the lowest action."""
    for word in range(5):
        if moves[word] != 0:
            return 48 * word + index_of(first_card(moves[word]))
    return -1


def plain_playouts(game, games, choose):
    """What `playouts` does, once more, in plain Python."""
    g, s, moves, stream = game.tables, r.State.new(), [0] * r.WORDS, Streams(0).stream("playouts")
    luck = Streams(stream[0]).stream("policy")
    decisions, wins = 0, [0, 0]
    for _ in range(games):
        r.start(g, s)
        while True:
            while r.chances(g, s):
                r.chance(g, s, stream)
            if r.acting(g, s) < 0:
                break
            r.legal(g, s, s.player, moves)
            legal = [48 * at + b for at, word in enumerate(moves) for b in range(48) if word >> b & 1]
            r.apply(g, s, s.player, choose(legal, luck))
            decisions += 1
        wins[r.winners(g, s) - 1] += 1
    return decisions, wins


def test_playouts_are_the_rules_played_at_random():
    game = load("voltage")
    expected = plain_playouts(game, 30, lambda legal, stream: legal[stream.below(len(legal))])
    assert Engine(game).playouts(30) == expected


def test_a_bot_of_ones_own_decides_in_the_loops():
    game = load("voltage")
    assert Engine(game, first_action).playouts(10) == plain_playouts(game, 10, lambda legal, stream: legal[0])


def test_a_bot_written_again_in_a_notebook_plays_as_it_is_written_now():
    game, cells = load("voltage"), {"__name__": "__main__"}

    def cell(source):
        exec(compile(source, "<cell>", "exec"), cells)
        return Engine(game, cells["bot"]).playouts(5)

    begun = cell(
        "from leyden.core.drivers import how_many, nth_action\n"
        "from leyden.core.rule import rule\n"
        "@rule\ndef rank(n):\n    return 0\n"
        "@rule\ndef bot(g, s, seat, moves, stream):\n    return nth_action(moves, rank(how_many(moves)))\n"
    )
    assert begun == plain_playouts(game, 5, lambda legal, stream: legal[0])
    assert cell("@rule\ndef rank(n):\n    return n - 1\n") == plain_playouts(game, 5, lambda legal, stream: legal[-1])


@rule
def flips(g, s, seat, moves, luck):
    """A bot that flips a token whatever is due."""
    return 196


@rule
def loses_count(g, s, seat, moves, luck):
    """A bot that chooses what does not exist."""
    return -7


@pytest.mark.parametrize(("bot", "action"), [(flips, 196), (loses_count, -7)])
def test_a_bot_that_chooses_what_it_may_not_is_stopped_by_name(bot, action):
    one, streams = Engine(load("voltage"), bot), Streams(3)
    says = f"the bot {bot.__name__} chose action {action}, which is not legal there"
    with pytest.raises(ValueError, match=says):
        one.playouts(3)
    with pytest.raises(ValueError, match=says):
        one.trace(streams.stream("dice"), [streams.stream("bot", p) for p in (0, 1)])


def test_what_cannot_be_compiled_is_refused_in_a_sentence():
    def undecorated(g, s, seat, moves, luck):
        return 192

    one = 1

    @rule
    def holds_on(g, s, seat, moves, luck):
        return one

    with pytest.raises(TypeError, match="undecorated has no decorator: write @rule above it"):
        Engine(load("voltage"), undecorated)
    with pytest.raises(TypeError, match="holds_on uses one of the function around it"):
        Engine(load("voltage"), holds_on)
    with pytest.raises(TypeError, match="a rule is a plain function under @rule, not 'greedy'"):
        Engine(load("voltage"), "greedy")


def test_one_engine_serves_several_threads():
    one = Engine(load("voltage"))
    games = 5 if PURE else 5000
    alone = [one.playouts(games, Streams(n).stream("thread")) for n in range(4)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda n: one.playouts(games, Streams(n).stream("thread")), range(4)))
    assert together == alone


def test_a_bot_does_not_move_the_luck_of_the_cards():
    streams = Streams(9)
    draws = [
        Engine(load("voltage", first_player="A"), bot).trace(
            streams.stream("dice"), [streams.stream("bot", p) for p in (0, 1)]
        )[0]
        for bot in (None, first_action)
    ]
    assert draws[0][:17] == draws[1][:17]  # the deal, whoever decides afterwards


def test_a_game_without_rules_for_the_engine_says_so():
    with pytest.raises(TypeError, match="Bidding is not written with @rule functions"):
        Engine(Bidding.load())


@pytest.mark.parametrize("options", [{}, {"first_player": "B", "reshuffle": "on_need"}])
def test_a_traced_game_is_replayed_to_the_same_end(options):
    game, streams = load("voltage", **options), Streams(3)
    one = Engine(game)
    draws, actions, end = one.trace(streams.stream("dice"), [streams.stream("bot", p) for p in (0, 1)])
    assert end.phase == r.OVER
    drawn, decided, again = one.replay(draws, actions)
    assert (drawn, decided) == (len(draws), len(actions))
    assert VoltageState(game, again) == VoltageState(game, end)  # cards of one kind may have changed places


def test_a_replay_stops_where_the_record_ends_or_cannot_be():
    one, streams = Engine(load("voltage", first_player="A")), Streams(4)
    draws, actions, _ = one.trace(streams.stream("dice"), [streams.stream("bot", p) for p in (0, 1)])
    assert one.replay(draws[:9], actions)[:2] == (9, 0)
    assert one.replay([*draws[:3], r.FIRST_A, *draws[4:]], actions)[:2] == (3, 0)
    assert one.replay(draws, actions[:5])[1] == 5
    assert one.replay(draws, [*actions[:5], r.FLIP_TOKEN if actions[5] < r.FLIP_TOKEN else r.DRAW])[1] == 5


def test_a_cursor_steps_through_a_game_as_the_rules_do():
    game = load("voltage")
    cursor, luck = Engine(game).cursor(), as_words(Streams(5).stream("chance"))
    g, s, moves, stream = game.tables, r.State.new(), [0] * r.WORDS, Streams(5).stream("chance")
    choices = random.Random(5)
    r.start(g, s)
    while cursor.chance(luck) >= 0:
        while r.chances(g, s):
            r.chance(g, s, stream)
        r.legal(g, s, s.player, moves)
        ids = cursor.legal_ids()
        assert ids == [48 * at + b for at, word in enumerate(moves) for b in range(48) if word >> b & 1]
        action = choices.choice(ids)
        cursor.apply(action)
        r.apply(g, s, s.player, action)
        assert r.State.as_tuple(cursor.record()) == r.State.as_tuple(s)
    assert cursor.legal_ids() == []
    assert s.phase == r.OVER


def test_chance_can_be_taken_one_draw_at_a_time():
    one = Engine(load("voltage"))
    cursor, luck, owed = one.cursor(), as_words(Streams(6).stream("chance")), []
    while not owed or owed[-1]:
        owed.append(int(one.loops.chance_one(one.tables, cursor.states, luck)))
    assert owed == [r.WHO_BEGINS, *[r.NEXT_BACK, r.NEXT_FACE] * 8, r.NEXT_BACK, r.NOTHING]


def test_worlds_are_those_that_the_plain_rules_deal():
    game, one = load("voltage"), Engine(load("voltage"))
    cursor = one.cursor()
    cursor.chance(as_words(Streams(7).stream("chance")))
    view = w.Sight.new()
    w.observe(game.tables, cursor.record(), 0, view)
    world, stream = r.State.new(), Streams(7).stream("worlds")
    for _ in range(3):
        w.determinize(game.tables, view, world, stream)
    assert r.State.as_tuple(one.worlds(view, Streams(7).stream("worlds"), 3)) == r.State.as_tuple(world)
    states = one.states()
    one.loops.determinize_one(one.tables, pack(w.Sight, view), states, as_words(Streams(7).stream("worlds")))
    w.determinize(game.tables, view, world, Streams(7).stream("worlds"))
    assert r.State.as_tuple(one.unpack(states)) == r.State.as_tuple(world)


def test_states_are_copied_to_and_fro():
    one = Engine(load("voltage"))
    states = one.states(64)
    states[0] = one.cursor().states[0]
    one.loops.copies(states, 33)
    assert r.State.as_tuple(one.unpack(states, 32)) == r.State.as_tuple(one.cursor().record())


def test_warming_up_names_every_step():
    assert list(Engine(load("voltage")).warm()) == [
        *("start", "chance", "legal and apply", "playouts", "trace", "replay", "worlds")
    ]


def test_the_stand_ins_play_an_empty_game():
    assert drivers.playout(None, None, [0], [1], [1]) == 0
    assert (drivers.winners(None, None), drivers.weight(None, None, 0), drivers.chance(None, None, [1])) == (0, 0, 0)
    assert drivers.determinize(None, None, None, [1]) is False
    for nothing in (drivers.start(None, None), drivers.legal(None, None, 0, []), drivers.apply(None, None, 0, 0)):
        assert nothing is None
    assert drivers.draw(None, None, 0) is None


def test_a_game_that_nobody_wins_counts_for_nobody():
    wins = [0, 0]
    assert drivers.playouts([None], [None], [0], [1], [1], 2, wins) == 0
    assert wins == [0, 0]


def test_an_action_is_found_by_its_rank_in_any_word():
    loops = compiled("leyden.core.drivers", {"WORDS": r.WORDS}, "own-words") if PURE else None
    moves = [0b101, 0, 0b11, 0, 1 << 47]
    nth = loops.nth_action if loops else _with_five_words(drivers.nth_action)
    assert [nth(moves, n) for n in range(5)] == [0, 2, 96, 97, 239]


def _with_five_words(function):
    return type(function)(function.__code__, {**vars(drivers), "WORDS": 5})


@pytest.mark.parametrize("pure", [True, False])
def test_the_same_numbers_are_lists_in_pure_mode_and_arrays_otherwise(pure, monkeypatch):
    monkeypatch.setattr(engine, "PURE", pure)
    made = [numbers(2), numbers([3, 4]), as_words(Streams(0).stream("x")), as_rows([Streams(0).stream("x")] * 2)]
    assert [type(one) is list for one in made] == [pure] * 4
    assert [len(one) for one in made] == [2, 2, 1, 2]
    assert listed(made[1], 1) == [3]
    packed = pack(r.State, r.State.new())
    assert isinstance(packed, list) == pure
    one = Engine.__new__(Engine)
    one.state_type = r.State
    states = one.states(3)
    assert len(states) == 3
    assert r.State.as_tuple(one.unpack(states, 2)) == r.State.as_tuple(r.State.new())


def test_how_many_counts_every_word():
    assert drivers.how_many([0b111]) == count(0b111) == 3


def test_a_game_longer_than_any_before_is_written_down_whole():
    engine, luck = Engine(load("voltage")), [Streams(3).stream("player", seat) for seat in range(2)]
    dice = Streams(3).stream("chance")
    usual = engine.trace(dice, luck)
    engine._usual = 1, 1
    assert engine.trace(dice, luck)[:2] == usual[:2]
    assert engine._usual == (len(usual[0]), len(usual[1]))
