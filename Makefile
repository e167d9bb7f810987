.DEFAULT_GOAL := help
.PHONY: help play test check format bench signature soak lock clean

VENV := .venv
PYTHON := $(VENV)/bin/python
OPENABYSS := $(VENV)/bin/openabyss
# One stamp for players, one for developers; whoever has the tools can play as well.
READY := $(VENV)/ready-to-play
TOOLS := $(VENV)/ready-to-develop
INSTALLED_FROM := pyproject.toml requirements.lock scripts/bootstrap

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

play: $(READY) ## play in this terminal (prepares everything the first time)
	@$(OPENABYSS) compile
	@$(OPENABYSS) play

test: export OPENABYSS_CHECKED = 1
test: $(TOOLS) ## run the whole test-suite, except the soak tests
	@$(OPENABYSS) compile
	@scripts/left-out $(PYTHON)
	$(PYTHON) -m pytest -n 2 -m "not soak"

check: $(TOOLS) ## style, types and the arrows between the rooms
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

format: $(TOOLS) ## put the sources into the house style
	$(VENV)/bin/ruff check --fix
	$(VENV)/bin/ruff format

bench: $(READY) ## measure the speed of the game on this machine
	@$(OPENABYSS) bench
	$(PYTHON) bench/openspiel.py

signature: $(READY) ## the hash of fixed seeded games, for the last line of a commit
	@$(OPENABYSS) signature

soak: $(TOOLS) ## run the soak tests: many random games over a long time
	$(PYTHON) -m pytest -m soak

lock: ## choose exact versions anew and write them to requirements.lock (needs uv)
	uv pip compile --universal --python-version 3.11 --extra data --extra postgres --extra dev --upgrade --no-annotate \
		--custom-compile-command "make lock" --output-file requirements.lock pyproject.toml

clean: ## remove the environment and everything that tools left behind
	rm -rf $(VENV) .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist

$(READY): $(INSTALLED_FROM)
	@scripts/bootstrap $(VENV) .
	@touch $@

$(TOOLS): $(INSTALLED_FROM)
	@scripts/bootstrap $(VENV) ".[data,dev]"
	@touch $(READY) $@
