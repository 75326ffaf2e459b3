"""The rules of Voltage: what may be done, and what happens then.

Source: docs/rules/voltage.md, whose numbers stand beside the code they govern. Two seats A = 0 and B = 1;
terminals O, G, B, P = 0 … 3; faces O1 … P3 = 0 … 11, Bypass 12, Blown Fuse 13. A zone is a set of cards
(`core/cards.py`); which card carries which face, and which backs are Transformers, is data in `g`.

Chance is explicit and lazy (section 5): the pile is a set without order. The back of its top card is
revealed by one draw of chance, its face by another when somebody takes it.
"""

from leyden.core.cards import count, first_card, index_of, nth_card
from leyden.core.luck import random_below
from leyden.core.records import COUNT, SET, SMALL, record
from leyden.core.rule import rule

SEATS, TERMINALS, FACES, BYPASS, FUSE = 2, 4, 14, 12, 13
HAND_DEALT, HAND_LIMIT, SET_SIZE = 4, 6, 5
NOWHERE = 4  # in place of a terminal
EITHER = 2  # in place of a seat: chance, or the host, says who begins

# Phases (6.1). DEAL: before the first turn. MAIN: m. SECOND: p. AGAIN: d, d1. FLIP: fd, fe, fe2. OVER: x.
DEAL, MAIN, SECOND, AGAIN, FLIP, OVER = range(6)

# The back of the pile's top card.
UNSEEN, PLAIN, LIT = range(3)

# What chance owes, and the outcomes it can have: who begins, the next back, the face drawn.
NOTHING, WHO_BEGINS, NEXT_BACK, NEXT_FACE = range(4)
FIRST_A, FIRST_B, PLAIN_BACK, LIT_BACK, FACE_DRAWN, DRAWS = 0, 1, 2, 3, 4, 18

# The flat encoding (6.4): a number card, a Bypass, a Blown Fuse, draw, flip.
PLAY_NUMBER, PLAY_BYPASS, PLAY_FUSE, DRAW, FLIP_TOKEN, ACTIONS = 0, 48, 104, 192, 193, 197
BYPASS_TARGETS, FUSE_TARGETS = 7, 11
NUMBER_TARGETS = 0b1111110  # target 0 is none, 1-6 are numbers, 7-10 special cards

# A set of actions is five words of 48 bits; bit b of word w is action 48 * w + b.
WORD, WORDS = 48, 5
FULL_WORD = (1 << WORD) - 1
EVERY_FOURTH = 0x11111111111111

Tables = record(
    "voltage_tables",
    cards=SET,  # the whole deck
    lit=SET,  # its Transformer backs, where they are fixed
    even=SMALL,  # 1 = four cards of each face
    numbers=SET,
    specials=SET,
    colours=(SET, TERMINALS),
    faces=(SET, FACES),  # the cards of each face
    face=(SMALL, 62),  # the face of each card
    plus=(SMALL, TERMINALS),  # tokens at the start
    loose=SMALL,  # Transformer backs that are secretly assigned to faces (VQ-2)
    first=SMALL,
    target=SMALL,  # sets that win
    printed_colours=SMALL,  # 1 = the option is set; each names its ruling in options.py
    needs_target=SMALL,
    must_use=SMALL,
    score_first=SMALL,
    numbers_only=SMALL,
    resets=SMALL,
    flips_last=SMALL,
    on_need=SMALL,
    private=SMALL,
)

State = record(
    "voltage_state",
    hand=(SET, SEATS),
    side=(SET, SEATS, TERMINALS),
    pile=SET,
    discard=SET,
    lit=SET,  # cards known to have a Transformer back
    known=(SET, 3),  # K (4.3): cards of A's hand that B knows, of B's that A knows; of either, for spectators
    paired=(SET, 3),  # random backs: cards unseen by A, B, spectators whose both sides were seen since K was set
    plus=(SMALL, TERMINALS),  # 1 = the token shows +
    score=(SMALL, SEATS),
    least=(SMALL, SEATS),  # private backs: bounds for the Transformers of a hand, from what all could see
    most=(SMALL, SEATS),
    first=SMALL,
    player=SMALL,
    phase=SMALL,
    played_on=SMALL,  # terminal of the first play
    played_special=SMALL,  # 1 = and it was a special card, where that matters (VQ-7)
    flips=SMALL,  # flips due
    draws=SMALL,  # 1 = a second draw is owed after the flip
    drawing=SMALL,  # 1 = a card is on its way to a hand
    top=SMALL,
    loose=SMALL,  # Transformer backs still unassigned; all of them are in the pile
    fresh=SMALL,  # random backs: 1 = the pile is still the first one, its backs unassigned
    turn=COUNT,
)


