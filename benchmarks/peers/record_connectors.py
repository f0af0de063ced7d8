"""Record what Flink's built-in connectors do, for tests/connectors/answers: printed rows, and folders of partitions.

Run inside an environment that holds apache-flink:

    python record_connectors.py FOLDER

It writes `print.jsonl` (`type`, `sql`, `printed`), `partitions.jsonl` (`type`, `sql`, `folder`, `read`) and
`lines.jsonl` (`format`, `text`, `ignores`, `columns`, `rows`), one answer a line. `folder` is the name that the
partition of a value gets, `read` what Flink reads from it again, or its error. `rows` are those that Flink reads from a
file with that text in a table (a BIGINT, b STRING), null if the job fails; `ignores`: with ignore-parse-errors.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

PRINTED = {
    "BOOLEAN": ["TRUE", "CAST(NULL AS BOOLEAN)"],
    "TINYINT": ["CAST(-5 AS TINYINT)"],
    "BIGINT": ["CAST(9223372036854775807 AS BIGINT)"],
    "FLOAT": ["CAST(0.1 AS FLOAT)", "CAST(1.0E10 AS FLOAT)", "CAST(16777216 AS FLOAT)"],
    "DOUBLE": ["1.0E0", "1.0E7", "9999999E0", "1.5E-4", "1.0E-3", "1.2345678901234567E300", "-0.5E0"],
    "DECIMAL(10, 2)": ["CAST(1.5 AS DECIMAL(10, 2))", "CAST(0 AS DECIMAL(10, 2))"],
    "DECIMAL(20, 10)": ["CAST(0 AS DECIMAL(20, 10))", "CAST(0.0000000123 AS DECIMAL(20, 10))"],
    "CHAR(5)": ["CAST('ab' AS CHAR(5))"],
    "STRING": ["'a, b'", "''", "'ü'"],
    "BYTES": ["x'01ff80'", "x''"],
    "DATE": ["DATE '2020-02-29'", "DATE '0001-01-01'"],
    "TIME(0)": ["TIME '00:00:00'", "TIME '23:59:59'"],
    "TIMESTAMP(3)": ["TIMESTAMP '1970-01-01 00:00:01.5'", "TIMESTAMP '2020-01-01 12:30:00'"],
    "TIMESTAMP(9)": ["TIMESTAMP '1970-01-01 00:00:00.000000001'"],
    "TIMESTAMP(6)": ["TIMESTAMP '1969-12-31 23:59:59.999999'"],
    "TIMESTAMP_LTZ(3)": ["TO_TIMESTAMP_LTZ(0, 3)", "TO_TIMESTAMP_LTZ(1500, 3)"],
    "ARRAY<STRING>": ["ARRAY['a', CAST(NULL AS STRING)]"],
    "ARRAY<INT>": ["ARRAY[1, 2]"],
    "MAP<STRING, INT>": ["MAP['a', 1]"],
    "ROW<x INT, y STRING>": ["ROW(1, CAST(NULL AS STRING))"],
    "ARRAY<ROW<x INT>>": ["ARRAY[ROW(1), ROW(2)]"],
}
PARTITIONS = {
    "STRING": ["'x'", "'a/b'", "'a=b'", "'a b'", "'ü'", "''", "CAST(NULL AS STRING)", "'50%'", "'a:b'"],
    "INT": ["CAST(-5 AS INT)"],
    "BOOLEAN": ["TRUE"],
    "DOUBLE": ["1.0E7"],
    "DATE": ["DATE '2020-02-29'"],
    "TIMESTAMP(3)": ["TIMESTAMP '2020-01-01 12:30:00'", "TIMESTAMP '2020-01-01 12:30:00.5'"],
}

LINES = {
    "csv": [
        "1,x\nz,w\n5,v\n",
        "1,x\n3\n5,v\n",
        "1,x\n4,y,e\n5,v\n",
        "1,x\n\n5,v\n",
        '1,"a\nb"\n5,v\n',
        "1,x\n,y\n5,v\n",
        "#1,x\n5,v\n",
        "1,x\r\n5,v\r\n",
        '1,"x\n5,v\n',
        '1,"x ""y"""\n5, "v" \n',
        "1,\n5,v",
    ],
    "json": [
        '{"a":1,"b":"x"}\n\n{"a":5}\n',
        '{"a":1,"b":"x"}\n{"a":"z","b":"y"}\n{"a":5}\n',
        '{"a":1,"b":"x"}\nno\n{"a":5}',
        '{"a":"1","b":2}\r\n{"a":1.5,"b":{"c":1}}\n',
    ],
}


