"""The rules of Power Switch: what may be done, and what happens then.

Source: docs/rules/powerswitch.md, whose numbers stand beside the code they govern. Seats 0 … n-1 are the seats
1 … n of the text, clockwise. A zone is a set of cards (`core/cards.py`): bit 12 * colour + number - 1 for a colour
card, bits 48 … 50 for the Shock Plays. The layout is a set as well, of filled slots: each column holds its starting
slot and never has a gap, so what is open follows by shifts.

Chance is explicit and lazy (section 5): each dealt card is a draw of chance, and the pile is a set without order. What
every seat may know of the other hands is kept in the state; `worlds.py` says how.
"""

from leyden.core.cards import count, first_card, index_of, nth_card
from leyden.core.luck import random_below
from leyden.core.records import COUNT, SET, SMALL, WIDE, record
from leyden.core.rule import rule, seldom
from leyden.games.powerswitch.cards import (
    ALL_SLOTS,
    BOTTOMS,
    COLOURS,
    COLUMN,
    MOST_SEATS,
    NUMBERS,
    PILE,
    SHOCKS,
    SLOTS,
    TOPS,
    WATCHER,
)
from leyden.games.powerswitch.knowledge import (
    all_saw_shock,
    forget_round,
    gave,
    hidden,
    is_stuck,
    kept,
    opening,
    saw_shock,
    shown_power,
    switched,
)

MOST_FACES = 24
NO_COLOUR = 4
NOBODY = -1  # in place of a seat
ANY = -1  # first dealer: by the dice
LOT = -2  # first dealer: by lot

# Phases (6.1). LOT_DEALER and DEALER: who deals first. DRAW_OPEN and DRAW_TURN: a card is on its way from the pile.
LOT_DEALER, DEALER, DEAL, ROLL, ROLL_COLOUR, COL, OPEN, DRAW_OPEN = range(8)
TURN, DRAW_TURN, GIVE, RES, WIN, OUT, OVER = range(8, 15)

# What chance owes, and the outcomes it can have.
NOTHING, WHO_DEALS, DEALER_ROLL, NEXT_CARD, NUMBER_DIE, COLOUR_DIE, SCORING = range(7)
SHOCK_CARD = 48  # outcomes 0-47: that colour card; 48: a Shock Play
NUMBER, FACE, SEAT, SCORE, DRAWS = 48, 64, 70, 76, 77  # NUMBER + 1 … 12, FACE + colour, D or L, SEAT + dealer
BY_DEALER, BY_LOSER = 4, 5  # faces D and L of the colour die

# The flat encoding (6.4): a card, give a Shock, place a Shock, switch, draw, ask, pass or hold, colour.
GIVE_SHOCK, PLAY_SHOCK, SWITCH, DRAW, ASK, PASS, CHOOSE, ACTIONS = 48, 49, 56, 62, 63, 64, 65, 69
WORD, WORDS = 48, 2  # a set of actions: the cards are word 0, everything else is word 1
FOUR = 0b1111

SOURCE = 64  # `pending` is card + SOURCE * where it came from, in RES; a seat in GIVE and WIN
NO_CARD = -1

# give_last
CONTINUE, ENDS_ROUND, EXEMPT, SIT_OUT = range(4)

Tables = record(
    "powerswitch_tables",
    seats=SMALL,
    deck=SET,
    pile_size=SMALL,
    faces=SMALL,  # of the number die
    face=(SMALL, MOST_FACES),
    sides=SMALL,  # of the colour die
    side=(SMALL, MOST_FACES),
    first=SMALL,  # seat, ANY or LOT
    target=WIDE,
    rounds=COUNT,  # end_rule=rounds:k; 0 = by the target
    most_rounds=COUNT,  # 0 = no limit
    shock_value=COUNT,
    dead_value=COUNT,
    switches=SMALL,
    give_last=SMALL,
    dealer_first=SMALL,  # 1 = the option is set; each names its ruling in options.py
    shock_free=SMALL,
    worst=SMALL,
    hold=SMALL,
    next_right=SMALL,
    anytime=SMALL,
    stuck_ends=SMALL,
    no_empty=SMALL,
    extra_round=SMALL,
    reveal=SMALL,
)

