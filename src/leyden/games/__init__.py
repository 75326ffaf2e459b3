"""The games of the house by name. A fourth game copies the shape of one folder and adds one line here."""

from __future__ import annotations

import functools
import importlib

from leyden.core.contract import Game
from leyden.core.options import BadOption, nearest

_REGISTERED = {"voltage": ("leyden.games.voltage", "Voltage")}


def names() -> tuple[str, ...]:
    """The names that `load` knows."""
    return tuple(_REGISTERED)


@functools.cache
def game_class(name: str) -> type[Game]:
    """The class of a game."""
    if name not in _REGISTERED:
        raise BadOption(f"no game is called {name}: {nearest(name, names())}")
    module, cls = _REGISTERED[name]
    found: type[Game] = getattr(importlib.import_module(module), cls)
    return found


def load(name: str, **options: object) -> Game:
    """A game with options by name: `load("voltage", reshuffle="on_need")`."""
    return game_class(name).load(**options)
