"""Games with one planted fault each, and the law that must catch it. A kit that cannot fail proves nothing.

A mutant changes Voltage's classes for the length of one test, or is a subclass of the toy game.
"""

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from leyden import games
from leyden.core.contract import BadInput, Event, Illegal, Node, Refusal
from leyden.core.engine import Cursor
from leyden.core.luck import random_below
from leyden.core.options import BadOption
from leyden.core.rule import PURE
from leyden.core.streams import as_stream
from leyden.games.powerswitch.layout import action_text
from leyden.games.powerswitch.view import PowerSwitchView
from leyden.games.voltage import events, reasons, worlds
from leyden.games.voltage.actions import DrawCard, FlipToken, PlayNumber, PlaySpecial, VoltageActions, VoltageDraw
from leyden.games.voltage.game import Voltage
from leyden.games.voltage.state import VoltageState
from leyden.games.voltage.view import VoltageView
from leyden.testing import walks
from tests.testing import toy
from tests.testing.toy import Bid, Bidding, BidState


@dataclass(frozen=True)
class Mutant:
    name: str
    law: str  # the law that must catch it
    says: str  # what its message must say, so that nothing else is caught by chance
    plant: Callable[[Any], Any]  # (monkeypatch) -> the game
    more: Callable[[Any], dict] = lambda game: {}  # what else the law is given


MUTANTS: list[Mutant] = []


def mutant(law, says, **more):
    def mark(plant):
        MUTANTS.append(Mutant(plant.__name__, law, says, plant, **more))
        return plant

    return mark


def voltage(**options):
    return games.load("voltage", **options)


def around(patch, cls, name, change):
    """Replace a method by `change(old method, self, arguments …)`."""
    old = getattr(cls, name)
    patch.setattr(cls, name, lambda self, *args, **given: change(old, self, *args, **given))


def changed(patch, cls, name, change):
    """Replace a property by `change(old value, self)`."""
    old = getattr(cls, name).fget
    patch.setattr(cls, name, property(lambda self: change(old(self), self)))


def peeking(patch):
    """Views that carry what their seat must not see: the hands."""

    def observation(old, state, seat):
        view = old(state, seat)
        view.peek = f"{state.record.hand[0] | state.record.hand[1]:x}"
        return view

    around(patch, VoltageState, "observation", observation)


# ------------------------------------------------------------------- leaks
@mutant("non_interference", "differs in a world with the same view")
def leak_through_legal_actions(patch):
    def legal_words(old, state):
        words = list(old(state))
        s = state.record
        if words[4] > 1 or sum(map(int.bit_count, words)) < 2 or not s.hand[1 - s.player] & state.game.tables.specials:
            return words
        words[4] = 0  # no draw when the opponent holds a special card
        return words

    around(patch, VoltageState, "_legal_words", legal_words)
    return voltage()


@mutant("non_interference", "view's refusal")
def leak_through_an_error_text(patch):
    peeking(patch)
    around(patch, VoltageView, "refusal", lambda old, view, action: _told(old(view, action), view))
    return voltage()


def _told(refused, view):
    return refused and replace(refused, text=f"{refused.text} ({view.peek})")


@mutant("non_interference", "answer to")
def leak_through_a_parse_error(patch):
    def parse(old, game, text, view, **given):
        try:
            return old(game, text, view, **given)
        except BadInput as problem:
            raise BadInput(f"{problem.text}; {getattr(view, '_s', None) and list(view._s.hand)}") from problem

    around(patch, Voltage, "parse", parse)
    return voltage()


@mutant("non_interference", "view's text")
def leak_through_the_view_text(patch):
    peeking(patch)
    around(patch, VoltageView, "__str__", lambda old, view: old(view) + view.peek)
    return voltage()


@mutant("non_interference", "view's picture")
def leak_through_the_picture(patch):
    peeking(patch)
    around(patch, VoltageView, "_repr_html_", lambda old, view: old(view) + f"<!-- {view.peek} -->")
    return voltage()


@mutant("non_interference", "view's JSON")
def leak_through_json(patch):
    peeking(patch)
    around(patch, VoltageView, "to_json", lambda old, view: {**old(view), "debug": view.peek})
    return voltage()


@mutant("non_interference", "events tell apart what the views do not")
def leak_through_events(patch):
    patch.setattr(events, "_only", lambda seat: None)  # the drawn face for everybody
    return voltage()


