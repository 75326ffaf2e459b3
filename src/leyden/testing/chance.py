"""The law of chance: exact probabilities, and samples that follow them.

A sample takes its luck from a stream, in whole numbers below others. Where it is handed every such number in turn
instead of lucky ones, what it would give in all of them is its law, exactly, and no fault is too small to be seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from leyden.core.contract import BadInput, Draw, Game, Illegal, Node, State
from leyden.core.streams import Stream, Streams
from leyden.testing.laws import Place, law
from leyden.testing.statistics import ALARM, follows
from leyden.testing.walks import tour

MOST_WAYS = 5000  # that luck can go in one sample; beyond, its law is measured


@law
def chance_is_exact(
    game: Game, *, games: int = 3, seed: int = 0, samples: int = 600, nodes: int = 8, alarm: float = ALARM
) -> None:
    """Outcomes of chance have unique texts and probabilities that sum to exactly 1; samples follow them.

    Where `sample` takes its luck by `below` and `shuffle` of its stream, and does not go on until it likes what it
    gets, its law is compared with `chance_outcomes` exactly, at every node. Otherwise `samples` of it are counted at
    so many `nodes`, which shows no fault much smaller than a fifth of a probability.

    What is not caught: a wrong law that `sample` and `chance_outcomes` share. The rules alone can tell, and a test of
    the game's own; nor do exact samples say that the compiled `chance` draws them (`compiled_agrees_with_plain`).
    """
    seen: list[Draw] = []
    tested = 0
    for place, state, _ in tour(game, games, seed):
        outcomes = state.chance_outcomes()
        _exact(place, game, state)
        for draw in seen:
            if draw not in [possible for possible, _ in outcomes]:
                _impossible(place, game, state, draw)
        seen += [draw for draw, _ in outcomes if draw not in seen]
        if not outcomes:
            continue
        law_of = _law_of_samples(state)
        if law_of is not None:
            _follows_exactly(place, state, law_of)
        elif len(outcomes) > 1 and tested < nodes and place.node % 3 == tested % 3:
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


class _Unknown(Exception):
    """The law of a sample cannot be found out one way of luck after another."""


class _Scripted(Stream):
    """Luck as it is written: `ways` holds each number with the bound that it is drawn below; noughts follow."""

    def __init__(self, ways: list[tuple[int, int]]) -> None:
        super().__init__([0])
        self.ways, self.at, self.one_in = ways, 0, 1

    def below(self, n: int) -> int:
        """The next number that is written."""
        if n <= 0:
            raise ValueError(f"a stream can only draw below a positive number, not {n}")
        if self.at == len(self.ways):
            self.ways.append((0, n))
        self.one_in *= n
        if self.ways[self.at][1] != n or self.one_in > MOST_WAYS:
            raise _Unknown  # the sample has luck of its own, or there are too many ways
        self.at += 1
        return self.ways[self.at - 1][0]

    def _bare(self, *_: object) -> None:
        """The counter of the stream itself, or a copy of it: what is done with that cannot be written."""
        raise _Unknown

    __getitem__ = __setitem__ = __iter__ = _bare  # type: ignore[assignment]  # they never return


def _all_luck(state: State) -> Iterator[tuple[Draw, Fraction]]:
    """Every way that luck can go in a sample: what is drawn, and how probable that way is."""
    ways: list[tuple[int, int]] = []
    while True:
        stream = _Scripted(ways)
        draw = state.sample(stream)
        del ways[stream.at :]
        yield draw, Fraction(1, stream.one_in)
        while ways and ways[-1][0] == ways[-1][1] - 1:
            ways.pop()
        if not ways:
            return
        ways[-1] = ways[-1][0] + 1, ways[-1][1]


def _law_of_samples(state: State) -> dict[Draw, Fraction] | None:
    """The exact law of `sample`; None where it cannot be found out."""
    found: dict[Draw, Fraction] = {}
    try:
        for draw, p in _all_luck(state):
            found[draw] = found.get(draw, Fraction(0)) + p
    except _Unknown:
        return None
    return found


def _follows_exactly(place: Place, state: State, found: dict[Draw, Fraction]) -> None:
    said = dict(state.chance_outcomes())
    for draw in {**said, **found}:
        if said.get(draw, 0) != found.get(draw, 0):
            raise place.broken(
                f"samples do not follow the law: they are {draw} with a probability of {found.get(draw, 0)}, and "
                f"not {said.get(draw, 0)}; law: {_listed(state)}"
            )


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
