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
from collections.abc import Callable, Mapping
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
_twins: dict[tuple[str, str], dict[str, Any]] = {}


def compiled(module: str, bound: Mapping[str, Rule] | None = None, label: str = "") -> Namespace:
    """The twin of a module whose rules are compiled on their first call.

    `bound` replaces names of the module by other rules: that is how one driver, written once, plays
    every game (`drivers.py`). `label` names such a binding in the cache.
    """
    if PURE:
        return types.SimpleNamespace(**_rebind(module, bound or {}))
    return types.SimpleNamespace(**_twin(module, bound, label))


def _rebind(module: str, bound: Mapping[str, Rule]) -> dict[str, Any]:
    """Pure mode: the module's own functions, looking up the bound names first."""
    names = dict(vars(sys.modules[module]))
    names.update(bound)
    for name, value in list(names.items()):
        if getattr(value, _MARK, None) and value.__module__ == module and name not in bound:
            names[name] = _copy_function(value, names)
    return names


def _copy_function(function: Rule, names: dict[str, Any]) -> Any:
    assert isinstance(function, types.FunctionType)
    made = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    made.__qualname__, made.__module__ = function.__qualname__, function.__module__
    made.__dict__.update(function.__dict__)
    return made


def _twin(module: str, bound: Mapping[str, Rule] | None, label: str) -> dict[str, Any]:
    key = module, label
    if key in _twins:
        return _twins[key]
    from leyden.core import native as by_hand  # Numba is imported here, never at start-up

    names: dict[str, Any] = dict(vars(sys.modules[module]))
    names["leyden_label"] = label
    for name, value in list(names.items()):
        if bound and name in bound:
            value = names[name] = bound[name]
        if hasattr(value, _NATIVE):
            names[name] = getattr(by_hand, getattr(value, _NATIVE))
        elif getattr(value, _MARK, None):
            if value.__module__ == module:
                cached = getattr(value, _MARK) == "kernel"
                names[name] = by_hand.compile_rule(_copy_function(value, names), cached)
            else:
                names[name] = _twin(value.__module__, None, "")[value.__name__]
    _twins[key] = names
    return names
