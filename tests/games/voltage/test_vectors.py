"""The vectors T-01 … T-57 and the golden game of docs/rules/voltage.md, run from that file."""

from collections import Counter

import pytest

from leyden.core.contract import BadInput, Illegal, Node, Seat
from leyden.games.voltage import Voltage
from leyden.games.voltage.state import VoltageState

from .vectors import (
    GoldenTurn,
    Vector,
    cards_in,
    follow,
    golden_game,
    play,
    played,
    read_vectors,
    sets_in,
    without_known,
)

A, B = Seat(0), Seat(1)
VECTORS = [pytest.param(v, id=v.id, marks=pytest.mark.rule(*v.rules)) for v in read_vectors()]
UNWRITABLE = {"T-13": {"SO=S", "SO=F"}}  # 7.1: btarget is 0 or a number; no text names such a Bypass


def test_the_reader_finds_all_48_vectors_in_order():
    assert [v.id for v in read_vectors()] == [f"T-{n:02}" for n in range(1, 49)]
    assert sum(bool(v.do) for v in read_vectors()) == 34
    assert sum(v.all is not None for v in read_vectors()) == 14
    assert sum(len(v.bad) for v in read_vectors()) == 19
    assert sum(len(v.sets) for v in read_vectors()) == 18


@pytest.mark.parametrize("vector", VECTORS)
def test_vector(vector: Vector):
    start = vector.start
    for text in vector.bad:
        refused(vector, text)
    if vector.all is not None:
        assert Counter(map(str, start.legal_actions(start.acting[0]))) == Counter(vector.all)
    if vector.res:
        ends = [(without_known(str(state)), sets) for state, sets in played(start, vector.do)]
        wanted = without_known(str(vector.game.position(vector.res)))
        assert (wanted, vector.sets) in ends
        assert vector.game.position(wanted) == vector.game.position(ends[ends.index((wanted, vector.sets))][0])
    assert start == vector.start


def refused(vector: Vector, text: str) -> None:
    start = vector.start
    before = str(start)
    if text in UNWRITABLE.get(vector.id, ()):
        with pytest.raises(BadInput) as unreadable:
            start.game.parse(text, start, strict=True)
        assert unreadable.value.rule == "V-28"
        return
    with pytest.raises(Illegal) as caught:
        start.apply(start.acting[0], start.game.parse(text, start, strict=True))
    assert caught.value.refusal.rule
    assert text not in caught.value.refusal.legal
    assert (str(start), start) == (before, vector.start)


def test_T_01_between_the_actions_nothing_forces_the_draw():
    (vector,) = [v for v in read_vectors() if v.id == "T-01"]
    ((after, _),) = played(vector.start, vector.do[:1])
    assert str(after).startswith("-|/-|/-|/+| 1:0 ApO ")
    assert {"G2a", "SP=0", "d"} <= {str(a) for a in after.legal_actions(A)}


def test_T_47_offers_84_actions():
    (vector,) = [v for v in read_vectors() if v.id == "T-47"]
    texts = [str(a) for a in vector.start.legal_actions(B)]
    assert len(texts) == 84
    assert sum(text[0] in "SF" for text in texts) == 80
    assert "d" not in texts


# ------------------------------------------------------- information (section 4)
T_31 = "+|/-|/-|/+| 0:0 Am O1G2B1S P1P2P3F =O1*G1 - 1"
T_34 = "+|/-|/-|/+| 0:0 Am O1G2B1S P1P2P3F =O1*G1*P2 - 1"


def test_T_49_each_seat_sees_its_own_hand_and_the_backs_of_the_other():
    state = play(T_31, "G2a d ~B")
    assert str(state) == "+|/-2|/+|/+| 0:0 Bm O1O1*B1S P1P2P3F =G1 - 2"
    assert state.observation(A).position() == "+|/-2|/+|/+| 0:0 Bm O1O1*B1S ???? 1 - 2"
    assert state.observation(B).position() == "+|/-2|/+|/+| 0:0 Bm ????* P1P2P3F 1 - 2"
    assert state.observation(None).position() == "+|/-2|/+|/+| 0:0 Bm ????* ???? 1 - 2"


