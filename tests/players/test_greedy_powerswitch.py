"""Greedy for Power Switch: it beats random, the same seed gives the same game, and it says why in words."""

import pytest

import leyden
from leyden import players
from leyden.core.contract import Seat
from leyden.core.streams import Streams
from leyden.players.greedy_powerswitch import WEIGHTS, GreedyPowerSwitch, Place, features
from leyden.table import Table


def game(seats=3, **options):
    return leyden.load("powerswitch", seats=seats, **options)


def view(position, seat, **options):
    return game(position.split()[0], **options).position(position).observation(Seat(seat))


def best(position, seat=0, **options):
    return GreedyPowerSwitch().choose(view(position, seat, **options), Streams(0).stream("test"))


def totals(rules, bots, seed):
    """The totals of a game; the luck of a seat does not depend on who sits there."""
    table, seated = Table(rules, seed), [players.make(bot, rules) for bot in bots]
    luck = [Streams(seed).stream("player", seat) for seat in range(rules.seats)]
    while not table.over:
        (seat,) = table.acting
        table.push(seated[seat].choose(table.view(seat), luck[seat]).action, seat)
    return table.state.outcome.scores


def test_it_is_the_strongest_player_there_is():
    assert players.names("powerswitch") == ("random", "greedy")
    assert isinstance(players.make("greedy", game()), GreedyPowerSwitch)


@pytest.mark.parametrize(("seats", "deals", "ahead"), [(2, 10, 80), (4, 5, 40), (6, 4, 20)])
def test_it_beats_random_on_mirrored_deals(seats, deals, ahead):
    rules = game(seats, end_rule="rounds:2")
    leads, wins = [], 0
    for deal in range(deals):
        for seat in range(seats):
            scores = totals(rules, ["greedy" if p == seat else "random" for p in range(seats)], deal)
            leads.append((sum(scores) - scores[seat]) / (seats - 1) - scores[seat])
            wins += scores[seat] == min(scores)
    assert sum(leads) / len(leads) > ahead
    assert wins / len(leads) > 1.5 / seats


def test_the_same_seed_gives_the_same_game():
    rules = game(4, end_rule="rounds:1")
    one = leyden.play(rules, ["greedy"] * 4, seed=5)
    two = leyden.play(rules, ["greedy"] * 4, seed=5)
    assert one.steps == two.steps
    assert one.steps != leyden.play(rules, ["greedy"] * 4, seed=6).steps


@pytest.mark.parametrize(
    ("position", "seat", "move", "why"),
    [
        # It follows with its own cards rather than open a column for others.
        ("3 1 turn 1 R8 -/-/8/- - R9,R10,R11,R7,B1/Y1/G1 000- 0,0,0 r1 -", 0, "R9", "lets you follow with R10"),
        ("3 1 turn 1 R8 8/8/8-10/- - R11,B9,B10,B11/Y1/G1 000- 0,0,0 r1 -", 0, "B9", "lets you follow with B10"),
        # A Shock Play is kept while something else can be played, and never spent on a card of its own.
        ("3 1 turn 1 R8 8/8/8-10/- - G9,*,Y1/Y2,B9/G1 000- 0,0,0 r1 -", 0, "G9", ""),
        ("3 1 turn 1 R8 8/-/8/- - R10,R6,Y1,B1,*/Y2/G1 000- 0,0,0 r1 -", 0, "*R", "which then is dead, is not yours"),
        # Dead cards go first, then what costs much and is far; a card that can be played, only if there is no other.
        ("3 1 give 1 R8 -/-/8-9*9/- - B1,R9,R10/B3/B12 000- 0,0,0 r1 a2", 0, "gR9", "would cost you 50 points"),
        ("3 1 give 1 R8 -/-/8-9/- - B6,R10,G12,*/B3/B12 000- 0,0,0 r1 a2", 0, "gG12", "for 4 more cards"),
        ("3 1 give 1 R8 -/-/7-9/- - R6,R10/B3/B12 000- 0,0,0 r1 a2", 0, "gR10", "can be played at once"),
        # A dear hand goes against a small one, even where something could be played.
        (
            "3 1 turn 1 R8 8/8/8-9*9/- - B1,B2,R9,Y12,Y11,G12,R10/G1/G2,G3,G4 111- 0,0,0 r1 -",
            0,
            "x2",
            "your hand costs 100 points, and seat 2 has 1 card",
        ),
        ("3 1 col 1 8? -/-/-/- B1,B2,G1 R7,R8,R9,Y1/Y2/G2 000- 0,0,0 r1 -", 0, "c1=R", "you hold 3 cards of Red"),
        ("3 1 turn 1 R8 -/-/8/- B2,B3,B4 B1/Y1/G1 000- 0,0,0 r1 -", 0, "d", "nothing you could do instead is better"),
        ("3 1 turn 1 R8 -/-/8/- B2,B3,B4 R9/Y1/G1 000- 0,0,0 r1 -", 0, "R9", "it is your last card"),
    ],
)
def test_what_it_does_and_why(position, seat, move, why):
    choice = best(position, seat)
    assert str(choice.action).startswith(move)
    assert choice.why.startswith("looking one move ahead: ")
    assert why in choice.why


