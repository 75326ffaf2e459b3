"""What happened, as sentences and data, told to those who saw it (section 4.2 of the rules)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from leyden.core.contract import Event, Seat
from leyden.games.voltage import rules as r
from leyden.games.voltage.actions import DrawCard, FlipToken, PlayNumber, PlaySpecial, VoltageAction, VoltageDraw
from leyden.games.voltage.cards import COLOUR_NAMES, COLOURS, FACE_NAMES, KIND_NAMES, describe_face

SEAT_NAMES = ("A", "B")


def terminal_name(t: int) -> str:
    """A terminal in words."""
    return COLOUR_NAMES[COLOURS[t]]


def card_name(face: int, lit: bool) -> str:
    """A card in words, with its back if that is a Transformer."""
    return describe_face(face) + (" (Transformer)" if lit else "")


def _only(seat: int) -> frozenset[Any]:
    return frozenset({Seat(seat)})


def _others(seat: int) -> frozenset[Any]:
    return frozenset({Seat(1 - seat), None})


def decided(private: bool, seat: int, action: VoltageAction, signs: Sequence[int]) -> tuple[Event, ...]:
    """A seat's decision; `signs` are the tokens before it, 1 for +."""
    who = SEAT_NAMES[seat]
    if isinstance(action, DrawCard):
        return (Event("draws", f"{who} draws a card.", {"seat": who}),)
    if isinstance(action, FlipToken):
        sign = "-" if signs[action.terminal] else "+"  # 4.2: which token, and its new sign
        data = {"seat": who, "terminal": COLOURS[action.terminal], "sign": sign}
        return (Event("flip", f"{who} flips {terminal_name(action.terminal)} to {sign}.", data),)
    if not private:
        return (_played(seat, action, action.lit, None),)
    told = (_played(seat, action, action.lit, _only(seat)), _played(seat, action, False, _others(seat)))
    return told if action.lit else (_played(seat, action, False, None),)


def _played(seat: int, action: PlayNumber | PlaySpecial, lit: bool, audience: Any) -> Event:
    who, t = SEAT_NAMES[seat], action.terminal
    data: dict[str, Any] = {"seat": who, "card": FACE_NAMES[action.face] + "*" * lit, "terminal": COLOURS[t]}
    card = card_name(action.face, lit)
    if isinstance(action, PlayNumber):
        side = SEAT_NAMES[seat if action.own else 1 - seat]
        data["side"] = side
        return Event("play", f"{who} puts {card} on {side}'s side.", data, audience)
    you = SEAT_NAMES[1 - seat]
    text = f"{who} puts {card} on {you}'s side of {terminal_name(t)}"
    if action.target is not None:
        hit = card_name(*action.target)
        data["target"] = KIND_NAMES[2 * action.target[0] + action.target[1]]
        text += f" and takes over {hit}" if action.face == r.BYPASS else f" and removes {hit}"
    return Event("play", text + ".", data, audience)


def scored(t: int, plus: bool, totals: tuple[int, int], winner: int, scores: tuple[int, int]) -> Event:
    """A set was scored; `scores` count it already."""
    sign, w = "+" if plus else "-", SEAT_NAMES[winner]
    full = f"{terminal_name(t)} is full ({sign}, {'HIGH' if plus else 'LOW'} wins)"
    tie = ", a tie: who played the fifth card loses" * (totals[0] == totals[1])  # V-37
    text = f"{full}: A {totals[0]}, B {totals[1]}{tie}. The set goes to {w}; sets now A {scores[0]}, B {scores[1]}."
    return Event("set", text, {"terminal": COLOURS[t], "sign": sign, "totals": list(totals), "winner": w})


def drew(private: bool, dealing: bool, seat: int, draw: VoltageDraw) -> tuple[Event, ...]:
    """Chance gave a card: its face to the drawer, its back to all (not at a deal with private backs)."""
    who, verb = SEAT_NAMES[seat], "is dealt" if dealing else "draws"
    kind = "deal" if dealing else "draw"
    assert draw.face is not None
    own = Event(kind, f"{who} {verb} {card_name(draw.face, draw.lit)}.", {"seat": who, "card": str(draw)}, _only(seat))
    shown = draw.lit and not (private and dealing)
    back = "a Transformer" if shown else "a card" if private and dealing else "a plain card"
    seen: dict[str, Any] = {"seat": who, "card": "?*" if shown else "?"}
    return own, Event(kind, f"{who} {verb} {back}.", seen, _others(seat))


def top_shown(lit: bool) -> Event:
    """The next card came to lie on top of the pile."""
    return Event("top", f"The next card is {'a Transformer' if lit else 'plain'}.", {"top": "*" if lit else ""})


def begins(seat: int) -> Event:
    """It was settled who takes the first turn."""
    return Event("first", f"{SEAT_NAMES[seat]} takes the first turn.", {"seat": SEAT_NAMES[seat]})


def ran_out() -> Event:
    """The pile is empty: both players can deduce both hands (VQ-37)."""
    return Event("pile_out", "The pile has run out; each player can now deduce the other's hand.", {})


def reshuffled(cards: int) -> Event:
    """The discard pile became the pile."""
    return Event("reshuffle", f"The discard pile is shuffled: {cards} cards form the new pile.", {"cards": cards})


def over(winner: int, scores: tuple[int, int]) -> Event:
    """The game ended."""
    w = SEAT_NAMES[winner]
    text = f"{w} wins {scores[winner]}:{scores[1 - winner]}."
    return Event("over", text, {"winner": w, "scores": list(scores)})


def addressed(event: Event, seat: int) -> str:
    """The sentence of an event as that seat reads it, who is "you"."""
    name = SEAT_NAMES[seat]
    text = event.text.replace(f"{name}'s", "your").replace(f"goes to {name};", "goes to you;")
    if not text.startswith(f"{name} "):
        return text
    return "You" + re.sub(r"\b(put|draw|flip|take|remove|win)s\b", r"\1", text[1:]).replace(" is dealt", " are dealt")