@mutant("non_interference", "events tell apart what the views do not")
def leak_of_a_played_back(patch):
    patch.setattr(events, "_only", lambda seat: frozenset({0, 1, None}))  # private backs, told at each play
    return voltage(hand_backs="private")


@mutant("non_interference", "the seat is told different things")
def leak_of_a_hand_in_an_event(patch):
    def told(found, state):
        hint = Event("hint", f"There are {state.record.hand[1]:x} in B's hand.")
        return (*found, hint) if any(event.kind == "play" for event in found) else found

    changed(patch, VoltageState, "events", told)
    return voltage()


@mutant("non_interference", "holds a reference to a state")
def view_with_a_way_back(patch):
    def observation(old, state, seat):
        view = old(state, seat)
        view.whence = {"from": [state]}
        return view

    around(patch, VoltageState, "observation", observation)
    return voltage()


@mutant("redaction_hides", "has two records")
def leak_through_a_redacted_record(patch):
    def write_script(old, game, script, seat="all"):
        dealt = [str(step.move) for step in script.steps if step.seat is None]
        return old(game, script, seat) + f"\n; {''.join(dealt)}\n"

    around(patch, Voltage, "write_script", write_script)
    return voltage()


@mutant("redaction_hides", "tells the seed")
def seed_in_a_redacted_record(patch):
    around(patch, Voltage, "write_script", lambda old, g, script, seat="all": old(g, script, seat) + _rng(script))
    return voltage()


def _rng(script):
    return f"\n; {script.tags.get('Rng')}\n"


# ------------------------------------------------------------------- words
@mutant("game_is_named", "two seats have one name")
def seats_of_one_name(patch):
    game = voltage()
    game.seat_names = ("A", "a ")
    return game


@mutant("game_is_named", "record_suffix is 'vgr'")
def a_suffix_without_a_dot(patch):
    patch.setattr(Voltage, "record_suffix", "vgr")
    return voltage()


@mutant("events_are_plain", "is nobody who looks at this table")
def an_event_for_nobody(patch):
    patch.setattr(events, "_only", lambda seat: frozenset())
    return voltage()


@mutant("events_are_plain", "the JSON of an event is not plain data")
def an_event_that_hides_its_text(patch):
    changed(patch, VoltageState, "events", lambda found, s: tuple(replace(e, data={"text": "no"}) for e in found))
    return voltage()


@mutant("events_are_plain", "nobody was told anything")
def a_silent_game(patch):
    changed(patch, VoltageState, "events", lambda found, state: ())
    return voltage()


# --------------------------------------------------------------- bad input
@mutant("rubbish_is_refused", "instead of BadInput")
def a_reader_that_trips(patch):
    around(patch, Voltage, "position", lambda old, game, text: old(game, text) if text else text[0])
    return voltage()


@mutant("rubbish_is_refused", "is refused as a position without a word")
def a_reader_without_words(patch):
    def position(old, game, text):
        try:
            return old(game, text)
        except BadInput:
            raise BadInput("") from None

    around(patch, Voltage, "position", position)
    return voltage()


@mutant("rubbish_is_refused", "is read as the JSON of a state")
def rubbish_taken_for_a_state(patch):
    def from_json(old, game, data):
        return old(game, data if data else game.start().to_json())

    around(patch, Voltage, "from_json", from_json)
    return voltage()


@mutant("rubbish_is_refused", "which is no action of the game")
def rubbish_taken_for_an_action(patch):
    def action_from_json(old, game, data):
        try:
            return old(game, data)
        except BadInput:
            return PlayNumber(11, True, False, 7)

    patch.setattr(VoltageActions, "id", lambda space, action: 0)
    around(patch, Voltage, "action_from_json", action_from_json)
    return voltage()


@mutant("rubbish_is_refused", "is read as a state that is none")
def half_a_state(patch):
    def from_json(old, game, data):
        try:
            return old(game, data)
        except BadInput:
            state = game.start()
            if isinstance(data, dict) and len(data) > 5:
                state._s.player = 7
                return state
            raise

    around(patch, Voltage, "from_json", from_json)
    return voltage()


# ------------------------------------------------------------------ chance
@mutant("chance_is_exact", "do not follow the law")
def wrong_probability(patch):
    def outcomes(old, state):
        found = old(state)
        if len(found) < 2:
            return found
        (first, p), (second, q), *rest = found
        return ((first, p + q / 2), (second, q / 2), *rest)

    around(patch, VoltageState, "chance_outcomes", outcomes)
    return voltage()