State = record(
    "powerswitch_state",
    hand=(SET, MOST_SEATS),
    pile=SET,  # also what is not dealt yet
    laid=SET,  # filled slots
    shocked=SET,  # those filled by a Shock Play: their real cards are dead (P-33)
    may=(SET, WATCHER + 1, MOST_SEATS),  # see knowledge.py
    heap=SET,
    seen=(SET, MOST_SEATS),
    totals=(WIDE, MOST_SEATS),
    switches=(SMALL, MOST_SEATS),  # Power Switch cards left
    tally=(SMALL, MOST_SEATS),  # rolls for the deal: 0 = to come, -1 = out of it; in a round tally[0] is PC-10's count
    tower=SMALL,
    power=SMALL,  # N
    dealer=SMALL,
    actor=SMALL,
    phase=SMALL,
    used=SMALL,  # 1 = somebody has switched this round; 2 = in this very turn
    pending=COUNT,
    round=COUNT,
)


# ------------------------------------------------------------------- set-up
@seldom
def start(g, s):
    """The table before the first round: P-3, P-4, P-5."""
    for p in range(MOST_SEATS):
        s.totals[p] = 0
        s.switches[p] = g.switches if p < g.seats else 0
        s.tally[p] = -1 if p >= g.seats and g.first == ANY else 0
    s.round, s.dealer = 1, 0
    clear(g, s)
    if g.first == LOT:
        s.phase = LOT_DEALER
    elif g.first == ANY:
        s.phase = DEALER
    else:
        begin(s, g.first)


@rule
def begin(s, dealer):
    """The dealer of round 1 is known."""
    for p in range(MOST_SEATS):
        s.tally[p] = 0
    s.dealer, s.phase = dealer, DEAL


@seldom
def clear(g, s):
    """P-7: a new round has its whole deck again, and nobody knows anything of it."""
    for p in range(MOST_SEATS):
        s.hand[p] = 0
    s.pile, s.laid, s.shocked = g.deck, 0, 0
    s.tower, s.power, s.actor, s.used, s.pending = NO_COLOUR, 0, NOBODY, 0, NO_CARD
    forget_round(g.seats, s, g.deck)


@rule
def left(g, seat):
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < g.seats else 0


@rule
def right(g, seat):
    """The seat before."""
    return seat - 1 if seat > 0 else g.seats - 1


# ------------------------------------------------------------------- chance
@rule
def chances(g, s):
    """What chance owes before anybody can decide (section 5)."""
    if s.phase == DEAL or s.phase == DRAW_TURN or s.phase == DRAW_OPEN:
        return NEXT_CARD
    if s.phase == ROLL:
        return NUMBER_DIE
    if s.phase == ROLL_COLOUR:
        return COLOUR_DIE
    if s.phase == OUT:
        return SCORING
    if s.phase == DEALER:
        return DEALER_ROLL
    if s.phase == LOT_DEALER:
        return WHO_DEALS
    return NOTHING


@rule
def cards_of(s, outcome):
    """The cards of the pile that an outcome means."""
    return s.pile & (SHOCKS if outcome == SHOCK_CARD else 1 << outcome)


@seldom
def weight(g, s, outcome):
    """How many of the equally likely cases give this outcome; 0 if it cannot happen."""
    owed = chances(g, s)
    if outcome < 0:
        return 0
    if owed == NEXT_CARD and outcome <= SHOCK_CARD:
        return count(cards_of(s, outcome))
    cases = 0
    if owed in (NUMBER_DIE, DEALER_ROLL) and outcome > NUMBER and outcome < FACE:
        for i in range(g.faces):
            cases += 1 if g.face[i] == outcome - NUMBER else 0
    if owed == COLOUR_DIE and outcome >= FACE and outcome < SEAT:
        for i in range(g.sides):
            cases += 1 if g.side[i] == outcome - FACE else 0
    if owed == WHO_DEALS and outcome >= SEAT and outcome < SEAT + g.seats:
        return 1
    if owed == SCORING and outcome == SCORE:
        return 1
    return cases


