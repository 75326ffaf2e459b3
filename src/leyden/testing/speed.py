"""How fast a game is, in figures that `leyden bench` prints: CPU time of the thread, best of five.

Compare figures of one run only; the machine is never twice the same.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from leyden.core.contract import Game, Node, Seat, State
from leyden.core.engine import Engine, as_words
from leyden.core.rule import PURE
from leyden.core.streams import Streams

BEST_OF = 5


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure."""

    game: str
    measure: str
    value: float
    unit: str

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)


def measure(game: Game) -> Iterator[Figure]:
    """Every figure of a game, one after another."""
    engine = Engine(game)
    games = 20 if PURE else 50_000
    for _ in engine.warm():
        pass
    decisions, seconds = _best(lambda: engine.playouts(games)[0])
    yield Figure(game.name, "playout_decisions_per_s", decisions / seconds, "1/s")
    if not PURE:
        yield Figure(game.name, "copy_ns", _copy(engine), "ns")
        yield Figure(game.name, "state_bytes", engine.state_type.dtype.itemsize, "bytes")
    yield Figure(game.name, "step_ids_ns", _step_ids(engine), "ns")
    yield Figure(game.name, "step_values_ns", _step_values(game), "ns")
    yield Figure(game.name, "determinize_ns", _determinize(engine, game), "ns")
    if not PURE:
        yield Figure(game.name, "threads_2_over_1", _threads(game), "times")


def _best(run: Callable[[], int]) -> tuple[int, float]:
    """What a run returned, and its CPU seconds at best."""
    best = float("inf")
    for _ in range(BEST_OF):
        begun = time.thread_time()
        done = run()
        best = min(best, time.thread_time() - begun)
    return done, best


def _copy(engine: Engine) -> float:
    states, n = engine.states(64), 5_000_000
    engine.loops.copies(states, 1)
    return 1e9 * _best(lambda: engine.loops.copies(states, n) or 0)[1] / n


def _step_ids(engine: Engine) -> float:
    """Legal ids and apply on the compiled state, from a Python loop; chance is not counted."""
    streams = Streams(1)

    def games() -> tuple[int, float]:
        spent, steps = 0.0, 0
        for i in range(3 if PURE else 200):
            cursor, luck = engine.cursor(), streams.stream("player", i)
            dice = as_words(streams.stream("chance", i))
            while cursor.chance(dice) >= 0:
                choice = luck.below(1 << 30)
                begun = time.perf_counter()
                ids = cursor.legal_ids()
                cursor.apply(ids[choice % len(ids)])
                spent += time.perf_counter() - begun
                steps += 1
        return steps, spent

    return min(1e9 * spent / steps for steps, spent in (games() for _ in range(BEST_OF)))


def _step_values(game: Game) -> float:
    """`state.legal_actions` and `state.apply` with objects; chance is not counted."""

    def games() -> tuple[int, float]:
        spent, steps = 0.0, 0
        for i in range(3 if PURE else 20):
            for state, seat, choice in _decisions(game, i):
                begun = time.perf_counter()
                legal = state.legal_actions(seat)
                state.apply(seat, legal[choice % len(legal)])
                spent += time.perf_counter() - begun
                steps += 1
        return steps, spent

    return min(1e9 * spent / steps for steps, spent in (games() for _ in range(BEST_OF)))


def _decisions(game: Game, index: int) -> Iterator[tuple[State, Seat, int]]:
    """The decisions of a random game, each state made afresh so that nothing is remembered."""
    dice, luck = Streams(1).stream("chance", index), Streams(1).stream("player", index)
    state = game.start()
    while state.node is not Node.TERMINAL:
        if state.node is Node.CHANCE:
            state = state.draw(state.sample(dice))
            continue
        seat, choice = state.acting[0], luck.below(1 << 30)
        yield state, seat, choice
        legal = state.legal_actions(seat)
        state = state.apply(seat, legal[choice % len(legal)])


def _determinize(engine: Engine, game: Game) -> float:
    """A world from a view, averaged over the decisions of some games; compiled."""
    n, figures = 20 if PURE else 2000, []
    for index in range(2 if PURE else 10):
        for at, (state, seat, _) in enumerate(_decisions(game, index)):
            if at % 10 == 0:
                view: Any = state.observation(seat)
                sight, stream = view.sight, Streams(index).stream("worlds", at)
                begun = time.thread_time()
                engine.worlds(sight, stream, n)
                figures.append((time.thread_time() - begun) / n)
    return 1e9 * sum(figures) / len(figures)


def _threads(game: Game) -> float:
    """How many times as many games two threads play in the wall time of one."""
    engines = [Engine(game) for _ in range(2)]

    def run(engine: Engine) -> None:
        engine.playouts(200_000)

    for engine in engines:
        engine.playouts(10)
    alone, together = [], []
    for _ in range(BEST_OF):
        begun = time.perf_counter()
        run(engines[0])
        alone.append(time.perf_counter() - begun)
        threads = [threading.Thread(target=run, args=(engine,)) for engine in engines]
        begun = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        together.append(time.perf_counter() - begun)
    return 2 * min(alone) / min(together)
