"""The options of section 9: their values, their rulings, their presets, and what they refuse."""

import pickle

import pytest

from leyden.core.options import BadOption
from leyden.core.rulebook import find
from leyden.games.powerswitch import PowerSwitch
from leyden.games.powerswitch import rules as r
from leyden.games.powerswitch.options import DECLARED, PRESETS

from .vectors import RULES

FLAGS = {option.name: option for option in DECLARED if option.name != "seats"}


def as_is(tables, name):
    value = getattr(tables, name)
    return value if isinstance(value, int) else list(value)


def fields_that_differ(**options):
    plain, changed = PowerSwitch.load().tables, PowerSwitch.load(**options).tables
    return {name for name in r.Tables.shapes if as_is(plain, name) != as_is(changed, name)}


def test_the_options_are_those_of_the_rules_file_in_its_order():
    entries = find("powerswitch")
    table = [name for name, entry in entries.items() if entry.text.startswith("values: ")]
    assert list(FLAGS) == table
    for name, option in FLAGS.items():
        assert entries[name].text.startswith(f"values: {option.default}")
        for value in option.values:
            assert value in entries[name].text or name == "shock_count"
        assert option.ruling in entries
        assert option.ruling in (*entries[name].rulings, *(["PC-12"] if not entries[name].rulings else []))


@pytest.mark.rule("P-57")
@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"target": 100}, "target"),
        ({"end_rule": "rounds:3"}, "rounds"),
        ({"first_dealer": "seat:1"}, "first"),
        ({"l_tie": "dealer_first"}, "dealer_first"),
        ({"shock_forced": "false"}, "shock_free"),
        ({"shock_in_hand": 5}, "shock_value"),
        ({"dead_value": 5}, "dead_value"),
        ({"shock_count": 0}, "deck"),
        ({"pile_size": 9}, "pile_size"),
        ({"give_rule": "worst"}, "worst"),
        ({"received": "hold"}, "hold"),
        ({"give_last": "exempt"}, "give_last"),
        ({"empty_right": "next_right"}, "next_right"),
        ({"switch_timing": "anytime"}, "anytime"),
        ({"switch_stuck": "end_turn"}, "stuck_ends"),
        ({"switch_empty": "forbid"}, "no_empty"),
        ({"switches_per_game": 2}, "switches"),
        ({"tie_win": "extra_round"}, "extra_round"),
        ({"reveal_pile_end": True}, "reveal"),
        ({"max_rounds": 7}, "most_rounds"),
    ],
    ids=str,
)
def test_each_flag_sets_its_field_and_no_other(options, field):
    assert fields_that_differ(**options) == {field}


@pytest.mark.rule("PQ-41")
def test_what_is_only_shown_changes_no_rule():
    assert fields_that_differ(hand_counts="hidden") == set()


