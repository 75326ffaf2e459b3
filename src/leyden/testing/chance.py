"""The law of chance: exact probabilities, and samples that follow them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from leyden.core.contract import BadInput, Draw, Game, Illegal, Node, State
from leyden.core.streams import Streams
from leyden.testing.laws import Place, law
from leyden.testing.statistics import ALARM, follows
from leyden.testing.walks import tour


@law
def chance_is_exact(
    game: Game, *, games: int = 3, seed: int = 0, samples: int = 600, nodes: int = 8, alarm: float = ALARM
) -> None:
    """Outcomes of chance have unique texts and probabilities that sum to exactly 1; samples follow them."""
    seen: list[Draw] = []
    tested = 0
    for place, state, _ in tour(game, games, seed):
        outcomes = state.chance_outcomes()
        _exact(place, game, state)
        for draw in seen:
            if draw not in [possible for possible, _ in outcomes]:
                _impossible(place, game, state, draw)
        seen += [draw for draw, _ in outcomes if draw not in seen]
        if len(outcomes) > 1 and tested < nodes and place.node % 3 == tested % 3:
            tested += 1
            _sampled(place, state, samples, alarm)


def _exact(place: Place, game: Game, state: State) -> None:
    outcomes = state.chance_outcomes()
    if state.node is not Node.CHANCE:
        if outcomes:
            raise place.broken(f"chance owes nothing, but has outcomes: {outcomes}")
        return
    if any(type(p) is not Fraction or p <= 0 for _, p in outcomes):
        raise place.broken(f"not every probability is a positive fraction: {_listed(state)}")
    if sum(p for _, p in outcomes) != 1:
        raise place.broken(f"the probabilities sum to {sum(p for _, p in outcomes)}: {_listed(state)}")
    if len({str(draw) for draw, _ in outcomes}) < len(outcomes):
        raise place.broken(f"two outcomes have one text: {_listed(state)}")
    for draw, _ in outcomes:
        if game.parse_draw(str(draw), state) != draw:
            raise place.broken(f"{draw} is read as {game.parse_draw(str(draw), state)}")
        state.draw(draw)
    try:
        raise place.broken(f"'?!' is read as {game.parse_draw('?!', state)}")
    except BadInput:
        pass


def _listed(state: State) -> str:
    return ", ".join(f"{draw} {p}" for draw, p in state.chance_outcomes())


def _impossible(place: Place, game: Game, state: State, draw: Draw) -> None:
    """An outcome that was possible elsewhere is refused here."""
    try:
        state.draw(draw)
    except Illegal:
        pass
    else:
        raise place.broken(f"chance cannot give {draw} here, but it is drawn")
    if str(draw) in [str(possible) for possible, _ in state.chance_outcomes()]:
        return
    try:
        game.parse_draw(str(draw), state)
    except BadInput:
        return
    raise place.broken(f"chance cannot give {draw} here, but its text is read")


def _sampled(place: Place, state: State, samples: int, alarm: float) -> None:
    luck = Streams(place.seed or 0).stream("testing: samples", place.node)
    counts = Counter(state.sample(luck) for _ in range(samples))
    weights = {draw: float(p) for draw, p in state.chance_outcomes()}
    if any(draw not in weights for draw in counts):
        raise place.broken(f"a sample is none of the outcomes {_listed(state)}")
    p = follows(counts, weights)
    if p < alarm:
        found = ", ".join(f"{draw} {counts[draw]}" for draw in weights)
        raise place.broken(f"{samples} samples do not follow the law (p = {p:.2g}): {found}; law: {_listed(state)}")
