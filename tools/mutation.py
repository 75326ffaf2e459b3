"""Change the rules of Voltage in one place at a time, and see whether a test notices.

    python tools/mutation.py [--only WORD] [--jobs N]

Writes docs/mutation.json. A mutant that survives needs a reason in tools/mutation_reasons.json; without one
the run fails. (mutmut leaves functions with decorators alone, and every rule has one.)
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.abc
import importlib.machinery
import importlib.util
import io
import json
import os
import resource
import sys
import time
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
TARGETS = {
    "leyden.games.voltage.rules": ROOT / "src/leyden/games/voltage/rules.py",
    "leyden.games.voltage.worlds": ROOT / "src/leyden/games/voltage/worlds.py",
}
RULES = [f"tests/games/voltage/test_{name}.py" for name in ("vectors", "rules", "legal", "state", "invariants")]
WORLDS = [
    "tests/games/voltage/test_knowledge.py",
    "tests/testing/test_kit.py::test_dealt_worlds_are_as_likely_as_all_assignments_of_cards",
    "tests/testing/test_kit.py::test_private_random_backs_in_the_pile",
]
# All of them, those first in which most mutants of the module die.
TESTS = {"leyden.games.voltage.rules": RULES + WORLDS, "leyden.games.voltage.worlds": WORLDS + RULES}
BROKEN = 99  # exit code of a run that is no verdict
PATIENCE = 2  # times the CPU time of the unchanged rules; a rule that never ends is caught as well

COMPARE = {ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
BINARY = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}


class Mutant:
    """One change: the tree that has it, where it is, what it is."""

    def __init__(self, tree: ast.Module, old: ast.AST, new: ast.AST, function: str) -> None:
        self.tree, self.function = tree, function
        self.change = f"{ast.unparse(old)} → {ast.unparse(new)}"
        self.line = getattr(old, "lineno", 0)


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """What a node could be instead."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARE:
        yield ast.Compare(node.left, [COMPARE[type(node.ops[0])]()], node.comparators)
    elif isinstance(node, ast.BinOp) and type(node.op) in BINARY:
        yield ast.BinOp(node.left, BINARY[type(node.op)](), node.right)
    elif isinstance(node, ast.AugAssign) and type(node.op) in BINARY:
        yield ast.AugAssign(node.target, BINARY[type(node.op)](), node.value)
        yield ast.Pass()
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert | ast.USub):
        yield node.operand
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.Assign) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        yield ast.Pass()
    elif isinstance(node, ast.IfExp):
        yield node.body
        yield node.orelse
    elif isinstance(node, ast.If):
        yield ast.If(ast.Constant(True), node.body, node.orelse)
        yield ast.If(ast.Constant(False), node.body, node.orelse)


def mutants(path: Path) -> Iterator[Mutant]:
    """Every single change inside the functions of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for at, function in enumerate(tree.body):
        if not isinstance(function, ast.FunctionDef):
            continue
        nodes = [n for statement in function.body for n in ast.walk(statement)]
        docstring = function.body[0].value if isinstance(function.body[0], ast.Expr) else None
        for index, node in enumerate(nodes):
            if node is docstring:
                continue
            for new in changes(node):
                other = copy.copy(tree)
                other.body = list(tree.body)
                other.body[at] = replaced(function, index, new)
                yield Mutant(ast.fix_missing_locations(other), node, new, function.name)


def replaced(function: ast.FunctionDef, index: int, new: ast.AST) -> ast.FunctionDef:
    """A copy of a function with its index-th node replaced."""
    made = copy.deepcopy(function)
    old = [n for statement in made.body for n in ast.walk(statement)][index]
    fresh = ast.copy_location(copy.deepcopy(new), old)
    for parent in ast.walk(made):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, fresh)
            elif isinstance(value, list):
                value[:] = [fresh if item is old else item for item in value]
    return made


class Planted(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports the mutant in place of the module."""

    def __init__(self, name: str, path: Path, tree: ast.Module) -> None:
        self.name, self.path = name, path
        self.code = compile(tree, str(path), "exec")

    def find_spec(self, name: str, path: object, target: object = None) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, self.path, loader=self)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)
        if hasattr(module, "MOST_TRIES"):
            module.MOST_TRIES = 5000  # a mutant without any world shall say so soon


