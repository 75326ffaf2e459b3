"""VGR, the game record of Voltage (section 7.3 of the rules): writer and checking reader.

A record has tags and numbered turns. `Deck` and `Reshuffle` fix every draw: the drawn cards in order and,
in braces, those that nobody drew. A record for one seat leaves out what that seat did not see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from leyden.core.cards import count
from leyden.core.contract import BadInput, Script, Seat, Step, check_tag
from leyden.games.voltage import rules as r
from leyden.games.voltage.actions import PlayNumber, PlaySpecial, VoltageAction, VoltageDraw
from leyden.games.voltage.cards import COLOURS
from leyden.games.voltage.zones import kind_text, kinds_of

if TYPE_CHECKING:
    from leyden.games.voltage.game import Voltage

WIDTH = 110
LEAD = ("Game", "Format", "View", "A", "B", "First", "Edition", "Options", "DealA", "DealB", "Deck", "Reshuffle")
TAIL = ("Result", "Score", "Termination", "Rng")
OWN_TAGS = frozenset(LEAD + TAIL)


# ---------------------------------------------------------------------- a game
@dataclass
class Move:
    """One action in the record: whose, in which turn, and what came of it."""

    turn: int
    seat: int
    action: VoltageAction
    drew: VoltageDraw | None = None
    scored: str = ""
    reshuffled: bool = False


@dataclass
class Tale:
    """A game played through on the rules' record: everything that a record says."""

    game: Voltage
    s: Any = field(default_factory=r.State.new)
    moves: list[Move] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    piles: list[list[int]] = field(default_factory=lambda: [[]])  # drawn kinds of the deck, of each reshuffled pile
    deals: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))

    def __post_init__(self) -> None:
        r.start(self.game.tables, self.s)

    def draw(self, draw: VoltageDraw) -> None:
        """Chance decides; the outcome must be possible."""
        g, s = self.game.tables, self.s
        dealing, discard = s.phase == r.DEAL, s.discard
        if draw.face is not None:
            kind = 2 * draw.face + draw.lit
            self.piles[-1].append(kind)
            if dealing:
                self.deals[(s.first + len(self.piles[-1]) - 1) & 1].append(kind)
            else:
                self.moves[-1].drew = draw
        r.draw(g, s, draw.outcome)
        self._after(discard)
        self.steps.append(Step(None, draw))

    def act(self, action: VoltageAction) -> None:
        """A seat decides; the action must be legal."""
        g, s, number = self.game.tables, self.s, self.game.actions.id(action)
        seat, discard = s.player, s.discard
        self.moves.append(Move(s.turn, seat, action))
        if number < r.DRAW:
            t = r.play(g, s, number)
            a, b = r.total(g, s.side[0][t]), r.total(g, s.side[1][t])
            sign, before = "+" if s.plus[t] else "-", s.score[0]
            full = count(s.side[0][t] | s.side[1][t]) == r.SET_SIZE
            r.settle(g, s, t)
            if full:
                self.moves[-1].scored = f"{COLOURS[t]}{sign}{a}:{b}{'A' if s.score[0] > before else 'B'}"
        else:
            r.apply(g, s, seat, number)
            self._after(discard)
        self.steps.append(Step(Seat(seat), action))

    def _after(self, discard: int) -> None:
        if discard and not self.s.discard:
            self.moves[-1].reshuffled = True
            self.piles.append([])


def rest_text(g: Any, s: Any) -> str:
    """What is left in the pile, as the notation writes it behind the drawn cards."""
    if not s.pile:
        return ""
    text = "{" + kind_text(kinds_of(g, s.pile, s.lit)) + "}" + (f"~{s.loose}" if s.loose else "")
    return text + {r.UNSEEN: "", r.PLAIN: "^", r.LIT: "^*"}[s.top]


def tell(script: Script) -> Tale:
    """Play a script through."""
    from leyden.games.voltage.game import Voltage

    assert isinstance(script.game, Voltage)
    tale = Tale(script.game)
    for step in script.steps:
        if isinstance(step.move, VoltageDraw):
            tale.draw(step.move)
        else:
            tale.act(step.move)  # type: ignore[arg-type]  # a Voltage script holds Voltage actions
    return tale


