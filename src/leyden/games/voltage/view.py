"""What one seat knows of a table of Voltage (section 4 of the rules).

A view is made from the record `Sight`, which `worlds.observe` fills from declared visibility. Its cards
are renumbered on the way, so that nothing about hidden cards can hide in the numbers.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from leyden.core.contract import Action, Json, Node, Outcome, Refusal, Seat, View
from leyden.games.voltage import rules as r
from leyden.games.voltage import worlds as w
from leyden.games.voltage.cards import COLOURS, worth
from leyden.games.voltage.zones import Deal, face_text, faces_of, kind_text, kinds_of, subset

if TYPE_CHECKING:
    from leyden.games.voltage.game import Voltage


@dataclass(frozen=True, slots=True)
class Side:
    """The cards on one side of a terminal: kinds, or faces alone where the backs are hidden."""

    text: str
    faces: tuple[int, ...]
    lit: tuple[bool, ...]

    @property
    def total(self) -> int:
        """What the side counts (V-35)."""
        return sum(map(worth, self.faces))


@dataclass(frozen=True, slots=True)
class Terminal:
    """One terminal as everybody sees it."""

    colour: str
    plus: bool
    sides: tuple[Side, Side]

    @property
    def cards(self) -> int:
        """How many cards lie here; the fifth scores (V-34)."""
        return sum(len(side.faces) for side in self.sides)


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand: its kinds if this viewer knows them, else its size, Transformers (None: hidden) and known cards."""

    size: int
    lit: int | None
    kinds: tuple[int, ...] | None
    known: str = ""

    def __str__(self) -> str:
        """As the position text writes it."""
        if self.kinds is not None:
            return kind_text(self.kinds) or "-"
        return "?" * (self.size - (self.lit or 0)) + "?*" * (self.lit or 0) or "-"


