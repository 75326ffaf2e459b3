"""The law of one rule: compiled and plain, it does the same after every decision and every step of chance."""

from __future__ import annotations

from typing import Any

from leyden.core.contract import Game, Node, State, Step
from leyden.core.engine import Engine, as_words, listed, numbers, pack
from leyden.core.streams import Stream, Streams
from leyden.testing.laws import Place, law, look
from leyden.testing.walks import most_decisions, tour, viewers


@law
def compiled_agrees_with_plain(game: Game, *, games: int = 6, seed: int = 0, whole: int = 30) -> None:
    """Compiled rules do to packed records, state by state, what the plain rules and the game's states do.

    `games` are walked through with every step taken alone and in the game's states; `whole` more are played
    from the start to the end on records, which are compared after every decision.
    For games written with `@rule` functions: `rules_module`, `worlds_module` and `tables` of the game,
    `record` of its states (made anew by `type(state)(game, record)`) and `sight` of its views. For any
    other game there is nothing to compare. In pure mode both sides are plain.
    """
    if not game.rules_module:
        return
    bench = _Bench(game)
    for place, state, step in tour(game, games, seed):
        luck = Streams(place.seed or 0).stream("testing: compiled", place.node)
        if state.node is Node.CHANCE:
            bench.chance(place, state, luck)
        if step is None or step.seat is not None:
            bench.legal(place, state)
        if step is not None and step.seat is not None:
            bench.decision(place, state, step)
        viewer = viewers(game)[place.node % (game.seats + 1)]
        if place.node % 4 == 0:
            bench.world(place.of(viewer), state, luck)
    for number in range(seed, seed + whole):
        bench.whole(look(Place("compiled_agrees_with_plain", game, number)))


def ids_in(moves: list[int], word: int) -> list[int]:
    """The actions in the words of a set, ascending."""
    return [word * at + bit for at, bits in enumerate(moves) for bit in range(word) if bits >> bit & 1]


class _Bench:
    """One game's compiled steps beside its plain ones."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.engine = Engine(game)
        self.rules, self.loops = self.engine.rules, self.engine.loops
        states = self.engine.states()
        self.loops.start_one(self.engine.tables, states)
        self.started = self.engine.unpack(states)

    def packed(self, state: Any) -> Any:
        return pack(self.engine.state_type, state.record)

    def same(self, place: Place, what: str, found: Any, wanted: Any) -> None:
        """Two records, field by field."""
        kind = self.engine.state_type
        self.alike(place, what, kind.as_tuple(found), kind.as_tuple(wanted))

    def alike(self, place: Place, what: str, mine: tuple[Any, ...], theirs: tuple[Any, ...]) -> None:
        """Two records as tuples, field by field."""
        if mine != theirs:
            names = self.engine.state_type.shapes
            fields = [f"{f}: {a} and {b}" for f, a, b in zip(names, mine, theirs, strict=True) if a != b]
            raise place.broken(f"{what}, compiled and plain differ in {'; '.join(fields)}")

    def chance(self, place: Place, state: State, luck: Stream) -> None:
        """Chance decides by the same stream: compiled rules, plain rules, and the state's own sample."""
        if place.node == 0:
            self.same(place, "at the start", self.started, state.record)  # type: ignore[attr-defined]
        packed, words, plain = self.packed(state), as_words(luck), state.record  # type: ignore[attr-defined]
        by_rule, by_state = Stream(luck), Stream(luck)
        self.loops.chance_one(self.engine.tables, packed, words)
        self.rules.chance(self.game.tables, plain, by_rule)
        self.same(place, "after a step of chance", self.engine.unpack(packed), plain)
        draw = state.sample(by_state)
        if not int(words[0]) == by_rule[0] == by_state[0]:
            raise place.broken("compiled rules, plain rules and the state's sample use up their streams differently")
        made: Any = type(state)
        if made(self.game, plain) != state.draw(draw):
            raise place.broken(f"from one stream the state samples {draw}, the rules draw {made(self.game, plain)}")

    def legal(self, place: Place, state: State) -> None:
        """The compiled legal actions are the state's."""
        ids = numbers(self.rules.ACTIONS)
        n = self.loops.legal_ids(self.engine.tables, self.packed(state), numbers(self.rules.WORDS), ids)
        wanted = [self.game.actions.id(a) for seat in state.acting for a in state.legal_actions(seat)]
        if listed(ids, n) != wanted:
            raise place.broken(f"compiled rules allow {listed(ids, n)}, the state {wanted}")

    def decision(self, place: Place, state: State, step: Step) -> None:
        """The compiled `apply` leads where the state's leads."""
        number = self.game.actions.id(step.move)
        packed, plain = self.packed(state), state.record  # type: ignore[attr-defined]
        self.loops.apply_one(self.engine.tables, packed, number)
        self.rules.apply(self.game.tables, plain, step.seat, number)
        self.same(place, f"after {step.move}", self.engine.unpack(packed), plain)
        after: Any = state.apply(step.seat, step.move)  # type: ignore[arg-type]
        self.same(place, f"after {step.move} applied to the state", self.engine.unpack(packed), after.record)

    def whole(self, place: Place) -> None:
        """A game played by both at once. Some games lean to high ids, some to low ones: so odd corners are reached."""
        seed = place.seed or 0
        rules, g, kind = self.rules, self.game.tables, self.engine.state_type
        cursor, s, moves = self.engine.cursor(), kind.new(), [0] * self.rules.WORDS
        dice, luck = Streams(seed).stream("testing: twins"), Streams(seed).stream("testing: twins decide")
        words = as_words(dice)
        rules.start(g, s)
        snapshots, plain, actions = [], [], list[int]()
        while True:
            seat = cursor.chance(words)
            while rules.chances(g, s) != 0:
                rules.chance(g, s, dice)
            snapshots.append(cursor.snapshot())
            plain.append(kind.as_tuple(s))
            if seat < 0 or len(actions) > most_decisions(self.game):
                break
            ids = cursor.legal_ids()
            rules.legal(g, s, seat, moves)
            if ids != ids_in(moves, rules.WORD):
                raise place.broken(
                    f"after {actions} compiled rules allow {ids}, plain ones {ids_in(moves, rules.WORD)}"
                )
            picked = sorted(ids[luck.below(len(ids))] for _ in range(1 + seed % 4))
            actions.append(picked[-1 if seed % 8 < 4 else 0])
            cursor.apply(actions[-1])
            rules.apply(g, s, seat, actions[-1])
        for n, (mine, theirs) in enumerate(zip(self.engine.tuples(snapshots), plain, strict=True)):
            self.alike(place, f"in a whole game, after {actions[:n]}", mine, theirs)
        if int(words[0]) != dice[0]:
            raise place.broken("compiled and plain rules use up their streams differently in a whole game")

    def world(self, place: Place, state: State, luck: Stream) -> None:
        """The compiled `determinize` deals the same world from the same stream."""
        assert place.seat is None or not isinstance(place.seat, str)
        view: Any = state.observation(place.seat)
        words, by_game = as_words(luck), Stream(luck)
        packed = self.engine.states()
        sight = pack(self.engine.sight_type, view.sight)
        self.loops.determinize_one(self.engine.tables, sight, packed, words)
        world: Any = self.game.determinize(view, by_game)
        self.same(place, "for a dealt world", self.engine.unpack(packed), world.record)
        if int(words[0]) != by_game[0]:
            raise place.broken("compiled and plain rules use up their streams differently when they deal a world")
