"""What a seat can decide in Power Switch (6.3): 69 codes (6.4), their texts (7.1).

Some texts need the table: `*R9` is a Shock Play above red, and `a1` asks whoever sits to the right. An action that a
state or a view hands out has its text from there; the same action out of a bare code has one that needs no table.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from leyden.core.contract import Action, ActionSpace, Draw, Json, View
from leyden.games.powerswitch import rules as r
from leyden.games.powerswitch.cards import CARD_NAMES, COLOUR_LETTERS, SHOCK

KINDS = {  # of actions, and the codes they have (6.4)
    "card": range(r.GIVE_SHOCK),
    "give_shock": range(r.GIVE_SHOCK, r.PLAY_SHOCK),
    "shock": range(r.PLAY_SHOCK, r.SWITCH + 1),
    "switch": range(r.SWITCH + 1, r.DRAW),
    "draw": range(r.DRAW, r.ASK),
    "ask": range(r.ASK, r.PASS),
    "pass": range(r.PASS, r.CHOOSE),
    "colour": range(r.CHOOSE, r.ACTIONS),
}


@dataclass(frozen=True, slots=True)
class PowerSwitchAction(Action):
    """A decision. `kind` is one of `KINDS`, `id` its code, `text` how the table at hand writes it."""

    id: int
    text: str = field(default="", compare=False)

    @property
    def kind(self) -> str:
        """What sort of decision: a card is placed, played or given as the phase has it."""
        return next(kind for kind, codes in KINDS.items() if self.id in codes)

    @property
    def card(self) -> int:
        """The card of an action of the kind `card`; 48 for a Shock Play that is given."""
        return self.id

    @property
    def colour(self) -> int:
        """The colour chosen, or of the column that a Shock Play goes to."""
        return self.id - r.CHOOSE if self.id >= r.CHOOSE else self.id - r.PLAY_SHOCK >> 1

    @property
    def below(self) -> bool:
        """Whether a Shock Play goes below its column."""
        return bool(self.id - r.PLAY_SHOCK & 1)

    @property
    def places(self) -> int:
        """How many seats to the left the other hand of a switch is."""
        return self.id - r.SWITCH

    @property
    def plain(self) -> str:
        """The text that needs no table: `R9`, `*`, `*R+`, `x+2`, `d`, `a`, `pass`, `c=G`."""
        match self.kind:
            case "card" | "give_shock":
                return CARD_NAMES[self.card]
            case "shock":
                return f"*{COLOUR_LETTERS[self.colour]}{'-' if self.below else '+'}"
            case "switch":
                return f"x+{self.places}"
            case "colour":
                return f"c={COLOUR_LETTERS[self.colour]}"
        return {"draw": "d", "ask": "a"}.get(self.kind, "pass")

    def __str__(self) -> str:
        return self.text or self.plain

    def to_json(self) -> Json:
        """As plain data."""
        match self.kind:
            case "card":
                return {"type": "card", "card": CARD_NAMES[self.card]}
            case "shock":
                column = COLOUR_LETTERS[self.colour]
                return {"type": "shock", "column": column, "end": "below" if self.below else "above"}
            case "switch":
                return {"type": "switch", "places": self.places}
            case "colour":
                return {"type": "colour", "colour": COLOUR_LETTERS[self.colour]}
        return {"type": self.kind}


class PowerSwitchActions(ActionSpace):
    """The 69 codes of 6.4, exactly. Codes are seat-free: a switch counts seats to the left."""

    def __len__(self) -> int:
        return r.ACTIONS

    def id(self, action: Action) -> int:
        """The code of an action."""
        if not isinstance(action, PowerSwitchAction) or action not in _table():
            hint = "`game.parse` reads a text, `game.actions.action` a number"
            raise ValueError(f"{action!r} is not an action of Power Switch; {hint}")
        return action.id

    def action(self, number: int, to: int | View | None = None) -> PowerSwitchAction:
        """The action of a code, in the words of a view if one is given."""
        if not 0 <= number < r.ACTIONS:
            raise IndexError(f"action ids of Power Switch run from 0 to {r.ACTIONS - 1}, not {number}")
        made = _table()[number]
        words = getattr(to, "words", None)
        return made if words is None else replace(made, text=words(number))

    def blocks(self) -> Iterator[tuple[str, range]]:
        """The kinds of actions, in the order of 6.4."""
        yield from KINDS.items()


@functools.cache
def _table() -> tuple[PowerSwitchAction, ...]:
    return tuple(map(PowerSwitchAction, range(r.ACTIONS)))


@functools.cache
def by_json() -> dict[tuple[tuple[str, object], ...], PowerSwitchAction]:
    """Every action by the items of its JSON."""
    return {tuple(sorted(action.to_json().items())): action for action in _table()}


def json_key(data: Json) -> tuple[tuple[str, object], ...]:
    """The items of an action's JSON; TypeError for what is none, and for numbers that only equal the right ones."""
    if not isinstance(data, dict) or any(type(value) not in (str, int) for value in data.values()):
        raise TypeError
    return tuple(sorted(data.items()))


@dataclass(frozen=True, slots=True)
class PowerSwitchDraw(Draw):
    """What chance decided: a card, the number of a die, the face of the colour die, the first dealer, the counting."""

    outcome: int

    @property
    def card(self) -> int | None:
        """The card drawn or dealt, 48 for a Shock Play."""
        return self.outcome if self.outcome <= SHOCK else None

    @property
    def number(self) -> int | None:
        """What the number die shows."""
        return self.outcome - r.NUMBER if r.NUMBER < self.outcome < r.FACE else None

    @property
    def face(self) -> str | None:
        """What the colour die shows: a colour, D or L."""
        return "BGRYDL"[self.outcome - r.FACE] if r.FACE <= self.outcome < r.SEAT else None

    @property
    def dealer(self) -> int | None:
        """The first dealer, settled by lot."""
        return self.outcome - r.SEAT if r.SEAT <= self.outcome < r.SCORE else None

    def __str__(self) -> str:
        if self.card is not None:
            return CARD_NAMES[self.card]
        if self.number is not None:
            return str(self.number)
        return self.face or ("score" if self.dealer is None else f"=>{self.dealer + 1}")
