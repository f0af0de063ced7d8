"""The options of Table and SQL, declared once, with Flink's keys."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final, Optional

from pyrite.core.config.config_options import ConfigOption, one_of, parse_bool, parse_duration_ms

LOCAL_TIME_ZONE: Final = ConfigOption(
    "table.local-time-zone",
    str,
    "default",
    "The session's time zone: an id such as Europe/Berlin or GMT+03:00; default: that of the machine.",
)

NOT_NULL_ENFORCER: Final = ConfigOption(
    "table.exec.sink.not-null-enforcer",
    one_of({"error": "ERROR", "drop": "DROP"}),
    "ERROR",
    "What happens to a row with NULL in a NOT NULL column of a sink. ERROR: the job fails. DROP: it is dropped.",
)
TYPE_LENGTH_ENFORCER: Final = ConfigOption(
    "table.exec.sink.type-length-enforcer",
    one_of({"ignore": "IGNORE", "trim_pad": "TRIM_PAD", "error": "ERROR"}),
    "IGNORE",
    "What happens to a text or bytes that do not have the length of a sink's CHAR(n), VARCHAR(n), BINARY(n) or "
    "VARBINARY(n). IGNORE: they are written as they are. TRIM_PAD: they are cut, and filled up for CHAR and BINARY. "
    "ERROR: the job fails.",
)
KEYED_SHUFFLE: Final = ConfigOption(
    "table.exec.sink.keyed-shuffle",
    one_of({"none": "NONE", "auto": "AUTO", "force": "FORCE"}),
    "AUTO",
    "Whether rows go to a sink's subtask by primary key. AUTO: where the sink's parallelism is not that of its input.",
)
ROWTIME_INSERTER: Final = ConfigOption(
    "table.exec.sink.rowtime-inserter",
    one_of({"enabled": "ENABLED", "disabled": "DISABLED"}),
    "ENABLED",
    "ENABLED: the event-time column of a query is the time of the records that a sink gets, if it reads that. A query "
    "with more than one such column is refused where it is written to a sink. DISABLED: records have no time.",
)
NESTED_CONSTRAINT_ENFORCER: Final = ConfigOption(
    "table.exec.sink.nested-constraint-enforcer",
    one_of({"ignore": "IGNORE", "rows": "ROWS", "rows_and_collections": "ROWS_AND_COLLECTIONS"}),
    "IGNORE",
    "Whether NOT NULL and lengths hold inside of values, too: ROWS in rows, ROWS_AND_COLLECTIONS also in arrays and "
    "maps. Every row is then looked at by itself.",
)
MATERIALIZE_STRATEGY: Final = ConfigOption(
    "table.exec.sink.upsert-materialize-strategy.type",
    one_of({each.lower(): each for each in ("LEGACY", "MAP", "VALUE", "ADAPTIVE")}),
    "LEGACY",
    "Changes nothing: in Flink it says how the rows that are kept before a sink are laid out in state, not which.",
)
MATERIALIZE_THRESHOLD_LOW: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "table.exec.sink.upsert-materialize-strategy.adaptive.threshold.low",
    int,
    None,
    "Changes nothing, as the strategy.",
)
MATERIALIZE_THRESHOLD_HIGH: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "table.exec.sink.upsert-materialize-strategy.adaptive.threshold.high",
    int,
    None,
    "Changes nothing, as the strategy.",
)
UPSERT_MATERIALIZE: Final = ConfigOption(
    "table.exec.sink.upsert-materialize",
    one_of({"auto": "AUTO", "force": "FORCE", "none": "NONE"}),
    "AUTO",
    "Whether rows are kept before a sink with a primary key. AUTO: where several rows of the query may have one key.",
)
REQUIRE_ON_CONFLICT: Final = ConfigOption(
    "table.exec.sink.require-on-conflict",
    parse_bool,
    True,
    "Whether INSERT needs ON CONFLICT where the key of the query's rows is not that of the sink.",
)
REUSE_SUB_PLAN: Final = ConfigOption(
    "table.optimizer.reuse-sub-plan-enabled",
    parse_bool,
    True,
    "Whether parts of a job's queries that are the same run once.",
)
REUSE_SOURCE: Final = ConfigOption(
    "table.optimizer.reuse-source-enabled",
    parse_bool,
    True,
    "Whether a table that a job's queries read in the same way, but for the columns, is read once; only with "
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
    "Whether aggregates gather rows and announce one change for each key of a bundle, instead of one for each row.",
)
MINI_BATCH_LATENCY: Final = ConfigOption(
    "table.exec.mini-batch.allow-latency",
    parse_duration_ms,
    0,
    "How long a row waits for its bundle at most. Above 0 where mini-batch is on.",
)
MINI_BATCH_SIZE: Final = ConfigOption(
    "table.exec.mini-batch.size",
    int,
    -1,
    "How many rows a bundle has at most. Above 0 where mini-batch is on.",
)
AGG_PHASE_STRATEGY: Final = ConfigOption(
    "table.optimizer.agg-phase-strategy",
    one_of({"auto": "AUTO", "two_phase": "TWO_PHASE", "one_phase": "ONE_PHASE"}),
    "AUTO",
    "Whether aggregates have a local phase before rows go to their key's subtask: GROUP BY with mini-batch, and "
    "windows of event time. ONE_PHASE: none has. AUTO and TWO_PHASE: those whose functions can merge.",
)
SPLIT_DISTINCT: Final = ConfigOption(
    "table.optimizer.distinct-agg.split.enabled",
    parse_bool,
    False,
    "Whether aggregates of DISTINCT values are computed in buckets of these values first, so that the rows of one key "
    "are not all of one subtask. Not in batch.",
)
SPLIT_BUCKETS: Final = ConfigOption(
    "table.optimizer.distinct-agg.split.bucket-num",
    int,
    1024,
    "How many buckets there are for each column, where aggregates of DISTINCT values are split.",
)
INCREMENTAL_AGG: Final = ConfigOption(
    "table.optimizer.incremental-agg-enabled",
    parse_bool,
    True,
    "Whether the global phase of the buckets and the local phase above it are one, which keeps the values only: where "
    "aggregates of DISTINCT values are split and have two phases.",
)
NON_DETERMINISTIC_UPDATES: Final = ConfigOption(
    "table.optimizer.non-deterministic-update.strategy",
    one_of({"ignore": "IGNORE", "try_resolve": "TRY_RESOLVE"}),
    "IGNORE",
    "Whether a query is refused in which updates or deletes depend on something that is not deterministic, such as "
    "RAND(). IGNORE: it runs, and its results may be wrong; EXPLAIN PLAN_ADVICE says so.",
)
EARLY_FIRE: Final = ConfigOption(
    "table.exec.emit.early-fire.enabled",
    parse_bool,
    False,
    "Whether windows in GROUP BY (not those by table functions) announce results before they are over.",
)
EARLY_FIRE_DELAY: Final = ConfigOption(
    "table.exec.emit.early-fire.delay",
    parse_duration_ms,
    None,
    "How often a window that is open announces its result; 0: with each row.",
)
LATE_FIRE: Final = ConfigOption(
    "table.exec.emit.late-fire.enabled",
    parse_bool,
    False,
    "Whether windows in GROUP BY (not those by table functions) take late rows and announce what these change.",
)
LATE_FIRE_DELAY: Final = ConfigOption(
    "table.exec.emit.late-fire.delay",
    parse_duration_ms,
    None,
    "How often a window that is over announces its result, if it has changed; 0: with each late row.",
)
ALLOW_LATENESS: Final = ConfigOption(
    "table.exec.emit.allow-lateness",
    parse_duration_ms,
    None,
    "How long after its end a window takes late rows, with late fire; without: as long as table.exec.state.ttl.",
)
COMPACT_CHANGES: Final = ConfigOption(
    "table.exec.deduplicate.mini-batch.compact-changes-enabled",
    parse_bool,
    False,
    "Whether deduplication by event time announces one change for each key of a bundle, with mini-batch; by processing "
    "time it always does.",
)
STATE_TTL: Final = ConfigOption(
    "table.exec.state.ttl",
    parse_duration_ms,
    0,
    "How long the state of a key is kept after it was last written, in GROUP BY and where upserts are normalized; 0: "
    "always. A key that comes again later begins from nothing.",
)
SOURCE_IDLE_TIMEOUT: Final = ConfigOption(
    "table.exec.source.idle-timeout",
    parse_duration_ms,
    0,
    "How long a split of a table may give no rows before the others no longer wait for its watermark; 0: always.",
)

PLAN_COMPILE_CATALOG_OBJECTS: Final = ConfigOption(
    "table.plan.compile.catalog-objects",
    one_of({"all": "ALL", "schema": "SCHEMA", "identifier": "IDENTIFIER"}),
    "ALL",
    "What a compiled plan says of the tables of catalogs. ALL: schema and options, passwords among them. SCHEMA: no "
    "options. IDENTIFIER: their names alone. Temporary tables are always by their names.",
)
PLAN_RESTORE_CATALOG_OBJECTS: Final = ConfigOption(
    "table.plan.restore.catalog-objects",
    one_of({"all": "ALL", "all_enforced": "ALL_ENFORCED", "identifier": "IDENTIFIER"}),
    "ALL",
    "Where a plan that is executed has its tables from. ALL: from the plan, and what it lacks from the catalog. "
    "ALL_ENFORCED: from the plan. IDENTIFIER: from the catalog.",
)
PLAN_FORCE_RECOMPILE: Final = ConfigOption(
    "table.plan.force-recompile",
    parse_bool,
    False,
    "Whether COMPILE PLAN replaces a file that is there. Only for experiments: the state of a running job may no "
    "longer fit.",
)
UID_GENERATION: Final = ConfigOption(
    "table.exec.uid.generation",
    one_of({"plan_only": "PLAN_ONLY", "always": "ALWAYS", "disabled": "DISABLED"}),
    "PLAN_ONLY",
    "Which jobs of SQL get uids from the planner. PLAN_ONLY: those of compiled plans. ALWAYS: all. DISABLED: none. "
    "Without them, the id of an operator follows from its place among the others.",
)
UID_FORMAT: Final = ConfigOption(
    "table.exec.uid.format",
    str,
    "<id>_<transformation>",
    "What uids are made of: <id> of the node, its <type> and <version>, and the name of the <transformation>. A "
    "compiled plan keeps the one that it was compiled with.",
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
