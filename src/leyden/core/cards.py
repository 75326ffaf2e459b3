"""Sets of cards: a whole number with bit c set when card c is in it.

A zone of few distinct cards (a hand, a pile, one side of a terminal) is such a set, at most 62 cards in
a signed 64-bit word. `native.py` holds the compiled forms of the marked helpers.
"""

from leyden.core.luck import random_below
from leyden.core.rule import native, rule

MOST_CARDS = 62


@native("count")
def count(cards):
    """How many cards are in the set."""
    return cards.bit_count()


@native("index_of")
def index_of(card):
    """The number of a single card (the lowest one of a set)."""
    return (card & -card).bit_length() - 1


@native("nth_card")
def nth_card(cards, n):
    """The card with n cards below it in the set."""
    for _ in range(n):
        cards &= cards - 1
    return cards & -cards


@rule
def first_card(cards):
    """The lowest card of the set; the empty set if there is none."""
    return cards & -cards


@rule
def random_card(stream, cards):
    """One card of the set, each as likely as another."""
    return nth_card(cards, random_below(stream, count(cards)))


@rule
def random_cards(stream, cards, n):
    """n cards of the set, each such choice as likely as another."""
    chosen = 0
    for _ in range(n):
        chosen |= random_card(stream, cards & ~chosen)
    return chosen


@rule
def first_cards(cards, n):
    """The n lowest cards of the set."""
    chosen = 0
    for _ in range(n):
        chosen |= first_card(cards & ~chosen)
    return chosen
