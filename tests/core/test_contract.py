"""The small values of the contract: refusals, complaints, events, outcomes."""

import json
import pickle

import numpy as np
import pytest

from leyden.core.contract import BadInput, Event, Game, Illegal, Outcome, Refusal, Seat, Verdict, check_tag, chunks
from leyden.games import load
from tests.games.voltage.vectors import golden_game

A, B = Seat(0), Seat(1)


def test_a_refusal_names_its_rule():
    refusal = Refusal("V-16", "not there", ("d",))
    assert str(refusal) == "not there [V-16]"
    assert str(Illegal(refusal)) == "not there [V-16]"
    assert Illegal(refusal).refusal is refusal


@pytest.mark.parametrize(
    ("complaint", "text"),
    [
        (BadInput("wrong"), "wrong"),
        (BadInput("wrong", line=3), "line 3: wrong"),
        (BadInput("wrong", column=4), "column 4: wrong"),
        (BadInput("wrong", line=3, column=4, rule="V-1"), "line 3, column 4: wrong [V-1]"),
        (BadInput("wrong", column=9, rule="V-1").at(7), "line 7: wrong [V-1]"),
        (BadInput("wrong").at(7, 8), "line 7, column 8: wrong"),
    ],
)
def test_a_complaint_says_where(complaint, text):
    assert str(complaint) == text
    assert complaint.args == (text,)


def test_what_chance_owes_is_what_it_can_give_where_a_game_says_no_more():
    game = load("voltage")
    assert Game.chance_due(game, game.start()) == "it can give first A, first B"


def test_an_event_is_told_to_its_audience():
    everybody, one = Event("x", "X.", {"a": 1}), Event("x", "X.", audience=frozenset({A}))
    assert [everybody.seen_by(seat) for seat in (A, B, None)] == [True, True, True]
    assert [one.seen_by(seat) for seat in (A, B, None)] == [True, False, False]
    assert everybody.to_json() == {"kind": "x", "text": "X.", "a": 1}


def test_the_winners_are_in_first_place():
    assert Outcome(((B,), (A,)), (1, 4), "why").winners == (B,)


def test_a_game_names_its_seats_in_a_sentence():
    game = load("voltage")
    assert game.seats == 2
    assert game.owners((A, B)) == "A and B"


def test_the_records_of_a_file_are_apart_where_a_blank_line_and_a_game_tag_are():
    text = '[Game "X"]\n[A "Ann"]\n\n1A d\n \n\n[Game "X"]\n2B d\n'
    assert list(chunks(text)) == [(1, '[Game "X"]\n[A "Ann"]\n\n1A d\n \n'), (7, '[Game "X"]\n2B d\n')]
    assert list(chunks("one")) == [(1, "one")]


def test_a_wrong_record_does_not_hide_those_behind_it():
    game, good = load("voltage"), golden_game().text
    wrong = good.replace("4B d d", "4B d ~O d")
    verdicts = list(game.verify_records(f"{good}\n\n{wrong}\n\n{good}"))
    assert [verdict.problem is None for verdict in verdicts] == [True, False, True]
    lines = good.count("\n") + 2
    assert [verdict.line for verdict in verdicts] == [1, 1 + lines, 1 + 2 * lines]
    assert verdicts[1].problem.line == verdicts[1].line + 4 - 1
    assert Game.verify_one(game, 1, good) == Verdict(1, None, ())


def test_complaints_come_whole_from_another_process():
    illegal = Illegal(Refusal("V-16", "no", ("d",)))
    bad = BadInput("no", line=2, column=3, rule="V-2")
    assert pickle.loads(pickle.dumps(illegal)).refusal == illegal.refusal
    again = pickle.loads(pickle.dumps(bad))
    assert (str(again), again.line, again.column, again.rule) == ("line 2, column 3: no [V-2]", 2, 3, "V-2")


@pytest.mark.parametrize(
    ("name", "value"),
    [("A", 'Ann "x"'), ("A", "a\nb"), ("A", "a\u2028b"), ("A", "\udcff"), ("A", "\x00"), ("My Tag", "x"), ("", "x")],
)
def test_a_tag_that_could_not_be_read_again_is_refused(name, value):
    with pytest.raises(BadInput, match=r"the (name of a )?tag"):
        check_tag(name, value)


