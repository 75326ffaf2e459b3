"""Leyden: three electric card games, for people, for programs, for research.

>>> import leyden
>>> game = leyden.load("voltage")
>>> table = leyden.Table(game, seed=7)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from leyden.core.contract import (
        Action,
        BadInput,
        Draw,
        Event,
        Game,
        Illegal,
        Node,
        Outcome,
        Refusal,
        Seat,
        State,
        View,
    )
    from leyden.core.engine import Engine
    from leyden.core.options import BadOption
    from leyden.core.streams import Streams
    from leyden.games import load, names
    from leyden.players import Bot, Choice, play
    from leyden.table import NoUndo, Record, Table

# Name -> where it lives; imported on first use, so that `import leyden` stays quick.
_HOMES = {
    "Action": "core.contract",
    "Draw": "core.contract",
    "Event": "core.contract",
    "Game": "core.contract",
    "State": "core.contract",
    "View": "core.contract",
    "BadInput": "core.contract",
    "Bot": "players",
    "Choice": "players",
    "BadOption": "core.options",
    "Engine": "core.engine",
    "Illegal": "core.contract",
    "NoUndo": "table",
    "Node": "core.contract",
    "Outcome": "core.contract",
    "Record": "table",
    "Refusal": "core.contract",
    "Seat": "core.contract",
    "Streams": "core.streams",
    "Table": "table",
    "load": "games",
    "names": "games",
    "play": "players",
}

__all__ = [
    "Action",
    "BadInput",
    "BadOption",
    "Bot",
    "Choice",
    "Draw",
    "Engine",
    "Event",
    "Game",
    "Illegal",
    "NoUndo",
    "Node",
    "Outcome",
    "Record",
    "Refusal",
    "Seat",
    "State",
    "Streams",
    "Table",
    "View",
    "load",
    "names",
    "play",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'leyden' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(f"leyden.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
