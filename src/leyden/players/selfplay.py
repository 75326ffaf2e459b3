"""Many games of computers against each other, as records, one after another.

Game i of seed S has the seed `S/i`: `leyden.play(game, bots, seed="S/i")` plays it again, step by step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from leyden.core.contract import Game, check_tag
from leyden.core.engine import Engine
from leyden.core.options import BadOption
from leyden.core.streams import Streams
from leyden.players import make, play


def selfplay(game: Game, players: Sequence[str], *, games: int, seed: int | str = 0) -> Iterator[str]:
    """The records of that many games. Random players are compiled, where the game can write that; others use tables."""
    if len(players) != game.seats:
        raise BadOption(f"{game.title} needs {game.seats} players, not {len(players)}")
    for name in players:
        make(name, game)  # an unknown name is refused before anything is played
    engine = Engine(game) if set(players) == {"random"} and game.rules_module else None
    tags = {game.seat_names[i]: name for i, name in enumerate(players)}
    check_tag("Rng", str(seed))
    for i in range(games):
        luck = f"{seed}/{i}"
        text = None if engine is None else _compiled(engine, game, tags, luck)
        if text is None:
            engine = None  # this game's records are not written from codes
            text = str(play(game, players, seed=luck))
        yield text


def _compiled(engine: Engine, game: Game, tags: Mapping[str, str], seed: str) -> str | None:
    """The record of one game of random players, played by the compiled rules."""
    streams = Streams(seed)
    luck = [streams.stream("player", seat) for seat in range(game.seats)]
    draws, actions, last = engine.trace(streams.stream("chance"), luck)
    return game.write_codes({**tags, "Rng": f"splitmix64 {seed}"}, draws, actions, last)
