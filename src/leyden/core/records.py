"""Records: the flat, fixed-size data that rules read and write.

A record type is declared once and exists in three forms with the same fields, so that a rule never knows
which it works on:

- *plain*: a small Python object with slots and lists; interactive games use it.
- *checked*: the same, but every index and every range is checked; `LEYDEN_PURE=1` uses it, hence all
  tests under coverage and all mutation runs do.
- *packed*: one element of a NumPy array, a single block of memory; compiled rules use it.

Small fields are signed bytes and sets of cards signed 64-bit words. (Unsigned fields turn into floats
under Numba without a word.)
"""

from __future__ import annotations

import functools
from typing import Any

from leyden.core.rule import PURE

SMALL, COUNT, WIDE, SET = "i1", "i2", "i4", "i8"
_BITS = {SMALL: 8, COUNT: 16, WIDE: 32, SET: 64}


class _CheckedRow:
    """A row of whole numbers that refuses a wrong index and a number that does not fit."""

    __slots__ = ("_limit", "_values")

    def __init__(self, kind: str, length: int) -> None:
        self._limit = 1 << _BITS[kind] - 1
        self._values = [0] * length

    def __len__(self) -> int:
        return len(self._values)

    def _at(self, index: int) -> int:
        if not 0 <= index < len(self._values):
            raise IndexError(f"index {index} outside a row of {len(self._values)}")
        return index

    def __getitem__(self, index: int) -> int:
        return self._values[self._at(index)]

    def __setitem__(self, index: int, value: int) -> None:
        if not -self._limit <= value < self._limit:
            raise OverflowError(f"{value} does not fit a field of {self._limit.bit_length()} bits")
        self._values[self._at(index)] = value

    def __iter__(self) -> Any:
        return iter(self._values)


