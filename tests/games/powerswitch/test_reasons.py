"""Every refusal: its rule, its sentence, and what would be legal instead."""

import pytest

from leyden.core.contract import BadInput, Illegal, Node
from leyden.core.rulebook import find
from leyden.core.streams import Streams
from leyden.games.powerswitch import PowerSwitch
from leyden.games.powerswitch import rules as r

from .test_legal import OPTIONS
from .vectors import dealt, play, position, scored, table

FREE = {"switches": "111-"}


def opened(*hands, layout="R:8", **more):
    return table("R8", layout, *hands, **more)


# the table, the action, the rule, the sentence
REFUSED = [
    (
        lambda: scored(play(opened("R9", "B1", totals="0,300"), "R9")),
        "d",
        "P-55",
        "the game is over: 1 has the lowest total, 0",
    ),
    (lambda: dealt(PowerSwitch.load(seats=2)), "d", "P-10", "chance decides now: cards or dice are on their way"),
    (lambda: play(opened("R9", "B1"), "R9"), "d", "P-10", "chance decides now: cards or dice are on their way"),
    (
        lambda: table("8?", "", "B1", "B2", phase="col"),
        "d",
        "P-13",
        "first choose the colour of the Power Tower",
    ),
    (
        lambda: table("R8", "", "R8,B1", "B2", phase="open"),
        "o",
        "P-17",
        "you hold the Power Card, R8: it must be placed now",
    ),
    (
        lambda: table("R8", "", "B8,B1", "B2", phase="open", pile="R8"),
        "B8",
        "P-20",
        "until the Power Card, R8, lies on the table you can only draw",
    ),
    (
        lambda: table("R8", "", "B8,B1", "B2", phase="open", pile="R8", switches="11-"),
        "x2",
        "P-20",
        "until the Power Card, R8, lies on the table you can only draw",
    ),
    (
        lambda: play(opened("B1", "B2,B3"), "a2"),
        "d",
        "P-41",
        "seat 1 has asked you for a card: give one",
    ),
    (lambda: play(opened("B1", "B2,B3"), "a2"), "gB4", "P-41", "there is no Blue 4 in your hand to give"),
    (lambda: play(opened("B1", "B2,B3"), "a2"), "g*", "P-41", "there is no Shock Play in your hand to give"),
    (
        lambda: play(opened("B1", "B2,B7", give_rule="worst"), "a2"),
        "gB2",
        "PQ-23",
        "only a card of the highest value may be given",
    ),
    (lambda: play(opened("B1", "B2", pile="R9"), "d"), "pass", "P-39", "Red 9 can be played, so it must be played now"),
    (
        lambda: play(opened("B1", "B2", pile="*"), "d"),
        "keep",
        "P-39",
        "Shock Play can be played, so it must be played now",
    ),
    (
        lambda: play(opened("B1", "B2", pile="*"), "d"),
        "*B+",
        "P-30",
        "a Shock Play cannot start Blue; only the real Blue 8 can",
    ),
    (
        lambda: play(opened("B1", "B2", pile="*", layout="R:8-12"), "d"),
        "*R+",
        "P-30",
        "there is no open slot above Red 8-12",
    ),
    (lambda: opened("B1", "B2"), "c=G", "P-12", "the colour of the Power Tower is settled"),
    (lambda: opened("B1,*", "B2"), "g*", "P-41", "nobody has asked you for a card"),
    (lambda: opened("B1", "B2"), "R9", "P-28", "there is no Red 9 in your hand"),
    (
        lambda: opened("R9", "B2", layout="R:8-10*9"),
        "R9",
        "P-33",
        "Red 9 is dead: a Shock Play lies in its slot",
    ),
    (lambda: opened("B9", "B2"), "B9", "P-24", "Blue must be started with Blue 8"),
    (
        lambda: opened("B9", "B2", layout="R:8 B:8"),
        "B9",
        "P-26",
        "Blue 9 must wait until 9 lies in the Power Tower",
    ),
    (
        lambda: opened("B11", "B2", layout="R:7-12 B:7-9"),
        "B11",
        "P-25",
        "Blue reaches from 7 to 9: only the next numbers fit",
    ),
    (lambda: opened("R10", "B2"), "R10", "P-25", "Red reaches from 8 to 8: only the next numbers fit"),
    (lambda: opened("B1", "B2"), "*R9", "P-30", "there is no Shock Play in your hand"),
    (
        lambda: opened("B1,*", "B2", layout="R:8 B:8"),
        "*B9",
        "P-30",
        "there is no open slot above Blue 8",
    ),
    (
        lambda: opened("B1,*", "B2", layout="R:8 B:8"),
        "*B7",
        "P-30",
        "there is no open slot below Blue 8",
    ),
    (lambda: opened("R9", "B2", pile="B3"), "d", "P-37", "you can play R9, so you must play"),
    (lambda: opened("R9,R7,B8,Y8", "B2"), "a2", "P-37", "you can play B8 or R7 or R9, so you must play"),
    (lambda: opened("R9", "B2"), "pass", "P-36", "you can play R9, so you must play"),
    (lambda: opened("B1", "B2", pile="B3"), "a", "PQ-27", "as long as there is a pile, who is stuck draws from it"),
    (lambda: opened("B1", "B2", pile="B3"), "pass", "PQ-27", "as long as there is a pile, who is stuck draws from it"),
    (lambda: opened("B1", "B2"), "d", "P-40", "the pile is empty: ask seat 2 for a card"),
    (lambda: opened("B1", "B2"), "pass", "P-40", "you can ask seat 2 for a card, so you must"),
    (lambda: opened("B1", "-"), "d", "P-43", "the pile is empty, and nobody can give you a card: pass"),
    (lambda: opened("B1", "-"), "a", "P-43", "nobody can give you a card: pass"),
    (
        lambda: opened("B1", "B2", "B3", **FREE),
        "x+4",
        "P-47",
        "there are 3 seats; nobody sits 4 places to the left",
    ),
    (lambda: opened("B1", "B2", switches="01-"), "x2", "P-45", "you have no Power Switch card left"),
    (
        lambda: opened("B1", "B2", "B3", switches="101u"),
        "x2",
        "P-48",
        "somebody has made a Power Switch this round; the others are blocked",
    ),
    (
        lambda: opened("B1", "-", "B3", switch_empty="forbid", **FREE),
        "x2",
        "PQ-33",
        "an empty hand may not be switched",
    ),
    (
        lambda: play(opened("R9,B1", "B2", "B3", switch_timing="anytime", **FREE), "R9"),
        "d",
        "6.5",
        "here you may only switch hands, or hold",
    ),
    (
        lambda: play(opened("R9,B1", "-", "B3", switch_timing="anytime", switch_empty="forbid", **FREE), "R9"),
        "x2",
        "PQ-33",
        "an empty hand may not be switched",
    ),
]