# ------------------------------------------------------------------- set-up
@rule
def start(g, s):
    """The table before anything is drawn: V-4 to V-9."""
    for p in range(SEATS):
        s.hand[p] = 0
        s.score[p] = 0  # V-6
        s.least[p] = 0
        s.most[p] = 0
        for t in range(TERMINALS):
            s.side[p][t] = 0
    for t in range(TERMINALS):
        s.plus[t] = g.plus[t]  # V-5
    for p in range(3):
        s.known[p] = 0
        s.paired[p] = 0
    s.pile, s.discard = g.cards, 0  # V-8, V-9
    s.loose = g.loose
    s.fresh = 1 if g.loose > 0 else 0
    s.lit = 0 if g.loose > 0 else g.lit
    s.first = g.first  # V-11
    s.player = 0 if g.first == EITHER else g.first
    s.phase, s.turn = DEAL, 1
    s.played_on, s.played_special, s.flips, s.draws = NOWHERE, 0, 0, 0
    s.drawing, s.top = 1, UNSEEN


# ------------------------------------------------------------------- chance
@rule
def chances(g, s):
    """What chance owes before anybody can decide (section 5)."""
    if s.first == EITHER:
        return WHO_BEGINS
    if s.pile != 0 and s.top == UNSEEN:
        return NEXT_BACK  # V-49, VQ-31: the new top back is seen at once
    if s.drawing != 0:
        return NEXT_FACE
    return NOTHING


@rule
def lit_in_pile(g, s):
    """How many cards of the pile have a Transformer back."""
    return count(s.pile & s.lit) + s.loose


@rule
def drawable(g, s):
    """The cards that the top card may be, its back being seen."""
    if s.loose > 0:
        return s.pile  # VQ-2: a back says nothing about a face never seen from both sides
    return s.pile & s.lit if s.top == LIT else s.pile & ~s.lit


@rule
def weight(g, s, outcome):
    """How many of the equally likely cases give this outcome; 0 if it cannot happen."""
    owed = chances(g, s)
    if owed == WHO_BEGINS and outcome <= FIRST_B:
        return 1
    if owed == NEXT_BACK and outcome == PLAIN_BACK:
        return count(s.pile) - lit_in_pile(g, s)
    if owed == NEXT_BACK and outcome == LIT_BACK:
        return lit_in_pile(g, s)
    if owed == NEXT_FACE and outcome >= FACE_DRAWN:
        return count(drawable(g, s) & g.faces[outcome - FACE_DRAWN])
    return 0


@rule
def draw(g, s, outcome):
    """Chance decides: this outcome."""
    if outcome <= FIRST_B:
        begin(s, outcome - FIRST_A)
    elif outcome <= LIT_BACK:
        s.top = LIT if outcome == LIT_BACK else PLAIN
    else:
        take(g, s, first_card(drawable(g, s) & g.faces[outcome - FACE_DRAWN]))


@rule
def chance(g, s, stream):
    """Chance decides by the stream, each case as likely as another; the outcome."""
    owed = chances(g, s)
    if owed == NEXT_FACE:
        cards = drawable(g, s)
        card = nth_card(cards, random_below(stream, count(cards)))
        take(g, s, card)
        return FACE_DRAWN + g.face[index_of(card)]
    if owed == NEXT_BACK:
        n = count(s.pile)
        s.top = PLAIN if random_below(stream, n) < n - lit_in_pile(g, s) else LIT
        return LIT_BACK if s.top == LIT else PLAIN_BACK
    seat = random_below(stream, SEATS)
    begin(s, seat)
    return FIRST_A + seat


@rule
def begin(s, seat):
    """V-11: this seat takes the first turn."""
    s.first, s.player = seat, seat


