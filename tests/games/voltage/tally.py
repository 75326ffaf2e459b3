"""Counts of whole games of Voltage, played by the compiled rules: one row of numbers a game."""

from leyden.core.cards import count, index_of, nth_card
from leyden.core.engine import as_words, numbers, pack
from leyden.core.luck import random_below
from leyden.core.rule import PURE, compiled, kernel, rule
from leyden.core.streams import Streams
from leyden.games.voltage import Voltage
from leyden.games.voltage.rules import (
    BYPASS_TARGETS,
    DRAW,
    FUSE_TARGETS,
    NOTHING,
    PLAY_BYPASS,
    PLAY_FUSE,
    SET_SIZE,
    WORD,
    WORDS,
    Tables,
    acting,
    apply,
    chance,
    chances,
    legal,
    play,
    settle,
    start,
    total,
    winners,
)
from leyden.games.voltage.rules import State as Table

COUNTS = (
    "turns",
    "plays",
    "draws",
    "flips",
    "sets",
    "tied sets",
    "Fuse removals",
    "atomic actions",
    "reshuffles",
    "first player wins",
    "loser's sets",
)
TURNS, PLAYS, DRAWS, FLIPS, SETS, TIED, REMOVALS, ACTIONS, RESHUFFLES, FIRST_WINS, LOSER = range(len(COUNTS))


@rule
def nth_action(moves, n):
    """The action with n actions below it."""
    for w in range(WORDS):
        here = count(moves[w])
        if n < here:
            return w * WORD + index_of(nth_card(moves[w], n))
        n -= here
    return -1


@rule
def any_action(moves, stream):
    n = 0
    for w in range(WORDS):
        n += count(moves[w])
    return nth_action(moves, random_below(stream, n))


@rule
def is_removal(action):
    return PLAY_FUSE <= action < DRAW and (action - PLAY_FUSE) % FUSE_TARGETS != 0


@rule
def terminal(action):
    if action < PLAY_BYPASS:
        return action // 12
    if action < PLAY_FUSE:
        return (action - PLAY_BYPASS) // BYPASS_TARGETS % 4
    return (action - PLAY_FUSE) // FUSE_TARGETS % 4


@rule
def stress_rank(s, action):
    """How much the stress policy of appendix B likes an action: draw, removal, emptiest terminal."""
    if action >= DRAW:
        return 0
    if is_removal(action):
        return 1
    t = terminal(action)
    return 2 + count(s.side[0][t] | s.side[1][t])


@rule
def stressing(s, moves, stream):
    """One of the best-liked actions, each as likely as another."""
    best, ways, chosen = 99, 0, -1
    for w in range(WORDS):
        word = moves[w]
        while word != 0:
            action = w * WORD + index_of(word)
            word &= word - 1
            rank = stress_rank(s, action)
            if rank < best:
                best, ways = rank, 0
            if rank == best:
                ways += 1
                if random_below(stream, ways) == 0:
                    chosen = action
    return chosen


@kernel
def tally(tables, states, moves, stream, stress, rows):
    """Play a game for each row and count what happened in it."""
    g, s = tables[0], states[0]
    for i in range(len(rows)):
        row = rows[i]
        start(g, s)
        while True:
            while chances(g, s) != NOTHING:
                discarded = s.discard
                chance(g, s, stream)
                if discarded != 0 and s.discard == 0:
                    row[RESHUFFLES] += 1
            seat = acting(g, s)
            if seat < 0:
                break
            legal(g, s, seat, moves)
            action = stressing(s, moves, stream) if stress else any_action(moves, stream)
            row[ACTIONS] += 1
            if action < DRAW:
                row[PLAYS] += 1
                if is_removal(action):
                    row[REMOVALS] += 1
                t = play(g, s, action)
                if count(s.side[0][t] | s.side[1][t]) == SET_SIZE:
                    row[SETS] += 1
                    if total(g, s.side[0][t]) == total(g, s.side[1][t]):
                        row[TIED] += 1
                settle(g, s, t)
            else:
                row[DRAWS if action == DRAW else FLIPS] += 1
                discarded = s.discard
                apply(g, s, seat, action)
                if discarded != 0 and s.discard == 0:
                    row[RESHUFFLES] += 1
        row[TURNS] = s.turn
        won = winners(g, s) - 1
        row[FIRST_WINS] = 1 if won == s.first else 0
        row[LOSER] = s.score[1 - won]


def counted(games: int, stress: bool, purpose: str) -> list[list[int]]:
    """The counts of so many games, game by game, in the order of COUNTS."""
    loops = compiled(__name__)
    tables = pack(Tables, Voltage.load().tables)
    luck = as_words(Streams(1).stream(purpose))
    if PURE:
        states, rows = [Table.new()], [[0] * len(COUNTS) for _ in range(games)]
    else:
        import numpy as np

        states, rows = np.zeros(1, Table.dtype), np.zeros((games, len(COUNTS)), np.int64)
    loops.tally(tables, states, numbers(WORDS), luck, stress, rows)
    return rows if PURE else rows.tolist()
