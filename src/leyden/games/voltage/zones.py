"""Between the sets of cards that rules work on and the kinds that people see.

A kind is `2 * face + lit`. Which physical card stands for a kind is nobody's business: `Deal` always
hands out the lowest free one, so that equal positions become equal records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from leyden.games.voltage.cards import FACE_NAMES, KIND_NAMES


def members(cards: int) -> Iterator[int]:
    """The single cards of a set, each as a set of its own."""
    while cards:
        card = cards & -cards
        yield card
        cards ^= card


def kinds_of(g: Any, cards: int, lit: int) -> tuple[int, ...]:
    """The kinds in a set, in canonical order (O1 … P3, S, F; plain before Transformer)."""
    return tuple(sorted(2 * g.face[card.bit_length() - 1] + (lit & card != 0) for card in members(cards)))


def faces_of(g: Any, cards: int) -> tuple[int, ...]:
    """The faces in a set, in canonical order."""
    return tuple(sorted(g.face[card.bit_length() - 1] for card in members(cards)))


def kind_text(kinds: Iterable[int]) -> str:
    """Kinds as the notation writes them: `O1O1*S`."""
    return "".join(KIND_NAMES[kind] for kind in kinds)


def face_text(faces: Iterable[int]) -> str:
    """Faces as the notation writes them."""
    return "".join(FACE_NAMES[face] for face in faces)


class Deal:
    """Hands out physical cards for kinds, each card once."""

    def __init__(self, g: Any) -> None:
        self._g = g
        self._free = g.cards
        self.lit = 0  # Transformers handed out

    def take(self, kinds: Iterable[int]) -> int:
        """A set of free cards of these kinds; LookupError when the deck has no more of one."""
        chosen = 0
        for kind in kinds:
            cards = self._free & self._g.faces[kind >> 1]
            if not self._g.loose:
                cards &= self._g.lit if kind & 1 else ~self._g.lit
            card = self._one(cards, KIND_NAMES[kind])
            chosen |= card
            if kind & 1:
                self.lit |= card
        return chosen

    def take_faces(self, faces: Iterable[int]) -> int:
        """A set of free cards with these faces, whatever their backs."""
        chosen = 0
        for face in faces:
            chosen |= self._one(self._free & self._g.faces[face], FACE_NAMES[face])
        return chosen

    def _one(self, cards: int, name: str) -> int:
        if not cards:
            raise LookupError(name)
        card = cards & -cards
        self._free ^= card
        return card

    def rest(self) -> int:
        """All cards not handed out."""
        return int(self._free)


def subset(g: Any, cards: int, lit: int, kinds: Iterable[int], by_face: bool, rather: int = 0) -> int:
    """The lowest cards of a set that show these kinds (or faces, given as kinds), rather those of a part of it."""
    chosen = 0
    for kind in kinds:
        left = cards & ~chosen & g.faces[kind >> 1]
        if not by_face:
            left &= lit if kind & 1 else ~lit
        left = left & rather or left
        if not left:
            raise LookupError(KIND_NAMES[kind])
        chosen |= left & -left
    return chosen


# Whose hand (2: either, for spectators), and who knows K of it and its pairs.
KNOWN_BY = ((0, 1), (1, 0), (2, 2))


def pairs(g: Any, s: Any, p: int, kinds: Iterable[int]) -> int:
    """Cards that whoever does not see hand p has seen from both sides: of the pile if it has them, for hands hold K."""
    return subset(g, s.pile | _hand(s, p), s.lit, kinds, False, rather=s.pile)


def known(g: Any, s: Any, p: int, kinds: Iterable[int], by_face: bool) -> int:
    """Cards that are known to be in hand p: none of the pairs that the same viewer knows (VC-15)."""
    return subset(g, _hand(s, p) & ~s.paired[KNOWN_BY[p][1]], s.lit, kinds, by_face)


def _hand(s: Any, p: int) -> int:
    return int(s.hand[p] if p < 2 else s.hand[0] | s.hand[1])
