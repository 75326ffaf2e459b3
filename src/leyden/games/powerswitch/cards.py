"""The cards of Power Switch, their numbers and their names (section 1 of the rules).

Bit 12 * colour + number - 1 is a colour card, B1 = 0 … Y12 = 47; the Shock Plays are bits 48 … 50.
"""

from __future__ import annotations

from collections.abc import Iterator

COLOURS, NUMBERS, SLOTS, MOST_SHOCKS, MOST_SEATS = 4, 12, 48, 3, 6
COLUMN = 0xFFF
ALL_SLOTS = (1 << SLOTS) - 1
SHOCKS = 0b111 << SLOTS
BOTTOMS = 0x001001001001  # the 1 of each colour
TOPS = 0x800800800800  # the 12 of each colour
WATCHER = 6  # in place of a seat: a spectator
PILE = 7  # in place of a seat: the pile

COLOUR_LETTERS = "BGRY"
COLOUR_NAMES = {"B": "Blue", "G": "Green", "R": "Red", "Y": "Yellow"}
CARD_NAMES = (*(f"{colour}{number}" for colour in COLOUR_LETTERS for number in range(1, NUMBERS + 1)), "*")
CARD_BY_NAME = {name: card for card, name in enumerate(CARD_NAMES)}
SHOCK = SLOTS  # in place of a card's number: any Shock Play


def members(cards: int) -> Iterator[int]:
    """The single cards of a set, each as a set of its own."""
    while cards:
        yield cards & -cards
        cards &= cards - 1


def kinds_of(cards: int) -> tuple[int, ...]:
    """The cards in a set as numbers 0 … 48, ascending; every Shock Play is 48."""
    return tuple(min(card.bit_length() - 1, SHOCK) for card in members(cards))


def describe(card: int) -> str:
    """A card in words: "Red 9", "Shock Play"."""
    if card >= SHOCK:
        return "Shock Play"
    return f"{COLOUR_NAMES[COLOUR_LETTERS[card // NUMBERS]]} {card % NUMBERS + 1}"
