"""The rules of Power Switch once more: on lists of card names, slowly, word for word from docs/rules/powerswitch.md.

Nothing here comes from the package. `Table` plays a game as texts: `legal()`, `do("R9")`, `chance()`, `happen("R8")`.
"""

from collections import Counter
from fractions import Fraction

COLOURS, NUMBERS = "BGRY", range(1, 13)
CARDS = [f"{colour}{number}" for colour in COLOURS for number in NUMBERS]
SHOCKS = {2: 1, 3: 2, 4: 2, 5: 3, 6: 3}  # P-2


def in_order(cards):
    """Canonical order (PC-1)."""
    return sorted(cards, key=[*CARDS, "*"].index)


def written(cards):
    return ",".join(in_order(cards)) or "-"


class Table:
    """One table; `o` are its options as texts, `n` its seats, numbered 1 … n."""

    def __init__(self, options):
        self.o, self.n = dict(options), int(options["seats"])
        self.seats = range(1, self.n + 1)
        number = options["number_die"]
        self.number_die = list(NUMBERS) if number == "1-12" else [int(face) for face in number.split(",")]
        self.colour_die = list(options["colour_die"])
        shocks = SHOCKS[self.n] if options["shock_count"] == "table" else int(options["shock_count"])
        self.deck = CARDS + ["*"] * shocks  # P-2
        self.pile_size = self.n if options["pile_size"] == "n" else int(options["pile_size"])  # P-8
        self.totals = dict.fromkeys(self.seats, 0)  # P-4
        self.cards_left = dict.fromkeys(self.seats, int(options["switches_per_game"]))  # P-3
        self.round, self.dealer = 1, None
        self.set_up()
        if options["first_dealer"].startswith("seat:"):
            self.dealer, self.phase = int(options["first_dealer"][-1]), "deal"
        else:
            self.phase = "lot" if options["first_dealer"] == "random" else "rolls"
            self.rolls = dict.fromkeys(self.seats)  # None = to come

    def set_up(self):
        """P-7: the whole deck again."""
        self.pile, self.hands = list(self.deck), {seat: [] for seat in self.seats}
        self.columns = {colour: {} for colour in COLOURS}  # number: whether a Shock Play lies there
        self.number = self.colour = self.actor = self.card = self.giver = self.other = None
        self.used, self.idle = False, 0

    def left(self, seat):
        return seat % self.n + 1

    def right(self, seat):
        return (seat - 2) % self.n + 1

    # ------------------------------------------------------------------ layout
    def open_slots(self):
        """P-27, each with whether it is a starting slot."""
        tower = self.columns[self.colour]
        low, high = min(tower), max(tower)
        found = {}
        for colour in COLOURS:
            column = self.columns[colour]
            if not column:
                found[f"{colour}{self.number}"] = True
                continue
            top = 12 if colour == self.colour else high
            bottom = 1 if colour == self.colour else low
            if max(column) < top:
                found[f"{colour}{max(column) + 1}"] = False
            if min(column) > bottom:
                found[f"{colour}{min(column) - 1}"] = False
        return found

    def dead(self):
        return [f"{colour}{number}" for colour in COLOURS for number, shock in self.columns[colour].items() if shock]

    def full(self):
        return sum(map(len, self.columns.values())) == 48

    def plays_of(self, card):
        """P-28, P-30: the ways to play one card."""
        if card == "*":
            return {f"*{slot}" for slot, starting in self.open_slots().items() if not starting}
        return {card} & set(self.open_slots())

    # ------------------------------------------------------------------ chance
    def chance(self):
        """The outcomes of chance with their probabilities; empty if somebody decides."""
        cases = {
            "lot": [f"=>{seat}" for seat in self.seats],
            "rolls": self.number_die,
            "deal": self.pile,
            "roll": self.number_die if self.number is None else self.colour_die,
            "open+": self.pile,
            "turn+": self.pile,
            "out": ["score"],
        }.get(self.phase, [])
        return {str(case): Fraction(ways, len(cases)) for case, ways in Counter(cases).items()}

    def happen(self, outcome):
        if self.phase == "lot":
            self.dealer, self.phase = int(outcome[-1]), "deal"
        elif self.phase == "rolls":
            self.roll(int(outcome))
        elif self.phase == "deal":
            dealt = len(self.deck) - len(self.pile)
            seat = (self.dealer + dealt) % self.n + 1  # P-9
            self.draw(outcome, seat)
            if len(self.pile) == self.pile_size:
                self.phase = "roll"
        elif self.phase == "roll" and self.number is None:
            self.number = int(outcome)  # P-11
        elif self.phase == "roll":
            self.rolled(outcome)
        elif self.phase == "open+":
            self.draw(outcome, self.actor)
            self.phase = "open"
            if outcome == f"{self.colour}{self.number}":
                self.card = outcome
            else:
                self.actor = self.left(self.actor)  # P-18
        elif self.phase == "turn+":
            self.draw(outcome, self.actor)
            self.idle = 0
            if self.plays_of(outcome):
                self.phase, self.card, self.giver = "res", outcome, None  # P-39
            else:
                self.end_turn()
        else:
            self.score()

    def draw(self, card, seat):
        self.pile.remove(card)
        self.hands[seat].append(card)

    def roll(self, number):
        """P-5, PQ-3."""
        seat = next(seat for seat in self.seats if self.rolls[seat] is None)
        self.rolls[seat] = number
        if None in self.rolls.values():
            return
        best = max(self.rolls.values())
        leaders = [seat for seat in self.seats if self.rolls[seat] == best]
        if len(leaders) == 1:
            self.dealer, self.phase = leaders[0], "deal"
        else:
            self.rolls = {seat: None if seat in leaders else -1 for seat in self.seats}

    def rolled(self, face):
        if face in COLOURS:
            self.settle(face)  # P-12
            return
        self.phase, self.actor = "col", self.dealer  # P-13
        if face == "L":  # P-14, PQ-5
            others = [seat for k in range(self.n) for seat in [(self.dealer + k) % self.n + 1]]
            if self.o["l_tie"] == "dealer_first":
                others = others[-1:] + others[:-1]
            self.actor = max(others, key=lambda seat: self.totals[seat])

    def settle(self, colour):
        self.colour, self.phase = colour, "open"
        holders = [seat for seat in self.seats if f"{colour}{self.number}" in self.hands[seat]]
        self.actor = holders[0] if holders else self.left(self.dealer)  # P-17, P-18

    # --------------------------------------------------------------- decisions
    def legal(self):
        me = self.actor
        if self.phase == "col":
            return {f"c{me}={colour}" for colour in COLOURS}
        if self.phase == "open":
            power = f"{self.colour}{self.number}"
            return {f"^{power}"} if power in self.hands[me] else {"o"}
        if self.phase == "give":
            return {f"g{card}" for card in self.gifts()}
        if self.phase == "res":
            keep = {"keep"} if self.card == "*" and self.o["shock_forced"] == "false" else set()  # PQ-16
            return self.plays_of(self.card) | keep
        if self.phase == "win":
            return self.switches(me) | {"hold"}
        return self.legal_in_turn() if self.phase == "turn" else set()

    def legal_in_turn(self):
        me = self.actor
        plays = {play for card in self.hands[me] for play in self.plays_of(card)}
        found = set(plays)
        if not plays or (self.o["shock_forced"] == "false" and all(play[0] == "*" for play in plays)):
            asked = self.asked()
            found.add("d" if self.pile else f"a{asked}" if asked else "pass")  # P-38, P-40, P-43
        return found | (self.switches(me) if not self.used else set())  # P-45

    def switches(self, me):
        """P-45, P-47, PQ-33."""
        if not self.cards_left[me]:
            return set()
        others = [seat for seat in self.seats if seat != me]
        if self.o["switch_empty"] == "forbid":
            others = [seat for seat in others if self.hands[seat] and self.hands[me]]
        return {f"x{seat}" for seat in others}

    def asked(self):
        """P-40, PQ-25, PQ-26."""
        seat = self.right(self.actor)
        least = 2 if self.o["give_last"] == "exempt" else 1
        further = self.o["give_last"] == "exempt" or self.o["empty_right"] == "next_right"
        while further and seat != self.actor and len(self.hands[seat]) < least:
            seat = self.right(seat)
        return seat if seat != self.actor and len(self.hands[seat]) >= least else None

    def value(self, card):
        """P-53, PQ-19."""
        if card == "*":
            return int(self.o["shock_in_hand"])
        if card in self.dead():
            return int(self.o["dead_value"])
        return 5 if int(card[1:]) <= 6 else 10

    def gifts(self):
        """P-41, PQ-23."""
        hand = self.hands[self.actor]
        if self.o["give_rule"] == "worst":
            most = max(map(self.value, hand))
            return {card for card in hand if self.value(card) == most}
        return set(hand)

    def do(self, text):
        assert text in self.legal(), (text, self.legal())
        me = self.actor
        if self.phase == "col":
            self.settle(text[-1])
        elif self.phase == "open":
            self.do_in_opening(text)
        elif self.phase == "give":
            self.give(text[1:])
        elif self.phase == "win":
            self.do_in_window(text)
        elif text == "keep":
            self.end_turn()
        elif text[0] == "x":
            self.switch(me, int(text[1]))
            if self.o["switch_stuck"] == "end_turn" and not any(map(self.plays_of, self.hands[me])):  # PQ-32
                self.end_turn(without_play=True)
        elif text == "d":
            self.phase = "turn+"
        elif text[0] == "a":
            self.actor, self.other, self.phase = int(text[1]), me, "give"
        elif text == "pass":
            self.end_turn(without_play=True)
        else:
            self.play(text)

    def do_in_opening(self, text):
        if text == "o":
            self.phase = "open+"
            return
        me = self.actor
        self.card = None
        self.hands[me].remove(text[1:])
        self.columns[self.colour][self.number] = False
        self.phase, self.actor = ("turn", self.left(me)) if self.hands[me] else ("out", None)  # P-21, P-51

    def play(self, text):
        """P-31, P-51."""
        me, slot = self.actor, text.removeprefix("*")
        self.hands[me].remove("*" if text[0] == "*" else text)
        self.columns[slot[0]][int(slot[1:])] = text[0] == "*"
        self.idle = 0
        if self.hands[me]:
            self.end_turn()
        else:
            self.out()

    def give(self, card):
        giver, taker = self.actor, self.other
        self.hands[giver].remove(card)
        self.hands[taker].append(card)
        self.actor, self.other = taker, None
        if self.o["give_last"] == "ends_round" and not self.hands[giver]:
            self.out()  # PC-11
        elif self.o["received"] == "play_now" and self.plays_of(card):
            self.phase, self.card, self.giver = "res", card, giver  # P-42
        else:
            self.end_turn(without_play=True)

    def switch(self, me, other):
        """P-47, P-48."""
        self.hands[me], self.hands[other] = self.hands[other], self.hands[me]
        self.cards_left[me] -= 1
        self.used = True

    def end_turn(self, without_play=False):
        """P-52; PC-10: turns without a play that began with an empty pile are counted."""
        if without_play and not self.pile:
            self.idle += 1
        following = self.next_with_cards(self.left(self.actor))
        blocked = self.o["received"] == "hold" and self.idle >= 4 * self.n
        if self.full() or blocked or following is None:
            self.out()
        elif self.o["switch_timing"] == "anytime" and not self.used:
            self.poll(following, self.left(following))
        else:
            self.begin_turn(following)

    def next_with_cards(self, seat):
        """PQ-25, PC-11: the next seat to act; None if all hands are empty under sit_out."""
        if self.o["give_last"] != "sit_out":
            return seat
        order = [(seat - 1 + k) % self.n + 1 for k in range(self.n)]
        return next((other for other in order if self.hands[other]), None)

    def begin_turn(self, seat):
        self.actor, self.phase, self.card, self.giver, self.other = seat, "turn", None, None, None

    def poll(self, following, seat):
        """6.5, PC-8."""
        while seat != following and not self.switches(seat):
            seat = self.left(seat)
        if seat == following:
            self.begin_turn(following)
        else:
            self.actor, self.other, self.phase, self.card, self.giver = seat, following, "win", None, None

    def do_in_window(self, text):
        if text == "hold":
            self.poll(self.other, self.left(self.actor))
        else:
            self.switch(self.actor, int(text[1]))
            self.begin_turn(self.next_with_cards(self.other))

    # --------------------------------------------------------------- the end
    def out(self):
        self.phase, self.actor, self.card, self.giver, self.other, self.idle = "out", None, None, None, None, 0

    def score(self):
        """P-53 to P-56, PC-12."""
        for seat in self.seats:
            self.totals[seat] += sum(map(self.value, self.hands[seat]))
        rounds = self.o["end_rule"].removeprefix("rounds:")
        over = self.round >= int(rounds) if rounds.isdigit() else max(self.totals.values()) >= int(self.o["target"])
        lowest = min(self.totals.values())
        if self.o["tie_win"] == "extra_round" and list(self.totals.values()).count(lowest) > 1:
            over = False
        if over or (self.o["max_rounds"] != "none" and self.round >= int(self.o["max_rounds"])):
            self.phase = "over"
            return
        self.dealer, self.round = self.left(self.dealer), self.round + 1  # P-6
        self.set_up()
        self.phase = "deal"

    # -------------------------------------------------------------------- text
    def layout(self):
        found = []
        for colour in COLOURS:
            column = self.columns[colour]
            span = f"{min(column)}-{max(column)}" if len(column) > 1 else "".join(map(str, column)) or "-"
            found.append(span + "".join(f"*{number}" for number in sorted(column) if column[number]))
        return "/".join(found)

    def pending(self):
        if self.phase == "rolls":
            rolls = (self.rolls[seat] for seat in self.seats)
            return ",".join("." if roll is None else "-" if roll < 0 else str(roll) for roll in rolls)
        if self.phase == "roll" and self.number is not None:
            return "c"
        if self.phase in ("res", "open") and self.card:
            return f">{self.card}" + (f"<{self.giver}" if self.giver else "")
        if self.phase in ("give", "win"):
            return f"{'a' if self.phase == 'give' else 'w'}{self.other}"
        return f"g{self.idle}" if self.o["received"] == "hold" and self.idle else "-"

    def position(self):
        """The position (7.2), its pile as a multiset."""
        power = (
            "-" if self.number is None else f"{self.number}?" if self.colour is None else f"{self.colour}{self.number}"
        )
        return " ".join(
            (
                str(self.n),
                str(self.dealer or "-"),
                self.phase,
                str(self.actor or "-"),
                power,
                self.layout(),
                written(self.pile),
                "/".join(written(self.hands[seat]) for seat in self.seats),
                "".join(str(self.cards_left[seat]) for seat in self.seats) + ("u" if self.used else "-"),
                ",".join(str(self.totals[seat]) for seat in self.seats),
                f"r{self.round}",
                self.pending(),
            )
        )


def of_position(text, options):
    """A table in the phase `turn`, from a position text."""
    n, dealer, phase, actor, power, layout, pile, hands, switches, totals, number, pending = text.split()
    assert (phase, pending) == ("turn", "-")
    table = Table({**options, "seats": n})
    table.dealer, table.phase, table.actor, table.round = int(dealer), phase, int(actor), int(number[1:])
    table.colour, table.number = power[0], int(power[1:])
    for colour, column in zip(COLOURS, layout.split("/"), strict=True):
        span, *shocks = column.split("*")
        ends = [int(end) for end in span.split("-") if end]
        for k in range(ends[0], ends[-1] + 1) if ends else ():
            table.columns[colour][k] = str(k) in shocks
    table.pile = [] if pile == "-" else pile.strip("{}").split(",")
    for seat, hand in zip(table.seats, hands.split("/"), strict=True):
        table.hands[seat] = [] if hand == "-" else hand.split(",")
    table.cards_left = {seat: int(switches[seat - 1]) for seat in table.seats}
    table.used = switches[-1] == "u"
    table.totals = {seat: int(total) for seat, total in zip(table.seats, totals.split(","), strict=True)}
    return table