@rule
def take(g, s, card):
    """The top card goes to a hand: V-42; its effects: V-43, VQ-26, VQ-36."""
    s.pile ^= card
    lit = 1 if s.top == LIT else 0
    s.top = UNSEEN
    if s.loose > 0 and lit != 0:
        s.lit |= card
        s.loose -= 1
    if s.phase == DEAL:
        deal(g, s, card)
        return
    s.drawing = 0
    me = s.player
    s.hand[me] |= card
    if g.private != 0:  # the back was on top for all to see
        s.least[me] += lit
        s.most[me] += lit
    s.paired[me] = less(s.paired[me], card, alike(g, s, card))
    if s.pile == 0:  # VQ-37: both hands can be deduced
        s.fresh = 0
        s.known[0], s.known[1], s.known[2] = s.hand[0], s.hand[1], s.hand[0] | s.hand[1]
        for p in range(3):
            s.paired[p] = 0  # VC-15: K holds faces alone
    s.played_on, s.played_special = NOWHERE, 0  # V-14: no play can follow
    s.draws = 1 if s.phase == MAIN else 0
    s.flips += lit  # V-43: a drawn Transformer must flip
    if lit != 0 and g.flips_last == 0:
        s.phase = FLIP  # V-48
    else:
        after_draw(g, s)


@rule
def deal(g, s, card):
    """VQ-46: cards 1, 3, 5, 7 to the first player, 2, 4, 6, 8 to the other. V-10: no flips."""
    dealt = count(s.hand[0] | s.hand[1])
    p = s.first ^ dealt & 1
    s.hand[p] |= card
    if g.private != 0:
        s.most[p] += 1  # VQ-32: a dealt back is not shown
    if dealt + 1 == SEATS * HAND_DEALT:
        s.phase, s.drawing = MAIN, 0


@rule
def after_draw(g, s):
    """6.2: refill the pile, then go on where the turn was."""
    if s.pile == 0 and g.on_need == 0:
        reshuffle(g, s)  # V-50, VQ-35
    if s.draws != 0:
        s.phase = AGAIN  # V-13: DD
    elif s.flips > 0:
        s.phase = FLIP  # option end_of_draws
    else:
        end_turn(s)


@rule
def reshuffle(g, s):
    """V-50: the discard pile becomes the pile; its order is unknown again."""
    s.pile, s.discard = s.discard, 0
    if g.loose > 0 and g.private == 0:
        for p in range(3):
            s.paired[p] |= s.pile


@rule
def end_turn(s):
    """V-12: turns alternate. V-18: the hand is even now."""
    s.player = 1 - s.player
    s.phase, s.turn = MAIN, s.turn + 1
    s.played_on, s.played_special = NOWHERE, 0


# -------------------------------------------------------------------- cards
@rule
def alike(g, s, card):
    """All cards of the same kind: face and back; by face alone where the backs are hidden."""
    face = g.faces[g.face[index_of(card)]]
    if g.private != 0:
        return face
    return face & s.lit if s.lit & card else face & ~s.lit


@rule
def kinds(g, cards, lit):
    """Which kinds occur in a set: bit 4 * face for a plain back, bit 4 * face + 2 for a Transformer."""
    if g.even != 0:  # four cards a face: a nibble of the set is a face
        plain, marked = cards & ~lit, cards & lit
        plain |= plain >> 1
        marked |= marked >> 1
        return (plain | plain >> 2) & EVERY_FOURTH | ((marked | marked >> 2) & EVERY_FOURTH) << 2
    found = 0
    while cards != 0:
        card = first_card(cards)
        cards ^= card
        found |= (4 if lit & card else 1) << 4 * g.face[index_of(card)]
    return found


@rule
def less(cards, card, like):
    """The set without the card, or else without one like it, if there is one."""
    if cards & card:
        return cards ^ card
    return cards ^ first_card(cards & like)


@rule
def forget(g, s, me, card):
    """A card left the hand of `me` for all to see: what others knew of it is used up (4.3)."""
    if s.known[0] | s.known[1] | s.known[2]:
        like = g.faces[g.face[index_of(card)]] if g.loose > 0 else alike(g, s, card)
        s.known[me] = less(s.known[me], card, like)
        s.known[2] = less(s.known[2], card, like)
    if s.paired[0] | s.paired[1] | s.paired[2]:
        like = alike(g, s, card)
        s.paired[1 - me] = less(s.paired[1 - me], card, like)
        s.paired[2] = less(s.paired[2], card, like)
    s.least[me] = max(0, s.least[me] - 1)  # VC-14; both are 0 where backs are public
    s.most[me] = min(s.most[me], count(s.hand[me]))


