"""The repository itself: it belongs to no machine, and says what it is."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CACHES = {".hypothesis", ".import_linter_cache", ".mypy_cache", ".ruff_cache", "__pycache__"}
MADE = {*CACHES, ".git", ".venv", "build", "dist", "mutants"}

# Written so that neither pattern finds itself in this file.
MACHINE_PATH = re.compile(r"(?<![\w.~$})-])/(?:work|root|home|Users)/")
REGISTRY = re.compile(r"pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|yarnpkg\.com|(?:deb|security)\.debian\.org")


def repository_files(git: str = "git") -> list[Path]:
    """Every file that is, or could be, committed: as git says, or without git every file that no tool made."""
    try:
        listing = subprocess.run(
            [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout.decode()
    except (OSError, subprocess.CalledProcessError):
        walked = (Path(folder, name) for folder, _, names in walk() for name in names)
        return sorted(path for path in walked if path.name != ".git" and not path.name.startswith(".coverage"))
    return sorted(ROOT / name for name in listing.split("\0") if name and (ROOT / name).is_file())


def walk():
    for folder, subfolders, names in os.walk(ROOT):
        subfolders[:] = [name for name in subfolders if name not in MADE]
        yield folder, subfolders, names


def lines_matching(pattern: re.Pattern[str], paths: list[Path]) -> list[str]:
    found = []
    for path in paths:
        for number, line in enumerate(path.read_bytes().decode(errors="replace").splitlines(), 1):
            if pattern.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:120]}")
    return found


@pytest.mark.parametrize("git", ["git", "no-such-program"])
def test_the_listing_sees_the_repository(git):
    files = repository_files(git)
    assert {Path(__file__).resolve(), ROOT / "pyproject.toml", ROOT / ".ci" / "run"} <= set(files)
    assert not [path for path in files if MADE & set(path.relative_to(ROOT).parts)]


@pytest.mark.parametrize("folder", ["home", "root", "work"])
def test_a_path_is_one_machines_only_from_the_root(folder):
    assert MACHINE_PATH.search(f"cd /{folder}/x")
    assert MACHINE_PATH.search(f'"/{folder}/x"')
    assert not MACHINE_PATH.search(f"docs/{folder}/x")
    assert not MACHINE_PATH.search(f"~/{folder}/x")


@pytest.mark.parametrize("host", [("pypi", "org"), ("files", "pythonhosted", "org"), ("registry", "npmjs", "org")])
def test_a_registry_is_known_by_its_host(host):
    assert REGISTRY.search("https:" + "//" + ".".join(host) + "/simple")
    assert not REGISTRY.search(" ".join(host))


def test_no_file_belongs_to_one_machine():
    assert lines_matching(MACHINE_PATH, repository_files()) == []


def test_every_file_is_text():
    assert [path for path in repository_files() if b"\0" in path.read_bytes()] == []


def test_no_file_names_a_registry():
    assert lines_matching(REGISTRY, repository_files()) == []


def test_locks_and_project_file_name_no_host():
    locks = sorted((ROOT / "requirements").glob("*.txt"))
    assert len(locks) == 3
    assert lines_matching(re.compile("://"), [*locks, ROOT / "pyproject.toml"]) == []


@pytest.mark.parametrize("lock", ["all", "play", "uv"])
def test_every_locked_package_has_an_exact_version_and_hashes(lock):
    text = (ROOT / "requirements" / f"{lock}.txt").read_text()
    entries = text.replace("\\\n", " ").splitlines()
    assert entries
    assert [entry for entry in entries if not re.match(r"[\w.-]+==\S+ .*--hash=sha256:", entry)] == []


@pytest.mark.parametrize("name", ["CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md"])
def test_the_front_page_files_are_there(name):
    assert (ROOT / name).read_text().strip()


def test_the_newest_change_is_this_version():
    version = re.search(r'^__version__ = "(.+)"$', (ROOT / "src/leyden/__init__.py").read_text(), re.MULTILINE)
    newest = re.search(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert version
    assert newest
    assert newest[1].split()[0].strip("[]") == version[1]


def test_the_types_are_published():
    assert (ROOT / "src/leyden/py.typed").is_file()


def test_every_name_that_leyden_has_can_be_had():
    import leyden

    assert set(leyden.__all__) == set(leyden._HOMES)
    assert all(getattr(leyden, name) is not None for name in leyden.__all__)


def test_importing_leyden_loads_nothing_heavy():
    # An import contract counts an import inside a function, too: only a fresh interpreter tells what loads at once.
    program = "import leyden, sys; print(*sorted({'llvmlite', 'numba', 'numpy', 'rich'} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []
