"""The small values of the contract: refusals, complaints, events, outcomes."""

import pickle

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
