"""The contract: what every game of this house is, in ten minutes of reading.

A `Game` is rules with the options in force. It makes a `State`, a value: `apply` and `draw` return new
ones. A `View` is what one seat knows of a state; players, screens, files and wires receive views, never
states. Implement the abstract methods below and every room serves the game: table, terminal, players,
records, and the conformance kit (`leyden.testing`), whose checks are named in brackets.

The laws, and where each is enforced:

1.  Rules once. The same rule functions run plain and compiled, state by state alike.
    [testing: compiled_agrees_with_plain]
2.  Nothing random hides. A state holds no generator and no undrawn order; chance steps are explicit,
    exact, and recorded. [testing: chance_is_exact, replay_gives_equal_states]
3.  A seat's knowledge is a type. Legal actions, refusals, texts, JSON, events and redacted records are
    functions of its view. [testing: non_interference, determinize_keeps_the_view, determinize_follows_the_law]
4.  A move has four faces: object, id, text, JSON, each a bijection. [testing: actions_have_four_faces]
5.  Refuse well: a rule, a plain sentence, what would be legal; the state is untouched.
    [testing: legal_means_no_refusal, refusals_cite_rules, apply_never_mutates]
6.  A record replays without a generator, and can be redacted and verified.
    [testing: records_round_trip; tests/table]
7.  Acknowledged means durable. [of the server, which comes later]
8.  Sealed choices are sealed: commits of several seats commute. [testing: commits_commute]
9.  Numbers are generated. [tests/test_docs.py]
10. Every rule is traceable to a function and a test. [tests/test_traceability.py]
11. Speed is measured like correctness. [benchmarks/]
12. Small rooms, table words. [import contract in pyproject.toml]
"""

from __future__ import annotations

import enum
import operator
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, NewType

from leyden.core.options import Options
from leyden.core.streams import Luck

Seat = NewType("Seat", int)
Json = Any  # str, int, float, bool, None, list and dict of the same


class Node(enum.Enum):
    """Who moves next: chance, one or several seats, or nobody any more."""

    CHANCE = "chance"
    DECISION = "decision"
    TERMINAL = "terminal"


class _Written:
    """Something with a text: in an f-string it can be put right or left, as that text can."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class _Settled:
    """Something whose attributes are given once, when it is made: a later assignment is refused."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in vars(self) or isinstance(getattr(type(self), name, None), cached_property):
            raise AttributeError(f"`{name}` of a {type(self).__name__} is settled: make another one instead")
        super().__setattr__(name, value)


@dataclass(frozen=True, slots=True)
class Refusal(_Written):
    """Why not: the rule, a plain sentence, and what would be legal instead (law 5)."""

    rule: str
    text: str
    legal: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"

    def to_json(self) -> Json:
        """As plain data."""
        return {"rule": self.rule, "text": self.text, "legal": list(self.legal)}


class Illegal(ValueError):
    """An action that the rules refuse. The state it was tried on is untouched."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal

    def __reduce__(self) -> tuple[Any, ...]:
        return Illegal, (self.refusal,)  # whole, also when it comes from another process


class BadInput(ValueError):
    """A text, a file or an option that cannot be read: what is wrong, where, and what would be right."""

    def __init__(self, text: str, *, line: int | None = None, column: int | None = None, rule: str = "") -> None:
        self.text, self.line, self.column, self.rule = text, line, column, rule
        super().__init__(str(self))

    def __str__(self) -> str:
        where = "" if self.line is None else f"line {self.line}"
        if self.column is not None:
            where += f"{', ' if where else ''}column {self.column}"
        return f"{where + ': ' if where else ''}{self.text}{f' [{self.rule}]' if self.rule else ''}"

    def __reduce__(self) -> tuple[Any, ...]:
        return _bad_input, (self.text, self.line, self.column, self.rule)

    def at(self, line: int, column: int | None = None) -> BadInput:
        """The same complaint with its place in a file."""
        return BadInput(self.text, line=line, column=column, rule=self.rule)


def _bad_input(text: str, line: int | None, column: int | None, rule: str) -> BadInput:
    return BadInput(text, line=line, column=column, rule=rule)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as the seats in `audience` saw it; None = everybody, spectators included.

    What is partly secret is told in two events: one for those who saw all of it, one for the others.
    """

    kind: str
    text: str
    data: Mapping[str, Json] = field(default_factory=dict, hash=False)
    audience: frozenset[Seat] | None = None

    def seen_by(self, seat: int | None) -> bool:
        """Whether a seat (None: a spectator) is told."""
        return self.audience is None or seat in self.audience

    def to_json(self) -> Json:
        """As plain data, without the audience: whoever reads it belongs to it."""
        return {"kind": self.kind, "text": self.text, **self.data}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: seats ranked best first (equal ones together), their scores, and why."""

    ranking: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...]
    reason: str

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats in first place."""
        return self.ranking[0]

    def to_json(self) -> Json:
        """As plain data."""
        return {"ranking": [list(seats) for seats in self.ranking], "scores": list(self.scores), "reason": self.reason}


