"""Lives of a job: it is asked for savepoints, stopped, rescaled, and resumed from a savepoint, while things go wrong.

As scenarios, but for the second life of a job that was stopped: at another parallelism, from the savepoint, on the same
ledger. Nothing may be lost or doubled over both lives.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from pyrite.core.job.job_status import JobStatus
from pyrite.testing.simulation import Fault, Savepoint, Simulation, SimulationOptions, Wish
from tests.whole.simulation.ledger import LEDGERS
from tests.whole.simulation.scenarios import (
    CONCURRENT,
    OVERTAKING,
    SHORT_TIMEOUT,
    TOLERANT,
    UNALIGNED,
    Program,
    levels,
    paths,
    simulation_of,
    union,
)
from tests.whole.simulation.uneven import run

LEVELS_PROGRAM = levels(18)
UNION = union(3, 16)
PATHS_PROGRAM = paths(20)
ENDINGS = (Wish.STOP, Wish.DRAIN, Wish.CANCEL)
ONE_DRIVER = tuple(fault for fault in Fault if fault is not Fault.ZOMBIE)
"""A driver that loses its job just when it has said that it cancels it is not found out: only a stop is in the log."""


@dataclass(frozen=True)
class Life:
    """A program, what is wished of it, and under which faults."""

    name: str
    program: Program
    wishes: tuple[Wish, ...]
    settings: dict[str, str] = field(default_factory=dict)
    faults: tuple[Fault, ...] = tuple(Fault)

    def run(self, seed: int) -> list[str]:
        """What was wrong with the lives of this seed: nothing, if all is well."""
        return self._lives(_first(self.name), seed)

    def faults_with_one_at(self, step: int, seed: int) -> list[str]:
        """The same, where one fault happens in the first life, at a certain step."""
        return self._lives(self.with_fault_at(step), seed)

    def _lives(self, first: Simulation, seed: int) -> list[str]:
        LEDGERS.clear()
        origin = None
        for number in range(2):
            made = first if number == 0 else self.simulation(seed + number, origin)
            try:
                result = run(made, seed + number)
            except AssertionError as error:  # it hangs
                return [f"life {number}: {error}"]
            if result.status is JobStatus.FAILED:
                return [f"life {number} failed: {result.cause!r}"]
            if result.savepoint is None:
                break
            origin = result.savepoint
        return self.program.faults_in(True)

    def with_fault_at(self, step: int) -> Simulation:
        made = self.simulation()
        return replace_options(made, fault_at=step)

    @property
    def wishes_an_end(self) -> bool:
        return self.wishes[-1] in ENDINGS

    def simulation(self, seed: int = 0, origin: Savepoint | None = None) -> Simulation:
        options = SimulationOptions(faults=self.faults, most_faults=2, time_passes=0.5, wishes=self.wishes)
        parallelism = 2
        if origin is not None:
            parallelism = random.Random(seed).choice((1, 2, 3))
            options = replace(options, wishes=())
        return simulation_of(self.program.build, options, self.settings, parallelism, origin)


def replace_options(made: Simulation, **changes: Any) -> Simulation:
    made.options = replace(made.options, **changes)
    return made


LIVES = (
    Life("a savepoint", LEVELS_PROGRAM, (Wish.SAVEPOINT,), TOLERANT),
    Life("stopped", LEVELS_PROGRAM, (Wish.STOP,)),
    Life("stopped, state and windows", paths(120), (Wish.SAVEPOINT, Wish.STOP), TOLERANT),
    Life("stopped, sources of different length", UNION, (Wish.STOP,), SHORT_TIMEOUT),
    Life("stopped, unaligned", LEVELS_PROGRAM, (Wish.STOP,), UNALIGNED | CONCURRENT),
    Life("stopped, aligned, then unaligned", PATHS_PROGRAM, (Wish.STOP,), OVERTAKING | CONCURRENT),
    Life("drained", LEVELS_PROGRAM, (Wish.DRAIN,), TOLERANT),
    Life("drained, state and windows", PATHS_PROGRAM, (Wish.DRAIN,), TOLERANT),
    Life("cancelled", LEVELS_PROGRAM, (Wish.CANCEL,), faults=ONE_DRIVER),
    Life("cancelled, state and windows", PATHS_PROGRAM, (Wish.CANCEL,), CONCURRENT, ONE_DRIVER),
    Life("rescaled", LEVELS_PROGRAM, (Wish.RESCALE, Wish.RESCALE)),
    Life("rescaled, state and windows", PATHS_PROGRAM, (Wish.RESCALE, Wish.RESCALE), TOLERANT),
    Life("rescaled, sources of different length", UNION, (Wish.RESCALE,), CONCURRENT),
    Life("rescaled, unaligned", PATHS_PROGRAM, (Wish.RESCALE, Wish.STOP), UNALIGNED),
)
_BY_NAME = {life.name: life for life in LIVES}


@cache
def _first(name: str) -> Simulation:
    return _BY_NAME[name].simulation()


def run_life(seed: int) -> list[str]:
    """The lives of one seed: all take their turn."""
    return LIVES[seed % len(LIVES)].run(seed)
