"""Pictures of a table of Voltage: for a terminal, in plain sentences, and (drawn in `svg.py`) as SVG.

`look` turns a view, or a state with its whole truth, into one `Table`; each picture is a function of that
alone, so that a picture of a view can show nothing the view does not hold. The viewer sits below, the
opponent above; for a spectator B sits above. Symbols and words carry the meaning, colour only repeats it.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from leyden.core.cards import count
from leyden.games.voltage import rules as r
from leyden.games.voltage import svg as drawing
from leyden.games.voltage.cards import COLOUR_NAMES, COLOURS, FACE_NAMES, worth
from leyden.games.voltage.events import SEAT_NAMES, card_name, terminal_name
from leyden.games.voltage.notation import CARD
from leyden.games.voltage.state import VoltageState
from leyden.games.voltage.view import VoltageView
from leyden.games.voltage.zones import face_text, faces_of, kind_text, kinds_of

Shown = VoltageView | VoltageState
SHAPES = "●▲■◆"  # of the terminals, in the order O, G, B, P
NARROWEST, NARROW, WIDEST = 49, 60, 100  # columns of the text table; below NARROW it takes few lines
HIDDEN = -1  # in place of a face


@dataclass(frozen=True, slots=True)
class Names:
    """What an edition calls things (VQ-42 and section 10 of the rules)."""

    token: str
    track: str
    goal: str


NAMES = {
    "2017": Names("token", "track", "the end of the track"),
    "2006": Names("Terminal Token", "sockets", "the light bulb"),
}


@dataclass(frozen=True, slots=True)
class Card:
    """A card as far as it is seen: its face, or HIDDEN, and whether it is a Transformer, or None."""

    face: int
    lit: bool | None

    def __str__(self) -> str:
        if self.face != HIDDEN:
            return FACE_NAMES[self.face] + "*" * bool(self.lit)
        return "?" if self.lit is None else "▮*" if self.lit else "▯"

    @property
    def words(self) -> str:
        """In words."""
        if self.face != HIDDEN:
            return card_name(self.face, bool(self.lit))
        return "a hidden card" if self.lit is None else "a hidden Transformer" if self.lit else "a hidden plain card"


@dataclass(frozen=True, slots=True)
class Player:
    """A seat at the table."""

    seat: int
    you: bool
    active: bool
    won: bool
    sets: int
    cards: tuple[Card, ...]
    known: str  # the cards of this hand that the other player knows (VQ-37)
    backs: str  # for a hidden hand: its Transformers in words

    @property
    def name(self) -> str:
        """The seat's letter."""
        return SEAT_NAMES[self.seat]

    @property
    def hidden(self) -> bool:
        """Whether only backs are seen."""
        return any(card.face == HIDDEN for card in self.cards)

    @property
    def notes(self) -> list[str]:
        """What there is to say about the hand."""
        notes = [f"{_many(len(self.cards), 'card')}{self.backs}"] if self.hidden else []
        if self.known:
            notes.append(f"known to {SEAT_NAMES[1 - self.seat]}: {_spaced(self.known)}")
        return notes


@dataclass(frozen=True, slots=True)
class Place:
    """A terminal: its sign, and the cards and totals of both seats' sides."""

    number: int
    plus: bool
    sides: tuple[tuple[Card, ...], tuple[Card, ...]]

    @property
    def totals(self) -> tuple[int, int]:
        """What each side counts (V-35)."""
        a, b = (sum(worth(card.face) for card in side) for side in self.sides)
        return a, b

    @property
    def cards(self) -> int:
        """How many cards lie here."""
        return len(self.sides[0]) + len(self.sides[1])

    @property
    def wins(self) -> str:
        """Which total wins (V-36)."""
        return "high" if self.plus else "low"

    def standing(self, seat: int) -> str:
        """How a side stands as things are: ahead, behind (nothing to say) or tied."""
        mine, other = self.totals[seat], self.totals[1 - seat]
        if not self.cards or (mine != other and (mine > other) != self.plus):
            return ""
        return "tie" if mine == other else "ahead"


@dataclass(frozen=True, slots=True)
class Table:
    """All there is to draw."""

    edition: str
    names: Names
    title: str
    turn: int
    due: str
    your_turn: bool
    target: int
    places: tuple[Place, ...]
    players: tuple[Player, Player]  # above, below
    pile: int
    pile_lit: int | None
    top: Card
    order: tuple[Card, ...]  # cards on top of the pile whose order is known
    discard: tuple[Card, ...]
    discard_open: bool
    notes: tuple[tuple[str, str], ...]  # further knowledge: a first word, and the rest


