"""Every metric Pyrite reports, declared once. Names and scopes are Flink's where the meaning is the same."""

from __future__ import annotations

from typing import Any, Final

from pyrite.core.metrics.metric_spec import MetricKind, MetricScope, MetricSpec
from pyrite.core.time.time import MIN_WATERMARK

_COUNTER, _GAUGE, _HISTOGRAM = MetricKind.COUNTER, MetricKind.GAUGE, MetricKind.HISTOGRAM
_METER: Final = MetricKind.METER
_JOB, _TASK, _OPERATOR = MetricScope.JOB, MetricScope.TASK, MetricScope.OPERATOR
_QUEUE: Final = "Shuffle.Netty.Input.Buffers"
_KAFKA: Final = "KafkaSourceReader"
_PARTITION: Final = "KafkaSourceReader.topic.<topic>.partition.<partition>"

# Jobs -----------------------------------------------------------------------------------------------------------------

UPTIME: Final = MetricSpec(
    "uptime", _GAUGE, _JOB, 0, "How long the job has run without a restart; -1: it is over.", "ms"
)
DOWNTIME: Final = MetricSpec(
    "downtime", _GAUGE, _JOB, 0, "How long a job that restarts has not run; 0: it runs; -1: it is over.", "ms"
)
NUM_RESTARTS: Final = MetricSpec("numRestarts", _GAUGE, _JOB, 0, "Restarts of the job or of regions of it.", "restarts")
NUM_COMPLETED_CHECKPOINTS: Final = MetricSpec(
    "numberOfCompletedCheckpoints", _GAUGE, _JOB, 0, "Checkpoints that were completed.", "checkpoints"
)
NUM_FAILED_CHECKPOINTS: Final = MetricSpec(
    "numberOfFailedCheckpoints", _GAUGE, _JOB, 0, "Checkpoints that have failed.", "checkpoints"
)
NUM_CHECKPOINTS_IN_PROGRESS: Final = MetricSpec(
    "numberOfInProgressCheckpoints", _GAUGE, _JOB, 0, "Checkpoints that are under way.", "checkpoints"
)
NUM_CHECKPOINTS: Final = MetricSpec(
    "totalNumberOfCheckpoints", _GAUGE, _JOB, 0, "Checkpoints in all: completed, failed, under way.", "checkpoints"
)
LAST_CHECKPOINT_ID: Final = MetricSpec(
    "lastCompletedCheckpointId", _GAUGE, _JOB, -1, "The id of the last completed checkpoint; -1: there is none."
)
LAST_CHECKPOINT_DURATION: Final = MetricSpec(
    "lastCheckpointDuration", _GAUGE, _JOB, -1, "How long the last completed checkpoint took; -1: there is none.", "ms"
)
LAST_CHECKPOINT_TIME: Final = MetricSpec(
    "lastCheckpointCompletedTimestamp", _GAUGE, _JOB, -1, "When the last one was completed; -1: there is none.", "ms"
)
LAST_CHECKPOINT_SIZE: Final = MetricSpec(
    "lastCheckpointSize",
    _GAUGE,
    _JOB,
    -1,
    "What the last completed checkpoint wrote; -1: there is none.",
    "bytes",
)
LAST_CHECKPOINT_FULL_SIZE: Final = MetricSpec(
    "lastCheckpointFullSize",
    _GAUGE,
    _JOB,
    -1,
    "The state in the last completed one; -1: there is none.",
    "bytes",
)
LAST_RESTORE_TIME: Final = MetricSpec(
    "lastCheckpointRestoreTimestamp", _GAUGE, _JOB, -1, "When the job was last restored; -1: it was not.", "ms"
)

# Records and bytes ----------------------------------------------------------------------------------------------------

