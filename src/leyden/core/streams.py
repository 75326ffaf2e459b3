"""Luck with a name: independent streams of random numbers per (seed, purpose, index).

The same name gives the same numbers on every platform and Python version, compiled or not. Two
experiments that name the same stream share the same luck, whatever else differs between them.
"""

from __future__ import annotations

import builtins
import hashlib
import operator
from typing import Any, Protocol, SupportsIndex

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
    """Python's own generators."""

    def getrandbits(self, k: int, /) -> int:
        """k random bits."""


class Bytes(Protocol):
    """And the generators of NumPy."""

    def bytes(self, length: int, /) -> builtins.bytes:
        """Random bytes."""


class Streams:
    """All streams of one seed."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def stream(self, purpose: str, index: int = 0) -> Stream:
        """The stream of that name, from its beginning."""
        name = f"leyden/1\n{self.seed}\n{purpose}\n{index}"
        return Stream([int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "little")])


Luck = Stream | Streams | Bits | Bytes | SupportsIndex  # what `as_stream` takes


def as_stream(rng: Luck) -> Stream:
    """A stream from whatever the caller has: a stream or all of them, a seed, a generator of Python or NumPy."""
    if isinstance(rng, Stream):
        return rng
    if isinstance(rng, Streams):
        return rng.stream("caller")
    if isinstance(rng, SupportsIndex):
        return Streams(operator.index(rng)).stream("caller")
    if hasattr(rng, "getrandbits"):
        return Stream([rng.getrandbits(64)])
    if callable(getattr(rng, "bytes", None)):
        return Stream([int.from_bytes(rng.bytes(8), "little")])
    raise TypeError(f"luck is a stream, a whole number as a seed, or a generator of random or numpy, not {rng!r}")