# ------------------------------------------------------------------- looking
def look(shown: Shown) -> Table:
    """What a view shows, or a state in its whole truth."""
    game, g = shown.game, shown.game.tables
    names = NAMES[game.options["edition"]]
    if isinstance(shown, VoltageState):
        s, seat, title, notes = shown.record, None, "the whole truth", []
        pile, pile_lit, order = count(s.pile), r.lit_in_pile(g, s), shown.order
    else:
        s, seat, order = shown.sight, shown.seat, ()
        title = "a spectator's view" if seat is None else f"you are {SEAT_NAMES[seat]}"
        pile, pile_lit = shown.pile_size, shown.pile_lit
        knowledge = (
            ("Known", "to be in the two hands", shown.known_of_both),
            ("Seen", "from both sides before, hidden now", shown.paired),
        )
        notes = [(first, f"{rest}: {_spaced(cards)}") for first, rest, cards in knowledge if cards]

    def cards(zone: int) -> tuple[Card, ...]:
        return _cards(kinds_of(g, zone, s.lit))

    above, below = (_player(shown, s, p) for p in ((0, 1) if seat == 1 else (1, 0)))
    return Table(
        edition=game.options["edition"],
        names=names,
        title=title,
        turn=s.turn,
        due=due_in_words(g, s, pile, len((above if above.seat == s.player else below).cards), names),
        your_turn=seat is not None and seat in shown.acting,
        target=g.target,
        places=tuple(Place(t, bool(s.plus[t]), (cards(s.side[0][t]), cards(s.side[1][t]))) for t in range(r.TERMINALS)),
        players=(above, below),
        pile=pile,
        pile_lit=pile_lit,
        top=Card(HIDDEN, None if s.top == r.UNSEEN else s.top == r.LIT),
        order=_cards(order),
        discard=cards(s.discard),
        discard_open=game.options["discard_view"] == "open",
        notes=tuple(notes),
    )


def _player(shown: Shown, s: Any, p: int) -> Player:
    backs = ""
    if isinstance(shown, VoltageState):
        g, by_face = shown.game.tables, shown.game.known_by_face
        cards = _cards(kinds_of(g, s.hand[p], s.lit))
        known = face_text(faces_of(g, s.known[p])) if by_face else kind_text(kinds_of(g, s.known[p], s.lit))
    else:
        hand = shown.hands[p]
        known = hand.known
        if hand.kinds is not None:
            cards = _cards(hand.kinds)
        elif hand.lit is not None:
            cards = (Card(HIDDEN, False),) * (hand.size - hand.lit) + (Card(HIDDEN, True),) * hand.lit
            backs = f", {_many(hand.lit, 'Transformer')}"
        else:
            cards = (Card(HIDDEN, None),) * hand.size
            least, most = s.least[p], s.most[p]
            backs = f", {_many(most, 'Transformer') if least == most else f'{least} to {most} Transformers'}"
    over = s.phase == r.OVER
    return Player(
        seat=p,
        you=isinstance(shown, VoltageView) and shown.seat == p,
        active=p == s.player and s.first != r.EITHER and s.phase != r.DEAL and not over,
        won=over and s.score[p] > s.score[1 - p],
        sets=s.score[p],
        cards=cards,
        known=known,
        backs=backs,
    )


def due_in_words(g: Any, s: Any, pile: int, held: int, names: Names) -> str:
    """Whose turn it is and what is due; `held` is the hand of the active player."""
    who = SEAT_NAMES[s.player]
    if s.phase == r.OVER:
        best = int(s.score[1] > s.score[0])
        return f"{SEAT_NAMES[best]} wins {s.score[best]}:{s.score[1 - best]}"
    if s.first == r.EITHER:
        return "To be settled: who takes the first turn"
    if s.phase == r.DEAL:
        return f"The cards are being dealt; {who} begins"
    if s.drawing:
        return f"{who} is drawing a card"
    if pile and s.top == r.UNSEEN:
        return "The next back of the pile comes to light"
    if s.phase == r.FLIP:
        if s.flips > 1:
            return f"{who} flips two {names.token}s, one after the other"
        return f"{who} flips a {names.token}" + (", then draws the second card" if s.draws else "")
    if s.phase == r.AGAIN:
        return f"{who} draws the second card" + (f", then flips a {names.token}" if s.flips else "")
    return f"{who} to {_choices(g, s, pile, held)}"