class Action(_Written, ABC):
    """A decision of a seat: a typed object with a canonical text (`str`), JSON and an id (law 4).

    An action that a state or a view hands out knows its seat, for the texts that name one; two actions
    are equal when they mean the same choice, whoever makes it.
    """

    __slots__ = ()

    @abstractmethod
    def __str__(self) -> str:
        """The canonical text; `game.parse` reads it back. [actions_have_four_faces]"""

    @abstractmethod
    def to_json(self) -> Json:
        """As plain data; `game.action_from_json` reads it back. [actions_have_four_faces]"""


class Draw(_Written, ABC):
    """A decision of chance: an outcome of `state.chance_outcomes()`, with a canonical text."""

    __slots__ = ()

    @abstractmethod
    def __str__(self) -> str:
        """The canonical text, unique among the outcomes of one state. [chance_is_exact]"""


class ActionSpace(ABC):
    """All actions a game can ever have, numbered 0 … len-1, whatever the state. [actions_have_four_faces]

    `actions[9]` is `actions.action(9)`, and `list(actions)` holds them all.
    """

    def __getitem__(self, number: int) -> Action:
        return self.action(number)

    def __iter__(self) -> Iterator[Action]:
        return map(self.action, range(len(self)))

    @abstractmethod
    def __len__(self) -> int:
        """How many there are."""

    @abstractmethod
    def id(self, action: Action) -> int:
        """The number of an action."""

    @abstractmethod
    def action(self, number: int, to: int | View | None = None) -> Action:
        """The action of that number, with the text that it has for a seat, or in a view.

        A text may name what only the table tells; then a view has the words in which it hands out that action,
        and without a view it has others, which every view can read. [legal_actions_are_in_order]
        IndexError outside 0 … len-1, TypeError for what is no whole number.
        """

    @abstractmethod
    def blocks(self) -> Iterator[tuple[str, range]]:
        """The kinds of actions and the ids they occupy, in order."""


