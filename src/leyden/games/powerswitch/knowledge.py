"""What everybody comes to know in a round of Power Switch: section 4 of the rules, kept up to date card by card.

For every viewer - the seats, and one who only watches - and every place a hidden card may lie in - the hands of the
others, and the pile - the state keeps the set of cards that may lie there: `may[viewer][seat]`. What a viewer `may`
find in the pile stands where his own hand would be, `may[v][v]`; the watcher's stands in `heap`. Cards that the viewer
sees, in his hand or on the table, may still be named in these sets; whoever reads them leaves those out. A set of an
empty hand means nothing.

- I-1: who draws, asks or passes holds no live card.
- I-2: a card that was taken unseen may be what its source held, but nothing that could have been played.
- I-4, I-5: a card that was seen to go somewhere may be there and nowhere else, and is in `seen`.
- I-6: when two others switch, what is known follows the cards.
- I-7: who draws in the opening holds something that lay in the pile, and not the Power Card.

Shock Plays are alike (PQ-48), so one that shows itself stands for the one of which most was known: `saw_shock`.
"""

from leyden.core.cards import count, first_card
from leyden.core.rule import rule, seldom
from leyden.games.powerswitch.cards import MOST_SEATS, PILE, SHOCKS, WATCHER


@rule
def viewer(n, i):
    """The i-th of n seats and, last, the watcher."""
    return i if i < n else WATCHER


@rule
def spot(n, i):
    """The i-th of n hands and, last, the pile."""
    return i if i < n else PILE


@seldom
def place(s, v, p):
    """The cards that may lie in a place, as a viewer knows it."""
    if p == PILE:
        return s.heap if v == WATCHER else s.may[v][v]
    return s.may[v][p]


@seldom
def put(s, v, p, cards):
    """These may lie there."""
    if p != PILE:
        s.may[v][p] = cards
    elif v == WATCHER:
        s.heap = cards
    else:
        s.may[v][v] = cards


@seldom
def forget_round(n, s, deck):
    """A new round: any card may be anywhere."""
    for v in range(MOST_SEATS + 1):
        for p in range(MOST_SEATS):
            s.may[v][p] = deck if p < n and (v < n or v == WATCHER) else 0
    for v in range(MOST_SEATS):
        s.seen[v] = 0
    s.heap = deck


@seldom
def opening(n, s, first, power):
    """Who acts first in the opening holds the Power Card, or is the first drawer, and then it may be in the pile."""
    for i in range(n + 1):
        v = viewer(n, i)
        for p in range(n):
            if p != v and p != s.actor:
                s.may[v][p] &= ~power
        if s.actor != first:
            put(s, v, PILE, place(s, v, PILE) & ~power)


@seldom
def shown_power(n, s, seat, power):
    """P-19: the Power Card was drawn, for all to see."""
    for i in range(n + 1):
        v = viewer(n, i)
        if v != seat:
            only_at(n, s, v, seat, power)
            if v != WATCHER:
                s.seen[v] |= power


@seldom
def only_at(n, s, v, p, cards):
    """The viewer knows these cards to be in that hand, besides what else may be there."""
    for q in range(n):
        s.may[v][q] &= ~cards
    if v == WATCHER:
        s.heap &= ~cards
    s.may[v][p] |= cards


@seldom
def is_stuck(n, s, seat, cards):
    """I-1: the seat showed that it holds none of these."""
    for i in range(n + 1):
        v = viewer(n, i)
        if v != seat:
            s.may[v][seat] = s.may[v][seat] & ~cards if s.hand[seat] != 0 else 0


@seldom
def kept(n, s, seat, source, barred):
    """I-2: the seat took a card unseen, and it is none of the barred ones. The card has not moved yet."""
    for i in range(n + 1):
        v = viewer(n, i)
        if v != seat and v != source:
            new = place(s, v, source)
            if source != PILE and v != WATCHER and count(s.hand[source]) == 1 and s.seen[v] & s.hand[source] != 0:
                new = s.hand[source]  # I-5: the only card of that hand, and the viewer knows it
            s.may[v][seat] = new & ~barred | (0 if s.hand[seat] == 0 else s.may[v][seat])


