"""RocksDB's metrics, each with the option that enables it. Names and keys are Flink's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pyrite.core.config.config_options import ConfigOption, parse_bool
from pyrite.core.metrics.metric_spec import MetricKind, MetricScope, MetricSpec

_PROPERTIES: Final = {
    "num-immutable-mem-table": "Memtables that are not flushed yet.",
    "mem-table-flush-pending": "Whether a flush of a memtable is pending.",
    "compaction-pending": "Whether a compaction is pending.",
    "background-errors": "Errors in the background.",
    "cur-size-active-mem-table": "Bytes of the active memtable.",
    "cur-size-all-mem-tables": "Bytes of the active memtable and of memtables that are not flushed yet.",
    "size-all-mem-tables": "Bytes of the active memtable, unflushed memtables, and memtables that iterators still use.",
    "num-entries-active-mem-table": "Entries of the active memtable.",
    "num-entries-imm-mem-tables": "Entries of memtables that are not flushed yet.",
    "num-deletes-active-mem-table": "Deletions in the active memtable.",
    "num-deletes-imm-mem-tables": "Deletions in memtables that are not flushed yet.",
    "estimate-num-keys": "Keys, estimated.",
    "estimate-table-readers-mem": "Estimated memory of table readers, without the block cache, in bytes.",
    "num-snapshots": "Unreleased snapshots.",
    "num-live-versions": "Live versions.",
    "estimate-live-data-size": "Estimated size of live data, in bytes.",
    "total-sst-files-size": "Size of all table files, including old versions, in bytes.",
    "live-sst-files-size": "Size of the table files of the latest version, in bytes.",
    "estimate-pending-compaction-bytes": "Estimated number of bytes that compactions have to rewrite.",
    "num-running-compactions": "Running compactions.",
    "num-running-flushes": "Running flushes.",
    "actual-delayed-write-rate": "The rate limit of delayed writes; 0: no delay.",
    "is-write-stopped": "Whether writes are stopped.",
    "block-cache-capacity": "Capacity of the block cache, in bytes.",
    "block-cache-usage": "Size of the block cache, in bytes.",
    "block-cache-pinned-usage": "Size of pinned entries of the block cache, in bytes.",
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
