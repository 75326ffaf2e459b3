"""States as values: JSON, pickles, equality, chance by its exact law, and what is refused."""

import copy
import itertools
import pickle
import random
from fractions import Fraction

import numpy as np
import pytest

import leyden
from leyden.core.contract import BadInput, Illegal, Node, Seat
from leyden.core.streams import Streams
from leyden.games.voltage import Voltage
from leyden.games.voltage import rules as r
from leyden.games.voltage.actions import DrawCard, VoltageDraw
from leyden.games.voltage.events import addressed

from .vectors import follow, golden_game

A, B = Seat(0), Seat(1)
GAME = Voltage.load()
START = "+|/-|/-|/+| 0:0 Am O1O3P1P3 B2P3SF =O2G1*B3P1 - 1"
OPTIONS = [
    {},
    {"hand_backs": "private"},
    {"transformer_backs": "uniform_random"},
    {"transformer_backs": "uniform_random", "target_sets": 7},
    {"transformer_backs": "uniform_random", "hand_backs": "private", "reshuffle": "on_need", "target_sets": 6},
    {"flip_timing": "end_of_draws", "two_plays": "printed_colours"},
]


def walk(options, seed: int = 0, steps: int = 100_000):
    """The states of a random game, one after another."""
    state, stream = Voltage.load(**options).start(), Streams(seed).stream("walk")
    while state.node is not Node.TERMINAL and steps:
        yield state
        if state.node is Node.CHANCE:
            state = state.draw(state.sample(stream))
        else:
            actions = state.legal_actions(state.acting[0])
            drawing = [action for action in actions if isinstance(action, DrawCard)]
            state = state.apply(state.acting[0], (drawing or actions)[stream.below(len(drawing or actions))])
        steps -= 1
    yield state


# ------------------------------------------------------------------ round trips
@pytest.mark.rule("VC-13")
@pytest.mark.parametrize("options", OPTIONS)
def test_every_state_of_a_game_can_be_written_and_read_again(options):
    for at, state in enumerate(walk(options)):
        if at > 20 and at % 3:
            continue
        for again in (
            state.game.position(str(state)),
            state.game.from_json(state.to_json()),
            pickle.loads(pickle.dumps(state)),
        ):
            assert again == state
            assert hash(again) == hash(state)
            assert str(again) == str(state)


def test_equal_states_are_written_alike_where_both_hands_hold_a_known_kind():
    state = Voltage.load().position("+|/-|/-|/+| 3:2 Am O1G1 O1S {O2} - 9 kB=O1S")
    assert str(state.game.from_json(state.to_json())) == str(state)


def test_the_order_that_a_position_wrote_down_is_kept():
    state = Voltage.load().position(START)
    assert state.game.from_json(state.to_json()) == state
    assert pickle.loads(pickle.dumps(state)).order == state.order
    assert state != state.game.position(START.replace("=O2G1*B3P1", "=O2B3G1*P1"))
    assert state != START
    assert copy.deepcopy(state) is state
    assert copy.deepcopy(state.game) is state.game
    assert repr(state) == f"<voltage {START}>"


def broken(**changes):
    data = Voltage.load().position(golden_game().start).to_json()
    data.update(changes)
    return data


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (None, "it is an object with options, hands, sides and so on"),
        ({}, "options is missing"),
        (broken(options=[1]), "one of its values is not of the kind that stands there"),
        (broken(hands=[1, 2]), "one of its values is not of the kind that stands there"),
        (broken(options={"colour": "red"}), "no option is called colour"),
        (broken(hands=["O1", "S"]), "cards are missing [I-1]"),
        (broken(hands=["O1O1O1O1O1O1O1O1O1", ""]), "there is no O1 left to lie there"),
        (broken(discard="O4"), "is not a card"),
        (broken(known=["F*", "", ""]), "there is no F* left to lie there"),
        (broken(hands=["O1O3P1P3"]), "one of its values is not of the kind that stands there"),
        (broken(order="X"), "is not a card"),
        (broken(plus=[1, 1, 1]), "plus has 3 numbers instead of 4"),
        (broken(score=[0, 0, 0]), "score has 3 numbers instead of 2"),
        (broken(score=[4, 0]), "as JSON: with 4 sets the game is over (phase x) [V-51]"),
    ],
)
def test_what_is_no_position_as_json_is_refused(data, problem):
    with pytest.raises(BadInput, match="not a position of Voltage as JSON") as caught:
        Voltage.load().from_json(data)
    assert problem in caught.value.text


