"""What a seat knows, and the worlds it allows: section 4 of the rules as rules.

`observe` copies the visible part of a state into a record of its own; `determinize` takes that record
only, so it cannot leak. All worlds that the record allows are equally likely, each physical card counting
for itself; players' choices are not weighed (4.3). Rulings VC-13 to VC-15 stand in docs/rules/voltage.md.
"""

from leyden.core.cards import count, first_card, first_cards, index_of, random_cards
from leyden.core.luck import random_below
from leyden.core.records import COUNT, SET, SMALL, record
from leyden.core.rule import rule
from leyden.games.voltage.rules import DEAL, FACES, LIT, PLAIN, SEATS, TERMINALS, UNSEEN, lit_in_pile

SPECTATOR = -1  # in place of a seat
HIDDEN = -1  # in place of a number that this viewer does not know
MOST_TRIES = 10_000_000  # only a view that nobody could have needs more

Sight = record(
    "voltage_sight",
    seat=SMALL,
    hand=(SET, SEATS),  # the own hand; after the game nothing more (4.2)
    side=(SET, SEATS, TERMINALS),
    discard=SET,
    lit=SET,  # Transformers among the visible cards
    known=(SET, 3),  # K, as far as this viewer has a part in it
    paired=SET,
    plus=(SMALL, TERMINALS),
    score=(SMALL, SEATS),
    hand_size=(SMALL, SEATS),
    hand_lit=(SMALL, SEATS),
    least=(SMALL, SEATS),
    most=(SMALL, SEATS),
    pile_size=SMALL,
    pile_lit=SMALL,
    fresh=SMALL,  # random backs: 1 = the pile is still the first one
    first=SMALL,
    player=SMALL,
    phase=SMALL,
    played_on=SMALL,
    played_special=SMALL,
    flips=SMALL,
    draws=SMALL,
    drawing=SMALL,
    top=SMALL,
    turn=COUNT,
)


# ------------------------------------------------------------------ knowledge
@rule
def observe(g, s, seat, v):
    """Fill `v` with what the seat knows (4.1)."""
    v.seat, v.first, v.player, v.phase = seat, s.first, s.player, s.phase
    v.played_on, v.played_special = s.played_on, s.played_special
    v.flips, v.draws, v.drawing, v.turn = s.flips, s.draws, s.drawing, s.turn
    seen = s.discard
    for p in range(SEATS):
        v.hand[p] = s.hand[p] if p == seat else 0
        v.score[p] = s.score[p]
        v.hand_size[p] = count(s.hand[p])
        v.hand_lit[p] = HIDDEN if g.private != 0 and p != seat else count(s.hand[p] & s.lit)  # VQ-32
        v.least[p] = s.least[p]
        v.most[p] = s.most[p]
        for t in range(TERMINALS):
            v.side[p][t] = s.side[p][t]
            seen |= s.side[p][t]
    for t in range(TERMINALS):
        v.plus[t] = s.plus[t]
    v.discard = s.discard
    players = seat != SPECTATOR
    v.known[0] = s.known[0] if players else 0  # VQ-37
    v.known[1] = s.known[1] if players else 0
    v.known[2] = 0 if players else s.known[2]
    v.paired = s.paired[seat if players else 2]
    own = v.hand[0] | v.hand[1]
    v.lit = s.lit & (own if g.private != 0 else own | seen | v.paired)  # VQ-33
    if g.private != 0:
        copies(g, v, v)
    v.pile_size = count(s.pile)
    v.pile_lit = HIDDEN if g.private != 0 else lit_in_pile(g, s)
    v.fresh = s.fresh
    v.top = UNSEEN if g.private != 0 and s.phase == DEAL else s.top  # VQ-31; VQ-32: dealt backs stay hidden


# --------------------------------------------------------------------- worlds
@rule
def determinize(g, v, s, stream):
    """Fill `s` with a world that the view allows, each as likely as another; False if there seems to be none."""
    s.first, s.player, s.phase, s.turn = v.first, v.player, v.phase, v.turn
    s.played_on, s.played_special = v.played_on, v.played_special
    s.flips, s.draws, s.drawing, s.top = v.flips, v.draws, v.drawing, v.top
    s.loose, s.fresh = 0, v.fresh
    for t in range(TERMINALS):
        s.plus[t] = v.plus[t]
    for p in range(SEATS):
        s.score[p] = v.score[p]
        s.least[p] = v.least[p]
        s.most[p] = v.most[p]
        for t in range(TERMINALS):
            s.side[p][t] = v.side[p][t]
    s.discard = v.discard
    for p in range(3):
        s.known[p] = v.known[p]
        s.paired[p] = v.paired
    if g.loose == 0 and g.private == 0:
        s.lit = g.lit
        deal_hidden(g, v, s, stream)
    elif not deal_by_trial(g, v, s, stream):
        return False
    if v.seat == SPECTATOR:
        s.known[0], s.known[1] = s.known[2] & s.hand[0], s.known[2] & s.hand[1]
    else:
        s.known[2] = s.known[0] | s.known[1]
    for p in range(SEATS):
        s.paired[p] &= ~s.hand[p]  # cards that this player does not see
    return True


@rule
def unseen(g, v, s):
    """The cards that lie in hidden hands and in the pile."""
    cards = g.cards & ~(v.hand[0] | v.hand[1] | s.discard)
    for t in range(TERMINALS):
        cards &= ~(s.side[0][t] | s.side[1][t])
    return cards


