# `make demo` and `make test` need only python3 (3.11 or newer) and a package index. Everything goes into .venv.
# Another interpreter: make PYTHON=python3.12. Options of pytest: make test PYTEST_ARGS="-x -k landing".

PYTHON ?= python3
EXTRAS ?= dev
AGENTS_EXTRAS ?= sealed,train
PYTEST_ARGS ?=
CLIENTS ?=
FUZZ_SEED ?= $(shell date +%Y%m%d)
DEMO_ARGS ?= --policies doctrine distilled old_hand random_flyer random --save-replays 1
DEMO_CAMPAIGN := --env Stuka/Campaign-v0 --episodes 60 --policies old_hand distilled doctrine --output results/campaign
PILOTS := by_the_book distilled champion veteran careful rash random_flyer random
DEMO_CAREERS := --env Interceptor/Career-v0 --episodes 10 --policies $(PILOTS) --save-replays 1 --output results/careers
DEMO_BOMBERS := --env Wing/Campaign-v0 --episodes 20 --policies best by_the_book cautious random --save-replays 1 --output results/bombers
TRAIN_ARGS ?=
SCRIPTS := old_hand champion kette doctrine cautious bold lone_wolf random_flyer random
LANGUAGE_SCRIPTS := $(SCRIPTS) first_option
TRIVIAL := bot:place-1 bot:place-2 bot:place-3 bot:last bot:any bot:longest bot:longest@no-odds bot:largest bot:largest@no-odds
SUPPORT_SCRIPTS := best by_the_book first_option random
WING_SCRIPTS := best by_the_book cautious all_wrong first_option random
CAREER_SCRIPTS := champion veteran by_the_book careful rash first_option random_flyer random
FIELD := old_hand champion distilled kette doctrine bold cautious lone_wolf random_flyer random

VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/.ready

# Tests start hundreds of processes: with bytecode kept, a process starts a sixth faster.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup demo train distilled distilled-mission distilled-operation distilled-campaign distilled-interceptor play test net browser lint format audit studies fuzz gpu-audit docs results leaderboard site ray clients dist wheel release floors newest bench ratio hooks clean distclean

help: ## print this list
	@sed -n 's/^\([a-z -]*\):.*## /make \1|/p' Makefile | awk -F'|' '{ printf "%-16s %s\n", $$1, $$2 }'

setup: $(READY) ## create .venv with the package, the laboratory, the example game (all editable) and the requirements of their tests

$(READY): pyproject.toml agents/pyproject.toml examples/dogfight/pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo "stuka_env needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1 | head -n 1). Name another: make PYTHON=python3.12" >&2; exit 1; }
	@$(PY) -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || $(PYTHON) -m venv --clear $(VENV)
	@echo "Installing stuka-env[$(EXTRAS)] and stuka-agents[$(AGENTS_EXTRAS)] into $(VENV) (a minute or two, once) ..."
	@$(PY) -m pip install -qq --disable-pip-version-check -c constraints.txt -e '.[$(EXTRAS)]' -e './agents[$(AGENTS_EXTRAS)]' -e ./examples/dogfight
	@touch $@

demo: $(READY) ## fly three of the games with trained agents and scripts, compare them, and keep a replay of each
	@mkdir -p results
	@echo "Careers and bombers are flown beside the missions; their tables follow. All together takes three to four minutes the first time."
	@{ $(PY) evaluate.py $(DEMO_CAREERS) && $(PY) evaluate.py $(DEMO_BOMBERS); } >results/demo.txt 2>&1 & beside=$$!; \
	trap 'kill $$beside' INT TERM; \
	$(PY) evaluate.py $(DEMO_ARGS) && $(PY) evaluate.py $(DEMO_CAMPAIGN); missions=$$?; \
	wait $$beside; others=$$?; cat results/demo.txt; exit $$((missions + others))

test: lint ## run lint, types and the fast tests, on every core
	$(PY) -m pytest -n auto $(PYTEST_ARGS)

net: $(READY) ## compare all numbers, words and views of chosen episodes with their digests
	$(PY) -m tools.net

browser: ## install Debian's Chromium for the browser tests, if there is no browser and this is root
	@if command -v chromium || command -v chromium-browser || command -v google-chrome; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -qq && \
	    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null; \
	else echo "No Chromium, and not root on a Debian: install one, or the browser tests are skipped" >&2; exit 1; fi

lint: $(READY) ## run ruff, mypy and codespell
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -m codespell_lib

