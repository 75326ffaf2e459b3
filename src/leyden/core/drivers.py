"""Loops over many games, written once for every game.

The names imported here as stand-ins are bound to a game's own rules by `drivers(game)`; compiled, they
are linked and inlined as if the loop had been written for that game alone. A user's own bot, a plain
`@rule` function `(g, s, seat, moves, luck) -> action`, is bound in the same way; its luck is a stream of its own,
so that it can neither read the next card out of chance's stream nor move it.
"""

from leyden.core.cards import count, index_of, nth_card
from leyden.core.luck import random_below
from leyden.core.rule import kernel, rule


# ------------------------------------------------ stand-ins for a game's rules
@rule
def start(g, s):
    """The table before anything is drawn."""


@rule
def chances(g, s):
    """What chance owes; 0 for nothing."""
    return 0


@rule
def chance(g, s, stream):
    """Chance decides by the stream; the outcome it drew."""
    return 0


@rule
def acting(g, s):
    """The (first) seat that owes a decision; -1 if none does."""
    return -1


@rule
def legal(g, s, seat, moves):
    """The seat's legal actions, into the words of `moves`."""


@rule
def apply(g, s, seat, action):
    """Carry out a legal action."""


@rule
def winners(g, s):
    """The seats that won, as a set with bit p for seat p; empty if nobody has."""
    return 0


@rule
def determinize(g, v, s, stream):
    """A world that a view allows; False if there is none."""
    return False


@rule
def weight(g, s, outcome):
    """How many equally likely cases give this outcome of chance."""
    return 0


@rule
def draw(g, s, outcome):
    """Chance decides: this outcome."""


STAND_INS = ("start", "chances", "chance", "acting", "legal", "apply", "winners", "determinize", "weight", "draw")
WORD = 48  # actions per word of a set of actions
WORDS = 1  # stand-in: words of the game's sets of actions
CHECKED = 0  # stand-in: 1 = somebody's own bot decides, and what it chooses is looked at
FOUL = -(1 << 40)  # minus the action that was chosen, and is not legal


# ------------------------------------------------------------------ choosing
@rule
def how_many(moves):
    """How many actions are in the set."""
    n = 0
    for w in range(WORDS):
        n += count(moves[w])
    return n


@rule
def nth_action(moves, n):
    """The action with n actions below it in the set (written without branches that depend on luck)."""
    at = below = so_far = 0
    for w in range(WORDS - 1):
        so_far += count(moves[w])
        at = w + 1 if n >= so_far else at
        below = so_far if n >= so_far else below
    return at * WORD + index_of(nth_card(moves[at], n - below))


@rule
def policy(g, s, seat, moves, luck):
    """Who decides when nobody is bound: any legal action, each as likely as another."""
    return nth_action(moves, random_below(luck, how_many(moves)))


@rule
def allowed(moves, action):
    """Whether an action is in the set."""
    return 0 <= action < WORDS * WORD and moves[action // WORD] >> action % WORD & 1 != 0


# ------------------------------------------------------------------ whole games
@rule
def settle_chance(g, s, stream):
    """Let chance decide until somebody else must."""
    while chances(g, s) != 0:
        chance(g, s, stream)


@rule
def playout(g, s, moves, dice, luck):
    """Play on to the end; the number of decisions taken, or FOUL."""
    n = 0
    while True:
        settle_chance(g, s, dice)
        seat = acting(g, s)
        if seat < 0:
            return n
        legal(g, s, seat, moves)
        action = policy(g, s, seat, moves, luck)
        if CHECKED and not allowed(moves, action):
            return FOUL - action
        apply(g, s, seat, action)
        n += 1


@kernel
def playouts(tables, states, moves, dice, luck, games, wins):
    """Play whole games one after another; decisions in all (or FOUL), and wins per seat."""
    g, s = tables[0], states[0]
    n = 0
    for _ in range(games):
        start(g, s)
        played = playout(g, s, moves, dice, luck)
        if played < 0:
            return played
        n += played
        won = winners(g, s)
        for seat in range(len(wins)):
            wins[seat] += won >> seat & 1
    return n


@kernel
def trace(tables, states, moves, dice, luck, draws, actions):
    """Play one game with a stream for chance and one per seat; write down what chance and the seats did.

    The numbers of draws and of actions, also where there was no more room to write them down; `luck` has one
    stream a row.
    """
    g, s = tables[0], states[0]
    start(g, s)
    drawn = decided = 0
    while True:
        while chances(g, s) != 0:
            outcome = chance(g, s, dice)
            if drawn < len(draws):
                draws[drawn] = outcome
            drawn += 1
        seat = acting(g, s)
        if seat < 0:
            return drawn, decided
        legal(g, s, seat, moves)
        action = policy(g, s, seat, moves, luck[seat])
        if CHECKED and not allowed(moves, action):
            return FOUL - action, decided
        if decided < len(actions):
            actions[decided] = action
        apply(g, s, seat, action)
        decided += 1


@kernel
def replay(tables, states, moves, draws, actions):
    """Play a game again from what was written down; how many draws and actions were possible.

    It stops at the first draw or action that cannot be, or when what it needs has run out.
    """
    g, s = tables[0], states[0]
    start(g, s)
    drawn = decided = 0
    while True:
        while chances(g, s) != 0:
            if drawn == len(draws) or weight(g, s, draws[drawn]) == 0:
                return drawn, decided
            draw(g, s, draws[drawn])
            drawn += 1
        seat = acting(g, s)
        if seat < 0 or decided == len(actions):
            return drawn, decided
        legal(g, s, seat, moves)
        action = actions[decided]
        if not allowed(moves, action):
            return drawn, decided
        apply(g, s, seat, action)
        decided += 1


@kernel
def copies(states, n):
    """Copy states to and fro, n times (for measuring)."""
    for i in range(n):
        states[i % 32 + 32] = states[i * 7 % 32]


# ------------------------------------------------------------ one step at a time
@kernel
def start_one(tables, states):
    """Set the table."""
    start(tables[0], states[0])


@kernel
def chance_all(tables, states, stream):
    """Let chance decide until somebody must; that seat, or -1 at the end."""
    settle_chance(tables[0], states[0], stream)
    return acting(tables[0], states[0])


@kernel
def chance_one(tables, states, stream):
    """Let chance decide once, if it owes anything; what it owed."""
    owed = chances(tables[0], states[0])
    if owed != 0:
        chance(tables[0], states[0], stream)
    return owed


@kernel
def legal_ids(tables, states, moves, ids):
    """Write the legal actions of the acting seat into `ids`; how many there are."""
    g, s = tables[0], states[0]
    n = 0
    seat = acting(g, s)
    if seat < 0:
        return 0
    legal(g, s, seat, moves)
    for w in range(WORDS):
        word = moves[w]
        while word != 0:
            ids[n] = w * WORD + index_of(word)
            word &= word - 1
            n += 1
    return n


@kernel
def apply_one(tables, states, action):
    """Carry out a legal action of the acting seat."""
    apply(tables[0], states[0], acting(tables[0], states[0]), action)


@kernel
def determinize_one(tables, views, states, stream):
    """One world that a view allows; False if there is none."""
    return determinize(tables[0], views[0], states[0], stream)


@kernel
def determinize_many(tables, views, states, stream, n):
    """n worlds one after another (for measuring)."""
    for _ in range(n):
        determinize(tables[0], views[0], states[0], stream)
