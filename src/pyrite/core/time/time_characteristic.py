"""TimeCharacteristic: the meaning of `time_window`, as in Flink 1.11."""

from __future__ import annotations

from enum import Enum

from pyrite.core.config.config_options import ConfigOption
from pyrite.core.persistence.persisted import persisted


@persisted("time-characteristic/1")
class TimeCharacteristic(Enum):
    """The time of a program's `time_window`s. Window assigners with an explicit time do not depend on it."""

    ProcessingTime = 0
    IngestionTime = 1
    EventTime = 2


def _parse(text: str) -> TimeCharacteristic:
    words = {member.name.lower(): member for member in TimeCharacteristic}
    member = words.get(text.strip().lower().replace("_", "").replace("-", ""))
    if member is None:
        raise ValueError("expected ProcessingTime or EventTime")
    if member is TimeCharacteristic.IngestionTime:
        raise ValueError(
            "IngestionTime is not supported: give the source WatermarkStrategy.for_ingestion_time(), and set EventTime"
        )
    return member


TIME_CHARACTERISTIC = ConfigOption(
    "pipeline.time-characteristic",
    _parse,
    TimeCharacteristic.ProcessingTime,
    "ProcessingTime or EventTime: what `time_window` and `time_window_all` mean.",
)
