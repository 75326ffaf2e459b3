"""Section 10.2 of docs/rules/powerswitch.md: what thousands of games of policy R look like."""

import functools
import re

import pytest

from leyden.core.rule import PURE

from .tally import CHOICES, FREE, FULL, MOST_CHOICES, POINTS, ROUNDS, TURNS, counted
from .vectors import RULES

GAMES = 30 if PURE else 12_000
PRINTED_GAMES = 3000
PARTS = {  # a figure of the table: what is counted, and per what
    "rounds per game": (ROUNDS, None),
    "turns per round": (TURNS, ROUNDS),
    "points per round": (POINTS, ROUNDS),
    "full-layout ends, %": (FULL, ROUNDS),
    "mean playable choices on a free turn": (CHOICES, FREE),
}


@functools.cache
def printed() -> dict[str, list[str]]:
    """The table of policy R: a figure for each number of players."""
    text = RULES.read_text(encoding="utf-8").partition("| R, defaults |")[2].partition("\n\n")[0]
    rows = dict(re.findall(r"^\| ([a-z].*?) \| (.+) \|$", text, re.MULTILINE))
    cells = {name: row.split(" | ") for name, row in rows.items()}
    both = cells.pop("rounds per game / turns per round")
    cells["rounds per game"], cells["turns per round"] = map(
        list, zip(*(cell.split("/") for cell in both), strict=True)
    )
    most = cells.pop("mean playable choices on a free turn (max)")
    cells["mean playable choices on a free turn"] = [cell.split(" (")[0] for cell in most]
    return cells


@functools.cache
def games(n: int) -> list[list[int]]:
    return counted(GAMES, f"smoke {n}", seats=n)


def mean_and_spread(n: int, what: int, per: int | None) -> tuple[float, float]:
    """A ratio of means, and its standard error times the root of the number of games."""
    pairs = [(row[what], 1 if per is None else row[per]) for row in games(n)]
    mean = sum(a for a, _ in pairs) / sum(b for _, b in pairs)
    residual = sum((a - mean * b) ** 2 for a, b in pairs) / len(pairs)
    return mean, residual**0.5 * len(pairs) / sum(b for _, b in pairs)


def test_the_table_has_five_figures_for_five_numbers_of_players():
    assert set(printed()) == set(PARTS)
    assert {len(row) for row in printed().values()} == {5}


@pytest.mark.rule("PC-7")
@pytest.mark.parametrize("n", range(2, 7))
@pytest.mark.parametrize("name", PARTS)
def test_random_games_look_as_section_10_says(name, n):
    text = printed()[name][n - 2]
    scale = 100 if "%" in name else 1
    mean, spread = mean_and_spread(n, *PARTS[name])
    if scale > 1:  # a share: few games may show none at all
        share = float(text) / scale
        spread = max(spread, (share * (1 - share) / mean_and_spread(n, ROUNDS, None)[0]) ** 0.5)
    rounding = 0.5 * 10 ** -len(text.partition(".")[2])
    error = scale * spread * (1 / GAMES + 1 / PRINTED_GAMES) ** 0.5
    assert abs(scale * mean - float(text)) <= rounding + 4 * error


@pytest.mark.parametrize("n", range(2, 7))
def test_at_most_sixteen_plays_are_open(n):
    assert max(row[MOST_CHOICES] for row in games(n)) <= 16
