# make run: set up and open the reader.  make test: set up and check everything.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
# More than two cores have: tests of the app and of the network wait now and then.
WORKERS ?= 4

.PHONY: run test content bench torture fuzz pictures format clean

$(VENV)/.run: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

run: $(VENV)/.run
	@$(BIN)/vibe $(ARGS)

test: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m slipcover -m pytest -q -n $(WORKERS) --dist worksteal

# Reads the bundled reports as a proofreader does; they change less often than the program.
content: $(VENV)/.dev
	$(BIN)/pytest -q -n $(WORKERS) --dist worksteal tests/content

$(VENV)/.bench: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	@touch $@

bench: $(VENV)/.bench
	$(BIN)/python -m tests.bench $(ARGS)

torture: $(VENV)/.dev
	$(BIN)/pytest -q -n $(WORKERS) -m "torture or hypothesis" --hypothesis-profile new

# A find is written to tests/corpus/fuzz/; VIBE_FUZZ=2, 3 … tries others.
fuzz: $(VENV)/.dev
	$(BIN)/pytest -q -n $(WORKERS) -m fuzz tests/test_fuzz.py

pictures: $(VENV)/.dev
	$(BIN)/python -m tests.pictures

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache
