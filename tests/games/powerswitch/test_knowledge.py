"""What everybody can tell (I-1 to I-8), kept once more card by card, and compared with the views of random games.

Here each colour card has the set of places in which a viewer must think it possible; the package keeps sets per place.
"""

import pytest

from leyden.core.contract import Node, Step
from leyden.core.rule import PURE
from leyden.core.streams import Streams
from leyden.games.powerswitch import PowerSwitch
from leyden.games.powerswitch import rules as r
from leyden.games.powerswitch.cards import PILE

from .test_legal import SMALL_HANDS
from .test_worlds import an_action

COLOUR_CARDS = range(48)


def held(state, seat):
    return {card for card in COLOUR_CARDS if state.record.hand[seat] >> card & 1}


def live(state):
    """The cards that fit now."""
    return set(state.observation(None).open_slots)


class Knower:
    """One viewer through one round: where each card that he does not see may be, and what he has seen go where."""

    def __init__(self, viewer, n):
        self.me, self.n = viewer, n
        self.others = [p for p in range(n) if p != viewer]
        self.may = {card: {*self.others, PILE} for card in COLOUR_CARDS}
        self.seen = {}  # card: the hand that he knows it in

    def never(self, cards, place):
        for card in cards:
            self.may[card].discard(place)

    def known(self, card, place, *, seen):
        self.may[card] = {place}
        if seen:
            self.seen[card] = place

    def settled(self, state):
        """The Power Card is settled: its holder acts first, or the dealer's left may have it (P-17, P-18)."""
        s = state.record
        power = 12 * s.tower + s.power - 1
        first = (s.dealer + 1) % self.n
        self.may[power] &= {s.actor, PILE} if s.actor == first else {s.actor}

    def stuck(self, seat, cards):
        """I-1."""
        if seat != self.me:
            self.never(cards, seat)

    def taken(self, seat, source, cards, last=None):
        """I-2, I-7: any but these may have gone from a place to a hand; a known last card is followed (I-5)."""
        there = [card for card, place in self.seen.items() if place == source]
        if last in there:
            self.known(last, seat, seen=True)
            return
        for card in COLOUR_CARDS:
            if source in self.may[card] and card not in cards:
                self.may[card].add(seat)
        for card in there:
            del self.seen[card]

    def switch(self, one, other, hands):
        """I-4 for the two, I-6 for the rest."""
        if self.me in (one, other):
            you = other if self.me == one else one
            for card in COLOUR_CARDS:
                self.may[card].discard(you)
                if self.seen.get(card) == you:
                    del self.seen[card]
            for card in hands[self.me]:
                self.known(card, you, seen=True)
            return
        change = {one: other, other: one}
        for card in COLOUR_CARDS:
            self.may[card] = {change.get(p, p) for p in self.may[card]}
            if card in self.seen:
                self.seen[card] = change.get(self.seen[card], self.seen[card])

    def expected(self, state, place):
        """The cards that may lie there, and those that were seen to."""
        s = state.record
        unseen = s.pile
        for p in self.others:
            unseen |= s.hand[p]
        may = {card for card in COLOUR_CARDS if unseen >> card & 1 and place in self.may[card]}
        return may, {card for card in COLOUR_CARDS if unseen >> card & 1 and self.seen.get(card) == place}


def told(knowers, before, after, step):
    """Everybody learns from a step what section 4 lets him learn."""
    s, t = before.record, after.record
    for knower in knowers:
        if s.phase in (r.ROLL_COLOUR, r.COL) and t.phase == r.OPEN:
            knower.settled(after)
        elif s.phase == r.DRAW_OPEN:
            power = 12 * s.tower + s.power - 1
            if t.actor == s.actor:
                if knower.me != s.actor:
                    knower.known(power, s.actor, seen=knower.me is not None)
            elif knower.me != s.actor:
                knower.taken(s.actor, PILE, {power})
        elif s.phase == r.DRAW_TURN and t.phase != r.RES and knower.me != s.actor:
            knower.taken(s.actor, PILE, live(before))
        elif step.seat is not None:
            decided(knower, before, after, step.move.id)
        for place, cards in ((PILE, t.pile), *((p, t.hand[p]) for p in range(knower.n))):
            if cards == 0 and place != knower.me and t.phase >= r.OPEN:
                knower.never(COLOUR_CARDS, place)  # nothing lies there