@pytest.mark.parametrize(
    "changes",
    [
        {"score": [999, 0]},
        {"phase": 9},
        {"player": 2},
        {"top": 7},
        {"plus": [1, 0, 0, 5]},
        {"score": [9, 0]},
        {"turn": "one"},
        {"order": "O1O1O1O1O1"},
        {"flips": -1},
    ],
)
def test_numbers_that_no_position_has_are_refused_as_json(changes):
    with pytest.raises(BadInput):
        Voltage.load().from_json(broken(**changes))


# ----------------------------------------------------------------------- chance
@pytest.mark.parametrize("options", OPTIONS)
def test_chances_sum_to_one_and_every_outcome_is_possible(options):
    for state in walk(options):
        outcomes = state.chance_outcomes()
        assert bool(outcomes) == (state.node is Node.CHANCE)
        assert not outcomes or sum(p for _, p in outcomes) == 1
        assert len({str(draw) for draw, _ in outcomes}) == len(outcomes)
        for draw, _ in outcomes:
            assert state.game.parse_draw(f" {draw} ", state) == draw


@pytest.mark.parametrize("options", OPTIONS)
def test_a_stream_gives_the_same_draw_to_the_state_and_to_the_rules(options):
    game, one, other = Voltage.load(**options), Streams(9).stream("x"), Streams(9).stream("x")
    for state in walk(options):
        if state.node is Node.CHANCE:
            record = state.record
            outcome = state.sample(one)
            assert outcome.outcome == r.chance(game.tables, record, other)


def test_a_written_order_leaves_chance_one_outcome():
    state = Voltage.load().position(START)
    state = state.apply(A, state.game.parse("d", state))
    stream = Streams(0).stream("unused")
    assert state.chance_outcomes() == ((VoltageDraw(r.FACE_DRAWN + 1), Fraction(1)),)
    assert str(state.sample(stream)) == "O2"
    state = state.draw(state.sample(stream))
    assert [str(draw) for draw, _ in state.chance_outcomes()] == ["^*"]
    assert stream == Streams(0).stream("unused")


def test_who_begins_is_drawn_even_before_a_written_order():
    state = Voltage.load().position("+|/-|/-|/+| 0:0 ?deal - - =O2G1{O1O1P1P2P3B1}^? - 1")
    assert [str(draw) for draw, _ in state.chance_outcomes()] == ["first A", "first B"]
    assert str(state.sample(Streams(0).stream("x"))) in ("first A", "first B")


@pytest.mark.rule("V-42")
@pytest.mark.parametrize(
    ("line", "draw", "text"),
    [
        ("", VoltageDraw(r.PLAIN_BACK), "chance owes nothing here"),
        ("d", VoltageDraw(r.FACE_DRAWN), "chance cannot give O1 here; it can give O2"),
        ("d", VoltageDraw(r.FACE_DRAWN + 1, True), "chance cannot give O2* here; it can give O2"),
        ("d", VoltageDraw(r.FIRST_A), "chance cannot give first A here; it can give O2"),
        ("d", "O2", "'O2' is no outcome of chance; `game.parse_draw` reads a text"),
    ],
)
def test_a_draw_that_cannot_be_is_refused(line, draw, text):
    state = Voltage.load().position(START)
    if line:
        state = state.apply(A, state.game.parse(line, state))
    with pytest.raises(Illegal) as caught:
        state.draw(draw)
    assert (caught.value.refusal.rule, caught.value.refusal.text) == ("V-42", text)
    with pytest.raises(BadInput, match="chance cannot give 'P3' here; it can give "):
        state.game.parse_draw("P3", state)


