"""The law of bad input: what a game cannot read it refuses in a sentence; it never half takes it, nor trips over it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeVar

from leyden.core.contract import BadInput, Game, Json, Script, Seat, State
from leyden.core.streams import Stream, Streams
from leyden.table import Record
from leyden.testing.laws import Place, here, law
from leyden.testing.walks import tour, viewers, walk

RUBBISH = ("", "?!", "no such action", "\x00", "0" * 300)
NO_FILE = (*RUBBISH, " \n\n", "[", '[Game "?!"]', '[Game "?!"]\n\n1 ?!\n', "9" * 5000)
RUBBISH_JSON: tuple[Json, ...] = (None, 1, "x", [], {}, {"no": "action"}, [[]])
WRONG: tuple[Json, ...] = (None, -1, 999, 0.5, "?!", [], [None], {})  # in place of a value in JSON
SPOILS = ("?", "²", "٣", "-", " ", "\n", "\x00")  # in place of a letter; two are digits, but none that a game writes

Found = TypeVar("Found")


@law
def rubbish_is_refused(game: Game, *, games: int = 1, seed: int = 0, one_in: int = 8, tries: int = 12) -> None:
    """What is no position, no JSON, no draw and no record is refused by BadInput: never taken, no other error.

    What was only spoiled, a letter, a line or a value of what the game itself has written, may still mean
    something: then the state that it means is whole, and the record replays.
    """
    place = here()
    for text in NO_FILE:
        _refused(place, "a position", text, game.position)
        _refused(place, "records", text, lambda text: list(game.read_scripts(text)))
    for data in (*RUBBISH_JSON, *WRONG):
        _refused(place, "the JSON of a state", data, game.from_json)
    for spot, state, _ in tour(game, games, seed, one_in):
        luck = Streams(spot.seed or 0).stream("testing: rubbish", spot.node)
        for text in RUBBISH:
            _refused(spot, "a draw", text, partial(game.parse_draw, state=state))
        for text in (state.observation(viewer).position() for viewer in viewers(game)):
            _whole(spot, text, _tolerated(spot, "a position", text, game.position))
        for text in _spoiled(str(state), luck, tries):
            _whole(spot, text, _tolerated(spot, "a position", text, game.position))
        for data in _spoiled_json(state.to_json(), luck, tries):
            _whole(spot, data, _tolerated(spot, "the JSON of a state", data, game.from_json))
        for number in (luck.below(len(game.actions)) for _ in range(tries)):
            for data in _spoiled_json(game.actions.action(number).to_json(), luck, 1):
                action = _tolerated(spot, "the JSON of an action", data, game.action_from_json)
                if action is not None and game.actions.action(game.actions.id(action)) != action:
                    raise spot.broken(f"{_shown(data)} is read as {action!r}, which is no action of the game")
    for number in range(seed, seed + games):
        _records(place, game, number, tries)


def _refused(place: Place, what: str, rubbish: Any, read: Callable[[Any], object]) -> None:
    found = _tolerated(place, what, rubbish, read)
    if found is not None:
        raise place.broken(f"{_shown(rubbish)} is read as {what}: {_shown(found)}")


def _tolerated(place: Place, what: str, text: Any, read: Callable[[Any], Found]) -> Found | None:
    """What was read, if anything; whatever is wrong with it, BadInput says so in words."""
    try:
        return read(text)
    except BadInput as problem:
        if not problem.text.strip():
            raise place.broken(f"{_shown(text)} is refused as {what} without a word") from problem
    except Exception as problem:
        raise place.broken(f"{_shown(text)}, read as {what}, raises {problem!r} instead of BadInput") from problem
    return None


def _shown(thing: object) -> str:
    text = repr(thing)
    return text if len(text) < 1000 else f"{text[:100]} …"


def _whole(place: Place, text: Any, state: State | None) -> None:
    """A state that was read is one: it can be looked at, written, and read again."""
    if state is None:
        return
    try:
        game = state.game
        again = game.from_json(state.to_json()) == state and str(game.position(str(state))) == str(state)
        for viewer in viewers(game):
            str(state.observation(viewer))
        for seat in state.acting:
            state.legal_actions(seat)
        state.chance_outcomes()
    except Exception as problem:
        raise place.broken(f"{_shown(text)} is read as a state that is none: {problem!r}") from problem
    if not again:
        raise place.broken(f"{_shown(text)} is read as a state that does not come back from its JSON or its position")


def _records(place: Place, game: Game, seed: int, tries: int) -> None:
    """Spoiled records: of a whole game and of one broken off, as everybody and as one seat saw them."""
    nodes = list(walk(game, seed))
    luck = Streams(seed).stream("testing: spoiled records")
    for length in (len(nodes) - 1, luck.below(len(nodes))):
        steps = tuple(step for _, step in nodes[:length] if step is not None)
        for seat in ("all", Seat(luck.below(game.seats))):
            written = game.write_script(Script(game, {}, steps), seat)
            for text in _spoiled(written, luck, tries):
                found = _tolerated(place, "records", text, lambda text: list(game.read_scripts(text)))
                if found == []:
                    raise place.broken(f"{_shown(text)} is read as no record at all, and not refused")
                for script in found or ():
                    try:
                        Record(script).verify()
                        str(script.notes or Record(script).final)
                    except Exception as problem:
                        raise place.broken(f"{_shown(text)} is read, but not replayed: {problem!r}") from problem


def _spoiled(text: str, luck: Stream, tries: int) -> Iterator[str]:
    """A text with something wrong somewhere."""
    for number in range(tries):
        at = luck.below(len(text) + 1)
        lines = text.splitlines(keepends=True)
        line = luck.below(len(lines)) if lines else 0
        yield (
            text[:at],
            text[:at] + text[at + 1 :],
            text[:at] + SPOILS[luck.below(len(SPOILS))] + text[at + 1 :],
            text[:at] + text,
            "".join(lines[:line] + lines[line + 1 :]),
            "".join([*lines, *lines[line:]]),
        )[number % 6]


def _spoiled_json(data: Json, luck: Stream, tries: int) -> Iterator[Json]:
    """JSON with one value missing, or another in its place."""
    for _ in range(tries):
        spoiled = copy.deepcopy(data)
        places = list(_places(spoiled))
        if not places:
            return
        inside, key = places[luck.below(len(places))]
        if luck.below(3) == 0:
            del inside[key]
        elif isinstance(inside[key], str) and luck.below(2):
            inside[key] = next(_spoiled(inside[key], luck, 1))
        else:
            inside[key] = copy.copy(WRONG[luck.below(len(WRONG))])
        yield spoiled


def _places(data: Json) -> Iterator[tuple[Any, Any]]:
    """Every value inside JSON: what holds it, and where."""
    if isinstance(data, dict | list):
        for key, value in list(data.items() if isinstance(data, dict) else enumerate(data)):
            yield data, key
            yield from _places(value)
