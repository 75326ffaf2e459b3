"""What there is to see on a table of Power Switch: a view as one `Table`, and that in plain sentences.

Every picture is a function of a `Table` alone. The layout is a matrix of four colours and twelve numbers, and one's
own cards stand in it where they belong: so the gaps one blocks are seen at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from leyden.core.contract import Node
from leyden.games.powerswitch import rules as r
from leyden.games.powerswitch.cards import (
    CARD_NAMES,
    COLOUR_LETTERS,
    COLOUR_NAMES,
    COLOURS,
    NUMBERS,
    PILE,
    SHOCK,
    SLOTS,
    describe,
)
from leyden.games.powerswitch.view import Hand, PowerSwitchView

LAID, SHOCKED, OPEN, EMPTY = "■", "*", "□", "·"  # what is in a slot
MINE, FITS = "○", "◉"  # a card of the viewer's; one that can be played
NAMES = tuple(COLOUR_NAMES[letter] for letter in COLOUR_LETTERS)


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in the layout, and who is known to hold its card: a seat, or None."""

    card: int
    state: str  # LAID, SHOCKED, OPEN or EMPTY
    holder: int | None
    mine: bool

    @property
    def number(self) -> int:
        """The number of its card."""
        return self.card % NUMBERS + 1

    @property
    def sign(self) -> str:
        """In one or two letters: what lies there, or who holds its card."""
        if self.mine:
            return {OPEN: FITS, EMPTY: MINE}.get(self.state, f"{self.state}!")
        if self.holder is None:
            return self.state
        known = str(self.holder + 1)
        return known if self.state == EMPTY else f"{self.state}{known}"


@dataclass(frozen=True, slots=True)
class Player:
    """A seat at the table."""

    seat: int
    you: bool
    active: bool
    dealer: bool
    won: bool
    hand: Hand
    total: int
    switches: int

    @property
    def name(self) -> str:
        """The seat's number, and whether that is the viewer."""
        return f"{self.seat + 1} (you)" if self.you else str(self.seat + 1)

    @property
    def cards(self) -> str:
        """How many cards it holds."""
        return "some cards" if self.hand.size is None else many(self.hand.size, "card")

    @property
    def card_of_switch(self) -> str:
        """Its Power Switch cards."""
        return {0: "", 1: "switch"}.get(self.switches, f"{self.switches} switches")


@dataclass(frozen=True, slots=True)
class Table:
    """All there is to draw."""

    title: str
    round: int
    due: str
    your_turn: bool
    power: str  # the Power Card in words
    number: int | None
    tower: int | None
    slots: tuple[tuple[Slot, ...], ...]  # by colour, from 1 to 12
    players: tuple[Player, ...]
    pile: str
    switched: bool
    target: str
    points: int | None  # what the viewer's hand costs as things are
    dead: tuple[int, ...]
    shocks: bool  # whether the deck has Shock Plays

    @property
    def you(self) -> Player | None:
        """The viewer's own seat."""
        return next((player for player in self.players if player.you), None)

    @property
    def facts(self) -> tuple[str, ...]:
        """What holds for this round and this game."""
        switched = "Hands were switched: no more this round" if self.switched else "No switch yet this round"
        return switched, self.target


# ------------------------------------------------------------------- looking
def look(view: PowerSwitchView) -> Table:
    """What a view shows."""
    v, game, g = view.sight, view.game, view.game.tables
    over = view.node is Node.TERMINAL
    best = min(view.totals)
    holders = {card: p for p, hand in enumerate(view.hands) for card in hand.cards if card != SHOCK}

    def slot(card: int) -> Slot:
        here = 1 << card
        state = SHOCKED if v.shocked & here else LAID if v.laid & here else OPEN if card in view.open_slots else EMPTY
        holder = holders.get(card)
        return Slot(card, state, holder, holder is not None and holder == view.seat)

    players = tuple(
        Player(
            seat=p,
            you=p == view.seat,
            active=p == view.actor and not over,
            dealer=p == view.dealer,
            won=over and view.totals[p] == best,
            hand=view.hands[p],
            total=view.totals[p],
            switches=view.switches[p],
        )
        for p in range(game.seats)
    )
    rounds = game.options["end_rule"].removeprefix("rounds:")
    return Table(
        title="a spectator's view" if view.seat is None else f"you are {view.seat + 1}",
        round=view.round,
        due=due_in_words(view),
        your_turn=view.seat is not None and view.seat in view.acting,
        power=_power(view),
        number=view.power,
        tower=view.tower,
        slots=tuple(tuple(slot(NUMBERS * c + n) for n in range(NUMBERS)) for c in range(COLOURS)),
        players=players,
        pile=_pile(view),
        switched=view.switched,
        target=f"{game.options['target']} points end the game" if rounds == "target" else f"{rounds} rounds",
        points=None if view.seat is None else int(r.cost(g, v, v.hand[view.seat])),
        dead=view.dead,
        shocks=bool(g.deck >> SHOCK),
    )


