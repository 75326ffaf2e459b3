"""The table of Power Switch as SVG, drawn by code alone: no font, script, picture or id of its own.

(Ids would be shared by all pictures of one notebook page, so glows are strokes upon strokes.) A night in the mains:
the Power Tower is a pylon that carries the current, the Lines hang on it, and every card laid is a lamp that burns.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from leyden.games.powerswitch.cards import CARD_NAMES, COLOUR_LETTERS, COLOURS, NUMBERS, SHOCK, describe
from leyden.games.powerswitch.look import EMPTY, LAID, NAMES, OPEN, SHOCKED, Player, Slot, Table, look, sentences

if TYPE_CHECKING:
    from leyden.games.powerswitch.view import PowerSwitchView

WIDTH, LEFT, TOP = 900, 96, 92
CELL, ROW = 41, 52  # of the matrix
SEATS = 630  # where the seats begin
FONT = "'Avenir Next','Segoe UI','DejaVu Sans',Verdana,sans-serif"
GROUND, PANEL, EDGE, INK, FAINT, GLOW, SHOCK_HUE = (
    "#0b1220",
    "#121d33",
    "#2c3f63",
    "#eef4ff",
    "#93a5c8",
    "#ffe76b",
    "#7df9ff",
)
MOST_KNOWN = 4  # cards of another hand that are named beside it
HUES = ("#4aa8ff", "#3ddc84", "#ff6b5e", "#ffc93c")  # blue, green, red, yellow
BOLT = "M9 0 L0 15 L7 15 L4 28 L16 10 L9 10 L13 0 Z"


def svg(view: PowerSwitchView) -> str:
    """The table as a self-contained SVG picture."""
    table = look(view)
    return _Drawing(table).whole(sentences(table))


# ------------------------------------------------------------------ elements
def _n(x: float) -> str:
    return f"{x:.1f}".removesuffix(".0")


def _rect(x: float, y: float, w: float, h: float, rx: float, fill: str, more: str = "") -> str:
    return f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}" rx="{_n(rx)}" fill="{fill}"{more}/>'


def _circle(x: float, y: float, radius: float, fill: str, more: str = "") -> str:
    return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}"{more}/>'


def _path(d: str, stroke: str, width: float, more: str = "") -> str:
    style = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{d}" {style} stroke="{stroke}" stroke-width="{_n(width)}"{more}/>'


def _glowing(d: str, stroke: str, width: float) -> str:
    """A line with light around it."""
    halos = "".join(_path(d, stroke, width * k, f' opacity="{o}"') for k, o in ((4.5, 0.12), (2.4, 0.22)))
    return halos + _path(d, stroke, width)


def _text(x: float, y: float, text: str, size: float, fill: str, *, at: str = "start", bold: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" fill="{fill}" text-anchor="{at}"{weight}>'
        f"{escape(text)}</text>"
    )


def _titled(title: str, *parts: str) -> str:
    """Things that belong together and have a name."""
    return f"<g><title>{escape(title)}</title>{''.join(parts)}</g>"


def _bolt(x: float, y: float, scale: float, fill: str) -> str:
    return f'<path d="{BOLT}" transform="translate({_n(x)} {_n(y)}) scale({_n(scale)})" fill="{fill}"/>'


def _shape(colour: int, x: float, y: float, size: float) -> str:
    """The shape of a colour: circle, triangle, diamond, square."""
    if colour == 0:
        return _circle(x, y, size, HUES[0])
    corners = " ".join(f"{_n(x + size * dx)},{_n(y + size * dy)}" for dx, dy in _POLYGONS[colour - 1])
    return f'<polygon points="{corners}" fill="{HUES[colour]}"/>'


_POLYGONS: tuple[tuple[tuple[float, float], ...], ...] = (
    ((0, -1.15), (1.15, 0.9), (-1.15, 0.9)),
    ((0, -1.3), (1.1, 0), (0, 1.3), (-1.1, 0)),
    ((-0.95, -0.95), (0.95, -0.95), (0.95, 0.95), (-0.95, 0.95)),
)


class _Drawing:
    """A picture in the making."""

    def __init__(self, table: Table) -> None:
        self.table = table
        seats = TOP - 10 + 62 * len(table.players)
        self.hand_top = TOP + ROW * COLOURS + 52
        self.height = max(self.hand_top + 84, seats)
        self.hand_room = 852 if seats <= self.hand_top else SEATS - 48

    def whole(self, words: str) -> str:
        """The whole picture."""
        table = self.table
        name = f"Power Switch, round {table.round}: {table.due}"
        parts = [
            _rect(0.5, 0.5, WIDTH - 1, self.height - 1, 16, GROUND, f' stroke="{EDGE}"'),
            self.heading(),
            self.numbers(),
            *(self.wire(c) for c in range(COLOURS)),
            *(self.slot(slot) for row in table.slots for slot in row),
            *(self.seat(player, TOP - 18 + 62 * i) for i, player in enumerate(table.players)),
            self.facts(),
            self.hand(),
        ]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{self.height}" '
            f'viewBox="0 0 {WIDTH} {self.height}" role="img" aria-label="{escape(name)}" '
            f'style="max-width:100%;height:auto" font-family="{FONT}">'
            f"<title>{escape(name)}</title><desc>{escape(words)}</desc>{''.join(parts)}</svg>"
        )

    def heading(self) -> str:
        """The name of the game, what is due, and the round."""
        table = self.table
        size = 16 if len(table.due) < 36 else 13
        return (
            _bolt(24, 12, 1, GLOW)
            + f'<g letter-spacing="3">{_text(48, 33, "POWER SWITCH", 20, INK, bold=True)}</g>'
            + _text(476, 33, table.due, size, GLOW, at="middle", bold=True)
            + _text(880, 33, f"Round {table.round} · {table.title}", 12, FAINT, at="end")
        )

    # --------------------------------------------------------------- layout
    def numbers(self) -> str:
        """The numbers above the matrix; the Power Number shines through all rows."""
        parts = []
        for n in range(1, NUMBERS + 1):
            x = LEFT + CELL * (n - 0.5)
            if n == self.table.number:
                high = ROW * COLOURS + 26
                parts.append(_rect(x - CELL / 2, TOP - 30, CELL, high, 8, GLOW, ' opacity=".13"'))
            fill = GLOW if n == self.table.number else FAINT
            parts.append(_text(x, TOP - 13, str(n), 13, fill, at="middle", bold=n == self.table.number))
        return "".join(parts)

    def middle(self, colour: int) -> float:
        """The height of a colour's row."""
        return TOP + ROW * (colour + 0.5) - 6

    def wire(self, colour: int) -> str:
        """A colour's row: its name, and the current as far as it runs."""
        table, y, hue = self.table, self.middle(colour), HUES[colour]
        tower = colour == table.tower
        laid = [slot.number for slot in table.slots[colour] if slot.state in (LAID, SHOCKED)]
        parts = [_path(f"M{LEFT + 6} {_n(y)} h{CELL * NUMBERS - 12}", EDGE, 1.5)]
        if tower:
            panel = _rect(12, y - 24, LEFT + CELL * NUMBERS - 8, 48, 10, PANEL, f' stroke="{hue}" stroke-width="2"')
            parts = [panel, *parts, self.pylon(31, y, hue)]
        if len(laid) > 1:
            ends = f"M{_n(LEFT + CELL * (laid[0] - 0.5))} {_n(y)} h{CELL * (len(laid) - 1)}"
            parts.append(_glowing(ends, hue, 4 if tower else 2.5))
        if not tower:
            parts.append(_shape(colour, 31, y, 7))
        parts.append(_text(48, y + (0 if tower else 5), NAMES[colour], 13, INK, bold=tower))
        parts.append(_text(48, y + 14, "TOWER", 10, hue, bold=True) if tower else "")
        return "".join(parts)

    @staticmethod
    def pylon(x: float, y: float, hue: str) -> str:
        """The sign of the Power Tower."""
        d = f"M{_n(x - 8)} {_n(y + 17)} L{_n(x)} {_n(y - 17)} L{_n(x + 8)} {_n(y + 17)}"
        d += f" M{_n(x - 10)} {_n(y - 5)} h20 M{_n(x - 8)} {_n(y - 11)} h16"
        return _path(f"{d} M{_n(x - 5)} {_n(y + 5)} L{_n(x + 8)} {_n(y + 17)}", hue, 1.8)

    def slot(self, slot: Slot) -> str:
        """A place of the layout."""
        colour = slot.card // NUMBERS
        x, y, hue = LEFT + CELL * (slot.number - 0.5), self.middle(colour), HUES[colour]
        number = str(slot.number)
        if slot.state == LAID:
            lamp = _rect(x - 15, y - 19, 30, 38, 6, hue) + _text(x, y + 7, number, 19, GROUND, at="middle", bold=True)
            return _titled(describe(slot.card), lamp)
        if slot.state == SHOCKED:
            lamp = _rect(x - 15, y - 19, 30, 38, 6, GROUND, f' stroke="{SHOCK_HUE}" stroke-width="2"')
            bolt = _bolt(x - 6, y - 16, 0.75, SHOCK_HUE)
            return _titled(f"Shock Play as {describe(slot.card)}", lamp, bolt, self.holder(slot, x, y))
        parts = [_circle(x, y, 2, EDGE)] if slot.state == EMPTY and slot.holder is None else []
        if slot.state == OPEN:
            dash = ' stroke-dasharray="4 3"' if not slot.mine else ""
            line = f' stroke="{GLOW if slot.mine else hue}" stroke-width="{2.5 if slot.mine else 1.5}"{dash}'
            parts.append(_rect(x - 15, y - 19, 30, 38, 6, GROUND, line))
        if slot.mine:
            parts.append(_circle(x, y, 12, PANEL, f' stroke="{hue}" stroke-width="2"'))
            parts.append(_text(x, y + 5, number, 13, INK, at="middle", bold=True))
        elif slot.holder is not None:
            parts.append(self.holder(slot, x, y))
        return _titled(self.words(slot), *parts)

    @staticmethod
    def words(slot: Slot) -> str:
        """A place that is not filled, in words."""
        held = "" if slot.holder is None else ", in your hand" if slot.mine else f", in {slot.holder + 1}'s hand"
        return f"{describe(slot.card)}{', open' if slot.state == OPEN else ''}{held}"

    @staticmethod
    def holder(slot: Slot, x: float, y: float) -> str:
        """Whose card belongs here, where that is known."""
        if slot.holder is None:
            return ""
        if slot.state == SHOCKED:
            mark = "yours" if slot.mine else f"in {slot.holder + 1}"
            return _text(x, y + 15, mark, 9, SHOCK_HUE, at="middle", bold=True)
        return _text(x, y + 4, f"in {slot.holder + 1}", 11, FAINT, at="middle")

    # ---------------------------------------------------------------- seats
    def seat(self, player: Player, y: float) -> str:
        """A seat: its number, cards, total and switch."""
        bright = player.active or player.won
        edge, width = (GLOW, 2.5) if bright else (EDGE, 1)
        known = [card for card in player.hand.cards if not player.you]
        notes = "wins" if player.won else "your turn" if player.you and self.table.your_turn else ""
        notes = notes or ("to move" if player.active else "dealer" if player.dealer else "")
        parts = [
            _rect(SEATS, y, 250, 54, 10, PANEL, f' stroke="{edge}" stroke-width="{_n(width)}"'),
            _circle(SEATS + 26, y + 27, 17, GROUND, f' stroke="{edge}" stroke-width="2"'),
            _text(SEATS + 26, y + 33, str(player.seat + 1), 18, INK, at="middle", bold=True),
            _text(SEATS + 52, y + 22, player.cards + (", you" if player.you else ""), 14, INK, bold=True),
            _text(SEATS + 52, y + 42, self.known(known) if known else notes, 11, FAINT if known else GLOW),
            _text(SEATS + 238, y + 25, str(player.total), 20, INK, at="end", bold=True),
        ]
        parts += [_bolt(SEATS + 226 - 13 * i, y + 32, 0.62, GLOW) for i in range(player.switches)]
        if not player.switches:
            parts.append(_text(SEATS + 238, y + 43, "no switch", 10, FAINT, at="end"))
        return _titled(f"Seat {player.name}", *parts)

    @staticmethod
    def known(cards: list[int]) -> str:
        """The cards somebody is known to hold, as far as there is room; the matrix has all."""
        names = [CARD_NAMES[card] for card in cards]
        return " ".join(names[:MOST_KNOWN]) + (f" …{len(names)} known" if len(names) > MOST_KNOWN else "")

    def facts(self) -> str:
        """Below the matrix: the Power Card, the pile, and what holds for the round."""
        table = self.table
        text = "   ·   ".join((f"Power Card {table.power}", f"pile {table.pile}", *table.facts))
        return _text(24, TOP + ROW * COLOURS + 22, text, 12 if len(text) < 96 else 10, FAINT)

    def hand(self) -> str:
        """The viewer's hand as cards."""
        you, table, y = self.table.you, self.table, self.hand_top
        if you is None:
            return _text(24, y + 40, "The hands are hidden from spectators.", 12, FAINT)
        cards = you.hand.cards
        step = min(38, self.hand_room / max(1, len(cards)))
        parts = [_text(24, y + 4, f"Your hand: {you.cards}, {table.points} points", 13, INK, bold=True)]
        open_slots = {slot.card for row in table.slots for slot in row if slot.state == OPEN}
        for i, card in enumerate(cards):
            parts.append(self.card(card, 24 + step * i, y + 16, card in open_slots, card in table.dead))
        return "".join(parts)

    @staticmethod
    def card(card: int, x: float, y: float, fits: bool, dead: bool) -> str:
        """A card in the hand: it shines where it fits, and is crossed out if it is dead."""
        if card == SHOCK:
            plate = _rect(x, y, 34, 52, 6, GROUND, f' stroke="{SHOCK_HUE}" stroke-width="2"')
            return _titled("Shock Play", plate, _bolt(x + 9, y + 12, 1, SHOCK_HUE))
        colour = card // NUMBERS
        edge = f' stroke="{GLOW if fits else GROUND}" stroke-width="{3 if fits else 1.5}"'
        parts = [_rect(x, y, 34, 52, 6, HUES[colour], edge + ' opacity=".6"' * dead)]
        parts.append(_text(x + 5, y + 14, COLOUR_LETTERS[colour], 11, GROUND, bold=True))
        parts.append(_text(x + 17, y + 40, str(card % NUMBERS + 1), 20, GROUND, at="middle", bold=True))
        if dead:
            parts.append(_path(f"M{_n(x + 4)} {_n(y + 4)} l26 44", INK, 2.5))
        title = describe(card) + (", fits" if fits else ", dead" if dead else "")
        return _titled(title, *parts)