def _choices(g: Any, s: Any, pile: int, held: int) -> str:
    """What may be done in the phases MAIN and SECOND, as far as everybody can tell."""
    room = s.phase == r.SECOND or held <= r.HAND_LIMIT - 2
    play = "play"
    if s.phase == r.SECOND:
        barred = terminal_name(s.played_on)
        play += " a second card"
        if not g.printed_colours:
            play += f" (not on {barred})"
        elif not s.played_special:
            play += f" (no {barred} number card)"
    choices = [play] if held else []
    if room and (pile or s.discard):
        choices.append("draw")
    elif not room:
        choices[0] += f" ({held} cards: no room for two draws)"
    return " or ".join(choices) or "do nothing: no cards are left"


def _cards(kinds: Iterable[int]) -> tuple[Card, ...]:
    return tuple(Card(kind >> 1, bool(kind & 1)) for kind in kinds)


def _many(n: int, what: str) -> str:
    return f"{n or 'no'} {what}{'' if n == 1 else 's'}"


def _spaced(names: str) -> str:
    return " ".join(CARD.findall(names))


# ------------------------------------------------------------------ terminal
_ASCII = str.maketrans(
    {**dict(zip("┌┬┐├┼┤└┴┘╋─━│┃●○■□▲◆►·Σ", "++++++++++--||o.#.^%>-=", strict=True)), "▯": "[]", "▮": "[]"}
)
_SIGNS = {True: ("  ┃  ", "━━╋━━", "  ┃  "), False: ("     ", "━━━━━", "     ")}
_ANSI = {"O": "38;5;208", "G": "38;5;41", "B": "38;5;39", "P": "38;5;141", "▮": "1;33"}
_BOLD = "1"
_TIE = "\N{NO-BREAK SPACE}"  # keeps a part of a line together


def table_text(
    shown: Shown, *, width: int = 80, colour: bool = False, ascii_only: bool = False, low: bool = False
) -> str:
    """The table for a terminal, no line wider than `width` (from 49 columns); in few lines for a low one."""
    page = _Page(look(shown), width, colour, ascii_only)
    return "\n".join(page.few_lines() if low or width < NARROW else page.lines())


