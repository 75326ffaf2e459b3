"""Laws with names: the registry that the kit's modules fill, and what they raise when a game breaks one."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any, ParamSpec

from leyden.core.contract import Game, Seat, State, View
from leyden.core.options import nearest

P = ParamSpec("P")
Worlds = Callable[[View], Iterable[tuple[State, float]]]  # all worlds that a view allows, with weights
NO_SEAT = "no seat in particular"
WEIGHED = "determinize_follows_the_law"  # the law that an enumeration of worlds belongs to

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
    plays = inspect.signature(function).parameters["games"].default > 0

    @functools.wraps(function)
    def checked(*args: P.args, **given: P.kwargs) -> None:
        more: dict[str, Any] = given
        if plays and more.get("games", 1) < 1 and not more.get("states"):
            raise ValueError(f"{name} looks at games; over {more['games']} of them it says nothing")
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


def check(
    game: Game,
    *,
    games: int | None = None,
    seed: int = 0,
    laws: Iterable[str] | None = None,
    worlds: Worlds | None = None,
    states: Sequence[State] = (),
) -> None:
    """Run all laws, or the named ones, on a game; `games` says over how many games each, where it plays any.

    `worlds` and `states` are for `determinize_follows_the_law`. ValueError for what cannot be checked so.
    """
    names = _named(laws)
    if games is not None and games < 1:
        raise ValueError(f"the laws look at games; over {games} of them they say nothing")
    if (worlds is None) != (not states):
        raise ValueError("an enumeration of worlds and the states to look at go together: give both, or neither")
    if states and WEIGHED not in names:
        raise ValueError(f"worlds and states are for {WEIGHED}, which is not among the laws {', '.join(names)}")
    size: dict[str, Any] = {} if games is None else {"games": games}
    for name in names:
        more = {"worlds": worlds, "states": states} if states and name == WEIGHED else {}
        LAWS[name](game, seed=seed, **size, **more)


def _named(laws: Iterable[str] | None) -> list[str]:
    """The laws that are meant; ValueError for a name that is none, and for no name at all."""
    if isinstance(laws, str):
        known = "" if laws in LAWS else f"; and no law is called {laws!r}: {nearest(laws, list(LAWS))}"
        raise ValueError(f"laws are a list of names, [{laws!r}] for one, not a text{known}")
    names = list(LAWS if laws is None else laws)
    for name in names:
        if name not in LAWS:
            raise ValueError(f"no law is called {name!r}: {nearest(str(name), list(LAWS))}")
    if not names:
        raise ValueError(f"no law is named; known: {', '.join(LAWS)}")
    return names