def examine(name: str, path: Path, tree: ast.Module, seconds: int) -> int:
    """Run the tests against a changed module in a forked process that may take so much CPU time; the process's id."""
    child = os.fork()
    if child:
        return child
    code = BROKEN
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        sys.meta_path.insert(0, Planted(name, path, tree))
        sink = io.StringIO()
        with redirect_stdout(sink), redirect_stderr(sink):
            code = int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "--hypothesis-profile=ci", *TESTS[name]]))
        if code > 1:  # 0 passed, 1 failed; anything else is no verdict
            print(sink.getvalue()[-2000:])
    finally:
        os._exit(code)


def control() -> int:
    """The unchanged rules, examined in the same way, must pass: else every mutant would seem caught.

    The CPU time that a mutant may take.
    """
    for name, path in TARGETS.items():
        _, status = os.waitpid(examine(name, path, ast.parse(path.read_text(encoding="utf-8")), 600), 0)
        if status:
            sys.exit(f"the tests do not pass on the unchanged {name}")
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime / len(TARGETS)
    return round(PATIENCE * took)


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument(
        "--only", default="", help="only functions whose name, with its module, contains this: rules. or worlds.by_face"
    )
    asked.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = asked.parse_args()
    os.chdir(ROOT)
    os.environ["LEYDEN_PURE"] = "1"
    begun, waiting = time.time(), []
    for name, path in TARGETS.items():
        module = name.rpartition(".")[2]
        waiting += [(name, path, m) for m in mutants(path) if options.only in f"{module}.{m.function}"]
    seconds = control()
    total, running, survivors, done = len(waiting), {}, [], 0
    print(f"{total} mutants, {len(RULES + WORLDS)} groups of tests, {seconds} s of CPU time each at most", flush=True)
    while waiting or running:
        while waiting and len(running) < options.jobs:
            name, path, mutant = waiting.pop()
            running[examine(name, path, mutant.tree, seconds)] = name, mutant
        child, status = os.wait()
        name, mutant = running.pop(child)
        done += 1
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == BROKEN:
            sys.exit(f"the tool broke at {name}.{mutant.function}:{mutant.line}: {mutant.change}")
        if status == 0:
            survivors.append((name, mutant))
            print(f"survives: {name.rsplit('.', 1)[1]}.{mutant.function}:{mutant.line}: {mutant.change}", flush=True)
        if done % 50 == 0:
            print(f"{done}/{total}, {len(survivors)} survive, {time.time() - begun:.0f} s", flush=True)
    report(total, survivors, whole=not options.only)


def report(total: int, survivors: list[tuple[str, Mutant]], *, whole: bool) -> None:
    """Write the score; fail when a survivor has no reason."""
    reasons = json.loads((ROOT / "tools/mutation_reasons.json").read_text(encoding="utf-8"))
    found = []
    for name, mutant in sorted(survivors, key=lambda s: (s[0], s[1].line)):
        where = f"{name.rsplit('.', 1)[1]}.{mutant.function}"
        found.append({"where": where, "change": mutant.change, "reason": reasons.get(f"{where}: {mutant.change}", "")})
    killed = total - len(found)
    result = {"mutants": total, "killed": killed, "score": round(killed / total, 4), "survivors": found}
    if whole:
        text = json.dumps(result, indent=1, ensure_ascii=False) + "\n"
        (ROOT / "docs/mutation.json").write_text(text, encoding="utf-8")
    print(f"{killed} of {total} caught")
    unexplained = [f"{s['where']}: {s['change']}" for s in found if not s["reason"]]
    if unexplained:
        sys.exit("no reason is given for:\n" + "\n".join(unexplained))


if __name__ == "__main__":
    main()