@pytest.mark.rule("P-12", "P-28", "P-37", "P-45", "PQ-23", "PQ-27", "PQ-42", "PQ-47")
@pytest.mark.parametrize(("make", "text", "rule", "sentence"), REFUSED, ids=[f"{row[2]} {row[1]}" for row in REFUSED])
def test_a_refusal_names_the_rule_and_says_it_in_words(make, text, rule, sentence):
    state = make()
    seat = state.acting[0] if state.acting else 0
    action = state.game.parse(text, state.observation(seat))
    with pytest.raises(Illegal) as caught:
        state.apply(seat, action)
    assert (caught.value.refusal.rule, caught.value.refusal.text) == (rule, sentence)
    assert caught.value.refusal.legal == tuple(map(str, state.legal_actions(seat)))
    assert state.observation(seat).refusal(action) == caught.value.refusal
    assert state == make()
    assert rule in find("powerswitch")


# the table, the text, the rule, the sentence
UNREADABLE = [
    ("fly", "7.1", "'fly' is not an action; write for example R9, *R9, d, a1, gB3, x3, pass or c=G"),
    ("R13", "7.1", "there is no Red 13: numbers go from 1 to 12"),
    ("*B9", "P-30", "a Shock Play cannot start Blue; only the real Blue 8 can"),
    ("*R11", "P-30", "Red reaches from 8 to 8; Red 11 is not next to it"),
    ("x9", "P-47", "there is no seat 9; the seats are 1 to 3"),
    ("x1", "P-47", "a hand is switched with one opponent's, not with one's own"),
    ("a2", "P-40", "the one to ask is seat 3: only the player to the right can be asked"),
    (
        "R9" * 40,
        "7.1",
        f"'{'R9' * 20}'… is too long for an action; write for example R9, *R9, d, a1, gB3, x3, pass or c=G",
    ),
]


