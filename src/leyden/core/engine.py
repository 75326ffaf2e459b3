"""One game's rules, compiled: whole games, one step at a time, worlds. For volume; people use `State`.

With `LEYDEN_PURE=1`, or without Numba, the same methods run the plain rules.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from leyden.core import drivers
from leyden.core.contract import Game
from leyden.core.rule import PURE, Rule, check_rule, compiled
from leyden.core.streams import Stream, Streams


class Engine:
    """The compiled rules of a game with its options; bots of one's own can be compiled into its loops.

    `policy` is a `@rule` function `(g, s, seat, moves, luck) -> action` that decides for every seat in place of chance.
    It is handed the whole table `s`, hidden cards included: for measuring and for rollouts. A player that knows only
    what its seat knows is a `players.Bot`. One engine may serve several threads at once.
    """

    def __init__(self, game: Game, policy: Rule | None = None) -> None:
        if not game.rules_module:
            raise TypeError(f"{game.title} is not written with @rule functions, so nothing of it can be compiled")
        game.start()  # BadInput where there is none: every loop begins with it
        self.rules = sys.modules[game.rules_module]
        worlds = sys.modules[game.worlds_module]
        bound: dict[str, Any] = {
            name: getattr(self.rules, name, None) or getattr(worlds, name) for name in drivers.STAND_INS
        }
        bound["WORDS"] = self.rules.WORDS
        label, self.policy = game.name, policy
        if policy is not None:
            check_rule(policy)
            bound["policy"], bound["CHECKED"] = policy, 1
            label = f"own-{game.name}"
        self.game = game
        self.loops = compiled("leyden.core.drivers", bound, label)
        self.state_type = self.rules.State
        self.sight_type = worlds.Sight
        self.observe_plain: Any = worlds.observe
        self._usual = 256, 256  # draws and actions that a game has room for
        self.tables = pack(self.rules.Tables, game.tables)

    def states(self, n: int = 1) -> Any:
        """Room for n states."""
        return [self.state_type.new() for _ in range(n)] if PURE else apart(n, self.state_type.dtype)

    def cursor(self) -> Cursor:
        """A game to step through with ids."""
        return Cursor(self)

    def playouts(self, games: int, stream: Stream | None = None) -> tuple[int, list[int]]:
        """Play whole games at random, or by the policy; decisions taken, and wins per seat."""
        wins, moves = numbers(self.game.seats), numbers(self.rules.WORDS)
        dice = stream if stream is not None else Streams(0).stream("playouts")
        words = as_words(dice), as_words(Streams(dice[0]).stream("policy"))
        decisions = int(self.loops.playouts(self.tables, self.states(), moves, *words, games, wins))
        self._check(decisions)
        return decisions, [int(w) for w in wins]

    def _check(self, played: int) -> None:
        """ValueError where a bot chose what it may not."""
        if played < 0:
            name = getattr(self.policy, "__qualname__", "the policy")
            raise ValueError(f"the bot {name} chose action {drivers.FOUL - played}, which is not legal there")

    def trace(self, dice: Stream, luck: list[Stream]) -> tuple[list[int], list[int], Any]:
        """One whole game: outcomes of chance, actions, and the record of its last state."""
        states, drawn, decided = self.states(), *self._usual
        while True:  # a second time only where the first game of that length shows how much room it takes
            draws, actions, room = numbers(drawn), numbers(decided), (drawn, decided)
            words, rows, moves = as_words(dice), as_rows(luck), numbers(self.rules.WORDS)
            drawn, decided = self.loops.trace(self.tables, states, moves, words, rows, draws, actions)
            self._check(int(drawn))
            if drawn <= room[0] and decided <= room[1]:
                return listed(draws, drawn), listed(actions, decided), self.unpack(states)
            self._usual = max(drawn, room[0]), max(decided, room[1])
            drawn, decided = self._usual

    def replay(self, draws: list[int], actions: list[int]) -> tuple[int, int, Any]:
        """Play a written game again: how many draws and actions were possible, and the state reached."""
        states, moves = self.states(), numbers(self.rules.WORDS)
        drawn, decided = self.loops.replay(self.tables, states, moves, numbers(draws), numbers(actions))
        return int(drawn), int(decided), self.unpack(states)

    def worlds(self, view: Any, stream: Stream, n: int = 1) -> Any:
        """n worlds that a view's record (`view.sight`) allows, one after another; the last one's plain record."""
        states = self.states()
        luck = as_words(stream)
        self.loops.determinize_many(self.tables, pack(self.sight_type, view), states, luck, n)
        return self.unpack(states)

    def warm(self) -> Iterator[str]:
        """Compile everything this game uses, a kernel at a time; yields the name of each when it is done."""
        streams = Streams("warm")
        cursor = self.cursor()
        yield "start"
        dice = as_words(streams.stream("chance"))
        cursor.chance(dice)
        yield "chance"
        cursor.apply(cursor.legal_ids()[0])
        yield "legal and apply"
        self.playouts(1)
        yield "playouts"
        luck = [streams.stream("player", seat) for seat in range(self.game.seats)]
        draws, actions, _ = self.trace(streams.stream("chance"), luck)
        yield "trace"
        self.replay(draws, actions)
        yield "replay"
        sight = self.sight_type.new()
        self.observe_plain(self.game.tables, cursor.record(), 0, sight)
        self.worlds(sight, streams.stream("worlds"))
        yield "worlds"

    def tuples(self, snapshots: list[Any]) -> list[tuple[Any, ...]]:
        """Snapshots as tuples of all their fields, to be compared with `as_tuple` of plain records."""
        kind = self.state_type
        return [kind.as_tuple(one) for (one,) in snapshots] if PURE else kind.as_tuples(snapshots)

    def unpack(self, states: Any, at: int = 0) -> Any:
        """The plain record of one of the states."""
        return states[at].copy() if PURE else self.state_type.unpack(states, at)


class Cursor:
    """One game in compiled memory: `legal_ids`, `apply`, `chance`. Nothing is checked; ids must be legal."""

    __slots__ = ("_apply", "_chance", "_ids", "_legal", "_moves", "_tables", "engine", "states")

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.states = engine.states()
        self._tables, self._moves = engine.tables, numbers(engine.rules.WORDS)
        self._ids = numbers(engine.rules.ACTIONS)
        loops = engine.loops
        self._legal, self._apply, self._chance = loops.legal_ids, loops.apply_one, loops.chance_all
        loops.start_one(self._tables, self.states)

    def chance(self, luck: Any) -> int:
        """Let chance decide until a seat must; that seat, or -1 at the end. `luck` is `words(stream)`."""
        return int(self._chance(self._tables, self.states, luck))

    def legal_ids(self) -> list[int]:
        """The legal actions of the acting seat."""
        n = self._legal(self._tables, self.states, self._moves, self._ids)
        return listed(self._ids, n)

    def apply(self, action: int) -> None:
        """Carry out a legal action of the acting seat."""
        self._apply(self._tables, self.states, action)

    def record(self) -> Any:
        """The plain record of the present state."""
        return self.engine.unpack(self.states)

    def snapshot(self) -> Any:
        """The present state as it lies in memory, for `Engine.tuples`."""
        return [self.states[0].copy()] if PURE else self.states.copy()


# ------------------------------------------------- arrays, or lists in pure mode
_LINE = 128  # bytes: two cache lines, for processors fetch them in pairs


def apart(n: int, dtype: Any) -> Any:  # compiled only
    """Room for n zeros on cache lines of their own: threads that write to one line wait for each other."""
    import numpy as np

    kind = np.dtype(dtype)
    room = np.zeros(n * kind.itemsize + 2 * _LINE, np.uint8)
    begin = -room.__array_interface__["data"][0] % _LINE
    return room[begin : begin + n * kind.itemsize].view(kind)


def pack(kind: Any, one: Any) -> Any:
    """A record as kernels take it."""
    return [one] if PURE else kind.pack(one)


def numbers(values: int | list[int]) -> Any:
    """Whole numbers as kernels take them: a list of them, or that many zeros."""
    if PURE:
        return [0] * values if isinstance(values, int) else list(values)
    made = apart(values if isinstance(values, int) else len(values), "i8")
    if not isinstance(values, int):
        made[:] = values
    return made


def listed(array: Any, n: int) -> list[int]:
    """The first n numbers as a list."""
    values: list[int] = array[:n] if PURE else array[:n].tolist()
    return values


def as_words(stream: Stream) -> Any:
    """A stream as kernels take it. It goes its own way from here: the list is not advanced."""
    return list(stream) if PURE else as_rows([stream])[0]


def as_rows(streams: list[Stream]) -> Any:
    """Several streams, one a row."""
    if PURE:
        return [list(s) for s in streams]
    rows = apart(len(streams), "u8").reshape(-1, 1)
    rows[:, 0] = [stream[0] for stream in streams]
    return rows