@pytest.mark.parametrize(("played_card", "left"), [("S", 2), ("S*", 1)])
def test_T_50_the_back_of_a_played_card_is_told_and_can_be_counted(played_card, left):
    start = "+|/-|/-|/+| 0:0 Am O1*G1G2P1SS* P1P2 =O2G1*B3P1 - 3"
    before = play(start, "").observation(B)
    state = play(start, f"{played_card}O=0")
    (event,) = [e for e in state.events if e.kind == "play"]
    assert event.seen_by(B)
    assert event.data["card"] == played_card
    assert (before.hands[0].lit, state.observation(B).hands[0].lit) == (2, left)


def test_T_51_the_drawer_knows_the_face_and_the_next_back_before_the_first_flip():
    state = play(T_34, "d")
    mine, theirs = state.observation(A), state.observation(B)
    assert (mine.phase, theirs.phase) == ("fd", "fd")
    assert str(mine.hands[0]) == "O1O1*G2B1S"
    assert str(theirs.hands[0]) == "?????*"
    assert theirs.hands[0].kinds is None
    assert (mine.top_lit, theirs.top_lit) == (True, True)


# All of the deck: 16 cards on the board, 5 and 6 in hand, one in the pile, 28 discarded.
DISCARDED = "O1O1*O2O2*O2*O3O3G1G1G1*G2G2*G3G3*B1B1*B2B2*B3B3*P1P1*P2P2*P3P3SF*"
LAST_CARD = f"+23|3*S/-12|3F/-11|23/+11|23 3:2 Ad O1G2*B3P2*S* O1G3B2*P3*SF =F {DISCARDED} 40"


def test_T_52_when_the_pile_runs_out_both_hands_are_known_to_both():
    drawn = follow(Voltage.load().position(LAST_CARD), "d")
    assert len(cards_in(DISCARDED)) == 28
    for seat in (A, B):
        view = drawn.observation(seat)
        assert [hand.known for hand in view.hands] == ["O1G2*B3P2*S*F", "O1G3B2*P3*SF"]
        assert view.pile_size == 28
    assert drawn.observation(None).known_of_both == "O1O1G2*G3B2*B3P2*P3*SS*FF"
    assert [hand.known for hand in drawn.observation(None).hands] == ["", ""]
    assert f"{{{DISCARDED}}}" in str(drawn)
    assert {str(draw) for draw, _ in drawn.chance_outcomes()} == {"^", "^*"}  # the top back; no other order
    assert drawn.game.position(str(drawn)) == drawn


def test_T_53_a_played_card_uses_up_what_was_known_of_its_kind():
    start = "+|/-|/-|/+| 3:2 Am O1G1B1P1 G2G3B2B3 {O1O1O2O3S} - 41 kA=O1G1B1P1 kB=G2G3B2B3"
    one, other = (
        follow(Voltage.load().position(start), f"{draws} G2b B2b O1b d({last})").observation(B)
        for draws, last in (("d(O2) d(O3)", "S"), ("d(O1) d(O2)", "O1"))
    )
    assert one.hands[0].known == "G1B1P1"
    assert one == other  # A holds no O1, or two: B cannot tell
    worlds = [one.game.determinize(one, seed) for seed in range(40)]
    assert {"O1" in cards_in(str(world).split()[3]) for world in worlds} == {True, False}


# ------------------------------------------------------------- encoding (6.4)
@pytest.mark.parametrize(
    ("seat", "text", "code"),
    [
        (A, "O3b", 9),
        (B, "O3b", 8),
        (A, "P2*a", 42),
        (B, "P2*b", 42),
        (A, "SP=3", 74),
        (A, "S*O=0", 76),
        (A, "FG=0", 115),
        (A, "FB=F*", 136),
        (A, "F*B=S", 177),
        (A, "d", 192),
        (A, "~B", 195),
        (A, "~P", 196),
    ],
)
def test_T_55_codes(seat, text, code):
    game = Voltage.load()
    assert str(game.actions.action(code, seat)) == text
    assert game.action_texts(seat)[text] == code


# ------------------------------------------------------------ the golden game
GOLDEN = golden_game()


def dealt() -> tuple[VoltageState, list[str]]:
    """The golden game after the deal, and the deck that is left."""
    deck = cards_in(GOLDEN.tags["Deck"])
    return fed(Voltage.load().start(), deck), deck


