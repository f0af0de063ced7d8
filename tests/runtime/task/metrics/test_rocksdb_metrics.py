"""RocksDB's own metrics are reported where they are turned on."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.core.metrics.metric_group import MetricGroup
from pyrite.core.metrics.rocksdb_metrics import ROCKSDB_METRICS
from pyrite.operators.operator_context import OperatorSettings
from pyrite.runtime.task.metrics.subtask_meter import expose_operator
from pyrite.state.rocksdb.backend import RocksDBBackend


@pytest.fixture
def backend(tmp_path: Path) -> RocksDBBackend:
    """One whose database is open."""
    backend = RocksDBBackend(tmp_path)
    backend._contents.store.open()
    return backend


def reported(backend: RocksDBBackend, *names: str) -> dict[str, Any]:
    """What an operator reports of RocksDB, if these metrics are turned on."""
    configuration = Configuration({f"state.backend.rocksdb.metrics.{name}": "true" for name in names})
    metrics = MetricGroup()
    context = SimpleNamespace(metrics=metrics, backend=backend, settings=OperatorSettings(configuration=configuration))
    operator: Any = SimpleNamespace(context=context, state_entries=backend.entry_count, timer_count=lambda: 0)
    expose_operator(operator)
    return {name: value for name, value in metrics.read().items() if name.startswith("rocksdb.")}


def test_property_is_0_as_long_as_there_is_no_database(tmp_path: Path) -> None:
    assert reported(RocksDBBackend(tmp_path), "block-cache-capacity") == {"rocksdb.block-cache-capacity": 0}


def test_nothing_is_reported_by_default(backend: RocksDBBackend) -> None:
    assert reported(backend) == {}


def test_properties_that_are_turned_on_are_reported(backend: RocksDBBackend) -> None:
    values = reported(backend, "block-cache-capacity", "is-write-stopped")
    assert set(values) == {"rocksdb.block-cache-capacity", "rocksdb.is-write-stopped"}
    assert values["rocksdb.block-cache-capacity"] == 64 << 20


def test_every_property_is_one_that_the_database_knows(backend: RocksDBBackend) -> None:
    db = backend._contents.store.db
    names = [metric.spec.name for metric in ROCKSDB_METRICS]
    assert [name for name in names if db.property_int_value(f"rocksdb.{name}") is None] == []
    assert len(reported(backend, *names)) == len(names)
