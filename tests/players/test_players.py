"""Players pick from views; the same seed gives the same game, compiled or not; greedy beats random."""

import functools

import pytest

import leyden
from leyden import players
from leyden.core.contract import Seat
from leyden.core.streams import Streams
from leyden.games.voltage.quick import looks_right
from leyden.players.greedy_voltage import WEIGHTS, GreedyVoltage, features
from leyden.players.selfplay import selfplay

VOLTAGE = leyden.load("voltage", first_player="A")


def view(position, seat=0):
    return VOLTAGE.position(position).observation(Seat(seat))


def best(position):
    seen = view(position)
    return GreedyVoltage().choose(seen, Streams(0).stream("test"))


def test_players_are_known_by_name():
    assert players.names("voltage") == ("random", "greedy")
    with pytest.raises(leyden.BadOption, match="did you mean greedy"):
        players.make("gredy", VOLTAGE)


def test_a_game_needs_as_many_players_as_seats():
    with pytest.raises(ValueError, match="needs 2 players"):
        leyden.play(VOLTAGE, ["random"])
    with pytest.raises(ValueError, match="needs 2 players"):
        next(selfplay(VOLTAGE, ["random"], games=1))


def test_the_same_seed_gives_the_same_game():
    one = leyden.play(VOLTAGE, ["greedy", "random"], seed=3)
    assert one == leyden.play(VOLTAGE, ["greedy", "random"], seed=3)
    assert one != leyden.play(VOLTAGE, ["greedy", "random"], seed=4)
    assert one.verify().tags["A"] == "greedy"


@pytest.mark.parametrize(
    "options",
    [{}, {"transformer_backs": "uniform_random"}, {"value_counts": "5-4-3"}, {"flip_timing": "end_of_draws"}],
    ids=str,
)
def test_compiled_self_play_is_the_game_that_the_table_plays(options):
    game = leyden.load("voltage", **options)
    for i, text in enumerate(selfplay(game, ["random", "random"], games=5, seed=9)):
        record = leyden.play(game, ["random", "random"], seed=f"9/{i}")
        assert leyden.Record.parse(text, "voltage") == record
        assert looks_right(text)


def test_games_that_may_reshuffle_twice_are_written_the_slow_way():
    game = leyden.load("voltage", target_sets=7)
    (text,) = selfplay(game, ["random", "random"], games=1, seed=2)
    assert leyden.Record.parse(text, "voltage") == leyden.play(game, ["random", "random"], seed="2/0")
    assert not looks_right(text)


def test_greedy_beats_random():
    wins = 0
    for i in range(60):
        greedy = i % 2
        record = leyden.play(VOLTAGE, ["random", "greedy"] if greedy else ["greedy", "random"], seed=i)
        wins += record.outcome.winners == (Seat(greedy),)
    assert wins >= 54


def test_greedy_wins_the_set_it_can():
    choice = best("-112|3/-|/-|/+| 0:0 Am O3G2B1S P1P2P3F =O2G1*B3P1 - 9")
    assert str(choice.action) == "O3b"
    assert "wins the set" in choice.why


def test_greedy_does_not_give_the_last_set_away():
    choice = best("-3|111/-|/-|/+| 2:3 Am O3G1 P1P2 =O2G1*B3P1 - 30")
    assert str(choice.action) != "O3a"


def test_greedy_flips_the_token_that_helps_most():
    choice = best("-33|1/-|/-|/+| 0:0 Afe O1*G2B1S P1P2P3F =G1 - 1")
    assert str(choice.action) == "~O"


