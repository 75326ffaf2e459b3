"""Compiled code is kept on disk, and goes stale with any edit of any source file."""

import os
import shutil
import subprocess
import sys

import pytest

from leyden.core.rule import PACKAGE

PROGRAM = """
from leyden.core.engine import Engine
from leyden.games import load
print(*Engine(load("voltage")).playouts(300))
"""


@pytest.fixture
def copy(tmp_path):
    """A copy of the package that runs in processes of its own, with a cache of its own."""
    shutil.copytree(PACKAGE, tmp_path / "src" / "leyden", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def run(copy, pure: bool) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LEYDEN", "COV"))}
    environment |= {"PYTHONPATH": str(copy / "src"), "LEYDEN_CACHE_DIR": str(copy / "cache")}
    environment |= {"LEYDEN_PURE": "1"} if pure else {}
    command = [sys.executable, "-c", PROGRAM]
    return subprocess.run(command, env=environment, cwd=copy, capture_output=True, text=True, check=True).stdout


def kept(copy) -> set[str]:
    return {str(path) for path in (copy / "cache").rglob("*.nb?") if path.is_file()}


def test_an_edited_rule_in_another_file_takes_effect_at_once(copy):
    before = run(copy, pure=False)
    files = kept(copy)
    assert run(copy, pure=False) == before
    assert kept(copy) == files  # the second process compiled nothing

    rules = copy / "src" / "leyden" / "games" / "voltage" / "rules.py"
    text = rules.read_text()
    tie = "    return me if lead > 0 else you\n"
    assert text.count(tie) == 1
    rules.write_text(text.replace(tie, tie.replace("lead > 0", "lead >= 0")))
    after = run(copy, pure=False)
    assert after != before
    assert after == run(copy, pure=True)  # the edited rules, as plain Python plays them


def test_only_folders_of_compiled_code_are_cleared_away(copy):
    """A cache folder may be shared with other things: what is not ours stays, however old it is."""
    old = ["0123456789abcdef-numba0.60.0-py311", "0123456789abcdef-numba0.61.0rc1-py312-checked"]
    others = ["my-numba-thesis", "0123456789abcdef-numba0.60.0-py311-notes", "readme"]
    for name in old + others:
        (copy / "cache" / name).mkdir(parents=True)
        os.utime(copy / "cache" / name, (0, 0))
    environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "LEYDEN_CACHE_DIR": str(copy / "cache")}
    environment.pop("LEYDEN_PURE", None)
    subprocess.run([sys.executable, "-c", "import leyden.core.native"], env=environment, cwd=copy, check=True)
    left = {path.name for path in (copy / "cache").iterdir()}
    assert left & {*old, *others} == set(others)
    assert len(left) == len(others) + 1  # and the folder of these sources
