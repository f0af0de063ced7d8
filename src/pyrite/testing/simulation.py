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

from pyrite.core.config.checkpoint_options import CHECKPOINTING_INTERVAL, STATE_RECOVERY_IGNORE_UNCLAIMED
from pyrite.core.config.options import FAILOVER_STRATEGY
from pyrite.core.job.code_pickling import dumps_code
from pyrite.core.job.job_status import JobStatus
from pyrite.graph.execution_graph import ExecutionGraph, Level
from pyrite.graph.job_graph import JobGraph
from pyrite.graph.job_spec import JobSpec
from pyrite.runtime.master.attempt_settings import AttemptSettings
from pyrite.runtime.master.checkpoint_coordinator import CheckpointPlan
from pyrite.runtime.master.checkpoint_setup import checkpoint_plan, checkpoint_settings
from pyrite.runtime.master.job_events import TaskId
from pyrite.runtime.wire.deployment import RelayDeployment, SubtaskRestore, TaskDeployment, TaskSettings
from pyrite.runtime.wire.messages import Deploy
from pyrite.runtime.wire.vertex_deployment import deploy
from pyrite.storage.store import LocalStore

if TYPE_CHECKING:
    from pyrite.datastream import StreamExecutionEnvironment
    from pyrite.testing.simulated_disk import SimulatedDisk

JOB_ID = "simulated"
_NEVER_MS = 10**9


class Fault(Enum):
    """What may go wrong in a run."""

    TASK = "a task's process is killed"
    DRIVER = "the driver is killed, perhaps in the middle of a write, and started again"
    MACHINE = "the machine goes down: all processes end, what was not synced is lost; the driver is started again"
    ZOMBIE = "a second driver is started while the first one, paused, goes on later"
    DISK = "a write, sync, link or rename fails"


class Wish(Enum):
    """What a client may want of the job while it runs."""

    SAVEPOINT = "a savepoint"
    STOP = "to stop it with a savepoint"
    DRAIN = "to stop it with a savepoint, at the end of time"
    CANCEL = "to cancel it with a savepoint"
    RESCALE = "another parallelism"


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
    fault_at: int = 0
    """The step of the one fault that happens; 0: faults happen at random steps."""
    loses_outputs: bool = False
    """Batch: killed tasks may take outputs of complete ones along, and Spark may lose others at any time."""
    wishes: tuple[Wish, ...] = ()
    """What is asked for, one after the other, at random steps, and again until it is had."""
    parallelisms: tuple[int, ...] = (1, 2, 3, 4)
    """What a job may be rescaled to."""
    time_passes: float = 0.1
    """How often the clock moves on while a task works."""
    unsafe_skip_fsync: bool = False
    """Files take their names without being synced first: to show that this is detected."""
    unsafe_overwrite: bool = False
    """The log's entries are not created exclusively: to show that this is detected."""


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
    region_restarts: int = 0
    """How many regions restarted alone."""
    granted: tuple[Wish, ...] = ()
    savepoint: Optional[Savepoint] = None
    """The one with which the job was stopped or cancelled."""


@dataclass(frozen=True)
class Savepoint:
    """A savepoint on a simulated disk."""

    path: str
    disk: SimulatedDisk


class Simulation:
    """One job, to be run any number of times with different seeds."""

    def __init__(
        self,
        job: JobSpec,
        options: SimulationOptions,
        origin: Optional[Savepoint] = None,
    ) -> None:
        self.job = job
        self.graph: ExecutionGraph = job.plan().execution
        self.options = options
        self.configuration = job.configuration
        self.origin = origin
        self.job_id = JOB_ID if origin is None else f"{JOB_ID}-on"
        self.plan: Optional[CheckpointPlan] = None
        if self.configuration.get(CHECKPOINTING_INTERVAL):
            self.plan = checkpoint_plan(self.configuration, self.job_id, options.batch)
        self.settings = TaskSettings(
            options.batch,
            options.frame_size,
            options.memory_bytes,
            1000,
            _NEVER_MS,
            self.configuration,
            in_flight_target_ms=0 if options.batch else 1000,
        )
        self._deployments: dict[int, dict[TaskId, bytes]] = {}
        self._graphs: list[tuple[JobGraph, tuple[Level, ...]]] = []

    def run(self, seed: int) -> SimulationResult:
        from pyrite.testing.simulated_job import SimulatedJob

        return SimulatedJob(self, random.Random(seed)).run()

    def store(self, disk: SimulatedDisk) -> LocalStore:
        options = self.options
        return LocalStore(disk, "/checkpoints", "t", options.unsafe_skip_fsync, options.unsafe_overwrite)

    def attempt_settings(self) -> AttemptSettings:
        allowed = self.configuration.get(STATE_RECOVERY_IGNORE_UNCLAIMED)
        return AttemptSettings(
            self._deploy_message,
            self.options.batch,
            _NEVER_MS,
            _NEVER_MS,
            self.plan,
            allow_non_restored_state=allowed,
            regions_restart_alone=self.configuration.get(FAILOVER_STRATEGY) == "region",
        )

    def _deploy_message(self, graph: ExecutionGraph, level: int, pid: int, restore: Optional[SubtaskRestore]) -> Deploy:
        """What a task is deployed with: its work is pickled once for all attempts of a graph."""
        number = self._number(graph)
        if number not in self._deployments:
            self._deployments[number] = {
                (depth, pid): dumps_code(deploy(graph, depth, pid, self.settings))
                for depth, level_work in enumerate(graph.levels)
                for pid in range(len(level_work.work))
            }
        return Deploy(pickle.dumps((number, (level, pid), graph.attempt, restore)))

    def _number(self, graph: ExecutionGraph) -> int:
        """Of a graph, whatever its attempt; a region is one of its own."""
        for number, (job, levels) in enumerate(self._graphs):
            if job is graph.job and levels == graph.levels:
                return number
        self._graphs.append((graph.job, graph.levels))
        return len(self._graphs) - 1

    def deployment(self, message: Deploy, store: Optional[LocalStore]) -> TaskDeployment:
        """The work of a task, a copy of its own, from what the JobMaster has sent."""
        graph, task, attempt, restore = pickle.loads(message.shared)
        deployment: TaskDeployment = pickle.loads(self._deployments[graph][task])
        settings = self.settings
        if store is not None and self.plan is not None:
            checkpoints = checkpoint_settings(self.configuration, self.job_id, store)
            settings = replace(settings, checkpoints=checkpoints)
        if isinstance(deployment, RelayDeployment):
            return replace(deployment, settings=settings)
        return replace(deployment, settings=settings, attempt=attempt, restore=restore)


def simulate(
    environment: StreamExecutionEnvironment,
    seed: int = 0,
    options: Optional[SimulationOptions] = None,
    origin: Optional[Savepoint] = None,
) -> SimulationResult:
    """Runs the program built in `environment` once, from the beginning or from a savepoint of another run."""
    return Simulation(environment.get_job_spec(clear=True), options or SimulationOptions(), origin).run(seed)