@pytest.mark.parametrize(
    ("position", "action", "why"),
    [
        ("-|/-|/-|3/+| 0:0 Am B2S P1P2P3F =O2G1*B3P1 - 9", "B2a", "on Blue you then have 2 against 3, and low wins"),
        ("-|/-|/-|3/+| 0:0 Am B2S P1P2P3F =O2G1*B3P1 - 9", "SB=3", "3 against 0, and low wins, for a special card"),
        ("-|/-|/-|3/+| 0:0 Am B2S P1P2P3F =O2G1*B3P1 - 9", "d", "no play gains as much as one more card; you hold 2"),
        ("-33|1/-|/-|/+| 0:0 Afe O1*G2B1S P1P2P3F =G1 - 1", "~O", "on Orange you then have 6 against 1, and high wins"),
        (
            "-3|111/-|/-|/+| 2:3 Am O3G1 P1P2 =O2G1*B3P1 - 30",
            "O3a",
            "loses the set on Orange and the game: 6 against 3",
        ),
        ("-12|3/-|/-|/+| 0:0 Am O1FS P1P2 =O2G1*B3P1 - 30", "O1a", "on Orange you then have 4 against 3"),
        ("-12|2S/-|/-|/+| 3:0 Am O1FS P1P2 =O2G1*B3P1 - 30", "O1b", "3 against 3, and low wins, and who ties with"),
    ],
)
def test_greedy_gives_its_reason_in_words_of_the_table(position, action, why):
    seen = view(position)
    said = GreedyVoltage().explain(seen, VOLTAGE.parse(action, seen))
    assert said.startswith("looking one move ahead: ")
    assert why in said
    assert ("nothing does less harm" in said) == (GreedyVoltage().value(seen, VOLTAGE.parse(action, seen)) < 0)


def test_every_feature_has_a_weight_and_a_word():
    seen = view("+12|11/-1|2S/-|/+| 0:0 Am O1O3SF P1P2P3F =O2G1*B3P1 - 3")
    named = {name for action in seen.legal for name in features(seen, action)}
    assert named == set(WEIGHTS)
    greedy = GreedyVoltage()
    assert all(greedy.explain(seen, action) for action in seen.legal)


def test_a_player_may_care_about_the_whole_game():
    class Curious(players.RandomBot):
        def __init__(self):
            self.told = []

        def begin(self, game, seat):
            self.told.append((game, seat))

        def saw(self, events):
            self.told += events

        def end(self, outcome):
            self.told.append(outcome)

    bot = Curious()
    record = leyden.play(VOLTAGE, ["random", bot], seed=1)
    assert bot.told[0] == (VOLTAGE, 1)
    assert bot.told[-1] == record.outcome
    kinds = {event.kind for event in bot.told[1:-1]}
    assert {"deal", "play", "draw", "top", "set"} <= kinds
    dealt = [event.data["card"] for event in bot.told[1:-1] if event.kind == "deal"]
    assert sum(card[0] == "?" for card in dealt) == 4


def last(view):
    return view.legal[-1]


def test_a_player_is_a_name_a_bot_its_class_or_a_function():
    class First(players.Bot):
        def choose(self, view, luck):
            return view.legal[0]

    record = leyden.play("voltage", [First, last], seed=1)
    assert record.verify().game == leyden.load("voltage")
    assert (record.tags["A"], record.tags["B"]) == ("First", "last")
    assert record == leyden.play(leyden.load("voltage"), (First(), last), seed=1)
    nameless = leyden.play("voltage", [functools.partial(last), lambda view: players.Choice(view.legal[0])], seed=1)
    assert (nameless.tags["A"], nameless.tags["B"]) == ("partial", "<lambda>")
    assert leyden.Record.parse(str(nameless)) == nameless


@pytest.mark.parametrize("player", [None, 5, dict, ["random"]])
def test_what_is_no_player_is_refused_with_what_is_one(player):
    with pytest.raises(TypeError, match=r"a player is a name \(random, greedy\), a Bot or a function of a view, not"):
        leyden.play(VOLTAGE, ["random", player])


@pytest.mark.parametrize("bots", ["random", {0: "random", 1: "random"}, None, 2])
def test_players_come_in_a_list(bots):
    with pytest.raises(TypeError, match=r"one for each seat, as in \['random', 'random'\], not as"):
        leyden.play(VOLTAGE, bots)


def test_a_bot_that_answers_with_neither_action_nor_choice_is_named():
    with pytest.raises(TypeError, match=r"typist answered 'd'; `choose` returns an action, for example view.legal"):
        leyden.play(VOLTAGE, [typist, "random"])


def typist(view):
    return "d"


def test_a_bot_that_chooses_what_it_may_not_is_named():
    with pytest.raises(leyden.Illegal, match=r"flipper chose ~O: .*V-46"):
        leyden.play(VOLTAGE, [flipper, "random"])


def flipper(view):
    return view.game.actions[193]
