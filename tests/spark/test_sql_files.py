"""SQL into files on Spark: each row is there once."""

from __future__ import annotations

import json
from pathlib import Path

from pyrite.table import StreamTableEnvironment
from tests.spark.conftest import environment

NUMBERS = (
    "CREATE TABLE numbers (n BIGINT, part AS CAST(MOD(n, 2) AS INT)) WITH ('connector' = 'datagen', "
    "'rows-per-second' = '2000', 'fields.n.kind' = 'sequence', 'fields.n.start' = '0', 'fields.n.end' = '2999')"
)
ROLLING = "'sink.rolling-policy.file-size' = '4kb', 'sink.rolling-policy.rollover-interval' = '300 ms'"


def rows_of(folder: Path) -> list[tuple[str, int, int]]:
    """Folder, number and square of each row of all visible files."""
    files = [path for path in folder.rglob("*") if path.is_file() and not path.name.startswith((".", "_"))]
    lines = [(path.parent.name, json.loads(line)) for path in files for line in path.read_text().splitlines()]
    return sorted((part, row["n"], row["square"]) for part, row in lines)


def test_statement_set_writes_each_row_once_with_checkpoints(tmp_path: Path) -> None:
    env = environment(execution__checkpointing__interval="200 ms", execution__checkpointing__dir=str(tmp_path / "c"))
    t_env = StreamTableEnvironment.create(env)
    t_env.execute_sql(NUMBERS)
    for name, partitions in (("divided", "PARTITIONED BY (part)"), ("whole", "")):
        t_env.execute_sql(
            f"CREATE TABLE {name} (n BIGINT, square BIGINT, part INT) {partitions} WITH ('connector' = 'filesystem', "
            f"'path' = '{tmp_path / name}', 'format' = 'json', {ROLLING})"
        )
    inserts = "INSERT INTO divided SELECT n, n * n, part FROM numbers WHERE MOD(n, 3) <> 0; " + (
        "INSERT INTO whole SELECT n, n * n, part FROM numbers;"
    )
    t_env.execute_sql(f"EXECUTE STATEMENT SET BEGIN {inserts} END").wait()
    assert rows_of(tmp_path / "divided") == sorted((f"part={n % 2}", n, n * n) for n in range(3000) if n % 3)
    assert rows_of(tmp_path / "whole") == [("whole", n, n * n) for n in range(3000)]
    assert not [path for name in ("divided", "whole") for path in (tmp_path / name).rglob(".*") if path.is_file()]