class _CheckedRows(tuple[_CheckedRow, ...]):
    """Several rows; a negative index is refused as well."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        if index < 0:
            raise IndexError(f"index {index} outside {len(self)} rows")
        return tuple.__getitem__(self, index)


def _checked_number(name: str, kind: str) -> property:
    limit, slot = 1 << _BITS[kind] - 1, f"_{name}"

    def get(self: Any) -> int:
        return int(getattr(self, slot))

    def put(self: Any, value: int) -> None:
        if not -limit <= value < limit:
            raise OverflowError(f"{name} = {value} does not fit a field of {_BITS[kind]} bits")
        setattr(self, slot, value)

    return property(get, put)


class RecordType:
    """A record type: makes records, copies them, packs them for compiled rules and unpacks them."""

    def __init__(self, name: str, fields: dict[str, str | tuple[str | int, ...]], checked: bool) -> None:
        self.name = name
        self.shapes: dict[str, tuple[str, tuple[int, ...]]] = {}
        for field, spec in fields.items():
            kind, *shape = (spec,) if isinstance(spec, str) else spec
            self.shapes[field] = str(kind), tuple(int(n) for n in shape)
        self._class = self._checked_class() if checked else self._plain_class()

    def new(self) -> Any:
        """A record of zeros."""
        return self._class()

    def copy(self, one: Any) -> Any:
        """An independent copy."""
        return one.copy()

    def as_tuple(self, one: Any) -> tuple[Any, ...]:
        """All fields in order, rows as tuples: for comparing records."""
        return tuple(_frozen(getattr(one, field)) for field in self.shapes)

    def as_tuples(self, packed: list[Any]) -> list[tuple[Any, ...]]:
        """`as_tuple` of the element in each of these packed arrays, all at once."""
        import numpy as np

        together = np.concatenate(packed)
        columns = [together[field].tolist() for field in self.shapes]
        return [tuple(map(_frozen, row)) for row in zip(*columns, strict=True)]

    def from_tuple(self, values: tuple[Any, ...]) -> Any:
        """The record that `as_tuple` described."""
        one = self.new()
        for (field, (_, shape)), value in zip(self.shapes.items(), values, strict=True):
            self._fill(one, field, shape, value)
        return one

    @staticmethod
    def _fill(one: Any, field: str, shape: tuple[int, ...], value: Any) -> None:
        if not shape:
            setattr(one, field, value)
            return
        rows, values = (getattr(one, field), value) if len(shape) == 2 else ([getattr(one, field)], [value])
        for row, numbers in zip(rows, values, strict=True):
            for i, number in enumerate(numbers):
                row[i] = number

    @functools.cached_property
    def dtype(self) -> Any:
        """The NumPy type of the packed form."""
        import numpy as np

        # A field of its own per type: Numba takes two types with equal fields for one.
        fields = [(f, k, shape) if shape else (f, k) for f, (k, shape) in self.shapes.items()]
        return np.dtype([*fields, (f"is_{self.name}", SMALL)], align=True)

    def pack(self, one: Any) -> Any:
        """The packed form: a NumPy array with one element."""
        import numpy as np

        packed = np.zeros(1, self.dtype)
        for field in self.shapes:
            packed[field][0] = _listed(getattr(one, field))
        return packed

    def unpack(self, packed: Any, at: int = 0) -> Any:
        """The plain (or checked) form of one element of a packed array."""
        one = self.new()
        for field, (_, shape) in self.shapes.items():
            self._fill(one, field, shape, packed[field][at].tolist())
        return one

    def _plain_class(self) -> type:
        """Written out as source: a copy is then a dozen assignments instead of a loop over names."""
        copies = {0: "{0}", 1: "{0}[:]", 2: "[row[:] for row in {0}]"}
        zeros = {0: "0", 1: "[0] * {0}", 2: "[[0] * {1} for _ in range({0})]"}
        lines = [f"class {self.name}:", f"    __slots__ = {tuple(self.shapes)!r}", "    def __init__(self):"]
        lines += [f"        self.{f} = {zeros[len(n)].format(*n)}" for f, (_, n) in self.shapes.items()]
        lines += ["    def copy(self):", f"        new = {self.name}.__new__({self.name})"]
        lines += [f"        new.{f} = {copies[len(n)].format('self.' + f)}" for f, (_, n) in self.shapes.items()]
        lines += ["        return new"]
        space: dict[str, Any] = {}
        exec("\n".join(lines), space)
        made: type = space[self.name]
        return made

    def _checked_class(self) -> type:
        shapes = self.shapes
        numbers = [f for f, (_, shape) in shapes.items() if not shape]

        def start(self: Any) -> None:
            for field, (kind, shape) in shapes.items():
                if len(shape) == 2:
                    setattr(self, field, _CheckedRows(_CheckedRow(kind, shape[1]) for _ in range(shape[0])))
                else:
                    setattr(self, field, _CheckedRow(kind, shape[0]) if shape else 0)

        def copy(self: Any) -> Any:
            new = type(self)()
            for field, (_, shape) in shapes.items():
                old = getattr(self, field)
                if not shape:
                    setattr(new, field, old)
                    continue
                pairs = zip(getattr(new, field), old, strict=True) if len(shape) == 2 else [(getattr(new, field), old)]
                for mine, theirs in pairs:
                    mine._values[:] = theirs._values
            return new

        body: dict[str, Any] = {"__init__": start, "copy": copy}
        body["__slots__"] = tuple(f"_{f}" if f in numbers else f for f in shapes)
        body.update({f: _checked_number(f, shapes[f][0]) for f in numbers})
        return type(self.name, (), body)


def _listed(value: Any) -> Any:
    return value if isinstance(value, int) else [_listed(v) for v in value]


def _frozen(value: Any) -> Any:
    return value if isinstance(value, int) else tuple(_frozen(v) for v in value)


def record(name: str, **fields: str | tuple[str | int, ...]) -> RecordType:
    """Declare a record type: `record("voltage_state", hand=(SET, 2), phase=SMALL)`."""
    return RecordType(name, fields, checked=PURE)