def moved(patch, part):
    """A part of the second outcome's probability goes to the first."""

    def outcomes(old, state):
        (first, p), *others = old(state) or ((None, 0),)
        if not others:
            return old(state)
        (second, q), *rest = others
        return ((first, p + q * part), (second, q - q * part), *rest)

    around(patch, VoltageState, "chance_outcomes", outcomes)
    return voltage()


@mutant("chance_is_exact", "do not follow the law")
def a_tenth_of_a_probability_moved(patch):
    return moved(patch, Fraction(1, 10))


@mutant("chance_is_exact", "do not follow the law")
def a_hundredth_of_a_probability_moved(patch):
    return moved(patch, Fraction(1, 100))


@mutant("chance_is_exact", "do not follow the law")
def a_millionth_of_a_probability_moved(patch):
    return moved(patch, Fraction(1, 10**6))


@mutant("chance_is_exact", "600 samples do not follow the law")
def prizes_in_order(patch):
    def sample(state, stream):  # luck that cannot be written down is counted
        prizes = state.table.prizes
        return toy.Prize(prizes[random_below(stream, len(prizes)) * random_below(stream, 2)])

    patch.setattr(BidState, "sample", sample)
    return Bidding.load()


@mutant("chance_is_exact", "do not follow the law")
def samples_by_luck_of_their_own(patch):
    own = random.Random(1)
    patch.setattr(BidState, "sample", lambda state, stream: toy.Prize(own.choice(state.table.prizes)))
    return Bidding.load()


@mutant("chance_is_exact", "the probabilities sum to")
def probabilities_short_of_one(patch):
    around(patch, VoltageState, "chance_outcomes", lambda old, s: tuple((d, p * Fraction(99, 100)) for d, p in old(s)))
    return voltage()


@mutant("chance_is_exact", "not every probability is a positive fraction")
def probabilities_as_floats(patch):
    around(patch, VoltageState, "chance_outcomes", lambda old, s: tuple((d, float(p)) for d, p in old(s)))
    return voltage()


@mutant("chance_is_exact", "do not follow the law")
def biased_sample(patch):
    around(patch, VoltageState, "sample", lambda old, s, luck: old(s, luck) if luck.below(4) else _first(s))
    return voltage()


def _first(state):
    return state.chance_outcomes()[0][0]


@mutant("chance_is_exact", "but it is drawn")
def impossible_outcome_drawn(patch):
    around(patch, VoltageState, "_possible", lambda old, s, draw, owed: old(s, draw, owed) or owed == 0)
    return voltage()


@mutant("chance_is_exact", "two outcomes have one text")
def two_outcomes_with_one_text(patch):
    patch.setattr(VoltageDraw, "__str__", lambda draw: "card")
    return voltage()


# ----------------------------------------------------------------- values
@mutant("apply_never_mutates", "of the old state changed")
def mutating_apply(patch):
    def apply(old, state, seat, action):
        after = old(state, seat, action)
        state._s.turn += 1
        return after

    around(patch, VoltageState, "apply", apply)
    return voltage()


@mutant("apply_never_mutates", "of the old state changed")
def mutating_refusal(patch):
    def refusal(old, state, seat, action):
        refused = old(state, seat, action)
        if refused is not None:
            state._events = ()
        return refused

    around(patch, VoltageState, "refusal", refusal)
    return voltage()


@mutant("apply_never_mutates", "but applied")
def refused_but_applied(patch):
    def apply(old, state, seat, action):
        try:
            return old(state, seat, action)
        except Illegal:
            return state

    around(patch, VoltageState, "apply", apply)
    return voltage()


@mutant("replay_gives_equal_states", "replayed from")
def hidden_generator(patch):
    ticks = itertools.count()

    def draw(old, state, outcome):
        after = old(state, outcome)
        after._s.plus[0] ^= next(ticks) % 50 == 40
        return after

    around(patch, VoltageState, "draw", draw)
    return voltage()


@mutant("states_round_trip", "its numbers contradict one another")
def json_without_the_turn(patch):
    around(patch, VoltageState, "to_json", lambda old, state: {**old(state), "turn": 1})
    return voltage()


