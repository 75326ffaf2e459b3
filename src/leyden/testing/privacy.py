"""Laws of secrecy: what a seat may not know changes nothing it receives; sealed choices are sealed."""

from __future__ import annotations

import gc
import itertools
import types
from collections.abc import Iterator

from leyden.core.contract import BadInput, Game, Json, Refusal, Seat, State, Step, View
from leyden.core.streams import Stream, Streams
from leyden.table.record import advance
from leyden.testing.laws import Place, law, look
from leyden.testing.pieces import Heaps, pieces
from leyden.testing.rubbish import RUBBISH
from leyden.testing.statistics import ALARM
from leyden.testing.walks import Pair, alike, most_decisions, steps_from, told, tour, viewers, written

TRIED = 3  # steps tried in both worlds
WORLDS = 80  # dealt to see what a seat must believe
EVERY = 10  # one world in so many is looked at from all sides


@law
def non_interference(
    game: Game, *, games: int = 2, seed: int = 0, one_in: int = 4, steps: int = 4, whole: int = 1
) -> None:
    """Two worlds that a seat cannot tell apart give it the same views, texts, JSON, actions, refusals and events.

    The other world is dealt from the view. One in ten is looked at from all sides, and goes on in step with the
    first, as long as steps are found after which the views are equal again. `whole` games are played in two
    worlds from the start, with a new second world whenever no such step is found.
    """
    for number, (place, state, _) in enumerate(tour(game, games, seed, one_in)):
        for seat in viewers(game):
            luck = Streams(place.seed or 0).stream(f"testing: other world {seat}", place.node)
            view = state.observation(seat)
            pair = state, game.determinize(view, luck)
            _same_faces(place.of(seat), pair, seat, luck, thorough=number % EVERY == 0)
            if number % EVERY:
                continue
            _no_way_back(place.of(seat), view)
            _same_news(place.of(seat), pair, seat, luck)
            _in_step(place.of(seat), game, pair, seat, luck, steps)
    for number in range(seed, seed + whole):
        for seat in viewers(game):
            luck = Streams(number).stream(f"testing: two worlds {seat}")
            place = look(Place("non_interference", game, number, 0, game.start(), seat))
            _in_step(place, game, (game.start(), game.start()), seat, luck, 10 * most_decisions(game), whole=True)


def _in_step(
    place: Place, game: Game, pair: Pair, seat: Seat | None, luck: Stream, steps: int, *, whole: bool = False
) -> None:
    """Play on in both worlds and compare what the seat sees and hears."""
    for number, (after, _, _) in enumerate(alike(game, seat, pair, luck, steps, fresh=whole)):
        spot = look(place.at(after[0]))
        _same_news(spot, after, seat, luck)
        if not whole or number % EVERY == 0:
            _same_faces(spot, after, seat, luck)
            _no_more_news_than_sight(spot, after[0], seat, luck)


def _same_news(place: Place, pair: Pair, seat: Seat | None, luck: Stream) -> None:
    """One step in both worlds, views being equal afterwards, is told to the seat in the same way."""
    steps = steps_from(pair[0])
    luck.shuffle(steps)
    possible = steps_from(pair[1])
    for step in [step for step in steps if step in possible][:TRIED]:
        one, other = advance(pair[0], step), advance(pair[1], step)
        if one.observation(seat) == other.observation(seat) and told(one, seat) != told(other, seat):
            raise place.broken(
                f"{step.move} leads to equal views, but in two worlds the seat is told different things: "
                f"{told(one, seat)} and {told(other, seat)}; the other world: {pair[1]}"
            )


def _no_more_news_than_sight(place: Place, state: State, seat: Seat | None, luck: Stream) -> None:
    """What a seat is told may tell ways apart that lead to one state, but not states that look alike to it.

    Chance and the other seats could do this or that: of two states that give the seat equal views, each can be
    reached with some news that the other can be reached with, too. Or else what the seat must believe is the same
    after both: hands change places for all to see, and whoever knows nothing of them knows nothing more.
    """
    reached: dict[View, dict[State, dict[str, Step]]] = {}
    for step in steps_from(state):
        if step.seat is None or step.seat != seat:
            after = advance(state, step)
            ways = reached.setdefault(after.observation(seat), {}).setdefault(after, {})
            ways.setdefault(repr(told(after, seat)), step)
    for states in reached.values():
        for (one, mine), (other, theirs) in itertools.pairwise(states.items()):
            if mine.keys() & theirs.keys():
                continue
            (news, step), (others, match) = next(iter(mine.items())), next(iter(theirs.items()))
            if not _believed_alike(state, step, match, one.observation(seat), luck):
                raise place.broken(
                    f"events tell apart what the views do not: {news} leads to {one}, {others} to {other}"
                )


def _believed_alike(state: State, step: Step, match: Step, after: View, luck: Stream) -> bool:
    """Whether two steps, taken in worlds that the seat holds for possible, lead to worlds of one law."""
    before, heaps = state.observation(after.seat), Heaps()
    found: tuple[list[dict[str, str]], list[dict[str, str]]] = [], []
    for _ in range(WORLDS):
        for number, one in enumerate((step, match)):
            world = state.game.determinize(before, luck)
            if one in steps_from(world) and (reached := advance(world, one)).observation(after.seat) == after:
                found[number].append(pieces(without_beliefs(reached)))
    for mine, theirs in zip(*found, strict=False):
        heaps.add(mine, theirs)
    odd = heaps.oddest()
    return heaps.size > WORLDS // 4 and (odd is None or odd.p > ALARM)


