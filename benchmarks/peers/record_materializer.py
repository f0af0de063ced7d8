"""Records what reaches a sink in Flink when its rows are kept by primary key: FILE is
tests/operators/relational/materialized_changes.txt.

    .peers/pyflink/bin/python benchmarks/peers/record_materializer.py FILE

A case is `-- name`, a line with the action of ON CONFLICT and, after `by`, the key of the query's rows, the changes
that come, a line `==>`, and the changes that the sink got, or `! ` and the error. A change is its kind and the columns
id, k and v; the sink's primary key is k. All come before the first watermark, which is that of the end of input.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

KINDS = {"+I": "INSERT", "-U": "UPDATE_BEFORE", "+U": "UPDATE_AFTER", "-D": "DELETE"}
PRINTED = re.compile(r"^case(\d+)> (..)\[(\w+), (\w+), (\w+)\]$")


def cases(path: Path) -> list[tuple[str, str]]:
    """The name and the text before the answer of each case."""
    parts = re.split(r"^-- (.+)\n", path.read_text(), flags=re.MULTILINE)[1:]
    return [(name, body.partition("==>\n")[0].strip()) for name, body in zip(parts[::2], parts[1::2], strict=True)]


def run(number: int, text: str) -> None:
    """Runs a case. The sink prints what it gets."""
    from pyflink.common import Row, RowKind, Types
    from pyflink.datastream import StreamExecutionEnvironment
    from pyflink.table import DataTypes, Schema, StreamTableEnvironment

    header, *lines = text.splitlines()
    action, _, key = header.partition(" by ")
    environment = StreamExecutionEnvironment.get_execution_environment()
    environment.set_parallelism(1)
    tables = StreamTableEnvironment.create(environment)
    rows = []
    for line in lines:
        kind, id_, k, v = line.split()
        row = Row(int(id_), k, int(v))
        row.set_row_kind(RowKind[KINDS[kind]])
        rows.append(row)
    types = Types.ROW_NAMED(["id", "k", "v"], [Types.INT(), Types.STRING(), Types.INT()])
    schema = Schema.new_builder().column("id", DataTypes.INT().not_null()).column("k", DataTypes.STRING().not_null())
    schema = schema.column("v", DataTypes.INT())
    schema = schema.column_by_expression("ts", "TO_TIMESTAMP_LTZ(0, 3)").watermark("ts", "ts - INTERVAL '1' DAY")
    if key:
        schema = schema.primary_key(key)
    tables.create_temporary_view(
        "changes", tables.from_changelog_stream(environment.from_collection(rows, types), schema.build())
    )
    tables.execute_sql(
        "CREATE TABLE sink (id INT, k STRING, v INT, PRIMARY KEY (k) NOT ENFORCED) "
        f"WITH ('connector' = 'print', 'print-identifier' = 'case{number}')"
    )
    try:
        tables.execute_sql(f"INSERT INTO sink SELECT id, k, v FROM changes ON CONFLICT DO {action}").wait()
    except Exception as error:
        causes = re.findall(r"(Primary key constraint violation.*)", str(error))
        print(f"error{number}> {causes[-1] if causes else repr(error)}", flush=True)


def main() -> None:
    path = Path(sys.argv[1])
    asked = cases(path)
    if sys.argv[2:]:
        for number, (_, text) in enumerate(asked):
            run(number, text)
        return
    printed = subprocess.run([sys.executable, __file__, str(path), "run"], capture_output=True, text=True).stdout
    answers: list[list[str]] = [[] for _ in asked]
    for line in printed.splitlines():
        if match := PRINTED.match(line):
            answers[int(match[1])].append(" ".join(match.groups()[1:]))
        elif line.startswith("error"):
            number, _, error = line.removeprefix("error").partition("> ")
            answers[int(number)].append(f"! {error}")
    texts = [
        f"-- {name}\n{text}\n==>\n" + "".join(f"{line}\n" for line in lines)
        for (name, text), lines in zip(asked, answers, strict=True)
    ]
    path.write_text("\n".join(texts))
    print(f"{path}: {len(texts)} cases")


if __name__ == "__main__":
    sys.exit(main())
