"""Power Switch: rules with their options, and the maker of positions, views, actions and records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from leyden.core.contract import BadInput, Draw, Game, Json, Script, State, View, check_text
from leyden.core.options import BadOption, Options
from leyden.core.streams import Luck, as_stream
from leyden.games.powerswitch import rules as r
from leyden.games.powerswitch import worlds
from leyden.games.powerswitch.actions import PowerSwitchAction, PowerSwitchActions, by_json, json_key
from leyden.games.powerswitch.cards import MOST_SEATS, SLOTS, WATCHER, kinds_of
from leyden.games.powerswitch.options import DECLARED, tables, with_preset
from leyden.games.powerswitch.sound import sound
from leyden.games.powerswitch.state import NUMBERS, WORDS, PowerSwitchState
from leyden.games.powerswitch.view import PowerSwitchView

_ACTIONS = PowerSwitchActions()


class PowerSwitch(Game):
    """See `core.contract.Game`; the rules are in `rules.py`, their text in docs/rules/powerswitch.md."""

    name = "powerswitch"
    title = "Power Switch"
    rules_version = "ps-1"
    record_suffix = ".psn"
    rules_module = "leyden.games.powerswitch.rules"
    worlds_module = "leyden.games.powerswitch.worlds"
    beliefs = ("may", "heap", "seen")  # of a state's JSON: what the seats have come to know

    def __init__(self, options: Options) -> None:
        self.options = options
        self.tables: Any = tables(options)
        self.seat_names = tuple(str(p + 1) for p in range(self.tables.seats))
        rounds = self.tables.rounds if self.tables.rounds and not self.tables.extra_round else 0
        rounds = min(filter(None, (rounds, self.tables.most_rounds)), default=0)
        self.longest = rounds * self.longest_round or None

    @property
    def longest_round(self) -> int:
        """No round has more decisions (10.1): turns, each with a switch, a gift and an answer, and the opening."""
        turns = (49 if not self.tables.hold else 4 * 60) * self.seats
        return turns * (4 + (self.seats if self.tables.anytime else 0)) + 2 * SLOTS

    @classmethod
    def load(cls, **options: object) -> PowerSwitch:
        """Power Switch with these options, or those of a `preset`; unknown ones are refused with suggestions."""
        return cls(Options(DECLARED, with_preset(options)))

    @property
    def actions(self) -> PowerSwitchActions:
        """The 69 codes of 6.4."""
        return _ACTIONS

    def start(self) -> PowerSwitchState:
        """The table before the first round."""
        s = r.State.new()
        r.start(self.tables, s)
        return PowerSwitchState(self, s)

    # ------------------------------------------------------------------ texts
    def position(self, text: str) -> PowerSwitchState:
        """The state of a position string (7.2)."""
        from leyden.games.powerswitch.notation import read_position

        check_text("a position", text)
        return read_position(self, text)

    def inexact_positions(self, state: State) -> bool:
        """Position strings do not tell what the seats have come to know; JSON does."""
        return True

    def parse(self, text: str, view: View | State) -> PowerSwitchAction:
        """The action a text means to a view's seat, or to the acting seat of a state."""
        from leyden.games.powerswitch.notation import read_action

        check_text("an action", text)
        if isinstance(view, PowerSwitchState):
            view = view.observation(view.acting[0] if view.acting else None)
        if not isinstance(view, PowerSwitchView):
            raise TypeError(f"an action is somebody's: `parse` needs a view or a state of Power Switch, not {view!r}")
        return read_action(view, text)

    def action_from_json(self, data: Json) -> PowerSwitchAction:
        """The action of its JSON."""
        try:
            return by_json()[json_key(data)]
        except (KeyError, TypeError):
            raise BadInput(f"{str(data)[:80]} is not an action of Power Switch as JSON") from None

    def parse_draw(self, text: str, state: State) -> Draw:
        """The outcome of chance that a text means in a state."""
        check_text("an outcome of chance", text)
        if not isinstance(state, State):
            raise TypeError(f"`parse_draw` needs the state in which chance decides, not {state!r}")
        outcomes = [draw for draw, _ in state.chance_outcomes()]
        for draw in outcomes:
            if str(draw) == text.strip():
                return draw
        wanted = ", ".join(map(str, outcomes)) or "nothing"
        raise BadInput(f"chance cannot give {text.strip()[:40]!r} here; it can give {wanted}", rule="P-20")

    # -------------------------------------------------------------------- JSON
    def to_json(self) -> dict[str, Json]:
        """Options that differ from the default."""
        return {"options": self.options.changed()}

    def from_json(self, data: Json) -> PowerSwitchState:
        """The state of `state.to_json()`."""
        try:
            game = PowerSwitch(Options(DECLARED, data["options"]))
            state = game._state_from(data)
        except BadInput as problem:
            raise BadInput(f"not a position of Power Switch as JSON: {problem}") from None
        except (KeyError, TypeError, ValueError, IndexError, OverflowError, AttributeError, BadOption) as problem:
            what = f"{problem} is missing" if isinstance(problem, KeyError) else str(problem)
            raise BadInput(f"not a position of Power Switch as JSON: {what}") from None
        return state

    def _state_from(self, data: Any) -> PowerSwitchState:
        s, n = r.State.new(), self.seats
        if data["game"] != self.name:
            raise BadInput("it is of another game")
        for name in WORDS:
            setattr(s, name, int(data[name], 16))
        for row, words in ((s.hand, data["hand"]), (s.seen, data["seen"])):
            _fill(row, [int(word, 16) for word in words], n)
        if len(data["may"]) != n + 1:
            raise BadInput("may has not one row a viewer")
        for v, words in zip((*range(n), WATCHER), data["may"], strict=True):
            _fill(s.may[v], [int(word, 16) for word in words], n)
        for name, row in (("totals", s.totals), ("switches", s.switches), ("tally", s.tally)):
            _fill(row, data[name], n)
        for name in NUMBERS:
            setattr(s, name, _whole(data[name]))
        for p in range(n, MOST_SEATS):
            s.tally[p] = -1 if s.phase == r.DEALER else 0
        order = tuple(map(_whole, data["order"]))
        problem = sound(self.tables, s) or self._order_problem(s, order)
        if problem:
            raise BadInput(problem)
        return PowerSwitchState(self, s, order)

    @staticmethod
    def _order_problem(s: Any, order: tuple[int, ...]) -> str | None:
        if order and tuple(sorted(order)) != kinds_of(s.pile):
            return "the order of the pile names other cards"
        return None

    # ------------------------------------------------------------------ worlds
    def determinize(self, view: View, rng: Luck) -> PowerSwitchState:
        """A state that the view allows, each such world as likely as another (section 4)."""
        if not isinstance(view, PowerSwitchView):
            raise TypeError("Power Switch deals worlds from its own views")
        if view.game.options != self.options:
            raise BadInput(f"this view is of a game with other options: {view.game.options}")
        s = r.State.new()
        if not worlds.determinize(self.tables, view.sight, s, as_stream(rng)):
            raise BadInput("no table looks like this view")
        return PowerSwitchState(view.game, s)

    # ----------------------------------------------------------------- records
    def write_script(self, script: Script, seat: int | str | None = "all") -> str:
        """The record of a game, whole or as a seat saw it (7.3, 7.4)."""
        from leyden.games.powerswitch.record import write

        return write(script, seat)

    def tags_of(self, script: Script) -> Mapping[str, str]:
        """The tags as the record of a game has them."""
        from leyden.games.powerswitch.record import all_tags

        return script.tags if script.text else all_tags(script)

    def read_scripts(self, text: str) -> Iterator[Script]:
        """The records of a file, each checked."""
        from leyden.games.powerswitch.reader import read

        return read(text)

    # ---------------------------------------------------------------- identity
    def __eq__(self, other: object) -> bool:
        return isinstance(other, PowerSwitch) and self.options == other.options

    def __hash__(self) -> int:
        return hash(self.options)

    def __repr__(self) -> str:
        return f"<Power Switch: {self.options}>"

    def __reduce__(self) -> Any:
        return PowerSwitch, (self.options,)

    def __deepcopy__(self, memo: object) -> PowerSwitch:
        return self


def _fill(row: Any, values: list[Any], n: int) -> None:
    if len(values) != n:
        raise BadInput(f"there are {n} seats, and {len(values)} numbers")
    for p, value in enumerate(values):
        row[p] = _whole(value)


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise BadInput(f"{value!r} is not a whole number")
    return value
