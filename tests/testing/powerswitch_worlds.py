"""All worlds that a view of a late position of Power Switch allows, counted one by one.

Written from section 4 of docs/rules/powerswitch.md: a world puts every card that the viewer does not see into one
of the hands and the pile, where it may lie as far as the viewer can tell, each to its size; every way to do so weighs
the same, each Shock Play counting for itself. Far too slow for more than a dozen unseen cards.
"""

from collections import Counter
from dataclasses import dataclass

from leyden.games.powerswitch import rules as r
from leyden.games.powerswitch import worlds as w


@dataclass(frozen=True)
class Placement:
    """Where every unseen card lies: a hand or the pile (7) after another, and which card must be played now."""

    places: tuple
    coming: int | None


def cards_of(word):
    return [1 << bit for bit in range(51) if word >> bit & 1]


def kind(card):
    return min(card.bit_length() - 1, 48)


def slots(view):
    """The places of unseen cards, and how many each takes."""
    v, n = view.sight, view.game.seats
    found = {p: v.size[p] for p in range(n) if p != v.seat and not v.hand[p] and v.size[p]}
    if v.pile_size and not v.pile:
        found[w.PILE] = v.pile_size
    if v.may[w.COMING]:
        found[v.actor] -= 1
        found[w.COMING] = 1
    return {p: size for p, size in found.items() if size}


def assignments(may, cards, free):
    """Every way to put the cards into the free slots: the place of each."""
    if not cards:
        yield ()
        return
    for p, left in free.items():
        if left and may[p] & cards[0]:
            for rest in assignments(may, cards[1:], {**free, p: left - 1}):
                yield p, *rest


def worlds(view):
    """Every placement with the number of ways it comes about."""
    v = view.sight
    cards, free = cards_of(v.unseen), slots(view)
    assert len(cards) == sum(free.values())
    ways = Counter()
    for places in assignments(v.may, cards, free):
        lie = {p: tuple(sorted(kind(card) for card, q in zip(cards, places, strict=True) if p == q)) for p in free}
        coming = lie.pop(w.COMING, (None,))[0]
        if coming is not None:
            lie[v.actor] = tuple(sorted((*lie.get(v.actor, ()), coming)))
        if v.used == 2 and v.phase == r.TURN and v.actor != v.seat and not can_play(view, lie[v.actor]):
            continue  # PQ-32: whoever is still on turn after a switch has something to play
        ways[Placement(tuple(sorted(lie.items())), coming)] += 1
    yield from ways.items()


def can_play(view, kinds):
    """Whether one of these cards fits (P-28, P-34)."""
    slots = set(view.open_slots)
    starting = {12 * c + view.power - 1 for c in range(4)}
    return bool(slots & set(kinds)) or (48 in kinds and bool(slots - starting))


def key_for(view):
    """What distinguishes two worlds of a view: the unseen cards' places, and the card that must be played."""
    v = view.sight
    places = sorted({v.actor if p == w.COMING else p for p in slots(view)})

    def key(world):
        if isinstance(world, Placement):
            return world
        s = world.record
        lie = tuple((p, tuple(sorted(map(kind, cards_of(s.pile if p == w.PILE else s.hand[p]))))) for p in places)
        return Placement(lie, kind(1 << s.pending % r.SOURCE) if v.may[w.COMING] else None)

    return key


def size(view):
    """How many unseen cards there are."""
    return len(cards_of(view.sight.unseen))
