"""Voltage: rules with their options, and the maker of positions, views, actions and records."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from leyden.core.contract import BadInput, Draw, Game, Json, Script, Seat, State, Verdict, View, check_text
from leyden.core.options import BadOption, Options
from leyden.core.streams import Luck, as_stream
from leyden.games.voltage import rules as r
from leyden.games.voltage import worlds
from leyden.games.voltage.actions import VoltageAction, VoltageActions, by_json, json_key
from leyden.games.voltage.cards import KIND_BY_NAME, Deck
from leyden.games.voltage.notation import read_action, read_cards, read_position, what_is_due
from leyden.games.voltage.options import DECLARED, deck_of, tables
from leyden.games.voltage.state import NUMBERS, VoltageState
from leyden.games.voltage.view import VoltageView
from leyden.games.voltage.zones import KNOWN_BY, Deal, known, pairs

_ACTIONS = VoltageActions()


class Voltage(Game):
    """See `core.contract.Game`; the rules are in `rules.py`, their text in docs/rules/voltage.md."""

    name = "voltage"
    title = "Voltage"
    rules_version = "1"
    record_suffix = ".vgr"
    seat_names = ("A", "B")
    rules_module = "leyden.games.voltage.rules"
    worlds_module = "leyden.games.voltage.worlds"

    def __init__(self, options: Options, deck: Deck | None = None) -> None:
        self.options = options
        self.deck = deck_of(options) if deck is None else deck
        self.study = deck is not None  # a position of fewer cards than the deck (VC-1)
        self.tables: Any = tables(options, self.deck)
        self.known_by_face = bool(self.tables.private or self.tables.loose)  # 4.4, VC-15
        won = 2 * self.tables.target - 1
        plays = 12 + 5 * won + 4 * (1 + (won - 1) // 5)  # I-7 for any target
        self.longest = plays + (plays + 4) + 18 * (1 + (won - 1) // 5)  # plays, draws, flips

    @classmethod
    def load(cls, **options: object) -> Voltage:
        """Voltage with these options; unknown ones are refused with suggestions."""
        return cls(Options(DECLARED, options))

    def with_deck(self, deck: Deck) -> Voltage:
        """The same rules with a study deck."""
        return Voltage(self.options, deck)

    @property
    def actions(self) -> VoltageActions:
        """The 197 codes of 6.4."""
        return _ACTIONS

    def start(self) -> VoltageState:
        """The table before anything is drawn."""
        if self.study:
            raise BadInput(
                "a study position has no deal; play on from the position itself, as in Table(game, state=state)",
                rule="VC-16",
            )
        s = r.State.new()
        r.start(self.tables, s)
        return VoltageState(self, s)

    # ------------------------------------------------------------------ texts
    def position(self, text: str) -> VoltageState:
        """The state of a VFEN."""
        check_text("a position", text)
        return read_position(self, text)

    def parse(self, text: str, view: View | State, *, strict: bool = False) -> VoltageAction:
        """The action a text means to a view's seat, or to the acting seat of a state."""
        check_text("an action", text)
        if not isinstance(view, VoltageView | VoltageState):
            raise TypeError(f"an action is somebody's: `parse` needs a view or a state of Voltage, not {view!r}")
        if isinstance(view, VoltageState):
            seat = Seat(view.record.player)
        else:
            seat = view.active if view.seat is None else view.seat
        return read_action(self, text, seat, strict)

    @functools.cached_property
    def _texts(self) -> tuple[dict[str, int], dict[str, int]]:
        a, b = ({str(_ACTIONS.action(n, Seat(p))): n for n in range(len(_ACTIONS))} for p in (0, 1))
        relative = {str(_ACTIONS.action(n)): n for n in range(len(_ACTIONS))}
        return {**relative, **a}, {**relative, **b}

    def action_texts(self, seat: Seat) -> dict[str, int]:
        """Every canonical text of a seat with its code."""
        return self._texts[seat]

    def texts_by_id(self, seat: Seat) -> tuple[str, ...]:
        """The canonical text of every code, in a seat's words."""
        return tuple(str(_ACTIONS.action(n, seat)) for n in range(len(_ACTIONS)))

    def action_from_json(self, data: Json) -> VoltageAction:
        """The action of its JSON."""
        try:
            return by_json()[json_key(data)]
        except (KeyError, TypeError):
            raise BadInput(f"{str(data)[:80]} is not an action of Voltage as JSON") from None

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
        raise BadInput(f"chance cannot give {text.strip()[:40]!r} here; it can give {wanted}", rule="V-42")

    def chance_due(self, state: State) -> str:
        """What chance owes in a state, and how a position says it."""
        assert isinstance(state, VoltageState)
        return what_is_due(state)

    # -------------------------------------------------------------------- JSON
    def to_json(self) -> dict[str, Json]:
        """Options that differ from the default, and the deck of a study position."""
        deck = {"deck": {"counts": list(self.deck.counts), "loose": self.deck.loose}} if self.study else {}
        return {"options": self.options.changed(), **deck}

    def from_json(self, data: Json) -> VoltageState:
        """The state of `state.to_json()`."""
        try:
            if not isinstance(data, dict):
                raise BadInput("it is an object with options, hands, sides and so on")
            options = Options(DECLARED, dict(data["options"]))
            deck = data.get("deck")
            game = Voltage(options, None if deck is None else Deck(tuple(deck["counts"]), deck["loose"]))
            state = game._state_from(data)
            if read_position(Voltage(game.options), str(state)) != state:
                raise BadInput("its numbers contradict one another")
            return state
        except (BadInput, BadOption) as problem:
            why = str(problem)
        except KeyError as missing:
            why = f"{missing.args[0]} is missing"
        except (TypeError, ValueError, IndexError, OverflowError):
            why = "one of its values is not of the kind that stands there"
        except LookupError as missing:  # of a card, by its name
            why = f"there is no {missing} left to lie there"
        raise BadInput(f"not a position of Voltage as JSON: {why}")

    def _state_from(self, data: Any) -> VoltageState:
        """The state of its own JSON, unchecked: also one that ran out of cards in play, which no position text has."""
        g, s = self.tables, r.State.new()
        deal = Deal(g)

        def kinds(text: object) -> list[int]:
            if not isinstance(text, str):
                raise TypeError
            return [KIND_BY_NAME[name] for name in read_cards(text)]

        for p in range(r.SEATS):
            s.hand[p] = deal.take(kinds(data["hands"][p]))
            for t in range(r.TERMINALS):
                s.side[p][t] = deal.take(kinds(data["sides"][p][t]))
        s.discard = deal.take(kinds(data["discard"]))
        s.pile = deal.take(kinds(data["pile"]))
        if deal.rest():
            raise BadInput("cards are missing", rule="I-1")
        s.lit = deal.lit if g.loose else g.lit
        for p, viewer in KNOWN_BY:
            s.paired[viewer] = pairs(g, s, p, kinds(data["paired"][viewer]))
            s.known[p] = known(g, s, p, kinds(data["known"][p]), self.known_by_face)
        for name, row in (("plus", s.plus), ("score", s.score), ("least", s.least), ("most", s.most)):
            if len(data[name]) != len(row):
                raise BadInput(f"{name} has {len(data[name])} numbers instead of {len(row)}")
            for i, value in enumerate(data[name]):
                row[i] = value
        s.turn = data["turn"]
        for name in NUMBERS:
            setattr(s, name, data[name])
        return VoltageState(self, s, tuple(kinds(data["order"])))

    # ------------------------------------------------------------------ worlds
    def determinize(self, view: View, rng: Luck) -> VoltageState:
        """A state that the view allows, each such world as likely as another (4.3)."""
        if not isinstance(view, VoltageView):
            raise TypeError("Voltage deals worlds from its own views")
        if view.game.options != self.options:
            raise BadInput(f"this view is of a game with other options: {view.game.options}")
        s = r.State.new()
        if not worlds.determinize(view.game.tables, view.sight, s, as_stream(rng)):
            raise BadInput("no table looks like this view")
        return VoltageState(view.game, s)

    # ----------------------------------------------------------------- records
    def write_script(self, script: Script, seat: int | str | None = "all") -> str:
        """The VGR of a game, whole or as a seat saw it."""
        from leyden.games.voltage.record import write

        return write(script, seat)

    def tags_of(self, script: Script) -> Mapping[str, str]:
        """The tags as the VGR of a game has them."""
        from leyden.games.voltage.record import all_tags, tell

        return script.tags if script.text else all_tags(script, tell(script))

    def read_scripts(self, text: str) -> Iterator[Script]:
        """The records of a VGR file, each checked."""
        from leyden.games.voltage.record import read

        return read(text)

    def write_codes(
        self, tags: Mapping[str, str], draws: Sequence[int], actions: Sequence[int], last: Any
    ) -> str | None:
        """The VGR of a game played by the compiled rules; None where it may have more than one reshuffle."""
        from leyden.games.voltage.quick import brief, needs_slow_way

        return None if needs_slow_way(self) else brief(self, dict(tags), draws, actions, last)

    def verify_one(self, line: int, chunk: str) -> Verdict:
        """The verdict on one record; the compiled rules take the plain ones."""
        from leyden.games.voltage.quick import looks_right

        return Verdict(line, None) if looks_right(chunk) else super().verify_one(line, chunk)

    # ---------------------------------------------------------------- identity
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Voltage) and (self.options, self.deck) == (other.options, other.deck)

    def __hash__(self) -> int:
        return hash((self.options, self.deck))

    def __repr__(self) -> str:
        return f"<Voltage: {self.options}{', study position' if self.study else ''}>"

    def __reduce__(self) -> Any:
        return Voltage, (self.options, self.deck if self.study else None)

    def __deepcopy__(self, memo: object) -> Voltage:
        return self
