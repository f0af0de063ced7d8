"""One run of a simulation: drivers, each with its tasks, over one disk and one clock."""

from __future__ import annotations

import random
from typing import Optional

from pyrite.core.clock import ManualClock
from pyrite.core.errors import FencedError, JobRefusedError
from pyrite.runtime.master import job_events, job_instructions
from pyrite.storage.store import LocalStore
from pyrite.testing.prepared_job import PreparedJob
from pyrite.testing.simulated_disk import FAULTS, SimulatedCrash, SimulatedDisk
from pyrite.testing.simulated_driver import SimulatedDriver
from pyrite.testing.simulation_options import Fault, Wish
from pyrite.testing.simulation_result import Savepoint, SimulationResult

_MAX_STEPS = 400_000
_FIRST_FAULT = 300
"""Faults occur within this many steps of the start, or of the previous fault."""


class SimulatedJob:
    """The environment of one run: its clock, its disk, and its drivers, in order of their start."""

    def __init__(self, simulation: PreparedJob, rng: random.Random) -> None:
        self.simulation = simulation
        self.rng = rng
        self.clock = ManualClock(1_700_000_000_000)
        self.disk = SimulatedDisk(rng) if simulation.origin is None else simulation.origin.disk
        self.store: Optional[LocalStore] = None if simulation.plan is None else simulation.store(self.disk)
        self.capacity = rng.choice((1, 2, 8, 64))
        self._drivers = [SimulatedDriver(self, 0)]
        self._restarts = 0
        self._faults_left = rng.randrange(simulation.options.most_faults + 1) if simulation.options.faults else 0
        self._fault_step = rng.randrange(1, _FIRST_FAULT)
        if simulation.options.fault_at:
            self._faults_left, self._fault_step = 1, simulation.options.fault_at
        self._faults = 0
        self._loses_power = False
        options = simulation.options
        wants_surprise = options.crash or options.cancel or options.stop
        self._surprise_step = rng.randrange(1, 400) if wants_surprise else None
        self._wishes = list(options.wishes)
        self._granted: list[Wish] = []
        self._wish_step = rng.randrange(1, 150) if self._wishes else 0
        self._is_asking = False
        self._steps = 0

    def run(self) -> SimulationResult:
        try:
            return self._run()
        finally:
            for driver in self._drivers:
                driver.close_loops()

    def _run(self) -> SimulationResult:
        self.driver.handle(job_events.StartEvent())
        steps = 0
        while (winner := self.winner()) is None:
            steps += 1
            if steps > _MAX_STEPS:
                raise AssertionError(f"the job has not ended after {_MAX_STEPS} steps")
            if steps == self._surprise_step:
                self.driver.surprise()
            self._steps = steps
            if self._wishes and not self._is_asking and steps >= self._wish_step:
                self._is_asking = True
                self.driver.ask(self._wishes[0])
            if self._faults_left and steps >= self._fault_step:
                self._fault(steps)
            try:
                self.step()
            except SimulatedCrash:
                self._crash()
        driver, ended = winner
        view = driver.master.view()
        savepoint = driver.savepoint or driver.master.attempt.attempt_tasks.stopped_at
        return SimulationResult(
            ended.status,
            ended.error,
            driver.output.results,
            "".join(driver.output.text),
            view.accumulators(),
            steps,
            view,
            self._faults,
            driver.checkpoints,
            self._restarts + driver.master.restarts,
            sum(each.region_restarts for each in self._drivers),
            tuple(self._granted),
            Savepoint(savepoint, self.disk) if savepoint else None,
        )

    def answer(self, driver: SimulatedDriver, error: Optional[Exception]) -> None:
        """The answer to a client. A refused request is repeated later, but not to an older driver."""
        if driver is not self.driver or not self._is_asking:
            return
        if error is None:
            self._granted.append(self._wishes.pop(0))
        self._is_asking = False
        self._wish_step = self._steps + self.rng.randrange(1, 30)

    def step(self) -> None:
        """Chooses the next step among the possible ones; if none is possible, advances time."""
        steps = [step for driver in self._drivers for step in driver.steps()]
        if steps:
            self.rng.choice(steps).run()
        else:
            self._pass_time()

    def winner(self) -> Optional[tuple[SimulatedDriver, job_instructions.EndJob]]:
        """The driver whose end is the job's: the one that no other driver has fenced."""
        for driver in self._drivers:
            ended = driver.ended
            if ended is not None and not isinstance(ended.error, FencedError) and not _is_refused_by_disk(ended.error):
                return driver, ended
        if all(driver.is_over for driver in self._drivers):
            self._start_driver()
        return None

    @property
    def driver(self) -> SimulatedDriver:
        """The driver that was started last."""
        return self._drivers[-1]

    def _pass_time(self) -> None:
        """Advances the clock to the next due time, since no step is possible before."""
        if any(driver.waited_outside() for driver in self._drivers):
            return
        times = [due for driver in self._drivers for due in driver.due_us()]
        if not times:
            raise AssertionError("the job hangs: no task, frame or message can proceed, and no timer is pending")
        self.clock.advance(max(1, -(-(min(times) - self.clock.monotonic_us()) // 1000)))
        for driver in self._drivers:
            driver.pass_time()

    # Faults -----------------------------------------------------------------------------------------------------------

    def _fault(self, step: int) -> None:
        self._faults_left -= 1
        self._faults += 1
        self._fault_step = step + self.rng.randrange(1, _FIRST_FAULT)
        kind = self.rng.choice(self.simulation.options.faults)
        if kind is Fault.TASK:
            self.driver.kill_a_task()
        elif kind is Fault.ZOMBIE:
            self._start_driver()
        elif kind is Fault.DISK:
            self.disk.fail(self.rng.choice(FAULTS), self.rng.randrange(4))
        else:
            self._loses_power = kind is Fault.MACHINE
            if self.store is not None and self.rng.random() < 0.5:
                self.disk.crash_after(self.rng.randrange(1, 12))
            else:
                self._crash()

    def _crash(self) -> None:
        """Ends the driver at its current step, possibly within a write; sometimes the whole machine crashes."""
        self.driver.die()
        if self._loses_power:
            for driver in self._drivers:
                driver.die()
                driver.kill_all_tasks()
            self.disk.crash()
            self.store = None if self.simulation.plan is None else self.simulation.store(self.disk)
        self.disk.heal()
        self._start_driver()

    def _start_driver(self) -> None:
        self._is_asking = False
        self._restarts += self.driver.master.restarts + 1
        self._drivers.append(SimulatedDriver(self, len(self._drivers)))
        self.driver.handle(job_events.StartEvent())


def _is_refused_by_disk(error: Optional[Exception]) -> bool:
    """Whether a driver could not start because its first write failed: the next driver can."""
    return isinstance(error, JobRefusedError) and isinstance(error.__cause__, OSError)
