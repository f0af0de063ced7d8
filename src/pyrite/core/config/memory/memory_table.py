"""The memory of JobManager and TaskManagers as a table, with the option that sets each part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pyrite.core.config.checkpoint_options import MANAGED_MEMORY
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.memory import memory_options as options
from pyrite.core.config.memory.job_manager_memory import JOB_MANAGER_OPTIONS, job_manager_memory
from pyrite.core.config.memory.spark_memory import driver_memory, executor_memory
from pyrite.core.config.memory.task_manager_memory import TASK_MANAGER_OPTIONS, task_manager_memory


@dataclass(frozen=True)
class MemoryRow:
    """A part of the memory. It belongs to the closest part above it with a smaller depth."""

    depth: int
    name: str
    size_bytes: int
    option: str


def memory_tables(configuration: Configuration) -> dict[str, list[MemoryRow]]:
    """The parts of each process with a configured size, in Flink's format."""
    tables = {}
    if JOB_MANAGER_OPTIONS.are_set(configuration):
        tables["JobManager"] = _of_job_manager(configuration)
    if TASK_MANAGER_OPTIONS.are_set(configuration):
        tables["TaskManager"] = _of_task_manager(configuration)
    return tables


def memory_text(configuration: Configuration) -> str:
    """The tables as text, with Spark's settings; empty if no memory is configured."""
    spark: Mapping[str, Mapping[str, str]] = {
        "JobManager": driver_memory(configuration),
        "TaskManager": executor_memory(configuration),
    }
    lines = []
    for process, rows in memory_tables(configuration).items():
        lines.append(f"{process} memory")
        lines += [
            f"{'  ' * (row.depth + 1) + row.name:<32}{_megabytes(row.size_bytes):>14}  {row.option}" for row in rows
        ]
        lines += [f"  {key} = {value}" for key, value in spark[process].items()]
    return "\n".join(lines)


def _of_job_manager(configuration: Configuration) -> list[MemoryRow]:
    memory = job_manager_memory(configuration)
    return [
        MemoryRow(0, "Total Process Memory", memory.process_bytes, options.JM_PROCESS.key),
        MemoryRow(1, "Total Flink Memory", memory.flink.flink_bytes, options.JM_FLINK.key),
        MemoryRow(2, "JVM Heap", memory.flink.heap_bytes, options.JM_HEAP.key),
        MemoryRow(2, "Off-heap", memory.flink.off_heap_bytes, options.JM_OFF_HEAP.key),
        MemoryRow(1, "JVM Metaspace", memory.metaspace_bytes, options.JM_METASPACE.key),
        MemoryRow(1, "JVM Overhead", memory.overhead_bytes, "jobmanager.memory.jvm-overhead.*"),
    ]


def _of_task_manager(configuration: Configuration) -> list[MemoryRow]:
    memory = task_manager_memory(configuration)
    flink = memory.flink
    return [
        MemoryRow(0, "Total Process Memory", memory.process_bytes, options.TM_PROCESS.key),
        MemoryRow(1, "Total Flink Memory", flink.flink_bytes, options.TM_FLINK.key),
        MemoryRow(2, "Framework Heap", flink.framework_heap_bytes, options.TM_FRAMEWORK_HEAP.key),
        MemoryRow(2, "Framework Off-heap", flink.framework_off_heap_bytes, options.TM_FRAMEWORK_OFF_HEAP.key),
        MemoryRow(2, "Task Heap", flink.task_heap_bytes, options.TM_TASK_HEAP.key),
        MemoryRow(2, "Task Off-heap", flink.task_off_heap_bytes, options.TM_TASK_OFF_HEAP.key),
        MemoryRow(2, "Managed", flink.managed_bytes, MANAGED_MEMORY.key),
        MemoryRow(2, "Network", flink.network_bytes, "taskmanager.memory.network.*"),
        MemoryRow(1, "JVM Metaspace", memory.metaspace_bytes, options.TM_METASPACE.key),
        MemoryRow(1, "JVM Overhead", memory.overhead_bytes, "taskmanager.memory.jvm-overhead.*"),
    ]


def _megabytes(size_bytes: int) -> str:
    return f"{size_bytes / (1 << 20):.1f} mb"
