"""Run the pattern of benchmarks/cep.py as SQL on Flink and print one JSON line.

Run inside an environment that holds apache-flink; no Python runs in the job itself:

    python flink_sql_peer.py N[,N...] [--object-reuse] [--check]

The time runs from the submission of the job to its end.
"""

from __future__ import annotations

import argparse
import json
import time

from pyflink.table import EnvironmentSettings, TableEnvironment

PARALLELISM = 2
WARM_UP = 200_000

# Keys, kinds and times are those of benchmarks/cep.py.
EVENTS = """
CREATE TABLE {name} (
    n BIGINT,
    k AS MOD(n, 1000),
    kind AS MOD(MOD(n * n, 7919), 4),
    ts AS TO_TIMESTAMP_LTZ(n / 10, 3),
    WATERMARK FOR ts AS ts - INTERVAL '1' SECOND
) WITH (
    'connector' = 'datagen',
    'fields.n.kind' = 'sequence',
    'fields.n.start' = '0',
    'fields.n.end' = '{last}',
    'rows-per-second' = '1000000000'
)
"""
MATCHES = """
SELECT first_n, last_n FROM {name} MATCH_RECOGNIZE (
    PARTITION BY k
    ORDER BY ts
    MEASURES A.n AS first_n, C.n AS last_n
    ONE ROW PER MATCH
    AFTER MATCH SKIP PAST LAST ROW
    PATTERN (A B C) WITHIN INTERVAL '10' SECOND
    DEFINE A AS A.kind = 0, B AS B.kind = 1, C AS C.kind = 2
)
"""
SINK = "CREATE TABLE nothing (first_n BIGINT, last_n BIGINT) WITH ('connector' = 'blackhole')"


def made(object_reuse: bool) -> TableEnvironment:
    """An environment with the sink in it."""
    table_env = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
    table_env.get_config().set("parallelism.default", str(PARALLELISM))
    table_env.get_config().set("pipeline.object-reuse", str(object_reuse).lower())
    table_env.execute_sql(SINK)
    return table_env


def events(table_env: TableEnvironment, records: int, number: int) -> str:
    """A table of so many records; its name."""
    name = f"events_{number}"
    table_env.execute_sql(EVENTS.format(name=name, last=records - 1))
    return name


def run(table_env: TableEnvironment, records: int, number: int) -> tuple[float, float]:
    """When the job began and ended."""
    query = MATCHES.format(name=events(table_env, records, number))
    begun = time.monotonic()
    table_env.execute_sql(f"INSERT INTO nothing {query}").wait()
    return begun, time.monotonic()


def check(table_env: TableEnvironment, records: int) -> dict[str, int]:
    """How many matches there are, and the sums of their first and last numbers."""
    with table_env.execute_sql(MATCHES.format(name=events(table_env, records, 0))).collect() as results:
        values = [(row[0], row[1]) for row in results]
    return {"matches": len(values), "first": sum(one[0] for one in values), "last": sum(one[1] for one in values)}


def main() -> None:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records")
    parser.add_argument("--object-reuse", action="store_true")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    table_env = made(options.object_reuse)
    if options.check:
        print(json.dumps(check(table_env, int(options.records))))
        return
    sizes = [WARM_UP, *map(int, options.records.split(","))]
    spans = [run(table_env, size, number) for number, size in enumerate(sizes)][1:]
    print(json.dumps({"seconds": [end - begin for begin, end in spans], "spans": spans}))


if __name__ == "__main__":
    main()
