"""The rules run twice, plain and compiled: equal after every decision of thousands of games, with every option."""

import pytest

from leyden.core.rule import PURE
from leyden.games.voltage import Voltage
from leyden.testing import LAWS

from .test_invariants import IDS, OPTIONS

GAMES = 2 if PURE else 125  # of each: three thousand in all; in pure mode both sides are plain


@pytest.mark.parametrize("options", OPTIONS, ids=IDS)
def test_compiled_and_plain_rules_agree_after_every_decision(options):
    LAWS["compiled_agrees_with_plain"](Voltage.load(**options), games=1, whole=GAMES)
