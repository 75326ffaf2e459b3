"""The test vectors of docs/rules/voltage.md (section 8) as data: the file itself is what the tests run."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from leyden.core.options import read_options
from leyden.games.voltage import Voltage
from leyden.games.voltage.state import VoltageState

Sets = tuple["SetScored", ...]
RULES = Path(__file__).resolve().parents[3] / "docs" / "rules" / "voltage.md"
SETS = re.compile(r"([OGBP]) (\d+)-(\d+) to ([AB])")


@dataclass(frozen=True)
class SetScored:
    """`O 4-6 to A`: the terminal, A's total, B's total, the winner."""

    terminal: str
    a: int
    b: int
    winner: str


@dataclass(frozen=True)
class Vector:
    """One vector: its header, and its lines by their first word."""

    id: str
    rules: tuple[str, ...]
    title: str
    opt: str = "default"
    pos: str = ""
    do: tuple[str, ...] = ()
    res: str = ""
    sets: Sets = ()
    all: tuple[str, ...] | None = None
    bad: tuple[str, ...] = ()

    @property
    def game(self) -> Voltage:
        """The game with the vector's options."""
        return Voltage.load(**read_options(self.opt))

    @property
    def start(self) -> VoltageState:
        """The position the vector starts from."""
        return self.game.position(self.pos)


def fenced_blocks(text: str) -> list[str]:
    """Everything between ``` and ```."""
    return re.findall(r"^```\w*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def read_vectors(text: str | None = None) -> list[Vector]:
    """All vectors written as positions, in order."""
    lines = "\n".join(fenced_blocks(RULES.read_text() if text is None else text)).splitlines()
    found: list[Vector] = []
    at = 0
    while at < len(lines):
        header = re.fullmatch(r"(T-\d+) \[([^\]]*)\] (.*)", lines[at])
        at += 1
        if header is None:
            continue
        fields = {}
        while at < len(lines) and (field := re.fullmatch(r"  (opt|pos|do|res|all|bad|note) +(.*)", lines[at])):
            fields[field[1]] = field[2]
            at += 1
        found.append(_vector(header[1], header[2], header[3], fields))
    return found


def _vector(name: str, rules: str, title: str, fields: dict[str, str]) -> Vector:
    res, _, scored = fields.get("res", "").partition(";")
    return Vector(
        name,
        tuple(rules.split()),
        title,
        fields.get("opt", "default"),
        fields["pos"],
        tuple(fields.get("do", "").split()),
        res.strip(),
        tuple(SetScored(t, int(a), int(b), w) for t, a, b, w in SETS.findall(scored)),
        tuple(fields["all"].split()) if "all" in fields else None,
        tuple(fields.get("bad", "").split()),
    )


def sets_in(state: VoltageState) -> Sets:
    """The sets that the last step scored, as its events tell."""
    told = [event.data for event in state.events if event.kind == "set"]
    return tuple(SetScored(d["terminal"], *d["totals"], d["winner"]) for d in told)


def without_known(position: str) -> str:
    """A position text without the k fields (VC-2)."""
    return re.sub(r" k[AB]+=\S+", "", position)


def settled(state: VoltageState, sets: Sets = ()) -> Iterator[tuple[VoltageState, Sets]]:
    """Every state that chance can lead to before somebody must decide."""
    outcomes = state.chance_outcomes()
    if not outcomes:
        yield state, sets
    for outcome, _ in outcomes:
        after = state.draw(outcome)
        yield from settled(after, sets + sets_in(after))


def played(state: VoltageState, actions: tuple[str, ...]) -> Iterator[tuple[VoltageState, Sets]]:
    """Every way a line of actions can end, with the sets scored on the way."""
    return _played(state, actions, ())


def _played(state, actions, sets):
    for ready, so_far in settled(state, sets):
        if not actions:
            yield ready, so_far
            continue
        seat = ready.acting[0]
        after = ready.apply(seat, ready.game.parse(actions[0], ready, strict=True))
        yield from _played(after, actions[1:], so_far + sets_in(after))


def play(position: str, line: str, **options: object) -> VoltageState:
    """The one state that a line of actions leads to, where chance has no choice."""
    ((state, _),) = played(Voltage.load(**options).position(position), tuple(line.split()))
    return state


def follow(state: VoltageState, line: str) -> VoltageState:
    """Play a line in which `d(O2)` names the card drawn, and `^*` the back that comes to the top."""
    for word in line.split():
        action, _, card = word.partition("(")
        if action.startswith("^"):
            state = state.draw(state.game.parse_draw(action, state))
            continue
        state = state.apply(state.acting[0], state.game.parse(action, state, strict=True))
        while state.chance_outcomes():
            possible = {str(draw): draw for draw, _ in state.chance_outcomes()}
            if len(possible) > 1 and card.rstrip(")") not in possible:
                break
            state = state.draw(possible.get(card.rstrip(")")) or next(iter(possible.values())))
    return state


@dataclass(frozen=True)
class GoldenTurn:
    """`13A O3*a{O+7:0A} SP=1{P-1:3A}`: number, seat, actions, and the scoring written behind each."""

    number: int
    seat: str
    actions: tuple[str, ...]
    scored: tuple[tuple[str, str, SetScored] | None, ...]  # per action: terminal, sign, set


@dataclass(frozen=True)
class GoldenGame:
    """The golden game: its tags, its turns, and the positions at both ends."""

    text: str
    tags: dict[str, str]
    turns: tuple[GoldenTurn, ...]
    start: str
    end: str


def golden_game() -> GoldenGame:
    """The golden game of the rules file."""
    (block,) = [block for block in fenced_blocks(RULES.read_text()) if "\nstart  " in block]
    record, ends = block.split("\nstart  ", 1)
    start, end = ends.split("\nend    ", 1)
    tags = dict(re.findall(r'\[(\w+) "([^"]*)"\]', record))
    words = re.sub(r'\[\w+ "[^"]*"\]', "", record).split()
    turns: list[GoldenTurn] = []
    for word in words:
        if head := re.fullmatch(r"(\d+)([AB])", word):
            turns.append(GoldenTurn(int(head[1]), head[2], (), ()))
            continue
        turn = turns.pop()
        action, _, note = word.partition("{")
        turns.append(GoldenTurn(turn.number, turn.seat, (*turn.actions, action), (*turn.scored, _annotation(note))))
    return GoldenGame(record, tags, tuple(turns), start.strip(), end.strip())


def _annotation(note: str) -> tuple[str, str, SetScored] | None:
    if not note:
        return None
    match = re.fullmatch(r"([OGBP])([+-])(\d+):(\d+)([AB])\}", note)
    assert match
    return match[1], match[2], SetScored(match[1], int(match[3]), int(match[4]), match[5])


def cards_in(text: str) -> list[str]:
    """A row of cards, one by one."""
    return re.findall(r"[OGBP][123]\*?|[SF]\*?", text)
