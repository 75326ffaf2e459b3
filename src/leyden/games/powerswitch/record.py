"""PSN-1, the game record of Power Switch (sections 7.3 and 7.4 of the rules): the writer.

A record has tags, the rolls for the deal, and rounds. `pile` fixes every draw: the drawn cards in order and, in
braces, those that nobody drew (PC-13). A record for one seat leaves out what that seat did not see.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from leyden.core.contract import BadInput, Script, check_tag
from leyden.games.powerswitch import rules as r
from leyden.games.powerswitch.actions import PowerSwitchDraw
from leyden.games.powerswitch.cards import CARD_NAMES, MOST_SEATS, SHOCK, kinds_of
from leyden.games.powerswitch.layout import action_text, cards_text
from leyden.games.powerswitch.options import PRESETS

if TYPE_CHECKING:
    from leyden.games.powerswitch.game import PowerSwitch

WIDTH = 110
FORMAT = "PSN-1"
SEATS = tuple(f"Seat{p + 1}" for p in range(MOST_SEATS))
LEAD = ("Game", "Format", "Rules", "View", "Players", *SEATS, "Options", "Preset", "Result", "Date")
FOLLOWING = frozenset(("Game", "Format", "Rules", "View", "Players", "Options", "Preset", "Result"))
EVERYBODY = None  # in place of the seats that saw a card


# ---------------------------------------------------------------------- a game
@dataclass
class Move:
    """One part of a turn: its text, the card that was drawn or given, and which seats saw that."""

    text: str
    card: int | None = None
    knows: frozenset[int] | None = EVERYBODY
    hands: str = ""  # of a switch: both new hands, which the two saw (I-4)
    own: bool = False  # nobody else is told that there was a choice (PC-9)

    def told(self, seat: int | str | None) -> str:
        """As the whole record has it, or as a seat saw it; empty if it was not told of it."""
        if seat == "all":
            return self.text if self.card is None else f"{self.text}({CARD_NAMES[self.card]})"
        sees = self.knows is EVERYBODY or seat in self.knows
        if self.own and not sees:
            return ""
        if self.card is not None:
            return f"{self.text}({CARD_NAMES[self.card] if sees else '?'})"
        return f"{self.text}({self.hands})" if self.hands and sees else self.text


@dataclass
class Round:
    """One round: everything that its lines say."""

    number: int
    dealer: int
    hands: list[list[int]]  # as they were dealt
    size: int | None = None  # of the pile; None while the deal is not over
    drawn: list[int] = field(default_factory=list)
    rest: int = 0  # what nobody drew
    dice: str = ""
    turns: list[tuple[int, list[Move]]] = field(default_factory=list)
    shown: str = ""
    score: str = ""

    def lines(self, seat: int | str | None) -> Iterator[str]:
        """The lines of the round, for the whole record or as a seat saw it."""
        yield f"round {self.number} deal {self.dealer + 1}"
        if self.size is not None:
            yield f"pile {self._pile() if seat == 'all' else _unseen(self.size)}"
        for p, kinds in enumerate(self.hands):
            if kinds:
                own = _names(kinds if seat == "all" else sorted(kinds))  # PC-13: the whole record keeps the order
                yield f"hand {p + 1} {own if seat in ('all', p) else _unseen(len(kinds))}"
        if self.dice:
            yield f"dice {self.dice}"
        if self.turns:
            yield from wrap("play", (_turn(p, moves, seat) for p, moves in self.turns))
        if self.shown and seat != "all":
            yield f"shown {self.shown}"
        if self.score:
            yield f"score {self.score}"

    def _pile(self) -> str:
        parts = [CARD_NAMES[kind] for kind in self.drawn]
        if self.rest:
            parts.append(f"{{{cards_text(self.rest)}}}")
        return ",".join(parts) or "-"


def _names(kinds: Sequence[int]) -> str:
    return ",".join(CARD_NAMES[kind] for kind in kinds)


def _unseen(cards: int) -> str:
    return f"?x{cards}" if cards else "-"


def _turn(seat: int, moves: Sequence[Move], viewer: int | str | None) -> str:
    return f"{seat + 1}:" + "+".join(filter(None, (move.told(viewer) for move in moves)))


def wrap(word: str, parts: Iterable[str]) -> Iterator[str]:
    """A word and its parts on lines of at most `WIDTH` characters, a part never broken."""
    line = word
    for part in parts:
        if len(line) + 1 + len(part) > WIDTH:
            yield line
            line = " " * len(word)
        line += f" {part}"
    yield line


@dataclass
class Tale:
    """A game played through on the rules' record."""

    game: PowerSwitch
    s: Any = field(default_factory=r.State.new)
    rolls: list[list[int]] = field(default_factory=lambda: [[]])
    first: int | None = None  # who dealt round 1
    rounds: list[Round] = field(default_factory=list)
    going: bool = False  # the turn goes on after a switch

    def __post_init__(self) -> None:
        r.start(self.game.tables, self.s)
        self._after()

    def _after(self) -> None:
        s = self.s
        if self.first is None and s.phase == r.DEAL:
            self.first = s.dealer
        if self.rounds and s.phase != r.DEAL:
            self.rounds[-1].rest = s.pile
        if s.phase == r.OUT:
            self._shown()

    # ----------------------------------------------------------------- chance
    def draw(self, draw: PowerSwitchDraw) -> None:
        """Chance decides; the outcome must be possible."""
        g, s = self.game.tables, self.s
        if draw.card is not None:
            self._card(draw.card)
        elif draw.number is not None and s.phase == r.DEALER:
            if self.rolls[-1] and not any(roll > 0 for roll in s.tally):
                self.rolls.append([])  # PQ-3: tied leaders roll again
            self.rolls[-1].append(draw.number)
        elif draw.number is not None:
            self.rounds[-1].dice = str(draw.number)
        elif draw.face is not None:
            self.rounds[-1].dice += draw.face
        before = list(s.totals)
        r.draw(g, s, draw.outcome)
        if draw.outcome == r.SCORE:
            totals = list(s.totals)[: g.seats]
            points = [new - old for old, new in zip(before, totals, strict=False)]
            self.rounds[-1].score = f"{_numbers(points)} = {_numbers(totals)}"
        self._after()

    def _card(self, card: int) -> None:
        s = self.s
        if s.phase == r.DEAL:
            if not self.rounds or self.rounds[-1].number != s.round:
                self.rounds.append(Round(s.round, s.dealer, [[] for _ in range(self.game.seats)]))
            now = self.rounds[-1]
            dealt = sum(map(len, now.hands))
            now.hands[(s.dealer + 1 + dealt) % self.game.seats].append(card)
            if s.pile.bit_count() - 1 == self.game.tables.pile_size:
                now.size = int(self.game.tables.pile_size)
            return
        now = self.rounds[-1]
        now.drawn.append(card)
        move = now.turns[-1][1][-1]
        found = s.phase == r.DRAW_OPEN and card != SHOCK and 1 << card == r.power_card(s)
        move.card, move.knows = card, EVERYBODY if found else frozenset((s.actor,))

    # -------------------------------------------------------------- decisions
    def act(self, seat: int, number: int, last: bool) -> None:
        """A seat decides; the action must be legal. `last`: nothing follows, so that it cannot be inferred."""
        g, s, now = self.game.tables, self.s, self.rounds[-1]
        text = action_text(g, s, [hand.bit_count() for hand in s.hand], number, seat)
        phase = s.phase
        if phase == r.GIVE:
            move = now.turns[-1][1][-1]
            move.card, move.knows = min(number, SHOCK), frozenset((seat, s.pending))
        elif phase == r.COL:
            now.dice += f" {text}"
        elif phase == r.RES:
            self._answer(seat, number, Move(text), last)
        elif number != r.PASS or phase != r.WIN or last:  # PC-8: holds need not be written
            if self.going or (phase == r.OPEN and s.pending != r.NO_CARD):
                now.turns[-1][1].append(Move(text))
            else:
                now.turns.append((seat, [Move(text)]))
        r.apply(g, s, seat, number)
        switches = r.SWITCH < number < r.DRAW
        if switches:
            other = (seat + number - r.SWITCH) % g.seats
            move = now.turns[-1][1][-1]
            move.knows = frozenset((seat, other))
            move.hands = f"{cards_text(s.hand[seat])}/{cards_text(s.hand[other])}"
        self.going = switches and phase == r.TURN and goes_on(g, s, seat)
        self._after()

    def _answer(self, seat: int, number: int, move: Move, last: bool) -> None:
        """P-39, P-42: the card just taken is played, and everybody sees it; PC-9: or it is kept."""
        moves = self.rounds[-1].turns[-1][1]
        if number != r.PASS:
            moves[-1].knows = EVERYBODY
            moves.append(move)
        elif last:
            move.own, move.knows = True, frozenset((seat,))
            moves.append(move)

    def _shown(self) -> None:
        """Section 4: at the end of a round all see the hands; PQ-44: and the pile, if the option says so."""
        s, now = self.s, self.rounds[-1]
        now.shown = "/".join(cards_text(s.hand[p]) for p in range(self.game.seats))
        if self.game.tables.reveal:
            now.shown += f" pile {cards_text(s.pile)}"


