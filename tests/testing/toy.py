"""A third party's game in one file: two seats bid for prizes, sealed, at the same time (Goofspiel with few cards).

Chance turns up a prize; each seat bids one of its cards; the higher bid wins the prize, equal bids nobody. Both
cards are shown and gone. Each round has a sealed choice: what a seat has bid, nobody else knows yet.
"""

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from leyden.core.contract import (
    Action,
    ActionSpace,
    BadInput,
    Draw,
    Event,
    Game,
    Illegal,
    Node,
    Outcome,
    Refusal,
    Script,
    Seat,
    State,
    Step,
    View,
    check_tag,
    chunks,
)
from leyden.core.options import Option, Options
from leyden.core.streams import as_stream
from leyden.testing import walk

MOST = 5
OPTIONS = (Option("cards", ("3", "2", "4", "5"), "B-1", "deck", "How many cards each seat has, and prizes there are."),)
RULES = """
## 1. The game
- **B-1** Each seat has the cards 1 to n, and there are prizes 1 to n.
- **B-2** A bid is a card that one still has.
- **B-3** Both bid at the same time; a bid stands.
- **B-4** Chance turns up the prizes.
- **B-5** Who has more points when the prizes are gone wins.
- **B-6** Only the two seats bid.
"""


@dataclass(frozen=True, slots=True)
class Bid(Action):
    card: int
    seat: Any = field(default=None, compare=False)

    def __str__(self):
        return f"bid {self.card}"

    def to_json(self):
        return {"bid": self.card}


@dataclass(frozen=True, slots=True)
class Prize(Draw):
    points: int

    def __str__(self):
        return f"prize {self.points}"


class Bids(ActionSpace):
    def __len__(self):
        return MOST

    def id(self, action):
        return action.card - 1

    def action(self, number, to=None):
        if not 0 <= number < MOST:
            raise IndexError(f"bids run from 0 to {MOST - 1}, not {number}")
        return Bid(number + 1, to.seat if isinstance(to, View) else to)

    def blocks(self):
        yield "Bid", range(MOST)


@dataclass(frozen=True)
class Table:
    """What lies on the table. `bids` holds a card, None, or in a view "hidden" for what somebody else has bid."""

    prizes: tuple
    prize: Any
    hands: tuple
    bids: tuple = (None, None)
    scores: tuple = (0, 0)

    @property
    def node(self):
        if self.prize is None:
            return Node.CHANCE if self.prizes else Node.TERMINAL
        return Node.DECISION

    @property
    def acting(self):
        return tuple(Seat(p) for p in (0, 1) if self.node is Node.DECISION and self.bids[p] is None)

    @property
    def outcome(self):
        if self.node is not Node.TERMINAL:
            return None
        a, b = self.scores
        ranking = ((0, 1),) if a == b else ((0,), (1,)) if a > b else ((1,), (0,))
        return Outcome(ranking, self.scores, f"{a}:{b} [B-5]")

    def refusal(self, seat, action):
        if self.node is Node.TERMINAL:
            return Refusal("B-5", "the prizes are gone")
        if seat is None:
            return Refusal("B-6", "a spectator does not bid")
        if self.node is Node.CHANCE:
            return Refusal("B-4", "no prize is turned up yet")
        if self.bids[seat] is not None:
            return Refusal("B-3", "the bid stands")
        if action.card not in self.hands[seat]:
            legal = tuple(f"bid {card}" for card in self.hands[seat])
            return Refusal("B-2", f"card {action.card} is not in the hand", legal)
        return None

    def legal(self, seat):
        return tuple(Bid(card, seat) for card in self.hands[seat]) if seat in self.acting else ()

    def __str__(self):
        def row(cards):
            return ",".join(map(str, cards)) or "-"

        bids = "/".join("-" if bid is None else "?" if bid == "hidden" else str(bid) for bid in self.bids)
        hands = "/".join(row(hand) for hand in self.hands)
        return f"{row(self.prizes)} {self.prize or '-'} {hands} {bids} {self.scores[0]}:{self.scores[1]}"

    def to_json(self):
        return {
            "prizes": list(self.prizes),
            "prize": self.prize,
            "hands": [list(hand) for hand in self.hands],
            "bids": list(self.bids),
            "scores": list(self.scores),
        }


@dataclass(frozen=True)
class BidView(View):
    game: Any
    seat: Any
    table: Table

    node = property(lambda self: self.table.node)
    acting = property(lambda self: self.table.acting)
    outcome = property(lambda self: self.table.outcome)

    @property
    def legal(self):
        return () if self.seat is None else self.table.legal(self.seat)

    def refusal(self, action):
        return self.table.refusal(self.seat, action)

    def __str__(self):
        return f"seat {self.seat}: {self.table}"

    def position(self):
        return str(self.table)

    def to_json(self):
        return {"seat": self.seat, **self.table.to_json()}


