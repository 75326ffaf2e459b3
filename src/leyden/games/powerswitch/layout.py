"""The table as text: columns, moves, phases (section 7 of the rules). It works on states and on what a seat sees."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

from leyden.games.powerswitch import rules as r
from leyden.games.powerswitch.cards import (
    CARD_NAMES,
    COLOUR_LETTERS,
    COLOURS,
    COLUMN,
    MOST_SEATS,
    NUMBERS,
    SHOCK,
    kinds_of,
)

PHASES = (
    "lot",
    "rolls",
    "deal",
    "roll",
    "roll",
    "col",
    "open",
    "open",
    "turn",
    "turn",
    "give",
    "res",
    "win",
    "out",
    "over",
)
PHASE_OF = {
    "lot": r.LOT_DEALER,
    "rolls": r.DEALER,
    "deal": r.DEAL,
    "roll": r.ROLL,
    "col": r.COL,
    "open": r.OPEN,
    "turn": r.TURN,
    "give": r.GIVE,
    "res": r.RES,
    "win": r.WIN,
    "out": r.OUT,
    "over": r.OVER,
}


class Column(NamedTuple):
    """One column of the layout: its lowest and highest number (0: not started), and where Shock Plays lie."""

    low: int
    high: int
    shocked: tuple[int, ...]

    def __str__(self) -> str:
        if not self.high:
            return "-"
        span = str(self.low) if self.low == self.high else f"{self.low}-{self.high}"
        return span + "".join(f"*{number}" for number in self.shocked)


def columns(s: Any) -> tuple[Column, ...]:
    """The four columns in the order B, G, R, Y."""
    found = []
    for c in range(COLOURS):
        laid, shocked = (word >> NUMBERS * c & COLUMN for word in (s.laid, s.shocked))
        low = (laid & -laid).bit_length()
        found.append(Column(low, laid.bit_length(), tuple(kind + 1 for kind in kinds_of(shocked))))
    return tuple(found)


def power_text(s: Any) -> str:
    """The Power Card; `8?` while its colour is not settled; `-` before."""
    if not s.power:
        return "-"
    return f"{s.power}?" if s.tower == r.NO_COLOUR else CARD_NAMES[NUMBERS * s.tower + s.power - 1]


def cards_text(cards: int) -> str:
    """A set of cards as the notation lists them: `B3,R9,*`."""
    return ",".join(CARD_NAMES[kind] for kind in kinds_of(cards)) or "-"


def phase_text(s: Any) -> str:
    """The phase as the position writes it (7.2); `+` behind it while a card is on its way from the pile."""
    return PHASES[s.phase] + ("+" if s.phase in (r.DRAW_OPEN, r.DRAW_TURN) else "")


def asked_by(g: Any, sizes: list[int], seat: int) -> int:
    """Whom a stuck seat must ask, by the sizes of hands alone; r.NOBODY if nobody can give (P-40)."""
    hands = SimpleNamespace(hand=[(1 << size) - 1 for size in sizes])
    return int(r.asked(g, hands, seat))


def slot_of(s: Any, number: int) -> int | None:
    """The number of the open slot that a code of a Shock Play means; None if that end is not open."""
    if not s.laid:
        return None
    slot = r.slot(s, number)
    return slot.bit_length() - 1 if slot else None


def action_text(g: Any, s: Any, sizes: list[int], number: int, me: int) -> str:
    """A code of a seat in the words of the table (7.1, PC-6); empty where the table has no better ones."""
    if number < r.GIVE_SHOCK:
        return {r.OPEN: "^", r.GIVE: "g"}.get(s.phase, "") + CARD_NAMES[number]
    if number == r.GIVE_SHOCK:
        return "g*"
    if number <= r.SWITCH:
        slot = slot_of(s, number)
        return "" if slot is None else f"*{CARD_NAMES[slot]}"
    if me == r.NOBODY:
        return ""
    if number < r.DRAW:
        places = number - r.SWITCH
        return f"x{(me + places) % g.seats + 1}" if places < g.seats else ""
    if number == r.DRAW:
        return "o" if s.phase == r.OPEN else "d"
    if number == r.ASK:
        asked = asked_by(g, sizes, me)
        return "" if asked == r.NOBODY else f"a{asked + 1}"
    if number == r.PASS:
        return {r.WIN: "hold", r.RES: "keep"}.get(s.phase, "pass")
    return f"c{me + 1}={COLOUR_LETTERS[number - r.CHOOSE]}"


def pending_text(g: Any, s: Any) -> str:
    """What is pending (7.2, PC-3, PC-8, PC-10)."""
    if s.phase == r.RES or (s.phase == r.OPEN and s.pending != r.NO_CARD):
        card = s.pending % r.SOURCE
        source = s.pending // r.SOURCE
        name = "?" if card > SHOCK + 2 else CARD_NAMES[min(card, SHOCK)]
        return f">{name}" + (f"<{source + 1}" if s.phase == r.RES and source < MOST_SEATS else "")
    if s.phase == r.GIVE:
        return f"a{s.pending + 1}"
    if s.phase == r.WIN:
        return f"w{s.pending + 1}"
    if s.phase == r.DEALER:
        return ",".join("." if s.tally[p] == 0 else "-" if s.tally[p] < 0 else str(s.tally[p]) for p in range(g.seats))
    if s.phase == r.ROLL_COLOUR:
        return "c"
    if g.hold and s.tally[0]:
        return f"g{s.tally[0]}"
    return "-"
