"""Laws of actions and options: four faces, each a bijection, and no option is taken on trust."""

from __future__ import annotations

import json

from leyden.core.contract import Action, BadInput, Game, View
from leyden.core.options import BadOption, Option
from leyden.testing.laws import Place, here, law
from leyden.testing.rubbish import RUBBISH, RUBBISH_JSON
from leyden.testing.walks import seats_of, tour


@law
def actions_have_four_faces(game: Game, *, games: int = 2, seed: int = 0, one_in: int = 6) -> None:
    """Object, id, text and JSON of an action lead back to it, over the whole space and in every position."""
    place, space = here(), game.actions
    _numbered(place, game)
    for seat in (None, *seats_of(game)):
        texts: dict[str, int] = {}
        for number in range(len(space)):
            action = space.action(number, seat)
            _same(place.of(seat), action, space.action(number))
            if space.id(action) != number:
                raise place.of(seat).broken(f"action {number} is {action}, whose id is {space.id(action)}")
            if texts.setdefault(str(action), number) != number:
                raise place.of(seat).broken(f"{action} is the text of actions {texts[str(action)]} and {number}")
            data = action.to_json()
            if json.loads(json.dumps(data)) != data:
                raise place.of(seat).broken(f"{action}: {data!r} is not plain JSON")
            _same(place.of(seat), game.action_from_json(json.loads(json.dumps(data))), action)
    for data in RUBBISH_JSON:
        try:
            raise place.broken(f"{data!r} is read as {game.action_from_json(data)}")
        except BadInput:
            pass
    for spot, state, step in tour(game, games, seed, one_in):
        for seat in seats_of(game):
            view = state.observation(seat)
            for number in range(len(space)):
                for action in (space.action(number, seat), space.action(number, view)):
                    _same(spot.of(seat), action, space.action(number))
                    _same(spot.of(seat), _parsed(spot.of(seat), game, str(action), view), action)
            for text in RUBBISH:
                try:
                    raise spot.of(seat).broken(f"{text[:20]!r} is read as {game.parse(text, view)}")
                except BadInput:
                    pass
        if step is not None and len(state.acting) == 1:
            for action in state.legal_actions(state.acting[0]):
                _same(spot, game.parse(str(action), state), action)


def _parsed(place: Place, game: Game, text: str, view: View) -> Action:
    try:
        return game.parse(text, view)
    except BadInput as problem:
        raise place.broken(f"the canonical text {text!r} cannot be read: {problem}") from problem


def _same(place: Place, found: Action, wanted: Action) -> None:
    if found != wanted or hash(found) != hash(wanted):
        raise place.broken(f"{wanted!r} came back as {found!r}")


def _numbered(place: Place, game: Game) -> None:
    """Blocks partition 0 … len-1; IndexError outside."""
    space = game.actions
    at, names = 0, set()
    for name, block in space.blocks():
        if block.start != at or block.step != 1 or not len(block) or name in names:
            raise place.broken(f"block {name} is {block}; expected a new name, from {at} on")
        names.add(name)
        at = block.stop
    if at != len(space):
        raise place.broken(f"the blocks end at {at}, the actions at {len(space)}")
    for seat in (None, *seats_of(game)):
        for number in (-1, len(space), len(space) + 1):
            try:
                raise place.of(seat).broken(f"there is no action {number}, but it is {space.action(number, seat)}")
            except IndexError:
                pass


# ------------------------------------------------------------------ options
@law
def unknown_options_are_refused(game: Game, *, games: int = 0, seed: int = 0) -> None:
    """An option that does not exist, or a value it does not take, is refused, and the nearest known ones are named."""
    place = here()
    _refused(place, game, "no_such_option_at_all", "1", "no_such_option_at_all")
    for option in game.options.declared:
        _refused(place, game, option.name + "s", option.default, option.name)
        _refused(place, game, option.name, "?!", option.name)
        if option.check is None:
            _refused(place, game, option.name, option.default + "_", option.default)
        for value in option.values:
            _in_force(place, game, option, value)


def _refused(place: Place, game: Game, name: str, value: str, says: str) -> None:
    try:
        made = type(game).load(**{name: value})
    except BadOption as problem:
        if says not in str(problem):
            raise place.broken(f"{name}={value} is refused without a word of {says}: {problem}") from problem
    else:
        raise place.broken(f"{name}={value} is accepted: {made!r}")


def _in_force(place: Place, game: Game, option: Option, value: str) -> None:
    """A known value is in force once it is taken (it may still contradict another option's default)."""
    try:
        made = type(game).load(**{option.name: value})
    except BadOption:
        return
    if made.options[option.name] != value:
        raise place.broken(f"{option.name}={value} is taken, in force is {made.options[option.name]}")
    usual, again = type(game).load(), type(game).load(**{option.name: value})
    if again != made or hash(again) != hash(made) or (made == usual) != (value == option.default):
        raise place.broken(f"games are equal exactly when their options are, but not {usual!r}, {made!r} and {again!r}")