def decided(knower, before, after, action):
    s, t = before.record, after.record
    if s.phase == r.OPEN and action == r.DRAW:
        knower.stuck(s.actor, {12 * s.tower + s.power - 1})
    elif s.phase == r.TURN and action in (r.DRAW, r.ASK, r.PASS):
        knower.stuck(s.actor, live(before))
    elif s.phase in (r.TURN, r.WIN) and r.SWITCH < action < r.DRAW:
        other = (s.actor + action - r.SWITCH) % knower.n
        knower.switch(s.actor, other, {p: held(before, p) for p in range(knower.n)})
        if s.phase == r.TURN and t.actor != s.actor:  # switch_stuck=end_turn
            knower.stuck(s.actor, live(before))
    elif s.phase == r.GIVE:
        gift(knower, before, after, action)


def gift(knower, before, after, action):
    """I-5: the giver and the taker know; the others know what a hand of one card was."""
    s, giver, taker = before.record, before.record.actor, before.record.pending
    if knower.me == giver:
        if action < r.GIVE_SHOCK:
            knower.known(action, taker, seen=True)
    elif knower.me == taker:
        knower.seen.pop(action, None)
    elif after.record.phase != r.RES:
        only = s.hand[giver].bit_length() - 1 if s.hand[giver].bit_count() == 1 else None
        knower.taken(taker, giver, live(before), only)
    elif s.hand[giver].bit_count() > 1:
        for card in [card for card, place in knower.seen.items() if place == giver]:
            del knower.seen[card]


@pytest.mark.rule("I-1", "I-2", "I-4", "I-5", "I-6", "I-7", "I-8", "PC-5")
@pytest.mark.parametrize("small", [False, True], ids=["whole hands", "small hands"])
@pytest.mark.parametrize(
    "options", [{}, {"shock_count": "0"}, {"switch_timing": "anytime"}, {"switch_stuck": "end_turn"}], ids=str
)
@pytest.mark.parametrize("n", range(2, 7))
def test_every_view_knows_what_section_4_lets_it_know(n, options, small):
    more = {"pile_size": SMALL_HANDS[n]} if small else {}
    game = PowerSwitch.load(**{"seats": n, "max_rounds": 1, "first_dealer": "seat:1", **options, **more})
    for seed in range(1 if PURE else 6):
        luck, state = Streams(seed).stream(f"knowledge {n} {options} {small}"), game.start()
        knowers = [Knower(viewer, n) for viewer in (*range(n), None)]
        while state.node is not Node.TERMINAL and state.record.phase != r.OUT:
            if state.node is Node.CHANCE:
                step = Step(None, state.sample(luck))
                after = state.draw(step.move)
            else:
                step = Step(state.acting[0], an_action(state, luck))
                after = state.apply(step.seat, step.move)
            told(knowers, state, after, step)
            state = after
            if state.record.phase in (r.OPEN, r.TURN, r.GIVE, r.WIN):
                compare(state, knowers)


def compare(state, knowers):
    for knower in knowers:
        view = state.observation(knower.me)
        for place in (*knower.others, PILE):
            if place != PILE and not state.record.hand[place]:
                continue
            may, seen = knower.expected(state, place)
            assert {card for card in view.may_hold(place) if card < 48} == may, (state, knower.me, place)
            if place != PILE and knower.me is not None:
                assert {card for card in view.hands[place].cards if card < 48} == seen, (state, knower.me, place)
