"""Laws of knowledge: worlds dealt from a view look like it, and as likely as the rules say."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence

from leyden.core.contract import BadInput, Game, Node, Seat, State, View
from leyden.core.streams import Stream, Streams
from leyden.testing.laws import Place, Worlds, here, law, look
from leyden.testing.pieces import Heaps, agreement, pieces
from leyden.testing.statistics import ALARM, follows
from leyden.testing.walks import alike, most_decisions, tour, viewers, written

ONE_IN = 4  # of the games, in which a second world is dealt, or which are played on
AGAIN = 20  # worlds dealt anew where the first was not the truth


@law
def determinize_keeps_the_view(game: Game, *, games: int = 2, seed: int = 0, one_in: int = 4, whole: int = 1) -> None:
    """A world dealt from a view looks just like it to that seat, and one stream always deals the same world.

    The world is a state like any other, and comes from nothing but the view: `whole` games are played in two worlds
    that a seat cannot tell apart, and one stream deals it the same world in both.
    """
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
            world = game.determinize(view, random.Random(place.node))
            _keeps(spot, view, world, seat)
            _is_a_state(spot, game, world)
            if written(view.to_json()) != before:
                raise spot.broken("dealing a world changed the view")
    for number in range(seed, seed + whole):
        for seat in viewers(game):
            luck = Streams(number).stream(f"testing: equal views {seat}")
            place = Place(here().law, game, number, 0, game.start(), seat)
            for pair, _, _ in alike(game, seat, (game.start(), game.start()), luck, most_decisions(game)):
                _from_the_view_alone(look(place.at(pair[0])), pair, seat, luck)


def _keeps(place: Place, view: View, world: State, seat: Seat | None) -> None:
    seen = world.observation(seat)
    if seen != view or hash(seen) != hash(view):
        raise place.broken(f"a dealt world looks different: {seen.position()} instead of {view.position()}")
    if written(seen.to_json()) != written(view.to_json()):
        raise place.broken(f"a dealt world is written differently: {written(seen.to_json())}")


def _is_a_state(place: Place, game: Game, world: State) -> None:
    try:
        same = game.from_json(world.to_json()) == world
    except BadInput as problem:
        raise place.broken(f"a dealt world is no state of the game: {problem}") from problem
    if not same:
        raise place.broken(f"a dealt world comes back from its JSON as another one: {world}")


def _from_the_view_alone(place: Place, pair: tuple[State, State], seat: Seat | None, luck: Stream) -> None:
    one, other = (state.game.determinize(state.observation(seat), Stream(luck)) for state in pair)
    luck.below(2)
    if one != other:
        raise place.broken(f"of equal views one stream deals {one} and {other}; the other truth: {pair[1]}")


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

    After the first deal of `games` games, before anybody has decided anything, a dealt world must be distributed
    as the true ones are: in every piece of its JSON, in how often a piece is the same in two of them, and in what
    the other seats could do. Later, one in four of the games is looked at for a view of which always the same
    world is dealt, though it is not the true one.

    How likely a world is once seats have decided, only the rules can tell: `worlds(view)` is the caller's own
    enumeration of all worlds that a view allows, with weights; it is compared with samples for every viewer of
    `states`, worlds counting as one when their `key` is equal.
    """
    if worlds is not None and not states:
        raise ValueError("an enumeration of worlds is given, but no states to look at")
    if games:
        _like_the_truth(game, games, seed, alarm)
        _not_always_the_same(game, -(-games // ONE_IN), seed, alarm)
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
    """True states after the first deal, and worlds dealt from their views: one law for both.

    Two worlds of one view are as like one another as the truth and one of them; so a law of chance is told from
    a world that the view alone decides.
    """
    heaps = {viewer: (Heaps(), Heaps()) for viewer in viewers(game)}
    for number in range(seed, seed + games):
        luck = Streams(number).stream("testing: first deal")
        state = game.start()
        while state.node is Node.CHANCE:
            state = state.draw(state.sample(luck))
        true = pieces(state.to_json())
        for viewer, (alone, twice) in heaps.items():
            view = state.observation(viewer)
            world = game.determinize(view, luck)
            dealt = pieces(world.to_json())
            alone.add(true | _any_actions(state, viewer, luck), dealt | _any_actions(world, viewer, luck))
            if (number - seed) % ONE_IN == 0:
                again = pieces(game.determinize(view, luck).to_json())
                twice.add(agreement(true, dealt), agreement(dealt, again))
    for viewer, both in heaps.items():
        for what, heap in zip(("", "whether two agree "), both, strict=True):
            odd = heap.oddest()
            if odd is not None and odd.p < alarm / (2 * len(heaps)):
                raise look(Place(here().law, game, seat=viewer)).broken(
                    f"{heap.size} true states after the first deal and worlds dealt from their views follow "
                    f"different laws: {what}in {odd}"
                )


def _any_actions(state: State, viewer: Seat | None, luck: Stream) -> dict[str, str]:
    """One legal action of every other seat."""
    found: dict[str, str] = {}
    for seat in state.acting:
        if seat != viewer:
            legal = state.legal_actions(seat)
            found[f"any action of seat {seat}"] = str(legal[luck.below(len(legal))]) if legal else "none"
    return found


def _not_always_the_same(game: Game, games: int, seed: int, alarm: float) -> None:
    """Where a dealt world is not the true one, there are two that may be, and not always one of them is dealt.

    Each such view halves the chance that this is luck; a viewer of whom two worlds were dealt is done with.
    """
    left: Counter[Seat | None] = Counter(dict.fromkeys(viewers(game), 0))
    for place, state, _ in tour(game, games, seed):
        luck = Streams(place.seed or 0).stream("testing: the same world", place.node)
        for viewer in list(left):
            view = state.observation(viewer)
            world = game.determinize(view, luck)
            if world == state:
                continue
            left[viewer] += 1
            if any(game.determinize(view, luck) != world for _ in range(AGAIN)):
                del left[viewer]
            elif 0.5 ** left[viewer] < alarm:
                raise place.of(viewer).broken(
                    f"of each of {left[viewer]} views always the same world is dealt, and not the true one; "
                    f"here {AGAIN + 1} times {world}"
                )
        if not left:
            return
