.DEFAULT_GOAL := help
.PHONY: help play terminal test mutants check format bench bench-web signature soak derived restore-drill extras train ladder statistics art packages protocol observation docs screenshots wheel release coverage messages lock clean

VENV := .venv
PYTHON := $(VENV)/bin/python
OPENABYSS := $(VENV)/bin/openabyss
# One stamp for players, one for developers, who can play as well.
READY := $(VENV)/ready-to-play
TOOLS := $(VENV)/ready-to-develop
CATALOGUES := $(wildcard src/openabyss/words/locale/*/LC_MESSAGES/*.po)
# Installing compiles the catalogues.
INSTALLED_FROM := pyproject.toml requirements.lock scripts/bootstrap hatch_build.py scripts/catalogues.py $(CATALOGUES)

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

play: $(READY) ## play in the browser (installs everything the first time)
	@$(OPENABYSS) serve

terminal: $(READY) ## play in this terminal
	@$(OPENABYSS) play

test: export OPENABYSS_CHECKED = 1
# Hundreds of processes import the same modules, and pytest rewrites all tests: each is compiled only once.
test: export PYTHONDONTWRITEBYTECODE =
test: $(TOOLS) ## run the whole test suite, except the soak tests
	@scripts/browser
	@$(OPENABYSS) compile
	$(PYTHON) -m pytest -n 4 --dist worksteal -m "not soak"

mutants: export OPENABYSS_INTERPRETED = 1
mutants: $(TOOLS) ## how many small changes to the rules do the tests notice? (a quarter of an hour)
	$(PYTHON) -m tests.mutants

check: $(TOOLS) ## style, types and the dependencies between packages; the browser's scripts if npm is installed
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	$(VENV)/bin/codespell
	@scripts/check-scripts

format: $(TOOLS) ## put the sources into the house style
	$(VENV)/bin/ruff check --fix
	$(VENV)/bin/ruff format

bench: $(READY) ## measure the speed of the game on this machine
	@$(OPENABYSS) bench
	$(PYTHON) bench/openspiel.py

signature: $(READY) ## the hash of fixed seeded games, for the last line of a commit
	@$(OPENABYSS) signature

bench-web: $(TOOLS) ## measure a server under the load of 250 tables
	@$(OPENABYSS) compile
	$(PYTHON) -m bench.web_load

soak: $(TOOLS) ## run the soak tests: many random games, many killed servers
	@$(OPENABYSS) compile
	$(PYTHON) -m pytest -m soak

restore-drill: $(READY) ## back up the tables of this machine's server while it runs, and prove that they come back
	@scripts/restore-drill $(OPENABYSS)

extras: export OPENABYSS_CHECKED = 0
extras: $(TOOLS) ## run the tests that need OpenSpiel, Ray, PyTorch or sb3-contrib (some gigabytes to download)
	@scripts/bootstrap $(VENV) ".[data,dev,examples,openspiel,ray,train]"
	@$(PYTHON) -c "import pyspiel, ray, sb3_contrib, torch"
	@$(OPENABYSS) compile
	$(PYTHON) -m pytest -m "not soak" $$(grep -lr 'importorskip("\(pyspiel\|ray\|sb3_contrib\|torch\)"' tests)

train: $(TOOLS) ## train the networks of the computer opponents, or go on where that was interrupted (days; needs PyTorch)
	@scripts/bootstrap $(VENV) ".[data,dev,train]"
	$(PYTHON) -m openabyss.training --processes 2
	$(PYTHON) -m openabyss.training --pack

ladder: export OPENABYSS_LANGUAGE = en
ladder: $(TOOLS) ## rate all computer opponents in all variants again (hours) and write docs/ladder.md and docs/levels.md
	$(OPENABYSS) rate --ladder docs/ladder.toml --resume
	$(OPENABYSS) rate --ladder docs/levels.toml --resume

statistics: export OPENABYSS_LANGUAGE = en
statistics: $(TOOLS) ## find out which cards win (hours) and write docs/statistics.md
	$(OPENABYSS) statistics docs/statistics.toml

art: $(READY) ## redraw the vector art of the browser table
	$(PYTHON) -m art

packages: $(READY) ## redraw the packages and their dependencies in docs/architecture.md
	$(PYTHON) -m scripts.packages

protocol: export OPENABYSS_LANGUAGE = en
protocol: $(READY) ## write docs/protocol.md and the types of the browser's scripts from the types of the protocol
	$(PYTHON) -m scripts.protocol_page

messages: $(TOOLS) ## collect the texts of the sources and merge them into the catalogues of all languages
	$(PYTHON) -m scripts.messages
	@touch $(READY) $(TOOLS)

derived: art protocol messages observation ## write again all that follows from the rules and their texts: drawings, tables of the documents, schemas, catalogues
	$(PYTHON) -m scripts.rule_tables
	$(PYTHON) -m openabyss.play.position.schema

observation: $(READY) ## write docs/observation.md from the declared pieces of observations
	$(PYTHON) -m scripts.observation_page

docs: export OPENABYSS_LANGUAGE = en
docs: $(VENV)/ready-for-documents ## build the documentation site into build/site; fails on a broken link or name
	OPENABYSS_INTERPRETED=1 $(PYTHON) -m sphinx --fail-on-warning --keep-going --quiet --nitpicky docs build/site
	@echo "The site is in build/site/index.html"

screenshots: $(TOOLS) ## take the pictures of the documentation again (needs Chromium)
	$(PYTHON) -m scripts.screenshots
	$(PYTHON) -m scripts.moving_picture

wheel: $(TOOLS) ## build the wheel, install it into an empty environment, and play with it there
	scripts/wheel $(PYTHON)

release: $(TOOLS) ## commit and tag a release: make release VERSION=0.2.0
	$(PYTHON) -m scripts.release new "$(VERSION)"

coverage: $(TOOLS) ## how much of the sources the tests reach (half an hour); a page in build/coverage
	scripts/coverage $(PYTHON)

lock: ## update the exact versions in requirements.lock (needs uv)
	uv pip compile --universal --python-version 3.11 --extra data --extra postgres --extra docs --extra dev --upgrade --no-annotate \
		--custom-compile-command "make lock" --output-file requirements.lock pyproject.toml

clean: ## remove the environment and everything that tools left behind
	rm -rf $(VENV) .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist $(CATALOGUES:.po=.mo)

# The programs of an environment that was moved, with its checkout, still look for Python at its old place.
ifneq ($(shell cat $(VENV)/place 2>/dev/null || pwd -P),$(shell pwd -P))
.PHONY: moved
$(READY) $(TOOLS) $(VENV)/ready-for-documents: moved
endif

$(READY): $(INSTALLED_FROM)
	@scripts/bootstrap $(VENV) .
	@touch $@

$(VENV)/ready-for-documents: $(INSTALLED_FROM)
	@scripts/bootstrap $(VENV) ".[data,docs,dev]"
	@touch $(READY) $(TOOLS) $@

$(TOOLS): $(INSTALLED_FROM)
	@scripts/bootstrap $(VENV) ".[data,dev]"
	@touch $(READY) $@
