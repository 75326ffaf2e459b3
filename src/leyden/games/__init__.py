"""The games of the house by name. A fourth game copies the shape of one folder and adds one line here."""

from __future__ import annotations

import functools
import importlib

from leyden.core.contract import Game
from leyden.core.options import BadOption, folded, nearest

_REGISTERED = {"voltage": ("leyden.games.voltage", "Voltage")}


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
    return game_class(name).load(**options)
