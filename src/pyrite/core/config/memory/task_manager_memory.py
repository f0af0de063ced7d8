"""The memory of an executor and its tasks, by Flink's rules for TaskManagers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pyrite.core.config.checkpoint_options import MANAGED_MEMORY
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.memory import memory_options as options
from pyrite.core.config.memory.process_memory import (
    ProcessMemory,
    ProcessMemoryOptions,
    RangeFraction,
    derive,
    size_text,
)
from pyrite.core.errors import InvalidProgramError

TASK_MANAGER_OPTIONS: Final = ProcessMemoryOptions(
    (options.TM_TASK_HEAP, MANAGED_MEMORY),
    options.TM_FLINK,
    options.TM_PROCESS,
    options.TM_METASPACE,
    options.TM_OVERHEAD_MIN,
    options.TM_OVERHEAD_MAX,
    options.TM_OVERHEAD_FRACTION,
)


@dataclass(frozen=True)
class TaskManagerMemory:
    """An executor's memory without the JVM's metaspace and overhead."""

    framework_heap_bytes: int
    framework_off_heap_bytes: int
    task_heap_bytes: int
    task_off_heap_bytes: int
    network_bytes: int
    managed_bytes: int

    @property
    def flink_bytes(self) -> int:
        return self.framework_heap_bytes + self.framework_off_heap_bytes + self.tasks_bytes

    @property
    def tasks_bytes(self) -> int:
        """The memory of the tasks, without the executor's JVM."""
        return self.task_heap_bytes + self.task_off_heap_bytes + self.network_bytes + self.managed_bytes


class _TaskManagerDerivation:
    options = TASK_MANAGER_OPTIONS

    def from_parts(self, configuration: Configuration) -> TaskManagerMemory:
        managed_bytes = configuration.get(MANAGED_MEMORY)
        if configuration.contains(options.TM_FLINK):
            return _with_network_left(configuration, configuration.get(options.TM_FLINK), managed_bytes)
        parts = _fixed_parts(configuration, managed_bytes) | {"Task Heap": configuration.get(options.TM_TASK_HEAP)}
        return _memory(parts, _network(configuration).beside(sum(parts.values())))

    def from_total(self, configuration: Configuration, flink_bytes: int) -> TaskManagerMemory:
        if configuration.contains(MANAGED_MEMORY):
            managed_bytes = configuration.get(MANAGED_MEMORY)
        else:
            share = RangeFraction.of(configuration, 0, options.MAX_BYTES, options.TM_MANAGED_FRACTION)
            managed_bytes = share.of_whole(flink_bytes)
        if configuration.contains(options.TM_TASK_HEAP):
            return _with_network_left(configuration, flink_bytes, managed_bytes)
        parts = _fixed_parts(configuration, managed_bytes)
        network_bytes = _network(configuration).of_whole(flink_bytes)
        _check_sum({**parts, "Network": network_bytes}, flink_bytes)
        left_bytes = flink_bytes - sum(parts.values()) - network_bytes
        return _memory({**parts, "Task Heap": left_bytes}, network_bytes)


def _with_network_left(configuration: Configuration, flink_bytes: int, managed_bytes: int) -> TaskManagerMemory:
    """The memory with all other parts set: the remainder is for records in flight."""
    parts = _fixed_parts(configuration, managed_bytes) | {"Task Heap": configuration.get(options.TM_TASK_HEAP)}
    _check_sum(parts, flink_bytes)
    network_bytes, network = flink_bytes - sum(parts.values()), _network(configuration)
    if not network.contains(network_bytes):
        raise InvalidProgramError(
            "If Total Flink, Task Heap and (or) Managed Memory sizes are explicitly configured then the Network Memory "
            "size is the rest of the Total Flink memory after subtracting all other configured types of memory, but "
            "the derived Network Memory is inconsistent with its configuration. Derived Network Memory size "
            f"({size_text(network_bytes)}) is not in configured Network Memory range [{size_text(network.min_bytes)}, "
            f"{size_text(network.max_bytes)}]."
        )
    return _memory(parts, network_bytes)


def _network(configuration: Configuration) -> RangeFraction:
    bounds = configuration.get(options.TM_NETWORK_MIN), configuration.get(options.TM_NETWORK_MAX)
    return RangeFraction.of(configuration, *bounds, options.TM_NETWORK_FRACTION)


def _fixed_parts(configuration: Configuration, managed_bytes: int) -> dict[str, int]:
    """The parts that are not derived from others, by Flink's names."""
    return {
        "Framework Heap": configuration.get(options.TM_FRAMEWORK_HEAP),
        "Framework Off-Heap": configuration.get(options.TM_FRAMEWORK_OFF_HEAP),
        "Task Off-Heap": configuration.get(options.TM_TASK_OFF_HEAP),
        "Managed": managed_bytes,
    }


_ORDER: Final = ("Framework Heap", "Framework Off-Heap", "Task Heap", "Task Off-Heap", "Managed", "Network")


def _check_sum(parts: dict[str, int], flink_bytes: int) -> None:
    if sum(parts.values()) > flink_bytes:
        listed = [f"{name} Memory ({size_text(parts[name])})" for name in _ORDER if name in parts]
        raise InvalidProgramError(
            f"Sum of configured {', '.join(listed[:-1])} and {listed[-1]} exceed configured Total Flink Memory "
            f"({size_text(flink_bytes)})."
        )


def _memory(parts: dict[str, int], network_bytes: int) -> TaskManagerMemory:
    return TaskManagerMemory(
        framework_heap_bytes=parts["Framework Heap"],
        framework_off_heap_bytes=parts["Framework Off-Heap"],
        task_heap_bytes=parts["Task Heap"],
        task_off_heap_bytes=parts["Task Off-Heap"],
        network_bytes=network_bytes,
        managed_bytes=parts["Managed"],
    )


def task_manager_memory(configuration: Configuration) -> ProcessMemory[TaskManagerMemory]:
    """The memory of an executor. InvalidProgramError: its options contradict each other, or are incomplete."""
    try:
        return derive(configuration, _TaskManagerDerivation())
    except InvalidProgramError as error:
        raise InvalidProgramError(f"TaskManager memory configuration failed: {error}") from None