@dataclass(frozen=True)
class BidState(State):
    game: Any
    table: Table
    events: Any = field(default=(), compare=False)

    node = property(lambda self: self.table.node)
    acting = property(lambda self: self.table.acting)
    outcome = property(lambda self: self.table.outcome)

    def legal_actions(self, seat):
        return self.table.legal(seat)

    def refusal(self, seat, action):
        return self.table.refusal(seat, action)

    def apply(self, seat, action):
        refused = self.refusal(seat, action)
        if refused is not None:
            raise Illegal(refused)
        bids = tuple(action.card if p == seat else bid for p, bid in enumerate(self.table.bids))
        others = frozenset({Seat(1 - seat), None})
        told = (
            Event("bid", f"{'AB'[seat]} bids {action.card}.", {"card": action.card}, frozenset({seat})),
            Event("bid", f"{'AB'[seat]} has bid.", {}, others),
        )
        table = replace(self.table, bids=bids)
        if None in bids:
            return replace(self, table=table, events=told)
        return replace(self, table=self._resolved(table), events=(*told, Event("round", f"A {bids[0]}, B {bids[1]}.")))

    def _resolved(self, table):
        a, b = table.bids
        gains = (table.prize if a > b else 0, table.prize if b > a else 0)
        hands = tuple(tuple(c for c in hand if c != bid) for hand, bid in zip(table.hands, table.bids, strict=True))
        scores = tuple(score + gain for score, gain in zip(table.scores, gains, strict=True))
        return Table(table.prizes, None, hands, (None, None), scores)

    def chance_outcomes(self):
        if self.node is not Node.CHANCE:
            return ()
        return tuple((Prize(points), Fraction(1, len(self.table.prizes))) for points in self.table.prizes)

    def sample(self, stream):
        return Prize(self.table.prizes[as_stream(stream).below(len(self.table.prizes))])

    def draw(self, outcome):
        if outcome not in [prize for prize, _ in self.chance_outcomes()]:
            raise Illegal(Refusal("B-4", f"{outcome} cannot be turned up"))
        left = tuple(points for points in self.table.prizes if points != outcome.points)
        told = (Event("prize", f"The prize is {outcome.points}.", {"points": outcome.points}),)
        return replace(self, table=replace(self.table, prizes=left, prize=outcome.points), events=told)

    def observation(self, seat):
        hidden = tuple(bid if bid is None or p == seat else "hidden" for p, bid in enumerate(self.table.bids))
        return BidView(self.game, seat, replace(self.table, bids=hidden))

    def __str__(self):
        return str(self.table)

    def to_json(self):
        return self.table.to_json()