def test_it_says_when_nothing_is_good():
    choice = best("3 1 turn 1 R8 -/-/8/- - R9,R7,Y1,B1/R10,Y12/G1 000- 0,0,0 r1 -")
    assert "nothing does less harm; opens R" in choice.why
    choice = best("3 1 turn 1 R8 -/-/8/- - R9,Y1,B1/R10,Y12/G1 000- 0,0,0 r1 -")
    assert "you can play nothing else; opens R10 to others" in choice.why


def test_it_knows_its_own_cards_behind_a_shock_play():
    seen = view("3 1 turn 1 R8 -/-/8/- - *,R9,R11,B1/Y2/G1 000- 0,0,0 r1 -", 0)
    said = GreedyPowerSwitch().explain(Place(seen, 0), seen.game.parse("*R9", seen))
    assert "nothing does less harm; Red 9, which then is dead, is your own; brings R11 nearer" in said


@pytest.mark.parametrize(
    "options", [{"hand_counts": "hidden"}, {"switch_timing": "anytime"}, {"shock_forced": "false"}]
)
def test_it_plays_with_other_options(options):
    assert len(totals(game(3, end_rule="rounds:1", **options), ["greedy"] * 3, 2)) == 3


def test_sizes_it_is_not_told_it_does_not_name():
    seen = view("3 1 turn 1 R8 8/8/8-9/- - B1,Y12/G1/G2,G3 111- 0,0,0 r1 -", 0, hand_counts="hidden")
    said = GreedyPowerSwitch().explain(Place(seen, 0), seen.game.parse("x2", seen))
    assert "seat 2 has a hand of unknown size" in said


def test_every_feature_has_a_weight():
    positions = (
        "3 1 turn 1 R8 8/8/8-9/- - R10,B9,*/G1/G2 111- 0,0,0 r1 -",
        "3 1 give 1 R8 -/-/8-9*9/- - B1,R9,*/B3/B12 000- 0,0,0 r1 a2",
        "3 1 col 1 8? -/-/-/- B1,B2,G1 R7,R8,R9,Y1/Y2/G2 000- 0,0,0 r1 -",
    )
    seen = [view(position, 0) for position in positions]
    named = {name for each in seen for action in each.legal for name in features(Place(each, 0), action)}
    assert named == set(WEIGHTS)


def test_a_shock_play_is_the_last_thing_to_give():
    seen = view("3 1 give 1 R8 -/-/8-9/- - B1,*/B3/B12 000- 0,0,0 r1 a2", 0)
    assert "a Shock Play is the last thing" in GreedyPowerSwitch().explain(Place(seen, 0), seen.game.parse("g*", seen))
