"""Measures one thing about checkpoints and prints one JSON line: `python -m benchmarks.checkpoint_runs NAME`."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import secrets
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks.checkpoint_job import (
    EVERY_SECOND,
    Settings,
    chains,
    checkpoint_folder,
    environment,
    manifests_seen,
    next_checkpoints,
    run,
    running,
    wait_for,
    wait_until_loaded,
)
from benchmarks.checkpoint_works import Updates, build_delay, build_slow, build_updates
from benchmarks.paced_store import PacedStore, StorePace
from benchmarks.rate import slope
from benchmarks.works import build
from pyrite.checkpoint.manifest import Manifest
from pyrite.core.config.checkpoint_options import SIGNING_KEY_FILE
from pyrite.core.job.commands import Stop
from pyrite.core.metrics.declared_metrics import INPUT_QUEUE_SIZE
from pyrite.runtime.spark.driver import job_master

Report = dict[str, Any]

_KEYED = "keyed_state_100k"
_RUN_S = (9, 21)
"""About how long the two runs of a slope are: the shorter has 6 checkpoints."""
_TRIES = (1_000_000, 4_000_000)
_RATES = (300_000, 3_000_000)
"""What is believed of the records a second that the tries show."""
_ROUNDS = 3
NORMAL_STORE = StorePace(seconds_per_call=0.01, bytes_per_second=100e6)
SLOWER = 10
_SETTLE = 3
"""Checkpoints after the keys are loaded that are not counted."""
_CHANGED = 1000
_MEMORY = {"taskmanager.memory.task.size": "8 mb"}
"""For the input queue of a slow operator: an eighth of it is the queue's, so that it is soon full."""


# The keyed benchmark --------------------------------------------------------------------------------------------------


def every_second(options: argparse.Namespace) -> Report:
    """Seconds a record with and without checkpoints."""
    with checkpoint_folder() as folder:
        return _alternating({"on": EVERY_SECOND, "off": {}}, folder, options.shorter)


def signed(options: argparse.Namespace) -> Report:
    """The same with checkpoints that are signed and with ones that are not."""
    with checkpoint_folder() as folder:
        key = folder / "key"
        key.touch(0o600)
        key.write_text(secrets.token_hex(32))
        sides = {"signed": EVERY_SECOND | {SIGNING_KEY_FILE.key: str(key)}, "unsigned": EVERY_SECOND}
        return _alternating(sides, folder, options.shorter)


def slow_store(options: argparse.Namespace) -> Report:
    """The same with checkpoints on a store of an ordinary pace and on one that is 10 times slower."""
    with checkpoint_folder() as folder:
        return _alternating({"slow": EVERY_SECOND, "normal": EVERY_SECOND}, folder, options.shorter, _store_of)


def _store_of(side: str, folder: Path) -> PacedStore:
    return PacedStore(str(folder), NORMAL_STORE.slower(SLOWER) if side == "slow" else NORMAL_STORE)


def _alternating(
    sides: dict[str, Settings],
    folder: Path,
    shorter: float,
    store_of: Callable[[str, Path], PacedStore] | None = None,
) -> Report:
    """Rounds in which each side has its turn: records a second of each, and the fewest checkpoints in a run."""
    _run_keyed(1000, {}, folder)  # Spark's own warm-up
    sizes = _sizes(folder, shorter)
    rates: dict[str, list[float]] = {side: [] for side in sides}
    checkpoints: dict[str, list[int]] = {side: [] for side in sides}
    for _ in range(_ROUNDS):
        for side, settings in sides.items():
            with _storage(None if store_of is None else store_of(side, folder)):
                runs = [_run_keyed(size, settings, folder) for size in sizes]
            rates[side].append(slope(sizes, (runs[0][0], runs[1][0])).per_second)
            checkpoints[side].extend(count for _, count in runs)
    return {"rates": rates, "checkpoints": checkpoints, "sizes": sizes}


def _sizes(folder: Path, shorter: float) -> tuple[int, int]:
    """How many records make runs as long as they are to be."""
    small, large = (_run_keyed(size, {}, folder)[0] for size in _TRIES)
    rate = min(max((_TRIES[1] - _TRIES[0]) / max(large - small, 1e-9), _RATES[0]), _RATES[1])
    return int(rate * _RUN_S[0] / shorter), int(rate * _RUN_S[1] / shorter)


@contextlib.contextmanager
def _storage(store: PacedStore | None) -> Iterator[None]:
    if store is None:
        yield
        return
    with patch.object(job_master, "checkpoint_store", lambda configuration: store):
        yield


def _run_keyed(records: int, settings: Settings, folder: Path) -> tuple[float, int]:
    env = environment(settings, folder)
    build(env, _KEYED, records)
    return run(env)


# Checkpoints of large and of small state ------------------------------------------------------------------------------


def many_keys(options: argparse.Namespace) -> Report:
    """What a checkpoint takes in which 1,000 keys have changed, with few and with many keys of state."""
    few = _checkpoint_times(options.few, options.backend, options.checkpoints)
    many = _checkpoint_times(options.keys, options.backend, options.checkpoints)
    return {"few": few, "many": many}