@seldom
def chance(g, s, stream):
    """Chance decides by the stream, each case as likely as another; the outcome."""
    owed = chances(g, s)
    if owed == NEXT_CARD:
        card = nth_card(s.pile, random_below(stream, count(s.pile)))
        outcome = SHOCK_CARD if card & SHOCKS else index_of(card)
    elif owed in (NUMBER_DIE, DEALER_ROLL):
        outcome = NUMBER + g.face[random_below(stream, g.faces)]
    elif owed == COLOUR_DIE:
        outcome = FACE + g.side[random_below(stream, g.sides)]
    elif owed == WHO_DEALS:
        outcome = SEAT + random_below(stream, g.seats)
    else:
        outcome = SCORE
    draw(g, s, outcome)
    return outcome


@seldom
def draw(g, s, outcome):
    """Chance decides: this outcome."""
    if outcome <= SHOCK_CARD:
        card = cards_of(s, outcome)
        take(g, s, pick_shock(s, card) if outcome == SHOCK_CARD else card)
    elif outcome < FACE:
        if s.phase == DEALER:
            roll_for_deal(g, s, outcome - NUMBER)
        else:
            s.power, s.phase = outcome - NUMBER, ROLL_COLOUR  # P-11
    elif outcome < SEAT:
        rolled(g, s, outcome - FACE)
    elif outcome < SCORE:
        begin(s, outcome - SEAT)
    else:
        score(g, s)


@seldom
def roll_for_deal(g, s, number):
    """P-5: the highest roller deals; PQ-3: tied leaders roll again among themselves."""
    waiting = roller(g, s)
    s.tally[waiting] = number
    if roller(g, s) != NOBODY:
        return
    best = leaders = dealer = 0
    for p in range(g.seats):
        if s.tally[p] > best:
            best, leaders, dealer = s.tally[p], 1, p
        elif s.tally[p] == best:
            leaders += 1
    if leaders == 1:
        begin(s, dealer)
        return
    for p in range(g.seats):
        s.tally[p] = 0 if s.tally[p] == best else -1


@rule
def roller(g, s):
    """Who rolls next for the deal."""
    for p in range(g.seats):
        if s.tally[p] == 0:
            return p
    return NOBODY


@rule
def rolled(g, s, face):
    """P-12 to P-14: the colour is rolled, or somebody chooses it."""
    if face < COLOURS:
        choose(g, s, face)
        return
    s.phase = COL
    s.actor = s.dealer if face == BY_DEALER else loser(g, s)


@seldom
def loser(g, s):
    """P-14, PQ-5: the highest total; of several the first one clockwise from the dealer's left."""
    seat = s.dealer if g.dealer_first != 0 else left(g, s.dealer)
    best = seat
    for _ in range(g.seats):
        if s.totals[seat] > s.totals[best]:
            best = seat
        seat = left(g, seat)
    return best


@seldom
def choose(g, s, colour):
    """P-12: T is that colour. P-17, P-18: who has the Power Card opens, or else the dealer's left draws."""
    s.tower = colour
    s.actor = left(g, s.dealer)
    for p in range(g.seats):
        if s.hand[p] & power_card(s):
            s.actor = p
    opening(g.seats, s, left(g, s.dealer), power_card(s))
    s.phase = OPEN


@rule
def power_card(s):
    """P-16: the card T-N."""
    return 1 << NUMBERS * s.tower + s.power - 1


@seldom
def pick_shock(s, cards):
    """Which of several Shock Plays (PQ-48): they are alike, but what is known of them may differ (knowledge.py).

    The choice depends on what is known of each alone, so that which one has which bit never matters.
    """
    best = first_card(cards & SHOCKS)
    rest = (cards & SHOCKS) ^ best
    while rest != 0:
        other = first_card(rest)
        rest ^= other
        if precedes(s, other, best):
            best = other
    return best


@rule
def precedes(s, one, other):
    """Whether less is known of one Shock Play than of another, in an order that does not look at their bits."""
    for v in range(WATCHER + 1):
        for p in range(MOST_SEATS):
            a, b = s.may[v][p] & one, s.may[v][p] & other
            if (a != 0) != (b != 0):
                return a != 0
        if v < MOST_SEATS and (s.seen[v] & one != 0) != (s.seen[v] & other != 0):
            return s.seen[v] & one == 0
    return False


# --------------------------------------------------------------- taking cards
@seldom
def take(g, s, card):
    """The top card of the pile goes to a hand."""
    if s.phase == DEAL:
        deal(g, s, card)
    elif s.phase == DRAW_OPEN:
        draw_open(g, s, card)
    else:
        me = s.actor
        if card & SHOCKS:
            saw_shock(g.seats, s, me, PILE, card, hidden(g.seats, s, me) & SHOCKS)
        if playable(g, s, card):
            s.phase, s.pending = RES, index_of(card) + SOURCE * PILE  # P-39, PQ-22: it is played in this turn
            move_from_pile(s, me, card)
        else:
            kept(g.seats, s, me, PILE, everything_live(s))
            move_from_pile(s, me, card)
            s.tally[0] = 0  # PC-10: a draw
            end_turn(g, s, me)


@rule
def move_from_pile(s, seat, card):
    """The top card is in a hand now."""
    s.pile ^= card
    s.hand[seat] |= card


@rule
def deal(g, s, card):
    """P-8, P-9, PQ-4: one card at a time from the dealer's left, until the pile is left."""
    n = count(g.deck) - count(s.pile)
    s.pile ^= card
    s.hand[(s.dealer + 1 + n) % g.seats] |= card
    if count(s.pile) == g.pile_size:
        s.phase = ROLL  # P-10


@seldom
def draw_open(g, s, card):
    """P-18, P-19: an opening draw. P-20: whatever else is drawn is kept."""
    me = s.actor
    if card == power_card(s):
        shown_power(g.seats, s, me, card)
        s.pending = index_of(card) + SOURCE * PILE
    else:
        if card & SHOCKS:
            saw_shock(g.seats, s, me, PILE, card, hidden(g.seats, s, me) & SHOCKS)
        kept(g.seats, s, me, PILE, power_card(s))
        s.actor = left(g, me)
    move_from_pile(s, me, card)
    s.phase = OPEN


# ------------------------------------------------------------------ the layout
@rule
def starts(s):
    """Open starting slots of Lines: P-24."""
    return (BOTTOMS << s.power - 1) & ~s.laid


@rule
def ends(s):
    """Open slots at the ends of columns: P-23, P-25; P-26: in a Line only numbers that lie in the Tower."""
    beside = ((s.laid & ~TOPS) << 1 | (s.laid & ~BOTTOMS) >> 1) & ~s.laid
    tower = s.laid >> NUMBERS * s.tower & COLUMN
    return beside & (tower * BOTTOMS | COLUMN << NUMBERS * s.tower)


@seldom
def everything_live(s):
    """The cards that could be played now (P-27, P-28, P-34), Shock Plays included."""
    ended = ends(s)
    return ended | starts(s) | (SHOCKS if ended != 0 else 0)


@rule
def must_be_played(g, s):
    """P-36: the cards that whoever holds one must play; PQ-16: Shock Plays need not be under shock_forced=false."""
    return everything_live(s) & ~(SHOCKS if g.shock_free != 0 else 0)


@rule
def playable(g, s, card):
    """P-28, P-34: whether a card could be played now."""
    return card & everything_live(s) != 0


# ----------------------------------------------------------------- legality
@rule
def acting(g, s):
    """The seat that owes a decision; NOBODY at a chance node and after the end."""
    if s.phase == OVER or chances(g, s) != NOTHING:
        return NOBODY
    return s.actor


@seldom
def legal(g, s, seat, moves):
    """Fill `moves` with the set of the seat's legal actions; empty when the seat owes none."""
    moves[0] = 0
    moves[1] = 0
    if acting(g, s) != seat:
        return
    if s.phase == TURN:
        legal_turn(g, s, seat, moves)
    elif s.phase == RES:
        card = 1 << s.pending % SOURCE
        moves[0] = card & ALL_SLOTS  # P-39
        if card & SHOCKS:
            moves[1] = shock_slots(s) | (1 << PASS - WORD if g.shock_free != 0 else 0)  # PQ-16
    elif s.phase == GIVE:
        cards = s.hand[seat] if g.worst == 0 else worst(g, s, s.hand[seat])
        moves[0] = cards & ALL_SLOTS  # P-41
        moves[1] = 1 if cards & SHOCKS else 0
    elif s.phase == COL:
        moves[1] = FOUR << CHOOSE - WORD  # P-13, P-15
    elif s.phase == WIN:
        moves[1] = targets(g, s, seat) | 1 << PASS - WORD
    elif s.hand[seat] & power_card(s):
        moves[0] = power_card(s)  # P-17
    else:
        moves[1] = 1 << DRAW - WORD  # P-18