class _Page:
    """A text table in the making."""

    def __init__(self, table: Table, width: int, colour: bool, ascii_only: bool) -> None:
        self.table = table
        self.width = min(max(width, NARROWEST), WIDEST)
        self.cell = (self.width - 5) // r.TERMINALS
        self.colour = colour
        self.ascii = ascii_only

    def lines(self) -> list[str]:
        """The whole table."""
        table = self.table
        above, below = table.players
        head = f"VOLTAGE {table.edition}"
        right = f"turn {table.turn} · {table.title}"
        due = f"{table.due}{' - your turn' * table.your_turn}"
        lines = [self.paint(self.plain(f"{head}{right:>{self.board - len(head)}}"), _BOLD)]
        lines += [self.paint(line, _BOLD) for line in self.wrapped(due, "")]
        lines += ["", *self.player(above), *self.places(above, below), *self.player(below), ""]
        return [*lines, *self.piles(), *self.discard(), *self.notes(), *self.legend()]

    def few_lines(self) -> list[str]:
        """The same with nothing but what changes: a whole turn is to be seen on 24 lines."""
        table = self.table
        above, below = table.players
        due, right = f"{table.due}{' - your turn' * table.your_turn}", f"turn {table.turn}"
        if len(due) + 2 + len(right) <= self.board:
            due += f"{right:>{self.board - len(due)}}"
        lines = [self.paint(line, _BOLD) for line in self.wrapped(due, "")]
        lines += [*self.player(above), *self.few_places(above, below), *self.player(below), *self.piles(short=True)]
        # Nothing discarded: the game is young, and the signs are new.
        return [*lines, *(self.discard() if table.discard else self.legend(short=True)), *self.notes()]

    @property
    def board(self) -> int:
        """The width of the drawn board."""
        return self.cell * r.TERMINALS + 5

    def plain(self, text: str) -> str:
        """With signs that every terminal has, if that is asked for."""
        return text.translate(_ASCII) if self.ascii else text

    def paint(self, text: str, code: str) -> str:
        """In a colour, if that is asked for."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text

    def wrapped(self, text: str, indent: str) -> list[str]:
        """A long line as several."""
        return textwrap.wrap(self.plain(text), self.width, subsequent_indent=indent, break_long_words=False)

    def listed(self, label: str, text: str) -> list[str]:
        """A line that starts with a label and may speak of cards, which get their colours."""
        lines = [line.replace(_TIE, " ") for line in self.wrapped(f"{label:<11}{text}", " " * 11)]
        return [re.sub(r"\b[OGBP][123]\b\*?|▮\*", lambda m: self.paint(m[0], _ANSI[m[0][0]]), line) for line in lines]

    def player(self, player: Player) -> list[str]:
        """A seat's line: whose turn, the sets won, the hand, and what is known of it."""
        label = f"{'►' if player.active else ' '} {player.name}{' (you)' if player.you else ''}"
        lamps = "●" * player.sets + "○" * (self.table.target - player.sets)
        hand = " ".join(map(str, player.cards)) or "no cards"
        parts = [f"{self.table.names.track} {lamps}", *["WINS"] * player.won, hand, *player.notes]
        return self.listed(label, "   ".join(part.replace(" ", _TIE) for part in parts))

    def places(self, above: Player, below: Player) -> list[str]:
        """The four terminals side by side."""
        places = self.table.places
        wide = self.cell >= 17  # a sign of five columns, a gap, nine columns of words
        gap = "  " if wide else " "

        middle: list[list[str]] = [[], [], []]
        for place in places:
            words = _name(place), f"{place.wins.upper()} wins", f"{_pips(place)} {place.cards}/{r.SET_SIZE}"
            for row, sign, word in zip(middle, _SIGNS[place.plus], words, strict=True):
                row.append(f" {sign}{gap}{word}" if wide else f"{sign[1:-1]}{gap}{word}")
        return [
            self.rule("┌┬┐", above),
            self.lying(above),
            self.sums(above),
            self.rule("├┼┤"),
            *map(self.row, middle),
            self.rule("├┼┤"),
            self.sums(below),
            self.lying(below),
            self.rule("└┴┘", below),
        ]

    def few_places(self, above: Player, below: Player) -> list[str]:
        """The four terminals with their names in the line between the sides."""
        places = self.table.places
        wide = self.cell >= 17
        names = [
            f"{'─' * wide}[{'+' if place.plus else '-'}] {_name(place)[2 * (self.cell < 13) :]} " for place in places
        ]
        wins = " wins " if wide else " "
        return [
            self.rule("┌┬┐", above),
            self.lying(above),
            self.sums(above),
            self.plain(f"├{'┼'.join(f'{name:─<{self.cell}}' for name in names)}┤"),
            self.row([f" {place.wins.upper()}{wins}{_pips(place)}" for place in places]),
            self.sums(below),
            self.lying(below),
            self.rule("└┴┘", below),
        ]

    def sums(self, player: Player) -> str:
        """A side's totals."""
        return self.row([f" Σ {p.totals[player.seat]} {p.standing(player.seat)}" for p in self.table.places])

    def lying(self, player: Player) -> str:
        """A side's cards; the terminal is their colour."""
        sides = [place.sides[player.seat] for place in self.table.places]
        return self.row([" " + " ".join(str(card).lstrip(COLOURS) for card in side) for side in sides])

    def rule(self, corners: str, player: Player | None = None) -> str:
        """A horizontal line, with the name of the side it closes."""
        name = f"─ {player.name}'s side " if player else ""
        parts = [f"{name if t == 0 else '':─<{self.cell}}" for t in range(r.TERMINALS)]
        return self.plain(f"{corners[0]}{corners[1].join(parts)}{corners[2]}")

    def row(self, cells: Sequence[str]) -> str:
        """One line through the four terminals; what fills its cell needs no gap."""
        cells = [cell if len(cell) <= self.cell else cell.lstrip() for cell in cells]
        bar = self.plain("│")
        painted = [
            self.paint(self.plain(f"{cell:<{self.cell}}"), _ANSI[c]) for cell, c in zip(cells, COLOURS, strict=True)
        ]
        return f"{bar}{bar.join(painted)}{bar}"

    def top(self) -> str:
        """The top back of the draw pile."""
        table = self.table
        if not table.pile:
            return ""
        if table.top.lit is None:
            return "; the top back is not seen yet"
        return f"; top {table.top} " + (f"Transformer, flips a {table.names.token}" if table.top.lit else "plain")

    def piles(self, *, short: bool = False) -> list[str]:
        """The draw pile; `short` where it would take a second line."""
        table = self.table
        lines = self.listed("Draw pile", f"{pile_words(table)}{self.top()}")
        if short and len(lines) > 1:
            lines = self.listed("Draw pile", f"{pile_words(table)}{self.top().partition(',')[0]}")
        return lines + (self.listed("Next", " ".join(map(str, table.order))) if table.order else [])

    def discard(self) -> list[str]:
        """The discard pile."""
        table = self.table
        text = _many(len(table.discard), "card")
        if table.discard and table.discard_open:
            text += f": {' '.join(map(str, table.discard))}"
        return self.listed("Discard", text)

    def notes(self) -> list[str]:
        """Further knowledge."""
        return [line for first, rest in self.table.notes for line in self.listed(first, rest)]

    def legend(self, *, short: bool = False) -> list[str]:
        """What the signs on cards mean; `short` where it would take a second line."""
        whole = self.listed(
            "Cards", f"S Bypass · F Blown Fuse · * Transformer: who draws it flips a {self.table.names.token}"
        )
        if not short or len(whole) == 1:
            return whole
        return self.listed("Cards", f"S Bypass · F Fuse · * flips a {self.table.names.token}")


