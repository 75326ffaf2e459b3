"""The rulebook: rules by number, with the functions that carry them out and the tests that prove them."""

import shutil

import pytest

from leyden.core import rulebook
from leyden.core.rulebook import Rule, find, functions, ids_in, rules_text

TEXT = """# A game

## 1. Parts

- **X-1** One rule. See X-2.
  It has two lines.
- **X-2** (derived) A table:

| a | b |
|---|---|

Not the table's.

### 1.1 More

**XQ-1 A question?** An answer
with a second line.
**XQ-2 Another.** Short.

| flag | values (default first) | XQ | changes |
|---|---|---|---|
| `speed` | slow, fast | 10. | the end |
| `start` | left, right | 1, 2 | the start |

| Flag | Values | XQ |
|---|---|---|
| `end` | soon, `1 | 2`, late | X-1, 2 |
| `show` | all | - |

```
T-01 [X-1 XQ-2] A vector.
  pos  nothing
T-02 [X-2] Another vector.
```

- **T-03** [XQ-1] A written one.
- **T-4** `x (y) 1`: a result. (X-2, XQ-1 to XQ-2; a note)
- **T-40** Another (not at the end), which names nothing.
- **X-1** A proof, not the rule.
"""

SOURCE = '''"""A module. X-1 to X-2."""


class Thing:
    """XQ-1."""

    def do(self):
        # XQ-2, and Y-9, which is no rule
        return "X-2"


def nothing():
    return "X-2 in a sentence"
'''

TESTS = '''"""X-9."""

import pytest

pytestmark = pytest.mark.rule("XQ-1")


@pytest.mark.rule(*("X-1", "Y-9"))
@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("X-2"))])
def test_one(n):
    """XQ-2."""


def helper():
    """X-1."""
'''

