"""TaskMemory: the share of one task in its TaskManager's memory."""

from __future__ import annotations

from dataclasses import dataclass

from pyrite.core.config.checkpoint_options import MANAGED_MEMORY
from pyrite.core.config.cluster_options import TASK_SLOTS
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.memory.task_manager_memory import TASK_MANAGER_OPTIONS, task_manager_memory
from pyrite.core.config.options import TASK_MEMORY


@dataclass(frozen=True)
class TaskMemory:
    """The memory budgets of one task."""

    buffer_bytes: int
    """For queues, spools and batch runs."""
    managed_bytes: int
    """For RocksDB: its cache, its write buffers and live objects."""
    limit_bytes: int = 0
    """The limit of the task's process, in addition to the initial size of Python itself; 0: no limit."""


def task_memory(configuration: Configuration, stateful_tasks: int, batch: bool) -> TaskMemory:
    """The budgets of each task of a job with at most `stateful_tasks` tasks with keyed state per slot.

    If the size of a TaskManager is not configured, the budgets are `taskmanager.memory.task.size` and
    `taskmanager.memory.managed.size`, for each task, without a limit. Otherwise a slot has its share of the
    TaskManager's memory. Tasks with state divide its managed part among them; in a batch job, managed memory is for
    sorting.
    """
    if not TASK_MANAGER_OPTIONS.are_set(configuration):
        return TaskMemory(configuration.get(TASK_MEMORY), configuration.get(MANAGED_MEMORY))
    slots = configuration.get(TASK_SLOTS)
    memory = task_manager_memory(configuration).flink
    managed_bytes = memory.managed_bytes // slots
    buffer_bytes = memory.network_bytes // slots + (managed_bytes if batch else 0)
    if configuration.contains(TASK_MEMORY):
        buffer_bytes = configuration.get(TASK_MEMORY)
    return TaskMemory(buffer_bytes, managed_bytes // max(1, stateful_tasks), memory.tasks_bytes // slots)
