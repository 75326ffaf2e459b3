"""The compiled side of the switch: Numba, the card-set instructions, the cache. Imported by `compiled` only."""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import binding, ir
from numba import njit, types
from numba.core import caching
from numba.extending import intrinsic

from leyden.core.rule import PACKAGE, Rule, package_stamp

_OPTIONS = {"nogil": True, "error_model": "numpy", "forceinline": True}
_STALE_AFTER = 14 * 24 * 3600.0
_OURS = re.compile(r"[0-9a-f]{16}-numba[0-9.a-z]+-py[0-9]+(-checked)?")  # as `cache_folder` names them


# ---------------------------------------------------------------- the cache
def cache_root() -> Path:
    """Where compiled code of every version is kept."""
    chosen = os.environ.get("LEYDEN_CACHE_DIR")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "leyden"


def cache_folder() -> Path:
    """The folder of exactly these sources, this Numba, this Python and these switches."""
    bounds = "-checked" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else ""
    python = f"{sys.version_info.major}{sys.version_info.minor}"
    return cache_root() / f"{package_stamp()[:16]}-numba{numba.__version__}-py{python}{bounds}"


def _usable_cache() -> bool:
    """Make the folder, and clear away those of versions nobody has used for two weeks."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for other in cache_root().iterdir():
            if _OURS.fullmatch(other.name) and time.time() - other.stat().st_mtime > _STALE_AFTER:
                shutil.rmtree(other, ignore_errors=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


class _Locator(caching._CacheLocator):
    """Keeps compiled kernels valid for exactly these sources: Numba's own stamp misses edits in other files."""

    def __init__(self, function: Any) -> None:
        self._label = function.__globals__.get("leyden_label") or "all"
        self._line = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return str(cache_folder() / self._label)

    def get_source_stamp(self) -> str:
        return package_stamp()

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, function: Any, path: str) -> _Locator | None:
        if PACKAGE not in Path(path).resolve().parents:
            return None
        self = cls(function)
        self.ensure_cache_path()
        return self


_CACHING = _usable_cache()
if _CACHING and not any(c.__name__ == "_Locator" for c in caching.CacheImpl._locator_classes[:1]):
    caching.CacheImpl._locator_classes.insert(0, _Locator)


def compile_rule(function: Rule, mark: str) -> Any:
    """The compiled form of a rule, kernel or seldom used rule; nothing happens until its first call."""
    outside = PACKAGE not in Path(function.__code__.co_filename).resolve().parents
    personal = function.__globals__.get("leyden_label", "").startswith("own")  # a driver bound to somebody's own bot
    cached = mark == "kernel" and _CACHING and not outside and not personal
    inner = mark != "kernel"  # called by compiled code alone
    more = {"no_cpython_wrapper": inner, "no_cfunc_wrapper": inner, "forceinline": mark != "seldom"}
    return njit(cache=cached, **{**_OPTIONS, **more})(function)


# ---------------------------------------------------------------- card sets
@intrinsic
def _ctpop(typingctx, m):
    return types.int64(types.int64), lambda context, builder, sig, args: builder.ctpop(args[0])


@intrinsic
def _cttz(typingctx, m):
    def code(context, builder, sig, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), code


@intrinsic
def _pdep(typingctx, a, m):
    def code(context, builder, sig, args):
        i64 = ir.IntType(64)
        fn = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(i64, [i64, i64]))
        return builder.call(fn, args)

    return types.int64(types.int64, types.int64), code


@njit(**_OPTIONS)
def count(cards):
    """See `cards.count`."""
    return _ctpop(cards)


@njit(**_OPTIONS)
def index_of(card):
    """See `cards.index_of`."""
    return _cttz(card)


@njit(**_OPTIONS)
def _nth_by_instruction(cards, n):
    return _pdep(1 << n, cards)


@njit(**_OPTIONS)
def _nth_by_search(cards, n):
    """Binary search with population counts: no branch depends on the data."""
    at = 0
    for width in (32, 16, 8, 4, 2, 1):
        below = _ctpop(cards >> at & ((1 << width) - 1))
        if n >= below:
            n -= below
            at += width
    return 1 << at


# x86 only: chosen once by what the processor can do. NUMBA_CPU_NAME=generic takes the portable form.
_bmi2 = binding.get_host_cpu_features().get("bmi2") and os.environ.get("LEYDEN_PORTABLE") != "1"
nth_card = _nth_by_instruction if _bmi2 else _nth_by_search

# ------------------------------------------------------------------- random
_U = np.uint64


@njit(**_OPTIONS)
def _next64(stream):
    z = stream[0] + _U(0x9E3779B97F4A7C15)
    stream[0] = z
    z = (z ^ (z >> _U(30))) * _U(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> _U(27))) * _U(0x94D049BB133111EB)
    return z ^ (z >> _U(31))


@njit(**_OPTIONS)
def random_below(stream, n):
    """See `luck.random_below`."""
    mask = _U(0xFFFFFFFF)
    product = (_next64(stream) >> _U(32)) * _U(n)
    if product & mask < _U(n):
        floor = _U(1 << 32) % _U(n)
        while product & mask < floor:
            product = (_next64(stream) >> _U(32)) * _U(n)
    return np.int64(product >> _U(32))