def goes_on(g: Any, s: Any, seat: int) -> bool:
    """Whether a seat that has just switched on its turn is still on turn (P-49, PQ-32)."""
    return bool(s.phase == r.TURN and s.actor == seat and (not g.stuck_ends or s.used == 2))


def tell(script: Script) -> Tale:
    """Play a script through."""
    from leyden.games.powerswitch.game import PowerSwitch

    assert isinstance(script.game, PowerSwitch)
    tale = Tale(script.game)
    for at, step in enumerate(script.steps):
        if isinstance(step.move, PowerSwitchDraw):
            tale.draw(step.move)
        else:
            assert step.seat is not None
            tale.act(step.seat, script.game.actions.id(step.move), at == len(script.steps) - 1)  # type: ignore[arg-type]
    return tale


# --------------------------------------------------------------------- writing
def write(script: Script, seat: int | str | None = "all") -> str:
    """The PSN of a game: the whole truth, or as a seat (None: a spectator) saw it."""
    if script.text:
        if seat != "all" and script.tags["View"] != viewer(seat):
            raise BadInput(f"this is {script.notes[0]}; it holds what another must not see", rule="7.4")
        return script.text
    tale = tell(script)
    tags = all_tags(script, tale)
    if seat != "all":
        tags["View"] = viewer(seat)
        tags.pop("Rng", None)  # whoever has the seed has the pile
    lines = [f'[{name} "{tags[name]}"]' for name in _order(tags)]
    if tale.first is not None or tale.rolls[0]:
        lines.append(f"dealer {dealer_text(tale)}")
    for now in tale.rounds:
        lines += now.lines(seat)
    return "\n".join(lines) + "\n"


