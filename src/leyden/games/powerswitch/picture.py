"""The table of Power Switch for a terminal. Signs and words carry the meaning, colour only repeats it."""

from __future__ import annotations

import re
import textwrap
from itertools import groupby
from operator import itemgetter

from leyden.games.powerswitch.cards import CARD_NAMES, COLOUR_LETTERS, COLOURS, NUMBERS, SHOCK
from leyden.games.powerswitch.look import (
    EMPTY,
    FITS,
    LAID,
    MINE,
    NAMES,
    OPEN,
    SHOCKED,
    Player,
    Slot,
    Table,
    look,
    spaced,
)
from leyden.games.powerswitch.view import PowerSwitchView

NARROWEST, WIDEST, TALL = 49, 100, 78  # columns of the text table; from TALL on the layout stands upright
BESIDE = 41  # where that is done, the seats begin here
_ASCII = str.maketrans("┌┬┐└┴┘╥╨║─│■□·○◉►", "+++++++=#-|X_.oO>")
_ANSI = ("38;5;39", "38;5;41", "38;5;203", "38;5;220")
_BOLD, _FAINT = "1", "2"
_TIE = "\N{NO-BREAK SPACE}"  # keeps a part of a line together
_GAP = "   "


def table_text(
    view: PowerSwitchView, *, width: int = 80, colour: bool = False, ascii_only: bool = False, low: bool = False
) -> str:
    """The table for a terminal, no line wider than `width` (from 49 columns); in few lines for a low one."""
    page = _Page(look(view), width, colour, ascii_only)
    return "\n".join(page.few_lines() if low else page.tall() if width >= TALL else page.lines())


