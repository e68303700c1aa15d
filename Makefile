# Faro: every target does its own set-up, inside the checkout (.venv, .cache).
SHELL := /bin/bash
PY := .venv/bin/python
FARO := .venv/bin/faro
STAMP := .venv/.ready
TYPINGS := .cache/typings
JOBS ?= 2
# of the whole suite: while one waits for a real clock, the others work
WORKERS = $$(($(JOBS) + 1))
export PYRIGHT_PYTHON_CACHE_DIR := $(CURDIR)/.cache/pyright
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1
PYRIGHT := NODE_OPTIONS="--max-semi-space-size=256 --require=./.ci/pyright-node.cjs" .venv/bin/pyright
unexport PYTHONDONTWRITEBYTECODE  # else each worker and each faro compiles every file again

.DEFAULT_GOAL := help

help: ## show what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

$(STAMP): .ci/requirements.lock .ci/setup.py pyproject.toml
	@python3 .ci/setup.py
	@touch $@

setup: $(STAMP) ## install everything, pinned, into .venv

run: $(STAMP) ## see both boards work: simulated table, real firmware
	@$(FARO) demo

sim: $(STAMP) ## run both boards on serial ports until Ctrl-C (ARGS="--scenario busy")
	@$(FARO) sim $(ARGS)

table: $(STAMP) ## play at the table in a browser: simulated boards, or real ones (ARGS="--shoe PORT --meter PORT --keys DIR")
	@$(FARO) table $(ARGS)

test: $(STAMP) $(TYPINGS) browser ## all tests but the long forms, lint and types included (minutes)
	@$(PY) -m pytest -n $(WORKERS) --dist worksteal -m "not slow"

test-fast: $(STAMP) ## stages and style, without what takes more than half a second (seconds)
	@$(PY) -m pytest -n $(JOBS) --dist worksteal tests/unit tests/style -m "not slow and not campaign"

campaigns: $(STAMP) $(TYPINGS) browser ## all tests with their long forms (hours)
	@$(PY) -m pytest -n $(WORKERS) --dist worksteal

# the browser's driver is a Node that needs libatomic1, which Chromium does not bring
HAS_BROWSER = command -v chromium >/dev/null && .venv/lib/python3*/site-packages/playwright/driver/node --version >/dev/null 2>&1
browser: $(STAMP) ## Chromium for the browser tests: Debian's own, if it is missing and you may install it
	@{ $(HAS_BROWSER); } || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
		echo "installing Chromium …" && apt-get -qq update && \
		DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends \
			chromium libatomic1 >/dev/null; } || echo "no Chromium here: the browser tests are skipped" >&2

patience: $(STAMP) browser ## the tests that wait for real time, twenty times beside four busy loops (ARGS="--turns 1 --seed 7")
	@$(PY) -m tests.proofs.patience $(ARGS)

browser-test: $(STAMP) browser ## the page in headless Chromium, long forms too (ARGS="-k jam")
	@$(PY) -m pytest tests/browser $(ARGS)

lint: $(STAMP) ## ruff
	@.venv/bin/ruff check .

types: $(STAMP) $(TYPINGS) ## pyright: strict on the host, MicroPython stubs on firmware
	@$(PYRIGHT)
	@$(PYRIGHT) -p .ci/pyright-firmware.json

powerloss: $(STAMP) ## pull the plug at every non-volatile write (CASE=id replays one)
	@$(PY) -m tests.proofs.powerloss $(if $(CASE),--case $(CASE),--jobs $(JOBS)) $(ARGS)
	@$(if $(CASE),true,$(PY) -m tests.model.round_cuts)
	@$(if $(CASE),true,$(PY) -m tests.proofs.powerloss.meter --jobs $(JOBS))
	@$(if $(CASE),true,$(PY) -m tests.proofs.powerloss.linked_meter --jobs $(JOBS))

machine-matrix: $(STAMP) ## every fault of the shuffling machine in every step, as a table (CASE=fault/step)
	@$(PY) -m tests.proofs.machine_matrix $(if $(CASE),--case $(CASE),--jobs $(JOBS)) $(ARGS)

