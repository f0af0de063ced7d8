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
    "uptime", _GAUGE, _JOB, 0, "Time that the job has run without a restart; -1 if it has ended.", "ms"
)
RUNNING_TIME: Final = MetricSpec(
    "runningTime", _GAUGE, _JOB, 0, "Time since the job came to RUNNING; 0 in other statuses.", "ms"
)
RESTARTING_TIME: Final = MetricSpec(
    "restartingTime", _GAUGE, _JOB, 0, "Time since the job came to RESTARTING; 0 in other statuses.", "ms"
)
DOWNTIME: Final = MetricSpec(
    "downtime", _GAUGE, _JOB, 0, "Time that a restarting job has not run; 0 if it runs, -1 if it has ended.", "ms"
)
NUM_RESTARTS: Final = MetricSpec("numRestarts", _GAUGE, _JOB, 0, "Restarts of the job or of regions of it.", "restarts")
NUM_COMPLETED_CHECKPOINTS: Final = MetricSpec(
    "numberOfCompletedCheckpoints", _GAUGE, _JOB, 0, "Completed checkpoints.", "checkpoints"
)
NUM_FAILED_CHECKPOINTS: Final = MetricSpec(
    "numberOfFailedCheckpoints", _GAUGE, _JOB, 0, "Failed checkpoints.", "checkpoints"
)
NUM_CHECKPOINTS_IN_PROGRESS: Final = MetricSpec(
    "numberOfInProgressCheckpoints", _GAUGE, _JOB, 0, "Checkpoints in progress.", "checkpoints"
)
NUM_CHECKPOINTS: Final = MetricSpec(
    "totalNumberOfCheckpoints", _GAUGE, _JOB, 0, "All checkpoints: completed, failed, in progress.", "checkpoints"
)
LAST_CHECKPOINT_ID: Final = MetricSpec(
    "lastCompletedCheckpointId", _GAUGE, _JOB, -1, "The id of the last completed checkpoint, or -1."
)
LAST_CHECKPOINT_DURATION: Final = MetricSpec(
    "lastCheckpointDuration", _GAUGE, _JOB, -1, "Duration of the last completed checkpoint, or -1.", "ms"
)
LAST_CHECKPOINT_TIME: Final = MetricSpec(
    "lastCheckpointCompletedTimestamp", _GAUGE, _JOB, -1, "Completion time of the last checkpoint, or -1.", "ms"
)
LAST_CHECKPOINT_SIZE: Final = MetricSpec(
    "lastCheckpointSize",
    _GAUGE,
    _JOB,
    -1,
    "Bytes written by the last completed checkpoint, or -1.",
    "bytes",
)
LAST_CHECKPOINT_FULL_SIZE: Final = MetricSpec(
    "lastCheckpointFullSize",
    _GAUGE,
    _JOB,
    -1,
    "Size of the state in the last completed checkpoint, or -1.",
    "bytes",
)
LAST_RESTORE_TIME: Final = MetricSpec(
    "lastCheckpointRestoreTimestamp", _GAUGE, _JOB, -1, "Time of the last restore, or -1.", "ms"
)

# Records and bytes ----------------------------------------------------------------------------------------------------

