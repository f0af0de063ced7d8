"""SlotSharingGroup: names operators that may share a slot, with the resources they want."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted


@persisted("memory-size/1")
@dataclass(frozen=True, order=True)
class MemorySize:
    """An amount of memory."""

    bytes_size: int

    @staticmethod
    def of_mebi_bytes(mebi_bytes: int) -> MemorySize:
        """This many units of 1,048,576 bytes."""
        return MemorySize(mebi_bytes << 20)

    def get_bytes(self) -> int:
        """The amount in bytes."""
        return self.bytes_size

    def get_kibi_bytes(self) -> int:
        """The amount in units of 1,024 bytes, rounded down."""
        return self.bytes_size >> 10

    def get_mebi_bytes(self) -> int:
        """The amount in units of 1,024 kibibytes, rounded down."""
        return self.bytes_size >> 20

    def get_gibi_bytes(self) -> int:
        """The amount in units of 1,024 mebibytes, rounded down."""
        return self.bytes_size >> 30

    def get_tebi_bytes(self) -> int:
        """The amount in units of 1,024 gibibytes, rounded down."""
        return self.bytes_size >> 40

    def __str__(self) -> str:
        return f"{self.bytes_size} bytes"


@dataclass(frozen=True)
class SlotSharingGroup:
    """A group by name. Resources are kept and shown; what a Spark slot gets is `spark.task.cpus`."""

    _name: str
    _cpu_cores: Optional[float] = None
    _task_heap_memory: Optional[MemorySize] = None
    _task_off_heap_memory: Optional[MemorySize] = None
    _managed_memory: Optional[MemorySize] = None
    _external_resources: dict[str, float] = field(default_factory=dict, hash=False)

    def get_name(self) -> str:
        """The group's name."""
        return self._name

    def get_cpu_cores(self) -> Optional[float]:
        """The cores that were asked for, if any."""
        return self._cpu_cores

    def get_task_heap_memory(self) -> Optional[MemorySize]:
        """The heap memory that was asked for, if any."""
        return self._task_heap_memory

    def get_task_off_heap_memory(self) -> Optional[MemorySize]:
        """The off-heap memory that was asked for, if any."""
        return self._task_off_heap_memory

    def get_managed_memory(self) -> Optional[MemorySize]:
        """The managed memory that was asked for, if any."""
        return self._managed_memory

    def get_external_resources(self) -> dict[str, float]:
        """The external resources that were asked for, by name."""
        return dict(self._external_resources)

    def names_resources(self) -> bool:
        """Whether any resource was asked for. None is enforced."""
        return replace(self, _name="") != SlotSharingGroup("")

    @staticmethod
    def builder(name: str) -> SlotSharingGroup.Builder:
        """Begins a group of this name."""
        return SlotSharingGroup.Builder(name)

    class Builder:
        """Builds a group."""

        def __init__(self, name: str) -> None:
            if not name:
                raise InvalidProgramError("a slot sharing group needs a name")
            self._group = SlotSharingGroup(name)

        def set_cpu_cores(self, cpu_cores: float) -> SlotSharingGroup.Builder:
            """Asks for this many cores. It is not enforced."""
            if cpu_cores <= 0:
                raise InvalidProgramError(f"cpu cores must be positive, not {cpu_cores}")
            return self._with(_cpu_cores=cpu_cores)

        def set_task_heap_memory(self, task_heap_memory: MemorySize) -> SlotSharingGroup.Builder:
            """Asks for heap memory. It is not enforced."""
            return self._with(_task_heap_memory=task_heap_memory)

        def set_task_heap_memory_mb(self, task_heap_memory_mb: int) -> SlotSharingGroup.Builder:
            """Asks for heap memory, in mebibytes. It is not enforced."""
            return self.set_task_heap_memory(MemorySize.of_mebi_bytes(task_heap_memory_mb))

        def set_task_off_heap_memory(self, task_off_heap_memory: MemorySize) -> SlotSharingGroup.Builder:
            """Asks for off-heap memory. It is not enforced."""
            return self._with(_task_off_heap_memory=task_off_heap_memory)

        def set_task_off_heap_memory_mb(self, task_off_heap_memory_mb: int) -> SlotSharingGroup.Builder:
            """Asks for off-heap memory, in mebibytes. It is not enforced."""
            return self.set_task_off_heap_memory(MemorySize.of_mebi_bytes(task_off_heap_memory_mb))

        def set_managed_memory(self, managed_memory: MemorySize) -> SlotSharingGroup.Builder:
            """Asks for managed memory. It is not enforced."""
            return self._with(_managed_memory=managed_memory)

        def set_managed_memory_mb(self, managed_memory_mb: int) -> SlotSharingGroup.Builder:
            """Asks for managed memory, in mebibytes. It is not enforced."""
            return self.set_managed_memory(MemorySize.of_mebi_bytes(managed_memory_mb))

        def set_external_resource(self, name: str, value: float) -> SlotSharingGroup.Builder:
            """Asks for an external resource, such as a GPU. It is not enforced."""
            return self._with(_external_resources={**self._group.get_external_resources(), name: value})

        def build(self) -> SlotSharingGroup:
            """The group."""
            return self._group

        def _with(self, **changes: object) -> SlotSharingGroup.Builder:
            self._group = replace(self._group, **changes)  # type: ignore[arg-type]
            return self