NUM_RECORDS_IN: Final = MetricSpec(
    "numRecordsIn", _COUNTER, _TASK, 0, "Records that the task has received; those that a source has read.", "records"
)
NUM_RECORDS_OUT: Final = MetricSpec(
    "numRecordsOut", _COUNTER, _TASK, 0, "Records that the task has sent to other tasks.", "records"
)
NUM_BYTES_IN: Final = MetricSpec(
    "numBytesIn", _COUNTER, _TASK, 0, "Bytes of frames that the task has received.", "bytes"
)
NUM_BYTES_OUT: Final = MetricSpec("numBytesOut", _COUNTER, _TASK, 0, "Bytes of frames that the task has sent.", "bytes")
NUM_RECORDS_IN_RATE: Final = MetricSpec(
    "numRecordsInPerSecond", _METER, _TASK, 0.0, "numRecordsIn per second, over the last minute.", "records/s"
)
NUM_RECORDS_OUT_RATE: Final = MetricSpec(
    "numRecordsOutPerSecond", _METER, _TASK, 0.0, "numRecordsOut per second, over the last minute.", "records/s"
)
NUM_BYTES_IN_RATE: Final = MetricSpec(
    "numBytesInPerSecond", _METER, _TASK, 0.0, "numBytesIn per second, over the last minute.", "bytes/s"
)
NUM_BYTES_OUT_RATE: Final = MetricSpec(
    "numBytesOutPerSecond", _METER, _TASK, 0.0, "numBytesOut per second, over the last minute.", "bytes/s"
)
NUM_BUFFERS_OUT: Final = MetricSpec("numBuffersOut", _COUNTER, _TASK, 0, "Frames that the task has sent.", "frames")
INPUT_QUEUE_LENGTH: Final = MetricSpec(
    "inputQueueLength", _GAUGE, _TASK, 0, "Frames that have arrived and wait to be processed.", "frames", _QUEUE
)
INPUT_QUEUE_SIZE: Final = MetricSpec(
    "inputQueueSize", _GAUGE, _TASK, 0, "Bytes of frames that have arrived and wait to be processed.", "bytes", _QUEUE
)

# Time -----------------------------------------------------------------------------------------------------------------

BUSY_TIME: Final = MetricSpec(
    "accumulateBusyTimeMs", _GAUGE, _TASK, 0.0, "Time that the task was neither idle nor held back.", "ms"
)
IDLE_TIME: Final = MetricSpec("accumulateIdleTimeMs", _GAUGE, _TASK, 0.0, "Time that the task had nothing to do.", "ms")
BACK_PRESSURED_TIME: Final = MetricSpec(
    "accumulateBackPressuredTimeMs", _GAUGE, _TASK, 0.0, "Time that the task was held back by its receivers.", "ms"
)
BUSY_TIME_RATE: Final = MetricSpec(
    "busyTimeMsPerSecond", _GAUGE, _TASK, 0.0, "How much of a second the task is busy, over the last minute.", "ms/s"
)
IDLE_TIME_RATE: Final = MetricSpec(
    "idleTimeMsPerSecond", _GAUGE, _TASK, 0.0, "How much of a second it is idle, over the last minute.", "ms/s"
)
BACK_PRESSURED_TIME_RATE: Final = MetricSpec(
    "backPressuredTimeMsPerSecond",
    _GAUGE,
    _TASK,
    0.0,
    "How much of a second it is held back, over the last minute.",
    "ms/s",
)
CHECKPOINT_START_DELAY: Final = MetricSpec(
    "checkpointStartDelayNanos",
    _GAUGE,
    _TASK,
    0,
    "Time from the trigger of the last checkpoint to the task's part in it.",
    "ns",
)
CHECKPOINT_ALIGNMENT_TIME: Final = MetricSpec(
    "checkpointAlignmentTime", _GAUGE, _TASK, 0, "How long barriers of the last checkpoint were aligned.", "ns"
)
CURRENT_INPUT_WATERMARK: Final = MetricSpec(
    "currentInputWatermark",
    _GAUGE,
    _TASK,
    MIN_WATERMARK,
    "The last watermark that the task has received; that a source has sent.",
    "ms",
)
IS_IDLE: Final = MetricSpec(
    "isIdle", _GAUGE, _TASK, False, "Whether all splits of a source are idle, so that event time does not wait for it."
)
SOURCE_TO_SINK_LATENCY: Final = MetricSpec[dict[int, int]](
    "sourceToSinkLatency",
    _HISTOGRAM,
    _TASK,
    {},
    "Time from the source to the end of the job, of the records that arrived in a task without receivers.",
    "us",
)

# Health ---------------------------------------------------------------------------------------------------------------

MEMORY_USED: Final = MetricSpec(
    "memoryUsed", _GAUGE, _TASK, 0, "Resident memory of the task's Python process.", "bytes"
)
MEMORY_USED_AT_START: Final = MetricSpec(
    "memoryUsedAtStart", _GAUGE, _TASK, 0, "Resident memory of that process when the task began.", "bytes"
)
MEMORY_USED_MAX: Final = MetricSpec(
    "memoryUsedMax", _GAUGE, _TASK, 0, "The most resident memory that any report has seen.", "bytes"
)
CURRENT_STEP_TIME: Final = MetricSpec(
    "currentStepTimeMs",
    _GAUGE,
    _TASK,
    0,
    "How long the main loop has been at its current step, while it neither waits for input nor is held back.",
    "ms",
)
CURRENT_STEP_PLACE: Final = MetricSpec(
    "currentStepPlace", _GAUGE, _TASK, "", "Where in the code that is, once it takes longer than 3 s."
)

