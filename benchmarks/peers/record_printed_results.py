"""Records how Flink prints results: `tests/table/printed_results.txt`.

    .peers/pyflink/bin/python benchmarks/peers/record_printed_results.py

An entry is a line `--- streaming: title` or `--- batch: title`, the statement, an empty line, and what is printed.
"""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
from pathlib import Path

TARGET = Path(__file__).parents[2] / "tests" / "table" / "printed_results.txt"
STATEMENTS = {
    "numbers": "SELECT * FROM (VALUES (CAST(1 AS TINYINT), CAST(300 AS SMALLINT), 70000, 3000000000, "
    "CAST(1.5 AS FLOAT), 2.5e20, CAST(12.30 AS DECIMAL(10, 3))), (CAST(NULL AS TINYINT), CAST(-1 AS SMALLINT), -1, "
    "-1, CAST(0.1 AS FLOAT), CAST(1 AS DOUBLE), CAST(-0.5 AS DECIMAL(10, 3)))) AS t(tiny, small, i, big, f, d, x)",
    "not null": "SELECT CAST(1 AS TINYINT) AS t, TRUE AS b, CAST(1 AS SMALLINT) AS s, CAST(1 AS DECIMAL(3, 1)) AS d, "
    "1e0 AS e, CAST(0.1 AS FLOAT) AS f, TIME '01:02:03' AS m",
    "strings": "SELECT * FROM (VALUES ('a', CAST('bc' AS CHAR(5)), CAST(X'01ff' AS BYTES), TRUE), ('a text that is "
    "longer than thirty characters', CAST('' AS CHAR(5)), CAST(NULL AS BYTES), FALSE), (CAST(NULL AS STRING), "
    "CAST('x' AS CHAR(5)), CAST(X'' AS BYTES), CAST(NULL AS BOOLEAN))) AS t(a_string, a_char, some_bytes, b)",
    "wide signs": "SELECT * FROM (VALUES ('日本語', 'é'), "
    "('ab', '日本語のとても長いテキストがここにあります、そして続く')) AS t(wide, longer)",
    "times": "SELECT * FROM (VALUES (DATE '2024-01-02', TIME '03:04:05', TIMESTAMP '2024-01-02 03:04:05.120', "
    "CAST(TIMESTAMP '2024-07-02 03:04:05.12' AS TIMESTAMP_LTZ(3)), CAST(TIMESTAMP '2024-01-02 03:04:05' AS "
    "TIMESTAMP(0)), CAST(TIMESTAMP '2024-01-02 03:04:05.123456' AS TIMESTAMP(9)))) AS t(d, t, ts, ltz, ts0, ts9)",
    "extreme times": "SELECT TIMESTAMP '0001-01-01 00:00:00' AS a, CAST(TIME '01:02:03' AS TIME(3)) AS t3, "
    "DATE '9999-12-31' AS d, CAST(TIMESTAMP '2024-01-02 03:04:05.12' AS TIMESTAMP_LTZ(0)) AS l",
    "intervals": "SELECT INTERVAL '1 02:03:04.5' DAY TO SECOND AS a, INTERVAL '1-02' YEAR TO MONTH AS b, "
    "INTERVAL '5' MINUTE AS c, INTERVAL '-5' MINUTE AS d",
    "collections": "SELECT ARRAY[1, 2, CAST(NULL AS INT)] AS a, MAP['k', 1.5, 'l', CAST(NULL AS DECIMAL(2, 1))] AS m, "
    "ROW(1, 'x', ROW(TRUE, DATE '2024-01-02')) AS r, ARRAY['a', 'b'] AS s, ARRAY[ROW(1, TIMESTAMP '2024-01-02 "
    "03:04:05')] AS ar",
    "nested values": "SELECT ARRAY[1.5e0] AS d, ROW(CAST(1 AS FLOAT), X'01', INTERVAL '1' DAY) AS r, "
    "MAP[1, ARRAY[2]] AS m, ARRAY[ARRAY['x']] AS aa",
    "nothing": "SELECT * FROM (VALUES (1, 'a')) AS t(i, s) WHERE i > 5",
    "names of no column": "SELECT 1, 'x'",
    "long names": "SELECT 1 AS a_column_name_that_is_much_longer_than_its_value, 'x' AS s",
    "names shown": "SHOW DATABASES",
    "done": "CREATE TABLE t2 (a INT) WITH ('connector' = 'blackhole')",
    "columns": "DESCRIBE t2",
    "tables": "SHOW TABLES",
    "no names": "SHOW VIEWS",
    "insert": "INSERT INTO t2 SELECT 1",
}


def record(mode: str) -> None:
    from pyflink.table import EnvironmentSettings, TableEnvironment  # type: ignore[import-not-found]

    settings = EnvironmentSettings.in_streaming_mode() if mode == "streaming" else EnvironmentSettings.in_batch_mode()
    environment = TableEnvironment.create(settings)
    environment.get_config().set("parallelism.default", "1")
    environment.get_config().set("table.local-time-zone", "Europe/Berlin")
    for title, statement in STATEMENTS.items():
        print(f"--- {mode}: {title}\n{statement}\n", flush=True)
        environment.execute_sql(statement).print()
        sys.stdout.flush()


def main() -> None:
    """The JVM writes to the process's own output: so it is that of a process of its own."""
    if sys.argv[1:]:
        record(sys.argv[1])
        return
    texts = io.StringIO()
    with contextlib.redirect_stdout(texts):
        for mode in ("streaming", "batch"):
            command = [sys.executable, __file__, mode]
            print(subprocess.run(command, check=True, capture_output=True, text=True).stdout, end="")
    TARGET.write_text(texts.getvalue())


if __name__ == "__main__":
    main()
