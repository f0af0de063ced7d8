"""Every option that Pyrite reads. Keys are Flink's where the meaning is the same."""

from __future__ import annotations

from enum import Enum
from typing import Final

from pyrite.core.config import checkpoint_options, cluster_options, metric_options, security_options, sql_options
from pyrite.core.config.config_options import (
    ConfigOption,
    member_of,
    one_of,
    parse_bool,
    parse_duration_ms,
    parse_list,
    parse_map,
    parse_memory_bytes,
    whole_number,
)
from pyrite.core.config.memory import memory_options
from pyrite.core.metrics.rocksdb_metrics import ROCKSDB_METRICS
from pyrite.core.persistence.persisted import persisted
from pyrite.core.time import time_characteristic


@persisted("runtime-execution-mode/1")
class RuntimeExecutionMode(Enum):
    """The execution mode of a program: all stages at once over the pipelined exchange, or stage after stage."""

    STREAMING = 0
    BATCH = 1
    AUTOMATIC = 2


def _parse_buffer_timeout(text: str) -> int:
    return -1 if text.strip() == "-1" else parse_duration_ms(text)


RUNTIME_MODE: Final = ConfigOption(
    "execution.runtime-mode",
    member_of(RuntimeExecutionMode),
    RuntimeExecutionMode.STREAMING,
    "STREAMING, BATCH or AUTOMATIC.",
)
DEFAULT_PARALLELISM: Final = ConfigOption(
    "parallelism.default",
    whole_number(0, 32768),
    0,
    "Default parallelism of operators; 0: one subtask per core.",
)
MAX_PARALLELISM: Final = ConfigOption(
    "pipeline.max-parallelism",
    whole_number(1, 32768),
    128,
    "Number of key groups: the maximum parallelism of keyed operators.",
)
JOB_NAME: Final = ConfigOption("pipeline.name", str, "Pyrite job", "The job's name.")
OPERATOR_CHAINING: Final = ConfigOption(
    "pipeline.operator-chaining.enabled",
    parse_bool,
    True,
    "Whether operators may share a task.",
    ("pipeline.operator-chaining",),
)
CHAIN_DIFFERENT_MAX_PARALLELISM: Final = ConfigOption(
    "pipeline.operator-chaining.chain-operators-with-different-max-parallelism",
    parse_bool,
    True,
    "Whether operators with different max parallelism may share a task.",
)
AUTO_GENERATE_UIDS: Final = ConfigOption(
    "pipeline.auto-generate-uids", parse_bool, True, "false: every operator must have a uid."
)
GLOBAL_JOB_PARAMETERS: Final = ConfigOption[dict[str, str]](
    "pipeline.global-job-parameters", parse_map, {}, "User-defined parameters, which functions can read."
)
CACHED_FILES: Final = ConfigOption[dict[str, str]](
    "pipeline.cached-files", parse_map, {}, "Files to ship to every task, as name to path."
)
CACHE_FOLDER: Final = ConfigOption(
    "pipeline.cached-streams.dir", str, "", "Folder of cached streams; on a cluster, all machines must share it."
)
PYTHON_FILES: Final = ConfigOption[list[str]](
    "python.files", parse_list, [], "Modules, packages and archives to make importable in tasks."
)
PYTHON_REQUIREMENTS: Final = ConfigOption(
    "python.requirements", str, "", "Requirements that pip installs for the tasks: a file, or file#folder of packages."
)
PYTHON_ARCHIVES: Final = ConfigOption[list[str]](
    "python.archives", parse_list, [], "Archives unpacked in the tasks' folder, each as path or path#folder."
)
PYTHON_EXECUTABLE: Final = ConfigOption(
    "python.executable", str, "", "The Python executable of the tasks; by default the program's own."
)
AUTO_WATERMARK_INTERVAL: Final = ConfigOption(
    "pipeline.auto-watermark-interval", parse_duration_ms, 200, "Interval of periodic watermarks."
)
BUFFER_TIMEOUT: Final = ConfigOption(
    "execution.buffer-timeout.interval",
    _parse_buffer_timeout,
    3,
    "Maximum time that a block waits for more records. 0: sends it immediately; -1: sends it only when full.",
    ("execution.buffer-timeout",),
)
FRAME_SIZE: Final = ConfigOption(
    "taskmanager.memory.segment-size",
    parse_memory_bytes,
    192 << 10,
    "Maximum size of one frame; larger data is sent in parts.",
)
TASK_MEMORY: Final = ConfigOption(
    "taskmanager.memory.task.size",
    parse_memory_bytes,
    512 << 20,
    "Memory of one task for queues, spools and batch runs, in addition to the interpreter and the user's objects; "
    "if it is not set and the size of a TaskManager is configured: its share of the network memory. Not in Flink.",
)
DEBLOAT: Final = ConfigOption(
    "taskmanager.network.memory.buffer-debloat.enabled",
    parse_bool,
    True,
    "Whether data in flight to a task is bounded by the time to process it; false: by memory only.",
)
DEBLOAT_TARGET: Final = ConfigOption(
    "taskmanager.network.memory.buffer-debloat.target",
    parse_duration_ms,
    1000,
    "Maximum data in flight to a task, as the time to process it.",
)
HEARTBEAT_INTERVAL: Final = ConfigOption(
    "heartbeat.interval", parse_duration_ms, 1000, "Interval of heartbeats between tasks and the JobMaster."
)
HEARTBEAT_TIMEOUT: Final = ConfigOption(
    "heartbeat.timeout",
    parse_duration_ms,
    15_000,
    "Time without a heartbeat after which the other side is treated as dead.",
)
CANCELLATION_TIMEOUT: Final = ConfigOption(
    "task.cancellation.timeout",
    parse_duration_ms,
    180_000,
    "Time for close() of a task's functions when the task is canceled, before it is killed; at most four "
    "fifths of heartbeat.timeout, also if it is 0. The job's log has the limit.",
)
FAILOVER_STRATEGY: Final = ConfigOption(
    "jobmanager.execution.failover-strategy",
    one_of({"full": "full", "region": "region"}),
    "full",
    "Tasks to restart when a task fails. full: all tasks. region: in a streaming job, tasks connected "
    "with the failed task, while others keep running; in a batch job, unfinished tasks, if its sinks "
    "allow it.",
)
SLOT_TIMEOUT: Final = ConfigOption(
    "slot.request.timeout",
    parse_duration_ms,
    300_000,
    "Time that a job waits for its Spark slots, and then for its tasks to start in them.",
)
SPARK_MASTER: Final = ConfigOption("spark.master", str, "local[*]", "The Spark master that runs the job.")
TASK_CPUS: Final = ConfigOption(
    "spark.task.cpus", float, 0.05, "Cores of one Spark slot; a small fraction, since tasks mostly wait."
)
SPARK_SECRET_FILE: Final = ConfigOption(
    "pyrite.security.spark-secret-file",
    str,
    "",
    "File with the secret of the Spark standalone cluster, as `pyrite cluster start` wrote it; by default that of this "
    "user's cluster on this machine.",
)
ALLOW_UNAUTHENTICATED_SPARK: Final = ConfigOption(
    "pyrite.security.allow-unauthenticated-spark",
    parse_bool,
    False,
    "Run jobs on a Spark without authentication, where every user who reaches a port of Spark can run code in them.",
)
SEAL_FRAMES: Final = ConfigOption(
    "pyrite.security.seal-frames",
    parse_bool,
    True,
    "Encrypt and authenticate the frames that tasks exchange. Spark's ports for them ask for no authentication: "
    "without it, everybody who reaches one can read records.",
)

_OTHERS: Final = (
    checkpoint_options,
    cluster_options,
    memory_options,
    metric_options,
    security_options,
    sql_options,
    time_characteristic,
)
ALL_OPTIONS: Final = (
    *(
        value
        for namespace in (globals().copy(), *map(vars, _OTHERS))
        for value in namespace.values()
        if isinstance(value, ConfigOption)
    ),
    *(metric.option for metric in ROCKSDB_METRICS),
)
