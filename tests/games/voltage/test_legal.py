"""Legal actions, counted out by hand from section 6.3 of the rules for random positions with every reading of it."""

import itertools
import random

import pytest

from leyden.games.voltage import Voltage

from .vectors import cards_in

READINGS = {
    "two_plays": ("terminals", "printed_colours"),
    "special_without_target": ("allowed", "forbidden"),
    "special_effect": ("optional", "compulsory"),
    "special_as_fifth": ("effect_first", "score_first"),
    "fuse_targets": ("any_card", "number_only"),
}
FACES = [f"{colour}{value}" for colour in "OGBP" for value in "123"] + ["S", "F"]
KINDS = [face + back for face in FACES for back in ("", "*")]


def a_position(luck: random.Random, options: dict[str, str]) -> tuple[str, dict]:
    """A position text, and what it says in plain words."""
    sides = {}
    bare = luck.random() < 0.1  # nothing to hit anywhere, and nothing else in hand
    for t in "OGBP":
        cards = [
            luck.choice([f"{t}1", f"{t}2", f"{t}3", "S", "F"]) + luck.choice(["", "*"])
            for _ in range(0 if bare else luck.randint(0, 4))
        ]
        cut = luck.randint(0, len(cards))
        sides["A", t], sides["B", t] = cards[:cut], cards[cut:]
    few = luck.sample(KINDS[-4:] if bare else KINDS, luck.randint(1, 4))  # a hand of few kinds has more forced moves
    seat, phase = luck.choice("AB"), luck.choice("mmpp")
    hand = [luck.choice(few) for _ in range(luck.choice((6, 6, 4, 2)) if phase == "m" else luck.choice((1, 3, 5)))]
    place = luck.choice("OGBP") if phase == "p" else ""
    special = phase == "p" and options["two_plays"] == "printed_colours" and luck.random() < 0.5
    board = "/".join("+" + "|".join("".join(side(sides[p, t], t)) for p in "AB") for t in "OGBP")
    hands = ["".join(hand), "O1"] if seat == "A" else ["O1", "".join(hand)]
    text = f"{board} 0:0 {seat}{phase}{'-' * special}{place} {hands[0]} {hands[1]} {{O1O2}} - 1"
    return text, {"sides": sides, "seat": seat, "place": place, "special": special, "hand": hand, "main": phase == "m"}


def side(cards: list[str], t: str) -> list[str]:
    return [card.removeprefix(t) for card in cards]


def expected(seen: dict, options: dict[str, str]) -> set[str]:
    """V-16 to V-32 and their rulings, word for word."""
    me, you = seen["seat"], "AB"[seen["seat"] == "A"]
    numbers, acting, bare = set(), set(), set()
    for card in seen["hand"]:
        if card[0] in "OGBP":
            again = seen["place"] == card[0]
            if not again or seen["special"]:  # V-16; VQ-7: a special first play has no colour
                numbers |= {card + "a", card + "b"}  # V-22
            continue
        for t in "OGBP":
            if seen["place"] == t and options["two_plays"] == "terminals":
                continue
            there = [
                c
                for c in seen["sides"][you, t]
                if c[0] == t or (card[0] == "F" and options["fuse_targets"] == "any_card")
            ]
            four = len(seen["sides"][me, t] + seen["sides"][you, t]) == 4
            play = f"{card}{t}="
            bare.add(play + "0")
            if not there:
                acting |= {play + "0"} if options["special_without_target"] == "allowed" else set()  # VQ-14
            elif four and options["special_as_fifth"] == "score_first":
                acting.add(play + "0")  # VQ-16
            else:
                acting |= {play + c.removeprefix(t) for c in there}  # V-26, V-29
                acting |= {play + "0"} if options["special_effect"] == "optional" else set()  # VQ-15
    draw = {"d"} if not seen["main"] or len(seen["hand"]) <= 4 else set()  # V-17
    legal = numbers | acting | draw
    return legal if legal or not seen["main"] else bare  # VQ-14: no legal action


@pytest.mark.rule(
    "V-16", "V-17", "V-21", "V-22", "V-23", "V-26", "V-28", "V-29", "V-31", "V-32", "VQ-7", "VQ-14", "VQ-15"
)
@pytest.mark.parametrize("values", list(itertools.product(*READINGS.values())), ids="-".join)
def test_legal_actions_are_those_counted_by_hand(values):
    options = dict(zip(READINGS, values, strict=True))
    game, luck = Voltage.load(**options), random.Random("-".join(values))
    sizes, bare = set(), 0
    for _ in range(500):
        text, seen = a_position(luck, options)
        state = game.position(text)
        assert cards_in(text.split()[3 + (seen["seat"] == "B")]) == seen["hand"]
        found = [str(action) for action in state.legal_actions(state.acting[0])]
        wanted = expected(seen, options)
        assert sorted(found) == sorted(wanted), text
        sizes.add(len(found))
        bare += all(action.endswith("=0") for action in found) and len(found) > 1
    assert len(sizes) > 8
    assert bare or options["special_without_target"] == "allowed"


@pytest.mark.rule("VQ-14")
@pytest.mark.parametrize("card", ["S", "S*", "F", "F*"])
@pytest.mark.parametrize("terminal", range(4))
def test_one_target_anywhere_bars_the_plays_without_one(card, terminal):
    game = Voltage.load(special_without_target="forbidden", special_effect="compulsory")
    board = "/".join("+|1" if t == terminal else "+|" for t in range(4))
    state = game.position(f"{board} 0:0 Am {card * 6} - {{O1O2}} - 1")
    assert [str(action) for action in state.legal_actions(state.acting[0])] == [f"{card}{'OGBP'[terminal]}=1"]
