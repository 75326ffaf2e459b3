"""The conformance kit: every law of the contract as a function that any game can be put to.

    from leyden.testing import LAWS, check
    check(game)                                  # all laws; raises Broken, with a position to replay

    @pytest.mark.parametrize("law", LAWS)        # or each as a test of its own
    def test_my_game(law): LAWS[law](my_game)

A law takes a game, the number of `games` to walk through and a `seed`, and what else its docstring says.
A game may help with optional attributes: `inexact_positions(state)` where its position text cannot say
everything, `beliefs`, the names of those parts of a state's JSON that say what seats have come to know,
`rules_text` where its rules are not in docs/rules, `rules_module` and its like when it is written with
`@rule` (see `compiled_agrees_with_plain`).
"""

from leyden.testing import chance, faces, knowledge, moves, privacy, records, rubbish, twins, values, words
from leyden.testing.laws import LAWS, Broken, Place, check, law
from leyden.testing.walks import alike, tour, viewers, walk

__all__ = [
    "LAWS",
    "Broken",
    "Place",
    "alike",
    "chance",
    "check",
    "faces",
    "knowledge",
    "law",
    "moves",
    "privacy",
    "records",
    "rubbish",
    "tour",
    "twins",
    "values",
    "viewers",
    "walk",
    "words",
]