@mutant("states_round_trip", "its numbers contradict one another")
def position_without_polarity(patch):
    around(patch, VoltageState, "__str__", lambda old, state: "+" + old(state)[1:])
    return voltage()


@mutant("states_round_trip", "is not plain")
def json_with_tuples(patch):
    around(patch, VoltageState, "to_json", lambda old, state: {**old(state), "score": tuple(state.record.score)})
    return voltage()


@mutant("hash_and_equality_agree", "of unequal hash")
def hash_of_the_object(patch):
    patch.setattr(VoltageState, "__hash__", object.__hash__)
    return voltage()


@mutant("hash_and_equality_agree", "written differently")
def equality_that_forgets(patch):
    around(patch, VoltageState, "_identity", lambda old, state: (*old(state)[:4], *old(state)[5:]))
    return voltage()


@mutant("hash_and_equality_agree", "two ways lead to states written equally, but unequal")
def equality_of_physical_cards(patch):
    around(patch, VoltageState, "_identity", lambda old, state: (*old(state), state._s.hand[0], state._s.hand[1]))
    return voltage()


# ----------------------------------------------------------------- actions
@mutant("actions_have_four_faces", "cannot be read")
def unparsable_text(patch):
    game = voltage()
    game.action_texts(0)  # the reader knows the old texts
    patch.setattr(DrawCard, "__str__", lambda action: "take one")
    return game


@mutant("legal_actions_are_in_order", "two legal actions have one text")
def two_actions_with_one_text(patch):
    patch.setattr(FlipToken, "__str__", lambda action: "~")
    return voltage()


@mutant("actions_have_four_faces", "is the text of actions")
def relative_text_of_a_seat(patch):
    patch.setattr(PlayNumber, "__str__", lambda action: f"{action.face}{'*' * action.lit}=own")
    return voltage()


@mutant("actions_have_four_faces", "came back as")
def json_without_the_back(patch):
    def action_from_json(old, game, data):
        return old(game, {**data, "lit": False} if isinstance(data, dict) and "lit" in data else data)

    around(patch, Voltage, "action_from_json", action_from_json)
    return voltage()


@mutant("actions_have_four_faces", "there is no action -1")
def ids_from_the_end(patch):
    around(patch, VoltageActions, "action", lambda old, space, n, seat=None: old(space, n % 197 if n < 0 else n, seat))
    return voltage()


@mutant("actions_have_four_faces", "expected a new name, from 48 on")
def overlapping_blocks(patch):
    patch.setattr(VoltageActions, "blocks", lambda space: iter((("A", range(48)), ("B", range(47, 197)))))
    return voltage()


@mutant("legal_actions_are_in_order", "the ids do not ascend")
def wrong_id_order(patch):
    around(patch, VoltageState, "legal_actions", lambda old, state, seat: old(state, seat)[::-1])
    return voltage()


@mutant("legal_actions_are_in_order", "the view allows")
def view_that_allows_less(patch):
    patch.setattr(VoltageView, "legal", property(lambda view: view.__dict__.get("legal", ())))
    return voltage()


# ---------------------------------------------------------------- legality
@mutant("legal_means_no_refusal", "is legal, the refusal is")
def refusal_for_a_legal_action(patch):
    doing = []

    def refusal(old, state, seat, action):
        refused = old(state, seat, action)
        lies = refused is None and isinstance(action, FlipToken) and not doing
        return Refusal("V-46", "no flips today") if lies else refused

    def apply(old, state, seat, action):
        doing.append(action)
        try:
            return old(state, seat, action)
        finally:
            doing.pop()

    around(patch, VoltageState, "refusal", refusal)
    around(patch, VoltageState, "apply", apply)
    return voltage()


@mutant("legal_means_no_refusal", "is illegal, the refusal is None")
def no_refusal_for_an_illegal_action(patch):
    def refusal(old, state, seat, action):
        return None if isinstance(action, DrawCard) and seat in state.acting else old(state, seat, action)

    around(patch, VoltageState, "refusal", refusal)
    return voltage()


@mutant("legal_means_no_refusal", "but it is refused when it is done")
def legal_action_illegal_in_apply(patch):
    def apply(old, state, seat, action):
        if isinstance(action, PlaySpecial) and action.target is not None:
            raise Illegal(Refusal("V-26", "not this one"))
        return old(state, seat, action)

    around(patch, VoltageState, "apply", apply)
    return voltage()