@pytest.mark.rule("PQ-47", "P-40", "P-47")
@pytest.mark.parametrize(("text", "rule", "sentence"), UNREADABLE, ids=[row[0][:5] for row in UNREADABLE])
def test_a_text_that_means_no_action_is_answered_with_what_would(text, rule, sentence):
    state = opened("B1,*", "B2", "B3", **FREE)
    with pytest.raises(BadInput) as caught:
        state.game.parse(text, state)
    assert (caught.value.rule, caught.value.text) == (rule, sentence)
    assert rule in find("powerswitch")


@pytest.mark.rule("P-35")
def test_the_others_are_told_whose_decision_it_is():
    state = opened("B1", "B2", "B3", actor=2)
    for seat in (0, 2):
        refusal = state.refusal(seat, state.game.actions.action(r.DRAW))
        assert (refusal.rule, refusal.text, refusal.legal) == ("P-35", "it is seat 2's decision", ())


@pytest.mark.rule("P-1")
def test_a_spectator_has_no_moves():
    view = opened("B1", "B2").observation(None)
    refusal = view.refusal(view.game.actions.action(r.DRAW))
    assert (refusal.rule, refusal.text) == ("P-1", "a spectator has no moves")


@pytest.mark.rule("PQ-47")
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_action_is_either_legal_or_refused_with_a_rule_of_the_file_and_a_sentence(options):
    luck, entries = Streams(3).stream("refusals"), find("powerswitch")
    for n in (2, 3, 6):
        state = PowerSwitch.load(seats=n, **options).start()
        for step in range(220):
            if state.node is Node.TERMINAL:
                break
            if state.node is Node.CHANCE:
                state = state.draw(state.sample(luck))
                continue
            (seat,) = state.acting
            legal = state.legal_actions(seat)
            for number in range(len(state.game.actions)) if step % 11 == 0 else ():
                action = state.game.actions.action(number)
                refusal = state.refusal(seat, action)
                assert (refusal is None) == (action in legal)
                if refusal is not None:
                    assert refusal.rule in entries
                    assert refusal.text[0].islower() or refusal.text[0].isupper()
                    assert refusal.legal == tuple(map(str, legal))
            state = state.apply(seat, legal[luck.below(len(legal))])


