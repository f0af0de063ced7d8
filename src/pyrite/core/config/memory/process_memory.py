"""Derives the memory of a process from its options, by Flink's rules for the JobManager and TaskManagers.

Either the fine-grained options are set, or the total without the JVM's own memory, or the total of the process; missing
sizes are derived. A contradiction is an InvalidProgramError with Flink's message.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Generic, Protocol, TypeVar

from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import InvalidProgramError

_UNITS: Final = (("tb", 40), ("gb", 30), ("mb", 20), ("kb", 10))


def size_text(size_bytes: int) -> str:
    """A size in Flink's notation: `1.500gb (1610612736 bytes)`."""
    for unit, shift in _UNITS:
        if size_bytes > 1 << shift:
            return f"{size_bytes / (1 << shift):.3f}{unit} ({size_bytes} bytes)"
    return f"{size_bytes} bytes"


@dataclass(frozen=True)
class RangeFraction:
    """A part that is a fraction of the whole, within bounds."""

    min_bytes: int
    max_bytes: int
    fraction: float

    @staticmethod
    def of(configuration: Configuration, min_bytes: int, max_bytes: int, option: ConfigOption[float]) -> RangeFraction:
        fraction: float = struct.unpack("f", struct.pack("f", configuration.get(option)))[0]  # a Java float
        if min_bytes > max_bytes or not 0 <= fraction < 1:
            raise InvalidProgramError(
                f"Inconsistently configured {option.key} ({fraction}) and its min ({size_text(min_bytes)}), max "
                f"({size_text(max_bytes)}) value"
            )
        return RangeFraction(min_bytes, max_bytes, fraction)

    def of_whole(self, whole_bytes: int) -> int:
        """The part of a whole that includes it."""
        return self._within(_multiplied(whole_bytes, self.fraction))

    def beside(self, others_bytes: int) -> int:
        """The part, if the other parts of the whole have this size."""
        return self._within(_multiplied(others_bytes, self.fraction / (1 - self.fraction)))

    def contains(self, size_bytes: int) -> bool:
        return self.min_bytes <= size_bytes <= self.max_bytes

    def _within(self, size_bytes: int) -> int:
        return max(self.min_bytes, min(self.max_bytes, size_bytes))


def _multiplied(size_bytes: int, factor: float) -> int:
    return int(size_bytes * Fraction(repr(factor)))  # exact and truncated, like Flink's MemorySize


@dataclass(frozen=True)
class ProcessMemoryOptions:
    """The options of both kinds of processes."""

    fine_grained: tuple[ConfigOption[int], ...]
    """If all of these are set, the totals follow from them."""
    flink: ConfigOption[int]
    process: ConfigOption[int]
    metaspace: ConfigOption[int]
    overhead_min: ConfigOption[int]
    overhead_max: ConfigOption[int]
    overhead_fraction: ConfigOption[float]

    def are_set(self, configuration: Configuration) -> bool:
        """Whether the size of the process is configured, so that all parts can be derived."""
        return all(map(configuration.contains, self.fine_grained)) or any(
            map(configuration.contains, (self.flink, self.process))
        )

    def overhead(self, configuration: Configuration) -> RangeFraction:
        bounds = configuration.get(self.overhead_min), configuration.get(self.overhead_max)
        return RangeFraction.of(configuration, *bounds, self.overhead_fraction)


class FlinkMemory(Protocol):
    """The memory of a process without the JVM's metaspace and overhead."""

    @property
    def flink_bytes(self) -> int: ...


M_co = TypeVar("M_co", bound=FlinkMemory, covariant=True)


class Derivation(Protocol[M_co]):
    """The division of memory in one kind of process."""

    options: ProcessMemoryOptions

    def from_parts(self, configuration: Configuration) -> M_co:
        """The memory from the fine-grained options."""

    def from_total(self, configuration: Configuration, flink_bytes: int) -> M_co:
        """The memory from the total without the JVM's own memory."""


@dataclass(frozen=True)
class ProcessMemory(Generic[M_co]):
    """All memory of a process."""

    flink: M_co
    metaspace_bytes: int
    overhead_bytes: int

    @property
    def process_bytes(self) -> int:
        return self.flink.flink_bytes + self.metaspace_bytes + self.overhead_bytes


def derive(configuration: Configuration, derivation: Derivation[M_co]) -> ProcessMemory[M_co]:
    """Derives all parts of a process's memory."""
    options = derivation.options
    metaspace_bytes = configuration.get(options.metaspace)
    if all(map(configuration.contains, options.fine_grained)):
        flink = derivation.from_parts(configuration)
    elif configuration.contains(options.flink):
        flink = derivation.from_total(configuration, configuration.get(options.flink))
    elif configuration.contains(options.process):
        process_bytes = configuration.get(options.process)
        overhead_bytes = options.overhead(configuration).of_whole(process_bytes)
        flink_bytes = process_bytes - metaspace_bytes - overhead_bytes
        if flink_bytes < 0:
            raise InvalidProgramError(
                f"Sum of configured JVM Metaspace ({size_text(metaspace_bytes)}) and JVM Overhead "
                f"({size_text(overhead_bytes)}) exceed configured Total Process Memory ({size_text(process_bytes)})."
            )
        return ProcessMemory(derivation.from_total(configuration, flink_bytes), metaspace_bytes, overhead_bytes)
    else:
        raise InvalidProgramError(
            f"Either required fine-grained memory ({' and '.join(each.key for each in options.fine_grained)}), or "
            f"Total Flink Memory size ({options.flink.key}), or Total Process Memory size ({options.process.key}) need "
            "to be configured explicitly."
        )
    return ProcessMemory(flink, metaspace_bytes, _overhead(configuration, options, flink.flink_bytes))


def _overhead(configuration: Configuration, options: ProcessMemoryOptions, flink_bytes: int) -> int:
    """The JVM's overhead, if the rest of the process is configured."""
    overhead, metaspace_bytes = options.overhead(configuration), configuration.get(options.metaspace)
    if not configuration.contains(options.process):
        return overhead.beside(flink_bytes + metaspace_bytes)
    process_bytes = configuration.get(options.process)
    left_bytes = process_bytes - flink_bytes - metaspace_bytes
    if left_bytes < 0:
        raise InvalidProgramError(
            f"The configured Total Process Memory size ({size_text(process_bytes)}) is less than the sum of the "
            f"derived Total Flink Memory size ({size_text(flink_bytes)}) and the configured or default JVM Metaspace "
            f"size  ({size_text(metaspace_bytes)})."
        )
    if not overhead.contains(left_bytes):
        raise InvalidProgramError(
            f"Derived JVM Overhead size ({size_text(left_bytes)}) is not in configured JVM Overhead range "
            f"[{size_text(overhead.min_bytes)}, {size_text(overhead.max_bytes)}]."
        )
    return left_bytes
