"""Laws of deciding: who acts, what is legal, why the rest is refused, and that games end."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from leyden.core.contract import BadInput, Game, Illegal, Node, Outcome, Refusal, Seat, State
from leyden.core.rulebook import rules_text
from leyden.testing.laws import Place, here, law
from leyden.testing.walks import seats_of, tour, viewers, walk


@law
def acting_seats_can_move(game: Game, *, games: int = 3, seed: int = 0) -> None:
    """Seats act at decisions only, each has a legal action, nobody else has one, and every view says the same."""
    for place, state, _ in tour(game, games, seed):
        acting = state.acting
        _tuples(place, game, state)
        if bool(acting) != (state.node is Node.DECISION):
            raise place.broken(f"at a node of {state.node.value} the acting seats are {acting}")
        if list(acting) != sorted(set(acting)) or not set(acting) <= set(seats_of(game)):
            raise place.broken(f"{acting} are not seats of this game, each once, in order")
        if bool(state.chance_outcomes()) != (state.node is Node.CHANCE):
            raise place.broken(f"at a node of {state.node.value} chance has {len(state.chance_outcomes())} outcomes")
        for seat in seats_of(game):
            if bool(state.legal_actions(seat)) != (seat in acting):
                raise place.of(seat).broken(f"acting are {acting}, and this seat has {state.legal_actions(seat)}")
        _outcome(place, game, state)
        for viewer in viewers(game):
            view = state.observation(viewer)
            if (view.seat, view.node, view.acting, view.outcome) != (viewer, state.node, acting, state.outcome):
                told = f"seat {view.seat}, {view.node}, {view.acting}, {view.outcome}"
                raise place.of(viewer).broken(f"the view says {told} of {state.node}, {acting}, {state.outcome}")


def _tuples(place: Place, game: Game, state: State) -> None:
    """What a state hands out is a tuple, so that nobody can add to it, and it knows its game."""
    told: dict[str, object] = {"acting": state.acting, "chance_outcomes": state.chance_outcomes()}
    told |= {f"legal_actions({seat})": state.legal_actions(seat) for seat in seats_of(game)}
    told |= {f"legal of {viewer}'s view": state.observation(viewer).legal for viewer in viewers(game)}
    for name, found in told.items():
        if not isinstance(found, tuple):
            raise place.broken(f"{name} is {found!r}, not a tuple")
    told_of = {"the state": state.game} | {f"the view of {v}": state.observation(v).game for v in viewers(game)}
    for name, other in told_of.items():
        if other != game:
            raise place.broken(f"{name} is of another game: {other!r}")


def _outcome(place: Place, game: Game, state: State) -> None:
    outcome: Outcome | None = state.outcome
    if (outcome is None) == (state.node is Node.TERMINAL):
        raise place.broken(f"at a node of {state.node.value} the outcome is {outcome}")
    if outcome is None:
        return
    ranked = [seat for group in outcome.ranking for seat in group]
    if sorted(ranked) != list(seats_of(game)) or len(outcome.scores) != game.seats or not outcome.reason.strip():
        raise place.broken(f"{outcome} does not rank every seat once, with a score each and a reason")
    if not all(outcome.ranking):
        raise place.broken(f"{outcome} has a place that nobody takes")


@law
def legal_actions_are_in_order(game: Game, *, games: int = 3, seed: int = 0) -> None:
    """Legal actions come in ascending order of ids, in their seat's own words, texts unique, the same in the view."""
    space = game.actions
    for place, state, _ in tour(game, games, seed):
        for seat in seats_of(game):
            legal = state.legal_actions(seat)
            ids, texts = [space.id(action) for action in legal], [str(action) for action in legal]
            if ids != sorted(set(ids)):
                raise place.of(seat).broken(f"the ids do not ascend: {ids}")
            if len(set(texts)) < len(texts):
                raise place.of(seat).broken(f"two legal actions have one text: {', '.join(texts)}")
            view = state.observation(seat)
            words = [str(space.action(number, view)) for number in ids]
            if words != texts:
                raise place.of(seat).broken(f"{texts} are not written in the words of that seat: {words}")
            seen = view.legal
            if seen != legal or [str(action) for action in seen] != texts:
                raise place.of(seat).broken(
                    f"the view allows {', '.join(map(str, seen))}, the state {', '.join(texts)}"
                )
        if state.observation(None).legal:
            raise place.of(None).broken("a spectator has legal actions")