def test_nothing_is_sampled_where_chance_owes_nothing():
    state = Voltage.load().position(START)
    with pytest.raises(ValueError, match="nothing is owed by chance here"):
        state.sample(Streams(0).stream("x"))
    assert state.chance_outcomes() == ()


def test_an_unordered_draw_needs_a_card_of_the_pile():
    state = Voltage.load().position("+|/-|/-|/+| 0:0 Am+ O1 - {O2G1*}^* - 1")
    assert [str(draw) for draw, _ in state.chance_outcomes()] == ["G1*"]
    for wrong in (VoltageDraw(r.FACE_DRAWN + 1, True), VoltageDraw(r.FACE_DRAWN + 3, False)):
        with pytest.raises(Illegal):
            state.draw(wrong)


# ----------------------------------------------------------------- whose move
def test_only_the_acting_seat_has_actions():
    state = Voltage.load().position(START)
    assert state.acting == (A,)
    assert state.legal_actions(B) == ()
    assert state.legal_ids(A) == tuple(map(state.game.actions.id, state.legal_actions(A)))
    assert list(state.legal_ids(A)) == sorted(state.legal_ids(A))


def test_nobody_has_won_an_unfinished_game():
    state = Voltage.load().position(START)
    assert r.winners(state.game.tables, state.record) == 0
    assert state.outcome is None


def test_a_notebook_shows_a_picture():
    state = Voltage.load().position(START)
    assert state._repr_html_().lstrip().startswith("<svg")
    assert state.observation(A)._repr_html_().lstrip().startswith("<svg")


def test_the_record_of_a_state_is_a_copy():
    state = Voltage.load().position(START)
    state.record.hand[0] = 0
    assert str(state) == START


@pytest.mark.parametrize("seat", [2, -1, "A"])
def test_there_are_two_seats_to_look_from(seat):
    with pytest.raises(ValueError, match=f"Voltage has seats 0 \\(A\\) and 1 \\(B\\), not {seat!r}"):
        Voltage.load().start().observation(seat)
    with pytest.raises(ValueError, match="Voltage has seats"):
        Voltage.load().start().legal_actions(seat)


def test_a_state_is_untouched_by_what_follows_it():
    for state in walk({}, seed=3):
        before = str(state)
        for action in state.legal_actions(state.acting[0]) if state.acting else ():
            state.apply(state.acting[0], action)
        for draw, _ in state.chance_outcomes():
            state.draw(draw)
        assert str(state) == before


# --------------------------------------------------------------------- events
def told(state, seat):
    return [event.text for event in state.events if event.seen_by(seat)]


@pytest.mark.rule("VQ-31", "VQ-33")
def test_everybody_is_told_a_play():
    state = follow(Voltage.load().position(START), "O1a")
    assert told(state, None) == told(state, B) == ["A puts Orange 1 on A's side."]
    state = follow(Voltage.load().position("+|/-|1*/-|/+| 0:0 Am S*F - =P1 - 1"), "S*G=1*")
    assert told(state, B) == ["A puts Bypass (Transformer) on B's side of Green and takes over Green 1 (Transformer)."]
    assert state.events[0].data == {"seat": "A", "card": "S*", "terminal": "G", "target": "G1*"}
    state = follow(Voltage.load().position("+|/-|1*S/-|/+| 0:0 Am SF - =P1 - 1"), "FG=S")
    assert told(state, B) == ["A puts Blown Fuse on B's side of Green and removes Bypass."]
    assert told(follow(state, "SO=0"), B) == ["A puts Bypass on B's side of Orange."]


@pytest.mark.rule("VQ-32")
def test_with_private_backs_the_others_are_not_told_the_back_that_was_played():
    start = Voltage.load(hand_backs="private").position("+|/-|/-|/+| 0:0 Am O1*G1SF - =P1 - 1")
    state = follow(start, "O1*b")
    assert told(state, A) == ["A puts Orange 1 (Transformer) on B's side."]
    assert told(state, B) == told(state, None) == ["A puts Orange 1 on B's side."]
    assert [event.data["card"] for event in state.events if event.seen_by(B)] == ["O1"]
    assert told(follow(state, "G1b"), B) == told(follow(state, "G1b"), A) == ["A puts Green 1 on B's side."]


def test_a_draw_tells_its_face_to_the_drawer_and_its_back_to_all():
    state = Voltage.load().position(START)
    state = state.apply(A, state.game.parse("d", state))
    assert told(state, B) == ["A draws a card."]
    state = state.draw(state.game.parse_draw("O2", state))
    assert told(state, A) == ["A draws Orange 2."]
    assert told(state, B) == told(state, None) == ["A draws a plain card."]
    state = state.draw(state.game.parse_draw("^*", state))
    assert told(state, B) == ["The next card is a Transformer."]
    state = state.apply(A, state.game.parse("d", state))
    state = state.draw(state.game.parse_draw("G1*", state))
    assert told(state, A) == ["A draws Green 1 (Transformer)."]
    assert told(state, B) == ["A draws a Transformer."]
    state = state.draw(state.game.parse_draw("^", state))
    assert told(state, B) == ["The next card is plain."]
    assert told(state.apply(A, state.game.parse("~G", state)), None) == ["A flips Green to +."]


@pytest.mark.rule("VQ-32", "V-10")
@pytest.mark.parametrize(("private", "words"), [(False, "a Transformer"), (True, "a card")])
def test_a_dealt_back_is_told_only_where_backs_are_public(private, words):
    game = Voltage.load(first_player="A", hand_backs="private" if private else "public")
    state = game.start()
    state = state.draw(game.parse_draw("^*", state))
    assert told(state, B) == ([] if private else ["The next card is a Transformer."])
    state = state.draw(game.parse_draw("O1*", state))
    assert told(state, A) == ["A is dealt Orange 1 (Transformer)."]
    assert told(state, B) == [f"A is dealt {words}."]


@pytest.mark.rule("VQ-37", "V-50")
def test_the_last_card_and_the_reshuffle_are_told():
    state = Voltage.load().position("+1|/-2|/-|/+| 2:3 ApG O2B1S P1P2P3F =O3 B1B1B2 40")
    state = state.apply(A, state.game.parse("d", state))
    state = state.draw(state.game.parse_draw("O3", state))
    assert told(state, None)[1:] == [
        "The pile has run out; each player can now deduce the other's hand.",
        "The discard pile is shuffled: 3 cards form the new pile.",
    ]


def test_a_set_and_the_end_are_told():
    state = follow(Voltage.load().position("+|/-|/-|/+3|111 3:2 Am G1P3 P1P2 =O2G1*B3P1 - 30"), "P3a")
    assert told(state, None) == [
        "A puts Purple 3 on A's side.",
        "Purple is full (+, HIGH wins): A 6, B 3. The set goes to A; sets now A 4, B 2.",
        "A wins 4:2.",
    ]
    assert state.events[-1].data == {"winner": "A", "scores": [4, 2]}


@pytest.mark.rule("V-37")
def test_a_tied_set_says_who_loses_it():
    state = follow(Voltage.load().position("+|/-12|12/-|/+| 0:2 Am F P1P2 =O2G1*B3P1 - 30"), "FG=0")
    assert told(state, None)[1] == (
        "Green is full (-, LOW wins): A 3, B 3, a tie: who played the fifth card loses. "
        "The set goes to B; sets now A 0, B 3."
    )


