"""Bad input of every kind: whatever is typed is read, or refused with a sentence; nothing else can happen.

Good texts are damaged here and there. What is still read must be written again in one form, and play on.
"""

import itertools
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leyden.core.contract import BadInput, Illegal, Node
from leyden.core.options import BadOption, read_options
from leyden.core.streams import Streams
from leyden.games.voltage import Voltage
from leyden.table import Record, Table
from leyden.testing import walk

from .vectors import golden_game, read_vectors

GAME = Voltage.load()
OPTIONS = (
    {},
    {"hand_backs": "private"},
    {"transformer_backs": "uniform_random"},
    {"hand_backs": "private", "transformer_backs": "uniform_random"},
    {"two_plays": "printed_colours", "flip_timing": "end_of_draws", "reshuffle": "on_need", "target_sets": "7"},
)
GAMES = [Voltage.load(**options) for options in OPTIONS]
LETTERS = st.sampled_from(' OGBPSF123*?+-|/:{}=~^dmpfex0456789ABabkqt[]"();\n\té\0\N{ARABIC-INDIC DIGIT FOUR}')
STATES = [state for game in GAMES for state, _ in list(walk(game, 1))[::9]]
POSITIONS = [(str(state), state.game) for state in STATES] + [(v.pos, v.game) for v in read_vectors()]
OFTEN = settings(max_examples=300, deadline=None)


@st.composite
def damaged(draw, texts):
    """A good text with a few letters changed, left out, put in or said twice."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        length = draw(st.integers(0, 3))
        match draw(st.sampled_from(("change", "drop", "twice", "move"))):
            case "change":
                text = text[:at] + draw(LETTERS) + text[at + length :]
            case "drop":
                text = text[:at] + text[at + length :]
            case "twice":
                text = text[:at] + text[at : at + 5] + text[at:]
            case "move":
                cut = text[at : at + length]
                rest = text[:at] + text[at + length :]
                to = draw(st.integers(0, len(rest)))
                text = rest[:to] + cut + rest[to:]
    return text


def tried(read, complaint=BadInput):
    """What was read, or None and the complaint, which must say something."""
    try:
        return read(), None
    except complaint as problem:
        return None, problem if str(problem) else pytest.fail("a complaint without a word")


def plays_on(state):
    """A state that was read is as good as any other: it is written in one form, seen, and played to its end."""
    game = state.game
    again = game.position(str(state))
    assert str(again) == str(state)
    luck = Streams(1).stream("fuzz")
    for _ in range(12):
        for seat in (0, 1, None):
            view = state.observation(seat)
            str(view)
            assert game.determinize(view, luck).observation(seat) == view
        if state.node is Node.TERMINAL:
            return
        if state.node is Node.CHANCE:
            state = state.draw(state.sample(luck))
            continue
        legal = state.legal_actions(state.acting[0])
        if not legal:  # a study position without a card to draw
            assert game.study
            return
        state = state.apply(state.acting[0], legal[luck.below(len(legal))])


@OFTEN
@given(st.data())
def test_a_damaged_position_is_refused_or_as_good_as_any(data):
    text, game = data.draw(st.sampled_from(POSITIONS))
    text = data.draw(damaged(st.just(text)))
    state, _ = tried(lambda: game.position(text))
    if state is not None:
        plays_on(state)


@OFTEN
@given(
    st.sampled_from(GAMES), damaged(st.sampled_from([str(a) for a in map(GAME.actions.action, range(197), [0] * 197)]))
)
def test_a_damaged_action_is_refused_or_one_of_the_space(game, text):
    state = next(state for state in STATES if state.game == game and state.acting)
    for view in (state, state.observation(0), state.observation(1)):
        action, _ = tried(lambda view=view: game.parse(text, view))
        assert action is None or game.parse(str(action), view) == action


def some_record():
    table = Table(GAME, 3)
    for _ in range(12):
        table.push(table.legal().actions[0])
    return str(table.record)


RECORDS = [golden_game().text, some_record(), str(Record.parse(some_record(), "voltage").redact(0))]


@OFTEN
@given(damaged(st.sampled_from(RECORDS)))
def test_a_damaged_record_is_refused_with_its_place_or_read_as_it_is_written(text):
    scripts, problem = tried(lambda: list(GAME.read_scripts(text)))
    assert problem is None or 1 <= problem.line <= text.count("\n") + 1
    for script in scripts or ():
        written = script.game.write_script(script)
        (again,) = script.game.read_scripts(written)
        assert again.steps == script.steps
        assert script.game.write_script(again) == written


@OFTEN
@given(damaged(st.sampled_from(RECORDS)))
def test_verify_gives_a_verdict_on_whatever_a_file_holds(text):
    verdicts = list(GAME.verify_records(text))
    assert verdicts
    for verdict in verdicts:
        assert verdict.problem is None or verdict.problem.line is not None


PLAIN_DATA = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 70), st.text("OGB1*S-", max_size=4), st.just([]), st.just({})
)


@OFTEN
@given(st.sampled_from(STATES), st.data())
def test_damaged_json_is_refused_or_as_good_as_any(state, data):
    tree = json.loads(json.dumps(state.to_json()))
    for _ in range(data.draw(st.integers(1, 2))):
        spot, name = tree, data.draw(st.sampled_from(sorted(tree)))
        while isinstance(spot[name], list | dict) and spot[name] and data.draw(st.booleans()):
            spot = spot[name]
            name = data.draw(st.sampled_from(sorted(spot) if isinstance(spot, dict) else range(len(spot))))
        if data.draw(st.booleans()) or not isinstance(spot, dict):
            spot[name] = data.draw(PLAIN_DATA)
        else:
            del spot[name]
        if not isinstance(tree, dict) or not tree:
            return
    other, _ = tried(lambda: GAME.from_json(tree))
    if other is not None:
        assert GAME.from_json(other.to_json()) == other
        plays_on(other)


@OFTEN
@given(damaged(st.sampled_from([str(game.options) for game in GAMES] + ["value_counts=5-4-3; target_sets=3"])))
def test_damaged_options_are_refused_or_one_of_their_forms(text):
    game, _ = tried(lambda: Voltage.load(**read_options(text)), BadOption)
    assert game is None or Voltage.load(**read_options(str(game.options))) == game


@OFTEN
@given(damaged(st.sampled_from(["O1", "O2*", "^", "^*", "first A", "S", "F*"])), st.sampled_from(STATES))
def test_a_damaged_draw_is_refused_or_possible(text, state):
    draw, _ = tried(lambda: state.game.parse_draw(text, state))
    assert draw is None or state.draw(draw) != state


@pytest.mark.parametrize("number", [0, 8, 47, 48, 103, 104, 191, 192, 193, 196])
def test_an_action_that_is_not_legal_changes_nothing(number):
    for state, seat in itertools.product(STATES, (0, 1)):
        before = str(state)
        _, problem = tried(lambda: state.apply(seat, GAME.actions.action(number)), Illegal)  # noqa: B023  # called at once
        assert problem is None or problem.refusal.rule
        assert str(state) == before
