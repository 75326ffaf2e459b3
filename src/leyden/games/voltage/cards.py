"""The deck of Voltage as data: which cards there are, which face and which back each one has.

Faces O1 … P3, S, F; kind = face and back, `k = 2 * face + lit` (section 1 of the rules).
"""

from __future__ import annotations

from dataclasses import dataclass

from leyden.games.voltage.rules import BYPASS, FACES, FUSE

COLOURS = "OGBP"
FACE_NAMES = (*(f"{colour}{value}" for colour in COLOURS for value in "123"), "S", "F")
KINDS = 2 * FACES
KIND_NAMES = tuple(name + back for name in FACE_NAMES for back in ("", "*"))
KIND_BY_NAME = {name: kind for kind, name in enumerate(KIND_NAMES)}
DECK_SIZE = 56
COLOUR_NAMES = {"O": "Orange", "G": "Green", "B": "Blue", "P": "Purple"}
SPECIAL_NAMES = {BYPASS: "Bypass", FUSE: "Blown Fuse"}

# VQ-2: one Transformer back a face, two for the 2 of each colour.
APPORTIONED = tuple(2 if face < BYPASS and face % 3 == 1 else 1 for face in range(FACES))


@dataclass(frozen=True, slots=True)
class Deck:
    """How many cards of each kind; `loose` Transformer backs are secretly assigned to faces instead."""

    counts: tuple[int, ...]
    loose: int = 0

    @property
    def size(self) -> int:
        """Number of cards."""
        return sum(self.counts)

    def cards(self) -> list[int]:
        """The kind of each card, in order of the physical ids: by face, plain backs first."""
        return [kind for kind, n in enumerate(self.counts) for _ in range(n)]


def worth(face: int) -> int:
    """What a face counts in a set (V-35)."""
    return face % 3 + 1 if 0 <= face < BYPASS else 0


def describe_face(face: int) -> str:
    """A face in words: "Orange 3", "Bypass"."""
    if face >= BYPASS:
        return SPECIAL_NAMES[face]
    return f"{COLOUR_NAMES[COLOURS[face // 3]]} {face % 3 + 1}"
