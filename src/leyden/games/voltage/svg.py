"""The table of Voltage as SVG, drawn by code alone: no font, script, picture or id of its own.

(Ids would be shared by all pictures of one notebook page, so glows are strokes upon strokes.) Each
edition has its skin: 2006 a power plant of steel with warm sockets, 2017 bright and fully lit.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from leyden.games.voltage import rules as r
from leyden.games.voltage.cards import COLOUR_NAMES, COLOURS, SPECIAL_NAMES

if TYPE_CHECKING:
    from leyden.games.voltage.picture import Card, Place, Player, Table

WIDTH, HEIGHT = 900, 560
FONT = "'Avenir Next','Segoe UI','DejaVu Sans',Verdana,sans-serif"


@dataclass(frozen=True, slots=True)
class Skin:
    """An edition's colours and ornaments."""

    ground: str
    panel: str
    edge: str
    ink: str
    faint: str
    glow: str  # sparks, lit lamps
    lit: str  # the mark of a Transformer's back
    back: str
    paper: str
    rivets: bool
    hues: tuple[str, str, str, str]
    inks: tuple[str, str, str, str]  # the hues as they are read on paper


SKINS = {
    "2017": Skin(
        *("#0d1033", "#171c4d", "#343c8c", "#f2f4ff", "#a9b1e6", "#ffe14d", "#ffe14d", "#0a0c26", "#fbfbff", False),
        hues=("#ff9a1f", "#25d08f", "#3fb0ff", "#c586ff"),
        inks=("#b85a00", "#007a52", "#005fb0", "#7a2fc0"),
    ),
    "2006": Skin(
        *("#24282c", "#343a40", "#5d666e", "#f4efe4", "#b9bdb8", "#ffb347", "#74f08c", "#141a17", "#f3eddd", True),
        hues=("#f08c2e", "#4fb477", "#5b9bd5", "#a880c9"),
        inks=("#a65208", "#22693f", "#23568c", "#673d8c"),
    ),
}


def draw(table: Table, words: str) -> str:
    """The picture of a table; `words` is the same table in sentences."""
    return _Drawing(table).whole(words)


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
    halos = "".join(_path(d, stroke, width * k, f' opacity="{o}"') for k, o in ((5, 0.12), (2.8, 0.22)))
    return halos + _path(d, stroke, width)


def _text(x: float, y: float, text: str, size: float, fill: str, *, at: str = "start", bold: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" fill="{fill}" text-anchor="{at}"{weight}>'
        f"{escape(text)}</text>"
    )


def _titled(title: str, *parts: str, move: str = "") -> str:
    """Things that belong together and have a name."""
    place = f' transform="{move}"' if move else ""
    return f"<g{place}><title>{escape(title)}</title>{''.join(parts)}</g>"


def _shape(number: int, x: float, y: float, size: float, fill: str) -> str:
    """The shape of a terminal's colour: circle, triangle, square, diamond."""
    if number == 0:
        return _circle(x, y, size, fill)
    corners = " ".join(f"{_n(x + size * dx)},{_n(y + size * dy)}" for dx, dy in _POLYGONS[number - 1])
    return f'<polygon points="{corners}" fill="{fill}"/>'


_POLYGONS: tuple[tuple[tuple[float, float], ...], ...] = (
    ((0, -1.15), (1.15, 0.9), (-1.15, 0.9)),
    ((-0.95, -0.95), (0.95, -0.95), (0.95, 0.95), (-0.95, 0.95)),
    ((0, -1.3), (1.1, 0), (0, 1.3), (-1.1, 0)),
)
BOLT = "M9 0 L0 15 L7 15 L4 28 L16 10 L9 10 L13 0 Z"
WAVE = "q4 -{h} 8 0 t8 0 t8 0"
BYPASS_ICON = "M10 38 V31 a9.5 9.5 0 0 1 19 0 v5 M24 31 l5 6 l5 -6"
FUSE_ICON = "M6 28 h7 M27 28 h7 M13 28 l4 -7 M27 28 l-4 7 M16 33 l8 -12"