@rule
def legal_turn(g, s, seat, moves):
    """P-35: a play; P-36 to P-38: if there is none, a draw; P-40: or asking; P-45: a switch before."""
    ended = ends(s)
    cards = s.hand[seat] & (ended | starts(s))
    moves[0] = cards
    others = 0
    if s.hand[seat] & SHOCKS and ended != 0:
        others = shock_slots(s)
    if cards == 0 and (others == 0 or g.shock_free != 0):
        if s.pile != 0:
            others |= 1 << DRAW - WORD  # P-38, PQ-27
        elif asked(g, s, seat) != NOBODY:
            others |= 1 << ASK - WORD  # P-40
        else:
            others |= 1 << PASS - WORD  # P-43
    if s.used == 0 and s.switches[seat] > 0:  # P-46
        others |= targets(g, s, seat)
    moves[1] = others


@seldom
def shock_slots(s):
    """The ends of columns where a Shock Play may lie (P-30, P-32), as bits of word 1."""
    ended = ends(s)
    found = 0
    for c in range(COLOURS):
        column = ended >> NUMBERS * c & COLUMN
        found |= (1 if column >> s.power != 0 else 0) << 2 * c
        found |= (2 if column & (1 << s.power - 1) - 1 else 0) << 2 * c
    return found << PLAY_SHOCK - WORD


@seldom
def targets(g, s, seat):
    """P-47, PQ-34: any opponent; PQ-33: under switch_empty=forbid neither hand may be empty."""
    if g.no_empty == 0:
        return (1 << g.seats - 1) - 1 << SWITCH + 1 - WORD
    found, other = 0, seat
    for k in range(1, g.seats):
        other = left(g, other)
        if s.hand[seat] != 0 and s.hand[other] != 0:
            found |= 1 << SWITCH + k - WORD
    return found


@seldom
def asked(g, s, seat):
    """Whom a stuck player must ask: P-40, PQ-25, PQ-26; NOBODY if nobody can give."""
    other = seat
    for _ in range(g.seats - 1):
        other = right(g, other)
        if count(s.hand[other]) > (1 if g.give_last == EXEMPT else 0):
            return other
        if g.give_last != EXEMPT and g.next_right == 0:
            return NOBODY
    return NOBODY


@seldom
def value(g, s, card):
    """P-53, PQ-19, PQ-20: what a card costs at the end of a round."""
    if card & SHOCKS:
        return g.shock_value
    if card & s.shocked:
        return g.dead_value
    return 5 if index_of(card) % NUMBERS < 6 else 10


@seldom
def worst(g, s, cards):
    """PQ-23: the cards of maximal value."""
    best, found = -1, 0
    while cards != 0:
        card = first_card(cards)
        cards ^= card
        costs = value(g, s, card)
        if costs > best:
            best, found = costs, 0
        if costs == best:
            found |= card
    return found


# -------------------------------------------------------------- what happens
@seldom
def apply(g, s, seat, action):
    """Carry out a legal action."""
    if s.phase == TURN:
        turn(g, s, seat, action)
    elif s.phase == RES:
        resolve(g, s, seat, action)
    elif s.phase == GIVE:
        give(g, s, seat, pick_shock(s, s.hand[seat]) if action == GIVE_SHOCK else 1 << action)
    elif s.phase == OPEN:
        open_round(g, s, seat, action)
    elif s.phase == COL:
        choose(g, s, action - CHOOSE)
    else:
        window(g, s, seat, action)


