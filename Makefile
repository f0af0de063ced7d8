# make demo: the main job. make test: the tests. Each does all of its own set-up.

PYTHON ?=
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
CLASSES := $(VENV)/spark.jsa
PAGE := src/pyrite/control/web/page/index.html
# All but the picture of a running job, which runs it.
GENERATORS := $(filter-out docs/make_running_job.py,$(sort $(wildcard docs/make_*.py)))
IN_TWO := -n 2 --no-loadscope-reorder
PURE := $(wildcard tests/test_*.py tests/control/test_*.py) $(addprefix tests/,api benchmarks cep checkpoint core \
	datastream expressions formats graph operators relational runtime/master runtime/task runtime/wire state \
	storage table testing whole/behaviour whole/simulation/test_protocol.py docs/test_docstrings.py docs/test_words.py)

# Spark's Python processes and the tests' own import the same modules a thousand times: let them keep the compiled ones.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup page demo demo-kafka test test-quick test-all coverage servers simulate api-score check format docs savepoints bench profile chaos chaos-points mutants clean

help:
	@sed -n 's/^## //p' Makefile

## make setup     a virtual environment in .venv with Pyrite in it (and a Java, if the machine has none)
setup: $(READY) $(PAGE)

$(READY): pyproject.toml scripts/setup
	@PYTHON="$(PYTHON)" sh scripts/setup $(VENV)

## make demo      a streaming job on embedded Spark: fraud detection with state and timers
demo: setup
	@$(BIN)/pyrite run examples/streaming/fraud_detection.py

$(CLASSES): $(READY) scripts/share_classes.py
	@$(BIN)/python scripts/share_classes.py $(CLASSES)

## make test      the tests that CI runs
test: $(CLASSES)
	@$(BIN)/python -m pytest -m "not slow" $(IN_TWO)

## make test-quick  those of the pure layers: no Spark, no servers, in three minutes
test-quick: setup
	@PYRITE_SEEDS=100 $(BIN)/python -m pytest -m "not slow and not server" $(IN_TWO) $(PURE)

## make test-all  all tests, and twenty times as many seeds (SEEDS=n), in parts that are skipped once they have passed on
##                this commit; PARTS=1 lists the parts, PART=n runs one
test-all: $(CLASSES)
	@PYRITE_SEEDS=$(or $(SEEDS),5000) $(BIN)/python -m tests.parts $(if $(PARTS),--list) $(if $(PART),--part $(PART))

## make coverage  the branches that `make test` takes, as build/coverage/index.html; ONLY=tests/state for a part
coverage: $(CLASSES)
	@$(BIN)/python -m pytest -m "not slow" $(IN_TWO) $(ONLY) --cov=pyrite --cov-report=html:build/coverage --cov-report=term:skip-covered

## make mutants   N=100 random changes of the pure layers by SEED=s, and which of them no test notices; ONLY=runtime/task
##                for a part
mutants: setup
	@$(BIN)/python -m mutants $(if $(N),--count $(N)) $(if $(SEED),--seed $(SEED)) $(if $(ONLY),--only $(ONLY))

## make servers   the servers that the tests of connectors need, from Debian's packages (as root, or by sudo)
servers: setup
	@$(BIN)/python -m servers

## make demo-kafka an exactly-once job from Kafka to Kafka, whose driver is killed in the middle
demo-kafka: setup
	@$(BIN)/python -m examples.kafka.demo

## make simulate  random jobs crashed at random steps of the protocol; SEEDS=n of them, from FIRST=n on; COLUMNS=1: on
##                Arrow columns; SQL=1: queries; REGIONS=1: jobs of several regions, which restart alone
simulate: setup
	@$(BIN)/python -m tests.whole.simulation$(if $(COLUMNS),.columns)$(if $(SQL),.sql) $(if $(SEEDS),--seeds $(SEEDS)) $(if $(FIRST),--first $(FIRST)) $(if $(REGIONS),--regions)

## make api-score how much of PyFlink's API is here, and what is missing
api-score: setup
	@$(BIN)/python -m tests.api.score

## make check     ruff and mypy --strict; tsc --strict and eslint for the web page
check: setup
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/python scripts/build_page.py check

## make page      the web page from web/, which setup and demo build too
page: $(PAGE)

$(PAGE): $(READY) $(shell find web -type f -not -path 'web/node_modules/*')
	@$(BIN)/python scripts/build_page.py || echo "REST works without the page" >&2

format: setup
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format .

## make docs      writes the pages and pictures that are made from the code; they measure nothing
docs: setup
	@for generator in $(GENERATORS); do echo $$generator; $(BIN)/python $$generator || exit 1; done

## make savepoints  records the savepoints and compiled plans that tests read (tests/savepoints); not after a release
savepoints: setup
	@$(BIN)/python -m tests.savepoints

## make bench     the benchmarks, ours and the peers' in one run; ONLY=name,... runs a part; writes docs/measurements.md
bench: setup
	@$(BIN)/python -m benchmarks $(if $(ONLY),--only $(ONLY))
	@$(BIN)/python docs/make_measurements.py

## make profile   a profile of the task loop
profile: setup
	@$(BIN)/python -m benchmarks.profile

## make audit     vulnerabilities that are known in the packages of tests/constraints.txt (pip-audit)
audit: setup
	@[ -x .peers/audit/bin/pip-audit ] || { $(BIN)/python -m venv .peers/audit && .peers/audit/bin/pip install --quiet "pip-audit>=2.9,<3"; }
	@.peers/audit/bin/pip-audit --disable-pip --require-hashes -r tests/constraints.txt

## make constraints  the newest versions within the ranges of pyproject.toml, with their hashes: tests/constraints.txt
constraints: setup
	@$(BIN)/python scripts/write_constraints.py

## make chaos     a job on Spark is killed FAULTS times (10); SEED=s CLUSTER=1 UNALIGNED=1 BACKEND=rocksdb
##                JOB=cep|iterate|async|sql: another job than the one that tries all paths
##                SINK=kafka|postgres|file: it writes to that instead of to files of the soak's own; JOB=sql SINK=postgres aggregates
##                RESCALE=1 CYCLES=n: meanwhile it is rescaled, or stopped and resumed, n times (10)
chaos: setup
	@$(BIN)/python -m chaos $(if $(FAULTS),--faults $(FAULTS)) $(if $(RESCALE),--cycles $(or $(CYCLES),10)) $(if $(SEED),--seed $(SEED)) $(if $(CLUSTER),--cluster) $(if $(JOB),--job $(JOB)) $(if $(SINK),--sink $(SINK)) \
		$(if $(UNALIGNED),--unaligned) $(if $(BACKEND),--backend $(BACKEND))

## make chaos-points  a SIGKILL at every fault point, on Spark; TENTH=1 takes some of them, by SEED=s
chaos-points: setup
	@$(BIN)/python -m chaos.points $(if $(TENTH),--tenth) $(if $(SEED),--seed $(SEED))

clean:
	rm -rf $(VENV) .peers build *.egg-info src/*.egg-info
