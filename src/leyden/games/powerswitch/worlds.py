"""What a seat sees of a round of Power Switch, and the worlds it allows: section 4 of the rules as rules.

`observe` copies the visible part of a state into a record of its own; `determinize` takes that record only, so it
cannot leak. A world puts every card that the viewer does not see into another hand or into the pile, as `knowledge.py`
says that it may, and fills each hand to its size. All such ways to place the cards are equally likely, each Shock Play
counting for itself; what the others chose to play is not weighed.

How that is dealt: cards that may lie anywhere are only used to fill up. Each other card, those with the fewest free
slots first, draws one of as many lots as it could find free slots at best. A lot without a slot sends all cards back
and the deal begins again: so every way to place them is equally likely. Live cards may lie in the hands of those who
have not been stuck since they became live, so their places contain one another, and as a rule nothing is sent back.
Where too many deals fail, after switches and gifts, `dealt_carefully` counts the free slots exactly, and looks for the
order of cards in which the fewest lots are blanks.
"""

from leyden.core.cards import count, first_card, index_of, random_card, random_cards
from leyden.core.luck import random_below
from leyden.core.records import COUNT, SET, SMALL, WIDE, record
from leyden.core.rule import rule, seldom
from leyden.games.powerswitch.cards import MOST_SEATS, MOST_SHOCKS, PILE, SLOTS, WATCHER
from leyden.games.powerswitch.knowledge import hidden, only_at, place, put, spot, viewer
from leyden.games.powerswitch.rules import DEAL, NO_CARD, OUT, OVER, RES, SOURCE, TURN, everything_live

COMING = 6  # in place of a seat: the card that somebody must play now, and this viewer has not seen
HIDDEN = 63  # in place of that card
PLACES = 8
MOST_BOUND = SLOTS + MOST_SHOCKS
FEW_TRIES = 12  # then the deal becomes careful
MOST_TRIES = 10_000_000  # only a view that nobody could have needs more

Sight = record(
    "powerswitch_sight",
    seat=SMALL,
    hand=(SET, MOST_SEATS),  # the own one; at the end of a round all (section 4)
    pile=SET,  # at the end of a round, with reveal_pile_end
    unseen=SET,
    laid=SET,
    shocked=SET,
    may=(SET, PLACES),  # of the unseen cards, those that may lie in each hand, in the pile, or be COMING
    all_may=(SET, PLACES),  # the same as everybody knows it: no more than that is known of what others know
    seen=SET,
    totals=(WIDE, MOST_SEATS),
    size=(SMALL, MOST_SEATS),
    pile_size=SMALL,
    switches=(SMALL, MOST_SEATS),
    tally=(SMALL, MOST_SEATS),
    tower=SMALL,
    power=SMALL,
    dealer=SMALL,
    actor=SMALL,
    phase=SMALL,
    used=SMALL,
    pending=COUNT,
    round=COUNT,
    need=(SMALL, PLACES),  # for dealing: the slots of each place
    room=(SMALL, PLACES),  # those that are free
    coming=SET,  # the cards that may be COMING
    bound=SMALL,  # how many cards may not lie just anywhere, or may be COMING
    card=(SMALL, MOST_BOUND),  # these cards, those with the fewest slots first
    lots=(SMALL, MOST_BOUND),  # and of how many lots each draws one
    groups=SMALL,  # for a careful deal: cards that may lie in the same places
    group=(SET, MOST_BOUND),
    places=(COUNT, MOST_BOUND),  # bit p for place p
)


# ------------------------------------------------------------------ knowledge
@seldom
def observe(g, s, seat, v):
    """Fill `v` with what the seat knows; WATCHER for a spectator."""
    n, over = g.seats, s.phase == OUT or s.phase == OVER
    v.seat = seat
    for p in range(MOST_SEATS):
        v.hand[p] = s.hand[p] if p == seat or over else 0
        v.size[p] = count(s.hand[p])
        v.totals[p] = s.totals[p]
        v.switches[p] = s.switches[p]
        v.tally[p] = s.tally[p]
    v.pile_size = count(s.pile)
    v.pile = s.pile if over and g.reveal != 0 else 0  # PQ-44
    v.laid, v.shocked = s.laid, s.shocked
    v.tower, v.power, v.dealer, v.actor = s.tower, s.power, s.dealer, s.actor
    v.phase, v.used, v.round, v.pending = s.phase, s.used, s.round, s.pending
    v.unseen = (s.pile ^ v.pile) if over else hidden(n, s, seat)
    v.seen = s.seen[seat] & v.unseen if seat != WATCHER and not over else 0
    source = coming_from(s, seat)
    if source != NO_CARD:
        v.pending = HIDDEN + SOURCE * source  # PC-3
    for p in range(PLACES):
        v.may[p] = 0
        v.all_may[p] = 0
    if over:
        v.may[PILE] = v.unseen
        v.all_may[PILE] = v.unseen
        return
    unseen_by_all = hidden(n, s, WATCHER)
    before = s.pending // SOURCE if s.phase == RES else NO_CARD
    for i in range(n + 1):
        p = spot(n, i)
        size = v.pile_size if p == PILE else v.size[p]
        size -= 1 if source != NO_CARD and p == s.actor else 0
        # What may lie in an empty hand means nothing, unless a card was just taken from it or is still to be dealt.
        if size > 0 or p == before or s.phase <= DEAL:
            v.all_may[p] = place(s, WATCHER, p) & unseen_by_all
            if p != seat:
                v.may[p] = place(s, seat, p) & v.unseen
    if source != NO_CARD:
        v.may[COMING] = place(s, seat, source) & everything_live(s) & v.unseen