# --------------------------------------------------------------------- writing
def write(script: Script, seat: int | str | None = "all") -> str:
    """The VGR of a game: the whole truth, or as a seat (None: a spectator) saw it."""
    if script.text:
        if seat != "all" and script.tags["View"] != _viewer(seat):
            raise BadInput(f"this record is not for others to see: it is {script.notes[0]}", rule="VC-4")
        return script.text
    tale = tell(script)
    if tale.s.drawing and tale.moves:
        raise BadInput(
            "this game stops between a d and its card, which no record can say; end it before the d, or with the card",
            rule="VC-10",
        )
    tags = all_tags(script, tale)
    if seat == "all":
        return compose(tags, movetext(map(full_token, tale.moves), tale.moves), _piles(tale)[1:])
    del tags["Deck"]
    tags["View"] = _viewer(seat)
    tags.pop("Rng", None)  # whoever has the seed has the pile
    private = bool(tale.game.tables.private)
    for p, name in enumerate(("DealA", "DealB")):
        tags[name] = kind_text(tale.deals[p]) if p == seat else _hidden(tale.deals[p], private)
    tokens = (_seen_token(move, seat, private) for move in tale.moves)
    return compose(tags, movetext(tokens, tale.moves), [])


def _piles(tale: Tale) -> list[str]:
    """The deck and every reshuffled pile, drawn cards first."""
    piles = [kind_text(pile) for pile in tale.piles]
    piles[-1] += rest_text(tale.game.tables, tale.s)
    return piles


def all_tags(script: Script, tale: Tale) -> dict[str, str]:
    """The tags of a whole record: those it was given, and those that follow from the game."""
    tags = {name: value for name, value in script.tags.items() if name not in ("Reshuffle", "View", "DealA", "DealB")}
    tags |= result_tags(tale.s, tags)
    tags |= {"Game": "Voltage", "Format": "VGR/1", "Options": str(tale.game.options), "Deck": _piles(tale)[0]}
    tags.setdefault("Edition", tale.game.options["edition"])
    if tale.s.first != r.EITHER:
        tags["First"] = "AB"[tale.s.first]
    return tags


def _viewer(seat: int | str | None) -> str:
    return "spectator" if seat is None else "AB"[int(seat)]


def result_tags(s: Any, tags: dict[str, str]) -> dict[str, str]:
    """Result, score and termination as the last state gives them; a resignation and the like is kept."""
    score = {"Score": f"{s.score[0]}:{s.score[1]}"}
    if s.phase == r.OVER:
        return score | {"Result": "1-0" if s.score[0] > s.score[1] else "0-1", "Termination": "normal"}
    return score | {"Result": tags.get("Result", "*")}


def _hidden(kinds: Sequence[int], private: bool) -> str:
    if private:
        return "?" * len(kinds)
    lit = sum(kind & 1 for kind in kinds)
    return "?" * (len(kinds) - lit) + "?*" * lit


def full_token(move: Move) -> str:
    """An action with its notes, for the whole truth."""
    note = f"{{{move.scored}}}" if move.scored else ""
    return f"{move.action}{note}{'{r}' if move.reshuffled else ''}"


def _seen_token(move: Move, seat: int | str | None, private: bool) -> str:
    text = str(move.action)
    if private and move.seat != seat and isinstance(move.action, PlayNumber | PlaySpecial):
        text = text.replace("*", "")
    if move.drew is not None:
        shown = str(move.drew) if move.seat == seat else "*" if move.drew.lit else "."
        text += f"({shown})"
    return text + full_token(move)[len(str(move.action)) :]


def movetext(tokens: Iterable[str], moves: Iterable[Move]) -> str:
    """Numbered turns, two spaces between them, wrapped."""
    turns: list[str] = []
    last = 0
    for token, move in zip(tokens, moves, strict=True):
        if move.turn != last:
            turns.append(f"{move.turn}{'AB'[move.seat]}")
            last = move.turn
        turns[-1] += f" {token}"
    return wrap(turns)


def wrap(turns: Iterable[str]) -> str:
    """Turns on lines of at most `WIDTH` characters, a turn never broken."""
    lines: list[str] = []
    for turn in turns:
        if lines and len(lines[-1]) + 2 + len(turn) <= WIDTH:
            lines[-1] += "  " + turn
        else:
            lines.append(turn)
    return "\n".join(lines)


def compose(tags: dict[str, str], moves: str, reshuffles: Sequence[str]) -> str:
    """Tags in their order, then the turns."""
    for name, value in tags.items():
        check_tag(name, value)
    lines = [f'[{name} "{tags[name]}"]' for name in LEAD if name in tags]
    lines += [f'[Reshuffle "{cards}"]' for cards in reshuffles]
    lines += [f'[{name} "{value}"]' for name, value in tags.items() if name not in OWN_TAGS]
    lines += [f'[{name} "{tags[name]}"]' for name in TAIL if name in tags]
    return "\n".join([*lines, moves] if moves else lines) + "\n"


def read(text: str) -> Iterator[Script]:
    """The records of a file, each checked."""
    from leyden.games.voltage.reader import read_all

    return read_all(text)
