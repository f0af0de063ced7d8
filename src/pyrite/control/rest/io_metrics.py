"""IoMetrics: records and bytes of a subtask, a vertex, or an executor's tasks, and the shares of their time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pyrite.core.job.job_document import SubtaskDocument
from pyrite.core.json_dataclasses import Wire, to_json


@dataclass(frozen=True)
class IoMetrics:
    """Flink's fields. The figures are complete: tasks report them at every heartbeat, and once more at their end."""

    read_bytes: Annotated[int, Wire("read-bytes")]
    read_bytes_complete: Annotated[bool, Wire("read-bytes-complete")]
    write_bytes: Annotated[int, Wire("write-bytes")]
    write_bytes_complete: Annotated[bool, Wire("write-bytes-complete")]
    read_records: Annotated[int, Wire("read-records")]
    read_records_complete: Annotated[bool, Wire("read-records-complete")]
    write_records: Annotated[int, Wire("write-records")]
    write_records_complete: Annotated[bool, Wire("write-records-complete")]
    accumulated_backpressured_time: Annotated[int, Wire("accumulated-backpressured-time")]
    accumulated_idle_time: Annotated[int, Wire("accumulated-idle-time")]
    accumulated_busy_time: Annotated[float, Wire("accumulated-busy-time")]


_METRICS: Final = (
    "numBytesIn",
    "numBytesOut",
    "numRecordsIn",
    "numRecordsOut",
    "accumulateBackPressuredTimeMs",
    "accumulateIdleTimeMs",
    "accumulateBusyTimeMs",
)


def io_metrics(subtasks: Iterable[SubtaskDocument]) -> IoMetrics:
    """The sum over subtasks."""
    all_subtasks = list(subtasks)
    sums: dict[str, Any] = {name: sum(subtask.metrics.get(name, 0) for subtask in all_subtasks) for name in _METRICS}
    return IoMetrics(
        read_bytes=sums["numBytesIn"],
        read_bytes_complete=True,
        write_bytes=sums["numBytesOut"],
        write_bytes_complete=True,
        read_records=sums["numRecordsIn"],
        read_records_complete=True,
        write_records=sums["numRecordsOut"],
        write_records_complete=True,
        accumulated_backpressured_time=int(sums["accumulateBackPressuredTimeMs"]),
        accumulated_idle_time=int(sums["accumulateIdleTimeMs"]),
        accumulated_busy_time=float(sums["accumulateBusyTimeMs"]),
    )


def figures(metrics: IoMetrics) -> dict[str, float]:
    """The figures under their names in JSON."""
    return {name: value for name, value in to_json(metrics).items() if not isinstance(value, bool)}
