"""A whole job in one process under a seeded scheduler: JobMaster, tasks, channels, connections, storage and clock.

The scheduler chooses at random what happens next: which frame or message arrives, which task works, whether a file is
written, whether time passes, whether a process or the machine crashes. A run is repeated exactly by its seed.

    result = simulate(env, seed=7)
    assert sorted(result.results) == [...]
"""

from __future__ import annotations

import pickle
import random
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Optional

import cloudpickle

from pyrite.checkpoint.store import LocalStore
from pyrite.common.configuration import Configuration
from pyrite.common.job_status import JobStatus
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.runtime.attempt_core import AttemptSettings
from pyrite.runtime.checkpoint_coordinator import CheckpointPlan
from pyrite.runtime.checkpoint_setup import checkpoint_plan, checkpoint_settings
from pyrite.runtime.deployment import RelayDeployment, SubtaskRestore, TaskDeployment, TaskSettings, deploy
from pyrite.runtime.job_events import TaskId

if TYPE_CHECKING:
    from pyrite.checkpoint.simulated_disk import SimulatedDisk
    from pyrite.datastream import StreamExecutionEnvironment

JOB_ID = "simulated"
_NEVER_MS = 10**9


class Fault(Enum):
    """What may go wrong in a run."""

    TASK = "a task's process is killed"
    DRIVER = "the driver is killed, perhaps in the middle of a write, and started again"
    MACHINE = "the machine goes down: all processes end, what was not synced is lost; the driver is started again"
    ZOMBIE = "a second driver is started while the first one, paused, goes on later"
    DISK = "a write, sync, link or rename fails"


@dataclass(frozen=True)
class SimulationOptions:
    """What may happen in a run besides the job itself."""

    batch: bool = False
    crash: bool = False
    cancel: bool = False
    stop: bool = False
    frame_size: int = 192 << 10
    memory_bytes: int = 64 << 20
    faults: tuple[Fault, ...] = ()
    """Kinds of faults, of which up to `most_faults` happen at random steps."""
    most_faults: int = 3
    time_passes: float = 0.1
    """How often the clock moves on while a task works."""
    unsafe_skip_fsync: bool = False
    """Files take their names without being synced first: to show that this is found."""
    unsafe_overwrite: bool = False
    """The log's entries are not created exclusively: to show that this is found."""


@dataclass
class SimulationResult:
    """How a run ended. `results` are what `CollectSink`s got, in order of arrival."""

    status: JobStatus
    cause: Optional[Exception]
    results: list[Any]
    text: str
    accumulators: dict[str, Any]
    steps: int
    faults: int = 0
    checkpoints: int = 0
    restarts: int = 0


class Simulation:
    """One job, to be run any number of times with different seeds."""

    def __init__(
        self, graph: ExecutionGraph, options: SimulationOptions, configuration: Optional[Configuration] = None
    ) -> None:
        self.graph = graph
        self.options = options
        self.configuration = configuration or Configuration()
        self.plan: Optional[CheckpointPlan] = checkpoint_plan(self.configuration, JOB_ID, options.batch)
        self.settings = TaskSettings(
            options.batch, options.frame_size, options.memory_bytes, 1000, _NEVER_MS, self.configuration
        )
        self._deployments: dict[TaskId, bytes] = {
            (level, pid): cloudpickle.dumps(deploy(graph, level, pid, self.settings))
            for level, found in enumerate(graph.levels)
            for pid in range(len(found.work))
        }

    def run(self, seed: int) -> SimulationResult:
        from pyrite.testing.simulated_job import SimulatedJob

        return SimulatedJob(self, random.Random(seed)).run()

    def store(self, disk: SimulatedDisk) -> LocalStore:
        options = self.options
        return LocalStore(disk, "/checkpoints", "t", options.unsafe_skip_fsync, options.unsafe_overwrite)

    def attempt_settings(self) -> AttemptSettings:
        return AttemptSettings(_told, self.options.batch, _NEVER_MS, _NEVER_MS, self.plan)

    def deployment(self, told: bytes, store: Optional[LocalStore]) -> TaskDeployment:
        """The work of a task, a copy of its own, from what the JobMaster has sent."""
        task, attempt, restore = pickle.loads(told)
        deployment: TaskDeployment = pickle.loads(self._deployments[task])
        settings = self.settings
        if store is not None and self.plan is not None:
            checkpoints = checkpoint_settings(self.configuration, JOB_ID, store)
            settings = replace(settings, checkpoints=checkpoints)
        if isinstance(deployment, RelayDeployment):
            return replace(deployment, settings=settings)
        return replace(deployment, settings=settings, attempt=attempt, restore=restore)


def _told(graph: ExecutionGraph, level: int, pid: int, restore: Optional[SubtaskRestore]) -> bytes:
    return pickle.dumps(((level, pid), graph.attempt, restore))


def simulate(
    environment: StreamExecutionEnvironment, seed: int = 0, options: Optional[SimulationOptions] = None
) -> SimulationResult:
    """Runs the program built in `environment` once."""
    graph = environment.get_execution_graph(environment.get_stream_graph(clear=True))
    return Simulation(graph, options or SimulationOptions(), environment.get_configuration()).run(seed)