NUM_RECORDS_IN: Final = MetricSpec(
    "numRecordsIn", _COUNTER, _TASK, 0, "Records received by the task, or read by a source.", "records"
)
NUM_RECORDS_OUT: Final = MetricSpec("numRecordsOut", _COUNTER, _TASK, 0, "Records sent to other tasks.", "records")
NUM_BYTES_IN: Final = MetricSpec("numBytesIn", _COUNTER, _TASK, 0, "Bytes of received frames.", "bytes")
NUM_BYTES_OUT: Final = MetricSpec("numBytesOut", _COUNTER, _TASK, 0, "Bytes of sent frames.", "bytes")
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
NUM_BUFFERS_OUT: Final = MetricSpec("numBuffersOut", _COUNTER, _TASK, 0, "Sent frames.", "frames")
INPUT_QUEUE_LENGTH: Final = MetricSpec(
    "inputQueueLength", _GAUGE, _TASK, 0, "Received frames that wait to be processed.", "frames", _QUEUE
)
INPUT_QUEUE_SIZE: Final = MetricSpec(
    "inputQueueSize", _GAUGE, _TASK, 0, "Bytes of received frames that wait to be processed.", "bytes", _QUEUE
)
SENDER_SILENCE: Final = MetricSpec(
    "senderSilenceTimeMs",
    _GAUGE,
    _TASK,
    0,
    "Time that the task has waited for the first frame of a task that sends to it; 0 when all have sent one.",
    "ms",
    _QUEUE,
)

# Time -----------------------------------------------------------------------------------------------------------------

BUSY_TIME: Final = MetricSpec(
    "accumulateBusyTimeMs", _GAUGE, _TASK, 0.0, "Time that the task was neither idle nor back-pressured.", "ms"
)
IDLE_TIME: Final = MetricSpec("accumulateIdleTimeMs", _GAUGE, _TASK, 0.0, "Time that the task was idle.", "ms")
BACK_PRESSURED_TIME: Final = MetricSpec(
    "accumulateBackPressuredTimeMs", _GAUGE, _TASK, 0.0, "Time that the task was back-pressured by its receivers.", "ms"
)
BUSY_TIME_RATE: Final = MetricSpec(
    "busyTimeMsPerSecond", _GAUGE, _TASK, 0.0, "Busy time per second, over the last minute.", "ms/s"
)
IDLE_TIME_RATE: Final = MetricSpec(
    "idleTimeMsPerSecond", _GAUGE, _TASK, 0.0, "Idle time per second, over the last minute.", "ms/s"
)
BACK_PRESSURED_TIME_RATE: Final = MetricSpec(
    "backPressuredTimeMsPerSecond",
    _GAUGE,
    _TASK,
    0.0,
    "Back-pressured time per second, over the last minute.",
    "ms/s",
)
CHECKPOINT_START_DELAY: Final = MetricSpec(
    "checkpointStartDelayNanos",
    _GAUGE,
    _TASK,
    0,
    "Time from the trigger of the last checkpoint to its start in the task.",
    "ns",
)
CHECKPOINT_ALIGNMENT_TIME: Final = MetricSpec(
    "checkpointAlignmentTime", _GAUGE, _TASK, 0, "Duration of the last checkpoint's alignment.", "ns"
)
CURRENT_INPUT_WATERMARK: Final = MetricSpec(
    "currentInputWatermark",
    _GAUGE,
    _TASK,
    MIN_WATERMARK,
    "The last watermark received by the task, or sent by a source.",
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
    "Time of records from the source to a task without receivers.",
    "us",
)

# Health ---------------------------------------------------------------------------------------------------------------

MEMORY_USED: Final = MetricSpec(
    "memoryUsed", _GAUGE, _TASK, 0, "Resident memory of the task's Python process.", "bytes"
)
MEMORY_USED_AT_START: Final = MetricSpec(
    "memoryUsedAtStart", _GAUGE, _TASK, 0, "Resident memory of that process when the task began.", "bytes"
)
MEMORY_USED_MAX: Final = MetricSpec("memoryUsedMax", _GAUGE, _TASK, 0, "Maximum reported resident memory.", "bytes")
CURRENT_STEP_TIME: Final = MetricSpec(
    "currentStepTimeMs",
    _GAUGE,
    _TASK,
    0,
    "Time of the main loop in its current step, without waiting for input or for receivers.",
    "ms",
)
CURRENT_STEP_PLACE: Final = MetricSpec(
    "currentStepPlace", _GAUGE, _TASK, "", "Position in the code of the current step, if it takes longer than 3 s."
)

