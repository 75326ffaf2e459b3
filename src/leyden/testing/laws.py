"""Laws with names: the registry that the kit's modules fill, and what they raise when a game breaks one."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import ParamSpec

from leyden.core.contract import Game, Seat, State

P = ParamSpec("P")
NO_SEAT = "no seat in particular"

LAWS: dict[str, Callable[..., None]] = {}


class Broken(AssertionError):
    """A game breaks a law: which one, how, and where, so that one can play it again."""

    def __init__(self, law: str, text: str, place: Place | None = None) -> None:
        self.law, self.text, self.place = law, text, place
        super().__init__(f"[{law}] {text}{place or ''}")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a law looks: a node of the walk of a seed, and perhaps a seat (None: a spectator)."""

    law: str
    game: Game | None = None
    seed: int | None = None
    node: int = 0
    state: State | None = None
    seat: Seat | str | None = NO_SEAT

    def of(self, seat: Seat | None) -> Place:
        """The same place, seen by a seat."""
        return replace(self, seat=seat)

    def at(self, state: State) -> Place:
        """A state that the walk itself does not pass, reached from here."""
        return replace(self, state=state)

    def broken(self, text: str) -> Broken:
        """What to raise here."""
        return Broken(self.law, text, self)

    def __str__(self) -> str:
        lines = []
        if self.state is not None:
            try:
                lines.append(f"position  {self.state}")
            except Exception as problem:  # the broken law may be just that
                lines.append(f"position  that cannot be printed: {problem!r}")
        if self.seat != NO_SEAT:
            lines.append(f"seat      {'a spectator' if self.seat is None else self.seat}")
        if self.seed is not None:
            lines.append(f"replay    walk(game, {self.seed}), node {self.node}, of {self.game!r}")
        return "".join(f"\n  {line}" for line in lines)


NOWHERE = Place("no law")
_here: ContextVar[Place] = ContextVar("_here", default=NOWHERE)


def here() -> Place:
    """Where the running law looks."""
    return _here.get()


def look(place: Place) -> Place:
    """Remember where the running law looks, for the message if the game itself fails there."""
    _here.set(place)
    return place


def law(function: Callable[P, None]) -> Callable[P, None]:
    """Register a check under its name. A game that fails with an error of its own breaks the law, too."""
    name = function.__name__

    @functools.wraps(function)
    def checked(*args: P.args, **given: P.kwargs) -> None:
        token = _here.set(Place(name))
        try:
            function(*args, **given)
        except Broken:
            raise
        except Exception as problem:
            raise here().broken(f"{type(problem).__name__}: {problem}") from problem
        finally:
            _here.reset(token)

    LAWS[name] = checked
    return checked


def check(game: Game, *, games: int | None = None, seed: int = 0, laws: Iterable[str] | None = None) -> None:
    """Run all laws, or the named ones, on a game; `games` says over how many games each, where it plays any."""
    size = {} if games is None else {"games": games}
    for name in LAWS if laws is None else laws:
        LAWS[name](game, seed=seed, **size)
