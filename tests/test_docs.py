"""What the documentation says is what the programs do: examples run, made parts are up to date, links lead on."""

import doctest
import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
PYTHON = re.compile(r"```python\n(.*?)```", re.S)
CONSOLE = re.compile(r"```console\n(.*?)```", re.S)


def blocks(page):
    """Each console block as (command, expected output) pairs."""
    for block in CONSOLE.findall(page.read_text(encoding="utf-8")):
        yield [tuple(part.split("\n", 1)) for part in re.split(r"^\$ ", block, flags=re.M)[1:]]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_say_what_is_printed(page):
    text = "\n".join(map(with_blank_lines, PYTHON.findall(page.read_text(encoding="utf-8"))))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert result.failed == 0


def with_blank_lines(block):
    """An example as doctest wants it, which takes an empty line for the end of what is printed."""
    return re.sub(r"\n(?=\n(?!>>>)[^\n])", "\n<BLANKLINE>", block) + "\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_console_examples_say_what_is_printed(page, tmp_path):
    for block in blocks(page):
        for command, expected in block:
            words = shlex.split(command)
            if words[0] != "leyden":
                assert words[0] in ("make", "git", "cd"), f"{page.name}: what is {command!r}?"
                continue
            done = subprocess.run(
                [sys.executable, "-m", *words],
                cwd=tmp_path,
                capture_output=True,
                text=True,
                stdin=subprocess.DEVNULL,
                env={**os.environ, "COLUMNS": "80"},
                check=False,
            )
            assert matches(expected, done.stdout + done.stderr), f"{command}\n{done.stdout}{done.stderr}"


def matches(expected: str, printed: str) -> bool:
    """Equal, where a line `...` stands for any lines."""
    pattern = re.escape(expected.rstrip("\n")).replace(re.escape("..."), ".*")
    return re.fullmatch(pattern, printed.rstrip("\n"), re.S) is not None


def test_the_comparison_can_fail():
    assert matches("a\n...\nb\n", "a\nx\ny\nb")
    assert not matches("a\nb\n", "a\nc\n")


def test_made_parts_are_up_to_date():
    spec = importlib.util.spec_from_file_location("tools_docs", ROOT / "tools" / "docs.py")
    docs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(docs)
    assert docs.stale() == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_within_the_repository_lead_somewhere(page):
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []
