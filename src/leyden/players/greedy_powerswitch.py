"""Greedy for Power Switch: one readable sum of named weights over what a move does to the layout and to the hands.

It looks one action ahead and no further, at what its own view holds.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from leyden.core.contract import Action, View
from leyden.core.streams import Stream
from leyden.games.powerswitch import rules as r
from leyden.games.powerswitch.actions import PowerSwitchAction
from leyden.games.powerswitch.cards import (
    CARD_BY_NAME,
    CARD_NAMES,
    COLOUR_LETTERS,
    COLOUR_NAMES,
    NUMBERS,
    PILE,
    SHOCK,
    describe,
)
from leyden.games.powerswitch.view import PowerSwitchView
from leyden.players.bot import Bot, Choice

AVERAGE = 7.6  # points of a card nobody knows anything of

WEIGHTS: Mapping[str, float] = {
    "points": 0.04,  # a card's points, out of the hand
    "out": 10.0,  # the last card: the round is won
    "next_mine": 0.6,  # the next card of that column is mine
    "next_theirs": -0.8,  # or it is not, and somebody can follow
    "behind_mine": 0.25,  # my cards further on in that column
    "behind_theirs": -0.25,  # others' cards further on
    "unlocks_mine": 0.6,  # cards of mine in Lines that the Tower then lets on
    "unlocks_theirs": -0.8,  # others' cards
    "shock": -1.5,  # a Shock Play out of the hand
    "shock_on_mine": -4.0,  # and the dead card is my own
    "shock_on_theirs": 0.6,  # or surely in another hand
    "gives_dead": 3.0,  # a dead card to somebody else
    "gives_live": -1.5,  # a card that is played at once
    "gives_shock": -3.0,
    "gives_far": 0.15,  # how far a card is from being playable
    "switch": -4.5,  # a Power Switch is made once a game
    "switch_gain": 0.1,  # points my hand costs more than the other
    "switch_long": -0.5,  # cards to be played in the other hand
    "switch_out": 10.0,  # it is one card, and that can be played
    "colour_near": 1.0,  # cards in a colour, the more the nearer to the Power Number
    "colour_opens": 0.5,  # the Power Card is mine
}

HARM = (
    "next_theirs",
    "unlocks_theirs",
    "shock_on_mine",
    "gives_live",
    "gives_shock",
)  # a reason admits it


@dataclass(frozen=True)
class Place:
    """The table from one seat."""

    view: PowerSwitchView
    seat: int

    @functools.cached_property
    def sight(self) -> Any:
        """What the seat knows, as the rules keep it."""
        return self.view.sight

    @functools.cached_property
    def own(self) -> frozenset[int]:
        """My cards."""
        return frozenset(self.view.hands[self.seat].cards)

    @functools.cached_property
    def free(self) -> frozenset[int]:
        """The cards whose slots are not filled."""
        laid = self.sight.laid
        return frozenset(card for card in range(SHOCK) if not laid >> card & 1)

    def points(self, card: int) -> int:
        """What a card costs."""
        return int(r.value(self.view.game.tables, self.sight, 1 << card))

    @property
    def cost(self) -> int:
        """What my hand costs."""
        return sum(map(self.points, self.view.hands[self.seat].cards))

    def beyond(self, card: int) -> list[int]:
        """The cards of a column further on than this one, nearest first; from the Power Number in both directions."""
        number, power = card % NUMBERS, (self.view.power or 1) - 1
        up = range(card + 1, card - number + NUMBERS) if number >= power else range(0)
        down = range(card - 1, card - number - 1, -1) if number <= power else range(0)
        return [*up, *down]

    def following(self, card: int) -> list[int]:
        """The cards that fit when this one lies there, and did not before."""
        tower, number, power = self.view.tower, card % NUMBERS, (self.view.power or 1) - 1
        steps = [s for s in (1, -1) if 0 <= number + s < NUMBERS and (number - power) * s >= 0]
        found = [card + s for s in steps if card // NUMBERS == tower or self._in_tower(number + s)]
        return found + self.unlocked(card) * (card // NUMBERS == tower)

    def _in_tower(self, number: int) -> bool:
        return NUMBERS * (self.view.tower or 0) + number not in self.free

    def unlocked(self, card: int) -> list[int]:
        """The cards of Lines that fit when this card of the Tower lies there."""
        number, found = card % NUMBERS, []
        for c, column in enumerate(self.view.columns):
            if c != self.view.tower and column.high and number + 1 in (column.low - 1, column.high + 1):
                found.append(NUMBERS * c + number)
        return found

    def far(self, card: int) -> int:
        """How many cards must lie before this one."""
        power = (self.view.power or 1) - 1
        column = self.view.columns[card // NUMBERS]
        number = card % NUMBERS
        if not column.high:
            return abs(number - power)
        return max(number + 1 - column.high, column.low - number - 1)


def features(place: Place, action: PowerSwitchAction) -> dict[str, float]:
    """What an action does, in named figures."""
    match action.kind:
        case "card" | "give_shock":
            return _gift(place, action.card) if place.view.phase == "give" else _play(place, action.card)
        case "shock":
            return _shock(place, CARD_BY_NAME[str(action)[1:]])
        case "switch":
            return _switch(place, int(str(action)[1:]) - 1)
        case "colour":
            return _colour(place, action.colour)
    return {}


def _laid(place: Place, card: int) -> dict[str, float]:
    """What it does that a slot is filled."""
    beyond = [other for other in place.beyond(card) if other in place.free]
    mine = [other for other in beyond if other in place.own]
    following = [
        other for other in place.following(card) if other // NUMBERS == card // NUMBERS and other in place.free
    ]
    unlocked = place.unlocked(card) if card // NUMBERS == place.view.tower else []
    ours = sum(other in place.own for other in unlocked)
    return {
        "next_mine": sum(other in place.own for other in following),
        "next_theirs": sum(other not in place.own for other in following),
        "behind_mine": len(mine),
        "behind_theirs": len(beyond) - len(mine),
        "unlocks_mine": ours,
        "unlocks_theirs": len(unlocked) - ours,
        "out": place.view.hands[place.seat].size == 1,
    }


def _play(place: Place, card: int) -> dict[str, float]:
    return {"points": place.points(card), **_laid(place, card)}


def _shock(place: Place, slot: int) -> dict[str, float]:
    mine = slot in place.own
    theirs = not mine and slot not in place.view.may_hold(PILE)
    return {"shock": 1, "shock_on_mine": mine, "shock_on_theirs": theirs, **_laid(place, slot)}


def _gift(place: Place, card: int) -> dict[str, float]:
    if card == SHOCK:
        return {"gives_shock": 1}
    if card in place.view.dead:
        return {"gives_dead": 1, "points": place.points(card)}
    live = card in place.view.open_slots
    return {"points": place.points(card), "gives_live": live, "gives_far": 0 if live else place.far(card)}


def _switch(place: Place, other: int) -> dict[str, float]:
    hand = place.view.hands[other]
    size = AVERAGE * 2 if hand.size is None else hand.size
    known = sum(map(place.points, hand.cards))
    theirs = known + AVERAGE * (size - len(hand.cards))
    fits = hand.cards and (hand.cards[0] in place.view.open_slots)
    return {
        "switch": 1,
        "switch_gain": place.cost - theirs,
        "switch_long": size,
        "switch_out": size == 1 and bool(fits),
    }


def _colour(place: Place, colour: int) -> dict[str, float]:
    power = (place.view.power or 1) - 1
    numbers = [card % NUMBERS for card in place.own if card // NUMBERS == colour]
    near = sum(1 / (1 + abs(number - power)) for number in numbers)
    return {"colour_near": near, "colour_opens": power in numbers}


class GreedyPowerSwitch(Bot):
    """The action whose named figures add up to most; equal ones by lot."""

    name = "greedy"

    def __init__(self, weights: Mapping[str, float] = WEIGHTS) -> None:
        self.weights = weights

    def value(self, place: Place, action: Action) -> float:
        """The weighted sum of an action's features."""
        assert isinstance(action, PowerSwitchAction)
        return sum(self.weights[name] * amount for name, amount in features(place, action).items())

    def choose(self, view: View, luck: Stream) -> Choice:
        """The best-valued action, with its reason."""
        assert isinstance(view, PowerSwitchView)
        assert view.seat is not None
        place = Place(view, view.seat)
        values = [(self.value(place, action), action) for action in view.legal]
        best = max(value for value, _ in values)
        among = [action for value, action in values if value >= best - 1e-9]
        action = among[luck.below(len(among))]
        return Choice(action, best, self.explain(place, action))

    def explain(self, place: Place, action: Action) -> str:
        """Why an action is chosen, in a player's words."""
        assert isinstance(action, PowerSwitchAction)
        plays = [other for other in place.view.legal_ids if other <= r.SWITCH]
        lead = ""
        if place.view.phase == "turn" and plays == [action.id]:
            lead = "you can play nothing else; "
        elif self.value(place, action) < 0 and any(features(place, action).get(name) for name in HARM):
            lead = "nothing does less harm; "
        return f"looking one move ahead: {lead}{outlook(place, action)}"


