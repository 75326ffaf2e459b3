"""Whether a position that somebody wrote can be: section 11 of the rules, and what its fields mean (7.2)."""

from __future__ import annotations

from typing import Any

from leyden.games.powerswitch import rules as r
from leyden.games.powerswitch.cards import (
    ALL_SLOTS,
    BOTTOMS,
    COLOURS,
    COLUMN,
    MOST_SEATS,
    PILE,
    SLOTS,
    WATCHER,
    members,
)
from leyden.games.powerswitch.knowledge import hidden, place


def sound(g: Any, s: Any) -> str | None:
    """What contradicts what in a position (section 11); None if nothing does."""
    n = g.seats
    if not 0 <= s.phase <= r.OVER or not 0 <= s.dealer < n or s.round < 1 or s.used not in (0, 1, 2):
        return "its phase, dealer or round do not exist"
    zones = [s.hand[p] for p in range(n)] + [s.pile]
    together = 0
    for zone in zones:
        if zone < 0 or zone >> SLOTS + 3 or zone & together:
            return "a card is in two places [PI-1]"
        together |= zone
    if any(s.hand[p] or s.totals[p] or s.switches[p] for p in range(n, MOST_SEATS)):
        return "a seat that nobody has holds something"
    if s.laid & ~ALL_SLOTS or s.shocked & ~s.laid or (s.laid & ~s.shocked) & together:
        return "a card lies in a slot and somewhere else"
    if any(not 0 <= s.totals[p] <= 10**9 or not 0 <= s.switches[p] <= 9 for p in range(n)):
        return "the totals or the Power Switch cards cannot be so"
    return _deck(g, s, together) or _layout(s) or _phase(g, s) or _knowledge(g, s)


