# Everything a newcomer, a contributor and the continuous integration need.  All of it sets
# itself up and needs only Python 3.11 or newer; `make` without a target lists all commands.

PYTHON ?= python3

# The environments, kept up to date by scripts/install (instant when nothing changed):
# for players; for developers, linked to src and never compiled so that edits take effect;
# the compiled wheel with all that its tests and benchmarks need.
PLAY     := .venv-play
DEV      := .venv
COMPILED := .venv-compiled

# Where there is a C compiler, the wheel must come out compiled (unless DALANG_COMPILE=0).
COMPILER := $(if $(shell command -v cc || command -v gcc || command -v clang),1,0)
EXPECTED := $(if $(filter 0,$(DALANG_COMPILE)),0,$(COMPILER))

# Without bytecode files, every process would start slowly.
unexport PYTHONDONTWRITEBYTECODE

# What is type-checked; the scripts are Python without a suffix, so each is named.
CODE   := src tests conftest.py setup.py benchmarks docs \
          $(filter-out %__pycache__ %.mjs,$(wildcard scripts/*))
# For the tests, one opinion on types is enough: nobody imports them.
USED   := $(filter-out tests conftest.py,$(CODE))
PYTEST := python -m pytest --numprocesses auto --dist worksteal --quiet

# Tests of the server and by browsers wait now and then, so one more process than there are cores is
# never idle.  Another one costs more than it brings: it needs seconds to find the tests.
CORES  := $(shell $(PYTHON) -c "import os; print(os.cpu_count() or 1)")
BESIDES = python -m pytest --numprocesses $(shell expr $(CORES) $(1)) --dist worksteal --quiet

.DEFAULT_GOAL := help
.PHONY: help play terminal check test shake bench ladder docs format messages notation coverage clean \
        lint lint-style lint-mypy lint-pyright lint-front \
        test-fast test-front test-interpreted test-compiled test-browsers test-same-games test-wheel \
        test-postgres test-postgres-all test-whole-games env-dev env-compiled wheel browsers postgres programs

help:  ## Say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- Play -----------------------------------------------------------------------------

play:  ## Play in the browser; PORT=... chooses the port
	@$(PYTHON) scripts/play $(if $(PORT),--port $(PORT))

terminal:  ## Play in the terminal; GAME=... chooses the game, or it is asked for
	@$(PYTHON) scripts/play terminal $(GAME)

# --- Check and test -------------------------------------------------------------------

# docs/testing.md says what runs where, and why nothing has to run twice.

# The second opinion on types (basedpyright) has no cache and takes half a minute: `make test` asks for it.
check: env-dev  ## Before every commit: format, lint, types, imports, fast tests
	@$(BESIDE) lint-style lint-front lint-mypy test-front test-fast

test:  ## Everything: both ways of running, and the wheel
	@$(BESIDE) env-compiled programs lint docs test-front test-interpreted
	@$(BESIDE) test-compiled test-same-games test-wheel test-postgres
	@$(MAKE) --no-print-directory test-browsers

# Independent targets run in parallel; the output of each is printed when it is done.
BESIDE = $(MAKE) --no-print-directory --jobs=3 --output-sync

lint: lint-style lint-front lint-mypy lint-pyright  ## Format, lint, types, imports

lint-style: env-dev
	$(DEV)/bin/ruff format --check --quiet .
	$(DEV)/bin/ruff check --quiet .
	$(DEV)/bin/lint-imports --no-logo

# Templates, style sheets and scripts, by tools from npm; Node comes with the packages of $(DEV).
lint-front: env-dev
	$(DEV)/bin/python scripts/front lint

lint-mypy: env-dev
	@$(DEV)/bin/mypy --scripts-are-modules $(CODE)

lint-pyright: env-dev
	@$(DEV)/bin/basedpyright $(USED)

test-front: env-dev  ## The tests of the scripts in the pages
	$(DEV)/bin/python scripts/front test

test-fast: env-dev  ## The tests that one wants to see before every commit
	$(DEV)/bin/$(PYTEST) -m "not slow"

# Only what is compiled can differ on plain Python: the engine and the games.  All other code and the
# slow tests run once, on the wheel as users get it.
COMPILED_CODE := src $(addprefix tests/test_,actions.py drawings.py every_game.py fields.py \
                 notation.py objects.py premoves.py replay.py rng.py session.py vecs.py)

test-interpreted: env-dev  ## The fast tests of the engine and the games on plain Python
	$(DEV)/bin/$(PYTEST) -m "not slow" --ignore-glob "*/browser" $(COMPILED_CODE)

# The games' tests are part of the wheel: --pyargs runs them where they are installed, next to
# the compiled modules, and nothing comes from src.
test-compiled: env-compiled browsers  ## All tests on the compiled wheel, but those by browsers
	DALANG_EXPECT_COMPILED=$(EXPECTED) $(COMPILED)/bin/$(call BESIDES,+ 1) --pyargs dalang tests -m "not browser"

# By themselves, so that one browser of each process serves them all; one test after the other is
# given to whoever is free, the longest first.
test-browsers: env-compiled browsers  ## The tests by browsers, on the compiled wheel
	DALANG_EXPECT_COMPILED=$(EXPECTED) $(COMPILED)/bin/$(call BESIDES,+ 1) \
	  --dist load --maxschedchunk 1 --pyargs dalang tests -m browser

# scripts/fingerprint plays games of fixed seeds and prints a hash of the results of each.
test-same-games: env-dev env-compiled  ## The same games, interpreted and compiled, position by position
	$(DEV)/bin/python scripts/fingerprint > build/games.interpreted
	$(COMPILED)/bin/python scripts/fingerprint > build/games.compiled
	cmp build/games.interpreted build/games.compiled

test-wheel: env-dev env-compiled  ## The wheel and the sdist in an empty environment, as a user gets them
	$(DEV)/bin/python scripts/check-wheel build/wheels/*.whl

# Everything that is stored, and what is about PostgreSQL alone; tests/databases.py starts the server.
STORED := $(foreach part,postgres store tail async_store writer races exactly_once lobby bounds ratings tournaments matchmaking \
          several_processes taking_over faults,\
          tests/server/test_$(part).py) tests/browser/test_rolling.py
ON_POSTGRES := DALANG_TEST_DATABASE=postgresql DALANG_EXPECT_COMPILED=$(EXPECTED) $(COMPILED)/bin

test-postgres: env-compiled programs  ## The tests of what is stored, on a private PostgreSQL
	$(ON_POSTGRES)/$(PYTEST) $(STORED)

test-postgres-all: env-compiled postgres  ## All tests of the server on a private PostgreSQL
	$(ON_POSTGRES)/$(call BESIDES,\* 2) tests/server

# tests/shaking.py adds random delays to everything that is awaited.
shake: env-dev browsers  ## The tests of the server and the browsers on a slow, busy machine
	$(DEV)/bin/$(PYTEST) -p tests.shaking tests/server
	$(DEV)/bin/$(PYTEST) -p tests.shaking -m browser

# In `make test` they begin near their end; DALANG_LAST_DECISIONS says how near.
test-whole-games: env-compiled browsers  ## Every game from its first decision to its last, by mouse, keys and touch
	DALANG_LAST_DECISIONS=9999 DALANG_EXPECT_COMPILED=$(EXPECTED) $(COMPILED)/bin/$(PYTEST) tests/browser/test_whole_games.py

coverage: env-dev browsers  ## Which lines no test reaches
	$(DEV)/bin/coverage run -m pytest --quiet
	$(DEV)/bin/coverage report

# --- Measure and maintain -------------------------------------------------------------

bench: env-dev env-compiled  ## Speed, next to other engines, in one run
	DALANG_INTERPRETED=$(DEV)/bin/python $(COMPILED)/bin/python benchmarks/run.py
	$(COMPILED)/bin/python -m benchmarks.search
	$(COMPILED)/bin/python -m benchmarks.adapters

ladder: env-compiled  ## Every level of bots against the one below, in every game (hours; continues where it stopped)
	$(COMPILED)/bin/dalang ladder --write docs/bots.md --plot docs/pictures/ladder.svg

docs: env-dev  ## The documentation as a site, in build/site
	$(DEV)/bin/sphinx-build --quiet --fail-on-warning --keep-going docs build/site

format: env-dev  ## Put the code into shape
	$(DEV)/bin/ruff format .
	$(DEV)/bin/ruff check --fix .
	$(DEV)/bin/python scripts/front format

messages: env-dev  ## Bring the catalogues of all languages up to date with the words
	$(DEV)/bin/python scripts/messages

notation: env-dev  ## Bring the fields of every game in docs/notation.md up to date
	$(DEV)/bin/python scripts/notation

clean:  ## Remove everything that can be made again
	rm -rf build dist $(PLAY) $(DEV) $(COMPILED) node_modules src/*.egg-info .coverage
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

# --- Environments ---------------------------------------------------------------------

browsers:   # the browser tests are never left out
	@$(PYTHON) scripts/browsers >/dev/null

programs:   # one after the other, as apt serves one at a time
	@$(PYTHON) scripts/browsers >/dev/null
	@$(PYTHON) scripts/postgres >/dev/null

postgres:   # neither are those on PostgreSQL
	@$(PYTHON) scripts/postgres >/dev/null

env-dev:
	@$(PYTHON) scripts/install $(DEV) --editable dev docs web postgres research arena data bench

env-compiled: env-dev wheel
	@$(PYTHON) scripts/install $(COMPILED) --on $(DEV)

# Needs none of these environments, so it can be made while they are being filled.
wheel:
	@$(PYTHON) scripts/install