@pytest.mark.parametrize("value", ["", " Ann ", "[x]; {y}", "\N{PILE OF POO} Änne", "\\"])
def test_a_tag_on_one_line_without_quotation_marks_is_fine(value):
    check_tag("Note", value)


def test_a_file_is_cut_into_records_where_a_tag_follows_an_empty_line():
    text = '\n\n[Game "X"]\n1A d\n\n \n[Game "X"]\n; [Game\n[Game "X"]\n\n[Result "*"]\n'
    assert [(line, chunk.split()) for line, chunk in chunks(text)] == [
        (1, ["[Game", '"X"]', "1A", "d"]),
        (7, ["[Game", '"X"]', ";", "[Game", "[Game", '"X"]', "[Result", '"*"]']),
    ]
    assert list(chunks("")) == [(1, "")]


def test_a_long_file_of_empty_lines_is_cut_at_once():
    # A search that starts anew at every line would outlast the time a test may take.
    assert len(list(chunks("\n" * 1_000_000))) == 1
    assert len(list(chunks(("\n \n" * 30 + '[Game "X"]\n') * 10_000))) == 10_000


@pytest.mark.parametrize("name", [5, None])
def test_the_name_of_a_tag_is_a_text(name):
    with pytest.raises(BadInput, match=f"one word of letters and digits, not {name}"):
        check_tag(name, "x")


def test_the_value_of_a_tag_is_a_text():
    with pytest.raises(BadInput, match="the value of the tag A is a text, not 5"):
        check_tag("A", 5)


@pytest.mark.parametrize("seat", [0, 1, True, np.int64(1), np.uint8(0)])
def test_a_seat_is_any_whole_number_and_then_a_plain_one(seat):
    checked = load("voltage").check_seat(seat)
    assert type(checked) is int
    assert checked == seat


def test_a_spectator_is_no_number():
    assert load("voltage").check_seat(None) is None


@pytest.mark.parametrize("seat", [2, -1, 1.0, "A", np.float64(0), [0]])
def test_what_is_no_seat_is_refused_with_the_seats_there_are(seat):
    with pytest.raises(ValueError, match=r"Voltage has seats 0 \(A\) and 1 \(B\), not"):
        load("voltage").check_seat(seat)


def test_refusals_and_outcomes_are_plain_data_too():
    refusal, outcome = Refusal("V-16", "no", ("d",)), Outcome(((B,), (A,)), (1, 4), "why")
    assert refusal.to_json() == {"rule": "V-16", "text": "no", "legal": ["d"]}
    assert outcome.to_json() == {"ranking": [[1], [0]], "scores": [1, 4], "reason": "why"}
    assert json.loads(json.dumps([refusal.to_json(), outcome.to_json()])) == [refusal.to_json(), outcome.to_json()]


def test_what_has_a_text_can_be_put_right_in_a_sentence():
    game = load("voltage")
    state = game.start()
    for thing in (state, state.observation(A), game.actions[9], state.sample(1), Refusal("V-1", "no")):
        assert f"{thing:>300}" == str(thing).rjust(300)
        assert f"{thing}" == str(thing)


@pytest.mark.parametrize("name", ["seat", "game", "legal", "hands", "legal_ids"])
def test_a_view_does_not_change(name):
    view = load("voltage").start().observation(A)
    before = str(view)
    with pytest.raises(AttributeError, match=f"`{name}` of a VoltageView is settled"):
        setattr(view, name, 1)
    assert str(view) == before
    with pytest.raises(AttributeError):
        view.node = 1


@pytest.mark.parametrize("name", ["options", "deck", "longest"])
def test_a_game_does_not_change(name):
    with pytest.raises(AttributeError, match=f"`{name}` of a Voltage is settled"):
        setattr(load("voltage"), name, None)


def test_a_game_need_not_write_records_from_codes():
    assert Game.write_codes(load("voltage"), {}, [], [], None) is None
