"""The 197 codes of 6.4: object, code, text and JSON of each action."""

import json
from collections import Counter

import numpy as np
import pytest

from leyden.core.contract import BadInput, Seat
from leyden.games.voltage import Voltage
from leyden.games.voltage.actions import DrawCard, FlipToken, PlayBypass, PlayFuse, PlayNumber, VoltageDraw, _table

GAME = Voltage.load()
EVERY = range(len(GAME.actions))


def test_there_are_197_codes_in_five_blocks():
    assert len(GAME.actions) == 197
    blocks = dict(GAME.actions.blocks())
    assert [len(block) for block in blocks.values()] == [48, 56, 88, 1, 4]
    for name, block in blocks.items():
        assert {type(GAME.actions.action(number)).__name__ for number in block} == {name}
    assert sorted(number for block in blocks.values() for number in block) == list(EVERY)


@pytest.mark.parametrize("seat", [None, Seat(0), Seat(1)])
def test_every_action_is_known_by_its_code_its_text_and_its_json(seat):
    actions = [GAME.actions.action(number, seat) for number in EVERY]
    assert [GAME.actions.id(action) for action in actions] == list(EVERY)
    assert len({str(action) for action in actions}) == 197
    assert [GAME.action_from_json(json.loads(json.dumps(action.to_json()))) for action in actions] == actions
    if seat is not None:
        assert [GAME.action_texts(seat)[str(action)] for action in actions] == list(EVERY)
        assert GAME.texts_by_id(seat) == tuple(map(str, actions))


def test_the_formulas_of_the_rules_file():
    for face in range(12):
        for lit in (False, True):
            for own in (True, False):
                assert GAME.actions.id(PlayNumber(face, lit, own)) == (face * 2 + lit) * 2 + (not own)
    for lit in (False, True):
        for t in range(4):
            for code, target in enumerate([None, *((3 * t + v, b) for v in range(3) for b in (False, True))]):
                assert GAME.actions.id(PlayBypass(12, lit, t, target)) == 48 + (lit * 4 + t) * 7 + code
                assert GAME.actions.id(PlayFuse(13, lit, t, target)) == 104 + (lit * 4 + t) * 11 + code
            for code, target in enumerate([(12, False), (12, True), (13, False), (13, True)], 7):
                assert GAME.actions.id(PlayFuse(13, lit, t, target)) == 104 + (lit * 4 + t) * 11 + code
        assert [GAME.actions.id(action) for action in (DrawCard(), *map(FlipToken, range(4)))] == list(range(192, 197))


@pytest.mark.parametrize("number", [-1, 197])
def test_there_is_no_other_code(number):
    with pytest.raises(IndexError, match=f"run from 0 to 196, not {number}"):
        GAME.actions.action(number)


@pytest.mark.parametrize("action", ["d", None, [], PlayNumber(12, False, True), PlayBypass(12, False, 0, (3, False))])
def test_what_is_no_action_has_no_code(action):
    with pytest.raises(ValueError, match="is not an action of Voltage"):
        GAME.actions.id(action)


@pytest.mark.parametrize(
    "data", [None, "d", {}, {"type": "draw", "more": 1}, {"type": "flip", "terminal": "X"}, [["a"]]]
)
def test_what_is_no_action_as_json_is_refused(data):
    with pytest.raises(BadInput, match="is not an action of Voltage as JSON"):
        GAME.action_from_json(data)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (PlayNumber(2, False, True), "O3=own"),
        (PlayNumber(2, True, False), "O3*=opp"),
        (PlayNumber(2, True, False, Seat(0)), "O3*b"),
        (PlayFuse(13, True, 2, (13, True)), "F*B=F*"),
        (DrawCard(), "d"),
        (FlipToken(3), "~P"),
    ],
)
def test_an_action_without_a_seat_says_own_and_opponent(action, text):
    assert str(action) == text


def test_the_terminal_of_a_number_card_is_its_colour():
    assert Counter(GAME.actions.action(number).terminal for number in range(48)) == dict.fromkeys(range(4), 12)


def test_actions_are_equal_whoever_makes_them():
    assert DrawCard(Seat(0)) == DrawCard(Seat(1)) == DrawCard()
    assert PlayNumber(2, True, False, Seat(0)) == PlayNumber(2, True, False, Seat(1))


@pytest.mark.parametrize(
    ("draw", "text", "face"),
    [
        (VoltageDraw(0), "first A", None),
        (VoltageDraw(1), "first B", None),
        (VoltageDraw(2), "^", None),
        (VoltageDraw(3), "^*", None),
        (VoltageDraw(4), "O1", 0),
        (VoltageDraw(17, True), "F*", 13),
    ],
)
def test_a_draw_is_written_as_what_is_seen(draw, text, face):
    assert (str(draw), draw.face) == (text, face)


def test_actions_are_a_row_of_all_of_them():
    assert GAME.actions[9] == GAME.actions.action(9)
    assert list(GAME.actions) == [GAME.actions.action(number) for number in EVERY]
    assert GAME.actions[np.int64(9)] is GAME.actions[9]


@pytest.mark.parametrize("number", ["a", 9.0, None, "d"])
def test_a_code_is_a_whole_number(number):
    with pytest.raises(TypeError, match=f"actions of Voltage have whole numbers, not {number!r}"):
        GAME.actions.action(number)


def test_an_action_knows_its_seat_as_a_plain_number():
    _table.cache_clear()
    assert type(GAME.actions.action(0, np.int64(1)).seat) is int
