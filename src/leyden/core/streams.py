"""Luck with a name: independent streams of random numbers per (seed, purpose, index).

The same name gives the same numbers on every platform and Python version, compiled or not. Two
experiments that name the same stream share the same luck, whatever else differs between them.
"""

from __future__ import annotations

import hashlib
from typing import Any, Protocol

from leyden.core.luck import random_below


class Stream(list[int]):
    """One named stream; rules use it as `stream[0]`, people by its methods."""

    def below(self, n: int) -> int:
        """A number in 0 .. n-1."""
        if n <= 0:
            raise ValueError(f"a stream can only draw below a positive number, not {n}")
        return int(random_below(self, n))

    def shuffle(self, items: list[Any]) -> None:
        """Put the items into a random order, in place: for i = last … 1 swap item i with one of 0 … i."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


class Bits(Protocol):
    """What `as_stream` accepts besides a stream: Python's own generators."""

    def getrandbits(self, k: int, /) -> int:
        """k random bits."""


class Streams:
    """All streams of one seed."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def stream(self, purpose: str, index: int = 0) -> Stream:
        """The stream of that name, from its beginning."""
        name = f"leyden/1\n{self.seed}\n{purpose}\n{index}"
        return Stream([int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "little")])


def as_stream(rng: Stream | Bits | int) -> Stream:
    """A stream from whatever the caller has: a stream, a `random.Random`, a seed."""
    if isinstance(rng, Stream):
        return rng
    if isinstance(rng, int):
        return Streams(rng).stream("caller")
    if not hasattr(rng, "getrandbits"):
        raise TypeError(f"luck is a stream, a seed or a random.Random, not {rng!r}")
    return Stream([rng.getrandbits(64)])