def test_every_event_can_be_told_to_who_is_meant():
    state = follow(Voltage.load().position("+|/-|1*2/-|/+| 0:0 Am SF - =P1 - 1"), "SG=1*")
    (event,) = state.events
    assert addressed(event, A) == "You put Bypass on B's side of Green and take over Green 1 (Transformer)."
    assert addressed(event, B) == "A puts Bypass on your side of Green and takes over Green 1 (Transformer)."
    verbs = set()
    for number in range(4):
        for state in leyden.play(Voltage.load(), ["random", "random"], seed=number).states():
            for event, seat in itertools.product(state.events, (A, B)):
                if event.seen_by(seat):
                    name, text = "AB"[seat], addressed(event, seat)
                    assert f"{name}'s" not in text
                    assert f"goes to {name}" not in text
                    assert event.text.startswith(f"{name} ") == text.startswith("You ")
                    verbs.add(" ".join(text.split()[:2]) if text.startswith("You ") else "")
    assert verbs == {"", "You take", "You are", "You put", "You draw", "You flip", "You win"}


def test_who_begins_is_told():
    state = Voltage.load().start()
    assert told(state.draw(state.game.parse_draw("first B", state)), None) == ["B takes the first turn."]


def test_a_pickled_state_still_tells_what_its_last_step_did():
    state = Voltage.load().position(START)
    after = state.apply(A, state.game.parse("O1a", state))
    again = pickle.loads(pickle.dumps(after))
    assert again == after
    assert again.events == after.events != ()


@pytest.mark.parametrize("whole", [np.int64, np.uint8])
def test_a_seat_may_be_a_whole_number_of_any_kind(whole):
    state = GAME.position(START)
    one, same = state.observation(whole(0)), state.observation(0)
    assert (one, hash(one), str(one)) == (same, hash(same), str(same))
    assert type(one.seat) is int
    assert pickle.dumps(one) == pickle.dumps(same)
    assert state.legal_actions(whole(0)) == state.legal_actions(0)
    action = state.legal_actions(whole(0))[0]
    assert state.refusal(whole(0), action) is None
    after = state.apply(whole(0), action)
    assert after == state.apply(0, action)
    assert pickle.dumps(after.events) == pickle.dumps(state.apply(0, action).events)


@pytest.mark.parametrize("seat", [0.0, 2, "A"])
def test_what_is_no_seat_is_refused_everywhere(seat):
    state = GAME.position(START)
    action = state.legal_actions(0)[0]
    moves = (lambda seat: state.refusal(seat, action), lambda seat: state.apply(seat, action))
    for tried in (state.observation, state.legal_actions, *moves):
        with pytest.raises(ValueError, match="Voltage has seats"):
            tried(seat)


@pytest.mark.parametrize("luck", [1, np.int64(1), Streams(1), random.Random(1), np.random.default_rng(1)])
def test_luck_may_come_as_a_seed_or_a_generator(luck):
    state = GAME.start()
    assert state.sample(luck) in [draw for draw, _ in state.chance_outcomes()]
    view = GAME.position(START).observation(A)
    assert GAME.determinize(view, luck).observation(A) == view
    assert GAME.determinize(view, np.int64(4)) == GAME.determinize(view, 4)


@pytest.mark.parametrize("nothing", [None, 5, GAME, GAME.actions])
def test_an_action_is_read_for_somebody(nothing):
    with pytest.raises(TypeError, match="an action is somebody's: `parse` needs a view or a state of Voltage, not"):
        GAME.parse("O3b", nothing)


@pytest.mark.parametrize("text", [None, 5, b"d", GAME.start()])
def test_only_texts_are_read(text):
    state = GAME.position(START)
    for what, read in (
        ("an action", lambda: GAME.parse(text, state)),
        ("a position", lambda: GAME.position(text)),
        ("an outcome of chance", lambda: GAME.parse_draw(text, GAME.start())),
    ):
        with pytest.raises(TypeError, match=f"{what} is read from a text, not from"):
            read()


def test_an_action_is_read_for_the_seat_that_decides_or_did():
    state = GAME.position(START)
    for seen in (state, state.observation(None), state.observation(A)):
        assert GAME.parse("O1a", seen).own
    assert not GAME.parse("O1a", state.observation(B)).own


def test_an_outcome_of_chance_is_read_for_a_state():
    with pytest.raises(TypeError, match="`parse_draw` needs the state in which chance decides, not None"):
        GAME.parse_draw("^", None)
