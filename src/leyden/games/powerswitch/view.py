"""What one seat knows of a table of Power Switch (section 4 of the rules).

A view is made from the record `Sight`, which `worlds.observe` fills from declared visibility. Shock Plays are numbered
anew on the way, so that nothing about hidden ones can hide in their numbers.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from leyden.core.contract import Action, Json, Node, Outcome, Refusal, Seat, View
from leyden.games.powerswitch import rules as r
from leyden.games.powerswitch import worlds as w
from leyden.games.powerswitch.cards import CARD_NAMES, MOST_SEATS, PILE, SHOCKS, SLOTS, WATCHER, kinds_of, members
from leyden.games.powerswitch.layout import Column, action_text, asked_by, columns, phase_text, power_text

if TYPE_CHECKING:
    from leyden.games.powerswitch.game import PowerSwitch


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand: its size (None: not shown), the cards this viewer sees in it, and whether these are all of them."""

    size: int | None
    cards: tuple[int, ...]
    whole: bool

    def __str__(self) -> str:
        """As the position writes it: `B3,*`, `#5`, `#5{R9}`, `#?`."""
        names = ",".join(_names(self.cards))
        if self.whole or self.size == 0:
            return names or "-"
        size = "#?" if self.size is None else f"#{self.size}"
        return f"{size}{{{names}}}" if names else size


def _names(kinds: tuple[int, ...]) -> list[str]:
    return [CARD_NAMES[kind] for kind in kinds]


class PowerSwitchView(View):
    """See `core.contract.View`."""

    def __init__(self, game: PowerSwitch, v: Any, legal_ids: tuple[int, ...]) -> None:
        self.game: PowerSwitch = game
        self._v = v
        self.seat = None if v.seat == WATCHER else Seat(v.seat)
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
        return Node.CHANCE if r.chances(self.game.tables, self._v) else Node.DECISION

    @property
    def acting(self) -> tuple[Seat, ...]:
        """The seat that owes a decision."""
        return (Seat(self._v.actor),) if self.node is Node.DECISION else ()

    @property
    def actor(self) -> Seat | None:
        """The seat whose turn it is, also while its card is on the way."""
        return None if self._v.actor == r.NOBODY else Seat(self._v.actor)

    @functools.cached_property
    def legal(self) -> tuple[Action, ...]:
        """This seat's legal actions, in id order."""
        return tuple(self.game.actions.action(number, self) for number in self.legal_ids)

    def words(self, number: int) -> str:
        """A code in the words of this table (PC-6); empty where it is not this seat's turn."""
        if self.seat is not None and self.seat != self._v.actor:
            return ""
        me = int(self._v.actor) if self.seat is None else self.seat
        return action_text(self.game.tables, self._v, list(self._v.size), number, me)

    def refusal(self, action: Action) -> Refusal | None:
        """Why this seat may not take that action; None if it may."""
        from leyden.games.powerswitch.reasons import why_not

        number = self.game.actions.id(action)
        return None if number in self.legal_ids else why_not(self, self.game.actions.action(number, self))

    @property
    def outcome(self) -> Outcome | None:
        """The result, at the end."""
        from leyden.games.powerswitch.state import outcome_of

        return outcome_of(self.game, self._v) if self._v.phase == r.OVER else None

    # -------------------------------------------------------------- the table
    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of blue, green, red and yellow."""
        return columns(self._v)

    @property
    def tower(self) -> int | None:
        """The colour of the Power Tower."""
        return None if self._v.tower == r.NO_COLOUR else int(self._v.tower)

    @property
    def power(self) -> int | None:
        """The Power Number."""
        return int(self._v.power) or None

    @property
    def power_card(self) -> str:
        """The Power Card as the position writes it."""
        return power_text(self._v)

    @functools.cached_property
    def open_slots(self) -> tuple[int, ...]:
        """The cards whose slots are open (P-27)."""
        return kinds_of(r.ends(self._v) | r.starts(self._v)) if self._v.laid else ()

    @property
    def dead(self) -> tuple[int, ...]:
        """The cards whose slots are filled by Shock Plays (P-33)."""
        return kinds_of(self._v.shocked)

    @functools.cached_property
    def hands(self) -> tuple[Hand, ...]:
        """All hands, as far as this viewer knows them."""
        return tuple(self._hand(p) for p in range(self.game.seats))

    def _hand(self, p: int) -> Hand:
        v = self._v
        if p == v.seat or v.phase in (r.OUT, r.OVER):
            return Hand(v.size[p], kinds_of(v.hand[p]), True)
        counted = self.game.options["hand_counts"] == "public"
        return Hand(v.size[p] if counted else None, kinds_of(v.seen & v.may[p]) if v.size[p] else (), False)

    @property
    def pile_size(self) -> int:
        """Cards in the pile; before the deal is over, those that are still to be dealt are among them."""
        return int(self._v.pile_size)

    @property
    def pile(self) -> tuple[int, ...]:
        """The rest of the pile, where it is shown after a round (PQ-44)."""
        return kinds_of(self._v.pile)

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals of all seats."""
        return tuple(self._v.totals[p] for p in range(self.game.seats))

    @property
    def switches(self) -> tuple[int, ...]:
        """Power Switch cards left."""
        return tuple(self._v.switches[p] for p in range(self.game.seats))

    @property
    def switched(self) -> bool:
        """Whether somebody has switched this round."""
        return bool(self._v.used)

    @property
    def dealer(self) -> Seat | None:
        """Who deals; None while that is not settled."""
        return None if self._v.phase in (r.LOT_DEALER, r.DEALER) else Seat(self._v.dealer)

    @property
    def round(self) -> int:
        """The number of the round."""
        return int(self._v.round)

    @property
    def phase(self) -> str:
        """The phase as the position writes it: turn, give, res, …"""
        return phase_text(self._v)

    @property
    def pending(self) -> int:
        """What is pending, as the rules keep it."""
        return int(self._v.pending)

    @property
    def asked(self) -> Seat | None:
        """Whom the actor must ask when he is stuck and the pile is empty (P-40); None if nobody can give."""
        if self._v.phase != r.TURN:
            return None
        seat = asked_by(self.game.tables, list(self._v.size), self._v.actor)
        return None if seat == r.NOBODY else Seat(seat)

    def may_hold(self, place: int) -> tuple[int, ...]:
        """The unseen cards that a hand, or the pile (7), may hold as far as this viewer can tell (I-1 to I-8)."""
        return kinds_of(self._v.may[place])

    # ------------------------------------------------------------------ texts
    def position(self) -> str:
        """The redacted position (7.4)."""
        from leyden.games.powerswitch.notation import view_text

        return view_text(self)

    def __str__(self) -> str:
        from leyden.games.powerswitch.picture import table_text

        return table_text(self)

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat + 1}"
        return f"<powerswitch view of {who}: {self.position()}>"

    def _repr_html_(self) -> str:
        from leyden.games.powerswitch.svg import svg

        return svg(self)

    def to_json(self) -> Json:
        """All that the viewer knows, as plain data."""
        v, seats = self._v, range(self.game.seats)
        return {
            "game": "powerswitch",
            **self.game.to_json(),
            "seat": None if self.seat is None else self.seat + 1,
            "position": self.position(),
            "hands": [
                {"size": v.size[p], "cards": _names(h.cards), "whole": h.whole} for p, h in enumerate(self.hands)
            ],
            "may": {str(p + 1) if p in seats else "pile": f"{v.may[p]:x}" for p in (*seats, PILE)},
            "everybody": {str(p + 1) if p in seats else "pile": f"{v.all_may[p]:x}" for p in (*seats, PILE)},
            "coming": f"{v.may[w.COMING]:x}",
            "seen": f"{v.seen:x}",
            "pending": v.pending,
            "just_switched": v.used == 2,
            "acting": [seat + 1 for seat in self.acting],
            "legal": [str(action) for action in self.legal],
            "outcome": None if self.outcome is None else self.outcome.reason,
        }

    # -------------------------------------------------------------- equality
    def _identity(self) -> tuple[Any, ...]:
        return (*w.Sight.as_tuple(self._v), self.legal_ids)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PowerSwitchView) and self._identity() == other._identity() and self.game == other.game

    def __hash__(self) -> int:
        return hash(self._identity())

    def __reduce__(self) -> Any:
        return _view_again, (self.game, w.Sight.as_tuple(self._v), self.legal_ids)


def _view_again(game: PowerSwitch, values: tuple[Any, ...], legal_ids: tuple[int, ...]) -> PowerSwitchView:
    return PowerSwitchView(game, w.Sight.from_tuple(values), legal_ids)


def ids_of(words: list[int]) -> tuple[int, ...]:
    """The actions in the words of a set, ascending."""
    return tuple(at * r.WORD + card.bit_length() - 1 for at, word in enumerate(words) for card in members(word))


def view_of(game: PowerSwitch, s: Any, seat: int | None, legal_ids: tuple[int, ...]) -> PowerSwitchView:
    """The view of a seat with its legal actions."""
    v = w.Sight.new()
    w.observe(game.tables, s, WATCHER if seat is None else seat, v)
    return PowerSwitchView(game, _renumbered(v), legal_ids)


def _renumbered(v: Any) -> Any:
    """Shock Plays with the lowest numbers: the one to be played now, those in hands that are seen, then the others by
    what is known of them.
    """
    zones = [*v.hand, v.pile, v.unseen]
    shocks = [1 << SLOTS + i for i in range(3) if any(zone >> SLOTS + i & 1 for zone in zones)]
    card = v.pending % r.SOURCE
    pending = 1 << card if v.phase == r.RES and card != w.HIDDEN else 0

    def profile(shock: int) -> tuple[bool, ...]:
        return tuple(not zone & shock for zone in (pending, *v.hand, v.pile, *v.may, v.seen))

    names = {old: 1 << SLOTS + i for i, old in enumerate(sorted(shocks, key=profile))}
    present = sum(names.values())

    def again(cards: int) -> int:
        return cards & ~SHOCKS | sum(new for old, new in names.items() if cards & old)

    for p in range(MOST_SEATS):
        v.hand[p] = again(v.hand[p])
    for p in range(w.PLACES):
        v.may[p] = again(v.may[p])
        if v.all_may[p] & SHOCKS:  # who only watches cannot tell them apart
            v.all_may[p] = v.all_may[p] & ~SHOCKS | present
    v.pile, v.unseen, v.seen = again(v.pile), again(v.unseen), again(v.seen)
    if pending & SHOCKS:
        v.pending += again(pending).bit_length() - pending.bit_length()
    return v