def _checkpoint_times(keys: int, backend: str, count: int) -> Report:
    settings = EVERY_SECOND | {"state.backend.type": backend}
    with checkpoint_folder() as folder, manifests_seen() as manifests:
        env = environment(settings, folder)
        build_updates(env, Updates(keys, _CHANGED, seconds=600))
        begun = time.monotonic()
        with running(env) as master:
            wait_until_loaded(master, keys)
            loaded_s = time.monotonic() - begun
            next_checkpoints(master, _SETTLE)
            outcomes = next_checkpoints(master, count)
    first, last = outcomes[0].checkpoint_id, outcomes[-1].checkpoint_id
    span = [manifest for manifest in manifests if first - 1 <= manifest.checkpoint_id <= last]
    return {
        "ms": [outcome.ended_ms - outcome.triggered_ms for outcome in outcomes],
        "written_bytes": [outcome.written_bytes for outcome in outcomes],
        "full_bytes": outcomes[-1].full_bytes,
        "merges": sum(_files_replaced(*pair) for pair in pairwise(span)),
        "loaded_s": loaded_s,
        "sync_ms": [_worst(manifest, "sync_ms") for manifest in span[1:]],
        "async_ms": [_worst(manifest, "async_ms") for manifest in span[1:]],
    }


def _files_replaced(before: Manifest, after: Manifest) -> int:
    """In how many subtasks files have gone from the chain: they were merged."""
    newer = chains(after)
    return sum(bool(set(names) - set(newer.get(place, ()))) for place, names in chains(before).items())


def _worst(manifest: Manifest, figure: str) -> float:
    return float(max(getattr(item, figure) for tasks in manifest.metrics.values() for item in tasks.values()))


# Back pressure --------------------------------------------------------------------------------------------------------


def backpressured(options: argparse.Namespace) -> Report:
    """What checkpoints take behind a slow operator."""
    return {side: _behind_slow(side == "unaligned", options.checkpoints) for side in ("unaligned", "aligned")}


def _behind_slow(unaligned: bool, count: int) -> Report:
    settings = EVERY_SECOND | _MEMORY | {"execution.checkpointing.unaligned.enabled": str(unaligned).lower()}
    settings |= {"taskmanager.network.memory.buffer-debloat.enabled": "false"}  # else little waits in either mode
    with checkpoint_folder() as folder:
        env = environment(settings, folder)
        build_slow(env)
        with running(env) as master:
            wait_for(master, lambda: _queued_bytes(master) > 0, "the queue fills")
            next_checkpoints(master, 1)
            outcomes = next_checkpoints(master, count)
            queued = _queued_bytes(master)
    return {
        "ms": [outcome.ended_ms - outcome.triggered_ms for outcome in outcomes],
        "written_bytes": [outcome.written_bytes for outcome in outcomes],
        "queued_bytes": queued,
    }


def slow_function(options: argparse.Namespace) -> Report:
    """What aligned checkpoints and a stop take behind a function that takes so long for each record."""
    with checkpoint_folder() as folder:
        env = environment(EVERY_SECOND, folder)
        build_slow(env, options.cost_ms / 1000)
        with running(env) as master:
            next_checkpoints(master, 1)
            outcomes = next_checkpoints(master, options.checkpoints)
            begun = time.monotonic()
            master.run(Stop(False, str(folder))).result(60)
            stop_s = time.monotonic() - begun
    return {"ms": [outcome.ended_ms - outcome.triggered_ms for outcome in outcomes], "stop_s": stop_s}


def _queued_bytes(master: job_master.JobMaster) -> int:
    return sum(report[INPUT_QUEUE_SIZE] for (level, _), report in master.view.reports().items() if level == 1)


# Delay ----------------------------------------------------------------------------------------------------------------


def delay(options: argparse.Namespace) -> Report:
    """Percentiles of the delay from source to sink, without checkpoints and with."""
    updates = Updates(options.keys, options.rate, options.seconds + 5)
    return {side: _delays(updates, settings) for side, settings in {"off": {}, "on": EVERY_SECOND}.items()}


def _delays(updates: Updates, settings: Settings) -> Report:
    output = io.StringIO()
    with checkpoint_folder() as folder:
        env = environment(settings, folder)
        build_delay(env, updates)
        with contextlib.redirect_stdout(output):
            _, checkpoints = run(env)
    lines = (line.removeprefix("ages ") for line in output.getvalue().splitlines() if line.startswith("ages "))
    ages = sorted(age / 1e6 for line in lines for age in json.loads(line))
    p50, p99, p999 = (ages[int(len(ages) * share)] for share in (0.5, 0.99, 0.999))
    return {
        "records": len(ages),
        "p50_ms": p50,
        "p99_ms": p99,
        "p999_ms": p999,
        "max_ms": ages[-1],
        "checkpoints": checkpoints,
    }


# ----------------------------------------------------------------------------------------------------------------------


def recovery(options: argparse.Namespace) -> Report:
    """Seconds from the restore message to the first record, and those of a plain loop over the same files."""
    from benchmarks.checkpoint_recovery import measure

    return measure(options.keys, options.rounds)


def savepoint(options: argparse.Namespace) -> Report:
    """Seconds of savepoints, and of a plain write of the same entries; the pause of a rescale."""
    from benchmarks.savepoint_costs import measure

    return measure(options.keys, options.rounds, options.backend)


RUNS: dict[str, Callable[[argparse.Namespace], Report]] = {
    "every_second": every_second,
    "signed": signed,
    "slow_store": slow_store,
    "many_keys": many_keys,
    "backpressured": backpressured,
    "slow_function": slow_function,
    "delay": delay,
    "recovery": recovery,
    "savepoint": savepoint,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", choices=RUNS)
    parser.add_argument("--keys", type=int, default=100_000)
    parser.add_argument("--few", type=int, default=10_000, help="keys of the smaller state")
    parser.add_argument("--backend", default="hashmap")
    parser.add_argument("--checkpoints", type=int, default=20, help="how many are measured")
    parser.add_argument("--cost-ms", type=float, default=20, help="what a record takes behind a slow function")
    parser.add_argument("--rate", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--shorter", type=float, default=1, help="runs of a slope are so many times shorter")
    options = parser.parse_args()
    print(json.dumps(RUNS[options.run](options)))


if __name__ == "__main__":
    main()
