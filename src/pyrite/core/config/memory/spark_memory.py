"""The settings of Spark's driver and executors that follow from the memory of the JobManager and TaskManagers.

A container has the size `memory` plus `memoryOverhead`, which is the process's total. `memory` is the JVM's heap;
`memoryOverhead` covers the JVM's other memory and the Python processes: the JobMaster, or the tasks.
"""

from __future__ import annotations

from typing import Final

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.memory import memory_options as options
from pyrite.core.config.memory.job_manager_memory import JOB_MANAGER_OPTIONS, job_manager_memory
from pyrite.core.config.memory.process_memory import size_text
from pyrite.core.config.memory.task_manager_memory import TASK_MANAGER_OPTIONS, task_manager_memory
from pyrite.core.errors import InvalidProgramError

LEAST_HEAP_BYTES: Final = 512 << 20
"""Spark refuses to start with less than 450 mb, and some collectors do not report all of the heap."""


def spark_memory(configuration: Configuration) -> dict[str, str]:
    """Spark's settings; empty for a process without a configured size."""
    return driver_memory(configuration) | executor_memory(configuration)


def driver_memory(configuration: Configuration) -> dict[str, str]:
    """The settings of Spark's driver."""
    if not JOB_MANAGER_OPTIONS.are_set(configuration):
        return {}
    memory = job_manager_memory(configuration)
    heap_bytes = max(memory.flink.heap_bytes, LEAST_HEAP_BYTES)
    _check_jvm(memory.process_bytes, heap_bytes + memory.metaspace_bytes, options.JM_PROCESS.key)
    return _settings("driver", heap_bytes, memory.process_bytes)


def executor_memory(configuration: Configuration) -> dict[str, str]:
    """The settings of Spark's executors."""
    if not TASK_MANAGER_OPTIONS.are_set(configuration):
        return {}
    memory = task_manager_memory(configuration)
    heap_bytes = max(memory.flink.framework_heap_bytes, LEAST_HEAP_BYTES)
    _check_jvm(memory.process_bytes - memory.flink.tasks_bytes, heap_bytes, options.TM_FRAMEWORK_HEAP.key)
    return _settings("executor", heap_bytes, memory.process_bytes)


def _check_jvm(size_bytes: int, needed_bytes: int, key: str) -> None:
    """Raises an error if Spark's JVM does not fit into its part of the process."""
    if size_bytes < needed_bytes:
        raise InvalidProgramError(
            f"Spark's JVM needs {size_text(needed_bytes)}, but has {size_text(size_bytes)}: raise {key}"
        )


def _settings(role: str, heap_bytes: int, process_bytes: int) -> dict[str, str]:
    heap_mb = -(-heap_bytes >> 20)
    return {
        f"spark.{role}.memory": f"{heap_mb}m",
        f"spark.{role}.memoryOverhead": f"{(process_bytes >> 20) - heap_mb}m",
    }
