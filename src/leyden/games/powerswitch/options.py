"""The options of Power Switch (section 9 of the rules), its presets, and the data that the rules read.

The number of seats is an option as well; records tell it in a tag of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from leyden.core.options import BadOption, Option, Options, nearest
from leyden.games.powerswitch.cards import ALL_SLOTS, MOST_SHOCKS, NUMBERS, SLOTS
from leyden.games.powerswitch.rules import ANY, LOT, MOST_FACES, Tables

MOST_TARGET, MOST_ROUNDS, MOST_VALUE, MOST_SWITCHES = 1_000_000, 1000, 1000, 9
SHOCKS_OF = {2: 1, 3: 2, 4: 2, 5: 3, 6: 3}  # P-2
EVEN = "2,4,6,8,10,12"
SIDES = "BGRYDL"

PRESETS: dict[str, dict[str, str]] = {
    "ps-1": {},
    "family": {"give_last": "ends_round", "shock_in_hand": "50"},
    "even-die": {"number_die": EVEN},
    "quick": {"target": "150"},
}


@dataclass(frozen=True, slots=True)
class _Number:
    """Reads a whole number of an option."""

    name: str
    low: int
    high: int
    ruling: str

    def __call__(self, text: str) -> str:
        if not re.fullmatch(r"[0-9]{1,7}", text) or not self.low <= int(text) <= self.high:
            says = f"a whole number from {self.low} to {self.high} [{self.ruling}]"
            raise BadOption(f"{self.name}={text[:20]}: {says}")
        return str(int(text))


def _read_end(text: str) -> str:
    match = re.fullmatch(r"rounds:([0-9]{1,4})", text)
    if not match or not 1 <= int(match[1]) <= MOST_ROUNDS:
        raise BadOption(f"end_rule={text[:20]}: target, or rounds:k with k from 1 to {MOST_ROUNDS} [PC-12]")
    return f"rounds:{int(match[1])}"


def _read_number_die(text: str) -> str:
    words = text.replace(" ", "").split(",")
    if len(words) > MOST_FACES or not all(re.fullmatch(r"[0-9]{1,2}", w) and 1 <= int(w) <= NUMBERS for w in words):
        raise BadOption(f"number_die={text[:40]}: up to {MOST_FACES} faces from 1 to 12, as {EVEN} [PQ-1]")
    faces = sorted(map(int, words))
    if faces[0] == faces[-1]:
        raise BadOption(f"number_die={text[:40]}: with one number only, rolling for the deal would not end [PC-2]")
    return "1-12" if faces == list(range(1, NUMBERS + 1)) else ",".join(map(str, faces))


def _read_colour_die(text: str) -> str:
    faces = text.upper().replace(",", "").replace(" ", "")
    if not faces or len(faces) > MOST_FACES or set(faces) - set(SIDES):
        raise BadOption(f"colour_die={text[:40]}: up to {MOST_FACES} of the letters B, G, R, Y, D, L [PQ-2]")
    return "".join(sorted(faces, key=SIDES.index))


def _read_dealer(text: str) -> str:
    match = re.fullmatch(r"seat:([1-6])", text)
    if not match:
        raise BadOption(f"first_dealer={text[:20]}: roll, random, or seat:k, for example seat:2 [PQ-3]")
    return text


DECLARED = (
    Option(
        "seats",
        ("4", "2", "3", "5", "6"),
        "P-1",
        "set-up",
        "How many play.",
    ),
    Option(
        "target",
        ("300",),
        "P-57",
        "end",
        "The total that ends the game.",
        _Number("target", 1, MOST_TARGET, "P-57"),
        "a positive number",
    ),
    Option(
        "end_rule",
        ("target",),
        "PC-12",
        "end",
        "Whether the target ends the game, or a number of rounds.",
        _read_end,
        "rounds:k",
    ),
    Option(
        "number_die",
        ("1-12", EVEN),
        "PQ-1",
        "chance",
        "The faces of the number die.",
        _read_number_die,
        "a list of numbers",
    ),
    Option(
        "colour_die",
        (SIDES,),
        "PQ-2",
        "chance",
        "The faces of the colour die: colours, D for the dealer's choice, L for the loser's.",
        _read_colour_die,
        "some of these letters",
    ),
    Option(
        "first_dealer",
        ("roll", "random"),
        "PQ-3",
        "set-up",
        "Who deals the first round.",
        _read_dealer,
        "seat:k",
    ),
    Option("l_tie", ("left_first", "dealer_first"), "PQ-5", "set-up", "Who chooses on L where totals are equal."),
    Option("shock_forced", ("true", "false"), "PQ-16", "legality", "Whether a Shock Play must be played, too."),
    Option(
        "shock_in_hand",
        ("0", "10", "25", "50"),
        "PQ-19",
        "scoring",
        "What a Shock Play left in a hand costs.",
        _Number("shock_in_hand", 0, MOST_VALUE, "PQ-19"),
        "a number",
    ),
    Option(
        "dead_value",
        ("50",),
        "P-53",
        "scoring",
        "What a dead card costs.",
        _Number("dead_value", 0, MOST_VALUE, "P-53"),
        "a number",
    ),
    Option(
        "shock_count",
        ("table",),
        "P-2",
        "deck",
        "How many Shock Plays are in the deck.",
        _Number("shock_count", 0, MOST_SHOCKS, "P-2"),
        "0 to 3",
    ),
    Option(
        "pile_size",
        ("n",),
        "P-8",
        "set-up",
        "How many cards form the pile: as many as there are seats, or this number.",
        _Number("pile_size", 0, SLOTS, "P-8"),
        "a number",
    ),
    Option("give_rule", ("free", "worst"), "PQ-23", "legality", "What who is asked may give."),
    Option("received", ("play_now", "hold"), "PQ-24", "sequencing", "Whether a playable gift is played at once."),
    Option(
        "give_last",
        ("continue", "ends_round", "exempt", "sit_out"),
        "PQ-25",
        "sequencing",
        "What happens when the last card of a hand is given away.",
    ),
    Option(
        "empty_right", ("pass", "next_right"), "PQ-26", "sequencing", "Whom to ask if the hand to the right is empty."
    ),
    Option("switch_timing", ("own_turn", "anytime"), "PQ-30", "sequencing", "When a Power Switch may be made."),
    Option(
        "switch_stuck", ("normal", "end_turn"), "PQ-32", "sequencing", "Whether who is stuck after a switch goes on."
    ),
    Option("switch_empty", ("allow", "forbid"), "PQ-33", "legality", "Whether empty hands may be switched."),
    Option(
        "switches_per_game",
        ("1", "0"),
        "P-3",
        "set-up",
        "How many Power Switch cards each seat has.",
        _Number("switches_per_game", 0, MOST_SWITCHES, "P-3"),
        "a number",
    ),
    Option("tie_win", ("share", "extra_round"), "PQ-38", "end", "What happens if the lowest total is not single."),
    Option("hand_counts", ("public", "hidden"), "PQ-41", "display", "Whether the sizes of hands are shown."),
    Option(
        "reveal_pile_end",
        ("false", "true"),
        "PQ-44",
        "observation",
        "Whether the rest of the pile is shown in the end.",
    ),
    Option(
        "max_rounds",
        ("none",),
        "PQ-49",
        "end",
        "After how many rounds the game ends in any case.",
        _Number("max_rounds", 1, MOST_ROUNDS, "PQ-49"),
        "a number",
    ),
)


def with_preset(given: Mapping[str, object]) -> dict[str, object]:
    """The options, with those of a preset where nothing else is said."""
    named = {name: value for name, value in given.items() if name != "preset"}
    if "preset" not in given:
        return named
    preset = str(given["preset"])
    if preset not in PRESETS:
        raise BadOption(f"no preset is called {preset}: {nearest(preset, list(PRESETS))}")
    return {**PRESETS[preset], **named}


def tables(options: Options) -> Any:
    """The record `g` that the rules read."""
    g = Tables.new()
    n = g.seats = int(options["seats"])
    shocks = SHOCKS_OF[n] if options["shock_count"] == "table" else int(options["shock_count"])
    g.deck = ALL_SLOTS | (1 << shocks) - 1 << SLOTS
    g.pile_size = n if options["pile_size"] == "n" else int(options["pile_size"])
    if SLOTS + shocks - g.pile_size < n:
        raise BadOption(f"pile_size={g.pile_size}: every one of {n} seats needs a card [PC-12]")
    faces = range(1, NUMBERS + 1) if options["number_die"] == "1-12" else map(int, options["number_die"].split(","))
    for i, number in enumerate(faces):
        g.face[i], g.faces = number, i + 1
    for i, letter in enumerate(options["colour_die"]):
        g.side[i], g.sides = SIDES.index(letter), i + 1
    dealer = options["first_dealer"]
    g.first = {"roll": ANY, "random": LOT}.get(dealer, int(dealer[-1]) - 1 if dealer[-1].isdigit() else ANY)
    if g.first >= n:
        raise BadOption(f"first_dealer={dealer}: there are {n} seats [PQ-3]")
    g.target = int(options["target"])
    g.rounds = 0 if options["end_rule"] == "target" else int(options["end_rule"].removeprefix("rounds:"))
    g.most_rounds = 0 if options["max_rounds"] == "none" else int(options["max_rounds"])
    g.shock_value, g.dead_value = int(options["shock_in_hand"]), int(options["dead_value"])
    g.switches = int(options["switches_per_game"])
    g.give_last = ("continue", "ends_round", "exempt", "sit_out").index(options["give_last"])
    for field, (name, value) in _FLAGS.items():
        setattr(g, field, int(options[name] == value))
    return g


_FLAGS = {
    "dealer_first": ("l_tie", "dealer_first"),
    "shock_free": ("shock_forced", "false"),
    "worst": ("give_rule", "worst"),
    "hold": ("received", "hold"),
    "next_right": ("empty_right", "next_right"),
    "anytime": ("switch_timing", "anytime"),
    "stuck_ends": ("switch_stuck", "end_turn"),
    "no_empty": ("switch_empty", "forbid"),
    "extra_round": ("tie_win", "extra_round"),
    "reveal": ("reveal_pile_end", "true"),
}