CURRENT_CALL: Final = MetricSpec(
    "currentCall", _GAUGE, _TASK, "", "The operator and the function that give many results in one call, while they do."
)
CURRENT_CALL_TIME: Final = MetricSpec("currentCallTimeMs", _GAUGE, _TASK, 0, "How long that call has taken.", "ms")

# Operators ------------------------------------------------------------------------------------------------------------

CURRENT_OUTPUT_WATERMARK: Final = MetricSpec(
    "currentOutputWatermark",
    _GAUGE,
    _OPERATOR,
    MIN_WATERMARK,
    "The last watermark that the operator has emitted.",
    "ms",
)
NUM_LATE_RECORDS_DROPPED: Final = MetricSpec(
    "numLateRecordsDropped", _COUNTER, _OPERATOR, 0, "Records that were dropped because they came too late.", "records"
)
NUM_RETRACTIONS_DROPPED: Final = MetricSpec(
    "numRetractionsDropped",
    _COUNTER,
    _OPERATOR,
    0,
    "Rows that SQL was to take out of a group that is not there, or whose state has expired.",
    "records",
)
NUM_NULL_ROW_TIME_RECORDS_DROPPED: Final = MetricSpec(
    "numNullRowTimeRecordsDropped",
    _COUNTER,
    _OPERATOR,
    0,
    "Rows that a window table function dropped because their time is NULL.",
    "records",
)
LATENCY: Final = MetricSpec[dict[str, float]](
    "latency",
    _HISTOGRAM,
    _OPERATOR,
    {},
    "How long a marker took from a source to the operator, if metrics.latency.interval is set. Its groups name the "
    "source, the operator and its subtask; REST has it among the metrics of the job.",
    "ms",
)
NUM_STATE_ENTRIES: Final = MetricSpec(
    "numStateEntries", _GAUGE, _OPERATOR, 0, "Entries of the operator's state; with rocksdb an estimate.", "entries"
)
NUM_TIMERS: Final = MetricSpec("numTimers", _GAUGE, _OPERATOR, 0, "Timers that are registered.", "timers")
ASYNC_IN_FLIGHT: Final = MetricSpec(
    "asyncInFlight", _GAUGE, _OPERATOR, 0, "Calls of an asynchronous function that are under way.", "calls"
)

# Connectors -----------------------------------------------------------------------------------------------------------

NUM_BAD_RECORDS: Final = MetricSpec(
    "numBadRecords", _COUNTER, _OPERATOR, 0, "Records that a source could not read and has skipped.", "records"
)
PENDING_RECORDS: Final = MetricSpec(
    "pendingRecords", _GAUGE, _OPERATOR, 0, "Records that a source has yet to read, where that is known.", "records"
)
KAFKA_COMMITS_SUCCEEDED: Final = MetricSpec(
    "commitsSucceeded", _COUNTER, _OPERATOR, 0, "Commits of offsets that Kafka has accepted.", "commits", _KAFKA
)
KAFKA_COMMITS_FAILED: Final = MetricSpec(
    "commitsFailed", _COUNTER, _OPERATOR, 0, "Commits of offsets that have failed.", "commits", _KAFKA
)
KAFKA_CURRENT_OFFSET: Final = MetricSpec(
    "currentOffset", _GAUGE, _OPERATOR, 0, "The next offset that is read of a partition.", "offset", _PARTITION
)
KAFKA_COMMITTED_OFFSET: Final = MetricSpec(
    "committedOffset", _GAUGE, _OPERATOR, 0, "The offset of a partition that was committed last.", "offset", _PARTITION
)
KAFKA_RECORDS_LAG: Final = MetricSpec(
    "records-lag", _GAUGE, _OPERATOR, 0, "Records of a partition that have yet to be read.", "records", _PARTITION
)

ALL_METRICS: Final[tuple[MetricSpec[Any], ...]] = tuple(
    value for value in globals().copy().values() if isinstance(value, MetricSpec)
)
TASK_METRICS: Final = {metric.name: metric for metric in ALL_METRICS if metric.scope is _TASK}
"""By name."""