@rule
def total(g, cards):
    """V-35: number cards count their value, special cards 0."""
    points = 0
    while cards != 0:
        card = first_card(cards)
        cards ^= card
        face = g.face[index_of(card)]
        if face < BYPASS:
            points += face % 3 + 1
    return points


# ----------------------------------------------------------------- legality
@rule
def acting(g, s):
    """The seat that owes a decision; -1 at a chance node and after the end."""
    if s.phase == OVER or chances(g, s) != NOTHING:
        return -1
    return s.player


@rule
def barred(s, t):
    """V-16, VQ-8: the two plays of a turn go to two terminals, a cleared one included."""
    return s.phase == SECOND and s.played_on == t


@rule
def found_opposite(g, s, t):
    """The kinds on the opponent's side of t as target codes; V-28, V-31: never the own side."""
    here = kinds(g, s.side[1 - s.player][t], s.lit if g.private == 0 else 0)
    x = here >> 12 * t & 0x555 | here >> 48 << 12  # numbers of the terminal's colour, then specials
    x = (x | x >> 1) & 0x33333
    x = (x | x >> 2) & 0x0F0F0F
    x = (x | x >> 4) & 0xFF00FF
    return ((x | x >> 8) & 0x3FF) << 1


@rule
def targets(g, s, found, t):
    """What a special card may do on terminal t, as a set of target codes (bit 0: nothing)."""
    if found == 0:
        return 0 if g.needs_target != 0 else 1  # V-32, VQ-14
    if g.score_first != 0 and count(s.side[0][t] | s.side[1][t]) == SET_SIZE - 1:
        return 1  # VQ-16: no effect is offered, the set is scored first
    return found if g.must_use != 0 else found | 1  # VQ-15


@rule
def legal(g, s, seat, moves):
    """Fill `moves` with the set of the seat's legal actions; empty when the seat owes none."""
    for w in range(WORDS):
        moves[w] = 0
    if acting(g, s) != seat:
        return
    if s.phase == FLIP:
        moves[4] = 0b11110  # V-44, T-32: any token, and nothing else
        return
    hand = s.hand[seat]
    if (s.phase != MAIN or count(hand) <= HAND_LIMIT - 2) and s.pile | s.discard != 0:  # I-3: never empty in a game
        moves[4] = 1  # V-17, V-19: two draws never pass six cards
    if s.phase == AGAIN:
        return  # V-14
    numbers = hand & g.numbers
    if s.phase == SECOND and (g.printed_colours == 0 or s.played_special == 0):
        numbers &= ~g.colours[s.played_on]  # V-16
    moves[0] = kinds(g, numbers, s.lit) * 3  # V-21, V-22: its own terminal, either side
    if hand & g.specials:
        specials(g, s, hand, moves)
        if g.needs_target != 0 and s.phase == MAIN and nothing_in(moves):
            effects(g, s, hand, 0x0204081, 0x00200400801, moves)  # VQ-14: no legal action: plays without effect


@rule
def nothing_in(moves):
    """Whether a set of actions is empty."""
    found = 0
    for w in range(WORDS):
        found |= moves[w]
    return found == 0


@rule
def specials(g, s, hand, moves):
    """The plays of special cards: any open terminal (V-23), every choice of target."""
    bypass = fuse = 0
    for t in range(TERMINALS):
        if g.printed_colours == 0 and barred(s, t):
            continue  # VQ-7
        found = found_opposite(g, s, t)
        bypass |= targets(g, s, found & NUMBER_TARGETS, t) << BYPASS_TARGETS * t  # V-26, V-28
        fuse |= targets(g, s, found & NUMBER_TARGETS if g.numbers_only != 0 else found, t) << FUSE_TARGETS * t  # VQ-18
    effects(g, s, hand, bypass, fuse, moves)