class VoltageView(View):
    """See `core.contract.View`."""

    def __init__(self, game: Voltage, v: Any, legal_ids: tuple[int, ...]) -> None:
        self.game: Voltage = game
        self._v = v
        self.seat = None if v.seat == w.SPECTATOR else Seat(v.seat)
        self.legal_ids = legal_ids

    @property
    def sight(self) -> Any:
        """A copy of the record behind this view, for compiled search."""
        return self._v.copy()

    # ----------------------------------------------------------- whose move
    @property
    def node(self) -> Node:
        """Chance, a decision, or the end."""
        if self._v.phase == r.OVER:
            return Node.TERMINAL
        return Node.DECISION if self._owes_no_draw() else Node.CHANCE

    def _owes_no_draw(self) -> bool:
        v = self._v
        return not (v.first == r.EITHER or v.drawing or (v.pile_size and v.top == r.UNSEEN))

    @property
    def acting(self) -> tuple[Seat, ...]:
        """The active player, when a decision is due."""
        return (Seat(self._v.player),) if self.node is Node.DECISION else ()

    @property
    def active(self) -> Seat:
        """The player whose turn it is."""
        return Seat(self._v.player)

    @functools.cached_property
    def legal(self) -> tuple[Action, ...]:
        """This seat's legal actions, in id order."""
        return tuple(self.game.actions.action(number, self.seat) for number in self.legal_ids)

    def refusal(self, action: Action) -> Refusal | None:
        """Why this seat may not take that action; None if it may."""
        from leyden.games.voltage.reasons import why_not

        if self.game.actions.id(action) in self.legal_ids:
            return None
        return why_not(self, self.game.actions.action(self.game.actions.id(action), self.seat))

    @property
    def outcome(self) -> Outcome | None:
        """The result, at the end."""
        from leyden.games.voltage.state import outcome_of

        return outcome_of(self._v) if self._v.phase == r.OVER else None

    # -------------------------------------------------------------- the table
    @functools.cached_property
    def terminals(self) -> tuple[Terminal, ...]:
        """The four terminals in the order O, G, B, P."""
        return tuple(
            Terminal(COLOURS[t], bool(self._v.plus[t]), (self._side(0, t), self._side(1, t)))
            for t in range(r.TERMINALS)
        )

    def _side(self, p: int, t: int) -> Side:
        lit = 0 if self.game.tables.private else self._v.lit
        kinds = kinds_of(self.game.tables, self._v.side[p][t], lit)
        text = "".join(kind_text((kind,))[1 if kind < 2 * r.BYPASS else 0 :] for kind in kinds)
        return Side(text, tuple(kind >> 1 for kind in kinds), tuple(bool(kind & 1) for kind in kinds))

    @functools.cached_property
    def hands(self) -> tuple[Hand, Hand]:
        """Both hands, as far as this viewer knows them."""
        return self._hand(0), self._hand(1)

    def _hand(self, p: int) -> Hand:
        v = self._v
        known = self._known_text(v.known[p])
        if p == v.seat:
            return Hand(v.hand_size[p], v.hand_lit[p], kinds_of(self.game.tables, v.hand[p], v.lit), known)
        lit = None if v.hand_lit[p] == w.HIDDEN else v.hand_lit[p]
        return Hand(v.hand_size[p], lit, None, known)

    def _known_text(self, cards: int) -> str:
        g = self.game.tables
        if self.game.known_by_face:
            return face_text(faces_of(g, cards))
        return kind_text(kinds_of(g, cards, g.lit))

    @property
    def known_of_both(self) -> str:
        """For a spectator: cards known to be in one of the two hands (VQ-37)."""
        return self._known_text(self._v.known[2])

    @property
    def paired(self) -> str:
        """Random backs: unseen cards of which this viewer once saw both sides (4.3)."""
        return kind_text(kinds_of(self.game.tables, self._v.paired, self._v.lit))

    @functools.cached_property
    def discard(self) -> str:
        """The discard pile in canonical order."""
        lit = 0 if self.game.tables.private else self._v.lit
        return kind_text(kinds_of(self.game.tables, self._v.discard, lit))

    @property
    def scores(self) -> tuple[int, int]:
        """Sets won by A and by B."""
        return self._v.score[0], self._v.score[1]

    @property
    def pile_size(self) -> int:
        """Cards in the draw pile."""
        return int(self._v.pile_size)

    @property
    def pile_lit(self) -> int | None:
        """Transformers in the draw pile; None where they cannot be counted."""
        return None if self._v.pile_lit == w.HIDDEN else int(self._v.pile_lit)

    @property
    def top_lit(self) -> bool | None:
        """Whether the top card of the pile is a Transformer; None while no top back is seen."""
        return None if self._v.top == r.UNSEEN else bool(self._v.top == r.LIT)

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""
        return int(self._v.turn)

    @property
    def phase(self) -> str:
        """The phase as the position text writes it: m, pO, d, fd, fe, x, …"""
        return phase_text(self.game.tables, self._v)

    @property
    def played_on(self) -> int | None:
        """The terminal of this turn's first play."""
        return None if self._v.played_on == r.NOWHERE else int(self._v.played_on)

    @property
    def played_special(self) -> bool:
        """Whether this turn's first play was a special card."""
        return bool(self._v.played_special)

    @property
    def flips_due(self) -> int:
        """How many tokens the active player must flip now or after the next draw."""
        return int(self._v.flips)

    # ------------------------------------------------------------------ texts
    def position(self) -> str:
        """The redacted VFEN."""
        from leyden.games.voltage.notation import view_text

        return view_text(self)

    def __str__(self) -> str:
        from leyden.games.voltage.picture import table_text

        return table_text(self)

    def __repr__(self) -> str:
        return f"<voltage view of {'a spectator' if self.seat is None else 'AB'[self.seat]}: {self.position()}>"

    def _repr_html_(self) -> str:
        from leyden.games.voltage.picture import svg

        return svg(self)

    def to_json(self) -> Json:
        """All that the viewer knows, as plain data."""
        v = self._v
        return {
            "game": "voltage",
            **self.game.to_json(),
            "seat": None if self.seat is None else "AB"[self.seat],
            "position": self.position(),
            "terminals": [
                {"colour": t.colour, "sign": "+" if t.plus else "-", "A": t.sides[0].text, "B": t.sides[1].text}
                for t in self.terminals
            ],
            "hands": [
                {"size": h.size, "lit": h.lit, "cards": None if h.kinds is None else str(h), "known": h.known}
                for h in self.hands
            ],
            "known_of_both": self.known_of_both,
            "paired": self.paired,
            "bounds": [list(v.least), list(v.most)],
            "discard": self.discard,
            "scores": list(self.scores),
            "pile": {"size": self.pile_size, "lit": self.pile_lit, "top_lit": self.top_lit},
            "turn": self.turn,
            "active": "AB"[self.active],
            "phase": self.phase,
            "acting": ["AB"[seat] for seat in self.acting],
            "legal": [str(action) for action in self.legal],
            "outcome": None if self.outcome is None else self.outcome.reason,
        }

    # -------------------------------------------------------------- equality
    def _identity(self) -> tuple[Any, ...]:
        return (*w.Sight.as_tuple(self._v), self.legal_ids)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, VoltageView) and self._identity() == other._identity() and self.game == other.game

    def __hash__(self) -> int:
        return hash(self._identity())

    def __reduce__(self) -> Any:
        return _view_again, (self.game, w.Sight.as_tuple(self._v), self.legal_ids)