@law
def legal_means_no_refusal(game: Game, *, games: int = 2, seed: int = 0, one_in: int = 12) -> None:
    """An action is refused exactly when it is not legal, by state and view alike, whoever asks; a legal one is done."""
    space = game.actions
    for place, state, _ in tour(game, games, seed, one_in):
        for seat in seats_of(game):
            spot, view = place.of(seat), state.observation(seat)
            legal = set(state.legal_actions(seat))
            texts = {str(action) for action in legal}
            for number in range(len(space)):
                action = space.action(number, seat)
                refused = state.refusal(seat, action)
                if (refused is None) != (action in legal):
                    raise spot.broken(f"{action} is {'il' * (action not in legal)}legal, the refusal is {refused}")
                if view.refusal(action) != refused:
                    raise spot.broken(f"{action}: the state says {refused}, the view {view.refusal(action)}")
                if refused is not None:
                    _reads_well(spot, refused, texts)
            _all_are_done(spot, state, seat)


def _reads_well(place: Place, refused: Refusal, texts: set[str]) -> None:
    if not refused.text.strip() or not refused.rule.strip():
        raise place.broken(f"a refusal without a rule or a sentence: {refused!r}")
    if not set(refused.legal) <= texts:
        raise place.broken(f"the refusal offers {refused.legal}, legal are {sorted(texts)}")


def _all_are_done(place: Place, state: State, seat: Seat) -> None:
    for action in state.legal_actions(seat):
        try:
            state.apply(seat, action)
        except Illegal as refused:
            raise place.broken(f"{action} is legal, but it is refused when it is done: {refused}") from refused


@law
def games_end(game: Game, *, games: int = 20, seed: int = 0) -> None:
    """No game has more decisions than `game.longest`, and every game ends with an outcome.

    A game without such a bound has None there; it ends all the same, long before 100 000 decisions.
    """
    if game.longest is not None and game.longest < 1:
        raise here().broken(f"the longest game has {game.longest} decisions")
    for number in range(seed, seed + games):
        for _ in walk(game, number):
            pass


# -------------------------------------------------------------- rules cited
@law
def refusals_cite_rules(
    game: Game, *, games: int = 2, seed: int = 0, one_in: int = 12, rules: str | None = None
) -> None:
    """Every refusal, and every complaint about the texts '?!', names a rule that the rules text holds.

    Whatever is not legal is refused to every viewer, a spectator included. '?!' is tried as an action of the state
    and of every view, and as a draw of chance.
    """
    book = rules_of(game) if rules is None else rules
    known: dict[str, bool] = {}

    def must_exist(place: Place, rule: str, text: str) -> None:
        if rule not in known:
            known[rule] = cites(book, rule)
        if not rule:
            raise place.broken(f"no rule is named in: {text}")
        if not known[rule]:
            raise place.broken(f"the rules have no {rule!r}, cited in: {text}")

    space = game.actions
    for place, state, _ in tour(game, games, seed, one_in):
        reads: list[Callable[[], object]] = [partial(game.parse_draw, "?!", state), partial(game.parse, "?!", state)]
        for viewer in viewers(game):
            view = state.observation(viewer)
            reads.append(partial(game.parse, "?!", view))
            legal = {space.id(action) for action in view.legal}
            for number in range(len(space)):
                refused = view.refusal(space.action(number, viewer))
                if refused is not None:
                    must_exist(place.of(viewer), refused.rule, refused.text)
                elif number not in legal:
                    raise place.of(viewer).broken(f"{space.action(number, viewer)} is not legal, and not refused")
        for read in reads:
            try:
                raise place.broken(f"'?!' is read as {read()}")
            except BadInput as problem:
                must_exist(place, problem.rule, str(problem))


def cites(book: str, rule: str) -> bool:
    """Whether a rules text defines a rule: `**V-16**`, `**VQ-7 Title**`, or a section like `### 7.1 Title`."""
    return bool(rule) and bool(re.search(rf"\*\*{re.escape(rule)}(?![\w-])|^#+ {re.escape(rule)}[. ]", book, re.M))


def rules_of(game: Game) -> str:
    """The rules text: of the game itself (an attribute `rules_text`), or of the house."""
    own = getattr(game, "rules_text", None)
    if isinstance(own, str):
        return own
    try:
        return rules_text(game.name)
    except LookupError as problem:
        raise LookupError(f"{problem}; a game from elsewhere holds its rules in an attribute rules_text") from None
