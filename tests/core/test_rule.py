"""The switch between readable rules and fast ones."""

import importlib.util
import os
import subprocess
import sys

import pytest

from leyden.core import rule as switch
from leyden.core.engine import numbers
from leyden.core.rule import PACKAGE, PURE, compiled, kernel, package_stamp, rule


@rule
def stand_in(n):
    return n


@rule
def twice(n):
    return 2 * n


@rule
def via_other_rules(n, plus=1):
    return stand_in(n) + plus


@kernel
def fill(found):
    for i in range(len(found)):
        found[i] = via_other_rules(i)


def test_a_marked_function_is_still_that_function():
    assert via_other_rules(3) == 4
    assert twice(4) == 8
    assert (twice.leyden_rule, fill.leyden_rule) == ("rule", "kernel")


@pytest.mark.parametrize(("bound", "expected"), [(None, [1, 2, 3]), ({"stand_in": twice}, [1, 3, 5])])
def test_the_twin_looks_up_bound_names_first(bound, expected):
    found = numbers(3)
    compiled(__name__, bound, "own-test" if bound else "").fill(found)
    assert list(found) == expected
    plain = [0, 0, 0]
    fill(plain)
    assert plain == [1, 2, 3]  # the module itself is as before


def test_pure_mode_is_what_the_environment_or_a_missing_numba_asks_for():
    missing = importlib.util.find_spec("numba") is None
    assert (os.environ.get("LEYDEN_PURE") == "1" or missing) == PURE


def test_in_pure_mode_numba_is_never_imported():
    program = (
        "import sys; from leyden.games import load; from leyden.core.engine import Engine; "
        "Engine(load('voltage')).playouts(1); print('numba' in sys.modules)"
    )
    environment = {**os.environ, "LEYDEN_PURE": "1", "PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"]


def test_the_stamp_covers_every_source_file(tmp_path, monkeypatch):
    (tmp_path / "deep").mkdir()
    for name in ("one.py", "deep/two.py"):
        (tmp_path / name).write_text("x = 1\n")
    monkeypatch.setattr(switch, "PACKAGE", tmp_path)
    stamps = {package_stamp.__wrapped__()}
    (tmp_path / "deep" / "two.py").write_text("x = 2\n")
    stamps.add(package_stamp.__wrapped__())
    (tmp_path / "deep" / "two.py").rename(tmp_path / "two.py")
    stamps.add(package_stamp.__wrapped__())
    assert len(stamps) == 3
    assert package_stamp() == package_stamp()
