"""The switch between readable rules and fast ones.

A rule is an ordinary Python function on whole numbers, marked `@rule`. Imported, it *is* that function:
the debugger, coverage and the interactive game run it as it stands. `compiled(module)` returns a twin of
the module in which every rule, its own and those it imports, is compiled by Numba; loops over many games
run there. Both come from the one source, and a test compares them after every decision.

`LEYDEN_PURE=1`, or a machine without Numba, switches the twins off: `compiled` then returns the plain
functions, and records check every index and range (see `records.py`).
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import os
import sys
import types
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

PURE = os.environ.get("LEYDEN_PURE") == "1" or importlib.util.find_spec("numba") is None
PACKAGE = Path(__file__).resolve().parent.parent

Rule = Callable[..., Any]
_NATIVE = "leyden_native"
_MARK = "leyden_rule"


def rule(function: Rule) -> Rule:
    """Mark a function as a rule: plain here, compiled in the twin of its module."""
    setattr(function, _MARK, "rule")
    return function


def seldom(function: Rule) -> Rule:
    """Mark a rule that few decisions need: compiled once by itself, not anew into everything that calls it."""
    setattr(function, _MARK, "seldom")
    return function


def check_rule(function: object) -> None:
    """TypeError for what cannot be compiled as a rule: it lacks the decorator, or it holds on to names around it."""
    if not isinstance(function, types.FunctionType):
        raise TypeError(f"a rule is a plain function under @rule, not {function!r}")
    if not getattr(function, _MARK, None):
        raise TypeError(f"{function.__qualname__} has no decorator: write @rule above it")
    if function.__closure__:
        names = ", ".join(function.__code__.co_freevars)
        raise TypeError(f"{function.__qualname__} uses {names} of the function around it; a rule stands for itself")


def kernel(function: Rule) -> Rule:
    """Mark a rule that Python calls directly: its compiled form is kept in the cache on disk."""
    setattr(function, _MARK, "kernel")
    return function


def native(name: str) -> Callable[[Rule], Rule]:
    """Mark a helper whose compiled form is written by hand in `native.py` under `name`."""

    def mark(function: Rule) -> Rule:
        setattr(function, _NATIVE, name)
        return function

    return mark


@functools.cache
def package_stamp() -> str:
    """One hash over every source file of the package: any edit makes all compiled code stale."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


Namespace = types.SimpleNamespace
# Twins by module, label and bot; what an id stands for is kept alive beside it.
_twins: dict[tuple[int, str, tuple[int, ...]], tuple[dict[str, Any], list[Any], dict[str, Any]]] = {}


def compiled(module: str, bound: Mapping[str, Rule] | None = None, label: str = "") -> Namespace:
    """The twin of a module whose rules are compiled on their first call.

    `bound` replaces names of the module by other rules: that is how one driver, written once, plays
    every game (`drivers.py`). `label` names such a binding in the cache.
    """
    if PURE:
        return types.SimpleNamespace(**_rebind(module, bound or {}))
    space = vars(sys.modules[module])  # compiled only
    return types.SimpleNamespace(**_Workshop(space, bound or {}, label).twin(space))  # compiled only


def _rebind(module: str, bound: Mapping[str, Rule]) -> dict[str, Any]:
    """Pure mode: the module's own functions, looking up the bound names first."""
    space = vars(sys.modules[module])
    names = dict(space)
    for name, value in space.items():
        if getattr(value, _MARK, None) and value.__globals__ is space:
            names[name] = _copy_function(value, names)
    for name, value in bound.items():
        names[name] = value
        if getattr(value, _MARK, None) and _is_own(value):
            theirs = dict(value.__globals__)
            for other, v in value.__globals__.items():
                if getattr(v, _MARK, None) and v.__globals__ is space:
                    theirs[other] = names[v.__name__]
                elif getattr(v, _MARK, None) and v.__globals__ is value.__globals__:
                    theirs[other] = _copy_function(v, theirs)
            names[name] = _copy_function(value, theirs)
    return names


def _is_own(value: Any) -> bool:
    """Whether a rule was written outside the package: somebody's own bot."""
    return PACKAGE not in Path(value.__code__.co_filename).resolve().parents


def _parts(rules: Iterable[Rule]) -> list[Any]:  # compiled only
    """People's own rules with all they name: where one of these has become another, it is another bot."""
    found: list[Any] = []
    todo = list(rules)
    while todo:
        one = todo.pop()
        if any(one is other for other in found):
            continue
        found.append(one)
        if getattr(one, _MARK, None) and _is_own(one):
            todo += [one.__globals__[name] for name in one.__code__.co_names if name in one.__globals__]
    return found


def _copy_function(function: Rule, names: dict[str, Any]) -> Any:
    assert isinstance(function, types.FunctionType)
    made = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    made.__qualname__, made.__module__ = function.__qualname__, function.__module__
    made.__dict__.update(function.__dict__)
    return made


class _Workshop:  # compiled only
    """Makes the twin of one module with its bindings, and of what it needs from elsewhere."""

    def __init__(self, space: dict[str, Any], bound: Mapping[str, Rule], label: str) -> None:
        self.space, self.bound, self.label = space, bound, label
        self.parts = _parts(rule for rule in bound.values() if getattr(rule, _MARK, None) and _is_own(rule))

    def twin(self, space: dict[str, Any]) -> dict[str, Any]:
        """The names of a module, or of wherever a rule was written, with every rule compiled."""
        ours = space is self.space or PACKAGE.name not in str(space.get("__name__", "")).split(".")
        key = id(space), self.label if ours else "", tuple(map(id, self.parts)) if ours else ()
        if key in _twins:
            return _twins[key][-1]
        names = {**space, "leyden_label": key[1]}
        _twins[key] = space, self.parts, names
        for name, value in space.items():
            names[name] = self.form(value, space, names)
        if space is self.space:  # last, for an own bot may use what this module has
            for name, value in self.bound.items():
                names[name] = self.form(value, space, names)
        return names

    def form(self, value: Any, space: dict[str, Any], names: dict[str, Any]) -> Any:
        """What stands for a value in a twin: its compiled form if it is a rule, else itself."""
        from leyden.core import native as by_hand  # Numba is imported here, never at start-up

        if hasattr(value, _NATIVE):
            return getattr(by_hand, getattr(value, _NATIVE))
        if not getattr(value, _MARK, None):
            return value
        home = value.__globals__
        if home is not space:
            names = self.twin(home)
            if home.get(value.__name__) is value:
                return names[value.__name__]
        return by_hand.compile_rule(_copy_function(value, names), getattr(value, _MARK))
