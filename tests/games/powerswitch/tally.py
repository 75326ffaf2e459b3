"""Whole games of Power Switch by the compiled rules: counts, one row a game, and section 11 checked after every step.

Nobody thinks: all legal actions are equally likely, but a Power Switch is made in 2 of 100 turns that allow one, as
policy R of section 10.2 has it (or as often as a test says).
"""

from leyden.core.cards import count, index_of, nth_card
from leyden.core.engine import as_words, numbers, pack
from leyden.core.luck import random_below
from leyden.core.rule import PURE, compiled, kernel, rule, seldom
from leyden.core.streams import Streams
from leyden.games.powerswitch import PowerSwitch
from leyden.games.powerswitch.cards import ALL_SLOTS, COLOURS, COLUMN, MOST_SEATS, NUMBERS, PILE, SHOCKS
from leyden.games.powerswitch.knowledge import place, spot, viewer
from leyden.games.powerswitch.rules import (
    DRAW_OPEN,
    DRAW_TURN,
    GIVE,
    GIVE_SHOCK,
    NOTHING,
    OPEN,
    OUT,
    OVER,
    PASS,
    RES,
    SOURCE,
    SWITCH,
    TURN,
    WIN,
    WORD,
    WORDS,
    Tables,
    acting,
    apply,
    chance,
    chances,
    ends,
    legal,
    start,
    starts,
)
from leyden.games.powerswitch.rules import State as Table

COUNTS = (
    "rounds",
    "turns",  # the placement of the Power Card is one (PC-7)
    "points",
    "full layouts",  # rounds ended so, with nobody out
    "free turns",  # that have something to play
    "choices",  # the plays of those
    "most choices",
    "plays",
    "draws",
    "asks",
    "switches",
    "most turns",  # of a round, without the placement
    "most opening draws",
    "most turns without a play",  # one after another, once the pile is empty
    "decisions",
    "fault",  # what was found wrong first: FAULTS
)
ROUNDS, TURNS, POINTS, FULL, FREE, CHOICES, MOST_CHOICES, PLAYS, DRAWS, ASKS, SWITCHES, MOST_TURNS, MOST_OPENING = (
    range(13)
)
MOST_IDLE, DECISIONS, FAULT = 13, 14, 15
FAULTS = {
    1: "PI-1: a card is in two places, or nowhere",
    2: "PI-2: a column has a gap, lacks its start, or leads the Tower",
    3: "PI-3: a Shock Play lies in a starting slot, or one is too many",
    4: "PI-4: a dead card is in no hand and not in the pile",
    5: "PI-5: drawing, asking and passing do not fit the plays",
    6: "PI-6: no hand holds a live card",
    7: "PI-7: two switches in a round, or a Power Switch card came back",
    8: "PI-8: nothing is legal, or something after the end",
    9: "PI-9: a total went down, or is no multiple of 5",
    10: "section 4: somebody knows what is not so",
    11: "6.4: too many actions are legal",
    12: "10.1: too many turns without a play",
    13: "P-20, P-46: a switch is offered where none can be made",
    14: "P-51: somebody put down his last card, and the round goes on",
}
PLAYS_OF_SHOCKS, SWITCHES_OF, STUCK = 0b111111110, 0b111110 << 8, 0b111 << 14  # in word 1


@rule
def bound_of(column):
    """One bit at the lowest card, one above the highest."""
    return column & -column, column + (column & -column)


@seldom
def wrong_cards(g, s):
    """PI-1 to PI-4; 0 if all is well."""
    together, cards = 0, 0
    for i in range(g.seats + 1):
        zone = s.pile if i == g.seats else s.hand[i]
        together |= zone
        cards += count(zone)
    real = s.laid & ~s.shocked
    if count(together) != cards or together & real != 0 or together | real | s.shocked != together | real:
        return 1 if s.shocked & ~together == 0 else 4
    if (together | real) & ALL_SLOTS != ALL_SLOTS or cards + count(s.laid) != count(g.deck):
        return 1
    if count(together & SHOCKS) + count(s.shocked) != count(g.deck & SHOCKS):
        return 3
    if s.laid == 0:
        return 0
    tower = s.laid >> NUMBERS * s.tower & COLUMN
    for c in range(COLOURS):
        column = s.laid >> NUMBERS * c & COLUMN
        if column != 0:
            _low, above = bound_of(column)
            if above & column != 0 or column >> s.power - 1 & 1 == 0 or column & ~tower != 0:
                return 2
        if s.shocked >> NUMBERS * c + s.power - 1 & 1:
            return 3
    return 0 if tower != 0 else 2


