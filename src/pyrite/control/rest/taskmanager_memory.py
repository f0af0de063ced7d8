"""The memory of an executor as Flink's TaskManager pages show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from pyrite.core.config.config_options import parse_memory_bytes
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.memory.task_manager_memory import TASK_MANAGER_OPTIONS, task_manager_memory
from pyrite.core.config.options import SPARK_MASTER
from pyrite.core.config.spark_master import is_local
from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.job_document import JobDocument
from pyrite.core.json_dataclasses import Wire

_DEFAULT_HEAP: Final = "1g"
"""Spark's, for drivers and executors."""


@dataclass(frozen=True)
class MemoryConfiguration:
    """The parts of an executor's memory, in bytes.

    Where Flink's options say how large a TaskManager is, they are derived as in Flink. Otherwise Spark divides the
    memory: its JVM's heap is the framework's, and what the tasks' processes use is off-heap memory of the tasks.
    """

    framework_heap: Annotated[int, Wire("frameworkHeap")]
    task_heap: Annotated[int, Wire("taskHeap")]
    framework_off_heap: Annotated[int, Wire("frameworkOffHeap")]
    task_off_heap: Annotated[int, Wire("taskOffHeap")]
    network_memory: Annotated[int, Wire("networkMemory")]
    managed_memory: Annotated[int, Wire("managedMemory")]
    jvm_metaspace: Annotated[int, Wire("jvmMetaspace")]
    jvm_overhead: Annotated[int, Wire("jvmOverhead")]
    total_flink_memory: Annotated[int, Wire("totalFlinkMemory")]
    total_process_memory: Annotated[int, Wire("totalProcessMemory")]


def jvm_heap_bytes(document: JobDocument) -> int:
    """The heap of the JVM in which a job's executor runs: on a local master that is the driver's."""
    settings = document.configuration
    role = "driver" if is_local(settings.get(SPARK_MASTER.key, SPARK_MASTER.default)) else "executor"
    try:
        return parse_memory_bytes(settings.get(f"spark.{role}.memory", _DEFAULT_HEAP))
    except ValueError:
        return parse_memory_bytes(_DEFAULT_HEAP)


def memory_configuration(document: JobDocument, used_bytes: int) -> MemoryConfiguration:
    """The memory of an executor. `used_bytes`: the memory that its tasks' processes use."""
    configuration = Configuration(dict(document.configuration))
    heap = jvm_heap_bytes(document)
    try:
        sized = task_manager_memory(configuration) if TASK_MANAGER_OPTIONS.are_set(configuration) else None
    except InvalidProgramError:  # such a job does not start
        sized = None
    if sized is None:
        return MemoryConfiguration(heap, 0, 0, used_bytes, 0, 0, 0, 0, heap + used_bytes, heap + used_bytes)
    return MemoryConfiguration(
        sized.flink.framework_heap_bytes,
        sized.flink.task_heap_bytes,
        sized.flink.framework_off_heap_bytes,
        sized.flink.task_off_heap_bytes,
        sized.flink.network_bytes,
        sized.flink.managed_bytes,
        sized.metaspace_bytes,
        sized.overhead_bytes,
        sized.flink.flink_bytes,
        sized.process_bytes,
    )
