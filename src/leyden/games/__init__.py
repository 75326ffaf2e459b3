"""The games of the house by name. A fourth game copies the shape of one folder and adds one line here."""

from __future__ import annotations

import functools
import importlib

from leyden.core.contract import Game, State
from leyden.core.options import BadOption, folded, nearest

_REGISTERED = {
    "voltage": ("leyden.games.voltage", "Voltage"),
    "powerswitch": ("leyden.games.powerswitch", "PowerSwitch"),
}


def names() -> tuple[str, ...]:
    """The names that `load` knows."""
    return tuple(_REGISTERED)


@functools.cache
def game_class(name: str) -> type[Game]:
    """The class of a game; its name may be written in any capitals."""
    known = folded(name)
    if known not in _REGISTERED:
        raise BadOption(f"no game is called {name}: {nearest(known, names())}")
    module, cls = _REGISTERED[known]
    found: type[Game] = getattr(importlib.import_module(module), cls)
    return found


def load(name: str, **options: object) -> Game:
    """A game with options by name: `load("voltage", reshuffle="on_need")`."""
    if not isinstance(name, str):
        raise TypeError(f'a game is loaded by its name, as in load("{names()[0]}"), not by {name!r}')
    return game_class(name).load(**options)


def as_game(game: Game | str) -> Game:
    """The game that is meant: itself, or the one of that name with its default options."""
    if isinstance(game, Game):
        return game
    if isinstance(game, str):
        return load(game)
    if isinstance(game, State):
        raise TypeError("this is a state, not a game: write Table(state.game, state=state) to go on from it")
    raise TypeError(f'a game is wanted, as load("{names()[0]}") makes it, or its name, not {game!r}')