@rule
def deal_hidden(g, v, s, stream):
    """Public backs: deal each hidden hand its number of plain cards and of Transformers (4.3)."""
    rest = unseen(g, v, s)
    known = v.known[0] | v.known[1] | v.known[2]
    if v.seat != SPECTATOR:
        known ^= v.known[v.seat]
    s.hand[0], s.hand[1] = v.hand[0], v.hand[1]
    free = rest & ~known
    for back in range(2):
        cards = s.lit if back else ~s.lit
        if v.seat != SPECTATOR:
            you = 1 - v.seat
            n = v.hand_lit[you] if back else v.hand_size[you] - v.hand_lit[you]
            chosen = known & cards | random_cards(stream, free & cards, n - count(known & cards))
            s.hand[you] |= chosen
        else:
            n = v.hand_lit[0] if back else v.hand_size[0] - v.hand_lit[0]
            both = n + (v.hand_lit[1] if back else v.hand_size[1] - v.hand_lit[1])
            chosen = known & cards | random_cards(stream, free & cards, both - count(known & cards))
            mine = random_cards(stream, chosen, n)
            s.hand[0] |= mine
            s.hand[1] |= chosen ^ mine
    s.pile = rest & ~(s.hand[0] | s.hand[1])


@rule
def deal_by_trial(g, v, s, stream):
    """Backs are random or private: propose worlds until one fits; False if there seems to be none."""
    for _ in range(MOST_TRIES):  # noqa: SIM110  # Numba compiles no generators
        if propose(g, v, s, stream):
            return True
    return False


@rule
def propose(g, v, s, stream):
    """Deal without looking at what is known of the backs; False if it contradicts that.

    Every proposal is as likely as another, so those that pass are too. A pair went through the discard pile
    since K was set, so it is none of the cards of K (VC-15).
    """
    if g.private != 0:
        shuffle_copies(g, v, s, stream)
    rest = unseen(g, v, s)
    mark_backs(g, v, s, rest, stream)
    single = rest & ~v.paired
    if v.seat == SPECTATOR:
        s.known[2] = by_face(g, single, v.known[2], stream)
        both = v.hand_size[0] + v.hand_size[1]
        taken = s.known[2] | random_cards(stream, rest & ~s.known[2], both - count(s.known[2]))
        s.hand[0] = random_cards(stream, taken, v.hand_size[0])
        s.hand[1] = taken ^ s.hand[0]
    else:
        me, you = v.seat, 1 - v.seat
        s.known[you] = by_face(g, single, v.known[you], stream)
        taken = s.known[you] | random_cards(stream, rest & ~s.known[you], v.hand_size[you] - count(s.known[you]))
        s.hand[me], s.hand[you] = v.hand[me], taken
    s.pile = rest & ~taken
    for p in range(SEATS):
        lit = count(s.hand[p] & s.lit)
        if p != v.seat and v.hand_lit[p] != HIDDEN and lit != v.hand_lit[p]:
            return False
        if p != v.seat and v.hand_lit[p] == HIDDEN and (lit < v.least[p] or lit > v.most[p]):
            return False
    if v.fresh != 0:
        s.loose = count(s.pile & s.lit)
        s.lit &= ~s.pile
    n = count(s.pile)
    below = lit_in_pile(g, s)
    if s.top == PLAIN:
        return random_below(stream, n) >= below
    if s.top == LIT:
        return random_below(stream, n) < below
    return True


@rule
def copies(g, v, s):
    """Private backs: write the first copies of each face in place of those that really lie in the open."""
    own = v.hand[0] | v.hand[1]
    for f in range(FACES):
        free = g.faces[f] & ~own
        for p in range(SEATS):
            for t in range(TERMINALS):
                cards = first_cards(free, count(v.side[p][t] & g.faces[f]))
                s.side[p][t] = s.side[p][t] & ~g.faces[f] | cards
                free ^= cards
        s.discard = s.discard & ~g.faces[f] | first_cards(free, count(v.discard & g.faces[f]))


@rule
def shuffle_copies(g, v, s, stream):
    """Private backs: which copy of a face lies where in the open is not known."""
    own = v.hand[0] | v.hand[1]
    for f in range(FACES):
        free = g.faces[f] & ~own
        for p in range(SEATS):
            for t in range(TERMINALS):
                cards = random_cards(stream, free, count(v.side[p][t] & g.faces[f]))
                s.side[p][t] = s.side[p][t] & ~g.faces[f] | cards
                free ^= cards
        s.discard = s.discard & ~g.faces[f] | random_cards(stream, free, count(v.discard & g.faces[f]))


@rule
def mark_backs(g, v, s, rest, stream):
    """Which cards are Transformers: as printed, or, where backs are random, whichever are not known."""
    if g.loose == 0:
        s.lit = g.lit
        return
    s.lit = v.lit
    unknown = g.cards & ~(v.hand[0] | v.hand[1]) if g.private != 0 else rest & ~v.paired
    s.lit |= random_cards(stream, unknown, g.loose - count(s.lit))


@rule
def by_face(g, among, known, stream):
    """For every known card some card of its face."""
    chosen = 0
    while known != 0:
        card = first_card(known)
        known ^= card
        chosen |= random_cards(stream, among & ~chosen & g.faces[g.face[index_of(card)]], 1)
    return chosen
