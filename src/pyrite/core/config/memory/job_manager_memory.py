"""The memory of a job's driver, by Flink's rules for the JobManager."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.memory import memory_options as options
from pyrite.core.config.memory.process_memory import ProcessMemory, ProcessMemoryOptions, derive, size_text
from pyrite.core.errors import InvalidProgramError

JOB_MANAGER_OPTIONS: Final = ProcessMemoryOptions(
    (options.JM_HEAP,),
    options.JM_FLINK,
    options.JM_PROCESS,
    options.JM_METASPACE,
    options.JM_OVERHEAD_MIN,
    options.JM_OVERHEAD_MAX,
    options.JM_OVERHEAD_FRACTION,
)


@dataclass(frozen=True)
class JobManagerMemory:
    """A driver's memory without the JVM's metaspace and overhead."""

    heap_bytes: int
    off_heap_bytes: int

    @property
    def flink_bytes(self) -> int:
        return self.heap_bytes + self.off_heap_bytes


class _JobManagerDerivation:
    options = JOB_MANAGER_OPTIONS

    def from_parts(self, configuration: Configuration) -> JobManagerMemory:
        heap_bytes, off_heap_bytes = configuration.get(options.JM_HEAP), configuration.get(options.JM_OFF_HEAP)
        if not configuration.contains(options.JM_FLINK):
            return JobManagerMemory(heap_bytes, off_heap_bytes)
        flink_bytes = configuration.get(options.JM_FLINK)
        if configuration.contains(options.JM_OFF_HEAP) and heap_bytes + off_heap_bytes != flink_bytes:
            raise InvalidProgramError(
                f"Sum of the configured JVM Heap Memory ({size_text(heap_bytes)}) and the configured Off-heap Memory "
                f"({size_text(off_heap_bytes)}) does not match the configured Total Flink Memory "
                f"({size_text(flink_bytes)}). Please, make the configuration consistent or configure only one option: "
                "either JVM Heap or Total Flink Memory."
            )
        if flink_bytes < heap_bytes:
            raise InvalidProgramError(
                f"The configured JVM Heap Memory ({size_text(heap_bytes)}) exceeds the configured Total Flink Memory "
                f"({size_text(flink_bytes)}). Please, make the configuration consistent or configure only one option: "
                "either JVM Heap or Total Flink Memory."
            )
        return JobManagerMemory(heap_bytes, flink_bytes - heap_bytes)

    def from_total(self, configuration: Configuration, flink_bytes: int) -> JobManagerMemory:
        off_heap_bytes = configuration.get(options.JM_OFF_HEAP)
        if flink_bytes <= off_heap_bytes:
            raise InvalidProgramError(
                f"The configured Total Flink Memory ({size_text(flink_bytes)}) is less than the configured Off-heap "
                f"Memory ({size_text(off_heap_bytes)})."
            )
        return JobManagerMemory(flink_bytes - off_heap_bytes, off_heap_bytes)


def job_manager_memory(configuration: Configuration) -> ProcessMemory[JobManagerMemory]:
    """The memory of a job's driver. InvalidProgramError: its options contradict each other, or are incomplete."""
    return derive(configuration, _JobManagerDerivation())
