"""PreparedJob: a job, prepared for simulation."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Optional
from zlib import crc32

from pyrite.core.config.checkpoint_options import CHECKPOINTING_INTERVAL, STATE_RECOVERY_IGNORE_UNCLAIMED
from pyrite.core.config.memory.task_memory import task_memory
from pyrite.core.config.options import FAILOVER_STRATEGY
from pyrite.core.job.code_pickling import dumps_code
from pyrite.graph.execution_graph import ExecutionGraph, Level
from pyrite.graph.job_graph import JobGraph
from pyrite.graph.job_spec import JobSpec
from pyrite.runtime.master.attempt.attempt_settings import AttemptSettings
from pyrite.runtime.master.checkpoint.checkpoint_plan import checkpoint_plan, checkpoint_settings
from pyrite.runtime.master.checkpoint.checkpoint_schedule import CheckpointPlan
from pyrite.runtime.master.job_events import TaskId
from pyrite.runtime.wire.deployment import RelayDeployment, SubtaskRestore, TaskDeployment, TaskSettings, deploy
from pyrite.runtime.wire.messages import Deploy
from pyrite.storage.signing_key import SigningKey
from pyrite.storage.store import LocalStore
from pyrite.testing.simulated_disk import SimulatedDisk
from pyrite.testing.simulation_options import SimulationOptions
from pyrite.testing.simulation_result import Savepoint

JOB_ID = "simulated"
_NEVER_MS = 10**9


class PreparedJob:
    """The common part of a job's runs: its plan, and its pickled tasks."""

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
        self.job_id = JOB_ID if origin is None else f"{JOB_ID}-on-{crc32(origin.path.encode()):08x}"
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
            managed_bytes=task_memory(
                self.configuration, self.graph.job.most_stateful_tasks(), options.batch
            ).managed_bytes,
        )
        self._deployments: dict[int, dict[TaskId, bytes]] = {}
        self._graphs: list[tuple[JobGraph, tuple[Level, ...]]] = []

    def store(self, disk: SimulatedDisk) -> LocalStore:
        """The checkpoint store of a run, on its disk."""
        options = self.options
        store = LocalStore(disk, "/checkpoints", "t", options.unsafe_skip_fsync, options.unsafe_overwrite)
        store.signing_key = SigningKey.of(self.configuration)
        return store

    def attempt_settings(self) -> AttemptSettings:
        """The settings of each attempt: no timeouts, since the scheduler controls time."""
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
        """The deployment of a task; its work is pickled once for all attempts of a graph."""
        number = self._number(graph)
        if number not in self._deployments:
            self._deployments[number] = {
                (depth, pid): dumps_code(deploy(graph, depth, pid, self.settings))
                for depth, level_work in enumerate(graph.levels)
                for pid in range(len(level_work.work))
            }
        return Deploy(pickle.dumps((number, (level, pid), (graph.attempt, graph.attempt_number), restore)))

    def _number(self, graph: ExecutionGraph) -> int:
        """The number of a graph, independent of its attempt; a region is a separate graph."""
        for number, (job, levels) in enumerate(self._graphs):
            if job is graph.job and levels == graph.levels:
                return number
        self._graphs.append((graph.job, graph.levels))
        return len(self._graphs) - 1

    def deployment(self, message: Deploy, store: Optional[LocalStore]) -> TaskDeployment:
        """A copy of a task's work, from the JobMaster's message."""
        graph, task, (attempt, attempt_number), restore = pickle.loads(message.shared)
        deployment: TaskDeployment = pickle.loads(self._deployments[graph][task])
        settings = self.settings
        if store is not None and self.plan is not None:
            checkpoints = checkpoint_settings(self.configuration, self.job_id, store)
            settings = replace(settings, checkpoints=checkpoints)
        if isinstance(deployment, RelayDeployment):
            return replace(deployment, settings=settings)
        return replace(deployment, settings=settings, attempt=attempt, attempt_number=attempt_number, restore=restore)