def without_beliefs(state: State) -> Json:
    """The JSON of a state without the parts, if its game names any, that say what seats have come to know."""
    beliefs = getattr(state.game, "beliefs", ())
    return {name: part for name, part in state.to_json().items() if name not in beliefs}


def _same_faces(place: Place, pair: Pair, seat: Seat | None, luck: Stream, *, thorough: bool = True) -> None:
    ids = [luck.below(len(pair[0].game.actions)) for _ in range(8)]
    one, other = _faces(pair[0], seat), _faces(pair[1], seat)
    if thorough:
        one = itertools.chain(one, _answers(pair[0], seat, ids))
        other = itertools.chain(other, _answers(pair[1], seat, ids))
    for (name, mine), (_, theirs) in zip(one, other, strict=True):
        if mine != theirs:
            raise place.broken(
                f"the {name} differs in a world with the same view: {mine!r} and {theirs!r}; the other world: {pair[1]}"
            )


def _faces(state: State, seat: Seat | None) -> Iterator[tuple[str, object]]:
    """What a seat sees of a state, one by one."""
    space, view = state.game.actions, state.observation(seat)
    yield "node", view.node
    yield "acting seats", view.acting
    yield "outcome", view.outcome
    yield "view", view
    yield "view's hash", hash(view)
    yield "view's text", str(view)
    yield "view's repr", repr(view)
    yield "view's picture", getattr(view, "_repr_html_", lambda: "")()
    yield "view's position", view.position()
    yield "view's JSON", written(view.to_json())
    yield "legal ids", [space.id(action) for action in view.legal]
    yield "legal texts", [str(action) for action in view.legal]
    yield "legal objects", [repr(action) for action in view.legal]


def _answers(state: State, seat: Seat | None, ids: list[int]) -> Iterator[tuple[str, object]]:
    """What a seat is answered to whatever it tries."""
    game = state.game
    space, view = game.actions, state.observation(seat)
    for number in range(len(space)):
        yield f"view's refusal of {number}", _whole(view.refusal(space.action(number, seat)))
    if seat is not None:
        yield "state's legal actions", [repr(action) for action in state.legal_actions(seat)]
        for number in ids:
            yield f"state's refusal of {number}", _whole(state.refusal(seat, space.action(number, seat)))
    for text in (*RUBBISH, *(str(space.action(number, seat)) + "!" for number in ids[:2])):
        yield f"answer to {text[:20]!r}", _answer(game, text, view)
        if seat is not None and state.acting == (seat,):
            yield f"state's answer to {text[:20]!r}", _answer(game, text, state)


def _whole(refused: Refusal | None) -> object:
    return refused and (refused.rule, refused.text, refused.legal)


def _answer(game: Game, text: str, view: View | State) -> str:
    try:
        return f"read as {game.parse(text, view)!r}"
    except BadInput as problem:
        return f"{type(problem).__name__}: {problem}, line {problem.line}, column {problem.column}, {problem.rule}"


def _no_way_back(place: Place, view: View) -> None:
    """No chain of references leads from a view to a state (the game itself holds none)."""
    skipped = (Game, type, types.ModuleType, types.FunctionType, types.MethodType, types.BuiltinFunctionType)
    seen, todo = {id(view)}, [view]
    while todo:
        for thing in gc.get_referents(todo.pop()):
            if isinstance(thing, State):
                raise place.broken("the view holds a reference to a state")
            if id(thing) not in seen and not isinstance(thing, skipped):
                seen.add(id(thing))
                todo.append(thing)


# ------------------------------------------------------------- sealed choices
@law
def commits_commute(game: Game, *, games: int = 10, seed: int = 0, orders: int = 6) -> None:
    """Where several seats act at once, their order changes nothing, and a commit tells others only that it was made."""
    for place, state, step in tour(game, games, seed):
        if step is None or len(state.acting) < 2:
            continue
        luck = Streams(place.seed or 0).stream("testing: commits", place.node)
        choices = {seat: luck.below(len(state.legal_actions(seat))) for seat in state.acting}
        reached: list[State] = []
        for order in itertools.islice(itertools.permutations(state.acting), orders):
            now = state
            for at, seat in enumerate(order):
                action = now.legal_actions(seat)[choices[seat]]
                after = now.apply(seat, action)
                if at + 1 < len(order):
                    _sealed(place.at(now), now, after, seat, luck)
                now = after
            reached.append(now)
            if now != reached[0] or written(now.to_json()) != written(reached[0].to_json()):
                raise place.broken(f"in another order ({order}) the same choices lead to {now}, not {reached[0]}")


def _sealed(place: Place, before: State, after: State, seat: Seat, luck: Stream) -> None:
    """Others see the same whatever the seat chose, and may do what they could do before."""
    if set(after.acting) != set(before.acting) - {seat}:
        raise place.broken(f"acting were {before.acting}; after the commit of seat {seat} they are {after.acting}")
    legal = before.legal_actions(seat)
    other = before.apply(seat, legal[luck.below(len(legal))])
    for viewer in viewers(before.game):
        if viewer == seat:
            continue
        mine, theirs = after.observation(viewer), other.observation(viewer)
        if mine != theirs or str(mine) != str(theirs) or written(mine.to_json()) != written(theirs.to_json()):
            raise place.of(viewer).broken(f"the view shows what seat {seat} chose: {mine.position()}")
        if told(after, viewer) != told(other, viewer):
            raise place.of(viewer).broken(f"events tell what seat {seat} chose: {told(after, viewer)}")
        if mine.legal != before.observation(viewer).legal:
            raise place.of(viewer).broken(f"a commit of seat {seat} changes what this seat may do")
