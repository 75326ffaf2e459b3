"""The sixteen options of 3.8: their values, their rulings, and what they refuse."""

import pickle

import pytest

from leyden.core.options import BadOption, folded
from leyden.core.rulebook import find
from leyden.games.voltage import Voltage
from leyden.games.voltage import rules as r
from leyden.games.voltage.options import DECLARED

COPIES = [3, 1, 2, 2, 3, 1] * 4 + [3, 1, 3, 1]


def custom(*changes: tuple[int, int]) -> str:
    counts = list(COPIES)
    for kind, n in changes:
        counts[kind] += n
    return "custom:" + ",".join(map(str, counts))


def test_the_options_are_those_of_the_rules_file_in_its_order():
    entries = find("voltage")
    table = [name for name, entry in entries.items() if entry.text.startswith("values: ")]
    assert [option.name for option in DECLARED] == table
    for option in DECLARED:
        text = entries[option.name].text
        assert text.startswith(f"values: {option.default}") or option.default in ("+--+",)
        assert all(value in text for value in option.values)
        assert option.ruling in entries


def test_each_flag_sets_its_field_and_no_other():
    plain = r.Tables.as_tuple(Voltage.load().tables)
    for option in DECLARED[5:13] + DECLARED[14:15]:
        for value in option.values[1:]:
            changed = r.Tables.as_tuple(Voltage.load(**{option.name: value}).tables)
            differ = [i for i, (a, b) in enumerate(zip(plain, changed, strict=True)) if a != b]
            assert len(differ) == 1
            assert (plain[differ[0]], changed[differ[0]]) == (0, 1)


@pytest.mark.parametrize(("option", "value"), [("edition", "2006"), ("discard_view", "top_only")])
def test_what_is_only_shown_changes_no_rule(option, value):
    assert r.Tables.as_tuple(Voltage.load(**{option: value}).tables) == r.Tables.as_tuple(Voltage.load().tables)


@pytest.mark.rule("VQ-1", "VQ-2", "VQ-3", "VQ-43", "VC-3", "V-2", "V-3")
@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"value_counts": "4-4"}, "write n1-n2-n3 with sum 12, for example 5-4-3 [VQ-1]"),
        ({"value_counts": "4-4-5"}, "write n1-n2-n3 with sum 12, not 13, for example 5-4-3 [VQ-1]"),
        ({"value_counts": f"{'9' * 5000}-1-1"}, "write n1-n2-n3 with sum 12, for example 5-4-3 [VQ-1]"),
        ({"value_counts": "\N{ARABIC-INDIC DIGIT FOUR}-4-4"}, "write n1-n2-n3 with sum 12, for example 5-4-3 [VQ-1]"),
        ({"transformer_backs": "custom:" + ",".join(["9" * 5000] * 28)}, "custom:n0,n1,…,n27"),
        ({"value_counts": "6-6-0"}, "apportioned Transformer backs need at least one 1, two 2s and one 3"),
        ({"transformer_backs": "all"}, "known are apportioned, uniform_random and custom:n0,n1,…,n27"),
        ({"transformer_backs": "custom:1,2"}, "known are apportioned, uniform_random and custom:n0,n1,…,n27"),
        ({"transformer_backs": custom((0, 1))}, "57 cards instead of 56 [V-2]"),
        (
            {"transformer_backs": custom((0, 1), (4, -1))},
            "kinds 0 and 1 must be 4 cards together, as value_counts=4-4-4",
        ),
        ({"transformer_backs": custom((0, -1), (1, 1))}, "19 Transformers instead of 18 [V-3]"),
        ({"initial_polarity": "+--"}, "write four signs in the order O, G, B, P, for example +--+ [VQ-3]"),
        ({"target_sets": 8}, "target_sets=8: a whole number from 1 to 7 [VQ-43]"),
        ({"target_sets": 0}, "target_sets=0: a whole number from 1 to 7 [VQ-43]"),
        ({"target_sets": 3.0}, "target_sets=3.0: a whole number from 1 to 7 [VQ-43]"),
        ({"two_plays": "printed_colors"}, "known are terminals, printed_colours [VQ-7]; did you mean printed_colours?"),
        ({"fuse_targets": "numbers_only"}, "known are any_card, number_only [VQ-18]; did you mean number_only?"),
        ({"transformer_backs": "uniform_randm"}, "[VQ-2]; did you mean uniform_random?"),
        ({"fuse-targets": "any_card", "fuse_targets": "any_card"}, "the option fuse_targets is given twice"),
        ({"reshuffle": "never"}, "reshuffle=never: known are on_empty, on_need [VQ-35]"),
        ({"shuffle": "on_need"}, "no option is called shuffle: did you mean reshuffle?"),
    ],
)
def test_a_value_that_cannot_be_is_refused_with_what_can(options, complaint):
    with pytest.raises(BadOption) as caught:
        Voltage.load(**options)
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value", "canonical"),
    [
        ("value_counts", "05-4-3", "5-4-3"),
        ("transformer_backs", custom().replace(",", ", ").replace("custom:3", "custom:03"), custom()),
        ("initial_polarity", "----", "----"),
        ("target_sets", 3, "3"),
        ("reshuffle", "on-need", "on_need"),
        ("Two-Plays", "Printed colours", "printed_colours"),
        ("first_player", "a", "A"),
        ("transformer_backs", "Uniform_Random", "uniform_random"),
        ("transformer_backs", COPIES, custom()),
        ("transformer_backs", custom().replace("c", "C"), custom()),
        ("value_counts", (5, 4, 3), "5-4-3"),
        ("value_counts", "5\N{EN DASH}4\N{EN DASH}3", "5-4-3"),
        ("initial_polarity", "+\N{MINUS SIGN}\N{MINUS SIGN}+", "+--+"),
    ],
)
@pytest.mark.rule("VC-18")
def test_a_value_is_kept_in_one_form(name, value, canonical):
    assert Voltage.load(**{name: value}).options[folded(name)] == canonical


@pytest.mark.rule("VQ-1")
def test_an_uneven_deck_plays_by_the_same_rules():
    game = Voltage.load(value_counts="5-4-3")
    state = game.position("+|1*2S/-|/-|/+| 0:0 Am O1O1*SF - =P2 - 1")
    assert [str(action) for action in state.legal_actions(0)] == [
        *("O1a", "O1b", "O1*a", "O1*b", "SO=0", "SO=1*", "SO=2", "SG=0", "SB=0", "SP=0"),
        *("FO=0", "FO=1*", "FO=2", "FO=S", "FG=0", "FB=0", "FP=0", "d"),
    ]
    assert game.tables.even == 0
    assert Voltage.load().tables.even == 1


def test_games_are_equal_when_their_options_and_decks_are():
    one, same, other = Voltage.load(), Voltage.load(target_sets=4), Voltage.load(target_sets=3)
    assert (one == same, one == other, one == "voltage") == (True, False, False)
    assert len({one, same, other}) == 2
    study = one.position("+|/-|/-|/+| 0:0 Am O1 - =P2 - 1").game
    assert study != one
    assert repr(other) == "<Voltage: target_sets=3>"
    assert repr(study) == "<Voltage: default, study position>"
    for game in (one, other, study):
        assert pickle.loads(pickle.dumps(game)) == game