update-cuts: $(STAMP) ## pull the plug through a signed update (ARGS="--stride 5"; ten minutes)
	@$(PY) -m tests.proofs.powerloss.update_sweep --jobs $(JOBS) $(ARGS)

meter-soak: $(STAMP) ## the jackpot: 1,000,000 random operations, 20,000 on the whole firmware
	@$(PY) -m tests.model.meter_soak --operations $(or $(N),1000000) --vm $(or $(VM),20000) $(ARGS)
	@$(PY) -m tests.model.linked_soak --tables $(or $(TABLES),32) --rounds $(or $(ROUNDS),1000)
	@$(PY) -m pytest -q -s -m slow tests/model/test_meter_mean.py

fuzz: $(STAMP) ## every message from everybody in every main state of both boards (ARGS="--seconds 3600 --seed 1 --state shoe-table")
	@nice $(PY) -m tests.proofs.fuzz --jobs $(JOBS) $(ARGS)

attacks: $(STAMP) ## run every known attack against the firmware, in plain words
	@$(PY) -m tests.proofs.attacks $(ARGS)

rounds: $(STAMP) ## deal 1,000 rounds of each game with mistakes: record against truth (ARGS="--seed 7")
	@$(PY) -m tests.model.round_campaign $(ARGS)

irregular: $(STAMP) ## play 1,000 rounds of each game, one in ten irregular: record, wagers and next round against the rules (ARGS="--seed 7")
	@$(PY) -m tests.model.irregular_campaign $(ARGS)
irregular-all: $(STAMP) ## play every situation of the second reading of the rules on whole boards (ARGS="--game tcb --most 2")
	@$(PY) -m tests.model.every_situation $(ARGS)

shuffle-proof: $(STAMP) ## thousands of cycles judged, broken shufflers caught, plots
	@$(PY) -m tests.proofs.shuffle $(ARGS)

bench: $(STAMP) ## round trips and events per second against pymodbus, pymavlink, echo
	@$(FARO) bench $(ARGS)
	@echo "store and journal inside MicroPython, RAM chips, microseconds:"
	@MICROPYPATH=.:.frozen .venv/bin/micropython -X heapsize=1M tests/helpers/store_on_vm.py
	@echo "card recognition inside MicroPython, microseconds per card:"
	@$(PY) -m tests.helpers.recognise_bench
	@echo "a whole shuffle, and how fast it is simulated:"
	@$(PY) -m tests.proofs.machine_matrix --times

page-load: $(STAMP) ## page, simulator and boards on one core: does the table keep real time, and what goes to a tab
	@$(PY) -m tests.proofs.page.load $(ARGS)

recognition: $(STAMP) ## 300,000 degraded cards against the recogniser (ARGS="--seed 1"; about half an hour)
	@nice -n 15 $(PY) -m tests.proofs.recognition.twins
	@nice -n 15 $(PY) -m tests.proofs.recognition --jobs $(JOBS) $(ARGS)

wear: $(STAMP) ## ten years of a busy table against the memory parts' endurance
	@$(PY) -m tests.proofs.powerloss.wear $(ARGS)

rules: $(STAMP) ## each duty of the game rules with its code and tests (ARGS="--check -s C,S")
	@$(FARO) rules $(ARGS)

golden: $(STAMP) ## capture the golden frames anew (then look at the diff)
	@$(PY) -m tests.wire.make_golden

docs: $(STAMP) ## make protocol, dictionary and wiring tables from the rows
	@$(FARO) docs

artwork: $(STAMP) ## fetch real card designs and cut their corners into .cache/artwork (4 minutes)
	@$(PY) -m hw_sim.optics.artwork $(ARGS)

image: $(STAMP) ## one UF2 and one update image: BOARD=meter_pico [VARIANT=sealed] [KEY=… COUNTER=1]
	@nice $(PY) -m faro.build.release --board "$(BOARD)" --variant $(or $(VARIANT),unsealed) \
		$(if $(KEY),--key "$(KEY)") $(if $(COUNTER),--counter $(COUNTER)) $(ARGS)