@rule
def effects(g, s, hand, bypass, fuse, moves):
    """Write the plays of the special cards in hand into the words: codes 48-103 and 104-191."""
    mine = hand & g.faces[BYPASS]
    if mine & ~s.lit:
        moves[1] = bypass
    if mine & s.lit:
        moves[1] |= bypass << 28 & FULL_WORD
        moves[2] = bypass >> 20
    mine = hand & g.faces[FUSE]
    if mine & ~s.lit:
        moves[2] |= fuse << 8 & FULL_WORD
        moves[3] = fuse >> 40
    if mine & s.lit:
        moves[3] |= fuse << 4


# -------------------------------------------------------------- what happens
@rule
def apply(g, s, seat, action):
    """Carry out a legal action."""
    if action < DRAW:
        settle(g, s, play(g, s, action))
    elif action == DRAW:
        if s.pile == 0:
            reshuffle(g, s)  # option on_need
        s.drawing = 1
    else:
        t = action - FLIP_TOKEN
        s.plus[t] = 1 - s.plus[t]
        s.flips -= 1
        after_draw(g, s)  # V-47: a flip scores nothing; VQ-36: the pile is refilled after it


@rule
def play(g, s, action):
    """Put a card on a terminal, with its effect, and say which terminal: V-21 to V-33."""
    me, you = s.player, 1 - s.player
    if action < PLAY_BYPASS:
        face, lit = action >> 2, action >> 1 & 1
        t = face // 3
        s.side[me ^ action & 1][t] |= from_hand(g, s, face, lit)  # V-22
        return t
    if action < PLAY_FUSE:
        code, face, choices = action - PLAY_BYPASS, BYPASS, BYPASS_TARGETS
    else:
        code, face, choices = action - PLAY_FUSE, FUSE, FUSE_TARGETS
    target, t, lit = code % choices, code // choices & 3, code // choices >> 2
    card = from_hand(g, s, face, lit)
    if target != 0:
        hit = target_card(g, s, t, target)  # VQ-19: chosen before the card is placed
        s.side[you][t] ^= hit
        if face == BYPASS:
            s.side[me][t] |= hit  # V-26
        else:
            s.discard |= hit  # V-29
    s.side[you][t] |= card  # V-23, V-27, V-30
    s.played_special = g.printed_colours  # VQ-7: matters under that option only
    return t


@rule
def from_hand(g, s, face, lit):
    """Take a card of that kind from the active player's hand."""
    me = s.player
    cards = s.hand[me] & g.faces[face]
    card = first_card(cards & s.lit if lit else cards & ~s.lit)
    s.hand[me] ^= card
    forget(g, s, me, card)
    return card


@rule
def target_card(g, s, t, target):
    """The card that a target code means: a number of the terminal's colour, or a special card."""
    face, lit = 3 * t + (target - 1 >> 1), 1 - (target & 1)
    if target > 6:
        face = BYPASS + (target - 7 >> 1)
    cards = s.side[1 - s.player][t] & g.faces[face]
    plain = cards & ~s.lit
    if lit or plain == 0:  # under private backs the code names a face: the plain copy if there is one
        return first_card(cards & s.lit)
    return first_card(plain)


@rule
def settle(g, s, t):
    """After a play on t: score a full set (V-34), end the game or the turn, or wait for the second step."""
    if count(s.side[0][t] | s.side[1][t]) == SET_SIZE:
        winner = set_winner(g, s, t)
        s.score[winner] += 1  # V-38
        s.discard |= s.side[0][t] | s.side[1][t]  # V-39
        s.side[0][t] = 0
        s.side[1][t] = 0
        if g.resets != 0:
            s.plus[t] = g.plus[t]  # VQ-24
        if s.score[winner] == g.target:
            s.phase, s.played_on, s.played_special = OVER, NOWHERE, 0  # V-51: at once; V-20: no second step
            return
    if s.phase == MAIN:
        s.phase, s.played_on = SECOND, t  # V-40: the turn goes on
    else:
        end_turn(s)


@rule
def set_winner(g, s, t):
    """V-36: the higher total on +, the lower on -. V-37: a tie is lost by whoever played the fifth card."""
    me, you = s.player, 1 - s.player
    lead = total(g, s.side[me][t]) - total(g, s.side[you][t])
    if s.plus[t] == 0:
        lead = -lead
    return me if lead > 0 else you


@rule
def winners(g, s):
    """V-51: who reached the target, as a set with bit p for seat p; empty while nobody has."""
    for p in range(SEATS):
        if s.score[p] == g.target:
            return 1 << p
    return 0
