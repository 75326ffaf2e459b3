# `make play` starts a game, and `make play ARGS="--save FILE"` says more to it; `make test` runs every check and test.
# Both set up what they need, in .venv; the command is then .venv/bin/leyden.
# INSTALL=pip where pip alone knows the way to a package registry; the lock files are the same.
PYTHON ?= python3
INSTALL ?= uv
GAME ?= voltage
ARGS ?=
UPGRADE ?=

V := .venv
PY := $(V)/bin/python
UV := $(V)/bin/uv
JOBS ?= auto
PYTEST := -m pytest -n $(JOBS) --dist worksteal --hypothesis-profile=ci

# Ctrl-C reaches the shell and make, too; the game alone answers it, and leaving so (130) is no mistake.
play: $(V)/.play
	@trap : INT; $(PY) -m leyden play $(GAME) $(ARGS) || [ $$? -eq 130 ]

# Pytest's own closing line comes last.
test: lint coverage
	$(PY) $(PYTEST) --durations=5

lint: $(V)/.all
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy
	$(V)/bin/lint-imports

# The whole suite in pure mode, where rules are ordinary Python that coverage can see.
coverage: $(V)/.all
	$(PY) -m coverage erase
	LEYDEN_PURE=1 $(PY) -m coverage run $(PYTEST)
	$(PY) -m coverage combine -q
	$(PY) -m coverage report --include='src/leyden/core/*,src/leyden/games/*' --fail-under=100

bench: $(V)/.play
	$(PY) benchmarks/run.py

# The parts of the documentation that code writes.
docs: $(V)/.all
	$(PY) tools/docs.py

mutation: $(V)/.all
	$(PY) tools/mutation.py

# Two stages: who only plays installs no test tools. A stamp newer than its lock means: nothing to do.
$(V)/.venv:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Leyden needs Python 3.11 or newer: make PYTHON=...")'
	$(PYTHON) -m venv --clear $(V)
	@touch $@
$(V)/.uv: requirements/uv.txt | $(V)/.venv
	$(PY) -m pip install -q --disable-pip-version-check --require-hashes -r $<
	@touch $@
$(V)/.pip: | $(V)/.venv
	@touch $@

install.uv = $(UV) pip install -q --python $(PY)
install.pip = $(PY) -m pip install -q --disable-pip-version-check
define install
	$(install.$(INSTALL)) --require-hashes -r $<
	$(install.$(INSTALL)) --no-deps --no-build-isolation -e .
	@touch $@
endef
$(V)/.play: requirements/play.txt pyproject.toml | $(V)/.$(INSTALL)
	$(install)
$(V)/.all: requirements/all.txt pyproject.toml | $(V)/.play
	$(install)

# Pins what pyproject.toml asks for, for every platform, naming no registry. `make lock UPGRADE=--upgrade` takes newer releases.
LOCK = $(UV) pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate $(UPGRADE)
lock: | $(V)/.uv
	$(LOCK) --group installer -o requirements/uv.txt
	$(LOCK) pyproject.toml --group build -o requirements/play.txt
	$(LOCK) pyproject.toml --group dev -c requirements/play.txt -o requirements/all.txt

clean:
	rm -rf $(V) .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .ruff_cache build dist mutants
	find src tests -name __pycache__ -prune -exec rm -rf {} +

unexport PYTHONDONTWRITEBYTECODE
.PHONY: docs play test lint coverage bench mutation lock clean
.DELETE_ON_ERROR:
