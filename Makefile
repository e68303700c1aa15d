# Faro: every target does its own set-up, inside the checkout (.venv, .cache).
SHELL := /bin/bash
PY := .venv/bin/python
FARO := .venv/bin/faro
STAMP := .venv/.ready
JOBS ?= 2
export PYRIGHT_PYTHON_CACHE_DIR := $(CURDIR)/.cache/pyright
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1

.DEFAULT_GOAL := help

help: ## show what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

$(STAMP): .ci/requirements.lock pyproject.toml
	@test -x $(PY) || python3 -m venv .venv
	@echo "installing pinned packages into .venv …"
	@.venv/bin/pip install -q --disable-pip-version-check --require-hashes -r .ci/requirements.lock
	@.venv/bin/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

setup: $(STAMP) ## install everything, pinned, into .venv

lock: $(STAMP) ## renew .ci/requirements.lock from pyproject.toml
	.venv/bin/pip-compile -q --extra dev --generate-hashes --allow-unsafe --strip-extras \
		--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-header --no-annotate \
		-o .ci/requirements.lock pyproject.toml

clean: ## remove what the targets made
	rm -rf .venv .cache .pytest_cache .ruff_cache .hypothesis dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: help setup lock clean
