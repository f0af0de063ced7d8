"""The options of Table and SQL, with Flink's keys."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final, Optional

from pyrite.core.config.config_options import ConfigOption, one_of, parse_bool, parse_duration_ms, whole_number

LOCAL_TIME_ZONE: Final = ConfigOption(
    "table.local-time-zone",
    str,
    "default",
    "The session's time zone, such as Europe/Berlin or GMT+03:00; default: the machine's time zone.",
)

NOT_NULL_ENFORCER: Final = ConfigOption(
    "table.exec.sink.not-null-enforcer",
    one_of({"error": "ERROR", "drop": "DROP"}),
    "ERROR",
    "Handling of NULL in a NOT NULL column of a sink. ERROR: fails the job. DROP: drops the row.",
)
TYPE_LENGTH_ENFORCER: Final = ConfigOption(
    "table.exec.sink.type-length-enforcer",
    one_of({"ignore": "IGNORE", "trim_pad": "TRIM_PAD", "error": "ERROR"}),
    "IGNORE",
    "Handling of values that exceed CHAR(n), VARCHAR(n), BINARY(n) or VARBINARY(n) of a sink. IGNORE: "
    "written unchanged. TRIM_PAD: truncated, and padded for CHAR and BINARY. ERROR: fails the job.",
)
KEYED_SHUFFLE: Final = ConfigOption(
    "table.exec.sink.keyed-shuffle",
    one_of({"none": "NONE", "auto": "AUTO", "force": "FORCE"}),
    "AUTO",
    "Whether rows are distributed to a sink's subtasks by primary key. AUTO: if the sink's parallelism "
    "differs from its input's.",
)
ROWTIME_INSERTER: Final = ConfigOption(
    "table.exec.sink.rowtime-inserter",
    one_of({"enabled": "ENABLED", "disabled": "DISABLED"}),
    "ENABLED",
    "ENABLED: the event-time column of a query becomes the timestamp of a sink's records, if the sink "
    "uses it; a query with several such columns is rejected. DISABLED: records have no timestamp.",
)
NESTED_CONSTRAINT_ENFORCER: Final = ConfigOption(
    "table.exec.sink.nested-constraint-enforcer",
    one_of({"ignore": "IGNORE", "rows": "ROWS", "rows_and_collections": "ROWS_AND_COLLECTIONS"}),
    "IGNORE",
    "Whether NOT NULL and lengths are also enforced inside values: ROWS in rows, ROWS_AND_COLLECTIONS "
    "also in arrays and maps. Rows are then checked one by one.",
)
MATERIALIZE_STRATEGY: Final = ConfigOption(
    "table.exec.sink.upsert-materialize-strategy.type",
    one_of({each.lower(): each for each in ("LEGACY", "MAP", "VALUE", "ADAPTIVE")}),
    "LEGACY",
    "No effect: in Flink the layout of rows in the state before a sink.",
)
MATERIALIZE_THRESHOLD_LOW: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "table.exec.sink.upsert-materialize-strategy.adaptive.threshold.low",
    int,
    None,
    "No effect, like the strategy.",
)
MATERIALIZE_THRESHOLD_HIGH: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "table.exec.sink.upsert-materialize-strategy.adaptive.threshold.high",
    int,
    None,
    "No effect, like the strategy.",
)
UPSERT_MATERIALIZE: Final = ConfigOption(
    "table.exec.sink.upsert-materialize",
    one_of({"auto": "AUTO", "force": "FORCE", "none": "NONE"}),
    "AUTO",
    "Whether rows are kept in state before a sink with a primary key. AUTO: if several rows of the query "
    "may have the same key.",
)
REQUIRE_ON_CONFLICT: Final = ConfigOption(
    "table.exec.sink.require-on-conflict",
    parse_bool,
    True,
    "Whether INSERT needs ON CONFLICT if the key of the query differs from the sink's primary key.",
)
REUSE_SUB_PLAN: Final = ConfigOption(
    "table.optimizer.reuse-sub-plan-enabled",
    parse_bool,
    True,
    "Whether identical parts of a job's queries run once.",
)
REUSE_SOURCE: Final = ConfigOption(
    "table.optimizer.reuse-source-enabled",
    parse_bool,
    True,
    "Whether scans of a table that differ only in their columns are merged; requires "
    "table.optimizer.reuse-sub-plan-enabled.",
)
REUSE_SINK: Final = ConfigOption(
    "table.optimizer.reuse-sink-enabled",
    parse_bool,
    True,
    "Whether the INSERTs of a job into one table share a sink.",
)
MINI_BATCH: Final = ConfigOption(
    "table.exec.mini-batch.enabled",
    parse_bool,
    False,
    "Whether aggregates buffer rows and emit one change for each key of a bundle, instead of one for each row.",
)
MINI_BATCH_LATENCY: Final = ConfigOption(
    "table.exec.mini-batch.allow-latency",
    parse_duration_ms,
    0,
    "Maximum time that a row waits for its bundle. Must be above 0 with mini-batch.",
)
MINI_BATCH_SIZE: Final = ConfigOption(
    "table.exec.mini-batch.size",
    int,
    -1,
    "Maximum number of rows in a bundle. Must be above 0 with mini-batch.",
)
AGG_PHASE_STRATEGY: Final = ConfigOption(
    "table.optimizer.agg-phase-strategy",
    one_of({"auto": "AUTO", "two_phase": "TWO_PHASE", "one_phase": "ONE_PHASE"}),
    "AUTO",
    "Whether GROUP BY with mini-batch, and event-time windows, have a local phase before the exchange. "
    "ONE_PHASE: never. AUTO and TWO_PHASE: if their functions can be merged.",
)
SPLIT_DISTINCT: Final = ConfigOption(
    "table.optimizer.distinct-agg.split.enabled",
    parse_bool,
    False,
    "Whether aggregates of DISTINCT values are first computed in buckets of these values, to distribute "
    "the rows of one key over subtasks. Streaming only.",
)
SPLIT_BUCKETS: Final = ConfigOption(
    "table.optimizer.distinct-agg.split.bucket-num",
    int,
    1024,
    "Number of buckets for each column, if aggregates of DISTINCT values are split.",
)
INCREMENTAL_AGG: Final = ConfigOption(
    "table.optimizer.incremental-agg-enabled",
    parse_bool,
    True,
    "Whether the global phase of the buckets and the local phase after it are merged into one operator, "
    "which keeps only the values: for split aggregates of DISTINCT values with two phases.",
)
NON_DETERMINISTIC_UPDATES: Final = ConfigOption(
    "table.optimizer.non-deterministic-update.strategy",
    one_of({"ignore": "IGNORE", "try_resolve": "TRY_RESOLVE"}),
    "IGNORE",
    "Handling of queries whose updates or deletes depend on non-deterministic values, such as RAND(). "
    "TRY_RESOLVE: rejects them. IGNORE: runs them, with possibly wrong results; EXPLAIN PLAN_ADVICE "
    "warns.",
)
DELTA_JOIN: Final = ConfigOption(
    "table.optimizer.delta-join.strategy",
    one_of({"none": "NONE", "auto": "AUTO", "force": "FORCE"}),
    "AUTO",
    "Whether a join may look up rows in the index of its sources instead of storing them. No source has an index yet, "
    "so AUTO plans an ordinary join, and FORCE is rejected.",
)
EARLY_FIRE: Final = ConfigOption(
    "table.exec.emit.early-fire.enabled",
    parse_bool,
    False,
    "Whether group windows (not window table functions) emit results before their end.",
)
EARLY_FIRE_DELAY: Final = ConfigOption(
    "table.exec.emit.early-fire.delay",
    parse_duration_ms,
    None,
    "Interval at which an open window emits its result; 0: with each row.",
)
LATE_FIRE: Final = ConfigOption(
    "table.exec.emit.late-fire.enabled",
    parse_bool,
    False,
    "Whether group windows (not window table functions) accept late rows and emit their changes.",
)
LATE_FIRE_DELAY: Final = ConfigOption(
    "table.exec.emit.late-fire.delay",
    parse_duration_ms,
    None,
    "Interval at which a window emits changed results after its end; 0: with each late row.",
)
ALLOW_LATENESS: Final = ConfigOption(
    "table.exec.emit.allow-lateness",
    parse_duration_ms,
    None,
    "Time after its end in which a window accepts late rows, with late fire; by default table.exec.state.ttl.",
)
COMPACT_CHANGES: Final = ConfigOption(
    "table.exec.deduplicate.mini-batch.compact-changes-enabled",
    parse_bool,
    False,
    "Whether event-time deduplication emits one change for each key of a bundle, with mini-batch; "
    "processing-time deduplication always does.",
)
ASYNC_LOOKUP_CAPACITY: Final = ConfigOption(
    "table.exec.async-lookup.buffer-capacity",
    whole_number(1),
    100,
    "Maximum number of keys that asynchronous lookups of a subtask request at a time.",
)
ASYNC_LOOKUP_TIMEOUT: Final = ConfigOption(
    "table.exec.async-lookup.timeout",
    parse_duration_ms,
    180_000,
    "Time after which an asynchronous lookup without an answer fails the job.",
)
ASYNC_LOOKUP_OUTPUT_MODE: Final = ConfigOption(
    "table.exec.async-lookup.output-mode",
    one_of({"ordered": "ORDERED", "allow_unordered": "ALLOW_UNORDERED"}),
    "ORDERED",
    "Order of the results of asynchronous lookups. ORDERED: as their rows. ALLOW_UNORDERED: as they come, "
    "where rows are only inserted.",
)
ASYNC_LOOKUP_KEY_ORDERED: Final = ConfigOption(
    "table.exec.async-lookup.key-ordered-enabled",
    parse_bool,
    False,
    "Whether ALLOW_UNORDERED also applies to updates and deletes: changes of a row stay in their order.",
)
INTERVAL_JOIN_CLEANUP: Final = ConfigOption(
    "table.exec.interval-join.min-cleanup-interval",
    parse_duration_ms,
    0,
    "Minimum time between the removals of a key's rows from the state of an interval join. Rows of an outer join "
    "without a match are emitted that much later.",
)
STATE_TTL: Final = ConfigOption(
    "table.exec.state.ttl",
    parse_duration_ms,
    0,
    "Time to live of a key's state after the last write, in GROUP BY and in the normalization of upserts;"
    " 0: no limit. A key that returns later starts from scratch.",
)
SOURCE_IDLE_TIMEOUT: Final = ConfigOption(
    "table.exec.source.idle-timeout",
    parse_duration_ms,
    0,
    "Time without rows after which a split becomes idle and does not hold back the watermark; 0: never.",
)

PLAN_COMPILE_CATALOG_OBJECTS: Final = ConfigOption(
    "table.plan.compile.catalog-objects",
    one_of({"all": "ALL", "schema": "SCHEMA", "identifier": "IDENTIFIER"}),
    "ALL",
    "Contents of a compiled plan for tables of catalogs. ALL: schema and options, including passwords. "
    "SCHEMA: no options. IDENTIFIER: only names. Temporary tables are always stored by name.",
)
PLAN_RESTORE_CATALOG_OBJECTS: Final = ConfigOption(
    "table.plan.restore.catalog-objects",
    one_of({"all": "ALL", "all_enforced": "ALL_ENFORCED", "identifier": "IDENTIFIER"}),
    "ALL",
    "Source of tables for the execution of a plan. ALL: the plan, and the catalog for missing parts. "
    "ALL_ENFORCED: the plan. IDENTIFIER: the catalog.",
)
PLAN_FORCE_RECOMPILE: Final = ConfigOption(
    "table.plan.force-recompile",
    parse_bool,
    False,
    "Whether COMPILE PLAN overwrites an existing file. For experiments only: the state of a running job "
    "may no longer fit.",
)
UID_GENERATION: Final = ConfigOption(
    "table.exec.uid.generation",
    one_of({"plan_only": "PLAN_ONLY", "always": "ALWAYS", "disabled": "DISABLED"}),
    "PLAN_ONLY",
    "SQL jobs that get uids from the planner. PLAN_ONLY: jobs of compiled plans. ALWAYS: all. DISABLED: "
    "none. Without uids, an operator's id follows from its position among the others.",
)
UID_FORMAT: Final = ConfigOption(
    "table.exec.uid.format",
    str,
    "<id>_<transformation>",
    "Format of uids: the <id>, <type> and <version> of the node, and the name of the <transformation>. A "
    "compiled plan keeps the format with which it was compiled.",
)


def local_zone(setting: str) -> str:
    """The id of the session's time zone."""
    if setting != "default":
        return setting
    if zone := os.environ.get("TZ", "").lstrip(":"):
        return zone
    local = Path("/etc/localtime")
    if local.is_symlink() and "zoneinfo/" in str(local.resolve()):
        return str(local.resolve()).partition("zoneinfo/")[2]
    return "UTC" if time.timezone == 0 else time.tzname[0]