class _Drawing:
    """A picture in the making."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.skin = SKINS[table.edition]

    def whole(self, words: str) -> str:
        """The whole picture."""
        table, skin = self.table, self.skin
        name = f"Voltage, {table.edition} edition, turn {table.turn}: {table.due}"
        above, below = table.players
        parts = [
            _rect(0.5, 0.5, WIDTH - 1, HEIGHT - 1, 16, skin.ground, f' stroke="{skin.edge}"'),
            self.heading(),
            self.player(above, 52),
            *(self.place(place, 20 + 170 * i) for i, place in enumerate(table.places)),
            self.rail(),
            self.draw_pile(),
            self.discard_pile(),
            self.player(below, 438),
            self.legend(),
        ]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
            f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(name)}" '
            f'style="max-width:100%;height:auto" font-family="{FONT}">'
            f"<title>{escape(name)}</title><desc>{escape(words)}</desc>{''.join(parts)}</svg>"
        )

    def heading(self) -> str:
        """The name of the game, what is due, and the turn."""
        table, skin = self.table, self.skin
        return (
            f'<path d="{BOLT}" transform="translate(24 12)" fill="{skin.glow}"/>'
            + f'<g letter-spacing="3">{_text(48, 33, "VOLTAGE", 20, skin.ink, bold=True)}</g>'
            + _text(184, 33, table.edition, 12, skin.faint)
            + _text(460, 33, table.due, 16 if len(table.due) < 40 else 13, skin.glow, at="middle", bold=True)
            + _text(880, 33, f"Turn {table.turn} · {table.title}", 12, skin.faint, at="end")
        )

    def panel(self, x: float, y: float, w: float, h: float, edge: str, width: float = 1) -> str:
        """A plate that things lie on; of steel it has rivets."""
        plate = _rect(x, y, w, h, 10, self.skin.panel, f' stroke="{edge}" stroke-width="{_n(width)}"')
        if self.skin.rivets:
            for dx, dy in ((7, 7), (w - 7, 7), (7, h - 7), (w - 7, h - 7)):
                plate += _circle(x + dx, y + dy, 2, self.skin.edge, ' stroke="#1b1e21" stroke-width=".6"')
        return plate

    # -------------------------------------------------------------- the seats
    def player(self, player: Player, y: float) -> str:
        """A seat's strip: name, sets won, hand, and what is known of it."""
        skin, table = self.skin, self.table
        edge, width = (skin.glow, 2.5) if player.active or player.won else (skin.edge, 1)
        your_turn = player.you and table.your_turn
        caption = "wins" if player.won else "your turn" if your_turn else "to move" if player.active else ""
        parts = [
            self.panel(20, y, 860, 74, edge, width),
            _circle(58, y + 37, 23, skin.ground, f' stroke="{edge}" stroke-width="2"'),
            _text(58, y + 46, player.name, 25, skin.ink, at="middle", bold=True),
            _text(90, y + 34, "you" if player.you else "", 13, skin.ink, bold=True),
            _text(90, y + 51, caption, 12, skin.glow),
            _text(164, y + 22, f"{table.names.track}  {player.sets} of {table.target}", 11, skin.faint),
        ]
        step = min(30, 150 / table.target)
        for i in range(table.target):
            lit, x = i < player.sets, 174 + step * i
            if lit:
                parts.append(_circle(x, y + 46, 14, skin.glow, ' opacity=".25"'))
            bulb = i == table.target - 1
            parts.append(self.lamp(x, y + 46, bulb, lit))
        x = 330.0
        for card in player.cards:
            parts.append(self.card(card, x, y + 9))
            x += 44
        if not player.cards:
            parts.append(_text(x, y + 42, "no cards in hand", 13, skin.faint))
        for i, note in enumerate(player.notes):
            parts.append(_text(604, y + (42 if len(player.notes) == 1 else 32 + 22 * i), note, 12, skin.ink))
        return "".join(parts)

    def lamp(self, x: float, y: float, bulb: bool, lit: bool) -> str:
        """A socket of the score track; the last one is the bulb. A lit one has a filament."""
        skin = self.skin
        fill = skin.glow if lit else skin.ground
        line = f' stroke="{skin.glow if lit else skin.faint}" stroke-width="1.5"'
        foot = _rect(x - 4, y + 8, 8, 6, 1.5, skin.faint) if bulb else ""
        filament = _path(f"M{_n(x - 4)} {_n(y)} l3 -4 l2 7 l3 -4", skin.ground, 1.6) if lit else ""
        return foot + _circle(x, y, 10 if bulb else 8.5, fill, line) + filament

    # -------------------------------------------------------------- the cards
    def card(self, card: Card, x: float, y: float, scale: float = 1) -> str:
        """A card, 40 × 56: its face with the sign of its back, or its back."""
        move = f"translate({_n(x)} {_n(y)})" + (f" scale({scale:g})" if scale != 1 else "")
        return _titled(
            card.words, self.back(card) if card.face < 0 else self.face(card.face, bool(card.lit)), move=move
        )

    def face(self, face: int, lit: bool) -> str:
        """The front of a card."""
        skin = self.skin
        edge = skin.lit if lit else "#00000055"
        paper = _rect(0, 0, 40, 56, 5, skin.paper, f' stroke="{edge}" stroke-width="{2 if lit else 1}"')
        if face < r.BYPASS:
            number, ink = face // 3, skin.inks[face // 3]
            front = _shape(number, 9, 10, 4.6, ink) + _text(34, 14, COLOURS[number], 11, ink, at="end", bold=True)
            front += _text(20, 40, str(face % 3 + 1), 27, ink, at="middle", bold=True)
        else:
            ink = "#16615f" if face == r.BYPASS else "#b3261e"
            icon = _path(BYPASS_ICON if face == r.BYPASS else FUSE_ICON, ink, 3.4)
            front = _text(6, 15, "S" if face == r.BYPASS else "F", 13, ink, bold=True) + icon
        return paper + front + (self.mark() if lit else "")

    def mark(self) -> str:
        """On the front of a card: its back is a Transformer."""
        sign = "M6 50 " + WAVE.format(h=6) if self.skin.rivets else "M15 47 L20 53 L25 47"
        plate = _rect(3, 44, 34, 10, 3, self.skin.back, f' stroke="{self.skin.lit}"')
        return plate + _path(sign, self.skin.lit, 2)

    def back(self, card: Card) -> str:
        """The back of a card: lit, plain, or not seen."""
        skin = self.skin
        lit = bool(card.lit)
        edge = skin.lit if lit else skin.faint
        paper = _rect(0, 0, 40, 56, 5, skin.back, f' stroke="{edge}" stroke-width="{2 if lit else 1}"')
        if card.lit is None:
            return paper + _text(20, 37, "?", 24, skin.faint, at="middle", bold=True)
        if skin.rivets:  # an oscilloscope
            screen = _circle(20, 28, 15, "#0c130f", f' stroke="{skin.edge}" stroke-width="1.5"')
            sign = "M8 28 " + WAVE.format(h=18) if lit else "M8 28 h24"
        else:
            screen = "".join(_path(f"M{x} {y} l{dx} {dy}", skin.lit, 1.6) for x, y, dx, dy in _RAYS) if lit else ""
            sign = "M9 15 L20 43 L31 15"
        line = _glowing(sign, skin.lit, 3.4) if lit else _path(sign, skin.edge, 3)
        return paper + screen + line

    # ---------------------------------------------------------- the terminals
    def rail(self) -> str:
        """The current that runs from terminal to terminal."""
        d = " ".join(f"M{176 + 170 * i} 285 l6 -14 l6 28 l6 -14" for i in range(r.TERMINALS - 1))
        return _glowing(d, self.skin.glow, 2)

    def place(self, place: Place, x: float) -> str:
        """A terminal: the opponent's side above, the token in the middle, the own side below."""
        skin, hue = self.skin, self.skin.hues[place.number]
        above, below = (player.seat for player in self.table.players)
        word = "high wins" if place.plus else "low wins"
        middle = [
            _rect(x, 231, 160, 108, 0, hue, ' opacity=".2"'),
            _path(f"M{_n(x)} 231 h160 M{_n(x)} 339 h160", hue, 1.5),
            self.token(x + 38, 285, hue, place.plus),
            _shape(place.number, x + 82, 256, 6.5, hue),
            _text(x + 95, 261, COLOUR_NAMES[COLOURS[place.number]], 14, skin.ink, bold=True),
            _text(x + 75, 284, word.upper(), 11, hue, bold=True),
        ]
        for i in range(r.SET_SIZE):
            lit = i < place.cards
            more = f' stroke="{hue}"' if lit else f' stroke="{skin.faint}"'
            middle.append(_rect(x + 75 + 12 * i, 300, 8, 13, 2, hue if lit else "none", more))
        middle.append(_text(x + 153, 311, f"{place.cards}/{r.SET_SIZE}", 11, skin.ink, at="end"))
        title = f"{COLOUR_NAMES[COLOURS[place.number]]} {'+' if place.plus else '-'}, {word}"
        return (
            self.panel(x, 136, 160, 292, hue, 1.5)
            + _titled(title, *middle)
            + self.side(place, above, x, 144, 220)
            + self.side(place, below, x, 369, 360)
        )

    def token(self, x: float, y: float, hue: str, plus: bool) -> str:
        """The polarity piece."""
        skin = self.skin
        inside, sign = (hue, skin.ground) if plus else (skin.ground, skin.ink)
        bars = f"M{_n(x - 13)} {_n(y)} h26" + (f" M{_n(x)} {_n(y - 13)} v26" if plus else "")
        teeth = ' stroke-dasharray="3 3.2"' if skin.rivets else ""
        return (
            _circle(x, y, 33, hue, ' opacity=".25"')
            + _circle(x, y, 27, inside, f' stroke="{hue}" stroke-width="4"{teeth}')
            + _path(bars, sign, 6)
        )

    def side(self, place: Place, seat: int, x: float, y: float, line: float) -> str:
        """The cards of one side with their total."""
        skin, cards = self.skin, place.sides[seat]
        name = "AB"[seat]
        left = x + 80 - 19 * len(cards)
        parts = [self.card(card, left + 1 + 38 * i, y, 0.9) for i, card in enumerate(cards)]
        total = f"{name}  {place.totals[seat]}"
        parts.append(_text(x + 10, line, total, 14, skin.ink if cards else skin.faint, bold=True))
        standing = place.standing(seat)
        if standing:
            parts.append(_text(x + 150, line, standing, 12, skin.glow, at="end"))
        return "".join(parts)

    # -------------------------------------------------------------- the piles
    def draw_pile(self) -> str:
        """The draw pile with the back of its top card."""
        table, skin = self.table, self.skin
        parts = [self.panel(704, 136, 176, 138, skin.edge), _text(716, 156, "Draw pile", 13, skin.ink, bold=True)]
        if table.pile:
            below = (2.5 * i for i in range(min(table.pile - 1, 3), 0, -1))
            parts += [_rect(716 + d, 166 + d, 48, 67.2, 6, skin.back, f' stroke="{skin.edge}"') for d in below]
            parts.append(self.card(table.top, 716, 166, 1.2))
        parts.append(
            _text(780, 192, str(table.pile) if table.pile else "empty", 24 if table.pile else 14, skin.ink, bold=True)
        )
        if table.pile_lit is not None and table.pile:
            parts.append(_text(780, 210, f"{table.pile_lit} Transformer{'s' * (table.pile_lit != 1)}", 11, skin.faint))
        if table.top.lit:
            parts.append(_text(780, 228, "drawing it flips", 11, skin.lit))
            parts.append(_text(780, 242, f"a {table.names.token}", 11, skin.lit))
        if table.order:
            shown = " ".join(map(str, table.order[:7])) + (" …" if len(table.order) > 7 else "")
            parts.append(_text(716, 264, f"next {shown}", 11, skin.faint))
        return "".join(parts)

    def discard_pile(self) -> str:
        """The discard pile: a chip for each card, in rows by colour and special card, in columns by value."""
        table, skin = self.table, self.skin
        parts = [
            self.panel(704, 282, 176, 146, skin.edge),
            _text(716, 302, "Discard pile", 13, skin.ink, bold=True),
            _text(868, 302, str(len(table.discard)), 13, skin.ink, at="end", bold=True),
        ]
        if not table.discard_open:
            return "".join([*parts, _text(716, 326, "contents not shown", 12, skin.faint)])
        parts += [_shape(t, 722, 322 + 18 * t, 5, skin.hues[t]) for t in range(r.TERMINALS)]
        parts += [_text(717, 398 + 18 * (f - r.BYPASS), SPECIAL_NAMES[f], 11, skin.ink) for f in (r.BYPASS, r.FUSE)]
        together = Counter(card.face for card in table.discard)
        drawn: Counter[int] = Counter()
        for card in table.discard:
            face = card.face
            if face < r.BYPASS:
                left, y, fill = 736 + 46 * (face % 3), 322 + 18 * (face // 3), skin.hues[face // 3]
            else:
                left, y, fill = 828, 394 + 18 * (face - r.BYPASS), skin.paper
            step = min(10, 40 / together[face])
            x = left + step * drawn[face]
            drawn[face] += 1
            name = str(face % 3 + 1) if face < r.BYPASS else "SF"[face - r.BYPASS]
            chip = _rect(x, y - 7, step - 1.5, 14, 1.5, fill)
            chip += _text(x + (step - 1.5) / 2, y + 4, name, 9, skin.ground, at="middle", bold=True) if step > 8 else ""
            chip += _rect(x, y - 9.5, step - 1.5, 2, 1, skin.lit) if card.lit else ""
            parts.append(_titled(card.words, chip))
        return "".join(parts)

    def legend(self) -> str:
        """What the signs mean, and further knowledge."""
        table, skin = self.table, self.skin
        keys = [
            *(f"{'SF'[f - r.BYPASS]} {SPECIAL_NAMES[f]}" for f in (r.BYPASS, r.FUSE)),
            "the fifth card scores the set",
        ]
        text = "  ·  ".join([f"{first} {rest}" for first, rest in table.notes] or keys)
        if len(text) > 80:  # the description has all of it
            text = f"{text[:79]}…"
        mark = f'<g transform="translate(536 489)">{self.mark()}</g>'
        meaning = f"Transformer: who draws it flips a {table.names.token}"
        return (
            _text(24, 542, text, 12 if len(text) < 70 else 10, skin.faint)
            + mark
            + _text(582, 542, meaning, 12, skin.faint)
        )


_RAYS = ((20, 10, 0, -4), (6, 10, -2, -3), (34, 10, 2, -3), (20, 47, 0, 4))
