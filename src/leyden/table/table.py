"""A table: one game in progress, for people and tools. It plays chance, keeps the record, takes back."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from leyden import games
from leyden.core.contract import Action, BadInput, Draw, Event, Game, Node, Script, Seat, State, Step, View, check_tag
from leyden.core.streams import Stream, Streams
from leyden.table.record import Record, advance

Asked = int | None | Literal["acting"]  # a seat, a spectator, or whoever decides


class NoUndo(ValueError):
    """A step that cannot be taken back."""


class Table:
    """A cursor over states: `push` a move, `pop` it, look at `view(seat)`; chance plays by itself.

    A game by its name has its default options. Wherever a seat is asked for, None is a spectator, and without
    one the seat that decides is meant.

    >>> table = Table(game, seed=7)
    >>> table.push("O3b")
    """

    def __init__(
        self,
        game: Game | str,
        seed: int | str | None = None,
        *,
        state: State | None = None,
        draws: Iterable[str] = (),
        tags: Mapping[str, str] | None = None,
    ) -> None:
        self.game = game = games.as_game(game)
        self.seed = secrets.token_hex(8) if seed is None else seed
        self.tags: dict[str, str] = dict(tags or {})
        self.tags.setdefault("Rng", f"splitmix64 {self.seed}")
        for name, value in self.tags.items():
            check_tag(name, value)  # now, and not when the game is to be saved
        self._states = [game.start() if state is None else state]
        self._steps: list[Step] = []
        self._dice: list[Stream] = [Streams(self.seed).stream("chance")]
        self._from_start = state is None
        for text in draws:
            self._written(Step(None, game.parse_draw(text, self.state)))
        self._auto()

    # ---------------------------------------------------------------- looking
    @property
    def state(self) -> State:
        """The present state: the whole truth."""
        return self._states[-1]

    @property
    def acting(self) -> tuple[Seat, ...]:
        """Seats that owe a decision."""
        return self.state.acting

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.node is Node.TERMINAL

    def _who(self, seat: Asked) -> Seat | None:
        """The seat that is meant; a spectator where nobody decides."""
        if seat == "acting":
            return self.acting[0] if self.acting else None
        return self.game.check_seat(seat)

    def view(self, seat: Asked = "acting") -> View:
        """What a seat knows; without one, the seat that decides (a spectator when nobody does)."""
        return self.state.observation(self._who(seat))

    def spectator(self) -> View:
        """What everybody may know."""
        return self.state.observation(None)

    def legal(self, seat: Asked = "acting") -> LegalMoves:
        """The legal actions of a seat; without one, of the first that decides. A spectator has none."""
        return LegalMoves(self.state, self._who(seat))

    # ---------------------------------------------------------------- playing
    def push(self, move: Action | str, seat: Asked = "acting") -> tuple[Event, ...]:
        """Carry out a move of a seat (by default the one that decides), then chance; what happened.

        Raises `Illegal` with the rule, or `BadInput`; the table is then as before.
        """
        if seat == "acting" and len(self.acting) > 1:
            raise BadInput(f"{self.game.owners(self.acting)} decide at once: say for whom this move is")
        who = Seat(0) if seat == "acting" and not self.acting else self._who(seat)  # nobody decides: the state says why
        if who is None:
            raise BadInput("a spectator has no moves; leave the seat out for the one that decides")
        action = self.game.parse(move, self.state.observation(who)) if isinstance(move, str) else move
        before = len(self._states)
        self._advance(Step(who, action))
        self._auto()
        return tuple(event for state in self._states[before:] for event in state.events)

    def pop(self, *, analysis: bool = False) -> Step:
        """Take the last decision back, with what chance did since.

        Refused when something was revealed since, to all or to some, unless this is analysis.
        """
        last = max((i for i, step in enumerate(self._steps) if step.seat is not None), default=None)
        if last is None:
            raise NoUndo("there is nothing to take back")
        told = [event for state in self._states[last + 1 :] for event in state.events]
        if not analysis and (last < len(self._steps) - 1 or not all(event.seen_by(None) for event in told)):
            problem = NoUndo("a card was drawn or seen since; what was revealed cannot be taken back")
            problem.add_note("In analysis it can: pop(analysis=True).")  # a word for programmers, not for players
            raise problem
        step = self._steps[last]
        del self._steps[last:], self._states[last + 1 :], self._dice[last + 1 :]
        return step

    def fork(self) -> Table:
        """An independent table at the same point; its luck is the same."""
        other = Table.__new__(Table)
        other.game, other.seed, other.tags = self.game, self.seed, dict(self.tags)
        other._states, other._steps, other._dice = list(self._states), list(self._steps), list(self._dice)
        other._from_start = self._from_start
        return other

    def _advance(self, step: Step) -> None:
        self._states.append(advance(self.state, step))
        self._steps.append(step)
        self._dice.append(Stream(self._dice[-1]))

    def _written(self, step: Step) -> None:
        """Chance decided as somebody wrote; the luck goes on as if it had decided by itself."""
        dice = Stream(self._dice[-1])
        self.state.sample(dice)
        self._advance(step)
        self._dice[-1] = dice

    def _auto(self) -> None:
        """Play chance until somebody must decide."""
        while self.state.node is Node.CHANCE:
            dice = Stream(self._dice[-1])
            draw = self.state.sample(dice)
            self._advance(Step(None, draw))
            self._dice[-1] = dice

    # ----------------------------------------------------------------- record
    @property
    def steps(self) -> tuple[Step, ...]:
        """Everything that happened, chance included."""
        return tuple(self._steps)

    def events(self, seat: int | None = None, since: int = 0) -> Iterator[Event]:
        """What a seat (None: a spectator) was told, from the given step on."""
        who = self.game.check_seat(seat)
        for state in self._states[since + 1 :]:
            yield from (event for event in state.events if event.seen_by(who))

    @property
    def record(self) -> Record:
        """The game so far as a record."""
        if not self._from_start:
            raise BadInput("a table that began from a position has no record; its `steps` tell the game")
        return Record(Script(self.game, dict(self.tags), tuple(self._steps)))

    @classmethod
    def resume(cls, record: Record, seed: int | str | None = None) -> Table:
        """A table at the end of a record; luck goes on from its seed, or from a new one."""
        if record.notes:
            raise BadInput(f"this record cannot be played on: it is {record.notes[0]}")
        kept = re.fullmatch(r"splitmix64 (.+)", record.tags.get("Rng", ""))
        table = cls.__new__(cls)
        table.game = record.game
        table.seed = seed if seed is not None else kept[1] if kept else secrets.token_hex(8)
        table.tags = {name: value for name, value in record.tags.items() if name not in ("Result", "Score", "Deck")}
        check_tag("Rng", f"splitmix64 {table.seed}")
        if not kept or str(table.seed) != kept[1]:
            table.tags.pop("Rng", None)  # no seed tells the whole game any more
        table._states, table._steps, table._from_start = [record.game.start()], [], True
        table._dice = [Streams(table.seed).stream("chance")]
        for step in record.steps:
            if isinstance(step.move, Draw):
                table._written(step)
            else:
                table._advance(step)
        table._auto()
        return table

    def __repr__(self) -> str:
        return f"<table of {self.game.title}: {len(self._steps)} steps, {self.state}>"


class LegalMoves:
    """The legal actions of a seat, by their place in line: `in` takes texts and actions, and the repr can be read."""

    def __init__(self, state: State, seat: Seat | None) -> None:
        self._state, self.seat = state, seat
        self.actions = () if seat is None else state.legal_actions(seat)

    def __getitem__(self, at: int) -> Action:
        return self.actions[at]

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            try:
                move = self._state.game.parse(move, self._state.observation(self.seat))
            except BadInput:
                return False
        return move in self.actions

    def __repr__(self) -> str:
        return f"<{len(self)} legal: {' '.join(map(str, self.actions))}>"