class View(_Written, _Settled, ABC):
    """What one seat (None: a spectator) knows: made once, from declared visibility, and no way back.

    A view holds no reference to a state. Two views are equal when the seat cannot tell the states apart
    by what the house calls the seat's knowledge (each rules file, "Information model").
    """

    seat: Seat | None
    game: Game

    @property
    @abstractmethod
    def node(self) -> Node:
        """Who moves next."""

    @property
    @abstractmethod
    def acting(self) -> tuple[Seat, ...]:
        """Seats that owe a decision."""

    @property
    @abstractmethod
    def legal(self) -> tuple[Action, ...]:
        """This seat's legal actions in id order; empty when it owes nothing. [non_interference]"""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result, at the end."""

    @abstractmethod
    def __str__(self) -> str:
        """The table as this seat sees it, legible in a terminal."""

    @abstractmethod
    def position(self) -> str:
        """The redacted position text."""

    @abstractmethod
    def to_json(self) -> Json:
        """As plain data. Equal views give equal data. [non_interference]"""

    @abstractmethod
    def refusal(self, action: Action) -> Refusal | None:
        """Why this seat may not take that action; None if it may. [legal_means_no_refusal]"""


class State(_Written, ABC):
    """A position of the whole truth: immutable, hashable, picklable. Chance and seats move it on."""

    __slots__ = ()

    game: Game

    @property
    @abstractmethod
    def node(self) -> Node:
        """Who moves next."""

    @property
    @abstractmethod
    def acting(self) -> tuple[Seat, ...]:
        """Seats that owe a decision: empty unless `node` is DECISION; several decide at once.
        [acting_seats_can_move]
        """

    @abstractmethod
    def legal_actions(self, seat: int) -> tuple[Action, ...]:
        """In id order, texts unique; empty for a seat that owes nothing. [legal_actions_are_in_order]"""

    @abstractmethod
    def refusal(self, seat: int, action: Action) -> Refusal | None:
        """None exactly when the action is legal; a function of the seat's view. [legal_means_no_refusal]"""

    @abstractmethod
    def apply(self, seat: int, action: Action) -> State:
        """The state after a seat's decision; raises `Illegal`. Never changes this one. [apply_never_mutates]"""

    @abstractmethod
    def chance_outcomes(self) -> tuple[tuple[Draw, Fraction], ...]:
        """Every possible outcome with its probability; they sum to exactly 1; empty unless CHANCE.
        [chance_is_exact]
        """

    @abstractmethod
    def draw(self, outcome: Draw) -> State:
        """The state after chance decided so; raises `Illegal` for an outcome that cannot be."""

    @abstractmethod
    def observation(self, seat: int | None) -> View:
        """What the seat knows; None: a spectator. [non_interference]"""

    @property
    @abstractmethod
    def events(self) -> tuple[Event, ...]:
        """What the last step did; not part of equality. [non_interference]"""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result; None exactly while `node` is not TERMINAL."""

    @abstractmethod
    def to_json(self) -> Json:
        """As plain data; `game.from_json` reads it back. [states_round_trip]"""

    @abstractmethod
    def sample(self, stream: Luck) -> Draw:
        """One outcome of chance by its exact law; the compiled rules draw the same one from that stream.
        [chance_is_exact]
        """


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a game: a seat's action, or (seat None) a draw of chance."""

    seat: Seat | None
    move: Action | Draw


@dataclass(frozen=True, slots=True)
class Script:
    """A game as it was written down: tags and steps. `table.Record` gives it its verbs."""

    game: Game
    tags: Mapping[str, str]
    steps: tuple[Step, ...]
    notes: tuple[str, ...] = ()  # why it cannot be checked in full, if it cannot
    text: str = ""  # for a redacted record, which has no steps: the movetext as read


@dataclass(frozen=True, slots=True)
class Verdict:
    """What `leyden verify` says of one record: where it begins, what is wrong (None: nothing), and notes."""

    line: int
    problem: BadInput | None
    notes: tuple[str, ...] = ()


_UNWRITABLE = re.compile('["\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ud800-\\udfff]')


def check_text(what: str, text: object) -> None:
    """TypeError for something to be read that is no text at all."""
    if not isinstance(text, str):
        raise TypeError(f"{what} is read from a text, not from {text!r}")


def check_tag(name: str, value: str) -> None:
    """BadInput for a tag that could not be read again: its name is a word, its value stands in quotes on one line."""
    if not isinstance(name, str) or not re.fullmatch(r"\w+", name):
        raise BadInput(f"the name of a tag is one word of letters and digits, not {name!a}")
    if not isinstance(value, str):
        raise BadInput(f"the value of the tag {name} is a text, not {value!r}")
    if _UNWRITABLE.search(value):
        raise BadInput(
            f"the tag {name} cannot be {value!a}: quotation marks, line breaks and the like cannot be written"
        )


def chunks(text: str) -> Iterator[tuple[int, str]]:
    """The records of a file with the line where each begins: a Game tag behind an empty line begins the next."""
    lines = text.split("\n")
    first, something = 0, False
    for n, line in enumerate(lines):
        if something and line.startswith("[Game ") and not lines[n - 1].strip():
            yield first + 1, "\n".join(lines[first:n])
            first = n
        something = something or line.strip() != ""
    yield first + 1, "\n".join(lines[first:])