format: $(READY) ## sort imports and format the code with ruff
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

# Tests that drive Chromium are apart from all others. Compiled code checks no index, unless it is told to.
audit: $(READY) .venv-gpu/.ready ## run the slow tests on every core: random walks, calibration, JIT against plain Python
	$(PY) -m pytest -n auto -m "slow and not browser" --durations=10 $(PYTEST_ARGS)
	$(PY) -m pytest -n auto -m "slow and browser" --durations=10 $(PYTEST_ARGS)
	NUMBA_BOUNDSCHECK=1 $(PY) -m pytest -n auto -m slow -k forged tests/contract/test_positions.py $(PYTEST_ARGS)
	.venv-gpu/bin/python -m pytest -m slow tests/gpu/test_ptx.py tests/gpu/test_kernel.py $(PYTEST_ARGS)

studies: $(READY) ## judge agents and figures over thousands of wars: by hand, before a release
	$(PY) -m pytest -n auto -m study --durations=10 $(PYTEST_ARGS)

fuzz: $(READY) ## fuzz charts, files and states, and walk through both first games at random: make fuzz FUZZ_SEED=1
	$(PY) -m tools.fuzz charts --decisions 2000000 --seed $(FUZZ_SEED)
	$(PY) -m tools.fuzz files --files 2000 --seed $(FUZZ_SEED)
	$(PY) -m tools.fuzz states --seconds 600 --seed $(FUZZ_SEED)
	$(PY) -m tools.audit --decisions 10000000 --seed $(FUZZ_SEED)
	$(PY) -m tools.audit --game interceptor --decisions 10000000 --seed $(FUZZ_SEED)
	$(PY) -m tools.audit --game interceptor --plain --decisions 50000 --seed $(FUZZ_SEED)

gpu-audit: .venv-gpu/.ready ## compile every game for two kinds of GPU, and print what the steps need there; no GPU is needed
	.venv-gpu/bin/python -m tools.gpu_audit

.venv-gpu/.ready: pyproject.toml
	$(PYTHON) -m venv --clear .venv-gpu
	.venv-gpu/bin/python -m pip install -qq --disable-pip-version-check -c constraints.txt -e '.[cuda]' 'pytest>=9.2'
	@touch $@

docs: $(READY) ## write the generated pages of docs/
	$(PY) -m tools.docs

results: $(READY) ## fly the Barbarossas and the careers of the pages of results again
	$(PY) evaluate.py --policies $(FIELD) --episodes 2000 --output docs/results --resume
	$(PY) evaluate.py --env Interceptor/Career-v0 --policies $(PILOTS) --episodes 1000 --output docs/results/interceptor --resume
	$(PY) -m tools.docs

leaderboard: $(READY) ## fly the scripts' entries in docs/leaderboard.md again
	@set -e; for track in mission operation campaign charts; do \
	    $(PY) evaluate.py --track $$track --policies $(SCRIPTS) --output docs/leaderboard; done; \
	for track in language language-quick campaign-language; do \
	    $(PY) evaluate.py --track $$track --policies $(LANGUAGE_SCRIPTS) $(TRIVIAL) --output docs/leaderboard; done; \
	for track in sortie career; do \
	    $(PY) evaluate.py --track $$track --policies $(CAREER_SCRIPTS) --output docs/leaderboard; done; \
	for track in month-language career-language career-language-quick career-language-short; do \
	    $(PY) evaluate.py --track $$track --policies $(CAREER_SCRIPTS) $(TRIVIAL) --output docs/leaderboard; done; \
	$(PY) evaluate.py --track support-battle --policies $(SUPPORT_SCRIPTS) --output docs/leaderboard; \
	for track in wing-mission wing-campaign; do \
	    $(PY) evaluate.py --track $$track --policies $(WING_SCRIPTS) --output docs/leaderboard; done; \
	$(PY) evaluate.py --track wing-campaign-language --policies $(WING_SCRIPTS) $(TRIVIAL) --output docs/leaderboard
	$(PY) -m tools.docs

train: $(READY) ## train an agent: make train TRAIN_ARGS='--set name=mine steps=500_000'
	$(PY) train.py $(TRAIN_ARGS)

distilled: $(READY) ## make the agent that ships: two hours for each of three seeds
	$(PY) train.py --config configs/distilled.yaml

distilled-mission: $(READY) ## make the teacher of missions: an hour on one core
	$(PY) -m agents.games.stuka.improvement --config configs/improvement_mission.yaml
	$(PY) train.py --config configs/distilled_mission.yaml

