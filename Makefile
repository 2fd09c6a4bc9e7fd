# Each target sets up what it needs in .venv, and does so again only when pyproject.toml or constraints.txt has changed.

VENV := .venv
ADAPTERS := .venv-adapters
CLIENTS := .venv-clients
AGILERL := .venv-agilerl
# What of the tests is run on the oldest supported versions too.
OLDEST := $(patsubst %,tests/%.py,environments/test_aec environments/test_parallel environments/test_pettingzoo \
	environments/test_gymnasium environments/test_one_seat monkeys_on_the_moon/test_game monkeys_on_the_moon/test_vector \
	monkeys_on_the_moon/test_deck base/test_replay contract/test_options)
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
# What `make test` consists of.
STAGES := lint types compiled plain bounds-checked
# Two processes; the tests of an `xdist_group` stay on one of them, so that what they share is made once.
PYTEST := -m pytest --numprocesses 2 --dist loadgroup
# What depends on the way in which kernels run: these tests are part of three stages, all others of `compiled` alone.
EACH_WAY := -m "not outside and not train and not once"
# Of them, those that meet every branch of the rules and of the engine: to watch all tests would take half as long again.
# With NumPy's own records, that is as users run them with the JIT off; the others have `tests/support/quick_records.py`.
BRANCHES := tests/monkeys_on_the_moon/rules tests/monkeys_on_the_moon/test_playthroughs.py \
	tests/ape_town/rules tests/ape_town/test_against_reference.py \
	tests/four_monkeys/rules tests/monsters_on_the_moon/rules
PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || command -v python3)
# The rules and the engines: every branch of them is to be run.
comma := ,
space := $(subst ,, )
GAMES := monkeys_on_the_moon ape_town four_monkeys monsters_on_the_moon
RULES := $(subst $(space),$(comma),$(foreach game,$(GAMES),mom_env/$(game)/rules/* mom_env/$(game)/engine.py))

# Written once, byte code is read by all processes of all stages.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help demo test test-adapters lint types compiled plain bounds-checked mutants golden docs picture bench clean

help: ## show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 18

demo: $(VENV)/base.stamp ## watch a game of bots, then train an agent from nothing in two minutes and meet it
	$(BIN)/mom demo --no-train
	@$(MAKE) --no-print-directory $(VENV)/train.stamp
	$(BIN)/mom demo --no-play

test: $(VENV)/lint.stamp $(VENV)/test.stamp ## everything that has to hold: all stages side by side, and what each of them costs
	@$(BIN)/python -m tools.stages --make "$(MAKE)" $(STAGES)

lint: $(VENV)/lint.stamp ## style and the English of docstrings; needs nothing but ruff
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tools/check_english.py

types: $(VENV)/test.stamp ## static types; needs torch, of whose classes ours are made
	$(BIN)/mypy

compiled: $(VENV)/test.stamp ## all tests, with compiled kernels
	$(BIN)/python -m tests.support.warm
	$(BIN)/python $(PYTEST)

plain: $(VENV)/test.stamp ## the tests of kernels with the JIT off: every branch of the rules and of the engine
	$(BIN)/coverage erase
	NUMBA_DISABLE_JIT=1 MOM_ENV_SLOW_RECORDS=1 $(BIN)/coverage run $(PYTEST) $(EACH_WAY) $(BRANCHES)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --include "$(RULES)" --fail-under 100 --show-missing
	NUMBA_DISABLE_JIT=1 $(BIN)/python $(PYTEST) $(EACH_WAY) $(BRANCHES:%=--ignore %) tests

bounds-checked: $(VENV)/test.stamp ## the tests of kernels with every array index checked
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m tests.support.warm
	NUMBA_BOUNDSCHECK=1 $(BIN)/python $(PYTEST) $(EACH_WAY) tests

test-adapters: $(ADAPTERS)/adapters.stamp $(CLIENTS)/clients.stamp $(AGILERL)/agilerl.stamp ## the loops of other libraries, and the oldest supported versions; not part of `test`
	$(ADAPTERS)/bin/python -m pytest -p no:cacheprovider -W ignore examples/test_adapters.py
	$(ADAPTERS)/bin/python -m pytest -p no:cacheprovider -m "not train" $(OLDEST)
	$(CLIENTS)/bin/python -m pytest -p no:cacheprovider -W ignore examples/test_clients.py -k "not agilerl"
	$(AGILERL)/bin/python -m pytest -p no:cacheprovider -W ignore examples/test_clients.py -k agilerl

mutants: $(VENV)/test.stamp ## change a line, and see a test fail: some hundred times, in an hour or two; not part of `test`
	$(BIN)/python -m tests.mutants.run --write

golden: $(VENV)/test.stamp ## write the golden playthroughs, replays and hashes again; read the difference before you commit it
	$(BIN)/python -m tests.support.playthroughs
	$(BIN)/python -m tests.support.recorded_games
	$(BIN)/python -m tests.every_game.recorded ape_town monsters_on_the_moon
	$(BIN)/python -m tests.every_game.write
	$(BIN)/python -m tests.support.decisions
	$(BIN)/python -m tests.support.fingerprint

docs: $(VENV)/base.stamp ## write the generated pages again
	for game in $$($(BIN)/python -c "from mom_env.games import GAMES; print(*GAMES)"); do mkdir -p docs/$$game && \
		$(BIN)/mom actions --game $$game > docs/$$game/actions.md && \
		$(BIN)/mom layout --game $$game > docs/$$game/observation.md && \
		$(BIN)/mom environment --game $$game > docs/$$game/environment.md || exit 1; done
	$(BIN)/python -m tools.contract_page > docs/contract.md

picture: $(VENV)/test.stamp ## draw the pictures of the README again
	$(BIN)/mom draw docs/monkeys_on_the_moon/board.png --position docs/monkeys_on_the_moon/board.txt
	$(BIN)/mom draw docs/ape_town/board.png --game ape_town --position docs/ape_town/board.txt
	$(BIN)/mom draw docs/four_monkeys/board.png --game four_monkeys --position docs/four_monkeys/board.txt
	$(BIN)/mom draw docs/monsters_on_the_moon/board.png --game monsters_on_the_moon --position docs/monsters_on_the_moon/board.txt
	$(BIN)/mom replay docs/monsters_on_the_moon/game.json --gif docs/monsters_on_the_moon/game.gif --width 500
	$(BIN)/python -m tools.screens

bench: $(VENV)/base.stamp ## measure; needs a machine that does nothing else
	$(BIN)/mom bench engine --markdown docs/bench-engine.md --quoted-in README.md
	$(BIN)/mom bench env --markdown docs/bench-env.md

clean: ## remove the environment and what the tests leave behind
	rm -rf $(VENV) $(ADAPTERS) $(CLIENTS) $(AGILERL) .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage* dist

$(VENV)/python.stamp:
	@test -n "$(PYTHON)" || { echo "make: expected a Python 3.11 or newer, found none"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and f"make: expected Python 3.11 or newer, found {sys.version}")'
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/lint.stamp: $(VENV)/python.stamp constraints.txt
	$(PIP) ruff
	@touch $@

$(VENV)/base.stamp: $(VENV)/python.stamp pyproject.toml constraints.txt
	$(PIP) --editable .
	@touch $@

$(VENV)/train.stamp: $(VENV)/base.stamp
	@echo "installing PyTorch, for the training, and what evaluates agents ..."
	$(PIP) --editable ".[train,arena]"
	@touch $@

$(VENV)/test.stamp: $(VENV)/base.stamp
	$(PIP) --editable ".[test,train]"
	@touch $@

# RLlib cannot be installed beside the newest Gymnasium.
$(ADAPTERS)/adapters.stamp: pyproject.toml constraints-adapters.txt
	$(PYTHON) -m venv --clear $(ADAPTERS)
	$(ADAPTERS)/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints-adapters.txt \
		torch --editable ".[render]" "ray[rllib]" torchrl tianshou pytest hypothesis
	@touch $@

# On the newest versions; Minari brings JAX.
$(CLIENTS)/clients.stamp: pyproject.toml constraints-clients.txt
	$(PYTHON) -m venv --clear $(CLIENTS)
	$(CLIENTS)/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints-clients.txt \
		torch --editable ".[train]" torchrl tianshou "minari[create,hdf5]" rl_zoo3 requests pytest
	@touch $@

# AgileRL cannot be installed beside the newest TorchRL.
$(AGILERL)/agilerl.stamp: pyproject.toml constraints-agilerl.txt
	$(PYTHON) -m venv --clear $(AGILERL)
	$(AGILERL)/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints-agilerl.txt \
		torch --editable . agilerl peft pytest
	@touch $@
