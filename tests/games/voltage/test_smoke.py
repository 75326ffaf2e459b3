"""Appendix B of docs/rules/voltage.md: what 100 000 random games look like, and games under stress."""

import functools
import re

import pytest

from leyden.core.rule import PURE

from .tally import COUNTS, DRAWS, FLIPS, LOSER, PLAYS, RESHUFFLES, SETS, TIED, TURNS, counted
from .vectors import RULES

GAMES, STRESS_GAMES = (1_000, 250) if PURE else (100_000, 20_000)
SHARES = [12.6, 25.1, 31.2, 31.2]  # per cent of games that end 4:0, 4:1, 4:2, 4:3


def table() -> dict[str, tuple[float, float, float]]:
    """The rows of the appendix: mean, its standard error, half a unit of the last digit."""
    text = RULES.read_text().partition("## Appendix B")[2].partition("Stress policy")[0]
    rows = re.findall(r"^\| ([\w ]+) \| (\d+\.\d+)(?: \((\d\.\d+)\))? \|", text, re.MULTILINE)
    return {
        name: (float(mean), float(error or 0), 0.5 * 10 ** -len(mean.partition(".")[2])) for name, mean, error in rows
    }


@functools.cache
def games(stress: bool = False) -> list[list[int]]:
    return counted(STRESS_GAMES if stress else GAMES, stress, "stress" if stress else "smoke")


def column(name: str) -> list[int]:
    return [row[COUNTS.index(name)] for row in games()]


def mean_and_error(values: list[int]) -> tuple[float, float]:
    n = len(values)
    mean = sum(values) / n
    return mean, (sum((v - mean) ** 2 for v in values) / n / n) ** 0.5


def test_the_appendix_has_ten_means():
    assert list(table()) == list(COUNTS[:-1])


@pytest.mark.parametrize("name", COUNTS[:-1])
def test_random_games_look_as_the_appendix_says(name):
    printed, printed_error, rounding = table()[name]
    mean, error = mean_and_error(column(name))
    if name == "reshuffles":
        error = max(error, (printed / GAMES) ** 0.5)
    assert abs(mean - printed) <= rounding + 4 * (error**2 + printed_error**2) ** 0.5


@pytest.mark.parametrize("lost", range(4))
def test_final_scores_are_spread_as_the_appendix_says(lost):
    printed = SHARES[lost] / 100
    share = column("loser's sets").count(lost) / GAMES
    error = (printed * (1 - printed) * (1 / GAMES + 1 / 100_000)) ** 0.5
    assert f"4:{lost}" in RULES.read_text()
    assert abs(share - printed) <= 0.0005 + 4 * error


@pytest.mark.rule("I-6", "I-7", "I-8")
@pytest.mark.parametrize("stress", [False, True])
def test_no_game_passes_the_bounds(stress):
    for row in games(stress):
        assert row[PLAYS] <= 55
        assert row[TURNS] <= 57
        assert row[DRAWS] <= 59
        assert row[FLIPS] <= 36
        assert row[RESHUFFLES] <= 1
        assert row[SETS] == 4 + row[LOSER]
        assert 0 <= row[LOSER] <= 3
        assert row[TIED] <= row[SETS]


@pytest.mark.rule("I-6", "V-50")
def test_under_stress_the_pile_runs_out_in_about_43_of_100_games():
    rows = games(stress=True)
    share, error = mean_and_error([row[RESHUFFLES] for row in rows])
    assert abs(share - 0.43) <= 0.005 + 4 * error
