"""Many seeds of the scenarios, in several processes."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context

from tests.whole.simulation.regions import run_job
from tests.whole.simulation.scenarios import name_of, run_seed

_PART = 100
_SHOW_S = 5.0


@dataclass(frozen=True)
class Failure:
    """A seed whose run was not as it should be."""

    seed: int
    scenario: str
    faults: list[str]

    def __str__(self) -> str:
        return f"seed {self.seed} ({self.scenario}): {'; '.join(self.faults)}"


def run_part(first: int, count: int, regions: bool = False) -> list[Failure]:
    """Some seeds, in this process."""
    failures = []
    for seed in range(first, first + count):
        try:
            faults = run_job(seed)[0] if regions else run_seed(seed)
        except Exception as error:
            faults = [f"{type(error).__name__}: {error}"]
        if faults:
            failures.append(Failure(seed, "regions" if regions else name_of(seed), faults))
    gc.collect()  # which is off while seeds run: it would take a tenth of their time
    return failures


def run_seeds(
    first: int,
    count: int,
    processes: int,
    show: Callable[[int, list[Failure]], None] = lambda done, failures: None,
    regions: bool = False,
) -> list[Failure]:
    """Runs seeds; tells how far it has come every few seconds. New processes, as this one may have threads.

    `regions`: those of jobs whose regions restart alone.
    """
    parts = [(start, min(_PART, first + count - start)) for start in range(first, first + count, _PART)]
    failures: list[Failure] = []
    done, shown = 0, time.monotonic()
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=gc.disable) as pool:
        sizes = {pool.submit(run_part, *part, regions): part[1] for part in parts}
        for future in as_completed(sizes):
            failures.extend(future.result())
            done += sizes[future]
            if time.monotonic() - shown >= _SHOW_S:
                show(done, failures)
                shown = time.monotonic()
    return sorted(failures, key=lambda failure: failure.seed)
