"""UnevenJob: a run of a simulation in which some steps are rare: a slow connection, channel, store or task."""

from __future__ import annotations

import random
from collections.abc import Hashable

from pyrite.testing.simulated_driver import SimulatedDriver
from pyrite.testing.simulated_job import SimulatedJob
from pyrite.testing.simulated_step import Step, StepKind
from pyrite.testing.simulation import Simulation, SimulationResult

_UNEVEN = frozenset(StepKind) - {StepKind.OTHER}
_WEIGHTS = (1.0, 1.0, 1.0, 0.3, 0.03)
_TRIES = 40


class UnevenJob(SimulatedJob):
    """Gives every kind of step of every task and channel a weight of its own, for the run.

    With even steps all tasks get on at the same pace, and some interleavings never come.
    """

    def __init__(self, simulation: Simulation, rng: random.Random) -> None:
        super().__init__(simulation, rng)
        self._weights: dict[Hashable, float] = {}
        self._over: list[SimulatedDriver] = []

    def step(self) -> None:
        steps = [step for driver in self._drivers if driver not in self._over for step in driver.steps()]
        if not steps:
            self._pass_time()
            return
        choose, chance = self.rng.choice, self.rng.random
        for _ in range(_TRIES):
            step = choose(steps)
            if chance() < self._weight(step):
                break
        step.run()

    def _start_driver(self) -> None:
        """Drivers that are over, and so are their tasks, take no more steps: they need not be asked."""
        self._over = [driver for driver in self._drivers if driver.is_over and not driver.steps()]
        super()._start_driver()

    def _weight(self, step: Step) -> float:
        if step.kind not in _UNEVEN:
            return 1.0
        key = step.kind, step.of
        if key not in self._weights:
            self._weights[key] = self.rng.choice(_WEIGHTS)
        return self._weights[key]


def run_unevenly(simulation: Simulation, seed: int) -> SimulationResult:
    return UnevenJob(simulation, random.Random(seed)).run()


def run(simulation: Simulation, seed: int) -> SimulationResult:
    """Every third seed unevenly: such runs take twice as many steps."""
    return run_unevenly(simulation, seed) if seed % 3 == 0 else simulation.run(seed)