def _deck(g: Any, s: Any, zones: int) -> str | None:
    """Before the deal is over the whole deck is there, and dealt in turn. Later, a position with all 48 colour cards is
    one of a game; others are for study (7.2).
    """
    n = g.seats
    if s.phase in (r.LOT_DEALER, r.DEALER, r.DEAL):
        if zones != g.deck or (s.phase != r.DEAL and s.pile != g.deck):
            return "before the deal is over the whole deck is there [P-7]"
        dealt = [s.hand[(s.dealer + 1 + i) % n].bit_count() for i in range(n)]
        in_turn = [(sum(dealt) + n - 1 - i) // n for i in range(n)]
        if dealt != in_turn or (s.phase == r.DEAL and s.pile.bit_count() <= g.pile_size):
            return "cards are dealt one at a time from the dealer's left [P-9]"
        return None
    whole = (zones | s.laid & ~s.shocked) & ALL_SLOTS == ALL_SLOTS
    shocks = (zones >> SLOTS).bit_count() + s.shocked.bit_count()
    if whole and shocks != (g.deck >> SLOTS).bit_count():
        return f"{n} players have {(g.deck >> SLOTS).bit_count()} Shock Plays, not {shocks} [P-2]"
    return None


def _layout(s: Any) -> str | None:
    """Section 11, 2 and 3: columns without gaps that hold their start, the Tower before the Lines."""
    if not s.laid:
        return None if s.shocked == 0 else "a Shock Play lies on no column"
    if not 0 <= s.tower < COLOURS or not 1 <= s.power <= 12:
        return "cards lie there, but no Power Card is settled"
    if s.shocked & BOTTOMS << s.power - 1:
        return "a starting slot holds a Shock Play [P-30]"
    tower = s.laid >> 12 * s.tower & COLUMN
    for c in range(COLOURS):
        column = s.laid >> 12 * c & COLUMN
        if column and (not column >> s.power - 1 & 1 or column & ~tower):
            return "a column misses its starting slot, or leads the Tower [P-24, P-26]"
        if column & column + (column & -column):
            return "a column has a gap [P-25]"
    return None if tower else "the Tower is empty"


def _phase(g: Any, s: Any) -> str | None:
    """Who is to act, and what is pending, fits the phase."""
    n = g.seats
    decides = s.phase in (r.COL, r.OPEN, r.DRAW_OPEN, r.TURN, r.DRAW_TURN, r.GIVE, r.RES, r.WIN)
    if decides != (0 <= s.actor < n) or (not decides and s.actor != r.NOBODY):
        return "the actor does not fit the phase"
    settled = s.phase >= r.OPEN
    if settled != (s.tower != r.NO_COLOUR) or not (r.NO_COLOUR >= s.tower >= 0):
        return "the Power Card does not fit the phase"
    if not (1 <= s.power <= 12 if s.phase in (r.COL, r.ROLL_COLOUR) or settled else s.power == 0):
        return "the Power Number does not fit the phase"
    if (s.phase > r.DRAW_OPEN) != (s.laid != 0):
        return "the layout does not fit the phase"
    if s.phase in (r.DRAW_OPEN, r.DRAW_TURN, r.DEAL) and s.pile == 0:
        return "a card is drawn from an empty pile"
    if s.phase in (r.GIVE, r.WIN):
        fits = 0 <= s.pending < n and s.pending != s.actor
        if not fits or (s.phase == r.GIVE and not s.hand[s.actor]):
            return "what is pending does not fit"
    elif s.phase == r.RES:
        card, source = 1 << s.pending % r.SOURCE, s.pending // r.SOURCE
        if s.pending < 0 or (source >= n and source != PILE) or source == s.actor or not s.hand[s.actor] & card:
            return "the card that must be played is not in the hand"
        if not r.playable(g, s, card):
            return "the card that must be played cannot be played"
    elif s.phase == r.OPEN and s.pending != r.NO_CARD:
        if s.pending != r.power_card(s).bit_length() - 1 + r.SOURCE * PILE or not s.hand[s.actor] & r.power_card(s):
            return "the card that was drawn is not the Power Card"
    elif s.pending != r.NO_CARD:
        return "nothing can be pending in this phase"
    return _opening(g, s)


def _opening(g: Any, s: Any) -> str | None:
    if s.phase in (r.OPEN, r.DRAW_OPEN):
        power = r.power_card(s)
        holders = [p for p in range(g.seats) if s.hand[p] & power]
        if (s.phase == r.DRAW_OPEN and holders) or (holders and holders != [s.actor]):
            return "the holder of the Power Card opens [P-17]"
        if not holders and not s.pile & power:
            return "the Power Card is missing [P-16]"
    if s.phase == r.DEALER:
        if any(not -1 <= roll <= 12 for roll in s.tally) or r.roller(g, s) == r.NOBODY:
            return "nobody is to roll for the deal [P-5]"
        if any(s.tally[p] != -1 for p in range(g.seats, MOST_SEATS)):
            return "a seat that nobody has rolls"
    elif (
        any(s.tally[p] for p in range(1, MOST_SEATS))
        or not 0 <= s.tally[0] < 4 * g.seats
        or (s.tally[0] and not g.hold)
    ):
        return "the count of turns without a play cannot be so [PC-10]"
    if s.used == 2 and not (s.phase == r.TURN and g.stuck_ends):
        return "nobody has just switched"
    return None


def _knowledge(g: Any, s: Any) -> str | None:
    """What anybody knows must be true (section 4)."""
    n = g.seats
    if s.phase in (r.OUT, r.OVER):
        return None
    pending = 1 << s.pending % r.SOURCE if s.phase == r.RES else 0
    for v in (*range(n), WATCHER):
        unseen = hidden(n, s, v)
        for p in (*range(n), PILE):
            cards = s.pile if p == PILE else s.hand[p]
            if p == s.actor and v != s.pending // r.SOURCE:
                cards &= ~pending
            if p != v and cards & ~place(s, v, p):
                return "somebody knows what is not so"
        for card in members(s.seen[v] & unseen if v != WATCHER else 0):
            places = [p for p in range(n) if p != v and s.may[v][p] & card and s.hand[p]]
            if len(places) != 1 or not s.hand[places[0]] & card:
                return "somebody has seen what is not so"
    return None
