"""Record what Flink 2.3 says to statements that are wrong.

    .peers/pyflink/bin/python benchmarks/peers/record_mistakes.py

reads tests/relational/bind/mistakes.txt and writes fixtures/flink_mistakes.txt beside it: each statement with Flink's
sentence.
"""

from __future__ import annotations

import re
from pathlib import Path

from py4j.protocol import Py4JJavaError
from pyflink.table import EnvironmentSettings, TableEnvironment

FOLDER = Path(__file__).parent.parent.parent / "tests" / "relational" / "bind"
TABLES = (
    "CREATE TABLE orders (id BIGINT, price DOUBLE, name STRING, ts TIMESTAMP(3)) WITH ('connector' = 'datagen')",
    "CREATE TABLE nested (id INT, tags ARRAY<STRING>, counts MAP<STRING, INT>, r ROW<x INT, y ROW<z STRING>>) "
    "WITH ('connector' = 'datagen')",
    "CREATE TABLE target (id BIGINT, price DOUBLE) WITH ('connector' = 'blackhole')",
    "CREATE VIEW cheap AS SELECT id, price * 2 AS doubled FROM orders WHERE price < 10",
    "CREATE TABLE no_connector (a INT)",
    "CREATE TABLE unknown_connector (a INT) WITH ('connector' = 'kafkaa')",
    "CREATE TABLE unknown_option (a INT) WITH ('connector' = 'datagen', 'rows-per-secnd' = '1')",
    "CREATE TABLE wrong_value (a INT) WITH ('connector' = 'datagen', 'rows-per-second' = 'many')",
    "CREATE TABLE missing_option (a STRING) WITH ('connector' = 'filesystem', 'format' = 'raw')",
    "CREATE TABLE missing_format (a STRING) WITH ('connector' = 'filesystem', 'path' = '/nowhere')",
    "CREATE TABLE unknown_format (a STRING) WITH ('connector' = 'filesystem', 'path' = '/nowhere', 'format' = 'jsn')",
)


def mistakes() -> list[tuple[str, str]]:
    """The names and statements of the file."""
    text = (FOLDER / "mistakes.txt").read_text()
    parts = re.split(r"^-- (.+)\n", text, flags=re.MULTILINE)[1:]
    return [(name, text.strip()) for name, text in zip(parts[::2], parts[1::2], strict=True)]


def sentence(error: Exception) -> str:
    """The message of the innermost cause, without its class and its place in the text."""
    last = str(error).split("\n\tat ")[0]
    java = error.java_exception if isinstance(error, Py4JJavaError) else getattr(error, "_cause", None)
    while java is not None:
        last = java.getMessage() or last
        java = java.getCause()
    return re.sub(r"^org\.apache\.flink\.[\w.$]+: ", "", last)


def answer(table_env: TableEnvironment, statement: str) -> str:
    """What Flink says."""
    try:
        if statement.startswith(("SELECT", "VALUES", "WITH", "INSERT")):
            table_env.explain_sql(statement)
        else:
            table_env.execute_sql(statement)
    except Exception as error:
        return sentence(error)
    return "(no error)"


def main() -> None:
    """Write the file."""
    with (FOLDER / "fixtures" / "flink_mistakes.txt").open("w") as file:
        for name, statement in mistakes():
            table_env = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
            for table in TABLES:
                table_env.execute_sql(table)
            file.write(f"-- {name}\n{statement}\n==>\n{answer(table_env, statement)}\n\n")
            file.flush()


if __name__ == "__main__":
    main()
