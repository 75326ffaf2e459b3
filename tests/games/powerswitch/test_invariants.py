"""Section 11 and the bounds of 10.1, checked after every action and every draw of very many random rounds."""

import pytest

from leyden.core.contract import Node
from leyden.core.rule import PURE
from leyden.core.streams import Streams
from leyden.games.powerswitch import PowerSwitch
from leyden.games.powerswitch.cards import CARD_NAMES

from .tally import COUNTS, FAULT, FAULTS, MOST_IDLE, MOST_OPENING, MOST_TURNS, ROUNDS, SWITCHES, counted
from .test_legal import IDS, OPTIONS, SMALL_HANDS
from .vectors import dealt, play, table

MANY = 40 if PURE else 100_000  # rounds per number of players
FEW = 4 if PURE else 400  # games per option
LESS = 4  # rounds a game has at least, on average


def faults(rows):
    """What was found wrong, in words."""
    return sorted({FAULTS[row[FAULT]] for row in rows if row[FAULT]})


@pytest.mark.rule("PI-1", "PI-2", "PI-3", "PI-4", "PI-5", "PI-6", "PI-7", "PI-8", "PI-9", "I-1", "I-2", "I-4", "I-5")
@pytest.mark.rule("I-6", "I-7", "I-8", "P-48", "P-52", "PQ-29", "PC-7")
@pytest.mark.parametrize("n", range(2, 7))
def test_the_invariants_hold_in_100_000_rounds_of_each_number_of_players(n):
    rows, games = [], MANY // (9 if n == 2 else 5)
    while sum(row[ROUNDS] for row in rows) < MANY:
        rows += counted(games, f"invariants {n} {len(rows)}", 15, seats=n)
        games = max(1, games // 10)
    assert faults(rows) == []
    assert max(row[MOST_TURNS] for row in rows) <= 49 * n - 1
    assert max(row[MOST_OPENING] for row in rows) <= n
    assert max(row[MOST_IDLE] for row in rows) <= 2 * n - 2
    assert max(row[SWITCHES] for row in rows) <= n


@pytest.mark.rule("PQ-29")
@pytest.mark.parametrize("n", range(2, 7))
def test_without_switches_somebody_plays_before_the_turn_comes_round(n):
    rows = counted(max(1, MANY // 50), f"idle {n}", 0, seats=n, switches_per_game=0)
    assert max(row[MOST_IDLE] for row in rows) <= n - 1
    assert not any(row[SWITCHES] for row in rows)


@pytest.mark.parametrize("small", [False, True], ids=["whole hands", "small hands"])
@pytest.mark.parametrize("options", OPTIONS, ids=IDS)
def test_the_invariants_hold_with_every_option(options, small):
    for n in range(2, 7):
        more = {"pile_size": SMALL_HANDS[n]} if small else {}
        rows = counted(-(-FEW // 5), f"{options} {n}", 15, **{"seats": n, "max_rounds": 20, **options, **more})
        assert faults(rows) == []
        assert all(row[ROUNDS] for row in rows)


@pytest.mark.parametrize("fault", [1, 2, 3, 4, 10])
def test_the_checks_see_what_they_look_for(fault):
    from .tally import wrong_cards, wrong_knowledge

    state = table("R8", "R:7-10*9 B:8-9", "B1,R1", "*,R9", pile="G1", shock_count="2")
    game = PowerSwitch.load(seats=2, shock_count="2")
    s = play(dealt(game), ">3 >R").record
    assert (wrong_cards(game.tables, s), wrong_knowledge(game.tables, s)) == (0, 0)
    s.laid, s.shocked, s.tower, s.power = state.record.laid, state.record.shocked, 2, 8
    for p in range(2):
        s.hand[p] &= ~(s.laid & ~s.shocked)
    s.pile &= ~(s.laid & ~s.shocked)
    s.pile &= ~(1 << 48)
    assert (wrong_cards(game.tables, s), wrong_knowledge(game.tables, s)) == (0, 0)
    if fault == 1:
        s.hand[0] ^= s.hand[0] & -s.hand[0]
    elif fault == 2:
        s.laid ^= 1 << 24 + 9 | 1 << 24 + 10  # Red 11 lies there instead of Red 10
        s.hand[0], s.hand[1], s.pile = ((c & ~(1 << 24 + 10)) for c in (s.hand[0], s.hand[1], s.pile))
        s.hand[0] |= 1 << 24 + 9
    elif fault == 3:
        s.shocked ^= 1 << 24 + 7 | 1 << 24 + 8
        s.hand[0], s.hand[1], s.pile = ((c & ~(1 << 24 + 8)) for c in (s.hand[0], s.hand[1], s.pile))
        s.hand[0] |= 1 << 24 + 7
    elif fault == 4:
        s.hand[0], s.hand[1], s.pile = ((c & ~(1 << 24 + 8)) for c in (s.hand[0], s.hand[1], s.pile))
    else:
        s.may[0][1] &= ~(s.hand[1] & -s.hand[1])
    assert (wrong_cards(game.tables, s) or wrong_knowledge(game.tables, s)) == fault


def cards_told(data):
    """Every card that some data names."""
    if isinstance(data, dict):
        return {card for value in data.values() for card in cards_told(value)}
    if isinstance(data, (list, tuple)):
        return {card for value in data for card in cards_told(value)}
    words = str(data).replace("*", "").split(",")
    return {word for word in words if word in CARD_NAMES}


@pytest.mark.rule("PI-10", "PQ-41", "PQ-42", "PQ-46", "PQ-51", "PC-5", "I-3")
@pytest.mark.parametrize(
    "options", [{}, {"switch_timing": "anytime", "switches_per_game": "3"}, {"give_rule": "worst"}], ids=str
)
@pytest.mark.parametrize("n", [2, 3, 4, 6])
def test_nobody_is_told_of_a_card_that_he_has_not_seen(n, options):
    """A viewer may have seen: what was in his hand, what came to lie on the table, the hands at the end of a round."""
    luck = Streams(n).stream(str(options))
    state = PowerSwitch.load(seats=n, **options).start()
    seen = {viewer: set() for viewer in (*range(n), None)}
    for _ in range(150 if PURE else 500):
        over = state.record.phase >= 13
        for viewer, cards in seen.items():
            view = state.observation(viewer)
            if viewer is not None:
                cards |= {CARD_NAMES[card] for card in view.hands[viewer].cards}
            laid = state.record.laid | (1 << CARD_NAMES.index(view.power_card) if view.power_card in CARD_NAMES else 0)
            cards |= {CARD_NAMES[slot] for slot in range(48) if laid >> slot & 1}
            if over:
                cards |= {CARD_NAMES[card] for hand in view.hands for card in hand.cards}
            told = {CARD_NAMES[card] for hand in view.hands for card in hand.cards}
            told |= cards_told([event.to_json() for event in state.events if event.seen_by(viewer)])
            assert told - {"*"} <= cards
            for seat, hand in enumerate(view.hands):
                assert {CARD_NAMES[card] for card in hand.cards} <= {CARD_NAMES[card] for card in kinds(state, seat)}
        if over:
            seen = {viewer: set() for viewer in seen}
        if state.node is Node.TERMINAL:
            break
        if state.node is Node.CHANCE:
            state = state.draw(state.sample(luck))
        else:
            legal = state.legal_actions(state.acting[0])
            state = state.apply(state.acting[0], legal[luck.below(len(legal))])


def kinds(state, seat):
    cards = state.record.hand[seat]
    return {min(bit, 48) for bit in range(51) if cards >> bit & 1}


def test_the_counts_have_names():
    assert len(COUNTS) == FAULT + 1
