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
    "How often the path is searched for new files; the table is unbounded then. Each file is read once, by its path.",
)
REPORT_STATISTICS: Final = ConfigOption(
    "source.report-statistics",
    one_of({"all": "all", "none": "none"}),
    "all",
    "Changes nothing: no plan depends on statistics.",
)
PATH_PATTERN: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "source.path.regex-pattern", str, None, "A regular expression that the absolute path of a file must match."
)
SCAN_PARALLELISM: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "scan.parallelism", whole_number(1), None, "The parallelism of the source; that of the job if it is not set."
)

# Writing --------------------------------------------------------------------------------------------------------------

ROLLING_SIZE: Final = ConfigOption(
    "sink.rolling-policy.file-size", parse_memory_bytes, 128 << 20, "The size at which a file is ended."
)
ROLLOVER_INTERVAL: Final = ConfigOption(
    "sink.rolling-policy.rollover-interval", parse_duration_ms, 1_800_000, "The age at which a file is ended."
)
INACTIVITY_INTERVAL: Final = ConfigOption(
    "sink.rolling-policy.inactivity-interval",
    parse_duration_ms,
    1_800_000,
    "The time without rows after which a file is ended.",
)
CHECK_INTERVAL: Final = ConfigOption(
    "sink.rolling-policy.check-interval",
    parse_duration_ms,
    60_000,
    "Changes nothing: files are checked with every block of rows and at every checkpoint.",
)
SHUFFLE_BY_PARTITION: Final = ConfigOption(
    "sink.shuffle-by-partition.enable", parse_bool, False, "Not supported: rows are written where they arrive."
)
SINK_PARALLELISM: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "sink.parallelism", whole_number(1), None, "The parallelism of the sink; that of its input if it is not set."
)
AUTO_COMPACTION: Final = ConfigOption(
    "auto-compaction", parse_bool, False, "Whether the files of a checkpoint are put together before they are visible."
)
COMPACTION_SIZE: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "compaction.file-size",
    parse_memory_bytes,
    None,
    "The size at which waiting files are put together; by default that of rolling.",
)
COMPACTION_PARALLELISM: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "compaction.parallelism", whole_number(1), None, "How many folders are compacted at once."
)

# Committing partitions ------------------------------------------------------------------------------------------------

TIME_EXTRACTOR_KIND: Final = ConfigOption(
    "partition.time-extractor.kind", one_of({"default": "default", "custom": "custom"}), "default", "Only 'default'."
)
TIME_EXTRACTOR_CLASS: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "partition.time-extractor.class", str, None, "Not supported."
)
TIMESTAMP_FORMATTER: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "partition.time-extractor.timestamp-formatter", str, None, "A pattern of Java's for the time of a partition."
)
TIMESTAMP_PATTERN: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "partition.time-extractor.timestamp-pattern",
    str,
    None,
    "How the time of a partition is made of its values: '$dt $hour:00:00'. By default it is the first value.",
)
COMMIT_TRIGGER: Final = ConfigOption(
    "sink.partition-commit.trigger",
    one_of({"process-time": "process-time", "partition-time": "partition-time"}),
    "process-time",
    "Whether a partition is committed by the machine's time or, once the watermark has passed it, by its own.",
)
COMMIT_DELAY: Final = ConfigOption(
    "sink.partition-commit.delay", parse_duration_ms, 0, "How long after its time a partition is committed."
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