@mutant("legal_means_no_refusal", "the state says")
def two_refusals(patch):
    around(patch, VoltageView, "refusal", lambda old, view, action: _shortened(old(view, action)))
    around(patch, VoltageState, "refusal", lambda old, state, seat, action: _rewritten(old(state, seat, action)))
    return voltage()


def _shortened(refused):
    return refused and replace(refused, text=refused.text[:5])


def _rewritten(refused):
    return refused and replace(refused, text="no")


@mutant("legal_means_no_refusal", "the refusal offers")
def refusal_that_offers_what_is_illegal(patch):
    around(patch, VoltageView, "refusal", lambda old, view, a: (r := old(view, a)) and replace(r, legal=("~O", "d")))
    return voltage()


@mutant("refusals_cite_rules", "the rules have no 'V-99'")
def unknown_rule_cited(patch):
    patch.setattr(reasons, "_no_flip", lambda view: ("V-99", "a token is flipped only after drawing a Transformer"))
    return voltage()


@mutant("acting_seats_can_move", "has no legal action")
def everybody_acts(patch):
    changed(patch, VoltageState, "acting", lambda seats, state: (0, 1) if seats else ())
    return voltage()


@mutant("acting_seats_can_move", "the outcome is None")
def no_outcome(patch):
    changed(patch, VoltageState, "outcome", lambda outcome, state: None)
    return voltage()


@mutant("games_end", "more decisions than the longest game has")
def endless_game(patch):
    def apply(old, state, seat, action):
        after = old(state, seat, action)
        return state if isinstance(action, DrawCard) else after

    around(patch, VoltageState, "apply", apply)
    return voltage()


@mutant("games_end", "draws of chance in a row")
def endless_chance(patch):
    around(patch, VoltageState, "draw", lambda old, state, outcome: state)
    return voltage()


@mutant("games_end", "more decisions than the longest game has (20)")
def longest_game_too_short(patch):
    game = voltage()
    vars(game)["longest"] = 20
    return game


@mutant("games_end", "more decisions than ever a game should have (20)")
def game_without_bound_and_end(patch):
    patch.setattr(walks, "MOST_DECISIONS", 20)
    game = voltage()
    vars(game)["longest"] = None
    return game


@mutant("actions_have_four_faces", "cannot be read")
def words_of_somebody_elses_turn(patch):
    def words(old, view, number):
        return action_text(view.game.tables, view.sight, list(view.sight.size), number, view.sight.actor)

    around(patch, PowerSwitchView, "words", words)
    return games.load("powerswitch", seats=3, max_rounds=1)


# --------------------------------------------------------------- knowledge
@mutant("determinize_follows_the_law", "follow different laws")
def determinize_deals_the_lowest_cards(patch):
    patch.setattr(worlds, "random_cards", lambda stream, cards, n: _lowest(cards, n))
    return voltage()


def _lowest(cards, n):
    chosen = 0
    for _ in range(n):
        chosen |= cards & ~chosen & -(cards & ~chosen)
    return chosen


@mutant("determinize_keeps_the_view", "a dealt world looks different")
def determinize_with_another_view(patch):
    def determinize(old, game, view, rng):
        world = old(game, view, rng)
        world._s.plus[3] ^= 1
        return world

    around(patch, Voltage, "determinize", determinize)
    return voltage()


@mutant("determinize_keeps_the_view", "one stream deals two worlds")
def determinize_with_luck_of_its_own(patch):
    ticks = itertools.count()
    around(patch, Voltage, "determinize", lambda old, game, view, rng: old(game, view, next(ticks)))
    return voltage()


# --------------------------------------------------------- rules, compiled
@mutant("compiled_agrees_with_plain", "compiled and plain differ in turn")
def another_rule_in_the_state(patch):
    def apply(old, state, seat, action):
        after = old(state, seat, action)
        after._s.turn += isinstance(action, FlipToken)
        return after

    around(patch, VoltageState, "apply", apply)
    return voltage()


@mutant("compiled_agrees_with_plain", "in a whole game, after")
def a_rule_that_only_whole_games_break(patch):
    def apply(old, cursor, action):
        old(cursor, action)
        if cursor.record().turn == 30:  # the compiled rules take a token for another one
            record = cursor.states[0]
            (record.plus if PURE else record["plus"])[0] ^= 1

    around(patch, Cursor, "apply", apply)
    return voltage()


