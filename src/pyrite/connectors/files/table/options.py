"""The options of 'connector' = 'filesystem', with Flink's names and defaults."""

from __future__ import annotations

from typing import Any, Final, Optional

from pyrite.core.config.config_options import (
    ConfigOption,
    duration_of_at_least,
    one_of,
    parse_bool,
    parse_duration_ms,
    parse_list,
    parse_memory_bytes,
    whole_number,
)

PATH: Final[ConfigOption[Optional[str]]] = ConfigOption("path", str, None, "The path of a directory.")
FORMAT: Final[ConfigOption[Optional[str]]] = ConfigOption("format", str, None, "The format of the files.")
PARTITION_DEFAULT_NAME: Final = ConfigOption(
    "partition.default-name",
    str,
    "__DEFAULT_PARTITION__",
    "The partition of rows whose partition column is null or empty.",
)

# Reading --------------------------------------------------------------------------------------------------------------

MONITOR_INTERVAL: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "source.monitor-interval",
    duration_of_at_least(1),
    None,
    "How often new files are discovered. The table is then unbounded. Each file, identified by its path, is read once.",
)
REPORT_STATISTICS: Final = ConfigOption(
    "source.report-statistics",
    one_of({"all": "all", "none": "none"}),
    "all",
    "Has no effect: plans do not depend on statistics.",
)
PATH_PATTERN: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "source.path.regex-pattern", str, None, "A regular expression that the absolute path of a file must match."
)
SCAN_PARALLELISM: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "scan.parallelism", whole_number(1), None, "The parallelism of the source; by default the job's parallelism."
)

# Writing --------------------------------------------------------------------------------------------------------------

ROLLING_SIZE: Final = ConfigOption(
    "sink.rolling-policy.file-size", parse_memory_bytes, 128 << 20, "The size at which a file ends."
)
ROLLOVER_INTERVAL: Final = ConfigOption(
    "sink.rolling-policy.rollover-interval", parse_duration_ms, 1_800_000, "The age at which a file ends."
)
INACTIVITY_INTERVAL: Final = ConfigOption(
    "sink.rolling-policy.inactivity-interval",
    parse_duration_ms,
    1_800_000,
    "The time without rows after which a file ends.",
)
CHECK_INTERVAL: Final = ConfigOption(
    "sink.rolling-policy.check-interval",
    parse_duration_ms,
    60_000,
    "Has no effect: files are checked after every block of rows and at every checkpoint.",
)
SHUFFLE_BY_PARTITION: Final = ConfigOption(
    "sink.shuffle-by-partition.enable", parse_bool, False, "Not supported: rows are written where they arrive."
)
SINK_PARALLELISM: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "sink.parallelism", whole_number(1), None, "The parallelism of the sink; by default the parallelism of its input."
)
AUTO_COMPACTION: Final = ConfigOption(
    "auto-compaction", parse_bool, False, "Whether the files of a checkpoint are merged before they become visible."
)
COMPACTION_SIZE: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "compaction.file-size",
    parse_memory_bytes,
    None,
    "The target size of merged files; by default the rolling size.",
)
COMPACTION_PARALLELISM: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "compaction.parallelism", whole_number(1), None, "How many folders are compacted concurrently."
)

# Committing partitions ------------------------------------------------------------------------------------------------

TIME_EXTRACTOR_KIND: Final = ConfigOption(
    "partition.time-extractor.kind", one_of({"default": "default", "custom": "custom"}), "default", "Only 'default'."
)
TIME_EXTRACTOR_CLASS: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "partition.time-extractor.class", str, None, "Not supported."
)
TIMESTAMP_FORMATTER: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "partition.time-extractor.timestamp-formatter", str, None, "A Java pattern for the time of a partition."
)
TIMESTAMP_PATTERN: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "partition.time-extractor.timestamp-pattern",
    str,
    None,
    "The time of a partition, with its values: '$dt $hour:00:00'. The default is the first value.",
)
COMMIT_TRIGGER: Final = ConfigOption(
    "sink.partition-commit.trigger",
    one_of({"process-time": "process-time", "partition-time": "partition-time"}),
    "process-time",
    "Whether a partition is committed by processing time or, when the watermark passes its time, by partition time.",
)
COMMIT_DELAY: Final = ConfigOption(
    "sink.partition-commit.delay", parse_duration_ms, 0, "The delay between the time of a partition and its commit."
)
WATERMARK_TIME_ZONE: Final = ConfigOption(
    "sink.partition-commit.watermark-time-zone", str, "UTC", "The time zone of the partitions' times."
)
POLICY_KIND: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "sink.partition-commit.policy.kind", str, None, "How a partition is committed: 'success-file'."
)
POLICY_CLASS: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "sink.partition-commit.policy.class", str, None, "Not supported."
)
POLICY_PARAMETERS: Final[ConfigOption[Optional[list[str]]]] = ConfigOption(
    "sink.partition-commit.policy.class.parameters", parse_list, None, "Not supported."
)
SUCCESS_FILE_NAME: Final = ConfigOption(
    "sink.partition-commit.success-file.name", str, "_SUCCESS", "The name of the file that the policy adds."
)

REQUIRED: Final[tuple[ConfigOption[Any], ...]] = (PATH, FORMAT)
OPTIONAL: Final[tuple[ConfigOption[Any], ...]] = (
    PARTITION_DEFAULT_NAME,
    MONITOR_INTERVAL,
    REPORT_STATISTICS,
    PATH_PATTERN,
    SCAN_PARALLELISM,
    ROLLING_SIZE,
    ROLLOVER_INTERVAL,
    INACTIVITY_INTERVAL,
    CHECK_INTERVAL,
    SHUFFLE_BY_PARTITION,
    SINK_PARALLELISM,
    AUTO_COMPACTION,
    COMPACTION_SIZE,
    COMPACTION_PARALLELISM,
    TIME_EXTRACTOR_KIND,
    TIME_EXTRACTOR_CLASS,
    TIMESTAMP_FORMATTER,
    TIMESTAMP_PATTERN,
    COMMIT_TRIGGER,
    COMMIT_DELAY,
    WATERMARK_TIME_ZONE,
    POLICY_KIND,
    POLICY_CLASS,
    POLICY_PARAMETERS,
    SUCCESS_FILE_NAME,
)
