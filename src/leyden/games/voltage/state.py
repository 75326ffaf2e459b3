"""A position of Voltage as a value: the rules' record, wrapped in the house's contract.

The order of the pile is unknown unless a position text wrote it down; then chance has one outcome only
until that order is used up.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from leyden.core.cards import count, index_of, nth_card
from leyden.core.contract import Action, Draw, Event, Illegal, Json, Node, Outcome, Refusal, Seat, State
from leyden.core.streams import Luck, as_stream
from leyden.games.voltage import events as tell
from leyden.games.voltage import rules as r
from leyden.games.voltage.actions import VoltageDraw
from leyden.games.voltage.view import VoltageView, moves_of, view_of
from leyden.games.voltage.zones import faces_of, kind_text, kinds_of

if TYPE_CHECKING:
    from leyden.games.voltage.game import Voltage

A, B = Seat(0), Seat(1)
# Fields that `State` records hold besides the zones, in the order of JSON and of equality.
NUMBERS = (
    "player",
    "first",
    "phase",
    "played_on",
    "played_special",
    "flips",
    "draws",
    "drawing",
    "top",
    "loose",
    "fresh",
)


class VoltageState(State):
    """See `core.contract.State`."""

    __slots__ = ("_events", "_key", "_moves", "_order", "_s", "game")

    def __init__(self, game: Voltage, s: Any, order: tuple[int, ...] = (), events: tuple[Event, ...] = ()) -> None:
        self.game: Voltage = game
        self._s = s
        self._order = order  # kinds on top of the pile whose order is known, top first
        self._events = events
        self._key: tuple[Any, ...] | None = None
        self._moves: list[int] | None = None

    # ------------------------------------------------------------ whose move
    @property
    def record(self) -> Any:
        """A copy of the rules' record, for whoever works with the rules directly."""
        return self._s.copy()

    @property
    def order(self) -> tuple[int, ...]:
        """The kinds on top of the pile whose order a position text wrote down."""
        return self._order

    @property
    def node(self) -> Node:
        """Chance, a decision, or the end."""
        if r.chances(self.game.tables, self._s) != r.NOTHING:
            return Node.CHANCE
        return Node.TERMINAL if self._s.phase == r.OVER else Node.DECISION

    @property
    def acting(self) -> tuple[Seat, ...]:
        """The active player, when a decision is due."""
        seat = r.acting(self.game.tables, self._s)
        return () if seat < 0 else (Seat(seat),)

    def _legal_words(self) -> list[int]:
        if self._moves is None:
            self._moves = [0] * r.WORDS
            r.legal(self.game.tables, self._s, self._s.player, self._moves)
        return self._moves

    def legal_ids(self, seat: int) -> tuple[int, ...]:
        """The codes of the seat's legal actions, ascending."""
        if type(seat) is not int or seat not in (0, 1):  # in place of a call: this is on the way of every step
            self.game.check_seat(seat)
        return moves_of(self._legal_words()) if seat == self._s.player else ()

    def legal_actions(self, seat: int) -> tuple[Action, ...]:
        """The seat's legal actions in id order."""
        return tuple(self.game.actions.action(number, seat) for number in self.legal_ids(seat))

    def refusal(self, seat: int, action: Action) -> Refusal | None:
        """Why not; None for a legal action."""
        number = self.game.actions.id(action)
        if (
            type(seat) is int
            and seat == self._s.player
            and self._legal_words()[number // r.WORD] >> number % r.WORD & 1
        ):
            return None
        return self.observation(seat).refusal(action)

    # ------------------------------------------------------------- moving on
    def apply(self, seat: int, action: Action) -> VoltageState:
        """The state after a decision."""
        refused = self.refusal(seat, action)
        if refused is not None:
            raise Illegal(refused)
        seat = self._s.player  # who else may decide; and of plain numbers, whatever the caller's are
        g, s = self.game.tables, self._s.copy()
        number = self.game.actions.id(action)
        told = tell.decided(bool(g.private), seat, self.game.actions.action(number, seat), s.plus)
        if number < r.DRAW:
            t = r.play(g, s, number)
            totals = r.total(g, s.side[0][t]), r.total(g, s.side[1][t])
            plus, before = bool(s.plus[t]), (s.score[0], s.score[1])
            r.settle(g, s, t)
            if (s.score[0], s.score[1]) != before:
                told += (tell.scored(t, plus, totals, int(s.score[1] > before[1]), (s.score[0], s.score[1])),)
            if s.phase == r.OVER:
                told += (tell.over(int(s.score[1] > s.score[0]), (s.score[0], s.score[1])),)
        else:
            r.apply(g, s, seat, number)
            told += self._refilled(s)
        return VoltageState(self.game, s, self._order, told)

    def _refilled(self, s: Any) -> tuple[Event, ...]:
        """The event of a reshuffle between this state and record `s`, if there was one."""
        return (tell.reshuffled(count(s.pile)),) if self._s.discard and not s.discard else ()

    def chance_outcomes(self) -> tuple[tuple[Draw, Fraction], ...]:
        """All outcomes of chance with their exact probabilities."""
        g, s = self.game.tables, self._s
        owed = r.chances(g, s)
        if owed == r.NOTHING:
            return ()
        if self._order and owed != r.WHO_BEGINS:
            return ((self._ordered(owed), Fraction(1)),)
        weights = [(outcome, r.weight(g, s, outcome)) for outcome in range(r.DRAWS)]
        total = sum(w for _, w in weights)
        return tuple((self._outcome(outcome), Fraction(w, total)) for outcome, w in weights if w)

    def _outcome(self, outcome: int) -> VoltageDraw:
        return VoltageDraw(outcome, outcome >= r.FACE_DRAWN and self._s.top == r.LIT)

    def _ordered(self, owed: int) -> VoltageDraw:
        kind = self._order[0]
        if owed == r.NEXT_BACK:
            return VoltageDraw(r.LIT_BACK if kind & 1 else r.PLAIN_BACK)
        return VoltageDraw(r.FACE_DRAWN + (kind >> 1), bool(kind & 1))

    def sample(self, stream: Luck) -> Draw:
        """An outcome by the exact law; the rules' own `chance` draws the same one from that stream."""
        g, s = self.game.tables, self._s
        owed = r.chances(g, s)
        if owed == r.NOTHING:
            raise ValueError("nothing is owed by chance here")
        stream = as_stream(stream)
        if self._order and owed != r.WHO_BEGINS:
            return self._ordered(owed)
        if owed == r.NEXT_FACE:
            cards = r.drawable(g, s)
            card = nth_card(cards, stream.below(count(cards)))
            return self._outcome(r.FACE_DRAWN + g.face[index_of(card)])
        if owed == r.NEXT_BACK:
            n = count(s.pile)
            return self._outcome(r.PLAIN_BACK if stream.below(n) < n - r.lit_in_pile(g, s) else r.LIT_BACK)
        return self._outcome(r.FIRST_A + stream.below(r.SEATS))

    def draw(self, outcome: Draw) -> VoltageState:
        """The state after chance decided so."""
        g = self.game.tables
        owed = r.chances(g, self._s)
        if not isinstance(outcome, VoltageDraw) or not self._possible(outcome, owed):
            raise Illegal(self._no_such_draw(outcome, owed))
        s = self._s.copy()
        order = self._order
        told: tuple[Event, ...] = ()
        if owed == r.WHO_BEGINS:
            told = (tell.begins(outcome.outcome),)
        elif owed == r.NEXT_BACK and not (g.private and s.phase == r.DEAL):
            told = (tell.top_shown(outcome.outcome == r.LIT_BACK),)
        r.draw(g, s, outcome.outcome)
        if owed == r.NEXT_FACE:
            order = order[1:]
            dealing = self._s.phase == r.DEAL
            seat = int(s.hand[1] != self._s.hand[1])
            told = tell.drew(bool(g.private), dealing, seat, outcome)
            if count(self._s.pile) == 1:
                told += (tell.ran_out(),)
            told += self._refilled(s)
        return VoltageState(self.game, s, order, told)

    def _possible(self, outcome: VoltageDraw, owed: int) -> bool:
        if owed == r.NOTHING or outcome != self._outcome(outcome.outcome):
            return False
        if self._order and owed != r.WHO_BEGINS:
            return outcome == self._ordered(owed)
        return bool(r.weight(self.game.tables, self._s, outcome.outcome))

    def _no_such_draw(self, outcome: Draw, owed: int) -> Refusal:
        if owed == r.NOTHING:
            return Refusal("V-42", "chance owes nothing here")
        if not isinstance(outcome, Draw):
            return Refusal("V-42", f"{outcome!r} is no outcome of chance; `game.parse_draw` reads a text")
        wanted = tuple(str(d) for d, _ in self.chance_outcomes())
        return Refusal("V-42", f"chance cannot give {outcome} here; it can give {', '.join(wanted)}", wanted)

    # ------------------------------------------------------------ what is seen
    def observation(self, seat: int | None) -> VoltageView:
        """What a seat, or a spectator, knows."""
        who = self.game.check_seat(seat)
        return view_of(self.game, self._s, who, self._legal_words() if who == self._s.player else None)

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last step did."""
        return self._events

    @property
    def outcome(self) -> Outcome | None:
        """The result, at the end."""
        return outcome_of(self._s) if self._s.phase == r.OVER else None

    # -------------------------------------------------------------- equality
    def _identity(self) -> tuple[Any, ...]:
        if self._key is None:
            g, s = self.game.tables, self._s
            zones = [s.hand[0], s.hand[1], s.discard, *s.side[0], *s.side[1], s.pile, *s.paired]
            known = [faces_of(g, k) if self.game.known_by_face else kinds_of(g, k, s.lit) for k in s.known]
            self._key = (
                tuple(kinds_of(g, zone, s.lit) for zone in zones),
                tuple(known),
                tuple(s.plus),
                tuple(s.score),
                (tuple(s.least), tuple(s.most), s.turn),
                tuple(getattr(s, name) for name in NUMBERS),
                self._order,
            )
        return self._key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, VoltageState) and self._identity() == other._identity() and self.game == other.game

    def __hash__(self) -> int:
        return hash(self._identity())

    def __reduce__(self) -> Any:
        return _state_again, (self.game, self.to_json(), self._events)

    def __deepcopy__(self, memo: object) -> VoltageState:
        return self

    # ----------------------------------------------------------------- texts
    def __str__(self) -> str:
        from leyden.games.voltage.notation import position_text

        return position_text(self)

    def __repr__(self) -> str:
        return f"<voltage {self}>"

    def to_json(self) -> Json:
        """The whole truth as plain data."""
        g, s = self.game.tables, self._s
        by_face = self.game.known_by_face

        def text(cards: int) -> str:
            return kind_text(kinds_of(g, cards, s.lit))

        known = [kind_text(tuple(2 * f for f in faces_of(g, k))) if by_face else text(k) for k in s.known]
        return {
            "game": "voltage",
            **self.game.to_json(),
            "hands": [text(s.hand[0]), text(s.hand[1])],
            "sides": [[text(cards) for cards in row] for row in s.side],
            "pile": text(s.pile),
            "order": kind_text(self._order),
            "discard": text(s.discard),
            "known": known,
            "paired": [text(cards) for cards in s.paired],
            "plus": list(s.plus),
            "score": list(s.score),
            "least": list(s.least),
            "most": list(s.most),
            "turn": s.turn,
            **{name: getattr(s, name) for name in NUMBERS},
        }

    def _repr_html_(self) -> str:
        from leyden.games.voltage.picture import svg

        return svg(self)


def _state_again(game: Voltage, data: Json, told: tuple[Event, ...]) -> VoltageState:
    """A state out of a pickle, with what its last step told."""
    state = game._state_from(data)
    return VoltageState(state.game, state.record, state.order, told)


def outcome_of(s: Any) -> Outcome:
    """The result of a finished game (V-51)."""
    winner = 0 if s.score[0] > s.score[1] else 1
    ranking = ((Seat(winner),), (Seat(1 - winner),))
    sets = f"{s.score[winner]} set{'s' * (s.score[winner] != 1)}"
    return Outcome(ranking, (s.score[0], s.score[1]), f"{'AB'[winner]} has won {sets} [V-51]")