def _view_again(game: Voltage, values: tuple[Any, ...], legal_ids: tuple[int, ...]) -> VoltageView:
    return VoltageView(game, w.Sight.from_tuple(values), legal_ids)


def moves_of(words: list[int]) -> tuple[int, ...]:
    """The actions in the words of a set, ascending."""
    found = []
    for at, word in enumerate(words):
        while word:
            found.append(at * r.WORD + (word & -word).bit_length() - 1)
            word &= word - 1
    return tuple(found)


def phase_text(g: Any, s: Any) -> str:
    """The phase of a state or a view as VFEN writes it (7.2, VC-7, VC-13)."""
    if s.phase == r.DEAL:
        text = "deal"
    elif s.phase == r.MAIN:
        text = "m"
    elif s.phase == r.SECOND:
        text = f"p{'-' if g.printed_colours and s.played_special else ''}{COLOURS[s.played_on]}"
    elif s.phase == r.AGAIN:
        text = "d1" if s.flips else "d"
    elif s.phase == r.FLIP:
        text = "fd" if s.draws else "fe2" if s.flips == 2 else "fe"
    else:
        text = "x"
    return text + ("+" if s.drawing and s.phase != r.DEAL else "")


def view_of(game: Voltage, s: Any, seat: int | None, words: list[int] | None) -> VoltageView:
    """The view of a seat; `words` are its legal actions, None if it owes no decision."""
    v = w.Sight.new()
    w.observe(game.tables, s, w.SPECTATOR if seat is None else seat, v)
    return VoltageView(game, _renumbered(game, v), moves_of(words) if words is not None else ())


def _renumbered(game: Voltage, v: Any) -> Any:
    """The same knowledge with the lowest physical cards of each kind, in a fixed order of zones."""
    g = game.tables
    deal = Deal(g)

    def zone(cards: int, open_backs: bool) -> int:
        if open_backs:
            return deal.take(kinds_of(g, cards, lit))
        return deal.take_faces(faces_of(g, cards))

    lit, old_hands, public = v.lit, list(v.hand), not g.private
    for p in range(r.SEATS):
        v.hand[p] = zone(v.hand[p], True)
    for p in range(r.SEATS):
        for t in range(r.TERMINALS):
            v.side[p][t] = zone(v.side[p][t], public)
    v.discard = zone(v.discard, public)
    v.paired = deal.take(kinds_of(g, v.paired, lit))  # before K, which is other cards (VC-15)
    known_lit = lit if g.loose else g.lit
    by_face = game.known_by_face
    rest = deal.rest()
    own_lit = deal.lit
    for p in range(3):
        if not v.known[p]:
            continue
        kinds = tuple(2 * f for f in faces_of(g, v.known[p])) if by_face else kinds_of(g, v.known[p], known_lit)
        among = v.hand[p] if p < r.SEATS and old_hands[p] else rest
        v.known[p] = subset(g, among, own_lit if among != rest else g.lit, kinds, by_face)
    v.lit = deal.lit
    return v