def fed(state: VoltageState, deck: list[str]) -> VoltageState:
    """Let the deck decide what chance does; A begins."""
    while state.node is Node.CHANCE:
        back = "^*" if deck and deck[0].endswith("*") else "^"
        possible = {str(draw): draw for draw, _ in state.chance_outcomes()}
        wanted = next(text for text in ("first A", back, deck[0]) if text in possible)
        if wanted == deck[0]:
            del deck[0]
        state = state.draw(possible[wanted])
    return state


def same_but_for_the_order_of_the_pile(state: VoltageState, text: str) -> bool:
    written = state.game.position(text)
    backs = {state.observation(None).top_lit, written.observation(None).top_lit}
    return len(backs) == 1 and state.game.from_json(written.to_json() | {"order": ""}) == state


def golden_positions() -> list[tuple[GoldenTurn, VoltageState]]:
    """Every turn of the golden game with the state it begins in, and checks what the record says of its sets."""
    state, deck = dealt()
    turns = []
    for turn in GOLDEN.turns:
        turns.append((turn, state))
        assert state.record.turn == turn.number
        for text, scored in zip(turn.actions, turn.scored, strict=True):
            seat = state.acting[0]
            assert "AB"[seat] == turn.seat
            state = state.apply(seat, state.game.parse(text, state, strict=True))
            assert sets_in(state) == (() if scored is None else scored[2:])
            if scored is not None:
                (event,) = [e for e in state.events if e.kind == "set"]
                assert (event.data["terminal"], event.data["sign"]) == scored[:2]
            state = fed(state, deck)
    turns.append((GoldenTurn(0, "", (), ()), state))
    return turns


def test_T_54_the_deal_flips_nothing():
    state, deck = dealt()
    assert "B2*" in cards_in(str(state).split()[4])
    assert same_but_for_the_order_of_the_pile(state, GOLDEN.start)
    assert cards_in(GOLDEN.start.split()[5]) == deck


def test_the_golden_game_replays_from_the_deck_with_every_set_as_written():
    turns = golden_positions()
    assert len(turns) == 34 + 1
    assert sum(scored is not None for turn in GOLDEN.turns for scored in turn.scored) == 5
    assert same_but_for_the_order_of_the_pile(turns[-1][1], GOLDEN.end)


def test_the_golden_game_replays_from_its_start_position_by_the_order_written_there():
    line = tuple(text for turn in GOLDEN.turns for text in turn.actions)
    ((end, sets),) = played(Voltage.load().position(GOLDEN.start), line)
    assert str(end) == GOLDEN.end
    assert Counter(s.winner for s in sets) == {"A": 4, "B": 1}


def test_T_57_a_tie_on_the_opponents_turn_gives_a_the_fourth_set():
    (turn, before), (_, end) = golden_positions()[-2:]
    assert (turn.seat, turn.actions) == ("B", ("B3b",))
    assert before.observation(None).scores == (3, 1)
    assert end.outcome is not None
    assert (end.outcome.winners, end.outcome.scores) == ((A,), (4, 1))
    assert sets_in(end)[0] == GOLDEN.turns[-1].scored[0][2]
    assert (sets_in(end)[0].a, sets_in(end)[0].b) == (5, 5)
    assert len(cards_in(str(end).split()[4])) % 2 == 1  # B's second step was never owed


def test_the_golden_record_is_read_step_by_step():
    (script,) = Voltage.load().read_scripts(GOLDEN.text)
    assert [str(step.move) for step in script.steps if step.seat is not None] == [
        text for turn in GOLDEN.turns for text in turn.actions
    ]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("1A P3a O1a  2B", "1A P3a  2B", "a turn after one play"),
        ("1A P3a O1a  2B", "1A P3a O1a d  2B", "a third step"),
        ("3A d ~P d ~G", "3A d d ~G", "a flip left out after a Transformer"),
        ("3A d ~P d ~G", "3A d ~P d", "a flip left out at the end of a turn"),
        ("4B d d", "4B d ~O d", "a flip after a plain card"),
    ],
)
def test_T_56_a_record_with_a_step_too_few_or_too_many_is_refused(old, new, what):
    assert old in GOLDEN.text
    text = GOLDEN.text.replace(old, new)
    with pytest.raises(BadInput) as caught:
        list(Voltage.load().read_scripts(text))
    assert caught.value.line is not None, what
