"""Many games of computers against each other, as records, one after another.

Game i of seed S has the seed `S/i`: `leyden.play(game, bots, seed="S/i")` plays it again, step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from leyden.core.contract import Game
from leyden.core.engine import Engine
from leyden.core.options import BadOption
from leyden.core.streams import Streams
from leyden.players import make, play

# How a game's records are written straight from codes, where all players are random.
_BRIEF = {"voltage": "leyden.games.voltage.quick"}


def selfplay(game: Game, players: Sequence[str], *, games: int, seed: int | str = 0) -> Iterator[str]:
    """The records of that many games. All-random games run compiled; others through the table."""
    if len(players) != game.seats:
        raise BadOption(f"{game.title} needs {game.seats} players, not {len(players)}")
    for name in players:
        make(name, game)  # an unknown name is refused before anything is played
    brief = _brief(game) if set(players) == {"random"} else None
    tags = {game.seat_names[i]: name for i, name in enumerate(players)}
    if brief is None:
        for i in range(games):
            yield str(play(game, players, seed=f"{seed}/{i}"))
        return
    engine = Engine(game)  # type: ignore[arg-type]  # games that have `brief` have rules for the engine
    for i in range(games):
        streams = Streams(f"{seed}/{i}")
        luck = [streams.stream("player", seat) for seat in range(game.seats)]
        draws, actions, last = engine.trace(streams.stream("chance"), luck)
        yield brief(game, {**tags, "Rng": f"splitmix64 {seed}/{i}"}, draws, actions, last)


def _brief(game: Game) -> Callable[..., str] | None:
    if game.name not in _BRIEF:
        return None
    import importlib

    module: Any = importlib.import_module(_BRIEF[game.name])
    return None if module.needs_slow_way(game) else module.brief
