"""UnevenJob: a run of a simulation in which some steps are rare: a slow connection, channel, store or task."""

from __future__ import annotations

import random
from collections.abc import Hashable
from typing import Any

from pyrite.testing.simulated_driver import SimulatedDriver
from pyrite.testing.simulated_job import SimulatedJob
from pyrite.testing.simulation import Simulation, SimulationResult

_KINDS = ("_take_message", "_deliver", "_upload", "_work", "_step_loop", "outgoing", "_storage_work", "_to_master")
"""Names that tell the kinds of steps of `SimulatedDriver` apart."""
_WEIGHTS = (1.0, 1.0, 1.0, 0.3, 0.03)
_TRIES = 40


class UnevenJob(SimulatedJob):
    """Gives every kind of step of every task and channel a weight of its own, for the run.

    With even steps all tasks get on at the same pace, and some interleavings never come.
    """

    def __init__(self, simulation: Simulation, rng: random.Random) -> None:
        super().__init__(simulation, rng)
        self._weights: dict[Hashable, float] = {}
        self._kinds: dict[Hashable, str] = {}
        self._over: list[SimulatedDriver] = []

    def _step(self) -> None:
        actions = [action for driver in self._drivers if driver not in self._over for action in driver.actions()]
        if not actions:
            self._pass_time()
            return
        choose, chance = self.rng.choice, self.rng.random
        for _ in range(_TRIES):
            action = choose(actions)
            if chance() < self._weight(action):
                break
        action()

    def _start_driver(self) -> None:
        """Drivers that are over, and so are their tasks, take no more steps: they need not be asked."""
        self._over = [driver for driver in self._drivers if driver.is_over and not driver.actions()]
        super()._start_driver()

    def _weight(self, action: Any) -> float:
        code = action.__code__
        kind = self._kinds.get(code)
        if kind is None:
            kind = self._kinds[code] = next((kind for kind in _KINDS if kind in code.co_names), "")
        if not kind:
            return 1.0
        key = kind, action.__defaults__ or _task_of(action)
        if key not in self._weights:
            self._weights[key] = self.rng.choice(_WEIGHTS)
        return self._weights[key]


def _task_of(action: Any) -> Hashable:
    """The task that a step is of."""
    contents = [cell.cell_contents for cell in action.__closure__ or ()]
    return next((item.id for item in contents if hasattr(item, "id")), None)


def run_unevenly(simulation: Simulation, seed: int) -> SimulationResult:
    return UnevenJob(simulation, random.Random(seed)).run()


def run(simulation: Simulation, seed: int) -> SimulationResult:
    """Every third seed unevenly: such runs take twice as many steps."""
    return run_unevenly(simulation, seed) if seed % 3 == 0 else simulation.run(seed)
