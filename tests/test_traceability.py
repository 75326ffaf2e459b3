"""Every rule of a game can be traced from its text to a function and to a test (law 10)."""

import pytest

from leyden import games
from leyden.core import rulebook

# The letters of each game's numbers, those of its rules first.
PREFIXES = {"voltage": ("V", "VQ", "I", "VC"), "powerswitch": ("P", "PQ", "I", "PI", "PC")}

# Rules that no single function carries out, each with the reason why no comment names it.
WITHOUT_CODE = {
    "voltage": {
        "V-15": "the form of a turn is not announced, so nothing keeps it",
        "V-41": "follows from V-34: `settle` looks at the one terminal played on",
        "V-45": "follows from V-43: every drawn Transformer adds a flip of any token",
        "V-52": "follows from V-38 and V-51: `settle` asks who won the set, not who played",
        "V-53": "follows from V-19, V-37 and V-51; I-5 is asserted on random games",
    },
    "powerswitch": {
        "P-22": "nothing is done with what is left of the pile",
        "P-29": "follows from P-27: `starts` and `ends` look at each column and the Tower alone",
    },
}


def ids(game: str, *prefixes: str) -> list[str]:
    return [rule for rule in rulebook.find(game) if rule.split("-")[0] in prefixes]


@pytest.mark.parametrize("game", games.names())
def test_every_rule_ruling_invariant_and_clarification_has_a_test(game):
    tested = rulebook.tests(game)
    assert [rule for rule in ids(game, *PREFIXES[game]) if rule not in tested] == []


@pytest.mark.parametrize("game", games.names())
def test_every_vector_has_a_test(game):
    tested = rulebook.tests(game)
    assert [vector for vector in ids(game, "T") if vector not in tested] == []


@pytest.mark.parametrize("game", games.names())
def test_every_rule_is_named_by_the_code_that_carries_it_out(game):
    named = rulebook.functions(game)
    assert [rule for rule in ids(game, PREFIXES[game][0]) if rule not in named] == list(WITHOUT_CODE[game])


def test_the_rules_of_voltage_are_all_there():
    assert ids("voltage", "V") == [f"V-{n}" for n in range(1, 54)]
    assert sorted(ids("voltage", "VQ"), key=lambda rule: int(rule[3:])) == [f"VQ-{n}" for n in range(1, 48)]
    assert ids("voltage", "I") == [f"I-{n}" for n in range(1, 9)]
    assert ids("voltage", "T") == [f"T-{n:02}" for n in range(1, 58)]
    assert ids("voltage", "VC")[:12] == [f"VC-{n}" for n in range(1, 13)]


def test_the_rules_of_power_switch_are_all_there():
    assert ids("powerswitch", "P") == [f"P-{n}" for n in range(1, 58)]
    assert ids("powerswitch", "PQ") == [f"PQ-{n}" for n in range(1, 52)]
    assert ids("powerswitch", "I") == [f"I-{n}" for n in range(1, 9)]
    assert ids("powerswitch", "PI") == [f"PI-{n}" for n in range(1, 11)]
    assert ids("powerswitch", "T") == [f"T-{n}" for n in range(1, 58)]
    assert ids("powerswitch", "PC")[:12] == [f"PC-{n}" for n in range(1, 13)]


def test_every_game_has_its_prefixes():
    assert tuple(PREFIXES) == games.names() == tuple(WITHOUT_CODE)