distilled-operation: $(READY) ## make the teacher of operations: an hour, then an hour for each of five seeds
	$(PY) -m agents.games.stuka.improvement --config configs/improvement_war.yaml
	$(PY) train.py --config configs/distilled_operation.yaml

distilled-campaign: $(READY) ## make the agent of campaigns out of the one that ships: a quarter of an hour
	$(PY) train.py --config configs/distilled_campaign.yaml

distilled-interceptor: $(READY) ## make the agent of the second game: an hour of one core for each of three seeds
	$(PY) train.py --config configs/distilled_interceptor.yaml

play: $(READY) ## fly a war in a browser
	$(VENV)/bin/stuka play

ray: .venv-ray/.ready ## run the tests of Ray and RLlib, in an environment of their own
	.venv-ray/bin/python -m pytest tests/agents/rllib/test_ray.py $(PYTEST_ARGS)

.venv-ray/.ready: pyproject.toml agents/pyproject.toml
	$(PYTHON) -m venv --clear .venv-ray
	.venv-ray/bin/python -m pip install -qq --disable-pip-version-check 'torch==2.13.0' -e . -e './agents[ray]' 'pytest>=9.2'
	@touch $@

clients: $(READY) ## run every client's script in its own environment, 20,000 decisions each: make clients CLIENTS="sb3 torchrl"
	$(PY) -m tools.clients $(CLIENTS)

site: .venv-site/.ready ## build the site in site/, strictly and without anything from another host, and test it
	NO_MKDOCS_2_WARNING=1 .venv-site/bin/python -m mkdocs build --quiet
	.venv-site/bin/python -m pytest tests/docs/test_site.py $(PYTEST_ARGS)

.venv-site/.ready: pyproject.toml agents/pyproject.toml constraints.txt
	$(PYTHON) -m venv --clear .venv-site
	.venv-site/bin/python -m pip install -qq --disable-pip-version-check -c constraints.txt -e '.[play,site]' -e ./agents pytest playwright axe-playwright-python
	@touch $@

dist: .venv-build/.ready ## build wheel and sdist in dist/
	rm -rf build dist
	.venv-build/bin/python -m build --quiet --no-isolation --outdir dist .

.venv-build/.ready: build-requirements.txt
	$(PYTHON) -m venv --clear .venv-build
	.venv-build/bin/python -m pip install -qq --disable-pip-version-check --no-deps --require-hashes -r build-requirements.txt
	@touch $@

wheel: ## install the wheel of `make dist` in an empty environment elsewhere and test it there
	$(PYTHON) -m tools.wheel

release: ## build wheel and sdist if version, citation and changelog match TAG: make release TAG=v0.1.0
	$(PYTHON) -m tools.release "$(TAG)"
	$(MAKE) dist

floors: .venv-floors/.ready ## fly an episode with the oldest libraries that pyproject.toml allows
	.venv-floors/bin/python -m tools.floors --fly oldest

.venv-floors/.ready: pyproject.toml tools/floors.py
	$(PYTHON) -m venv --clear .venv-floors
	.venv-floors/bin/python -m pip install -qq --disable-pip-version-check $$($(PYTHON) -m tools.floors)
	@touch $@

newest: ## fly an episode with the newest libraries: make newest PYTHON=python3.13
	$(PYTHON) -m venv --clear .venv-newest
	.venv-newest/bin/python -m pip install -qq --disable-pip-version-check --upgrade -e .
	.venv-newest/bin/python -W error -m tools.floors --fly newest

bench: $(READY) ## measure decisions per second of the environments, and of a training against stock MaskablePPO
	$(PY) -m tools.benchmark
	$(PY) -m tools.throughput

ratio: $(READY) ## fail if decisions have become slower in comparison with a fixed toy program
	$(PY) -m tools.ratio

hooks: $(READY) ## let git run ruff, mypy and codespell before each commit
	$(PY) -m pre_commit install

clean: ## remove caches and build products, including compiled rules
	rm -rf build dist site *.egg-info agents/build agents/dist agents/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name .git -prune -o -path ./$(VENV) -prune -o -type d -name __pycache__ -print0 | xargs -0 rm -rf

distclean: clean ## remove the virtual environments too
	rm -rf $(VENV) .venv-ray .venv-gpu .venv-clients .venv-site .venv-build .venv-floors .venv-newest