@seldom
def open_round(g, s, seat, action):
    """P-17 to P-21: the Power Card is placed, or a card is drawn."""
    if action == DRAW:
        is_stuck(g.seats, s, seat, power_card(s))
        s.phase = DRAW_OPEN
        return
    s.hand[seat] ^= 1 << action
    s.laid = 1 << action
    if s.hand[seat] == 0:
        end_round(s)  # P-51
    else:
        pass_on(g, s, left(g, seat), 0)  # P-21, PC-8: no window


@rule
def turn(g, s, seat, action):
    """One step of a turn (P-35)."""
    if action < SLOTS:
        lay(g, s, seat, 1 << action, 1 << action)
    elif action < SWITCH + 1:
        shock = pick_shock(s, s.hand[seat])
        all_saw_shock(g.seats, s, seat, seat, shock)
        lay(g, s, seat, shock, slot(s, action))
    elif action < DRAW:
        switch(g, s, seat, action)  # P-49: the turn goes on with the new hand
        if g.stuck_ends != 0 and s.hand[seat] & everything_live(s) == 0:  # PQ-32
            is_stuck(g.seats, s, seat, everything_live(s))
            idle(g, s)
            end_turn(g, s, seat)
        elif g.stuck_ends != 0:
            s.used = 2  # everybody knows that there is something to play
    else:
        is_stuck(g.seats, s, seat, must_be_played(g, s))
        if action == DRAW:
            s.phase = DRAW_TURN
        elif action == ASK:
            s.actor, s.pending, s.phase = asked(g, s, seat), seat, GIVE
        else:
            idle(g, s)
            end_turn(g, s, seat)


@seldom
def slot(s, action):
    """The slot at an end of a column that a Shock Play fills."""
    c, below = action - PLAY_SHOCK >> 1, action - PLAY_SHOCK & 1
    column = ends(s) & COLUMN << NUMBERS * c
    under = column & (1 << NUMBERS * c + s.power - 1) - 1
    return under if below else column ^ under


@seldom
def lay(g, s, seat, card, place):
    """P-28, P-31: a card goes into a slot, and the turn ends."""
    s.hand[seat] ^= card
    s.laid |= place
    if card & SHOCKS:
        s.shocked |= place  # P-33
    s.tally[0] = 0
    if s.hand[seat] == 0:
        end_round(s)  # P-51, PQ-21
    else:
        end_turn(g, s, seat)


@seldom
def resolve(g, s, seat, action):
    """P-39, P-42: the card that was drawn or received is played; PQ-16: or a Shock Play is kept."""
    card, source = 1 << s.pending % SOURCE, s.pending // SOURCE
    s.pending = NO_CARD
    if action == PASS:
        s.hand[seat] ^= card
        kept(g.seats, s, seat, source, must_be_played(g, s))
        s.hand[seat] |= card
        s.tally[0] = 0  # PC-10: with received=hold only a drawn card comes here
        end_turn(g, s, seat)
    elif action < SLOTS:
        lay(g, s, seat, card, card)
    else:
        all_saw_shock(g.seats, s, seat, source, card)
        lay(g, s, seat, card, slot(s, action))


@seldom
def give(g, s, giver, card):
    """P-41 to P-44: the asked player hands a card over."""
    taker = s.pending
    if card & SHOCKS:
        saw_shock(g.seats, s, taker, giver, card, hidden(g.seats, s, taker) & SHOCKS)
    gave(g.seats, s, giver, taker, card)
    s.actor, s.pending = taker, NO_CARD
    last = s.hand[giver] == card
    if g.hold == 0 and playable(g, s, card) and not (last and g.give_last == ENDS_ROUND):
        s.phase, s.pending = RES, index_of(card) + SOURCE * giver  # P-42
        s.hand[giver] ^= card
        s.hand[taker] |= card
        return
    kept(g.seats, s, taker, giver, everything_live(s) if g.hold == 0 else 0)  # PQ-24
    s.hand[giver] ^= card
    s.hand[taker] |= card
    if last and g.give_last == ENDS_ROUND:
        end_round(s)  # PQ-25, PC-11
    else:
        idle(g, s)
        end_turn(g, s, taker)


