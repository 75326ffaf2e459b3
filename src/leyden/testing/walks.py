"""Random walks: the one way in which all laws go through a game, alone or in two worlds alike to a seat."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from leyden.core.contract import Game, Illegal, Json, Node, Seat, State, Step
from leyden.core.streams import Stream, Streams
from leyden.table.record import advance
from leyden.testing.laws import Broken, Place, here, look

MOST_DRAWS = 1000  # chance steps in a row
MOST_DECISIONS = 100_000  # of a game that has no longest one (`game.longest` is None): it ends long before
PATIENCE = 3  # steps of one world that `next_pair` tries to match in the other


def viewers(game: Game) -> tuple[Seat | None, ...]:
    """Everybody who can look at the table: the seats, and None for a spectator."""
    return (*seats_of(game), None)


def seats_of(game: Game) -> tuple[Seat, ...]:
    """The seats."""
    return tuple(Seat(number) for number in range(game.seats))


def told(state: State, seat: Seat | None) -> list[tuple[str, str, Json]]:
    """What a seat hears of the last step: kind, sentence and data of each event."""
    return [(event.kind, event.text, event.to_json()) for event in state.events if event.seen_by(seat)]


def most_decisions(game: Game) -> int:
    """No game has more decisions; where the game itself gives no bound, one that no game comes near."""
    return MOST_DECISIONS if game.longest is None else game.longest


def written(data: Json) -> str:
    """JSON as text that does not depend on the order of keys."""
    return json.dumps(data, sort_keys=True)


def walk(game: Game, seed: int = 0) -> Iterator[tuple[State, Step | None]]:
    """A random game from start to end: every state with the step taken there (None at the end).

    Chance draws from one stream, each seat decides by another; all legal actions are equally likely.
    """
    streams = Streams(seed)
    dice, order = streams.stream("testing: chance"), streams.stream("testing: who is first")
    minds = [streams.stream("testing: seat", seat) for seat in seats_of(game)]
    state, decided, drawn, at = game.start(), 0, 0, 0
    while state.node is not Node.TERMINAL:
        place = Place(here().law, game, seed, at, state)
        if state.node is Node.CHANCE:
            step, drawn = Step(None, state.sample(dice)), drawn + 1
        else:
            step, drawn, decided = _decision(place, state, order, minds), 0, decided + 1
        if decided > most_decisions(game):
            longest = "ever a game should have" if game.longest is None else "the longest game has"
            raise Broken("games_end", f"more decisions than {longest} ({most_decisions(game)})", place)
        if drawn > MOST_DRAWS:
            raise Broken("games_end", f"more than {MOST_DRAWS} draws of chance in a row", place)
        yield state, step
        try:
            state, at = advance(state, step), at + 1
        except Illegal as problem:
            law = "chance_is_exact" if step.seat is None else "legal_means_no_refusal"
            raise Broken(law, f"{step.move} is legal, but it is refused when it is done: {problem}", place) from problem
    yield state, None


def _decision(place: Place, state: State, order: Stream, minds: Sequence[Stream]) -> Step:
    if not state.acting:
        raise Broken("acting_seats_can_move", "a decision is due, but no seat acts", place)
    seat = state.acting[order.below(len(state.acting))]
    legal = state.legal_actions(seat)
    if not legal:
        raise Broken("acting_seats_can_move", "the seat owes a decision and has no legal action", place.of(seat))
    return Step(seat, legal[minds[seat].below(len(legal))])


def tour(game: Game, games: int, seed: int, one_in: int = 1) -> Iterator[tuple[Place, State, Step | None]]:
    """The nodes of several walks, each with its place: the first and the last of a game, and one in `one_in` others."""
    for number in range(seed, seed + games):
        pick = Streams(number).stream("testing: nodes")
        for at, (state, step) in enumerate(walk(game, number)):
            if at == 0 or step is None or pick.below(one_in) == 0:
                yield look(Place(here().law, game, number, at, state)), state, step


def steps_from(state: State) -> list[Step]:
    """Every step that can be taken: all outcomes of chance, or all legal actions of all acting seats."""
    if state.node is Node.CHANCE:
        return [Step(None, draw) for draw, _ in state.chance_outcomes()]
    return [Step(seat, action) for seat in state.acting for action in state.legal_actions(seat)]


Pair = tuple[State, State]


def next_pair(pair: Pair, seat: Seat | None, stream: Stream) -> tuple[Pair, Step, Step] | None:
    """Move two worlds, alike to a seat, to two that are alike again; None if no step was found that does.

    Alike: the seat sees equal views and hears of equal events. It decides alike itself; chance and the others
    may do something else in the other world,
    and where they can, they do so half of the time.
    """
    one, other = pair
    steps = steps_from(one)
    stream.shuffle(steps)
    for step in steps[:PATIENCE]:
        after = advance(one, step)
        seen, heard = after.observation(seat), told(after, seat)
        for match in _matches(other, step, seat, stream):
            reached = advance(other, match)
            if reached.observation(seat) == seen and told(reached, seat) == heard:
                return (after, reached), step, match
    return None


def _matches(other: State, step: Step, seat: Seat | None, stream: Stream) -> list[Step]:
    """What may look like the step: the same step, before or behind a different one, then all the rest."""
    steps = [match for match in steps_from(other) if match.seat == step.seat]
    same = [match for match in steps if match.move == step.move]
    if step.seat is not None and step.seat == seat:
        return same
    rest = [match for match in steps if match.move != step.move]
    stream.shuffle(rest)
    return rest[:1] + same + rest[1:] if stream.below(2) else same + rest


def alike(
    game: Game, seat: Seat | None, pair: Pair, stream: Stream, steps: int, *, fresh: bool = False
) -> Iterator[tuple[Pair, Step, Step]]:
    """Go on with two worlds alike to a seat, for so many steps or as long as steps are found.

    With `fresh`, the first world then goes on alone for a step, and a new second world is dealt from its view.
    """
    for _ in range(steps):
        found = next_pair(pair, seat, stream)
        if found is not None:
            yield found
            pair = found[0]
            continue
        possible = steps_from(pair[0])
        if not fresh or not possible:
            return
        after = advance(pair[0], possible[stream.below(len(possible))])
        pair = after, game.determinize(after.observation(seat), stream)