CURRENT_CALL: Final = MetricSpec(
    "currentCall",
    _GAUGE,
    _TASK,
    "",
    "The operator and the function of a call that returns many results, during the call.",
)
CURRENT_CALL_TIME: Final = MetricSpec("currentCallTimeMs", _GAUGE, _TASK, 0, "Duration of that call so far.", "ms")

# Operators ------------------------------------------------------------------------------------------------------------

CURRENT_OUTPUT_WATERMARK: Final = MetricSpec(
    "currentOutputWatermark",
    _GAUGE,
    _OPERATOR,
    MIN_WATERMARK,
    "The last watermark emitted by the operator.",
    "ms",
)
NUM_LATE_RECORDS_DROPPED: Final = MetricSpec(
    "numLateRecordsDropped", _COUNTER, _OPERATOR, 0, "Late records that were dropped.", "records"
)
NUM_RETRACTIONS_DROPPED: Final = MetricSpec(
    "numRetractionsDropped",
    _COUNTER,
    _OPERATOR,
    0,
    "Retractions of rows from groups that do not exist or have expired.",
    "records",
)
NUM_NULL_ROW_TIME_RECORDS_DROPPED: Final = MetricSpec(
    "numNullRowTimeRecordsDropped",
    _COUNTER,
    _OPERATOR,
    0,
    "Rows dropped by a window table function because their time is NULL.",
    "records",
)
LATENCY: Final = MetricSpec[dict[str, float]](
    "latency",
    _HISTOGRAM,
    _OPERATOR,
    {},
    "Time of a latency marker from a source to the operator, if metrics.latency.interval is set. Its "
    "groups name the source, the operator and its subtask; in REST it is a metric of the job.",
    "ms",
)
NUM_STATE_ENTRIES: Final = MetricSpec(
    "numStateEntries", _GAUGE, _OPERATOR, 0, "Entries of the operator's state; with rocksdb an estimate.", "entries"
)
NUM_TIMERS: Final = MetricSpec("numTimers", _GAUGE, _OPERATOR, 0, "Registered timers.", "timers")
ASYNC_IN_FLIGHT: Final = MetricSpec(
    "asyncInFlight", _GAUGE, _OPERATOR, 0, "Calls of an async function in flight.", "calls"
)

# Connectors -----------------------------------------------------------------------------------------------------------

NUM_BAD_RECORDS: Final = MetricSpec(
    "numBadRecords", _COUNTER, _OPERATOR, 0, "Unreadable records that a source has skipped.", "records"
)
PENDING_RECORDS: Final = MetricSpec(
    "pendingRecords", _GAUGE, _OPERATOR, 0, "Unread records of a source, if known.", "records"
)
KAFKA_COMMITS_SUCCEEDED: Final = MetricSpec(
    "commitsSucceeded", _COUNTER, _OPERATOR, 0, "Accepted commits of offsets.", "commits", _KAFKA
)
KAFKA_COMMITS_FAILED: Final = MetricSpec(
    "commitsFailed", _COUNTER, _OPERATOR, 0, "Failed commits of offsets.", "commits", _KAFKA
)
KAFKA_CURRENT_OFFSET: Final = MetricSpec(
    "currentOffset", _GAUGE, _OPERATOR, 0, "The next offset to read in a partition.", "offset", _PARTITION
)
KAFKA_COMMITTED_OFFSET: Final = MetricSpec(
    "committedOffset", _GAUGE, _OPERATOR, 0, "The last committed offset of a partition.", "offset", _PARTITION
)
KAFKA_RECORDS_LAG: Final = MetricSpec(
    "records-lag", _GAUGE, _OPERATOR, 0, "Unread records of a partition.", "records", _PARTITION
)

ALL_METRICS: Final[tuple[MetricSpec[Any], ...]] = tuple(
    value for value in globals().copy().values() if isinstance(value, MetricSpec)
)
TASK_METRICS: Final = {metric.name: metric for metric in ALL_METRICS if metric.scope is _TASK}
"""By name."""