@seldom
def switch(g, s, seat, action):
    """P-47, P-48: two hands change places, and a Power Switch card leaves the game; P-50: nobody goes out by it."""
    other = (seat + action - SWITCH) % g.seats
    switched(g.seats, s, seat, other)
    s.hand[seat], s.hand[other] = s.hand[other], s.hand[seat]
    s.switches[seat] -= 1
    s.used = 1


@rule
def idle(g, s):
    """PC-10: with received=hold, turns without a play are counted once the pile is empty."""
    if g.hold != 0 and s.pile == 0:
        s.tally[0] += 1


@seldom
def end_turn(g, s, seat):
    """P-52: a full layout ends the round. Otherwise the turn goes clockwise."""
    following = left(g, seat)
    if g.give_last == SIT_OUT:
        following = with_cards(g, s, following)
    if s.laid == ALL_SLOTS or (s.hand[following] == 0 and g.give_last == SIT_OUT):
        end_round(s)
    elif g.hold != 0 and s.tally[0] >= 4 * g.seats:
        end_round(s)  # PQ-24: the round is blocked
    else:
        pass_on(g, s, following, g.anytime)


@rule
def with_cards(g, s, seat):
    """PQ-25: under sit_out, turns of empty-handed seats are skipped."""
    for _ in range(g.seats):
        if s.hand[seat] != 0:
            return seat
        seat = left(g, seat)
    return seat


@seldom
def pass_on(g, s, following, windows):
    """A seat is to act; 6.5: first others may switch, if that is played."""
    if s.used == 2:
        s.used = 1
    if windows != 0 and s.used == 0:
        poll(g, s, following, left(g, following))
    else:
        s.actor, s.phase, s.pending = following, TURN, NO_CARD


@seldom
def poll(g, s, following, seat):
    """6.5, PC-8: the next seat from this one on that could switch is asked; if none is left, the turn begins."""
    while seat != following:
        if s.switches[seat] > 0 and targets(g, s, seat) != 0:
            s.actor, s.phase, s.pending = seat, WIN, following
            return
        seat = left(g, seat)
    s.actor, s.phase, s.pending = following, TURN, NO_CARD


@seldom
def window(g, s, seat, action):
    """6.5: a switch out of turn, or none."""
    following = s.pending
    if action == PASS:
        poll(g, s, following, left(g, seat))
        return
    switch(g, s, seat, action)
    if g.give_last == SIT_OUT:
        following = with_cards(g, s, following)
    s.actor, s.phase, s.pending = following, TURN, NO_CARD


# ------------------------------------------------------------- end of a round
@rule
def end_round(s):
    """P-51, P-52: the round is over at once; everybody shows his hand."""
    s.phase, s.actor, s.pending, s.tally[0] = OUT, NOBODY, NO_CARD, 0
    s.used = 1 if s.used != 0 else 0


@seldom
def score(g, s):
    """P-53 to P-56: hands are counted; the game ends, or the deal goes on to the left."""
    lowest, highest, alone = 0, 0, 1
    for p in range(g.seats):
        s.totals[p] += cost(g, s, s.hand[p])
        if s.totals[p] < s.totals[lowest]:
            lowest, alone = p, 1
        elif p > 0 and s.totals[p] == s.totals[lowest]:
            alone = 0
        highest = max(highest, s.totals[p])
    over = s.round >= g.rounds if g.rounds != 0 else highest >= g.target  # P-55, PQ-38
    if alone == 0 and g.extra_round != 0:
        over = False
    if over or (g.most_rounds != 0 and s.round >= g.most_rounds):  # PQ-49, PC-12
        s.phase = OVER
        return
    s.dealer, s.round = left(g, s.dealer), s.round + 1  # P-6, PQ-39
    clear(g, s)
    s.phase = DEAL


@rule
def cost(g, s, cards):
    """P-53: what a hand costs."""
    points = 0
    while cards != 0:
        card = first_card(cards)
        cards ^= card
        points += value(g, s, card)
    return points


@rule
def winners(g, s):
    """P-55: the lowest totals, as a set with bit p for seat p; empty while the game goes on."""
    found, best = 0, s.totals[0]
    if s.phase != OVER:
        return 0
    for p in range(g.seats):
        if s.totals[p] < best:
            best, found = s.totals[p], 0
        if s.totals[p] == best:
            found |= 1 << p
    return found
