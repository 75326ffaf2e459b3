"""A record of Power Switch played through by the rules while it is read (section 7.3).

Whatever contradicts the rules or the rest of the record is refused with its place: a roll, a card, a move, a score.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NoReturn

from leyden.core.contract import BadInput, Draw, Illegal, Script, Seat, Step
from leyden.games.powerswitch import rules as r
from leyden.games.powerswitch.actions import PowerSwitchAction, PowerSwitchDraw
from leyden.games.powerswitch.cards import CARD_NAMES, COLOUR_LETTERS, MOST_SEATS, kinds_of
from leyden.games.powerswitch.layout import cards_text
from leyden.games.powerswitch.page import COMMA, NUMBER, SLASH, Card, Page, Tag, pattern
from leyden.games.powerswitch.record import goes_on, result
from leyden.games.powerswitch.state import PowerSwitchState

if TYPE_CHECKING:
    from leyden.games.powerswitch.game import PowerSwitch

DEALER, ROUND, DEAL, PILE, HAND = (
    pattern(rf"{word}\b") for word in ("dealer", "round", "deal", "pile", r"hand\s+([1-6])")
)
DICE, PLAY, SHOWN, SCORE = (pattern(rf"{word}\b") for word in ("dice", "play", "shown", "score"))
ARROW, EQUALS, PLUS, OPEN, CLOSE = map(pattern, ("=>", "=", r"\+", r"\(", r"\)"))
FACE, CHOICE = pattern(r"[BGRYDL]\b"), pattern(r"c\s*([1-6])\s*=\s*([BGRY])\b")
SEAT = pattern(r"([0-9])\s*:")
MOVE = pattern(r"\^?[BGRY][0-9]{1,2}(?![0-9])|\*[BGRY][0-9]{1,2}(?![0-9])|(?:[do]|a[1-6]?|x[0-9]|pass|hold|keep)(?!\w)")


class Replay:
    """Plays a record through by the rules, while it is read."""

    def __init__(self, page: Page, game: PowerSwitch) -> None:
        self.page, self.game = page, game
        self.state: PowerSwitchState = game.start()
        self.steps: list[Step] = []
        self.top: list[Card] = []  # the pile: what is still to be drawn from it, where its order is written
        self.going = False  # the turn goes on

    @property
    def s(self) -> Any:
        """The state's record."""
        return self.state.record

    def script(self, tags: dict[str, Tag]) -> Script:
        """The script; refuses what does not fit."""
        page = self.page
        if page.take(DEALER):
            self._dealer()
        while match := page.take(ROUND):
            self._round(match.start())
        if not page.tags_follow:
            page.fail(f"{page.word} is out of place here{self._expected()}", "7.3")
        wanted, given = result(self.game, self.s), tags["Result"]
        if sorted(re.findall(r"[0-9*]", given.text)) != sorted(re.findall(r"[0-9*]", wanted)):
            if wanted == "*":
                where = page.text.count("\n", 0, page.at)
                says = f"the record ends before the game is over (line {where + 1}), so its Result is *"
                page.fail(f"{says}, not {given.text}", "PC-1", given.at)
            page.fail(f"Result is {wanted}, not {given.text}", "P-55", given.at)
        return Script(self.game, {name: tag.text for name, tag in tags.items()}, tuple(self.steps))

    def _expected(self) -> str:
        phase = self.s.phase
        if phase == r.OVER:
            return ": the game is over"
        if phase == r.OUT:
            return ": behind a round stands score"
        if phase in (r.LOT_DEALER, r.DEALER, r.DEAL):
            return ": a round begins with round and deal"
        return ""

    # ------------------------------------------------------------------- steps
    def _draw(self, draw: Draw, says: str, rule: str, at: int) -> None:
        """Chance decides as it is written, if it can."""
        try:
            state = self.state.draw(draw)
        except Illegal:
            self.page.fail(says, rule, at)
        self._go(None, draw, state)

    def _act(self, action: PowerSwitchAction, what: str, at: int) -> None:
        """The acting seat decides as it is written, if it may."""
        (seat,) = self.state.acting
        try:
            state = self.state.apply(seat, action)
        except Illegal as problem:
            self.page.fail(f"{what}: {problem.refusal.text}", problem.refusal.rule, at)
        self._go(seat, action, state)

    def _go(self, seat: Seat | None, move: PowerSwitchAction | Draw, state: Any) -> None:
        self.steps.append(Step(seat, move))
        self.state = state

    # ---------------------------------------------------------------- the dealer
    def _dealer(self) -> None:
        """P-5, PC-2: the rolls, lap by lap, and who deals first."""
        page, first = self.page, True
        while not page.look(ARROW) and (first or page.look(COMMA) or page.look(SLASH)):
            s, again = self.s, False
            if s.phase != r.DEALER and first and not page.look(NUMBER):
                break
            if s.phase != r.DEALER:
                page.fail(f"nobody rolls for the deal any more; {page.word} is too much", "P-5")
            if not first:
                again = not any(roll > 0 for roll in s.tally)
                if not page.take(SLASH if again else COMMA):
                    page.fail("tied leaders roll again, behind a /" if again else "seats roll in their order", "PQ-3")
            number, at = page.number(), page.at
            roller = r.roller(self.game.tables, s) + 1
            self._roll(number, f"seat {roller} cannot roll {number} with this die", at)
            first = False
        if self.s.phase == r.DEALER and not page.look(ARROW):
            return
        if not page.take(ARROW):
            page.fail(f"=> and who deals first is missing before {page.word}", "7.3")
        seat, at = page.number(), page.at
        if self.s.phase == r.LOT_DEALER:
            self._draw(PowerSwitchDraw(r.SEAT + min(seat - 1, MOST_SEATS)), f"there is no seat {seat}", "PC-2", at)
        elif self.s.phase == r.DEALER:
            page.fail("the rolls do not settle who deals first", "P-5", at)
        elif seat != self.s.dealer + 1:
            page.fail(f"seat {self.s.dealer + 1} deals first, not seat {seat}", "P-5", at)

    def _roll(self, number: int, says: str, at: int) -> None:
        self._draw(PowerSwitchDraw(r.NUMBER + min(number, r.FACE)), says, "PQ-1", at)

    # ------------------------------------------------------------------ a round
    def _round(self, at: int) -> None:
        """One round, or what was played of it."""
        page, s = self.page, self.s
        if s.phase != r.DEAL or s.pile != self.game.tables.deck:
            why = {r.OVER: "the game is over", r.OUT: "the line score is missing"}.get(
                s.phase, "the last one is not over"
            )
            if s.phase in (r.LOT_DEALER, r.DEALER):
                why = "the line dealer does not say who deals"
            page.fail(f"no round can begin here: {why}", "P-56", at)
        number = page.number()
        if number != s.round:
            page.fail(f"this is round {s.round}, not round {number}", "P-56")
        if not page.take(DEAL):
            page.fail(f"deal and a seat are missing before {page.word}", "7.3")
        dealer = page.number()
        if dealer != s.dealer + 1:
            page.fail(f"seat {s.dealer + 1} deals this round, not seat {dealer}", "P-6")
        self._deal()
        if page.take(DICE):
            self._dice()
        if page.take(PLAY):
            while match := page.take(SEAT):
                self._turn(int(match[1]) - 1, match.start())
        if page.take(SHOWN):
            self._shown()
        if page.look(SCORE):
            self._score()

    def _deal(self) -> None:
        """P-8, P-9: the hands, dealt card by card; PC-13: the pile behind them."""
        page, s, n = self.page, self.s, self.game.seats
        hands: dict[int, list[Card]] = {}
        pile = None
        while (match := page.take(HAND)) or page.look(PILE):
            if match is None:
                mark = page.take(PILE)
                if pile:
                    page.fail("the pile is written twice", "7.3")
                assert mark is not None
                pile = (mark.start(), *page.pile())
                continue
            seat = int(match[1]) - 1
            if seat >= n or seat in hands:
                twice = f"hand {seat + 1} is written twice" if seat < n else f"there is no seat {seat + 1}"
                page.fail(twice, "7.3", match.start())
            hands[seat] = page.cards()
        dealt = 0
        while self.s.phase == r.DEAL:
            cards = hands.get((s.dealer + 1 + dealt) % n, [])
            if dealt // n >= len(cards):
                break
            card = cards[dealt // n]
            says = f"{CARD_NAMES[card.kind]} cannot be dealt: no such card is left"
            self._draw(PowerSwitchDraw(card.kind), says, "P-2", card.at)
            dealt += 1
        self._all_dealt(hands, dealt, pile)

    def _all_dealt(self, hands: dict[int, list[Card]], dealt: int, pile: Any) -> None:
        """P-9: hands are as long as dealing makes them; P-8: the pile holds what is left."""
        page, s, n = self.page, self.s, self.game.seats
        total = self.game.tables.deck.bit_count() - self.game.tables.pile_size
        whole = pile or not page.tags_follow
        for i in range(n):
            seat = (s.dealer + 1 + i) % n
            cards = hands.get(seat, [])
            wanted = ((total if whole else dealt) + n - 1 - i) // n
            if len(cards) != wanted:
                at = cards[wanted].at if len(cards) > wanted else cards[-1].at if cards else None
                says = f"hand {seat + 1} has {len(cards)} cards instead of {wanted}; cards are dealt one at a time"
                page.fail(says, "P-9", at)
        if s.phase == r.DEAL:
            return
        if pile is None:
            page.fail("the line pile is missing", "7.3")
        at, self.top, rest = pile
        if tuple(sorted(card.kind for card in self.top + rest)) != kinds_of(s.pile):
            page.fail(f"these hands leave {cards_text(s.pile)} for the pile", "P-8", at)

    # ---------------------------------------------------------------- the dice
    def _dice(self) -> None:
        """P-11 to P-14: the number, the face, and who chooses the colour if it is D or L."""
        page = self.page
        number, at = page.number(), page.at
        self._roll(number, f"the number die cannot show {number} here", at)
        face = page.take(FACE)
        if face is None:
            return
        draw = PowerSwitchDraw(r.FACE + "BGRYDL".index(face[0].upper()))
        self._draw(draw, f"the colour die has no face {face[0]}", "PQ-2", face.start())
        choice = page.take(CHOICE)
        if choice is None:
            return
        s = self.s
        if s.phase != r.COL:
            page.fail(f"nobody chooses a colour: the die shows {face[0]}", "P-12", choice.start())
        if int(choice[1]) != s.actor + 1:
            page.fail(f"seat {s.actor + 1} chooses the colour, not seat {choice[1]}", "P-14", choice.start())
        number = r.CHOOSE + COLOUR_LETTERS.index(choice[2].upper())
        self._act(self.game.actions.action(number), choice[0], choice.start())

    # --------------------------------------------------------------- the turns
    def _turn(self, seat: int, at: int) -> None:
        """What one seat does in a row."""
        self._catch_up(seat, at)
        self._move(seat)
        while plus := self.page.take(PLUS):
            self._ready(plus.start())
            if not self.going:
                self.page.fail(f"seat {seat + 1}'s turn is over; nothing can follow behind +", "P-35", plus.start())
            self._move(seat)

    def _catch_up(self, seat: int, at: int) -> None:
        """PC-8, PC-9: holds, and that a Shock Play is kept, need not be written; then it must be this seat's turn."""
        self._ready(at)
        while True:
            s, silent = self.s, False
            if s.phase == r.RES:
                silent = r.PASS in self.state.legal_ids(s.actor)
                if not silent:
                    card = CARD_NAMES[min(s.pending % r.SOURCE, r.SHOCK_CARD)]
                    self.page.fail(f"seat {s.actor + 1} must play {card} first, behind +", "P-39", at)
            elif s.phase == r.WIN:
                silent = s.actor != seat
            if not silent:
                break
            self._act(self.game.actions.action(r.PASS, self.state.observation(s.actor)), "hold", at)
        if s.actor != seat:
            self.page.fail(f"it is seat {s.actor + 1}'s turn, not seat {seat + 1}'s", "P-35", at)

    def _ready(self, at: int) -> None:
        """A seat can act: nothing is missing that chance or another seat decided."""
        s = self.s
        says = {
            r.OVER: ("the game is over", "P-55"),
            r.OUT: ("the round is over", "P-51"),
            r.ROLL: ("the line dice is missing", "P-11"),
            r.ROLL_COLOUR: ("the colour die is missing in the line dice", "P-11"),
            r.COL: (f"the colour that seat {s.actor + 1} chooses is missing in the line dice", "P-13"),
            r.DRAW_OPEN: ("the record does not say which card was drawn", "7.3"),
            r.DRAW_TURN: ("the record does not say which card was drawn", "7.3"),
            r.GIVE: (f"the record does not say which card seat {s.actor + 1} gives", "P-41"),
        }.get(s.phase)
        if says:
            self.page.fail(*says, at)

    def _move(self, seat: int) -> None:
        """One action, and the card that came of it."""
        page, before = self.page, self.s
        match = page.take(MOVE)
        if match is None:
            page.fail(f"{page.word} is not an action: R9, *R9, ^R8, o, d(B3), a1(B3), x3, pass, hold or keep", "7.1")
        word, at = match[0], match.start()
        try:
            action = self.game.parse(word, self.state.observation(seat))
        except BadInput as problem:
            page.fail(f"{word}: {problem.text}", problem.rule, at)
        self._act(action, word, at)
        written = str(action).lower()
        if word.lower() not in (written, written.lstrip("^"), written.rstrip("123456")):
            page.fail(f"{word}: here this is written {action}", "7.1", at)
        self._came_of_it(seat)
        s = self.s
        switched = r.SWITCH < action.id < r.DRAW and before.phase == r.TURN and goes_on(self.game.tables, s, seat)
        self.going = s.phase == r.RES or (s.phase == r.OPEN and s.pending != r.NO_CARD) or switched

    def _came_of_it(self, seat: int) -> None:
        """The card that was drawn or given, in parentheses; if its order is written, the pile tells as well."""
        page, phase = self.page, self.s.phase
        drawing = phase in (r.DRAW_OPEN, r.DRAW_TURN)
        card = None
        if (drawing or phase == r.GIVE) and page.take(OPEN):
            card = page.card()
            if not page.take(CLOSE):
                page.fail(f") is missing before {page.word}", "7.3")
        if phase == r.GIVE and card:
            (giver,) = self.state.acting
            gift = self.game.actions.action(card.kind, self.state.observation(giver))
            self._act(gift, f"seat {giver + 1} gives {CARD_NAMES[card.kind]}", card.at)
        elif drawing and (card or self.top):
            self._drawn(card)

    def _drawn(self, card: Card | None) -> None:
        """PC-13: the cards of the pile are drawn in the order written, and those in braces by nobody."""
        known = self.top.pop(0) if self.top else None
        if known is None or (card and card.kind != known.kind):
            assert card is not None
            why = f"{CARD_NAMES[known.kind]} is next in the pile" if known else "by the line pile nobody draws it"
            self.page.fail(f"{CARD_NAMES[card.kind]} was not drawn here: {why}", "P-38", card.at)
        self._go(None, PowerSwitchDraw(known.kind), self.state.draw(PowerSwitchDraw(known.kind)))

    # ------------------------------------------------------------- end of a round
    def _shown(self) -> None:
        """PC-13: the hands in the end, and the pile if it is revealed; a record need not have this line."""
        page, s = self.page, self.s
        if s.phase != r.OUT:
            self._not_over()
        for seat in range(self.game.seats):
            if seat and not page.take(SLASH):
                page.fail(f"/ and hand {seat + 1} are missing before {page.word}", "7.3")
            self._same(page.cards(), s.hand[seat], f"seat {seat + 1} holds")
        if page.take(PILE):
            self._same(page.cards(), s.pile, "the pile holds")

    def _same(self, cards: list[Card], there: int, says: str) -> None:
        if tuple(sorted(card.kind for card in cards)) != kinds_of(there):
            self.page.fail(f"{says} {cards_text(there)} in the end", "P-53", cards[0].at if cards else None)

    def _not_over(self) -> NoReturn:
        self.page.fail("the round is not over", "P-51")

    def _score(self) -> None:
        """P-53: what the hands cost, and the new totals."""
        page, n = self.page, self.game.seats
        before = list(self.s.totals)[:n]
        if self.s.phase != r.OUT:
            self._not_over()
        mark = page.take(SCORE)
        assert mark is not None
        points = page.numbers()
        if not page.take(EQUALS):
            page.fail(f"= and the new totals are missing before {page.word}", "7.3")
        totals = page.numbers()
        score = PowerSwitchDraw(r.SCORE)
        self._go(None, score, self.state.draw(score))
        after = list(self.s.totals)[:n]
        cost = [new - old for old, new in zip(before, after, strict=True)]
        if (points, totals) != (cost, after):
            right = f"{','.join(map(str, cost))} = {','.join(map(str, after))}"
            page.fail(f"the score of this round is {right}", "P-53", mark.start())