GOOD = "3 1 turn 2 R8 8/8/8-10*9/8 - B12/B3,R9,R11/G12,Y1 110- 10,20,30 r2 -"
BAD_POSITIONS = [  # what is put in place of what, the rule, a part of the complaint
    (" -", "", "7.2", "a position has twelve fields"),
    ("3 1 turn", "7 1 turn", "7.2", "the number of players is a number from 2 to 6"),
    ("3 1 turn", "2 1 turn", "7.2", "2 players have 2 hands"),
    ("3 1 turn", "3 4 turn", "7.2", "the dealer is a number from 1 to 3"),
    ("3 1 turn", "3 - turn", "7.2", "the dealer is - before the first deal"),
    ("turn 2", "turn 4", "7.2", "the actor is a number from 1 to 3"),
    ("turn 2", "turn -", "7.2", "the actor does not fit the phase"),
    ("turn 2", "play 2", "7.2", "'play' is not a phase"),
    ("turn 2", "give 2", "7.2", "in this phase a and a seat is pending, for example a2"),
    ("turn 2", "res 2", "7.2", "the card that must be played is written >B3"),
    ("turn 2", "col 2", "7.2", "the Power Card does not fit the phase"),
    ("turn 2", "open 2", "7.2", "the layout does not fit the phase"),
    ("turn 2", "turn+ 2", "7.2", "a card is drawn from an empty pile"),
    ("turn 2 R8", "turn 2 -", "7.2", "no Power Card is settled"),
    ("turn 2 R8", "turn 2 8?", "7.2", "no Power Card is settled"),
    ("turn 2 R8", "turn 2 R13", "7.2", "the Power Card is a card, a number with ?, or -"),
    ("turn 2 R8", "turn 2 *", "7.2", "the Power Card is a card, a number with ?, or -"),
    ("turn 2 R8", "turn 2 R9", "P-30", "a starting slot holds a Shock Play"),
    ("8/8/8-10*9/8", "8/8/8-10*9", "7.2", "the layout has four columns"),
    ("8/8/8-10*9/8", "8/8/8-13/8", "7.2", "8-13 is not a column"),
    ("8/8/8-10*9/8", "8/8/10-8/8", "7.2", "10-8 is not a column"),
    ("8/8/8-10*9/8", "8/8/8-10*11/8", "7.2", "8-10*11 is not a column"),
    ("8/8/8-10*9/8", "8/8/8,10/8", "7.2", "'8,10' is not a column"),
    ("8/8/8-10*9/8", "7/8/8-10*9/8", "P-24", "a column misses its starting slot"),
    ("8/8/8-10*9/8", "8-11/8/8-10*9/8", "P-24", "a column misses its starting slot, or leads the Tower"),
    ("8/8/8-10*9/8", "8/8/-/8", "P-24", "leads the Tower"),
    (" - B12", " B12 B12", "PI-1", "B12 is in two places"),
    (" - B12", " {B1 B12", "7.2", "the brace is not closed"),
    (" - B12", " #2 B12", "7.2", "a hidden card makes a player's view"),
    (" - B12", " *,*,* B12", "P-2", "at most three Shock Plays"),
    ("B12/B3", "#1/B3", "7.2", "a hidden card makes a player's view"),
    ("B12/B3", "?/B3", "7.2", "a hidden card makes a player's view"),
    ("B12/B3", "B13/B3", "7.2", "'B13' is not a card: B1 to Y12, or *"),
    ("B12/B3", "R10/B3", "PI-1", "R10 is in two places"),
    ("B12/B3", "B3/B3", "PI-1", "B3 is in two places"),
    ("B12/B3", "*,*/*,B3", "P-2", "at most three Shock Plays"),
    ("110-", "11-", "7.2", "the Power Switch cards are 3 digits and then u or -"),
    ("110-", "110", "7.2", "the Power Switch cards are 3 digits and then u or -"),
    ("10,20,30", "10,20", "7.2", "3 players have 3 totals"),
    ("10,20,30", "10,20,-5", "7.2", "a total is a number from 0"),
    ("r2 -", "r0 -", "7.2", "the round is a number from 1"),
    ("r2 -", "r2 a1", "7.2", "'a1' cannot be pending in the phase turn"),
    ("r2 -", "r2 g3", "PC-10", "the count of turns without a play cannot be so"),
]


@pytest.mark.rule("PI-1", "PI-2", "PI-3")
@pytest.mark.parametrize(("old", "new", "rule", "says"), BAD_POSITIONS, ids=[f"{row[1]}" for row in BAD_POSITIONS])
def test_a_position_that_cannot_be_is_refused_with_a_reason(old, new, rule, says):
    assert str(position(GOOD)) == GOOD
    assert GOOD.count(old) >= 1
    text = GOOD[: -len(old)] + new if old == " -" else GOOD.replace(old, new, 1)
    with pytest.raises(BadInput) as caught:
        PowerSwitch.load(seats=3).position(text)
    assert says in caught.value.text
    assert caught.value.rule == rule
    assert rule in find("powerswitch")


def test_a_position_may_have_a_remark_behind_it():
    assert str(PowerSwitch.load(seats=3).position(GOOD + " ; a remark\n")) == GOOD


@pytest.mark.parametrize("nothing", [None, 5])
def test_what_is_no_text_is_no_position(nothing):
    with pytest.raises(TypeError, match="a position is read from a text"):
        PowerSwitch.load(seats=3).position(nothing)


@pytest.mark.parametrize("text", ["", "hello", "3 " * 2000], ids=["nothing", "a word", "too much"])
def test_what_is_no_position_at_all_is_refused_too(text):
    with pytest.raises(BadInput) as caught:
        PowerSwitch.load(seats=3).position(text)
    assert caught.value.rule == "7.2"
