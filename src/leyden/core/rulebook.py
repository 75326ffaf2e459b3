"""A game's rules as entries by number: their text, the functions that carry them out, the tests that prove them.

The text is docs/rules/<game>.md in a checkout and `leyden/_rules` in an installed package. Nothing is
imported for the search: sources and tests are read as files.
"""

from __future__ import annotations

import ast
import functools
import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from leyden.core.rule import PACKAGE

NO_TESTS = "the tests are not part of an installed leyden; look for them in a checkout of its repository"

_ID = r"[A-Z]{1,3}-\d+"
_IDS = re.compile(rf"\b(?P<first>{_ID})\b(?:(?: to |…|–)(?P<last>{_ID})\b)?")
_HEADING = re.compile(r"#{2,4} (?P<id>\d+(?:\.\d+)?)\.? +(?P<title>.+)")
_BOLD = re.compile(rf"(?:- )?\*\*(?P<id>{_ID})(?P<title>[^*]*)\*\*(?P<text>.*)")
_VECTOR = re.compile(r"(?P<id>T-\d+) \[(?P<rules>[^\]]*)\] (?P<title>.*)")
_WRITTEN = re.compile(r"- \*\*(?P<id>T-\d+)\*\*(?: \[(?P<first>[^\]]*)\]|.*\((?P<last>[^()]*)\)\.?$)?")
_OPTIONS = re.compile(r"\| [^|]+ \| [^|]+ \| (?P<mark>[A-Z]{1,3}) \|(?: [^|]+ \|)?")
_RULING = rf"(?:\d+\.?|{_ID})"
_OPTION = re.compile(
    rf"\| `(?P<id>\w+)` \| (?P<values>.+?) \| (?P<ruling>{_RULING}(?:, {_RULING})*|-) \|(?: (?P<changes>.+?) \|)?$"
)


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered entry: a rule, a ruling with its question, an invariant, a vector, an option, a section."""

    id: str
    text: str
    title: str = ""  # a ruling's question, a vector's or a section's heading
    rulings: tuple[str, ...] = ()  # of an option: those whose readings are its values


def checkout() -> Path | None:
    """The repository that this package runs from; None when it is installed."""
    root = PACKAGE.parent.parent
    return root if (root / "docs" / "rules").is_dir() and (root / "src" / PACKAGE.name).samefile(PACKAGE) else None


def rules_text(game_name: str) -> str:
    """The rules file of a game."""
    root = checkout()
    folder = PACKAGE / "_rules" if root is None else root / "docs" / "rules"
    path = folder / f"{game_name}.md"
    if not path.is_file():
        raise LookupError(f"there is no rules file for {game_name} in {folder}")
    return path.read_text(encoding="utf-8")


@functools.cache
def find(game_name: str) -> dict[str, Rule]:
    """Every numbered entry of a game's rules file, in order; the first definition of a number counts."""
    found: dict[str, Rule] = {}
    for entry in _entries(rules_text(game_name).splitlines()):
        found.setdefault(entry.id, entry)
    return found


def spelled(game_name: str, asked: str) -> str:
    """The number that somebody means by `v16` or ` V-16 `; what was asked if there is none."""
    known, asked = find(game_name), asked.strip()
    forms = [asked, asked.upper(), asked.lower()]
    if match := re.fullmatch(r"([A-Za-z]{1,3})[- ]?([0-9]{1,3})", asked):
        forms += [f"{match[1].upper()}-{int(match[2])}", f"{match[1].upper()}-{int(match[2]):02}"]
    return next((form for form in forms if form in known), asked)


def _entries(lines: list[str]) -> Iterator[Rule]:
    fenced, mark = False, ""
    for at, line in enumerate(lines):
        fenced ^= line.startswith("```")
        if fenced:
            if match := _VECTOR.fullmatch(line):
                yield Rule(match["id"], _below(lines, at, line, indented=True), match["title"])
        elif match := _HEADING.fullmatch(line):
            yield Rule(match["id"], _section(lines, at), match["title"])
        elif match := _OPTIONS.fullmatch(line):
            mark = match["mark"]
        elif match := _OPTION.match(line):
            yield _option(match, mark)
        elif match := _BOLD.fullmatch(line):
            yield Rule(match["id"], _below(lines, at, match["text"]), match["title"].strip(" .:"))


def _option(row: re.Match[str], mark: str) -> Rule:
    """A row of the table of options, whose head says which rulings its numbers mean; `10.` is a section."""
    numbers = [] if row["ruling"] == "-" else row["ruling"].split(", ")
    rulings = tuple(f"{mark}-{number}" if number.isdigit() else number.removesuffix(".") for number in numbers)
    named = ", ".join(f"section {ruling}" if ruling[0].isdigit() else ruling for ruling in rulings) or "none"
    text = f"values: {row['values']}; rulings: {named}"
    return Rule(row["id"], text + (f"; changes: {row['changes']}" if row["changes"] else ""), rulings=rulings)


def _starts_something(line: str) -> bool:
    return line.startswith(("#", "- ", "```")) or _BOLD.fullmatch(line) is not None


def _below(lines: list[str], at: int, first: str, *, indented: bool = False) -> str:
    """The text of an entry: its line and those that belong to it; a table may stand behind a blank line."""
    text = [first.strip()]
    for n, line in enumerate(lines[at + 1 :], at + 1):
        table = text[-1].endswith(":") and lines[n + 1 : n + 2] and lines[n + 1].startswith("|")
        foreign = not line.startswith("  ") if indented else not line and not table
        if foreign or _starts_something(line):
            break
        text.append(line.rstrip())
    return "\n".join(text).strip()