def outlook(place: Place, action: PowerSwitchAction) -> str:
    """What an action leads to, told to who takes it."""
    match action.kind:
        case "card" | "give_shock":
            return _given(place, action.card) if place.view.phase == "give" else _reasons(place, action.card)
        case "shock":
            slot = CARD_BY_NAME[str(action)[1:]]
            whose = "your own" if slot in place.own else "not yours"
            return f"{describe(slot)}, which then is dead, is {whose}; {_reasons(place, slot)}"
        case "switch":
            other = int(str(action)[1:]) - 1
            size = place.view.hands[other].size
            cards = "a hand of unknown size" if size is None else f"{size} card{'s' * (size != 1)}"
            return f"your hand costs {place.cost} points, and seat {other + 1} has {cards}"
        case "colour":
            held = sum(card // NUMBERS == action.colour for card in place.own)
            return f"you hold {held} cards of {COLOUR_NAMES[COLOUR_LETTERS[action.colour]]}, and can follow there"
    return "nothing you could do instead is better"


def _given(place: Place, card: int) -> str:
    if card == SHOCK:
        return "a Shock Play is the last thing to give away"
    if card in place.view.dead:
        return f"{describe(card)} is dead and would cost you {place.points(card)} points"
    if card in place.view.open_slots:
        return f"{describe(card)} can be played at once, but costs {place.points(card)} points"
    return f"{describe(card)} costs {place.points(card)} points and cannot be played for {place.far(card)} more cards"


def _reasons(place: Place, slot: int) -> str:
    """What it does that this slot is filled, in words."""
    if place.view.hands[place.seat].size == 1:
        return "it is your last card, and you are out"
    opened = [card for card in place.following(slot) if card in place.free]
    mine, theirs = (_named(card for card in opened if (card in place.own) == own) for own in (True, False))
    later = _named(card for card in place.beyond(slot) if card in place.own and card not in opened)
    reasons = [f"lets you follow with {mine}"] if mine else []
    reasons += [f"brings {later} nearer"] if later else []
    reasons += [f"opens {theirs} to others"] if theirs else []
    return ", ".join(reasons) or "it opens nothing to anybody"


def _named(cards: Iterable[int]) -> str:
    return " ".join(CARD_NAMES[card] for card in sorted(cards))
