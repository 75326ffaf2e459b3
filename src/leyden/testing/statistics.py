"""How surprising are these counts? Chi-square tests, without anything to install."""

from __future__ import annotations

import math
import zlib
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

Outcome = TypeVar("Outcome", bound=Hashable)

ALARM = 1e-6  # a law is broken when chance alone would do worse less often than that
FEWEST = 5.0  # expected counts below that are thrown together


def tail(x: float, degrees: int) -> float:
    """The probability that chi-square with so many degrees of freedom exceeds x."""
    a, x = degrees / 2, x / 2
    if degrees <= 0 or x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:  # the series of the lower incomplete gamma function
        term = total = 1 / a
        n = a
        while abs(term) > abs(total) * 1e-15:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - front * total)
    b, c = x + 1 - a, 1e300  # Lentz's continued fraction of the upper one
    d = 1 / b
    h = d
    for i in range(1, 10_000):
        b += 2
        d = 1 / (b - i * (i - a) * d)
        c = b - i * (i - a) / c
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * h


def follows(counts: Mapping[Outcome, int], weights: Mapping[Outcome, float]) -> float:
    """How probable counts at least as odd as these are, if the weights are the law. 0 for an outcome without weight."""
    if any(not weights.get(outcome) for outcome, count in counts.items() if count):
        return 0.0
    n, total = sum(counts.values()), sum(weights.values())
    cells = [(counts.get(outcome, 0), n * weight / total) for outcome, weight in weights.items()]
    return tail(*_distance(_pooled(cells)))


def same_law(first: Mapping[Outcome, int], second: Mapping[Outcome, int]) -> float:
    """How probable a difference at least as great as this is, if both counts follow one unknown law."""
    n, m = sum(first.values()), sum(second.values())
    # Outcomes equally rare are thrown together in an order that does not depend on where they were seen.
    outcomes = sorted({*first, *second}, key=lambda outcome: zlib.crc32(repr(outcome).encode()))
    rows = [(first.get(o, 0), second.get(o, 0)) for o in outcomes]
    cells = [(a, b, (a + b) * n / (n + m), (a + b) * m / (n + m)) for a, b in rows]
    cells.sort(key=lambda cell: min(cell[2], cell[3]))
    pooled: list[tuple[float, ...]] = []
    for cell in cells:
        if pooled and min(pooled[-1][2:]) < FEWEST:
            pooled[-1] = tuple(x + y for x, y in zip(pooled[-1], cell, strict=True))
        else:
            pooled.append(cell)
    x = sum((a - ea) ** 2 / ea + (b - eb) ** 2 / eb for a, b, ea, eb in pooled if ea and eb)
    return tail(x, len(pooled) - 1)


def _pooled(cells: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The rarest outcomes together, until each cell expects enough."""
    pooled: list[tuple[float, float]] = []
    for seen, expected in sorted(cells, key=lambda cell: cell[1]):
        if pooled and pooled[-1][1] < FEWEST:
            pooled[-1] = pooled[-1][0] + seen, pooled[-1][1] + expected
        else:
            pooled.append((seen, expected))
    return pooled


def _distance(cells: Sequence[tuple[float, float]]) -> tuple[float, int]:
    return sum((seen - expected) ** 2 / expected for seen, expected in cells), len(cells) - 1
