"""What happened, as sentences and data, told to those who saw it (section 4 of the rules)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from leyden.core.contract import Event, Seat
from leyden.games.powerswitch import rules as r
from leyden.games.powerswitch.actions import PowerSwitchDraw
from leyden.games.powerswitch.cards import (
    ALL_SLOTS,
    CARD_NAMES,
    COLOUR_LETTERS,
    COLOUR_NAMES,
    PILE,
    SHOCK,
    SLOTS,
    describe,
    kinds_of,
)
from leyden.games.powerswitch.layout import cards_text, power_text, slot_of

if TYPE_CHECKING:
    from leyden.games.powerswitch.game import PowerSwitch


def _to(game: PowerSwitch, *seats: int) -> frozenset[Any]:
    return frozenset(Seat(seat) for seat in seats)


def _others(game: PowerSwitch, *seats: int) -> frozenset[Any]:
    return frozenset({None, *(Seat(seat) for seat in range(game.seats) if seat not in seats)})


def _secret(game: PowerSwitch, kind: str, whole: str, hint: str, data: dict[str, Any], card: int, *seats: int) -> Any:
    """A card that only some see: told to them, and without its name to the others."""
    return (
        Event(kind, whole, {**data, "card": CARD_NAMES[card]}, _to(game, *seats)),
        Event(kind, hint, data, _others(game, *seats)),
    )


def words_of(cards: int) -> str:
    """A set of cards as the notation lists them; "no cards" for none."""
    return "no cards" if cards == 0 else cards_text(cards)


# ------------------------------------------------------------------- decisions
def decided(game: PowerSwitch, old: Any, new: Any, seat: int, action: int) -> tuple[Event, ...]:
    """A seat's decision and what came of it at once."""
    told = list(_decision(game, old, seat, action))
    told += _after(game, old, new)
    return tuple(told)


def _decision(game: PowerSwitch, old: Any, seat: int, action: int) -> tuple[Event, ...]:
    who = game.seat_names[seat]
    data: dict[str, Any] = {"seat": who}
    if (action < SLOTS and old.phase == r.GIVE) or action == r.GIVE_SHOCK:
        return _gift(game, old, seat, min(action, SHOCK))
    if action < SLOTS:
        name, data = describe(action), {**data, "card": CARD_NAMES[action]}
        if old.phase == r.OPEN:
            return (Event("place", f"{who} places the Power Card, {name}.", data),)
        return (Event("play", f"{who} plays {name}.", data),)
    if action <= r.SWITCH:
        slot = slot_of(old, action)
        assert slot is not None
        text = f"{who} plays a Shock Play as {describe(slot)}; the real card is dead."
        return (Event("shock", text, {**data, "card": f"*{CARD_NAMES[slot]}"}),)
    if action < r.DRAW:
        return _switch(game, old, seat, (seat + action - r.SWITCH) % game.seats)
    if action == r.DRAW:
        what = "has not got the Power Card and draws" if old.phase == r.OPEN else "is stuck and draws"
        return (Event("draws", f"{who} {what}.", data),)
    if action == r.ASK:
        other = game.seat_names[r.asked(game.tables, old, seat)]
        return (Event("ask", f"{who} is stuck and asks {other} for a card.", {**data, "asked": other}),)
    if action == r.PASS:
        text = {r.WIN: "does not switch", r.RES: "keeps the card"}.get(
            old.phase, "is stuck, and nobody can give a card"
        )
        return (Event("hold" if old.phase == r.WIN else "pass", f"{who} {text}.", data),)
    colour = COLOUR_LETTERS[action - r.CHOOSE]
    return (Event("colour", f"{who} chooses {COLOUR_NAMES[colour]}.", {**data, "colour": colour}),)


def _gift(game: PowerSwitch, old: Any, giver: int, card: int) -> tuple[Event, ...]:
    taker = old.pending
    one, other = game.seat_names[giver], game.seat_names[taker]
    data = {"seat": one, "to": other}
    whole, hint = f"{one} gives {describe(card)} to {other}.", f"{one} gives a card to {other}."
    told: tuple[Event, ...] = _secret(game, "gift", whole, hint, data, card, giver, taker)
    return told


def _switch(game: PowerSwitch, old: Any, seat: int, other: int) -> tuple[Event, ...]:
    """P-47: everybody sees who switches; the two know both hands (I-4)."""
    one, two = game.seat_names[seat], game.seat_names[other]
    told = [Event("switch", f"{one} switches hands with {two}.", {"seat": one, "with": two})]
    for me, you in ((seat, other), (other, seat)):
        text = f"{game.seat_names[me]} now holds {words_of(old.hand[you])}; {game.seat_names[you]} holds "
        data = {"own": cards_text(old.hand[you]), "other": cards_text(old.hand[me])}
        told.append(Event("hands", f"{text}{words_of(old.hand[me])}.", data, _to(game, me)))
    return tuple(told)


# --------------------------------------------------------------------- chance
def drawn(game: PowerSwitch, old: Any, new: Any, draw: PowerSwitchDraw) -> tuple[Event, ...]:
    """Chance decided."""
    if draw.card is not None:
        told = _card(game, old, draw.card)
    elif draw.number is not None and old.phase == r.DEALER:
        told = _rolled(game, old, new, draw.number)
    elif draw.number is not None:
        told = (Event("die", f"The number die shows {draw.number}.", {"number": draw.number}),)
    elif draw.face is not None:
        told = _face(game, old, draw.face)
    elif draw.dealer is not None:
        name = game.seat_names[draw.dealer]
        told = (Event("dealer", f"{name} deals first.", {"seat": name}),)
    else:
        told = _scored(game, old, new)
    return (*told, *_after(game, old, new))