@rule
def coming_from(s, seat):
    """Where the card lay that is to be played now, if the viewer has not seen it; else NO_CARD."""
    if s.phase != RES or s.actor == seat:
        return NO_CARD
    source = s.pending // SOURCE
    return NO_CARD if source == seat else source


# --------------------------------------------------------------------- worlds
@rule
def determinize(g, v, s, stream):
    """Fill `s` with a world that the view allows, each as likely as another; False if there seems to be none."""
    for p in range(MOST_SEATS):
        s.hand[p] = v.hand[p]
        s.totals[p] = v.totals[p]
        s.switches[p] = v.switches[p]
        s.tally[p] = v.tally[p]
        s.seen[p] = 0
        for w in range(WATCHER + 1):
            s.may[w][p] = 0
    s.pile, s.laid, s.shocked = v.pile, v.laid, v.shocked
    s.tower, s.power, s.dealer, s.actor = v.tower, v.power, v.dealer, v.actor
    s.phase, s.used, s.round, s.pending = v.phase, v.used, v.round, v.pending
    n = g.seats
    if not dealt(n, v, s, stream) and not dealt_carefully(n, v, s, stream):
        return False
    for i in range(n + 1):  # what the others know is at least what everybody knows
        w = viewer(n, i)
        for j in range(n + 1):
            p = spot(n, j)
            if p != w:
                put(s, w, p, v.may[p] if w == v.seat else v.all_may[p])
    if v.seat != WATCHER:
        s.seen[v.seat] = v.seen
    if v.phase == RES and s.pending // SOURCE < n and s.pending // SOURCE != v.seat:
        giver, card = s.pending // SOURCE, 1 << s.pending % SOURCE  # who gave it knows it
        only_at(n, s, giver, v.actor, card)
        s.seen[giver] |= card
    return True


@seldom
def dealt(n, v, s, stream):
    """Deal as most views allow; False if that fails too often."""
    everywhere = slots(n, v) & ~v.may[COMING]
    sort_bound(v, v.unseen & ~everywhere)
    tries = 1
    while not place_all(n, v, s, stream, everywhere):
        tries += 1
        if tries > FEW_TRIES:
            return False
    return True


@seldom
def slots(n, v):
    """How many unseen cards each hand and the pile take; the cards that may lie in all of them."""
    everywhere = v.unseen
    for p in range(PLACES):
        v.need[p] = 0
        if p < n and p != v.seat and v.hand[p] == 0:
            v.need[p] = v.size[p] - (1 if v.may[COMING] != 0 and p == v.actor else 0)
        elif p == PILE and v.pile == 0:
            v.need[p] = v.pile_size
        if v.need[p] > 0:
            everywhere &= v.may[p]
    return everywhere


@seldom
def places_of(v, card):
    """The hands with slots, and the pile, where a card may lie, as a set with bit p for place p."""
    found = 0
    for p in range(PLACES):
        if v.need[p] > 0 and v.may[p] & card != 0:
            found |= 1 << p
    return found


@seldom
def slots_in(v, places):
    """How many slots some places have together."""
    n = 0
    for p in range(PLACES):
        n += v.need[p] if places >> p & 1 else 0
    return n


@seldom
def sort_bound(v, cards):
    """Those cards, the ones with the fewest slots first, and the slots that each could find free at best."""
    v.bound, v.coming = 0, v.may[COMING]
    while cards != 0:
        card = first_card(cards)
        cards ^= card
        n = slots_in(v, places_of(v, card))
        if n == 0:
            v.coming &= card  # it lies nowhere, so it is the one
        at = v.bound
        while at > 0 and v.lots[at - 1] > n:
            v.card[at], v.lots[at] = v.card[at - 1], v.lots[at - 1]
            at -= 1
        v.card[at], v.lots[at] = index_of(card), n
        v.bound += 1
    for i in range(v.bound):
        mine = places_of(v, 1 << v.card[i])
        for j in range(i):
            if places_of(v, 1 << v.card[j]) & ~mine == 0:
                v.lots[i] -= 1
    if v.coming != 0:  # one of them is COMING: those behind it move up, and have a slot more
        for i in range(v.bound - 1):
            v.lots[i] = max(v.lots[i], v.lots[i + 1] + 1)


