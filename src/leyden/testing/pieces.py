"""Two heaps of positions, compared piece by piece: do they look as if they were dealt by one law?

Nothing is known of the game here. Whatever the JSON of a position says is looked at in many small ways, each a
text that can be counted: a whole hand, one card of it, how often a card or a letter stands in it.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from leyden.core.contract import Json
from leyden.testing.statistics import same_law
from leyden.testing.walks import written

BUCKETS = 8  # texts that hardly come twice are told apart by their checksums, in so many groups


def pieces(data: Json) -> dict[str, str]:
    """Every piece of JSON by its name: each value under the way there, and what can be counted in it."""
    found: dict[str, str] = {}
    _take_apart(found, "", data)
    return found


def _take_apart(found: dict[str, str], way: str, data: Json) -> list[str]:
    """Put down a value and all that is in it; its leaves."""
    if not isinstance(data, dict | list):
        text = str(data)
        found[way] = text
        if isinstance(data, str):
            _count(found, way, "letter", text)
        return [text]
    leaves: list[str] = []
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        leaves += _take_apart(found, f"{way}/{key}", value)
    found[way] = written(data)
    _count(found, way, "value", leaves)
    _count(found, way, "letter", "".join(leaves))
    return leaves


def _count(found: dict[str, str], way: str, what: str, items: list[str] | str) -> None:
    """How often each item is there; and whether items come twice, whichever they are."""
    times = Counter(items)
    for item, n in times.items():
        found[f"{way} {what} {item}"] = str(n)
    found[f"{way} equal {what}s"] = str(sorted(times.values()))


def agreement(one: Mapping[str, str], other: Mapping[str, str]) -> dict[str, str]:
    """For every piece of two positions, whether it is the same in both."""
    return {name: "the same" if one.get(name) == other.get(name) else "another" for name in {**one, **other}}


@dataclass(frozen=True, slots=True)
class Difference:
    """A piece that is spread differently over two heaps; `p`: how probable that is if both follow one law."""

    p: float
    piece: str
    first: Mapping[str, int]
    second: Mapping[str, int]

    def __str__(self) -> str:
        return f"{self.piece!r}: {most(self.first)} and {most(self.second)} (p = {self.p:.2g})"


class Heaps:
    """Pieces of the positions of two heaps, counted. Both heaps hold equally many."""

    def __init__(self) -> None:
        self.size = 0
        self.first: Counter[tuple[str, str]] = Counter()
        self.second: Counter[tuple[str, str]] = Counter()

    def add(self, one: Mapping[str, str], other: Mapping[str, str]) -> None:
        """Lay one position on each heap."""
        self.size += 1
        self.first.update(one.items())
        self.second.update(other.items())

    def oddest(self) -> Difference | None:
        """The piece that differs most surprisingly, all others being looked at, too; None if none differs at all."""
        tested = [(same_law(one, other), name, one, other) for name, one, other in self._tests()]
        if not tested:
            return None
        p, name, one, other = min(tested, key=lambda test: test[0])
        return Difference(min(1.0, p * len(tested)), name, one, other)

    def _tests(self) -> Iterator[tuple[str, Counter[str], Counter[str]]]:
        """Every comparison that can fail."""
        first, second = self._by_piece(self.first), self._by_piece(self.second)
        for name in sorted({*first, *second}):
            one, other = (self._all(heap.get(name, Counter())) for heap in (first, second))
            values = len({*one, *other})
            if values > 1:
                yield name, one, other
            if values > BUCKETS:
                yield f"{name} (checksum)", _bucketed(one), _bucketed(other)

    @staticmethod
    def _by_piece(heap: Counter[tuple[str, str]]) -> dict[str, Counter[str]]:
        found: dict[str, Counter[str]] = {}
        for (name, text), n in heap.items():
            found.setdefault(name, Counter())[text] = n
        return found

    def _all(self, counts: Counter[str]) -> Counter[str]:
        """With the positions that have no such piece."""
        missing = self.size - counts.total()
        return counts + Counter({"nothing": missing})


def _bucketed(counts: Counter[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for text, n in counts.items():
        found[f"group {zlib.crc32(text.encode(errors='surrogatepass')) % BUCKETS}"] += n
    return found


def most(counts: Mapping[str, int]) -> str:
    """The most frequent outcomes, for a message."""
    shown = ", ".join(f"{what[:40]} {n}" for what, n in Counter(counts).most_common(5))
    return shown + " …" * (len(counts) > 5)