def _card(game: PowerSwitch, old: Any, card: int) -> tuple[Event, ...]:
    dealing = old.phase == r.DEAL
    n = game.tables.deck.bit_count() - old.pile.bit_count()
    seat = (old.dealer + 1 + n) % game.seats if dealing else old.actor
    who = game.seat_names[seat]
    if old.phase == r.DRAW_OPEN and 1 << card == r.power_card(old):
        text = f"{who} draws the Power Card, {describe(card)}."
        return (Event("draw", text, {"seat": who, "card": CARD_NAMES[card]}),)
    verb, kind = ("is dealt", "deal") if dealing else ("draws", "draw")
    whole, hint = f"{who} {verb} {describe(card)}.", f"{who} {verb} a card."
    told: tuple[Event, ...] = _secret(game, kind, whole, hint, {"seat": who}, card, seat)
    return told


def _rolled(game: PowerSwitch, old: Any, new: Any, number: int) -> tuple[Event, ...]:
    who = game.seat_names[r.roller(game.tables, old)]
    told = [Event("roll", f"{who} rolls {number} for the deal.", {"seat": who, "number": number})]
    if new.phase != r.DEALER:
        name = game.seat_names[new.dealer]
        told.append(Event("dealer", f"{name} deals first.", {"seat": name}))
    elif sum(roll == 0 for roll in new.tally) > 1 and sum(roll > 0 for roll in new.tally) == 0:
        again = [game.seat_names[p] for p in range(game.seats) if new.tally[p] == 0]
        told.append(Event("tie", f"{' and '.join(again)} roll again.", {"seats": again}))
    return tuple(told)


def _face(game: PowerSwitch, old: Any, face: str) -> tuple[Event, ...]:
    if face in COLOUR_NAMES:
        text = f"The colour die shows {COLOUR_NAMES[face]}."
    else:
        name = game.seat_names[old.dealer if face == "D" else r.loser(game.tables, old)]
        why = "the dealer" if face == "D" else "the highest total"
        text = f"The colour die shows {face}: {name}, {why}, chooses the colour."
    return (Event("face", text, {"face": face}),)


def _scored(game: PowerSwitch, old: Any, new: Any) -> tuple[Event, ...]:
    g, n = game.tables, range(game.seats)
    points = [int(r.cost(g, old, old.hand[p])) for p in n]
    totals = [old.totals[p] + points[p] for p in n]
    each = ", ".join(f"{game.seat_names[p]} +{points[p]} = {totals[p]}" for p in n)
    told = [Event("score", f"Round {old.round}: {each}.", {"points": points, "totals": totals})]
    if new.phase == r.OVER:
        won = int(r.winners(g, new))
        best = [game.seat_names[p] for p in n if won >> p & 1]
        text = f"{' and '.join(best)} {'share the win' if len(best) > 1 else 'wins'} with {min(totals)} points."
        told.append(Event("over", text, {"winners": best, "totals": totals}))
    return tuple(told)


# -------------------------------------------------------------------- what follows
def _after(game: PowerSwitch, old: Any, new: Any) -> tuple[Event, ...]:
    """What everybody sees come about by itself."""
    told: list[Event] = []
    if old.tower == r.NO_COLOUR and new.tower != r.NO_COLOUR:
        text = power_text(new)
        told.append(Event("power", f"The Power Card is {text}.", {"card": text}))
    if new.phase == r.RES and old.phase != r.RES:
        who, source = game.seat_names[new.actor], new.pending // r.SOURCE
        card, seen = min(new.pending % r.SOURCE, SHOCK), {new.actor} | ({source} if source != PILE else set())
        told += _secret(
            game,
            "must",
            f"{describe(card)} must be played now."
            if not game.tables.shock_free
            else f"{describe(card)} can be played.",
            f"{who} can play that card.",
            {"seat": who},
            card,
            *seen,
        )
    if new.phase == r.OUT and old.phase != r.OUT:
        told += _ended(game, old, new)
    return tuple(told)


def _ended(game: PowerSwitch, old: Any, new: Any) -> tuple[Event, ...]:
    n = range(game.seats)
    empty = [game.seat_names[p] for p in n if not new.hand[p]]
    out = [game.seat_names[p] for p in n if not new.hand[p] and old.hand[p]]
    if new.laid == ALL_SLOTS and not out:
        why = "Every slot is filled; the round is over."
    elif out:
        why = f"{' and '.join(out)} {'is' if len(out) == 1 else 'are'} out; the round is over."
    else:
        why = "Nobody can go on; the round is over."
    hands = [f"{game.seat_names[p]} {words_of(new.hand[p])}" for p in n]
    shown = {game.seat_names[p]: list(map(CARD_NAMES.__getitem__, kinds_of(new.hand[p]))) for p in n}
    return (
        Event("round_end", why, {"out": out or empty}),
        Event("shown", f"Hands: {'; '.join(hands)}.", {"hands": shown}),
    )