class Bidding(Game):
    name, title, rules_version, record_suffix = "bidding", "Bidding", "1", ".bid"
    seat_names = ("A", "B")
    rules_text = RULES
    actions = Bids()

    def __init__(self, options):
        self.options = options
        self.cards = tuple(range(1, int(options["cards"]) + 1))
        self.longest = 2 * len(self.cards)

    @classmethod
    def load(cls, **options):
        return cls(Options(OPTIONS, options))

    def start(self):
        return BidState(self, Table(self.cards, None, (self.cards, self.cards)))

    def position(self, text):
        try:
            prizes, prize, hands, bids, scores = text.split()
            a, b = (self._row(hand) for hand in hands.split("/"))
            x, y = (None if bid == "-" else int(bid) for bid in bids.split("/"))
            table = Table(self._row(prizes), None if prize == "-" else int(prize), (a, b), (x, y))
            return self._state(replace(table, scores=tuple(map(int, scores.split(":")))))
        except ValueError as problem:
            raise BadInput(f"{text[:40]!r} is not a position: {problem}") from None

    @staticmethod
    def _row(text):
        return () if text == "-" else tuple(map(int, text.split(",")))

    def from_json(self, data):
        try:
            hands, bids = tuple(map(tuple, data["hands"])), tuple(data["bids"])
            return self._state(Table(tuple(data["prizes"]), data["prize"], hands, bids, tuple(data["scores"])))
        except (KeyError, TypeError, ValueError) as problem:
            raise BadInput(f"this JSON is not a position: {problem}") from None

    def _state(self, table):
        """The state of a table on which nothing contradicts the rest."""
        for cards in (table.prizes, *table.hands):
            if list(cards) != sorted({*cards} & {*self.cards}) or any(type(card) is not int for card in cards):
                raise ValueError(f"{cards} are not cards of this game in order")
        up = () if table.prize is None else (table.prize,)
        left = {*table.prizes, *up}
        if not left <= {*self.cards} or len(left) < len(table.prizes) + len(up):
            raise ValueError(f"the prize {table.prize} is not one of the cards, or not turned up")
        if [len(hand) for hand in table.hands] != [len(left)] * 2:
            raise ValueError("each seat has as many cards as there are prizes left")
        pairs = list(zip(table.bids, table.hands, strict=True))
        if None not in table.bids or any(bid is not None and (not up or bid not in hand) for bid, hand in pairs):
            raise ValueError(f"the bids cannot be {table.bids}")
        if any(type(number) is not int for number in (*table.bids, *table.scores, *up) if number is not None):
            raise ValueError("not every number is whole")
        if len(table.scores) != 2 or min(table.scores) < 0 or sum(table.scores) > sum({*self.cards} - left):
            raise ValueError(f"the scores cannot be {table.scores}")
        return BidState(self, table)

    def parse(self, text, view):
        match = re.fullmatch(rf"(?:bid )?([1-{MOST}])", text.strip())
        if match is None:
            raise BadInput(f"{text[:20]!r} is not a bid; write bid 2", rule="B-2")
        return Bid(int(match[1]), view.seat if isinstance(view, View) else view.acting[0])

    def action_from_json(self, data):
        card = data.get("bid") if isinstance(data, dict) else None
        if type(card) is not int or not 1 <= card <= MOST:
            raise BadInput(f"{str(data)[:40]} is not a bid")
        return Bid(card)

    def parse_draw(self, text, state):
        for draw, _ in state.chance_outcomes():
            if str(draw) == text:
                return draw
        raise BadInput(f"{text[:20]!r} cannot be turned up", rule="B-4")

    def determinize(self, view, rng):
        stream = as_stream(rng)
        hands = view.table.hands
        bids = tuple(
            hands[p][stream.below(len(hands[p]))] if bid == "hidden" else bid for p, bid in enumerate(view.table.bids)
        )
        return BidState(self, replace(view.table, bids=bids))

    def write_script(self, script, seat="all"):
        """A line a tag, a line a step; what a seat has bid in an unfinished round is nobody else's business."""
        if script.text:
            if seat != "all" and str(seat) != script.tags["View"]:
                raise BadInput("this record holds what another must not see")
            return script.text
        for name, value in script.tags.items():
            check_tag(name, value)
        left_out = {"Game", "Cards", "View"} | ({"Rng"} if seat != "all" else set())
        tags = [f"[{name} {value}]" for name, value in script.tags.items() if name not in left_out]
        lines = ["[Game Bidding]", f"[Cards {self.options['cards']}]", *tags]
        lines += [] if seat == "all" else [f"[View {seat}]"]
        last = max((n for n, step in enumerate(script.steps) if step.seat is None), default=-1)
        pending = len(script.steps) - last - 1 == 1
        for number, step in enumerate(script.steps):
            who = "" if step.seat is None else f"{'AB'[step.seat]} "
            sealed = seat != "all" and step.seat not in (None, seat) and pending and number > last
            lines.append(who + ("bid ?" if sealed else str(step.move)))
        if seat == "all":
            return "\n".join(lines) + "\n"
        return "\n".join(self._in_order(lines)) + "\n"

    @staticmethod
    def _in_order(lines):
        """Who was first to seal is no part of a seat's record."""
        ordered = []
        for line in lines:
            if line.startswith("A ") and ordered[-1].startswith("B "):
                ordered.insert(-1, line)
            else:
                ordered.append(line)
        return ordered

    def read_scripts(self, text):
        for line, part in chunks(text):
            try:
                yield self._script(part.strip().split("\n"))
            except (Illegal, IndexError, ValueError) as problem:
                raise BadInput(f"this is not a record: {problem}", line=line) from None

    def _script(self, lines):
        head = [line for line in lines if line.startswith("[")]
        matches = [re.fullmatch(r"\[(\w+) ([^\n]*)\]", line) for line in head]
        tags = {match[1]: match[2] for match in matches if match is not None}
        if lines[: len(head)] != head or len(tags) < len(head) or tags.get("Game") != "Bidding" or "Cards" not in tags:
            raise BadInput("the tags Game and Cards come first, each tag once")
        for name, value in tags.items():
            check_tag(name, value)
        game = type(self).load(cards=tags["Cards"])
        if "View" in tags:
            return Script(game, tags, (), ("a record as a seat saw it",), "\n".join(lines) + "\n")
        state, steps = game.start(), []
        for line in lines[len(head) :]:
            if line.startswith("prize"):
                steps.append(Step(None, game.parse_draw(line, state)))
                state = state.draw(steps[-1].move)
            else:
                seat = Seat(game.seat_names.index(line[0]))
                steps.append(Step(seat, game.parse(line[1:], state.observation(seat))))
                state = state.apply(seat, steps[-1].move)
        return Script(game, tags, tuple(steps))

    def __eq__(self, other):
        return type(other) is type(self) and self.options == other.options

    def __hash__(self):
        return hash(self.options)

    def __repr__(self):
        return f"<Bidding: {self.options}>"


def worlds(view):
    """Every bid that a sealed card may be, each as likely as another."""
    hidden = [p for p in (0, 1) if view.table.bids[p] == "hidden"]
    if not hidden:
        yield BidState(view.game, view.table), 1
        return
    (p,) = hidden
    for card in view.table.hands[p]:
        bids = tuple(card if q == p else bid for q, bid in enumerate(view.table.bids))
        yield BidState(view.game, replace(view.table, bids=bids)), 1


def half_bid(game):
    """States in which one seat has bid and the other has not."""
    return [state for state, _ in walk(game, 1) if len(state.acting) == 1]
