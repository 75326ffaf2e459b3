"""The sixteen options of Voltage (section 3.8 of the rules): readings of the text, never house rules.

All flags are independent. `tables` turns them into the data that the rules read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from leyden.core.cards import MOST_CARDS
from leyden.core.options import BadOption, Option, Options, nearest
from leyden.games.voltage.cards import APPORTIONED, DECK_SIZE, Deck
from leyden.games.voltage.letters import plain
from leyden.games.voltage.rules import BYPASS, EITHER, FACES, Tables

TRANSFORMERS = 18  # V-3


def _read_value_counts(text: str) -> str:
    match = re.fullmatch(r"([0-9]{1,2})[-,]([0-9]{1,2})[-,]([0-9]{1,2})", plain(text).replace(" ", ""))
    total = sum(map(int, match.groups())) if match else 12
    if not match or total != 12:
        hint = "" if total == 12 else f", not {total}"
        raise BadOption(f"value_counts={text}: write n1-n2-n3 with sum 12{hint}, for example 5-4-3 [VQ-1]")
    return "-".join(str(int(n)) for n in match.groups())


def _read_backs(text: str) -> str:
    match = re.fullmatch(r"(?:custom:)?((?:[0-9]{1,2},){27}[0-9]{1,2})", text.replace(" ", "").lower())
    if not match:
        near = nearest(text, ("apportioned", "uniform_random"))
        hint = "" if near.startswith("known") else f"; {near}"
        raise BadOption(
            f"transformer_backs={text}: known are apportioned, uniform_random and custom:n0,n1,…,n27, "
            f"the copies of each kind O1, O1*, O2, … F, F* [VQ-2]{hint}"
        )
    return f"custom:{','.join(str(int(n)) for n in match[1].split(','))}"


def _read_polarity(text: str) -> str:
    signs = plain(text)
    if not re.fullmatch(r"[+-]{4}", signs):
        raise BadOption(f"initial_polarity={text}: write four signs in the order O, G, B, P, for example +--+ [VQ-3]")
    return signs


def _read_target(text: str) -> str:
    if not re.fullmatch(r"[1-7]", text):
        raise BadOption(f"target_sets={text}: a whole number from 1 to 7 [VQ-43]")
    return text


DECLARED = (
    Option("edition", ("2017", "2006"), "VQ-42", "names and pictures", "Whose names and pictures are shown."),
    Option(
        "value_counts",
        ("4-4-4",),
        "VQ-1",
        "deck",
        "How many cards of each colour show 1, 2 and 3.",
        _read_value_counts,
        "n1-n2-n3 with sum 12",
    ),
    Option(
        "transformer_backs",
        ("apportioned", "uniform_random"),
        "VQ-2",
        "deck",
        "Which 18 cards have Transformer backs: a fixed list, a secret random choice, or your own deck's list.",
        _read_backs,
        "custom:n0,n1,…,n27 (copies of each kind)",
    ),
    Option(
        "initial_polarity",
        ("+--+",),
        "VQ-3",
        "set-up",
        "The tokens at the start, in the order O, G, B, P.",
        _read_polarity,
        "four signs",
    ),
    Option("first_player", ("random", "A", "B", "oldest"), "VQ-5", "set-up", "Who takes the first turn."),
    Option("two_plays", ("terminals", "printed_colours"), "VQ-7", "legality", "What the two plays must differ in."),
    Option(
        "special_without_target",
        ("allowed", "forbidden"),
        "VQ-14",
        "legality",
        "Whether a special card may be played where it can do nothing.",
    ),
    Option(
        "special_effect",
        ("optional", "compulsory"),
        "VQ-15",
        "legality",
        "Whether the effect of a special card may be declined.",
    ),
    Option(
        "special_as_fifth",
        ("effect_first", "score_first"),
        "VQ-16",
        "resolution",
        "Whether a special card as fifth card acts before the set is scored.",
    ),
    Option("fuse_targets", ("any_card", "number_only"), "VQ-18", "legality", "What a Blown Fuse may remove."),
    Option("polarity_after_set", ("stays", "resets"), "VQ-24", "resolution", "What scoring does to the token."),
    Option(
        "flip_timing",
        ("each_draw", "end_of_draws"),
        "VQ-26",
        "sequencing",
        "Whether the flip comes after each drawn Transformer or after both draws.",
    ),
    Option("hand_backs", ("public", "private"), "VQ-32", "observation", "Whether the backs of a hand are seen."),
    Option(
        "discard_view",
        ("open", "top_only"),
        "VQ-40",
        "display",
        "Whether the discarded cards are shown, or only counted: which of them lies on top is not part of the state.",
    ),
    Option("reshuffle", ("on_empty", "on_need"), "VQ-35", "chance timing", "When the discard pile is shuffled."),
    Option("target_sets", ("4",), "VQ-43", "end", "How many sets win.", _read_target, "1 to 7"),
)


def deck_of(options: Mapping[str, str]) -> Deck:
    """The deck that the options describe (V-2, V-3)."""
    copies = [4] * FACES
    for face in range(BYPASS):
        copies[face] = int(options["value_counts"].split("-")[face % 3])
    backs = options["transformer_backs"]
    if backs == "uniform_random":
        return Deck(tuple(n for c in copies for n in (c, 0)), TRANSFORMERS)
    if backs == "apportioned":
        if any(c < lit for c, lit in zip(copies, APPORTIONED, strict=True)):
            raise BadOption(
                f"value_counts={options['value_counts']}: apportioned Transformer backs need at least one 1, two 2s "
                "and one 3 of each colour; use uniform_random or custom backs [VC-3]"
            )
        return Deck(tuple(n for c, lit in zip(copies, APPORTIONED, strict=True) for n in (c - lit, lit)))
    counts = tuple(int(n) for n in backs.removeprefix("custom:").split(","))
    if sum(counts) != DECK_SIZE:
        raise BadOption(f"transformer_backs={backs}: {sum(counts)} cards instead of {DECK_SIZE} [V-2]")
    for face, wanted in enumerate(copies):
        if counts[2 * face] + counts[2 * face + 1] != wanted:
            raise BadOption(
                f"transformer_backs={backs}: kinds {2 * face} and {2 * face + 1} must be {wanted} cards together, "
                f"as value_counts={options['value_counts']} says [VC-3]"
            )
    if sum(counts[1::2]) != TRANSFORMERS:
        raise BadOption(f"transformer_backs={backs}: {sum(counts[1::2])} Transformers instead of {TRANSFORMERS} [V-3]")
    return Deck(counts)


def tables(options: Options, deck: Deck) -> Any:
    """The record `g` that the rules read."""
    g = Tables.new()
    kinds = deck.cards()
    assert len(kinds) <= MOST_CARDS
    for card, kind in enumerate(kinds):
        face, bit = kind >> 1, 1 << card
        g.cards |= bit
        g.face[card] = face
        g.faces[face] |= bit
        if kind & 1:
            g.lit |= bit
        if face < BYPASS:
            g.numbers |= bit
            g.colours[face // 3] |= bit
        else:
            g.specials |= bit
    g.even = int(all(sum(deck.counts[2 * f : 2 * f + 2]) == 4 for f in range(FACES)))
    g.loose = deck.loose
    for t, sign in enumerate(options["initial_polarity"]):
        g.plus[t] = int(sign == "+")
    g.first = {"A": 0, "B": 1}.get(options["first_player"], EITHER)
    g.target = int(options["target_sets"])
    for field, (name, value) in _FLAGS.items():
        setattr(g, field, int(options[name] == value))
    return g


_FLAGS = {
    "printed_colours": ("two_plays", "printed_colours"),
    "needs_target": ("special_without_target", "forbidden"),
    "must_use": ("special_effect", "compulsory"),
    "score_first": ("special_as_fifth", "score_first"),
    "numbers_only": ("fuse_targets", "number_only"),
    "resets": ("polarity_after_set", "resets"),
    "flips_last": ("flip_timing", "end_of_draws"),
    "on_need": ("reshuffle", "on_need"),
    "private": ("hand_backs", "private"),
}