def _name(place: Place) -> str:
    return f"{SHAPES[place.number]} {COLOUR_NAMES[COLOURS[place.number]].upper()}"


def _pips(place: Place) -> str:
    """How full a terminal is."""
    return "■" * place.cards + "□" * (r.SET_SIZE - place.cards)


def pile_words(table: Table) -> str:
    """The draw pile in words."""
    if not table.pile:
        return "empty"
    lit = "" if table.pile_lit is None else f", {_many(table.pile_lit, 'Transformer')}"
    return f"{_many(table.pile, 'card')}{lit}"


# ----------------------------------------------------------------- sentences
def describe(shown: Shown) -> str:
    """The table in plain sentences, for a screen reader or a language model."""
    return _sentences(look(shown))


def _sentences(table: Table) -> str:
    above, below = table.players
    first, second = sorted(table.players, key=lambda player: player.seat)
    lines = [
        f"Voltage, turn {table.turn}, {table.title}. {table.due}.{' It is your turn.' * table.your_turn}",
        f"Sets: {first.name} {first.sets}, {second.name} {second.sets}; {_many(table.target, 'set')} "
        f"({table.names.goal}) {'wins' if table.target == 1 else 'win'}.",
    ]
    for place in table.places:
        t = COLOUR_NAMES[COLOURS[place.number]]
        text = f"{t} shows {'plus' if place.plus else 'minus'}, the {place.wins}er total wins; "
        if not place.cards:
            lines.append(f"{text}no cards.")
            continue
        sides = [
            f"{p.name}'s side: {_words(place.sides[p.seat])}, total {place.totals[p.seat]}" for p in (below, above)
        ]
        ahead = [p.name for p in table.players if place.standing(p.seat) == "ahead"]
        lines.append(
            f"{text}{place.cards} of {r.SET_SIZE} cards. {'. '.join(sides)}. "
            + (f"{ahead[0]} is ahead." if ahead else "A tie: whoever plays the fifth card would lose it.")
        )
    for player in (below, above):
        who = f"{player.name} (you)" if player.you else player.name
        notes = "".join(f"; {note}" for note in player.notes[player.hidden :])
        hand = f"{_many(len(player.cards), 'hidden card')}{player.backs}" if player.hidden else _words(player.cards)
        lines.append(f"{who} holds {hand}{notes}.")
    top = f" The top card is {table.top.words}." * (table.pile > 0)
    if table.top.lit and top:
        top += f" Drawing it flips a {table.names.token}."
    lines.append(f"Draw pile: {pile_words(table)}.{top}")
    if table.order:
        lines.append(f"Next cards of the pile: {', '.join(card.words for card in table.order)}.")
    contents = f": {_words(table.discard)}" if table.discard and table.discard_open else ""
    lines.append(f"Discard pile: {_many(len(table.discard), 'card')}{contents}.")
    return "\n".join([*lines, *(f"{first} {rest}." for first, rest in table.notes)])


def _words(cards: Sequence[Card]) -> str:
    """Cards as people say them, equal ones together."""
    together = Counter(card.words for card in cards)
    return ", ".join(f"{n} times {words}" if n > 1 else words for words, n in together.items()) or "no cards"


# ----------------------------------------------------------------------- svg
def svg(shown: Shown) -> str:
    """The table as a self-contained SVG picture."""
    table = look(shown)
    return drawing.draw(table, _sentences(table))
