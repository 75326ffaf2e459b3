"""Laws of knowledge: worlds dealt from a view look like it, and as likely as the rules say."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from leyden.core.contract import Game, Node, Seat, State, View
from leyden.core.streams import Stream, Streams
from leyden.testing.laws import Place, here, law, look
from leyden.testing.statistics import ALARM, follows, same_law
from leyden.testing.walks import tour, viewers, written

Worlds = Callable[[View], Iterable[tuple[State, float]]]


@law
def determinize_keeps_the_view(game: Game, *, games: int = 2, seed: int = 0, one_in: int = 4) -> None:
    """A world dealt from a view looks just like it to that seat, and one stream always deals the same world."""
    for place, state, _ in tour(game, games, seed, one_in):
        for seat in viewers(game):
            spot, view = place.of(seat), state.observation(seat)
            before = written(view.to_json())
            for number in range(2):
                luck = Streams(place.seed or 0).stream(f"testing: world {place.node} {seat}", number)
                again = Stream(luck)
                world = game.determinize(view, luck)
                _keeps(spot, view, world, seat)
                if game.determinize(view, again) != world:
                    raise spot.broken("one stream deals two worlds")
            if game.determinize(view, place.node) != game.determinize(view, place.node):
                raise spot.broken("one seed deals two worlds")
            _keeps(spot, view, game.determinize(view, random.Random(place.node)), seat)
            if written(view.to_json()) != before:
                raise spot.broken("dealing a world changed the view")


def _keeps(place: Place, view: View, world: State, seat: Seat | None) -> None:
    seen = world.observation(seat)
    if seen != view or hash(seen) != hash(view):
        raise place.broken(f"a dealt world looks different: {seen.position()} instead of {view.position()}")
    if written(seen.to_json()) != written(view.to_json()):
        raise place.broken(f"a dealt world is written differently: {written(seen.to_json())}")


@law
def determinize_follows_the_law(
    game: Game,
    *,
    games: int = 400,
    seed: int = 0,
    worlds: Worlds | None = None,
    states: Sequence[State] = (),
    key: Callable[[State], Hashable] = lambda state: state,
    samples: int = 2000,
    alarm: float = ALARM,
) -> None:
    """Dealt worlds are as likely as the rules say.

    `worlds(view)` is the caller's own enumeration of all worlds that a view allows, with weights; it is
    compared with samples for every viewer of `states`, worlds counting as one when their `key` is equal.
    Without it: after the first deal of `games` games, before anybody has decided anything, a dealt world
    must be distributed as the true ones are, judged by what the other seats could do in it.
    """
    if worlds is None:
        _like_the_truth(game, games, seed, alarm)
    for number, state in enumerate(states):
        for seat in viewers(state.game):
            place = look(Place(here().law, state=state, seat=seat))
            luck = Streams(seed).stream(f"testing: law {seat}", number)
            _enumerated(place, state, state.observation(seat), worlds or _none, key, samples, luck, alarm)


def _none(view: View) -> Iterator[tuple[State, float]]:
    raise ValueError("states are given, but no enumeration of their worlds")


def _enumerated(
    place: Place,
    state: State,
    view: View,
    worlds: Worlds,
    key: Callable[[State], Hashable],
    samples: int,
    luck: Stream,
    alarm: float,
) -> None:
    law_of: dict[Hashable, float] = {}
    texts: dict[Hashable, State] = {}
    for world, weight in worlds(view):
        law_of[key(world)] = law_of.get(key(world), 0) + weight
        texts[key(world)] = world
    if key(state) not in law_of:
        raise place.broken("the enumeration does not hold the true state")
    counts: Counter[Hashable] = Counter()
    for _ in range(samples):
        world = state.game.determinize(view, luck)
        texts.setdefault(key(world), world)
        counts[key(world)] += 1
        if key(world) not in law_of:
            raise place.broken(f"a dealt world is none of the {len(law_of)} that the view allows: {world}")
    p = follows(counts, law_of)
    if p < alarm:
        total = sum(law_of.values())
        worst = sorted(law_of, key=lambda k: -abs(counts[k] - samples * law_of[k] / total))[:4]
        told = "; ".join(f"{counts[k]} times instead of {samples * law_of[k] / total:.0f}: {texts[k]}" for k in worst)
        raise place.broken(f"{samples} worlds do not follow the law (p = {p:.2g}): {told}")


def _like_the_truth(game: Game, games: int, seed: int, alarm: float) -> None:
    true: dict[object, Counter[Hashable]] = {}
    dealt: dict[object, Counter[Hashable]] = {}
    for number in range(seed, seed + games):
        luck = Streams(number).stream("testing: first deal")
        state = game.start()
        while state.node is Node.CHANCE:
            state = state.draw(state.sample(luck))
        for viewer in viewers(game):
            world = game.determinize(state.observation(viewer), luck)
            for seat in state.acting:
                if seat != viewer:
                    true.setdefault((viewer, seat), Counter())[_any_action(state, seat, luck)] += 1
                    dealt.setdefault((viewer, seat), Counter())[_any_action(world, seat, luck)] += 1
    for pair, counts in true.items():
        p = same_law(counts, dealt[pair])
        if p < alarm:
            raise here().broken(
                f"(viewer, seat) = {pair}: one legal action in each of {games} true states, {_most(counts)}, and in "
                f"worlds dealt from their views, {_most(dealt[pair])}, follow different laws (p = {p:.2g})"
            )


def _any_action(state: State, seat: Seat, luck: Stream) -> str:
    legal = state.legal_actions(seat)
    return str(legal[luck.below(len(legal))]) if legal else "none"


def _most(counts: Counter[Hashable]) -> str:
    return ", ".join(f"{what} {n}" for what, n in counts.most_common(5)) + " …"