@pytest.mark.rule("PC-1", "PC-2", "PC-12", "PQ-1", "PQ-2", "PQ-3", "P-1", "P-57")
@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"seats": 1}, "seats=1: known are 4, 2, 3, 5, 6 [P-1]"),
        ({"seats": 7}, "seats=7: known are 4, 2, 3, 5, 6 [P-1]"),
        ({"target": 0}, "target=0: a whole number from 1 to 1000000 [P-57]"),
        ({"target": -5}, "target=-5: a whole number from 1 to 1000000 [P-57]"),
        ({"target": "1e3"}, "target=1e3: a whole number from 1 to 1000000 [P-57]"),
        ({"target": "9" * 5000}, "a whole number from 1 to 1000000 [P-57]"),
        ({"end_rule": "rounds"}, "end_rule=rounds: target, or rounds:k with k from 1 to 1000 [PC-12]"),
        ({"end_rule": "rounds:0"}, "end_rule=rounds:0: target, or rounds:k with k from 1 to 1000 [PC-12]"),
        ({"number_die": "7"}, "with one number only, rolling for the deal would not end [PC-2]"),
        ({"number_die": "7,7"}, "with one number only, rolling for the deal would not end [PC-2]"),
        ({"number_die": "0,7"}, "up to 24 faces from 1 to 12, as 2,4,6,8,10,12 [PQ-1]"),
        ({"number_die": "7,13"}, "up to 24 faces from 1 to 12, as 2,4,6,8,10,12 [PQ-1]"),
        ({"number_die": ",".join(["1", "2"] * 13)}, "up to 24 faces from 1 to 12, as 2,4,6,8,10,12 [PQ-1]"),
        ({"colour_die": "BGX"}, "up to 24 of the letters B, G, R, Y, D, L [PQ-2]"),
        ({"colour_die": ""}, "up to 24 of the letters B, G, R, Y, D, L [PQ-2]"),
        ({"first_dealer": "seat:9"}, "first_dealer=seat:9: roll, random, or seat:k, for example seat:2 [PQ-3]"),
        ({"first_dealer": "seat:5"}, "first_dealer=seat:5: there are 4 seats [PQ-3]"),
        ({"l_tie": "dealer"}, "l_tie=dealer: known are left_first, dealer_first [PQ-5]; did you mean dealer_first?"),
        ({"shock_forced": "maybe"}, "shock_forced=maybe: known are true, false [PQ-16]"),
        ({"shock_in_hand": 1001}, "shock_in_hand=1001: a whole number from 0 to 1000 [PQ-19]"),
        ({"dead_value": "x"}, "dead_value=x: a whole number from 0 to 1000 [P-53]"),
        ({"shock_count": 4}, "shock_count=4: a whole number from 0 to 3 [P-2]"),
        ({"pile_size": 49}, "pile_size=49: a whole number from 0 to 48 [P-8]"),
        ({"pile_size": 47}, "pile_size=47: every one of 4 seats needs a card [PC-12]"),
        ({"give_last": "go_on"}, "[PQ-25]"),
        ({"switches_per_game": 10}, "switches_per_game=10: a whole number from 0 to 9 [P-3]"),
        ({"max_rounds": 0}, "max_rounds=0: a whole number from 1 to 1000 [PQ-49]"),
        ({"preset": "famly"}, "no preset is called famly: did you mean family?"),
        ({"give": "worst"}, "no option is called give"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_value_that_cannot_be_is_refused_with_what_can(options, complaint):
    with pytest.raises(BadOption) as caught:
        PowerSwitch.load(**options)
    assert complaint in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("name", "value", "canonical"),
    [
        ("target", "0300", "300"),
        ("end_rule", "rounds:03", "rounds:3"),
        ("number_die", "12, 10,8,6,4,2", "2,4,6,8,10,12"),
        ("number_die", ",".join(map(str, range(12, 0, -1))), "1-12"),
        ("colour_die", "l,d,y,r,g,b", "BGRYDL"),
        ("shock_forced", False, "false"),
        ("give_last", "Ends-Round", "ends_round"),
        ("pile_size", 0, "0"),
    ],
)
def test_a_value_is_kept_in_one_form(name, value, canonical):
    assert PowerSwitch.load(**{name: value}).options[name] == canonical


def test_the_presets_are_those_of_the_rules_file():
    text = RULES.read_text(encoding="utf-8").partition("\nPresets: ")[2].partition("\n\n")[0]
    assert "`family` = give_last:ends_round, shock_in_hand:50" in text
    assert PowerSwitch.load(preset="family") == PowerSwitch.load(give_last="ends_round", shock_in_hand=50)
    assert "`even-die` = number_die:2,4,6,8,10,12" in text
    assert PowerSwitch.load(preset="even-die") == PowerSwitch.load(number_die="2,4,6,8,10,12")
    assert "`quick` = target:150" in text.replace("\n", " ")
    assert PowerSwitch.load(preset="quick") == PowerSwitch.load(target=150)
    assert {"family", "even-die", "quick"} <= set(PRESETS) <= {"family", "even-die", "quick", "ps-1"}
    assert PowerSwitch.load(preset="ps-1") == PowerSwitch.load()
    assert PowerSwitch.load(preset="family", shock_in_hand=10).options["shock_in_hand"] == "10"


def test_games_are_equal_when_their_options_are():
    one, same, other = PowerSwitch.load(), PowerSwitch.load(target=300), PowerSwitch.load(target=301)
    assert (one == same, one == other, one == "powerswitch") == (True, False, False)
    assert len({one, same, other}) == 2
    for game in (one, other):
        assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.rule("PQ-49")
def test_only_games_with_a_last_round_have_a_longest():
    assert PowerSwitch.load().longest is None
    assert PowerSwitch.load(end_rule="rounds:2", tie_win="extra_round").longest is None
    assert PowerSwitch.load(end_rule="rounds:2").longest > 2 * 50
    assert PowerSwitch.load(max_rounds=3, end_rule="rounds:2").longest == PowerSwitch.load(end_rule="rounds:2").longest