def _section(lines: list[str], at: int) -> str:
    level = len(lines[at].partition(" ")[0])
    text: list[str] = []
    for line in lines[at + 1 :]:
        if line.startswith("#") and len(line.partition(" ")[0]) <= level:
            break
        text.append(line.rstrip())
    return "\n".join(text).strip()


def ids_in(text: str) -> list[str]:
    """Every number named in a text, in order; `V-4 to V-9` names six."""
    found: list[str] = []
    for match in _IDS.finditer(text):
        names = [name for name in match.groups() if name]
        heads, numbers = zip(*(name.rsplit("-", 1) for name in names), strict=True)
        if len(set(heads)) < len(names):
            names = [f"{heads[0]}-{n:0{len(numbers[0])}}" for n in range(int(numbers[0]), int(numbers[1]) + 1)]
        found += [name for name in names if name not in found]
    return found


def behind(entry: Rule, places: Mapping[str, list[str]]) -> list[str]:
    """Where `functions` or `tests` find an entry; an option is found where its rulings are."""
    return list(dict.fromkeys(place for number in entry.rulings or (entry.id,) for place in places.get(number, ())))


# ------------------------------------------------------------------ functions
@functools.cache
def functions(game_name: str) -> dict[str, list[str]]:
    """Where the game's sources name a number, as `module:function`: in comments, docstrings and refusals."""
    known, found = find(game_name), dict[str, list[str]]()
    for path in sorted((PACKAGE / "games" / game_name).rglob("*.py")):
        module = ".".join(("leyden", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
        source = path.read_text(encoding="utf-8")
        places = _places(ast.parse(source))
        for line, text in _remarks(source):
            name = _innermost(places, line)
            where = f"{module}:{name}" if name else module
            _note(found, where, [rule for rule in ids_in(text) if rule in known])
    return found


def _note(found: dict[str, list[str]], where: str, rules: list[str]) -> None:
    for rule in rules:
        places = found.setdefault(rule, [])
        if where not in places:
            places.append(where)


def _remarks(source: str) -> Iterator[tuple[int, str]]:
    """Comments, docstrings, and texts that are a number and nothing else, with their lines."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (text := ast.get_docstring(node)):
            yield node.body[0].lineno, text
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(_ID, node.value):
            yield node.lineno, node.value


def _places(tree: ast.Module) -> list[tuple[int, int, str]]:
    """Functions and classes: first line, last line, name with its class."""

    def below(node: ast.AST, outer: str) -> Iterator[tuple[int, int, str]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef | ast.FunctionDef):
                first = min([child.lineno, *(d.lineno for d in child.decorator_list)])
                yield first, child.end_lineno or first, outer + child.name
                yield from below(child, f"{outer}{child.name}.")

    return list(below(tree, ""))


def _innermost(places: list[tuple[int, int, str]], line: int) -> str:
    around = [(last - first, name) for first, last, name in places if first <= line <= last]
    return min(around, default=(0, ""))[1]


# ---------------------------------------------------------------------- tests
@functools.cache
def tests(game_name: str) -> dict[str, list[str]]:
    """Which tests name a number, as `path::test`: by `pytest.mark.rule`, in a docstring, or as a vector.

    Empty when leyden is installed without them (`NO_TESTS` says so).
    """
    root = checkout()
    found: dict[str, list[str]] = {}
    if root is None or not (root / "tests").is_dir():
        return found
    known = find(game_name)
    for path in sorted((root / "tests").rglob("test_*.py")):
        place = path.relative_to(root)
        if place.parts[1] == "games" and place.parts[2] not in (game_name, path.name):
            continue  # another game's
        for name, rules in _tests_of(ast.parse(path.read_text(encoding="utf-8"))):
            _note(found, f"{place.as_posix()}::{name}", [rule for rule in rules if rule in known])
    _note_vectors(game_name, root, found)
    return found


def _tests_of(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    """Every test of a file with the numbers it names."""
    everywhere = [
        rule
        for node in tree.body
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets)
        for rule in _marks(node.value)
    ]
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            marked = [rule for decorator in node.decorator_list for rule in _marks(decorator)]
            yield node.name, everywhere + marked + ids_in(ast.get_docstring(node) or "")


def _marks(node: ast.AST) -> list[str]:
    """The arguments of every `….mark.rule("V-16", …)` in an expression; some may stand in a tuple `*("V-17", …)`."""
    return [
        word.value
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "rule"
        for argument in call.args
        for word in ast.walk(argument)
        if isinstance(word, ast.Constant) and isinstance(word.value, str)
    ]


def _note_vectors(game_name: str, root: Path, found: dict[str, list[str]]) -> None:
    """The vectors of the rules file: `test_vector` runs those in fences, `test_T_nn_…` the written ones.

    A vector names its rules in brackets behind its number, a written one perhaps in parentheses at its end.
    """
    path = root / "tests" / "games" / game_name / "test_vectors.py"
    names = [name for name, _ in _tests_of(ast.parse(path.read_text(encoding="utf-8")))] if path.is_file() else []
    place, known = path.relative_to(root).as_posix(), find(game_name)
    for line in rules_text(game_name).splitlines():
        if match := _VECTOR.fullmatch(line):
            if "test_vector" in names:
                _note(found, f"{place}::test_vector[{match['id']}]", [match["id"], *ids_in(match["rules"])])
        elif match := _WRITTEN.match(line):
            rules = ids_in(match["first"] or match["last"] or "")
            for name in names:
                if name.startswith(f"test_{match['id'].replace('-', '_')}_"):
                    _note(found, f"{place}::{name}", [match["id"], *(rule for rule in rules if rule in known)])
