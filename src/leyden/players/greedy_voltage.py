"""Greedy for Voltage: one readable sum of named weights over what a move changes on the table.

It looks one action ahead and no further, at what everybody can see and its own hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from leyden.core.contract import Action, View
from leyden.core.streams import Stream
from leyden.games.voltage.actions import DrawCard, FlipToken, PlayNumber, PlaySpecial
from leyden.games.voltage.cards import worth
from leyden.games.voltage.events import terminal_name
from leyden.games.voltage.rules import BYPASS, SET_SIZE
from leyden.games.voltage.view import VoltageView
from leyden.players.bot import Bot, Choice

if TYPE_CHECKING:
    from leyden.games.voltage.view import Terminal

# How much a lead on a terminal counts when 0 … 4 cards lie there.
NEARNESS = (0.0, 0.12, 0.25, 0.45, 0.80)

WEIGHTS: Mapping[str, float] = {
    "set_won": 1.0,  # a set for me, now
    "set_lost": -1.0,  # a set for you, now
    "last_set": 4.0,  # and it is the one that wins the game (or loses it)
    "standing": 1.0,  # leads on the terminals, by nearness to five cards
    "special_spent": -0.18,  # a Bypass or Fuse out of the hand
    "draw": 0.05,  # a card more
    "draw_short": 0.15,  # and two or fewer in hand
}


@dataclass(frozen=True, slots=True)
class Place:
    """A terminal from my side: whether high wins, both totals, cards lying there."""

    plus: bool
    mine: int
    yours: int
    cards: int

    @property
    def lead(self) -> int:
        """How far I am ahead."""
        return (self.mine - self.yours) * (1 if self.plus else -1)

    @property
    def standing(self) -> float:
        """The lead, bounded, and the more the nearer the set is to being scored."""
        x = 0.45 * self.lead
        return NEARNESS[min(self.cards, SET_SIZE - 1)] * x / (1 + abs(x))


def place_of(terminal: Terminal, seat: int) -> Place:
    """A terminal as this seat sees it."""
    mine, yours = terminal.sides[seat], terminal.sides[1 - seat]
    return Place(terminal.plus, mine.total, yours.total, terminal.cards)


def after(place: Place, action: PlayNumber | PlaySpecial) -> Place:
    """The terminal after a play."""
    mine, yours, cards = place.mine, place.yours, place.cards + 1
    if isinstance(action, PlayNumber):
        if action.own:
            mine += worth(action.face)
        else:
            yours += worth(action.face)
    elif action.target is not None:
        hit = worth(action.target[0])
        yours -= hit
        if action.face == BYPASS:
            mine += hit
        else:
            cards -= 1
    return Place(place.plus, mine, yours, cards)


def features(view: VoltageView, action: Action) -> dict[str, float]:
    """What an action changes, in named figures."""
    seat = view.seat
    assert seat is not None
    if isinstance(action, DrawCard):
        return {"draw": 1.0, "draw_short": float(view.hands[seat].size <= 2)}
    assert isinstance(action, PlayNumber | PlaySpecial | FlipToken)
    before = place_of(view.terminals[action.terminal], seat)
    if isinstance(action, FlipToken):
        return {"standing": -2 * before.standing}
    then = after(before, action)
    found = {"standing": then.standing - before.standing, "special_spent": float(isinstance(action, PlaySpecial))}
    if then.cards == SET_SIZE:
        won = then.lead > 0  # V-37: a tie is lost by whoever plays the fifth card
        needed = int(view.game.options["target_sets"]) - view.scores[seat if won else 1 - seat]
        found = {
            "standing": -before.standing,
            "special_spent": found["special_spent"],
            "set_won": float(won),
            "set_lost": float(not won),
            "last_set": (1.0 if won else -1.0) * (needed == 1),
        }
    return found


class GreedyVoltage(Bot):
    """The action whose named figures add up to most; equal ones by lot."""

    name = "greedy"

    def __init__(self, weights: Mapping[str, float] = WEIGHTS) -> None:
        self.weights = weights

    def value(self, view: VoltageView, action: Action) -> float:
        """The weighted sum of an action's features."""
        return sum(self.weights[name] * amount for name, amount in features(view, action).items())

    def choose(self, view: View, luck: Stream) -> Choice:
        """The best-valued action, with its reason."""
        assert isinstance(view, VoltageView)
        values = [(self.value(view, action), action) for action in view.legal]
        best = max(value for value, _ in values)
        among = [action for value, action in values if value >= best - 1e-9]
        action = among[luck.below(len(among))]
        return Choice(action, best, self.explain(view, action))

    def explain(self, view: VoltageView, action: Action) -> str:
        """What the table looks like after an action, in a player's words."""
        good = self.value(view, action) >= 0
        return f"looking one move ahead: {'' if good else 'nothing does less harm; '}{outlook(view, action)}"


def outlook(view: VoltageView, action: Action) -> str:
    """What an action leads to, told to who takes it."""
    seat = view.seat
    assert seat is not None
    if isinstance(action, DrawCard):
        return f"no play gains as much as one more card; you hold {view.hands[seat].size}"
    assert isinstance(action, PlayNumber | PlaySpecial | FlipToken)
    before = place_of(view.terminals[action.terminal], seat)
    then = replace(before, plus=not before.plus) if isinstance(action, FlipToken) else after(before, action)
    name, found = terminal_name(action.terminal), features(view, action)
    figures = f"{then.mine} against {then.yours}, and {'high' if then.plus else 'low'} wins"
    if then.cards < SET_SIZE:
        spent = ", for a special card" * bool(found.get("special_spent"))
        return f"on {name} you then have {figures}{spent}"
    tie = ", and who ties with the fifth card loses" * (not then.lead)
    end = " and the game" * bool(found["last_set"])
    return f"{'wins' if found['set_won'] else 'loses'} the set on {name}{end}: {figures}{tie}"
