"""LIMIT while tasks and the driver are killed and the job is rescaled: so many rows, each once."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.table import StreamTableEnvironment
from pyrite.testing.simulation import simulate
from pyrite.testing.simulation_options import Fault, SimulationOptions, Wish

OPTIONS = SimulationOptions(faults=(Fault.TASK, Fault.DRIVER), wishes=(Wish.RESCALE,), time_passes=0.5)


@pytest.mark.parametrize("seed", range(6))
def test_limit_counts_on_after_faults(tmp_path: Path, seed: int) -> None:
    settings = {"parallelism.default": "2", "execution.checkpointing.interval": "100 ms"}
    env = StreamExecutionEnvironment.get_execution_environment(Configuration(settings))
    tables = StreamTableEnvironment.create(env)
    tables.execute_sql(
        "CREATE TABLE numbers (n BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '300', "
        "'fields.n.kind' = 'sequence', 'fields.n.start' = '1', 'fields.n.end' = '400')"
    )
    tables.execute_sql(
        f"CREATE TABLE target (n BIGINT) WITH ('connector' = 'filesystem', 'path' = '{tmp_path}', 'format' = 'csv')"
    )
    insert = "INSERT INTO target SELECT n FROM (SELECT n FROM numbers WHERE n > 0 LIMIT 150 OFFSET 50)"
    tables.create_statement_set().add_insert_sql(insert).attach_as_datastream()
    simulate(env, seed, OPTIONS)
    files = [path for path in tmp_path.rglob("*") if path.is_file() and not path.name.startswith((".", "_"))]
    numbers = [int(line) for path in files for line in path.read_text().split()]
    assert len(numbers) == len(set(numbers)) == 150
