"""Laws of words: what a game calls itself, and how it tells what happens."""

from __future__ import annotations

import json
import re

from leyden.core.contract import BadInput, Event, Game, State, check_tag
from leyden.testing.laws import Place, here, law, look
from leyden.testing.walks import tour, viewers

NAMES = {  # how each is written, and where it is needed
    "name": (r"[a-z][a-z0-9_]*", "a small word, as files and `load` need it"),
    "title": (r"\S(.*\S)?", "a title, without blanks around it"),
    "rules_version": (r"\S+", "a version, without blanks"),
    "record_suffix": (r"\.\w+", "a dot and letters, as files of records end"),
}


@law
def game_is_named(game: Game, *, games: int = 0, seed: int = 0) -> None:
    """A game's class names it, its version and the end of its files; each seat has a name of its own."""
    place = here()
    for attribute, (form, says) in NAMES.items():
        text = getattr(type(game), attribute, None)
        if not isinstance(text, str) or not re.fullmatch(form, text) or not text.isprintable():
            raise place.broken(f"{attribute} is {text!r}; it must be {says}")
    try:
        check_tag("Game", game.title)
    except BadInput as problem:
        raise place.broken(f"title cannot be written in a record: {problem}") from problem
    names = game.seat_names
    if not isinstance(names, tuple) or not all(isinstance(name, str) for name in names):
        raise place.broken(f"seat_names are {names!r}; they must be a tuple of texts")
    if not names or any(not name.strip() or not name.isprintable() for name in names):
        raise place.broken(f"seat_names are {names!r}; every seat needs a name")
    if len({name.strip().casefold() for name in names}) < len(names):
        raise place.broken(f"seat_names are {names!r}; two seats have one name")
    if game.seats != len(names):
        raise place.broken(f"there are {game.seats} seats, and seat_names are {names!r}")


@law
def events_are_plain(game: Game, *, games: int = 2, seed: int = 0) -> None:
    """An event has a kind, a sentence, plain JSON and an audience that exists; of a whole game something is told."""
    for number in range(seed, seed + games):
        said = 0
        for place, state, _ in tour(game, 1, number):
            said += len(state.events)
            _plain(place, game, state)
        if not said:
            raise look(Place(here().law, game, number)).broken("nobody was told anything in the whole game")


def _plain(place: Place, game: Game, state: State) -> None:
    if not isinstance(state.events, tuple) or not all(isinstance(event, Event) for event in state.events):
        raise place.broken(f"events are {state.events!r}; they must be a tuple of events")
    for event in state.events:
        if not event.kind.strip() or not event.text.strip():
            raise place.broken(f"an event without a kind or a sentence: {event!r}")
        data = event.to_json()
        if json.loads(json.dumps(data)) != data or (data["kind"], data["text"]) != (event.kind, event.text):
            raise place.broken(f"the JSON of an event is not plain data, or hides its kind or its text: {event!r}")
        heard = event.audience
        if heard is not None and (not isinstance(heard, frozenset) or not heard or not heard <= set(viewers(game))):
            raise place.broken(f"the audience {heard!r} is nobody who looks at this table: {event!r}")