def viewer(seat: int | str | None) -> str:
    """A viewer in the tag View."""
    return "spectator" if seat is None else str(int(seat) + 1)


def dealer_text(tale: Tale) -> str:
    """The rolls for the deal and who deals first (P-5, PC-2)."""
    rolls = "/".join(_numbers(lap) for lap in tale.rolls if lap)
    return rolls if tale.first is None else f"{rolls}=>{tale.first + 1}"


def _numbers(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


def all_tags(script: Script, tale: Tale | None = None) -> dict[str, str]:
    """The tags of a whole record: those it was given, and those that follow from the game (PC-1)."""
    tale = tale or tell(script)
    game = tale.game
    tags = {name: value for name, value in script.tags.items() if name not in FOLLOWING}
    for name in game.seat_names:  # who plays, by the names that the seats have elsewhere
        if name in tags:
            tags.setdefault(f"Seat{name}", tags.pop(name))
    for name, value in tags.items():
        check_tag(name, value)
        check_seat_tag(game, name)
    changed = flags(game)
    tags |= {"Game": game.title, "Format": FORMAT, "Rules": game.rules_version, "Players": str(game.seats)}
    tags["Options"] = "; ".join(f"{name}={value}" for name, value in changed.items()) or "default"
    preset = preset_of(game)
    if preset:
        tags["Preset"] = preset
    tags["Result"] = result(game, tale.s)
    return tags


def check_seat_tag(game: PowerSwitch, name: str) -> None:
    """BadInput for the name of a player who has no seat."""
    if re.fullmatch(r"Seat[0-9]+", name) and name[4:] not in game.seat_names:
        raise BadInput(f"{name} cannot be: there are {game.seats} seats, Seat1 to Seat{game.seats}", rule="PC-1")


def flags(game: PowerSwitch) -> dict[str, str]:
    """The options that are not the default; how many play stands in a tag of its own."""
    return {name: value for name, value in game.options.changed().items() if name != "seats"}


def preset_of(game: PowerSwitch) -> str | None:
    """The preset that these options are."""
    return next((name for name, given in PRESETS.items() if given and given == flags(game)), None)


def result(game: PowerSwitch, s: Any) -> str:
    """The winning seats, or `*` (7.3)."""
    return _numbers(seat + 1 for seat in kinds_of(r.winners(game.tables, s))) or "*"


def _order(tags: dict[str, str]) -> list[str]:
    """The names of tags as a record has them: what the game is, who played, people's own, the seed."""
    own = [name for name in tags if name not in LEAD and name != "Rng"]
    return [name for name in (*LEAD, *own, "Rng") if name in tags]