def _power(view: PowerSwitchView) -> str:
    if view.power is None:
        return "not rolled yet"
    return f"number {view.power}" if view.tower is None else describe(NUMBERS * view.tower + view.power - 1)


def _pile(view: PowerSwitchView) -> str:
    if view.phase in ("lot", "rolls", "deal"):
        return f"{many(view.pile_size, 'card')} to be dealt from"
    shown = f": {spaced(view.pile)}" if view.pile else ""
    return f"{many(view.pile_size, 'card')}{shown}" if view.pile_size else "empty"


def due_in_words(view: PowerSwitchView) -> str:
    """Whose turn it is and what is due."""
    names, phase = view.game.seat_names, view.phase
    if view.outcome is not None:
        return view.outcome.reason.partition(" [")[0]
    if view.actor is None:
        return {
            "lot": "To be settled: who deals first",
            "rolls": "Everybody rolls for the deal",
            "deal": "The cards are being dealt",
            "roll": "The dice are being rolled",
            "out": "The round is over; the hands are counted",
        }[phase]
    who = names[view.actor]
    if phase == "col":
        return f"{who} chooses the colour of the Power Tower; its number is {view.power}"
    if phase == "open":
        if view.legal_ids:
            return f"{who} places the Power Card" if view.legal_ids[0] < SLOTS else f"{who} draws for the Power Card"
        return f"{who} places the Power Card, or draws for it"
    if phase.endswith("+"):
        return f"{who} is drawing a card"
    if phase == "give":
        return f"{who} gives a card to {names[view.pending]}, who is stuck"
    if phase == "res":
        card, source = view.pending % r.SOURCE, view.pending // r.SOURCE
        what = describe(min(card, SHOCK)) if card <= SHOCK + 2 else "a card"
        return f"{who} {'drew' if source == PILE else 'was given'} {what}, which can be played"
    if phase == "win":
        return f"{who} may switch hands before it is {names[view.pending]}'s turn"
    return f"{who} to play a card"


def many(n: int, what: str) -> str:
    """A number of things in words."""
    return f"{n or 'no'} {what}{'' if n == 1 else 's'}"


def spaced(cards: Iterable[int]) -> str:
    """The names of cards in a row."""
    return " ".join(CARD_NAMES[card] for card in cards)


# ----------------------------------------------------------------- sentences
def sentences(table: Table) -> str:
    """The table in plain sentences, for a screen reader or a language model."""
    lines = [
        f"Power Switch, round {table.round}, {table.title}. {table.due}.{' It is your turn.' * table.your_turn}",
        f"Power Card: {table.power}. Pile: {table.pile}. {'. '.join(table.facts)}.",
    ]
    for name, slots in zip(NAMES, table.slots, strict=True):
        laid = [slot for slot in slots if slot.state in (LAID, SHOCKED)]
        dead = " ".join(str(slot.number) for slot in laid if slot.state == SHOCKED)
        span = f"{laid[0].number} to {laid[-1].number}" if laid else "nothing yet"
        free = " and ".join(str(slot.number) for slot in slots if slot.state == OPEN) or "none"
        lines.append(f"{name}: {span}{f', Shock Plays at {dead}' * bool(dead)}; open: {free}.")
    for player in table.players:
        notes = [
            player.cards,
            f"{player.total} points",
            player.card_of_switch or "no switch",
            *["dealer"] * player.dealer,
        ]
        known = f"; {'holds' if player.hand.whole else 'known'} {spaced(player.hand.cards)}" * bool(player.hand.cards)
        lines.append(f"Seat {player.name}: {', '.join(notes)}{known}.")
    return "\n".join(lines)
