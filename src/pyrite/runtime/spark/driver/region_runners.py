"""RegionRunners: the current Spark job of each region of a job."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any, Optional

from pyrite.core.job.completable_future import CompletableFuture
from pyrite.core.job.job_code import JobCode
from pyrite.graph.region import Region
from pyrite.runtime.master.job_events import TaskId
from pyrite.runtime.spark.driver.attempt_runner import AttemptRunner
from pyrite.runtime.spark.driver.control_server import ControlServer
from pyrite.runtime.spark.driver.event_queue import EventQueue
from pyrite.runtime.spark.driver.job_files import JobFiles
from pyrite.runtime.spark.driver.slot_reservations import SlotReservations
from pyrite.runtime.spark.driver.stack_requests import StackRequests, Stacks
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import TaskSettings
from pyrite.runtime.wire.stack_samples import StackRequest


class RegionRunners:
    """Starts, repeats and cancels the Spark jobs of regions, and sends to their tasks."""

    def __init__(
        self,
        session: Any,
        job_id: str,
        code: tuple[JobCode, JobFiles],
        settings: TaskSettings,
        events: EventQueue,
        on_output: Callable[[Any], None],
    ) -> None:
        self._session = session
        self._job_id = job_id
        self._code = code
        self._settings = settings
        self._events = events
        self._on_output = on_output
        self._reservations = SlotReservations()
        self._stacks = StackRequests()
        self._runners: dict[int, AttemptRunner] = {}
        """By region number."""
        self._retired: list[ControlServer] = []
        """The servers of runners whose stages were repeated: output of their tasks may still arrive."""

    def __contains__(self, runner: AttemptRunner) -> bool:
        """Whether a runner belongs to a current attempt."""
        return runner in self._runners.values()

    def run(self, region: Region) -> None:
        """Starts the Spark job of a region, replacing the previous one."""
        if (previous := self._runners.get(region.number)) is not None:
            previous.server.close()
        self._start(region)

    def repeat(self, region: Region, drop_from: int) -> None:
        """Batch: runs the Spark job of a region again, on the outputs that Spark has."""
        previous = self._runners[region.number]
        previous.server.retire()
        self._retired.append(previous.server)
        self._start(region, previous, drop_from)

    def _start(self, region: Region, previous: Optional[AttemptRunner] = None, drop_from: int = 0) -> None:
        runner = self._runners[region.number] = AttemptRunner(
            self._session,
            region,
            self._settings,
            self._code,
            self._job_id,
            self._events.put_of,
            self._on_output,
            self._reservations,
            self._stacks,
            previous,
            drop_from,
        )
        runner.start()

    def send(self, region: int, task: TaskId, message: messages.JobMasterMessage) -> None:
        self._runners[region].send(task, message)

    def sample_stacks(self, request: StackRequest, tasks: Iterable[TaskId]) -> CompletableFuture[Stacks]:
        """Requests the stacks of tasks. Thread-safe."""
        runners = list(self._runners.values())

        def send(task: TaskId, message: messages.SampleStacks) -> None:
            for runner in runners:
                if runner.has(task):
                    runner.send(task, message)

        return self._stacks.ask(request, tasks, send)

    def cancel(self, region: int) -> None:
        threading.Thread(target=self._runners[region].cancel, daemon=True, name="spark-cancel").start()

    def find_outputs(self, region: int) -> None:
        """Looks up the outputs that Spark has; an event reports them."""
        runner = self._runners[region]
        threading.Thread(target=lambda: self._events.put(runner.find_outputs()), daemon=True, name="outputs").start()

    def close(self, drain_s: float) -> Optional[Exception]:
        """Waits for pending output and closes all connections; returns the error if some output could not be read."""
        unread: Optional[Exception] = None
        for server in (*self._retired, *(runner.server for runner in self._runners.values())):
            unread = server.drain_outputs(drain_s) or unread
            server.close()
        return unread

    def release(self) -> None:
        """Releases the resources that Spark keeps for the job."""
        for runner in self._runners.values():
            runner.release()
