"""Laws of values: nothing changes a state, and a state is the same however one comes by it."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
from collections.abc import Iterator
from typing import Any

from leyden.core.contract import BadInput, Game, Illegal, Json, Seat, State, Step, View
from leyden.core.streams import Stream, Streams
from leyden.table.record import advance
from leyden.testing.laws import Place, law, look
from leyden.testing.walks import seats_of, tour, viewers, walk, written


# ------------------------------------------------------------------ mutation
@law
def apply_never_mutates(game: Game, *, games: int = 2, seed: int = 0, one_in: int = 5) -> None:
    """Applying, drawing, looking or being refused leaves the old state as it was, to every viewer.

    So does writing into the JSON that it, a view or an action handed out, or that it was read from.
    """
    tried: list[Any] = []
    for place, state, step in tour(game, games, seed, one_in):
        luck = Streams(place.seed or 0).stream("testing: refused", place.node)
        before = _picture(state)
        if step is not None:
            advance(state, step)
            _untouched(place, state, before, f"after {step.move}")
        for seat in seats_of(game):
            state.legal_actions(seat)
            game.determinize(state.observation(seat), luck)
            for _ in range(4):
                _refused(place.of(seat), state, seat, luck)
        for outcome in tried[-8:]:
            if outcome not in [draw for draw, _ in state.chance_outcomes()]:
                try:
                    state.draw(outcome)
                except Illegal:
                    pass
                else:
                    raise place.broken(f"chance cannot give {outcome} here, but it is drawn")
        _untouched(place, state, before, "after looking, and after what was refused")
        _scribbled_on(place, state, before)
        if step is not None and step.seat is None:
            tried.append(step.move)


def _picture(state: State) -> list[tuple[str, object]]:
    picture: list[tuple[str, object]] = [
        ("hash", hash(state)),
        ("text", str(state)),
        ("JSON", written(state.to_json())),
        ("events", [(written(event.to_json()), event.audience) for event in state.events]),
    ]
    for viewer in viewers(state.game):
        view = state.observation(viewer)
        picture.append((f"view of {viewer}", written(view.to_json())))
        picture.append((f"view's legal actions of {viewer}", view.legal))
    return picture


def _untouched(place: Place, state: State, before: list[tuple[str, object]], when: str) -> None:
    for (name, was), (_, now) in zip(before, _picture(state), strict=True):
        if was != now:
            raise place.broken(f"{when} the {name} of the old state changed: {was} became {now}")


def _scribbled_on(place: Place, state: State, before: list[tuple[str, object]]) -> None:
    """The JSON that somebody got is theirs, and what they gave is not kept."""
    _scribble(state.to_json())
    for viewer in viewers(state.game):
        _scribble(state.observation(viewer).to_json())
    for seat in state.acting:
        for action in state.legal_actions(seat):
            _scribble(action.to_json())
    _untouched(place, state, before, "after JSON that it handed out was written into")
    given = state.to_json()
    read = state.game.from_json(given)
    was = written(read.to_json())
    _scribble(given)
    if written(read.to_json()) != was:
        raise place.broken(f"a state read from JSON changes with that JSON: {was} became {written(read.to_json())}")


def _scribble(data: Json) -> None:
    """Take everything out of JSON, from the inside."""
    if isinstance(data, dict | list):
        for value in data.values() if isinstance(data, dict) else data:
            _scribble(value)
        data.clear()


def _refused(place: Place, state: State, seat: Seat, luck: Stream) -> None:
    """One random action: if it is illegal, `apply` raises just what `refusal` says."""
    action = state.game.actions.action(luck.below(len(state.game.actions)), seat)
    refused = state.refusal(seat, action)
    try:
        state.apply(seat, action)
    except Illegal as problem:
        if problem.refusal != refused:
            raise place.broken(f"{action}: apply says {problem.refusal}, refusal says {refused}") from problem
    else:
        if refused is not None:
            raise place.broken(f"{action} is refused ({refused}), but applied")


# -------------------------------------------------------------------- replay
@law
def replay_gives_equal_states(game: Game, *, games: int = 3, seed: int = 0) -> None:
    """The draws and actions of a game, as objects or as texts, lead through equal states, without a generator."""
    for number in range(seed, seed + games):
        again = by_text = game.start()
        for node, (state, step) in enumerate(walk(game, number)):
            place = look(Place("replay_gives_equal_states", game, number, node, state))
            for how, other in (("objects", again), ("texts", by_text)):
                if other != state or hash(other) != hash(state):
                    raise place.broken(f"replayed from {how} the state is {other}")
                if written(other.to_json()) != written(state.to_json()) or str(other) != str(state):
                    raise place.broken(f"replayed from {how} the equal state is written otherwise: {other}")
                if other.events != state.events:
                    raise place.broken(f"replayed from {how} the events are {other.events}, not {state.events}")
            if step is not None:
                again, by_text = advance(again, step), advance(by_text, read_again(game, by_text, step))


def read_again(game: Game, state: State, step: Step) -> Step:
    """The step that the canonical text of a step means."""
    if step.seat is None:
        return Step(None, game.parse_draw(str(step.move), state))
    return Step(step.seat, game.parse(str(step.move), state.observation(step.seat)))


# --------------------------------------------------------------- round trips
@law
def states_round_trip(game: Game, *, games: int = 2, seed: int = 0, one_in: int = 2) -> None:
    """A state comes back from its position text, its JSON, a pickle and a copy, and goes on in the same way.

    A game whose position text cannot say everything has a method `inexact_positions(state)`: True where the
    text may lose something; it is still read, and printed again the same.
    """
    inexact = getattr(game, "inexact_positions", lambda state: False)
    for place, state, step in tour(game, games, seed, one_in):
        data = state.to_json()
        if json.loads(json.dumps(data)) != data:
            raise place.broken(f"the JSON of the state is not plain data: {data}")
        ways: list[tuple[str, State]] = [
            ("JSON", game.from_json(json.loads(json.dumps(data)))),
            ("a pickle", pickle.loads(pickle.dumps(state))),
            ("a copy", copy.deepcopy(state)),
        ]
        read = game.position(str(state))
        if str(read) != str(state):
            raise place.broken(f"the position text is printed again as {read}")
        if not inexact(state):
            ways.append(("its position text", read))
        for how, other in ways:
            _like(place, state, other, f"read from {how}")
            if step is not None:
                _like(place, advance(state, step), advance(other, step), f"read from {how}, after {step.move}")
        for viewer in viewers(game):
            view = state.observation(viewer)
            if json.loads(json.dumps(view.to_json())) != view.to_json():
                raise place.of(viewer).broken("the JSON of the view is not plain data")
            if pickle.loads(pickle.dumps(view)) != view:
                raise place.of(viewer).broken("the view comes back from a pickle as another one")


def _like(place: Place, state: State, other: State, how: str) -> None:
    if other != state or hash(other) != hash(state):
        raise place.broken(f"{how}, the state is another one: {other}")
    if other.game != state.game:
        raise place.broken(f"{how}, the state is of another game: {other.game!r}")
    if written(other.to_json()) != written(state.to_json()):
        raise place.broken(f"{how}, the JSON is another one: {written(other.to_json())}")
    for viewer in viewers(state.game):
        if other.observation(viewer) != state.observation(viewer):
            raise place.of(viewer).broken(f"{how}, the view is another one: {other.observation(viewer).position()}")


# ------------------------------------------------------------------ equality
@law
def hash_and_equality_agree(game: Game, *, games: int = 3, seed: int = 0, swaps: int = 60) -> None:
    """States, and views, are equal exactly when they are written equally, and then they hash equally."""
    again = pickle.loads(pickle.dumps(game))
    for number in range(seed, seed + games):
        nodes = list(walk(game, number))
        luck = Streams(number).stream("testing: swaps")
        place = look(Place("hash_and_equality_agree", game, number))
        if again != game or hash(again) != hash(game) or again.start() != game.start():
            raise place.broken("a copy of the game is another game")
        known: dict[str, State] = {}
        views: dict[str, View] = {}
        states = (state for state, _ in nodes)
        _nothing_forgotten(look(place.at(nodes[-1][0])), nodes[luck.below(len(nodes))][0])
        for state in itertools.chain(states, _otherwise(nodes, luck, swaps)):
            spot = look(place.at(state))
            _filed(spot, "state", known, written(state.to_json()), state)
            viewer = viewers(game)[luck.below(game.seats + 1)]
            view = state.observation(viewer)
            _filed(spot.of(viewer), "view", views, f"{viewer} {written(view.to_json())}", view)


def _otherwise(nodes: list[tuple[State, Step | None]], luck: Stream, swaps: int) -> Iterator[State]:
    """States reached another way: two steps of one mover exchanged, where that can be played; and read from JSON."""
    for _ in range(swaps):
        first = luck.below(max(1, len(nodes) - 2))
        last = min(first + 1 + luck.below(12), len(nodes) - 2)
        steps: list[Step] = [step for _, step in nodes[first : last + 1] if step is not None]
        if len(steps) < 2 or steps[0].seat != steps[-1].seat:
            continue
        state = nodes[first][0]
        try:
            for step in [steps[-1], *steps[1:-1], steps[0]]:
                state = advance(state, step)
        except Illegal:
            continue
        yield state
        yield state.game.from_json(state.to_json())


def _nothing_forgotten(place: Place, state: State) -> None:
    """A state whose JSON differs in a single number is another state, where the game takes it for one at all."""
    data = state.to_json()
    for way in list(_numbers(data)):
        altered = copy.deepcopy(data)
        spot = altered
        for key in way[:-1]:
            spot = spot[key]
        spot[way[-1]] += 1
        try:
            other = state.game.from_json(altered)
        except (BadInput, Illegal):
            continue
        if other == state and written(other.to_json()) != written(data):
            raise place.at(state).broken(f"two equal states are written differently: {data} and {other.to_json()}")


def _numbers(data: Json, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all whole numbers in JSON."""
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from _numbers(value, (*way, key))
    elif type(data) is int:
        yield way


def _filed(place: Place, what: str, known: dict[str, Any], key: str, one: Any) -> None:
    if one == key or one == object() or one != one:
        raise place.broken(f"a {what} equals something else, or not itself")
    if key in known:
        other = known[key]
        if one != other or hash(one) != hash(other) or str(one) != str(other):
            raise place.broken(f"two ways lead to {what}s written equally, but unequal, or of unequal hash: {key}")
    for other_key, other in list(known.items())[-3:]:
        if (one == other) != (key == other_key):
            raise place.broken(f"two equal {what}s are written differently: {key} and {other_key}")
    known.setdefault(key, one)