class Game(_Settled, ABC):
    """Rules with the options in force: immutable, comparable, the maker of everything else."""

    name: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[str]
    record_suffix: ClassVar[str]
    seat_names: tuple[str, ...]
    options: Options
    longest: int | None  # no game has more decisions than that; None: there is no bound, yet it ends [games_end]
    # Of a game written with `@rule` functions (`core/rule.py`), for `core/engine.py`; other games leave them empty.
    rules_module: ClassVar[str] = ""
    worlds_module: ClassVar[str] = ""  # of `observe` and `determinize`
    tables: Any = None  # the record `g` of its options

    @property
    @abstractmethod
    def actions(self) -> ActionSpace:
        """All actions, numbered."""

    @property
    def seats(self) -> int:
        """How many seats."""
        return len(self.seat_names)

    @classmethod
    @abstractmethod
    def load(cls, **options: object) -> Game:
        """The game with these options; an unknown name or value is refused. [unknown_options_are_refused]"""

    @abstractmethod
    def start(self) -> State:
        """The first state, at a chance node."""

    @abstractmethod
    def position(self, text: str) -> State:
        """The state a position text describes; `str(state)` writes one. [states_round_trip]"""

    @abstractmethod
    def from_json(self, data: Json) -> State:
        """The state from `state.to_json()`. [states_round_trip]"""

    @abstractmethod
    def parse(self, text: str, view: View | State) -> Action:
        """The action a text means to the view's seat; for a state, to its acting seat. Raises `BadInput`."""

    @abstractmethod
    def action_from_json(self, data: Json) -> Action:
        """The action from `action.to_json()`."""

    @abstractmethod
    def parse_draw(self, text: str, state: State) -> Draw:
        """The outcome of chance that a text means."""

    def chance_due(self, state: State) -> str:
        """What chance owes in a state, and how a position would say it, for whoever wrote the position."""
        return f"it can give {', '.join(str(draw) for draw, _ in state.chance_outcomes())}"

    @abstractmethod
    def determinize(self, view: View, rng: Luck) -> State:
        """A state with that view, drawn by the exact law of the rules file. It takes the view only, so it
        cannot leak. [determinize_keeps_the_view, determinize_follows_the_law]
        """

    @abstractmethod
    def write_script(self, script: Script, seat: int | str | None = "all") -> str:
        """The record as text; for a seat (None: a spectator) with what it did not see left out."""

    def tags_of(self, script: Script) -> Mapping[str, str]:
        """All tags of a record, with those that follow from the game: the options, the result. [records_round_trip]"""
        return script.tags

    @abstractmethod
    def read_scripts(self, text: str) -> Iterator[Script]:
        """The records of a file, checked while they are read. Raises `BadInput` with line and column."""

    def write_codes(
        self, tags: Mapping[str, str], draws: Sequence[int], actions: Sequence[int], last: Any
    ) -> str | None:
        """The record of a game that the compiled rules played (`Engine.trace`), straight from its codes and the record
        of its last state; None where this game's records are not written so. [tests/players]
        """
        return None

    def verify_records(self, text: str) -> Iterator[Verdict]:
        """The verdict on each record of a file, which a blank line and the next Game tag separate. A record
        that is wrong does not hide those behind it.
        """
        for line, chunk in chunks(text):
            yield self.verify_one(line, chunk)

    def verify_one(self, line: int, chunk: str) -> Verdict:
        """The verdict on one record that begins at a line of its file."""
        try:
            notes = [note for script in self.read_scripts(chunk) for note in script.notes]
        except BadInput as problem:
            return Verdict(line, problem.at(line - 1 + (problem.line or 1), problem.column))
        return Verdict(line, None, tuple(notes))

    def check_seat(self, seat: Any) -> Seat | None:
        """The seat as a plain number, of whatever whole numbers it came; None is a spectator. ValueError for others."""
        if seat is None:
            return None
        try:
            number = int(operator.index(seat))
        except TypeError:
            number = -1
        if not 0 <= number < self.seats:
            known = " and ".join(f"{number} ({name})" for number, name in enumerate(self.seat_names))
            raise ValueError(f"{self.title} has seats {known}, not {seat!r}")
        return Seat(number)

    def owners(self, seats: Sequence[Seat]) -> str:
        """Seat names for a sentence."""
        return " and ".join(self.seat_names[s] for s in seats)
