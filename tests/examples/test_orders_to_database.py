"""The example's tables are right on both databases, when tasks and drivers are killed."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from examples.streaming.orders_to_database import build, tables

from pyrite.common import JobStatus
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.testing import Fault, SimulationOptions, simulate
from tests.connectors.jdbc.postgres_server import shared_server


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("system", ["sqlite", "postgres"])
def test_every_order_is_counted_once(system: str, seed: int, tmp_path: Path) -> None:
    url = f"jdbc:sqlite:{tmp_path}/shop.db" if system == "sqlite" else shared_server().url
    with tables(url) as connection:
        env = StreamExecutionEnvironment().set_parallelism(2)
        env.enable_checkpointing(10)
        build(env, url)
        result = simulate(env, seed, SimulationOptions(faults=(Fault.TASK, Fault.DRIVER), time_passes=0.5))
        gc.collect()  # closes the connections of killed tasks, as the end of a process does
        assert result.status is JobStatus.FINISHED
        revenue = connection.execute("SELECT * FROM demo_revenue ORDER BY product").fetchall()
        assert revenue == [("cup", 180), ("pot", 250), ("tea", 28)]
        assert connection.execute("SELECT id FROM demo_large ORDER BY id").fetchall() == [(2,), (4,)]
