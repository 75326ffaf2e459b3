"""What a seat can decide in Voltage: five kinds of actions (6.3), 197 codes (6.4), their texts (7.1)."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from leyden.core.contract import Action, ActionSpace, Draw, Json, Seat, View
from leyden.games.voltage import rules as r
from leyden.games.voltage.cards import COLOURS, FACE_NAMES

SEAT_LETTERS = "ab"


def _card(face: int, lit: bool) -> str:
    return FACE_NAMES[face] + "*" * lit


@dataclass(frozen=True, slots=True)
class PlayNumber(Action):
    """Put a number card on the terminal of its colour, on the own side or the opponent's (V-21, V-22)."""

    face: int
    lit: bool
    own: bool
    seat: Seat | None = field(default=None, compare=False)

    @property
    def terminal(self) -> int:
        """The terminal it goes to."""
        return self.face // 3

    def __str__(self) -> str:
        if self.seat is None:
            return _card(self.face, self.lit) + ("=own" if self.own else "=opp")
        return _card(self.face, self.lit) + SEAT_LETTERS[self.seat if self.own else 1 - self.seat]

    def to_json(self) -> Json:
        """As plain data."""
        return {"type": "number", "card": _card(self.face, self.lit), "side": "own" if self.own else "opponent"}


@dataclass(frozen=True, slots=True)
class PlaySpecial(Action):
    """Put a special card on the opponent's side of a terminal, with a target there or none (V-23).

    `target` is the card hit: (face, lit), or None.
    """

    face: int  # r.BYPASS or r.FUSE
    lit: bool
    terminal: int
    target: tuple[int, bool] | None
    seat: Seat | None = field(default=None, compare=False)

    @property
    def target_text(self) -> str:
        """The target as the notation writes it: `0`, `3*`, `S`."""
        if self.target is None:
            return "0"
        name = FACE_NAMES[self.target[0]]
        return name[-1] + "*" * self.target[1]

    def __str__(self) -> str:
        return f"{_card(self.face, self.lit)}{COLOURS[self.terminal]}={self.target_text}"

    def to_json(self) -> Json:
        """As plain data."""
        kind = "bypass" if self.face == r.BYPASS else "fuse"
        target = None if self.target is None else _card(*self.target)
        return {"type": kind, "lit": self.lit, "terminal": COLOURS[self.terminal], "target": target}


@dataclass(frozen=True, slots=True)
class PlayBypass(PlaySpecial):
    """A Bypass: take a number card from the opponent's side to the own one (V-26)."""


@dataclass(frozen=True, slots=True)
class PlayFuse(PlaySpecial):
    """A Blown Fuse: discard a card of the opponent's side (V-29)."""


@dataclass(frozen=True, slots=True)
class DrawCard(Action):
    """Take the top card of the pile (V-42)."""

    seat: Seat | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return "d"

    def to_json(self) -> Json:
        """As plain data."""
        return {"type": "draw"}


@dataclass(frozen=True, slots=True)
class FlipToken(Action):
    """Turn a terminal's token after drawing a Transformer (V-43)."""

    terminal: int
    seat: Seat | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"~{COLOURS[self.terminal]}"

    def to_json(self) -> Json:
        """As plain data."""
        return {"type": "flip", "terminal": COLOURS[self.terminal]}


VoltageAction = PlayNumber | PlayBypass | PlayFuse | DrawCard | FlipToken


def _make(number: int, seat: Seat | None) -> VoltageAction:
    """The action of a code (6.4)."""
    if number < r.PLAY_BYPASS:
        return PlayNumber(number >> 2, bool(number >> 1 & 1), not number & 1, seat)
    if number < r.DRAW:
        fuse = number >= r.PLAY_FUSE
        code, choices = (number - r.PLAY_FUSE, r.FUSE_TARGETS) if fuse else (number - r.PLAY_BYPASS, r.BYPASS_TARGETS)
        code, target = divmod(code, choices)
        lit, t = divmod(code, 4)
        hit = None
        if target:
            face = 3 * t + (target - 1 >> 1) if target <= 6 else r.BYPASS + (target - 7 >> 1)
            hit = face, not target & 1
        kind = PlayFuse if fuse else PlayBypass
        return kind(r.FUSE if fuse else r.BYPASS, bool(lit), t, hit, seat)
    if number == r.DRAW:
        return DrawCard(seat)
    return FlipToken(number - r.FLIP_TOKEN, seat)


class VoltageActions(ActionSpace):
    """The 197 codes of 6.4, exactly. Codes are seat-free: own and opponent's side, seen from who acts."""

    def __len__(self) -> int:
        return r.ACTIONS

    def id(self, action: Action) -> int:
        """The code of an action."""
        try:
            return _codes()[action]
        except (KeyError, TypeError):
            hint = "`game.parse` reads a text, `game.actions.action` a number"
            raise ValueError(f"{action!r} is not an action of Voltage; {hint}") from None

    def action(self, number: int, to: int | View | None = None) -> VoltageAction:
        """The action of a code, in the words of a seat, or of a view's, if one is given."""
        if not hasattr(number, "__index__"):
            raise TypeError(f"actions of Voltage have whole numbers, not {number!r}; `game.parse` reads a text")
        if not 0 <= number < r.ACTIONS:
            raise IndexError(f"action ids of Voltage run from 0 to {r.ACTIONS - 1}, not {number}")
        return _table(to.seat if isinstance(to, View) else to)[number]

    def blocks(self) -> Iterator[tuple[str, range]]:
        """The five kinds and their codes."""
        yield "PlayNumber", range(r.PLAY_NUMBER, r.PLAY_BYPASS)
        yield "PlayBypass", range(r.PLAY_BYPASS, r.PLAY_FUSE)
        yield "PlayFuse", range(r.PLAY_FUSE, r.DRAW)
        yield "DrawCard", range(r.DRAW, r.FLIP_TOKEN)
        yield "FlipToken", range(r.FLIP_TOKEN, r.ACTIONS)


@functools.cache
def _table(seat: int | None) -> tuple[VoltageAction, ...]:
    return tuple(_make(number, None if seat is None else Seat(int(seat))) for number in range(r.ACTIONS))


@functools.cache
def _codes() -> dict[Any, int]:
    return {action: number for number, action in enumerate(_table(None))}


@functools.cache
def by_json() -> dict[str, VoltageAction]:
    """Actions by their JSON, written canonically."""
    return {json_key(action.to_json()): action for action in _table(None)}


def json_key(data: Json) -> str:
    """A JSON object as text that does not depend on the order of its keys."""
    return repr(sorted(data.items()) if isinstance(data, dict) else data)


@dataclass(frozen=True, slots=True)
class VoltageDraw(Draw):
    """An outcome of chance: who begins, the back of the next card, or the card drawn (section 5)."""

    outcome: int  # one of the codes in rules.py
    lit: bool = False  # of a drawn card: its back, seen before

    def __str__(self) -> str:
        if self.outcome <= r.FIRST_B:
            return f"first {'AB'[self.outcome - r.FIRST_A]}"
        if self.outcome <= r.LIT_BACK:
            return "^*" if self.outcome == r.LIT_BACK else "^"
        return _card(self.outcome - r.FACE_DRAWN, self.lit)

    @property
    def face(self) -> int | None:
        """The face drawn, if this is a drawn card."""
        return self.outcome - r.FACE_DRAWN if self.outcome >= r.FACE_DRAWN else None