image-twice: $(STAMP) ## build an image in two folders from nothing: the same bytes?
	@nice $(PY) -m faro.build.twice --board "$(BOARD)" --variant $(or $(VARIANT),unsealed)

CHIP_STAMP := .cache/chip/.ready
$(CHIP_STAMP): $(STAMP) hw_sim/chip/tools.py hw_sim/chip/package-lock.json
	@$(PY) -m hw_sim.chip.tools
	@touch $@

chip-test: $(CHIP_STAMP) ## the meter's real image on an emulated RP2040 with its parts (needs node)
	@$(MAKE) -s --no-print-directory image BOARD=meter_pico VARIANT= KEY= COUNTER= ARGS=
	@$(PY) -m pytest tests/chip -n $(JOBS) --dist loadgroup $(ARGS)

chip-recognition: $(CHIP_STAMP) ## milliseconds per card corner on the emulated RP2040 (ARGS="--profile 20")
	@$(MAKE) -s --no-print-directory image BOARD=meter_pico VARIANT= KEY= COUNTER= ARGS=
	@$(PY) -m tests.chip.recognition_bench $(ARGS)

chip-collection: $(CHIP_STAMP) ## milliseconds per collection of the meter's heap on the emulated RP2040
	@$(MAKE) -s --no-print-directory image BOARD=meter_pico VARIANT= KEY= COUNTER= ARGS=
	@$(PY) -m tests.chip.collection_bench

chip-minute: $(CHIP_STAMP) ## all drivers of the shoe at once on the emulated chip: a simulated minute, counts (SECONDS=60)
	@$(MAKE) -s --no-print-directory image BOARD=meter_pico VARIANT= KEY= COUNTER= ARGS=
	@$(PY) -m tests.chip.shift_truth $(or $(SECONDS),60)

chip-bench: $(CHIP_STAMP) ## what the firmware's work costs on the emulated chip: docs/benchmarks.md
	@$(MAKE) -s --no-print-directory image BOARD=meter_pico VARIANT= KEY= COUNTER= ARGS=
	@$(PY) -m tests.chip.costs

vm32: $(STAMP) ## MicroPython as a 32-bit program with the chip's heap: MICROPYTHON=.cache/chip/vm32/micropython
	@$(PY) -m faro.build.vm32

memory: $(STAMP) ## both boards' whole life in the chips' heaps, on the 32-bit VM (ARGS="--smallest")
	@$(PY) -m tests.memory $(ARGS)

flash: $(STAMP) ## put the firmware on a board: BOARD=shoe_pico2 PORT=/dev/ttyACM0 [DRY=1]
	@$(FARO) flash --board "$(BOARD)" --port "$(PORT)" $(if $(DRY),--dry-run) $(ARGS)

device-test: $(STAMP) ## the device tests against a real board: PORT=/dev/ttyACM0
	@FARO_DEVICE_PORT="$(PORT)" $(PY) -m pytest tests/device

$(TYPINGS): $(STAMP)
	@mkdir -p .cache
	@ln -sfn "$$($(PY) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" $@

lock: $(STAMP) ## renew .ci/requirements.lock from pyproject.toml
	.venv/bin/pip-compile -q --extra dev --extra sim --extra web --extra top --generate-hashes --allow-unsafe --strip-extras \
		--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-header --no-annotate \
		-o .ci/requirements.lock pyproject.toml

clean: ## remove what the targets made
	rm -rf .venv .cache .pytest_cache .ruff_cache .hypothesis dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: help setup run sim table test test-fast campaigns browser browser-test lint types powerloss machine-matrix update-cuts meter-soak \
	attacks fuzz rounds irregular irregular-all shuffle-proof recognition bench wear rules golden docs artwork image image-twice chip-test chip-minute chip-bench chip-recognition chip-collection vm32 memory flash device-test lock clean