@seldom
def place_all(n, v, s, stream, everywhere):
    """Put the unseen cards into the other hands and the pile; False if they did not fit."""
    s.pending, s.pile = v.pending, v.pile
    for p in range(PLACES):
        v.room[p] = v.need[p]
        if p < n:
            s.hand[p] = v.hand[p]
    coming = random_card(stream, v.coming) if v.coming != 0 else 0
    if coming != 0:
        lie(v, s, COMING, coming)
    at = 0
    for i in range(v.bound):
        card = 1 << v.card[i]
        if card != coming:
            if v.lots[at] <= 0 or not place_one(v, s, card, random_below(stream, v.lots[at])):
                return False
            at += 1
    for p in range(PLACES):
        if v.room[p] > 0:
            cards = random_cards(stream, everywhere, v.room[p])
            everywhere ^= cards
            lie(v, s, p, cards)
    return goes_on(v, s)


@rule
def goes_on(v, s):
    """PQ-32: with switch_stuck=end_turn, whoever is still on turn after a switch has something to play."""
    return v.used != 2 or v.phase != TURN or v.actor == v.seat or s.hand[v.actor] & everything_live(s) != 0


@seldom
def place_one(v, s, card, lot):
    """Put a card into the free slot of its lot; False if there is none."""
    for p in range(PLACES):
        if v.room[p] > 0 and v.may[p] & card != 0:
            if lot < v.room[p]:
                v.room[p] -= 1
                lie(v, s, p, card)
                return True
            lot -= v.room[p]
    return False


@rule
def lie(v, s, p, cards):
    """Cards lie in a place."""
    if p == PILE:
        s.pile |= cards
    elif p == COMING:
        s.hand[v.actor] |= cards
        s.pending = index_of(cards) + v.pending // SOURCE * SOURCE
    else:
        s.hand[p] |= cards


# ------------------------------------------------------------- a careful deal
@seldom
def dealt_carefully(n, v, s, stream):
    """Deal a view that leaves few ways; False if there seem to be none."""
    slots(n, v)
    v.need[COMING] = 1 if v.may[COMING] != 0 else 0
    group_up(v)
    best_order(v)
    tries = 1
    while not place_groups(n, v, s, stream):
        tries += 1
        if tries > MOST_TRIES:
            return False
    return True


@rule
def group_up(v):
    """Cards that may lie in the same places."""
    v.groups, cards = 0, v.unseen
    while cards != 0:
        card = first_card(cards)
        cards ^= card
        places, at = places_of(v, card), 0
        while at < v.groups and v.places[at] != places:
            at += 1
        if at == v.groups:
            v.group[at], v.places[at] = 0, places
            v.groups += 1
        v.group[at] |= card


@seldom
def free_at_best(v, at):
    """How many slots the first card of a group finds free at best, once the groups before it are dealt.

    As many of those as fit lie elsewhere (the smallest cut between them and the other places says how many).
    """
    mine, before = v.places[at], 0
    for i in range(at):
        before += count(v.group[i])
    fit = before
    for cut in range(1 << PLACES):
        if cut & mine == 0:
            through = slots_in(v, cut)
            for i in range(at):
                through += count(v.group[i]) if v.places[i] & ~mine & ~cut != 0 else 0
            fit = min(fit, through)
    return slots_in(v, mine) - before + fit


@seldom
def lots_of(v):
    """For this order of groups: the lots of each card, in `v.lots`; their product."""
    at, product = 0, 1.0
    for i in range(v.groups):
        free = free_at_best(v, i)
        for _ in range(count(v.group[i])):
            v.lots[at] = free
            product *= max(free, 1)
            at, free = at + 1, free - 1
    return product


@rule
def best_order(v):
    """Sort the groups so that there are as few lots as neighbours changing places can reach."""
    best, better = lots_of(v), True
    while better:
        better = False
        for i in range(v.groups - 1):
            change_places(v, i)
            product = lots_of(v)
            if product < best:
                best, better = product, True
            else:
                change_places(v, i)
    lots_of(v)


@rule
def change_places(v, i):
    """Two neighbouring groups change places in the order."""
    v.group[i], v.group[i + 1] = v.group[i + 1], v.group[i]
    v.places[i], v.places[i + 1] = v.places[i + 1], v.places[i]


@seldom
def place_groups(n, v, s, stream):
    """Put the unseen cards into their places, group by group; False if they did not fit."""
    s.pending, s.pile = v.pending, v.pile
    for p in range(PLACES):
        v.room[p] = v.need[p]
        if p < n:
            s.hand[p] = v.hand[p]
    at = 0
    for i in range(v.groups):
        cards = v.group[i]
        while cards != 0:
            card = first_card(cards)
            cards ^= card
            if v.lots[at] <= 0 or not place_one(v, s, card, random_below(stream, v.lots[at])):
                return False
            at += 1
    return goes_on(v, s)
