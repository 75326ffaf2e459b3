"""Options: house rules and rulings as named values, declared once by each game."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


def nearest(name: str, known: Sequence[str]) -> str:
    """What to say of an unknown name: did you mean …? Or all that are known, when nothing is near."""
    close = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
    if close:
        return f"did you mean {' or '.join(close)}?"
    return f"known: {', '.join(known)}"


def folded(word: str) -> str:
    """A name or a value without what people mix up: capitals, hyphens, blanks for underscores."""
    return word.strip().lower().replace("-", "_").replace(" ", "_")


class BadOption(ValueError):
    """An option that does not exist, or a value it does not take."""


@dataclass(frozen=True, slots=True)
class Option:
    """One declared option. `values` are its words, default first; `check` turns any other text into a value.

    `check` returns the canonical text, or raises BadOption.
    """

    name: str
    values: tuple[str, ...]
    ruling: str
    changes: str
    says: str
    check: Callable[[str], str] | None = None
    free: str = ""  # how to write the values that `check` accepts

    @property
    def default(self) -> str:
        """The value in force when nothing is said."""
        return self.values[0]

    def read(self, value: object) -> str:
        """The canonical text of a value; a sequence is written with commas."""
        text = ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value).strip()
        if text in self.values:
            return text
        words = {folded(known): known for known in self.values if known[0].isalpha()}
        if folded(text) in words:
            return words[folded(text)]
        if self.check is not None:
            return self.check(text)
        near = nearest(text, self.values)
        hint = "" if near.startswith("known") else f"; {near}"
        raise BadOption(f"{self.name}={text}: known are {', '.join(self.values)} [{self.ruling}]{hint}")


class Options(Mapping[str, str]):
    """The value of every option, as text. Equal when all values are."""

    def __init__(self, declared: Sequence[Option], given: Mapping[str, object]) -> None:
        self.declared = tuple(declared)
        names = [o.name for o in declared]
        said: dict[str, object] = {}
        for asked, value in given.items():
            name = folded(str(asked))
            if name not in names:
                raise BadOption(f"no option is called {asked}: {nearest(name, names)}")
            if name in said:
                raise BadOption(f"the option {name} is given twice")
            said[name] = value
        self._values = {o.name: o.read(said[o.name]) if o.name in said else o.default for o in declared}

    def __getitem__(self, name: str) -> str:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self._values == other._values

    def __repr__(self) -> str:
        return f"Options({self})"

    def __str__(self) -> str:
        """`default`, or the options that differ: `fuse_targets=number_only; target_sets=3`."""
        return "; ".join(f"{k}={v}" for k, v in self.changed().items()) or "default"

    def changed(self) -> dict[str, str]:
        """The options whose value is not the default."""
        return {o.name: self._values[o.name] for o in self.declared if self._values[o.name] != o.default}

    def __reduce__(self) -> Any:
        return Options, (self.declared, self._values)


def read_options(text: str) -> dict[str, str]:
    """`"default"` or `"flag=value; …"` as a mapping."""
    found: dict[str, str] = {}
    if folded(text) in ("", "default"):
        return found
    for part in text.split(";"):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not name:
            raise BadOption(f"an option is written name=value, not {part.strip()!r}")
        if name in found:
            raise BadOption(f"the option {name} is given twice")
        found[name] = value
    return found
