"""RocksDB's own metrics, each with the option that turns it on. Names and keys are Flink's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pyrite.core.config.config_options import ConfigOption, parse_bool
from pyrite.core.metrics.metric_spec import MetricKind, MetricScope, MetricSpec

_PROPERTIES: Final = {
    "num-immutable-mem-table": "Memtables that are not yet flushed.",
    "mem-table-flush-pending": "Whether a flush of a memtable is pending.",
    "compaction-pending": "Whether a compaction is pending.",
    "background-errors": "Errors in the background.",
    "cur-size-active-mem-table": "Bytes of the active memtable.",
    "cur-size-all-mem-tables": "Bytes of the active memtable and of those that are not yet flushed.",
    "size-all-mem-tables": "Bytes of these, and of those that iterators still hold.",
    "num-entries-active-mem-table": "Entries of the active memtable.",
    "num-entries-imm-mem-tables": "Entries of memtables that are not yet flushed.",
    "num-deletes-active-mem-table": "Deletions in the active memtable.",
    "num-deletes-imm-mem-tables": "Deletions in memtables that are not yet flushed.",
    "estimate-num-keys": "Keys, estimated.",
    "estimate-table-readers-mem": "Bytes that readers of tables take outside of the block cache, estimated.",
    "num-snapshots": "Snapshots that are not released.",
    "num-live-versions": "Live versions.",
    "estimate-live-data-size": "Bytes of live data, estimated.",
    "total-sst-files-size": "Bytes of all table files, of old versions too.",
    "live-sst-files-size": "Bytes of the table files of the latest version.",
    "estimate-pending-compaction-bytes": "Bytes that compactions have to rewrite, estimated.",
    "num-running-compactions": "Compactions that run.",
    "num-running-flushes": "Flushes that run.",
    "actual-delayed-write-rate": "The rate to which writes are slowed down; 0: they are not.",
    "is-write-stopped": "Whether writes are stopped.",
    "block-cache-capacity": "Bytes that the block cache may take.",
    "block-cache-usage": "Bytes that the block cache takes.",
    "block-cache-pinned-usage": "Bytes that the block cache cannot release.",
}


@dataclass(frozen=True)
class RocksDBMetric:
    """A property of an operator's database that can be reported."""

    spec: MetricSpec[int]
    option: ConfigOption[bool]


ROCKSDB_METRICS: Final = tuple(
    RocksDBMetric(
        MetricSpec(name, MetricKind.GAUGE, MetricScope.OPERATOR, 0, description, infix="rocksdb"),
        ConfigOption(f"state.backend.rocksdb.metrics.{name}", parse_bool, False, f"Metric: {description}"),
    )
    for name, description in _PROPERTIES.items()
)