@seldom
def gave(n, s, giver, taker, card):
    """P-41, I-5: the giver knows where the card is; others no longer know what they knew of a bigger hand."""
    if s.hand[taker] == 0:
        s.may[giver][taker] = 0
    only_at(n, s, giver, taker, card)
    s.seen[giver] |= card
    s.seen[taker] &= ~card
    if count(s.hand[giver]) > 1:
        for v in range(n):
            if v != giver and v != taker:
                s.seen[v] &= ~s.may[v][giver]


@seldom
def switched(n, s, a, b):
    """P-47, I-4, I-6: two hands change places. The cards have not moved yet."""
    for i in range(n + 1):
        v = viewer(n, i)
        if v != a and v != b:
            s.may[v][a], s.may[v][b] = s.may[v][b], s.may[v][a]
    met(n, s, a, b)
    met(n, s, b, a)


@seldom
def met(n, s, v, p):
    """I-4: a viewer takes the hand of p, whom he gives his own."""
    shocks, alive = s.hand[p] & SHOCKS, hidden(n, s, v) & SHOCKS
    while shocks != 0:
        shock = first_card(shocks)
        shocks ^= shock
        saw_shock(n, s, v, p, shock, alive)
        alive ^= shock
    s.may[v][p] = 0
    only_at(n, s, v, p, s.hand[v])
    s.seen[v] = s.seen[v] & ~s.hand[p] | s.hand[v]


@seldom
def hidden(n, s, v):
    """The cards that a viewer does not see: in the hands of others and in the pile."""
    cards = s.pile
    for p in range(n):
        if p != v:
            cards |= s.hand[p]
    return cards


# ------------------------------------------------------------- Shock Plays
@seldom
def all_saw_shock(n, s, seat, source, shock):
    """A seat plays a Shock Play that lay in a place, for all but the seat to see."""
    for i in range(n + 1):
        v = viewer(n, i)
        if v != seat:
            saw_shock(n, s, v, seat if v == source else source, shock, hidden(n, s, v) & SHOCKS)


@seldom
def saw_shock(n, s, v, source, shock, alive):
    """A viewer sees a Shock Play come out of a place, and cannot tell which one of those `alive` it is.

    It stands for the one that is bound to the fewest places. The others may now also be where that one might
    have been, for it may be one of them that is still there.
    """
    others = place(s, v, source) & alive & ~shock
    if others != 0:
        best, rest = shock, others
        while rest != 0:
            other = first_card(rest)
            rest ^= other
            if narrower(n, s, v, other, best):
                best = other
        for i in range(n + 1):
            p = spot(n, i)
            if p != v:
                there(s, v, p, best, shock, others)
        if v != WATCHER:
            s.seen[v] &= ~best
    if v != WATCHER:
        s.seen[v] &= ~shock


@seldom
def there(s, v, p, best, shock, others):
    """One place, after a Shock Play that stands for the best known one has shown itself."""
    cards = place(s, v, p)
    if cards & best:
        cards |= others
    elif best != shock:
        cards = cards & ~best | (best if cards & shock else 0)
    put(s, v, p, cards & ~shock)


@seldom
def narrower(n, s, v, one, other):
    """Whether a Shock Play is bound to fewer places than another, as the viewer knows it; then, to earlier ones."""
    fewer = earlier = 0
    for i in range(n + 1):
        p = spot(n, i)
        if p != v and (s.pile if p == PILE else s.hand[p]) != 0:
            a = 1 if place(s, v, p) & one else 0
            b = 1 if place(s, v, p) & other else 0
            fewer += b - a
            if earlier == 0:
                earlier = a - b
    return fewer > 0 or (fewer == 0 and earlier > 0)