class _Page:
    """A text table in the making."""

    def __init__(self, table: Table, width: int, colour: bool, ascii_only: bool) -> None:
        self.table, self.width = table, min(max(width, NARROWEST), WIDEST)
        self.colour, self.ascii = colour, ascii_only

    # ---------------------------------------------------------------- pages
    def tall(self) -> list[str]:
        """Columns that stand upright, as they lie on a table, and beside them the seats."""
        matrix, beside = self.columns(), self.beside(self.width - BESIDE)
        rows = max(len(matrix), len(beside))
        matrix += [" " * 38] * (rows - len(matrix))
        lines = [f"{one}   {other}".rstrip() for one, other in zip(matrix, [*beside, *[""] * rows], strict=False)]
        return [*self.heading(), "", *lines, *self.hand(), *self.legend(lying=False)]

    def lines(self) -> list[str]:
        """A row for each colour, the seats below."""
        seats = [line for player in self.table.players for line in self.listed(self.label(player), *self.parts(player))]
        return [*self.heading(), "", *self.rows(), "", *seats, *self.piles(), *self.hand(), *self.legend()]

    def few_lines(self) -> list[str]:
        """The same with nothing but what changes: a whole turn is to be seen on 24 lines."""
        table = self.table
        right = f"round {table.round}"
        due = f"{table.due}{' - your turn' * table.your_turn}"
        if len(due) + 2 + len(right) <= self.width:
            due += f"{right:>{self.width - len(due)}}"
        lines = [self.paint(line, _BOLD) for line in self.wrapped(due)] + self.rows()
        seats = [f"{self.label(player)}: {', '.join(self.parts(player, short=True))}" for player in table.players]
        facts = [f"Pile: {table.pile}", *["no more switch this round"] * table.switched]
        lines += self.wrapped(_GAP.join(part.strip().replace(" ", _TIE) for part in (*seats, *facts)))
        return [*lines, *self.hand(), *self.legend(short=True)]

    def heading(self) -> list[str]:
        """The name of the game, and what is due."""
        table = self.table
        head = "POWER SWITCH"
        right = f"round {table.round} · {table.title}"
        lines = [f"{head}{right:>{min(self.width, 80) - len(head)}}"]
        due = f"{table.due}{' - your turn' * table.your_turn}"
        return [self.paint(line, _BOLD) for line in [*map(self.plain, lines), *self.wrapped(due)]]

    # --------------------------------------------------------------- layout
    def columns(self) -> list[str]:
        """The layout upright: 38 letters a line."""
        table = self.table
        bars = ["│"] * (COLOURS + 1)
        if table.tower is not None:
            bars[table.tower] = bars[table.tower + 1] = "║"
        names = [name.upper() if c == table.tower else name for c, name in enumerate(NAMES)]
        roles = ["" if table.tower is None else "TOWER" if c == table.tower else "line" for c in range(COLOURS)]
        lines = [
            " " * 6 + " ".join(self.hued(c, f"{name:^7}") for c, name in enumerate(words)) + " "
            for words in (names, roles)
        ]
        lines.append(self.edge("┌┬┐╥", bars))
        for n in reversed(range(NUMBERS)):
            mark = "►" if n + 1 == table.number else " "
            cells = [self.hued(c, f"{self.words(table.slots[c][n]):^7}") for c in range(COLOURS)]
            body = "".join(f"{self.plain(bar)}{cell}" for bar, cell in zip(bars, [*cells, ""], strict=True))
            lines.append(f"{self.plain(mark)}{n + 1:>3} {body}")
        return [*lines, self.edge("└┴┘╨", bars)]

    def edge(self, corners: str, bars: list[str]) -> str:
        """A horizontal line of the upright layout."""
        left, middle, right, double = tuple(corners)
        ends = [left, *[middle] * (COLOURS - 1), right]
        marks = [double if bar == "║" else end for bar, end in zip(bars, ends, strict=True)]
        return self.plain(f"{' ' * 5}{('─' * 7).join(marks)}")

    @staticmethod
    def words(slot: Slot) -> str:
        """A slot with its number, or who holds its card."""
        if slot.state == EMPTY and slot.holder is None:
            return EMPTY
        if slot.holder is None or slot.mine:
            return f"{slot.sign[0]}{slot.number:>2}{slot.sign[1:]:1}"
        return f"{'' if slot.state == EMPTY else slot.state + ' '}in {slot.holder + 1}"

    def rows(self) -> list[str]:
        """The layout lying: a row for each colour, headed by the numbers."""
        table, cell = self.table, 5 if self.width >= 74 else 4 if self.width >= 62 else 3
        numbers = [f"►{n}" if n == table.number else str(n) for n in range(1, NUMBERS + 1)]
        lines = [" " * 13 + "".join(f"{number:^{cell}}" for number in numbers).rstrip()]
        for c, slots in enumerate(table.slots):
            tower = c == table.tower
            label = f"{'►' if tower else ' '}{NAMES[c]}{' TOWER' * tower}"
            signs = "".join(f"{slot.sign:^{cell}}" for slot in slots)
            lines.append(self.hued(c, f"{label:<13}{signs}".rstrip()))
        return [self.plain(line) for line in lines]

    # ---------------------------------------------------------------- seats
    def label(self, player: Player) -> str:
        """A seat's number, marked where it is to act."""
        return f"{'►' if player.active else ' '} {player.name}"

    def parts(self, player: Player, *, short: bool = False) -> list[str]:
        """What there is to say of a seat; in a `short` table the matrix tells which cards it is known to hold."""
        known = [card for card in player.hand.cards if card == SHOCK or not short]
        parts = [player.cards, str(player.total) if short else f"{player.total} points"]
        parts += [player.card_of_switch] if player.card_of_switch else []
        parts += ["dealer"] * player.dealer + ["WINS"] * player.won
        if known and not player.you:
            parts.append(f"{'holds' if player.hand.whole else 'known:'} {spaced(known)}")
        return parts

    def beside(self, width: int) -> list[str]:
        """What stands at the right of the upright layout."""
        table, lines = self.table, list[str]()
        for player in table.players:
            label, text = self.plain(f"{self.label(player):<10}"), ", ".join(self.parts(player))
            lines += textwrap.wrap(text, width, initial_indent=label, subsequent_indent=" " * 10)
        facts = [f"Power Card: {table.power}", f"Pile: {table.pile}", *self.table.facts]
        facts = [line for fact in facts for line in textwrap.wrap(fact, width, subsequent_indent="  ")]
        gap = [""] * min(2, max(0, NUMBERS + 4 - len(lines) - len(facts)))
        return [self.named(self.plain(line)) for line in [*lines, *gap, *facts]]

    def piles(self) -> list[str]:
        """The Power Card, the pile, and what holds for the round."""
        table = self.table
        return self.listed("", f"Power Card: {table.power}", f"Pile: {table.pile}", *table.facts)

    def hand(self) -> list[str]:
        """The viewer's own cards by colour, and what they cost."""
        you = self.table.you
        if you is None:
            return []
        places = [SHOCK if card == SHOCK else card // NUMBERS for card in you.hand.cards]
        parts = [
            " ".join(CARD_NAMES[card] for card, _ in same)
            for _, same in groupby(zip(you.hand.cards, places, strict=True), key=itemgetter(1))
        ]
        dead = [card for card in you.hand.cards if card in self.table.dead]
        worth = f"({self.table.points} points{', dead: ' * bool(dead)}{spaced(dead)})"
        return self.listed("Your hand", *(parts or ["no cards"]), worth)

    def legend(self, *, lying: bool = True, short: bool = False) -> list[str]:
        """What the signs mean, as far as they are to be seen."""
        table = self.table
        slots = [slot for row in table.slots for slot in row]
        signs = {sign for slot in slots for sign in (slot.sign, slot.state)}
        keys = {
            LAID: "lies there",
            OPEN: "open",
            FITS: "yours, fits" if short else "yours, can be played",
            MINE: "yours",
            SHOCKED: "Shock, card dead" if short else "Shock Play, the real card is dead",
            f"{SHOCKED}!": "yours, dead",
        }
        parts = [f"{sign} {meaning}" for sign, meaning in keys.items() if sign in signs]
        holders = sorted({slot.holder + 1 for slot in slots if slot.holder is not None and not slot.mine})
        if holders:
            parts.append("a number: that seat has it" if lying else f"in {holders[0]} seat {holders[0]} has it")
        text = " · ".join(part.replace(" ", _TIE) for part in parts)
        return [self.paint(line, _FAINT) for line in self.wrapped(f"({text})")] if table.number else []

    # -------------------------------------------------------------- letters
    def plain(self, text: str) -> str:
        """With signs that every terminal has, if that is asked for."""
        return text.translate(_ASCII) if self.ascii else text

    def paint(self, text: str, code: str) -> str:
        """In a colour, if that is asked for."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text

    def hued(self, colour: int, text: str) -> str:
        """In one of the four colours, bold for the Tower."""
        return self.paint(self.plain(text), _ANSI[colour] + f";{_BOLD}" * (colour == self.table.tower))

    def named(self, line: str) -> str:
        """Cards get their colours."""
        return re.sub(
            r"\b([BGRY])(1[0-2]|[1-9])\b", lambda m: self.paint(m[0], _ANSI[COLOUR_LETTERS.index(m[1])]), line
        )

    def wrapped(self, text: str, indent: str = "") -> list[str]:
        """A long line as several."""
        lines = textwrap.wrap(self.plain(text), self.width, subsequent_indent=indent, break_long_words=False)
        return [line.replace(_TIE, " ") for line in lines]

    def listed(self, label: str, *parts: str) -> list[str]:
        """A line that starts with a label and may speak of cards, which get their colours; long parts are broken."""
        room = self.width - 11
        keep = [part.replace(" ", _TIE) if len(part) <= room else part for part in parts]
        return [self.named(line) for line in self.wrapped(f"{label:<11}{_GAP.join(keep)}", " " * 11)]
