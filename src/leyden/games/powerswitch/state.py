"""A position of Power Switch, the whole truth: see `core.contract.State`."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from leyden.core.cards import count, index_of, nth_card
from leyden.core.contract import Action, Draw, Event, Illegal, Json, Node, Outcome, Refusal, Seat, State
from leyden.core.streams import Luck, as_stream
from leyden.games.powerswitch import events as tell
from leyden.games.powerswitch import rules as r
from leyden.games.powerswitch.actions import PowerSwitchDraw
from leyden.games.powerswitch.cards import (
    MOST_SEATS,
    PILE,
    SHOCK,
    SHOCKS,
    SLOTS,
    WATCHER,
)
from leyden.games.powerswitch.knowledge import hidden, place, put
from leyden.games.powerswitch.view import PowerSwitchView, ids_of, view_of

if TYPE_CHECKING:
    from leyden.games.powerswitch.game import PowerSwitch

WORDS = ("pile", "laid", "shocked", "heap")
ROWS = ("hand", "seen", "totals", "switches", "tally")
NUMBERS = ("tower", "power", "dealer", "actor", "phase", "used", "pending", "round")


class PowerSwitchState(State):
    """Immutable: `apply` and `draw` return new states. `order` is the pile from the top, where somebody knows it."""

    __slots__ = ("_events", "_key", "_s", "game", "order")

    def __init__(self, game: PowerSwitch, s: Any, order: tuple[int, ...] = (), told: tuple[Event, ...] = ()) -> None:
        self.game: PowerSwitch = game
        self._s, self.order, self._events = s, order, told
        self._key: tuple[Any, ...] | None = None

    @property
    def record(self) -> Any:
        """A copy of the record that the rules work on."""
        return self._s.copy()

    # ----------------------------------------------------------- whose move
    @property
    def node(self) -> Node:
        """Chance, a decision, or the end."""
        if self._s.phase == r.OVER:
            return Node.TERMINAL
        return Node.CHANCE if r.chances(self.game.tables, self._s) else Node.DECISION

    @property
    def acting(self) -> tuple[Seat, ...]:
        """The seat that owes a decision."""
        seat = r.acting(self.game.tables, self._s)
        return () if seat == r.NOBODY else (Seat(seat),)

    def legal_ids(self, seat: int | None) -> tuple[int, ...]:
        """The codes of the seat's legal actions, ascending."""
        who, moves = self.game.check_seat(seat), [0, 0]
        if who is not None:
            r.legal(self.game.tables, self._s, who, moves)
        return ids_of(moves)

    def legal_actions(self, seat: int) -> tuple[Action, ...]:
        """The seat's legal actions in id order."""
        ids = self.legal_ids(seat)
        return self.observation(seat).legal if ids else ()

    def refusal(self, seat: int, action: Action) -> Refusal | None:
        """Why not; None for a legal action."""
        if self.game.actions.id(action) in self.legal_ids(seat):
            return None
        return self.observation(seat).refusal(action)

    # ------------------------------------------------------------- moving on
    def apply(self, seat: int, action: Action) -> PowerSwitchState:
        """The state after a decision."""
        refused = self.refusal(seat, action)
        if refused is not None:
            raise Illegal(refused)
        number = self.game.actions.id(action)
        s = self._s.copy()
        r.apply(self.game.tables, s, int(seat), number)
        told = tell.decided(self.game, self._s, s, seat, number)
        return PowerSwitchState(self.game, s, self.order, told)

    def chance_outcomes(self) -> tuple[tuple[Draw, Fraction], ...]:
        """What chance can decide, with exact probabilities (section 5)."""
        if r.chances(self.game.tables, self._s) == r.NOTHING:
            return ()
        if self.order and r.chances(self.game.tables, self._s) == r.NEXT_CARD:
            return ((PowerSwitchDraw(self.order[0]), Fraction(1)),)
        weights = [(n, r.weight(self.game.tables, self._s, n)) for n in range(r.DRAWS)]
        total = sum(weight for _, weight in weights)
        return tuple((PowerSwitchDraw(n), Fraction(weight, total)) for n, weight in weights if weight)

    def sample(self, stream: Luck) -> Draw:
        """One outcome by its law; the rules' own `chance` draws the same one from that stream."""
        g, s, stream = self.game.tables, self._s, as_stream(stream)
        owed = r.chances(g, s)
        if owed == r.NOTHING:
            raise ValueError("nothing is owed by chance here")
        if owed == r.NEXT_CARD:
            card = nth_card(s.pile, stream.below(count(s.pile)))
            return PowerSwitchDraw(self.order[0] if self.order else min(index_of(card), SHOCK))
        if owed in (r.NUMBER_DIE, r.DEALER_ROLL):
            return PowerSwitchDraw(r.NUMBER + g.face[stream.below(g.faces)])
        if owed == r.COLOUR_DIE:
            return PowerSwitchDraw(r.FACE + g.side[stream.below(g.sides)])
        return PowerSwitchDraw(r.SEAT + stream.below(g.seats) if owed == r.WHO_DEALS else r.SCORE)

    def draw(self, outcome: Draw) -> PowerSwitchState:
        """The state after chance decided so."""
        owed = r.chances(self.game.tables, self._s)
        possible = isinstance(outcome, PowerSwitchDraw) and r.weight(self.game.tables, self._s, outcome.outcome) > 0
        if not possible or (self.order and owed == r.NEXT_CARD and outcome.outcome != self.order[0]):  # type: ignore[attr-defined]
            raise Illegal(self._no_such_draw(outcome, owed))
        assert isinstance(outcome, PowerSwitchDraw)
        s = self._s.copy()
        r.draw(self.game.tables, s, outcome.outcome)
        order = self.order[1:] if owed == r.NEXT_CARD else () if owed == r.SCORING else self.order
        return PowerSwitchState(self.game, s, order, tell.drawn(self.game, self._s, s, outcome))

    def _no_such_draw(self, outcome: Draw, owed: int) -> Refusal:
        if owed == r.NOTHING:
            return Refusal("P-20", "chance owes nothing here")
        if not isinstance(outcome, Draw):
            return Refusal("P-20", f"{outcome!r} is no outcome of chance; `game.parse_draw` reads a text")
        wanted = tuple(str(draw) for draw, _ in self.chance_outcomes())
        return Refusal("P-20", f"chance cannot give {outcome} here; it can give {', '.join(wanted)}", wanted)

    # ------------------------------------------------------------ what is seen
    def observation(self, seat: int | None) -> PowerSwitchView:
        """What a seat, or a spectator, knows."""
        who = self.game.check_seat(seat)
        return view_of(self.game, self._s, who, self.legal_ids(who))

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last step did."""
        return self._events

    @property
    def outcome(self) -> Outcome | None:
        """The result, at the end."""
        return outcome_of(self.game, self._s) if self._s.phase == r.OVER else None

    # -------------------------------------------------------------- equality
    def _identity(self) -> tuple[Any, ...]:
        if self._key is None:
            self._key = (*r.State.as_tuple(canonical(self.game.tables, self._s)), self.order)
        return self._key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PowerSwitchState) and self._identity() == other._identity() and self.game == other.game

    def __hash__(self) -> int:
        return hash(self._identity())

    def __reduce__(self) -> Any:
        return _state_again, (self.game, r.State.as_tuple(self._s), self.order, self._events)

    def __deepcopy__(self, memo: object) -> PowerSwitchState:
        return self

    # ----------------------------------------------------------------- texts
    def __str__(self) -> str:
        from leyden.games.powerswitch.notation import position_text

        return position_text(self)

    def __repr__(self) -> str:
        return f"<powerswitch {self}>"

    def to_json(self) -> Json:
        """The whole truth as plain data; sets of cards are written in hexadecimal."""
        s, n = canonical(self.game.tables, self._s), self.game.seats
        return {
            "game": "powerswitch",
            **self.game.to_json(),
            "hand": [f"{cards:x}" for cards in list(s.hand)[:n]],
            **{name: f"{getattr(s, name):x}" for name in WORDS},
            "may": [[f"{cards:x}" for cards in list(s.may[v])[:n]] for v in (*range(n), WATCHER)],
            "seen": [f"{cards:x}" for cards in list(s.seen)[:n]],
            "totals": list(s.totals)[:n],
            "switches": list(s.switches)[:n],
            "tally": list(s.tally)[:n],
            **{name: getattr(s, name) for name in NUMBERS},
            "order": list(self.order),
        }

    def _repr_html_(self) -> str:
        from leyden.games.powerswitch.svg import svg

        return svg(self.observation(None))


def _state_again(game: PowerSwitch, values: Any, order: tuple[int, ...], told: tuple[Event, ...]) -> PowerSwitchState:
    return PowerSwitchState(game, r.State.from_tuple(values), order, told)


def outcome_of(game: PowerSwitch, s: Any) -> Outcome:
    """The result of a finished game (P-55)."""
    totals = tuple(s.totals[p] for p in range(game.seats))
    groups = [[Seat(p) for p in range(game.seats) if totals[p] == total] for total in sorted(set(totals))]
    best = " and ".join(game.seat_names[p] for p in groups[0])
    verb = "have" if len(groups[0]) > 1 else "has"
    return Outcome(tuple(map(tuple, groups)), totals, f"{best} {verb} the lowest total, {totals[groups[0][0]]} [P-55]")


# --------------------------------------------------------------- canonical form
def canonical(g: Any, s: Any) -> Any:
    """The same position in one form: Shock Plays numbered by where they are and what is known of them, and nothing
    written of what means nothing - empty hands, cards that a viewer sees, what was known before a round ended.
    """
    n, new = g.seats, s.copy()
    going_on = s.phase not in (r.OUT, r.OVER)
    viewers = (*range(n), WATCHER)
    source = s.pending // r.SOURCE if s.phase == r.RES else r.NO_CARD
    for v in range(WATCHER + 1):
        unseen = hidden(n, s, v) if going_on and v in viewers else 0
        for p in (*range(MOST_SEATS), PILE):
            if p == v or (p == PILE and v not in viewers):
                continue
            there = s.pile if p == PILE else s.hand[p]
            put(new, v, p, place(s, v, p) & unseen if there or p == source or s.phase <= r.DEAL else 0)
        if v < MOST_SEATS:
            new.seen[v] &= unseen
            if v not in viewers:
                new.may[v][v] = 0
    return renumbered(g, new)


def renumbered(g: Any, s: Any) -> Any:
    """Shock Plays take the lowest numbers, in the order of their places, then of what is known of them."""
    shocks = [1 << SLOTS + i for i in range(3) if any(zone >> SLOTS + i & 1 for zone in (*s.hand, s.pile))]
    pending = 1 << s.pending % r.SOURCE if s.phase == r.RES else 0

    def profile(shock: int) -> tuple[bool, ...]:
        zones = [*s.hand, s.pile, pending, *(cards for row in s.may for cards in row), s.heap, *s.seen]
        return tuple(not zone & shock for zone in zones)

    names = {old: 1 << SLOTS + i for i, old in enumerate(sorted(shocks, key=profile))}
    if all(old == new for old, new in names.items()):
        return s

    def again(cards: int) -> int:
        return cards & ~SHOCKS | sum(new for old, new in names.items() if cards & old)

    for row in (s.hand, s.seen, *s.may):
        for p in range(MOST_SEATS):
            row[p] = again(row[p])
    s.pile, s.heap = again(s.pile), again(s.heap)
    if pending & SHOCKS:
        s.pending += again(pending).bit_length() - pending.bit_length()
    return s
