"""Options of memory. Keys and defaults are Flink's; `taskmanager.memory.managed.size` is with the state backends."""

from __future__ import annotations

from typing import Final

from pyrite.core.config.config_options import ConfigOption, parse_memory_bytes

MAX_BYTES: Final = 2**63 - 1
_MB: Final = 1 << 20
_OVERHEAD: Final = "The JVM's own memory besides heap and metaspace, such as stacks and compiled code"


def _size(key: str, default: int, description: str, *former_keys: str) -> ConfigOption[int]:
    return ConfigOption(key, parse_memory_bytes, default, description, former_keys)


def _overhead(role: str) -> tuple[ConfigOption[int], ConfigOption[int], ConfigOption[float]]:
    prefix = f"{role}.memory.jvm-overhead"
    return (
        _size(f"{prefix}.min", 192 * _MB, f"{_OVERHEAD}: the minimum."),
        _size(f"{prefix}.max", 1024 * _MB, f"{_OVERHEAD}: the maximum."),
        ConfigOption(
            f"{prefix}.fraction", float, 0.1, f"{_OVERHEAD}: the fraction of the process, within min and max."
        ),
    )


# The JobManager: the driver of a job ----------------------------------------------------------------------------------

JM_PROCESS: Final = _size(
    "jobmanager.memory.process.size", 0, "All memory of a job's driver: the size of its container. No default."
)
JM_FLINK: Final = _size(
    "jobmanager.memory.flink.size", 0, "The driver's memory without metaspace and overhead. No default."
)
JM_HEAP: Final = _size("jobmanager.memory.heap.size", 0, "The heap of the driver's JVM. No default.")
JM_OFF_HEAP: Final = _size(
    "jobmanager.memory.off-heap.size", 128 * _MB, "The driver's memory outside of the JVM's heap: the JobMaster."
)
JM_METASPACE: Final = _size("jobmanager.memory.jvm-metaspace.size", 256 * _MB, "The metaspace of the driver's JVM.")
JM_OVERHEAD_MIN, JM_OVERHEAD_MAX, JM_OVERHEAD_FRACTION = _overhead("jobmanager")

# TaskManagers: the executors of a job ---------------------------------------------------------------------------------

TM_PROCESS: Final = _size(
    "taskmanager.memory.process.size",
    0,
    "All memory of an executor and its tasks: the size of its container. No default.",
)
TM_FLINK: Final = _size(
    "taskmanager.memory.flink.size", 0, "An executor's memory without metaspace and overhead. No default."
)
TM_FRAMEWORK_HEAP: Final = _size(
    "taskmanager.memory.framework.heap.size", 128 * _MB, "The heap of an executor's JVM; Spark needs at least 450 mb."
)
TM_FRAMEWORK_OFF_HEAP: Final = _size(
    "taskmanager.memory.framework.off-heap.size", 128 * _MB, "Buffers of an executor's JVM outside of its heap."
)
TM_TASK_HEAP: Final = _size(
    "taskmanager.memory.task.heap.size",
    0,
    "Memory of an executor's tasks for functions, their objects and state in memory. No default.",
)
TM_TASK_OFF_HEAP: Final = _size(
    "taskmanager.memory.task.off-heap.size",
    0,
    "Additional memory of an executor's tasks, such as for native libraries.",
)
TM_MANAGED_FRACTION: Final = ConfigOption(
    "taskmanager.memory.managed.fraction",
    float,
    0.4,
    "Managed memory as a fraction of taskmanager.memory.flink.size, if taskmanager.memory.managed.size is not set.",
)
TM_NETWORK_MIN: Final = _size(
    "taskmanager.memory.network.min",
    64 * _MB,
    "Memory of an executor's tasks for records in flight: the minimum.",
    "taskmanager.network.memory.min",
)
TM_NETWORK_MAX: Final = _size(
    "taskmanager.memory.network.max",
    MAX_BYTES,
    "Memory of an executor's tasks for records in flight: the maximum.",
    "taskmanager.network.memory.max",
)
TM_NETWORK_FRACTION: Final = ConfigOption(
    "taskmanager.memory.network.fraction",
    float,
    0.1,
    "Memory of an executor's tasks for records in flight: a fraction of taskmanager.memory.flink.size, within min "
    "and max.",
    ("taskmanager.network.memory.fraction",),
)
TM_METASPACE: Final = _size("taskmanager.memory.jvm-metaspace.size", 256 * _MB, "The metaspace of an executor's JVM.")
TM_OVERHEAD_MIN, TM_OVERHEAD_MAX, TM_OVERHEAD_FRACTION = _overhead("taskmanager")