def environment() -> Any:
    from pyflink.table import EnvironmentSettings, TableEnvironment

    made = TableEnvironment.create(EnvironmentSettings.in_batch_mode())
    made.get_config().set("parallelism.default", "1")
    made.get_config().set("table.local-time-zone", "UTC")
    return made


def print_all() -> None:
    """Prints every value, after its number, by one job."""
    table_env = environment()
    statements = table_env.create_statement_set()
    for number, (kind, text) in enumerate((kind, text) for kind, texts in PRINTED.items() for text in texts):
        try:
            table_env.execute_sql(
                f"CREATE TEMPORARY TABLE p{number} (v {kind}) "
                f"WITH ('connector' = 'print', 'print-identifier' = 'n{number}')"
            )
            table_env.sql_query(f"SELECT {text}")
            statements.add_insert_sql(f"INSERT INTO p{number} SELECT {text}")
        except Exception as error:
            print(f"n{number}> refused: {str(error).splitlines()[0]}")
    statements.execute().wait()


def record_printed(folder: Path) -> None:
    done = subprocess.run([sys.executable, __file__, "--print"], capture_output=True, text=True, check=True)
    printed = {line.split("> ", 1)[0]: line.split("> ", 1)[1] for line in done.stdout.splitlines() if "> " in line}
    questions = [(kind, text) for kind, texts in PRINTED.items() for text in texts]
    with (folder / "print.jsonl").open("w") as file:
        for number, (kind, text) in enumerate(questions):
            answer = {"type": kind, "sql": text, "printed": printed[f"n{number}"]}
            file.write(json.dumps(answer, ensure_ascii=False) + "\n")


def record_partitions(folder: Path) -> None:
    table_env = environment()
    statements = table_env.create_statement_set()
    questions = [(kind, text) for kind, texts in PARTITIONS.items() for text in texts]
    base = Path(tempfile.mkdtemp())
    for number, (kind, text) in enumerate(questions):
        table_env.execute_sql(
            f"CREATE TEMPORARY TABLE t{number} (a INT, k {kind}) PARTITIONED BY (k) "
            f"WITH ('connector' = 'filesystem', 'path' = '{base / str(number)}', 'format' = 'json')"
        )
        statements.add_insert_sql(f"INSERT INTO t{number} SELECT 1, {text}")
    statements.execute().wait()
    with (folder / "partitions.jsonl").open("w") as file:
        for number, (kind, text) in enumerate(questions):
            (made,) = [entry.name for entry in (base / str(number)).iterdir() if "=" in entry.name]
            try:
                read = str(next(iter(table_env.execute_sql(f"SELECT k FROM t{number}").collect()))[0])
            except Exception as error:
                read = f"error: {str(error).splitlines()[0]}"
            answer = {"type": kind, "sql": text, "folder": made, "read": read}
            file.write(json.dumps(answer, ensure_ascii=False) + "\n")


def record_lines(folder: Path) -> None:
    table_env = environment()
    questions = [(kind, text, ignores) for kind, texts in LINES.items() for text in texts for ignores in (False, True)]
    with (folder / "lines.jsonl").open("w") as file:
        for number, (kind, text, ignores) in enumerate(questions):
            path = Path(tempfile.mkdtemp())
            (path / "f").write_text(text, newline="")
            table_env.execute_sql(
                f"CREATE TEMPORARY TABLE l{number} (a BIGINT, b STRING) WITH ('connector' = 'filesystem', "
                f"'path' = '{path}', 'format' = '{kind}', '{kind}.ignore-parse-errors' = '{str(ignores).lower()}')"
            )
            for columns in ("a, b", "b"):
                try:
                    rows = [list(row) for row in table_env.execute_sql(f"SELECT {columns} FROM l{number}").collect()]
                except Exception:
                    rows = None
                answer = {"format": kind, "text": text, "ignores": ignores, "columns": columns, "rows": rows}
                file.write(json.dumps(answer, ensure_ascii=False) + "\n")


def main() -> None:
    if sys.argv[1] == "--print":
        print_all()
        return
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    record_printed(folder)
    record_partitions(folder)
    record_lines(folder)


if __name__ == "__main__":
    main()
