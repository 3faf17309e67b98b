# Every target makes .venv by itself: nothing but Python 3.11+ and make is needed.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help setup play demo test lint kits languages bench crowd chaos chaos-indices soak fuzz generate pictures texts

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /make \1: /p' Makefile

setup: .venv/.runtime ## set up .venv, with the command .venv/bin/skyjo, and do nothing else

play: .venv/.runtime ## sit down against three house bots
	@$(BIN)/skyjo play

demo: .venv/.runtime ## watch four bots play a whole game
	@$(BIN)/skyjo play --demo

test: .venv/.dev ## run the tests
	$(BIN)/pytest

lint: .venv/.dev ## check style, types, import directions, generated code and catalogues
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python tools/generate.py --check
	$(BIN)/python tools/catalogues.py --check

kits: .venv/.dev ## build the starter kits for bots and try them; a kit whose tools are missing is skipped
	$(BIN)/pytest tests/kits

GAMES ?= 50
languages: .venv/.dev ## play games with a seat for each starter kit, and show that nothing goes wrong
	$(BIN)/python -m bench.languages --games $(GAMES)

bench: .venv/.dev ## measure the speed ratios against bare stubs, and the starter kits
	$(BIN)/python -m bench
	$(BIN)/python -m bench.kits

crowd: .venv/.dev ## measure how a crowd of streams is let in, at rest and while games run
	$(BIN)/python -m bench.crowd

KILLS ?= 100
chaos: .venv/.dev ## kill a server again and again and show that nothing was lost
	$(BIN)/python -m bench.chaos --kills $(KILLS)

chaos-indices: .venv/.dev ## strike a game at each of its events and compare the records
	$(BIN)/python -m bench.indices

soak: .venv/.dev ## break 10,000 streams, play 1,000 games and show that memory levels off
	$(BIN)/python -m bench.soak

EXAMPLES ?= 500
fuzz: .venv/.fuzz ## make up frames, calls, times and bytes, and see that nothing breaks
	FUZZ_EXAMPLES=$(EXAMPLES) $(BIN)/pytest --timeout 3600 tests/server/test_fuzz.py tests/server/test_fuzz_time.py
	$(BIN)/python -m tests.fuzz.decoders

pictures: .venv/.dev ## draw the pictures of screens in the pages anew
	$(BIN)/python -m tools.pictures

generate: .venv/.dev ## write the code generated from protos/
	$(BIN)/python tools/generate.py
	@if command -v go >/dev/null; then $(BIN)/python tools/generate_go.py; \
	  else echo "go was not found: the generated code in kits/go stays as it is"; fi

texts: .venv/.dev ## bring the catalogues of all languages up to date
	$(BIN)/python tools/catalogues.py

.venv/.made:
	@command -v $(PYTHON) >/dev/null 2>&1 || \
	  { echo "Python 3.11 or newer is needed, and $(PYTHON) was not found. Try: make PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; $(PYTHON) is older. Try: make PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "$(PYTHON) lacks its venv module (on Debian and Ubuntu: the package python3-venv)." >&2; exit 1; }
	@echo "Setting up .venv (once) ..."
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/.runtime: pyproject.toml .venv/.made
	@$(PIP) -e .
	@touch $@

.venv/.fuzz: .venv/.dev
	@$(PIP) -e '.[fuzz]'
	@touch $@

.venv/.dev: pyproject.toml .venv/.made
	@$(PIP) -e '.[dev]'
	@touch .venv/.runtime $@