@seldom
def wrong_knowledge(g, s):
    """Section 4: every hidden card lies where everybody knows that it may; 0 if it is so."""
    if s.phase in (OUT, OVER):
        return 0  # all hands are shown
    source = s.pending // SOURCE if s.phase == RES else -1
    coming = 1 << s.pending % SOURCE if s.phase == RES else 0
    for i in range(g.seats + 1):
        v = viewer(g.seats, i)
        for j in range(g.seats + 1):
            p = spot(g.seats, j)
            if p != v:
                cards = s.pile if p == PILE else s.hand[p]
                if p == s.actor and v != source:
                    cards &= ~coming
                if cards & ~place(s, v, p) != 0:
                    return 10
    return 0


@seldom
def wrong_moves(g, s, moves):
    """PI-5, PI-6, PI-8, P-46, 6.4."""
    plays = count(moves[0]) + count(moves[1] & PLAYS_OF_SHOCKS)
    stuck, switches = count(moves[1] & STUCK), count(moves[1] & SWITCHES_OF)
    if count(moves[0]) + count(moves[1]) == 0:
        return 8
    if s.phase != TURN and s.phase != WIN and switches != 0:
        return 13
    if s.phase == TURN:
        if stuck > 1 or plays + stuck == 0 or (plays > 0 and stuck > 0 and (g.shock_free == 0 or moves[0] != 0)):
            return 5
        if plays > 16 or switches > g.seats - 1:
            return 11
        live = ends(s) | starts(s)
        held = 0
        for p in range(g.seats):
            held |= s.hand[p]
        if s.pile == 0 and s.laid != ALL_SLOTS and held & live == 0:
            return 6
    if s.phase == RES and plays > 8:
        return 11
    return 0


@rule
def nth_of(moves, n):
    """The action with n actions below it."""
    for w in range(WORDS):
        here = count(moves[w])
        if n < here:
            return w * WORD + index_of(nth_card(moves[w], n))
        n -= here
    return -1


@seldom
def any_action(s, moves, stream, percent):
    """Any legal action; on turn, a switch only so often."""
    switches = moves[1] & SWITCHES_OF
    if s.phase == TURN and switches != 0:
        if random_below(stream, 100) < percent:
            return WORD + index_of(nth_card(switches, random_below(stream, count(switches))))
        moves[1] ^= switches
    n = 0
    for w in range(WORDS):
        n += count(moves[w])
    return nth_of(moves, random_below(stream, n))


@rule
def first_fault(row, fault):
    """Remember what was wrong first."""
    if row[FAULT] == 0:
        row[FAULT] = fault


@seldom
def totals_of(g, s):
    """All totals together; -1 if one of them is no multiple of 5."""
    found = 0
    for p in range(g.seats):
        if s.totals[p] % 5 != 0:
            return -1
        found += s.totals[p]
    return found


@kernel
def tally(tables, states, moves, stream, percent, fives, rows, before):
    """Play a game for each row, count, and check; `fives` if every total must be a multiple of 5."""
    g, s = tables[0], states[0]
    for i in range(len(rows)):
        row = rows[i]
        start(g, s)
        opening, turns, idle, turn_of, switched, had_pile = 0, 0, 0, -1, 0, True
        while True:
            while chances(g, s) != NOTHING:
                phase = s.phase
                for p in range(g.seats):
                    before[p] = s.totals[p]
                if phase == OUT:
                    row[ROUNDS] += 1
                    row[MOST_TURNS] = max(row[MOST_TURNS], turns)
                    row[MOST_OPENING] = max(row[MOST_OPENING], opening)
                    legal(g, s, 0, moves)
                    if moves[0] != 0 or moves[1] != 0 or acting(g, s) >= 0:
                        first_fault(row, 8)
                chance(g, s, stream)
                if phase == OUT:
                    for p in range(g.seats):
                        row[POINTS] += s.totals[p] - before[p]
                        if s.totals[p] < before[p]:
                            first_fault(row, 9)
                    if fives and totals_of(g, s) < 0:
                        first_fault(row, 9)
                    opening, turns, idle, turn_of, switched = 0, 0, 0, -1, 0
                elif phase in (DRAW_OPEN, DRAW_TURN):
                    first_fault(row, wrong_cards(g, s))
                    first_fault(row, wrong_knowledge(g, s))
                    if phase == DRAW_TURN:
                        row[DRAWS] += 1
                        idle = 0
                        if s.phase != RES:
                            turn_of = -1
                elif s.phase == OPEN:
                    first_fault(row, wrong_cards(g, s))
                    first_fault(row, wrong_knowledge(g, s))
            seat = acting(g, s)
            if seat < 0:
                if s.phase != OVER:
                    first_fault(row, 8)
                break
            legal(g, s, seat, moves)
            first_fault(row, wrong_moves(g, s, moves))
            phase = s.phase
            if phase == TURN and turn_of != seat:
                turn_of, had_pile = seat, s.pile != 0
                turns += 1
                row[TURNS] += 1
            if phase == TURN:
                plays = count(moves[0]) + count(moves[1] & PLAYS_OF_SHOCKS)
            action = any_action(s, moves, stream, percent)
            row[DECISIONS] += 1
            played = action <= SWITCH and action != GIVE_SHOCK and phase != GIVE
            switches = phase != OPEN and action > SWITCH and action < SWITCH + MOST_SEATS
            if phase == TURN and not switches and plays > 0:
                row[FREE] += 1
                row[CHOICES] += plays
                row[MOST_CHOICES] = max(row[MOST_CHOICES], plays)
            for p in range(g.seats):
                before[p] = s.switches[p]
            laid = s.laid
            apply(g, s, seat, action)
            first_fault(row, wrong_cards(g, s))
            first_fault(row, wrong_knowledge(g, s))
            for p in range(g.seats):
                if s.switches[p] > before[p] or (s.switches[p] < before[p] and (not switches or p != seat)):
                    first_fault(row, 7)
            if switches:
                switched += 1
                row[SWITCHES] += 1
                if switched > 1 or s.used == 0:
                    first_fault(row, 7)
            if phase == OPEN:
                if s.laid == 0:
                    opening += 1
                else:
                    row[TURNS] += 1
                    row[PLAYS] += 1
                turn_of = -1
            if played and phase != OPEN:
                row[PLAYS] += 1
                idle = 0
                turn_of = -1
                if count(s.laid) != count(laid) + 1 or (s.hand[seat] == 0 and s.phase != OUT):
                    first_fault(row, 14)
                if s.phase == OUT and s.laid == ALL_SLOTS and s.hand[seat] != 0:
                    row[FULL] += 1
            elif phase == TURN and not switches:
                row[ASKS] += 1 if s.phase == GIVE else 0
            kept_or_passed = (phase == GIVE and s.phase == TURN) or (phase == TURN and action == PASS)
            if kept_or_passed:
                turn_of = -1
                idle += 1 if not had_pile else 0
                row[MOST_IDLE] = max(row[MOST_IDLE], idle)
                if g.hold == 0 and g.shock_free == 0 and idle > 2 * g.seats - 2:
                    first_fault(row, 12)
            elif s.phase != TURN and s.phase != GIVE and s.phase != RES and s.phase != DRAW_TURN:
                turn_of = -1


def counted(games: int, purpose: str, percent: int = 2, **options: object) -> list[list[int]]:
    """The counts of so many games, game by game, in the order of COUNTS."""
    loops = compiled(__name__)
    game = PowerSwitch.load(**options)
    tables = pack(Tables, game.tables)
    luck = as_words(Streams(1).stream(purpose))
    fives = game.tables.shock_value % 5 == 0 and game.tables.dead_value % 5 == 0
    if PURE:
        states, rows = [Table.new()], [[0] * len(COUNTS) for _ in range(games)]
    else:
        import numpy as np

        states, rows = np.zeros(1, Table.dtype), np.zeros((games, len(COUNTS)), np.int64)
    loops.tally(tables, states, numbers(WORDS), luck, percent, fives, rows, numbers(MOST_SEATS))
    return rows if PURE else rows.tolist()
