# Everything starts here: each target sets up what it needs in .venv, and only when pyproject.toml has changed.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
SAMPLE := samples/digits/classify.mlir --input samples/digits/test.npz
PYTEST := $(BIN)/python -m pytest
SETUP = @echo "setting up $(VENV), a minute or two" && $(BIN)/python -m pip install --quiet --disable-pip-version-check
# What is started often is compiled once, also where PYTHONDONTWRITEBYTECODE keeps Python from doing it by itself.
COMPILE := $(BIN)/python -m compileall -q hlorepl kernel lexers

.DEFAULT_GOAL := help
.PHONY: help run test test-all test-more bench lint format clean

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' $(MAKEFILE_LIST) | expand -t 16

run: $(VENV)/.stamp-run  ## open the prompt with a sample classifier loaded (in batch where standard input is no terminal)
	@if [ -t 0 ]; then $(BIN)/hlorepl $(SAMPLE); else $(BIN)/hlorepl run $(SAMPLE); fi

test: $(VENV)/.stamp-test  ## the quick tests
	$(PYTEST) -n 2 -m "not (slow or peers or browser or gpu or bench)" --ignore=tests/peers --ignore=tests/bench

test-all: test test-more  ## the quick tests, then the slow ones and the comparisons with other engines

# pytest answers 5 when it finds no test at all, which is no failure of these.
test-more: $(VENV)/.stamp-peers
	$(PYTEST) -n 2 -m "(slow or peers or browser) and not (gpu or bench)" --ignore=tests/bench || [ $$? -eq 5 ]

bench: $(VENV)/.stamp-peers  ## measure against other engines: one table, docs/speed.md and its plot; asserts no time
	$(BIN)/python tests/bench/page.py
	$(PYTEST) -m bench -s -o python_files='bench_*.py' tests/bench --ignore=tests/bench/bench_programs.py

lint: $(VENV)/.stamp-test  ## ruff, pyright, and who may know whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports --no-cache --no-logo

format: $(VENV)/.stamp-test  ## let ruff put the code into shape
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

clean:  ## remove the virtual environment and what tools left behind
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .ruff_cache .hypothesis

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.stamp-run: pyproject.toml | $(BIN)/python
	$(SETUP) -e .
	@$(COMPILE)
	@touch $@

$(VENV)/.stamp-test: pyproject.toml | $(BIN)/python
	$(SETUP) -e '.[test]'
	@$(COMPILE)
	@touch $@ $(VENV)/.stamp-run

$(VENV)/.stamp-peers: pyproject.toml | $(BIN)/python
	$(SETUP) -e '.[test,peers,mpi,browser]'
	@touch $@ $(VENV)/.stamp-test $(VENV)/.stamp-run
