"""Record a plan that Flink 2.3 compiled, as JSON and as SMILE.

    .peers/pyflink/bin/python benchmarks/peers/record_compiled_plan.py

writes tests/relational/compiled/flink_plan.json and flink_plan.smile.
"""

from __future__ import annotations

from pathlib import Path

from pyflink.table import EnvironmentSettings, TableEnvironment

FOLDER = Path(__file__).parent.parent.parent / "tests" / "relational" / "compiled"


def main() -> None:
    """Write the files."""
    table_env = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
    table_env.execute_sql(
        "CREATE TABLE orders (id BIGINT, price DOUBLE, name STRING, ts TIMESTAMP(3), "
        "WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen')"
    )
    table_env.execute_sql(
        "CREATE TABLE totals (name STRING, total DOUBLE, n BIGINT, PRIMARY KEY (name) NOT ENFORCED) "
        "WITH ('connector' = 'print')"
    )
    plan = table_env.compile_plan_sql(
        "INSERT INTO totals SELECT name, SUM(price * 1.5e0), COUNT(*) FROM orders "
        "WHERE id > 123456789012 AND name <> 'ümlaut' GROUP BY name"
    )
    (FOLDER / "flink_plan.json").write_text(plan.as_json_string())
    (FOLDER / "flink_plan.smile").write_bytes(plan.as_smile_bytes())


if __name__ == "__main__":
    main()