VECTOR_TESTS = """
def test_vector(vector): ...


def test_T_03_is_written(): ...


def test_T_4_names_its_rules_at_its_end(): ...


def test_T_40_names_no_rule(): ...
"""


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A repository with one game called toy, in place of this one."""
    for path, text in {
        "docs/rules/toy.md": TEXT,
        "src/leyden/games/toy/__init__.py": '"""X-2."""\n',
        "src/leyden/games/toy/rules.py": SOURCE,
        "tests/games/toy/test_toy.py": TESTS,
        "tests/games/toy/test_vectors.py": VECTOR_TESTS,
        "tests/games/other/test_other.py": TESTS,
        "tests/games/test_all.py": 'def test_all():\n    """X-1."""\n',
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    monkeypatch.setattr(rulebook, "PACKAGE", tmp_path / "src" / "leyden")
    for cached in (find, functions, rulebook.tests):
        cached.cache_clear()
    yield tmp_path
    for cached in (find, functions, rulebook.tests):
        cached.cache_clear()


def test_every_kind_of_entry_is_found(checkout):
    assert find("toy")["X-1"] == Rule("X-1", "One rule. See X-2.\n  It has two lines.")
    assert find("toy")["X-2"] == Rule("X-2", "(derived) A table:\n\n| a | b |\n|---|---|")
    assert find("toy")["XQ-1"] == Rule("XQ-1", "An answer\nwith a second line.", "A question?")
    assert find("toy")["XQ-2"] == Rule("XQ-2", "Short.", "Another")
    speed, start = find("toy")["speed"], find("toy")["start"]
    assert speed == Rule("speed", "values: slow, fast; rulings: section 10; changes: the end", rulings=("10",))
    assert start.text == "values: left, right; rulings: XQ-1, XQ-2; changes: the start"
    assert start.rulings == ("XQ-1", "XQ-2")
    assert find("toy")["T-01"] == Rule("T-01", "T-01 [X-1 XQ-2] A vector.\n  pos  nothing", "A vector.")
    assert find("toy")["T-02"].text == "T-02 [X-2] Another vector."
    assert find("toy")["end"] == Rule("end", "values: soon, `1 | 2`, late; rulings: X-1, XQ-2", rulings=("X-1", "XQ-2"))
    assert find("toy")["show"] == Rule("show", "values: all; rulings: none")
    assert find("toy")["T-03"] == Rule("T-03", "[XQ-1] A written one.")
    assert find("toy")["T-4"] == Rule("T-4", "`x (y) 1`: a result. (X-2, XQ-1 to XQ-2; a note)")
    assert find("toy")["1.1"].title == "More"
    assert find("toy")["1.1"].text.endswith("A proof, not the rule.")
    assert find("toy")["1"].text.startswith("- **X-1** One rule.")


def test_functions_are_found_by_comments_docstrings_and_refusals(checkout):
    assert functions("toy") == {
        "X-1": ["leyden.games.toy.rules"],
        "X-2": ["leyden.games.toy", "leyden.games.toy.rules", "leyden.games.toy.rules:Thing.do"],
        "XQ-1": ["leyden.games.toy.rules:Thing"],
        "XQ-2": ["leyden.games.toy.rules:Thing.do"],
    }


def test_tests_are_found_by_marks_docstrings_and_vectors(checkout):
    toy, vectors = "tests/games/toy/test_toy.py::test_one", "tests/games/toy/test_vectors.py::"
    at_the_end = f"{vectors}test_T_4_names_its_rules_at_its_end"
    assert rulebook.tests("toy") == {
        "X-1": ["tests/games/test_all.py::test_all", toy, f"{vectors}test_vector[T-01]"],
        "X-2": [toy, f"{vectors}test_vector[T-02]", at_the_end],
        "XQ-1": [toy, f"{vectors}test_T_03_is_written", at_the_end],
        "XQ-2": [toy, f"{vectors}test_vector[T-01]", at_the_end],
        "T-01": [f"{vectors}test_vector[T-01]"],
        "T-02": [f"{vectors}test_vector[T-02]"],
        "T-03": [f"{vectors}test_T_03_is_written"],
        "T-4": [at_the_end],
        "T-40": [f"{vectors}test_T_40_names_no_rule"],
    }


def test_an_option_is_found_where_its_rulings_are(checkout):
    toy, vectors = "tests/games/toy/test_toy.py::test_one", "tests/games/toy/test_vectors.py::"
    rules = find("toy")
    assert rulebook.behind(rules["start"], functions("toy")) == [
        "leyden.games.toy.rules:Thing",
        "leyden.games.toy.rules:Thing.do",
    ]
    at_the_end = f"{vectors}test_T_4_names_its_rules_at_its_end"
    proofs = [toy, f"{vectors}test_T_03_is_written", at_the_end, f"{vectors}test_vector[T-01]"]
    assert rulebook.behind(rules["show"], rulebook.tests("toy")) == []
    assert rulebook.behind(rules["start"], rulebook.tests("toy")) == proofs
    assert rulebook.behind(rules["speed"], functions("toy")) == []
    assert rulebook.behind(rules["XQ-2"], functions("toy")) == functions("toy")["XQ-2"]


def test_vectors_that_nothing_runs_are_not_counted(checkout):
    (checkout / "tests" / "games" / "toy" / "test_vectors.py").unlink()
    assert "T-01" not in rulebook.tests("toy")
    assert rulebook.tests("toy")["X-1"][-1] == "tests/games/toy/test_toy.py::test_one"


def test_an_installed_package_has_its_rules_with_it_and_no_tests(checkout):
    package = checkout / "src" / "leyden"
    shutil.rmtree(checkout / "docs")
    (package / "_rules").mkdir()
    (package / "_rules" / "toy.md").write_text(TEXT)
    assert rules_text("toy") == TEXT
    assert "X-1" in functions("toy")
    assert rulebook.tests("toy") == {}
    assert "checkout" in rulebook.NO_TESTS


def test_a_checkout_without_tests_has_none(checkout):
    shutil.rmtree(checkout / "tests")
    assert rulebook.tests("toy") == {}


def test_a_game_without_a_rules_file_is_refused(checkout):
    with pytest.raises(LookupError, match=r"there is no rules file for chess in .*docs/rules"):
        rules_text("chess")


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("V-16", ["V-16"]),
        ("V-4 to V-6, V-5; VQ-7.", ["V-4", "V-5", "V-6", "VQ-7"]),
        ("T-07 and T-08…T-10", ["T-07", "T-08", "T-09", "T-10"]),
        ("V-3 to I-2", ["V-3", "I-2"]),
        ("XV-A, 2017-2018, v-1", []),
    ],
)
def test_a_text_names_rules_one_by_one_or_in_rows(text, ids):
    assert ids_in(text) == ids


def test_the_rules_of_voltage_say_what_they_say():
    rules = find("voltage")
    assert rules["V-16"].text.startswith("The two plays of PP must be on two different terminals")
    assert rules["VQ-7"].title == '"Two different colours" with special cards'
    assert rules["fuse_targets"].text == "values: any_card, number_only; rulings: VQ-18; changes: legality"
    assert rules["V-19"].text.count("\n|") == 6
    assert rules["I-2"].text.startswith("Between atomic actions")
    assert "leyden.games.voltage.rules:barred" in functions("voltage")["V-16"]
    assert "tests/games/voltage/test_vectors.py::test_vector[T-21]" in rulebook.tests("voltage")["V-16"]


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        ("V-16", "V-16"),
        (" v16 ", "V-16"),
        ("vq 2", "VQ-2"),
        ("t-7", "T-07"),
        ("Reshuffle", "reshuffle"),
        ("V-99", "V-99"),
    ],
)
def test_a_number_may_be_spelled_in_several_ways(asked, number):
    assert rulebook.spelled("voltage", asked) == number


def test_the_rules_of_power_switch_say_what_they_say():
    rules = find("powerswitch")
    assert rules["P-26"].text.startswith("The Tower leads: number k may lie in a Line only if k already lies")
    assert rules["PQ-25"].title == "The asked player gives his LAST card. THE MOST CONSEQUENTIAL SILENCE"
    assert rules["give_last"].text == "values: continue, ends_round, exempt, sit_out; rulings: PQ-25"
    assert rules["target"].rulings == ("P-57",)
    assert rules["end_rule"].rulings == ()
    assert rules["PI-6"].text == "Pile empty and layout not full: some hand holds a live card."
    assert "leyden.games.powerswitch.rules:ends" in functions("powerswitch")["P-26"]
    assert [name for name in rulebook.tests("powerswitch")["T-9"] if "::test_T_9_" in name]
    assert rulebook.tests("powerswitch")["T-9"] != rulebook.tests("powerswitch")["T-19"]
    assert rulebook.spelled("powerswitch", "t9") == "T-9"