@mutant("compiled_agrees_with_plain", "use up their streams differently")
def another_use_of_the_stream(patch):
    around(patch, VoltageState, "sample", lambda old, state, luck: (luck.below(2), old(state, luck))[1])
    return voltage()


@mutant("compiled_agrees_with_plain", "for a dealt world, compiled and plain differ in")
def another_rule_for_worlds(patch):
    def determinize(old, game, view, rng):
        luck = as_stream(rng)
        old(game, view, luck)
        return old(game, view, luck)

    around(patch, Voltage, "determinize", determinize)
    return voltage()


# ------------------------------------------------------------------ options
@mutant("unknown_options_are_refused", "is accepted")
def unknown_option_accepted(patch):
    known = set(voltage().options)
    old = Voltage.load.__func__
    patch.setattr(Voltage, "load", classmethod(lambda cls, **o: old(cls, **{k: v for k, v in o.items() if k in known})))
    return voltage()


@mutant("unknown_options_are_refused", "without a word of")
def refused_without_a_suggestion(patch):
    old = Voltage.load.__func__

    def load(cls, **options):
        try:
            return old(cls, **options)
        except BadOption:
            raise BadOption("no") from None

    patch.setattr(Voltage, "load", classmethod(load))
    return voltage()


# ------------------------------------------------------------------ records
@mutant("records_round_trip", "a tag of one's own is lost")
def record_without_tags(patch):
    around(patch, Voltage, "write_script", lambda old, g, script, seat="all": old(g, replace(script, tags={}), seat))
    return voltage()


@mutant("records_round_trip", "is read as another game")
def record_without_the_last_action(patch):
    def write_script(old, game, script, seat="all"):
        cut = len(script.steps) - 1 if script.steps and script.steps[-1].seat is not None else len(script.steps)
        return old(game, replace(script, steps=script.steps[:cut]), seat)

    around(patch, Voltage, "write_script", write_script)
    return voltage()


@mutant("records_round_trip", "cannot be read again, but are written")
def a_tag_that_breaks_the_record(patch):
    patch.setattr(toy, "check_tag", lambda name, value: None)
    return Bidding.load()


# ---------------------------------------------------------- the toy's mutants
@mutant("commits_commute", "in another order")
def first_bidder_wins_ties(patch):
    def apply(old, state, seat, action):
        first = state.table.bids[1 - seat]
        after = old(state, seat, action)
        if first == action.card:
            scores = [score + (p != seat) for p, score in enumerate(after.table.scores)]
            return replace(after, table=replace(after.table, scores=tuple(scores)))
        return after

    around(patch, BidState, "apply", apply)
    return Bidding.load()


@mutant("commits_commute", "the view shows what seat")
def bids_lie_open(patch):
    patch.setattr(BidState, "observation", lambda state, seat: toy.BidView(state.game, seat, state.table))
    return Bidding.load()


@mutant("commits_commute", "events tell what seat")
def bids_are_announced(patch):
    changed_events = BidState.apply

    def apply(state, seat, action):
        after = changed_events(state, seat, action)
        return replace(after, events=(*after.events, Event("loud", f"That was {action.card}.")))

    patch.setattr(BidState, "apply", apply)
    return Bidding.load()


@mutant("commits_commute", "after the commit of seat")
def one_bid_ends_the_round(patch):
    around(patch, BidState, "apply", lambda old, state, seat, action: _settled(old(state, seat, action)))
    return Bidding.load()


def _settled(state):
    if state.node is Node.DECISION and len(state.acting) == 1:
        (other,) = state.acting
        return state.apply(other, Bid(state.table.hands[other][0], other))
    return state


@mutant("redaction_hides", "has two records")
def sealed_bid_in_the_record(patch):
    def write_script(old, game, script, seat="all"):
        return old(game, replace(script, tags={k: v for k, v in script.tags.items() if k != "Rng"}))

    around(patch, Bidding, "write_script", write_script)
    return Bidding.load()


@mutant(
    "determinize_follows_the_law",
    "do not follow the law",
    more=lambda game: {"worlds": toy.worlds, "states": toy.half_bid(game)},
)
def sealed_bids_are_dealt_low(patch):
    def determinize(old, game, view, rng):
        one, other = old(game, view, rng), old(game, view, rng)
        return min(one, other, key=lambda world: str(world.table.bids))

    around(patch, Bidding, "determinize", determinize)
    return Bidding.load()
