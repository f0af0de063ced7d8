"""Record which changes Flink infers for the nodes of plans, for tests/relational/changelogs/.

Run inside an environment that holds apache-flink:

    python record_changelogs.py FILE...

A FILE has cases: `-- name`, a query or an INSERT, a line `==>`, and what Flink says: a line for each node of the
optimized plan with its name and its changelogMode, indented as the plan is, or `! ` and the first line of its error.
Before the statement there may be lines `SET 'key' = 'value';`, which are for it alone.
Cases that have no answer are asked; `--all` asks all. The tables have the names and columns of those of
tests/relational/changelog_tables.py.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.table import ChangelogMode, DataTypes, ExplainDetail, Schema, StreamTableEnvironment

DATAGEN = "WITH ('connector' = 'datagen')"
KEYED = "k STRING NOT NULL, n BIGINT, PRIMARY KEY (k) NOT ENFORCED"
TABLES = (
    f"CREATE TABLE orders (id BIGINT, price DOUBLE, name STRING, ts TIMESTAMP(3)) {DATAGEN}",
    "CREATE TABLE nested (id INT, tags ARRAY<STRING>, counts MAP<STRING, INT>, r ROW<x INT, y ROW<z STRING>>) "
    f"{DATAGEN}",
    "CREATE TABLE timed (id BIGINT, sent TIMESTAMP(3), ts AS sent + INTERVAL '1' SECOND, "
    f"WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) {DATAGEN}",
    "CREATE TABLE versions (id BIGINT, rate DOUBLE, sent TIMESTAMP(3), WATERMARK FOR sent AS sent, "
    f"PRIMARY KEY (id) NOT ENFORCED) {DATAGEN}",
    "CREATE TABLE retract_sink (k STRING, n BIGINT) WITH ('connector' = 'print')",
    "CREATE TABLE any_upsert_sink (k STRING, n BIGINT) WITH ('connector' = 'blackhole')",
    f"CREATE TABLE keyed_retract_sink ({KEYED}) WITH ('connector' = 'print')",
    f"CREATE TABLE upsert_sink ({KEYED}) WITH ('connector' = 'blackhole')",
    "CREATE TABLE window_sink (k BIGINT NOT NULL, t TIMESTAMP(3) NOT NULL, n BIGINT, PRIMARY KEY (k, t) NOT ENFORCED) "
    "WITH ('connector' = 'blackhole')",
)
CHANGELOGS = (
    "CREATE TABLE cdc (k STRING NOT NULL, v INT, PRIMARY KEY (k) NOT ENFORCED) WITH ({})",
    "CREATE TABLE cdc_no_key (k STRING, v INT) WITH ({})",
)
FILE = "'connector' = 'filesystem', 'path' = 'file://{}', 'format' = '{}'"
NODE = re.compile(r"^(?P<indent>[ :+-]*)(?P<name>\w+)(?P<rest>.*)$")
CONFLICT = re.compile(r"conflictStrategy=\[(\w+)\]")
SETTING = re.compile(r"^SET '([^']+)' = '([^']+)';\n", re.MULTILINE)
MODE = re.compile(r"changelogMode=\[([^\]]*)\]")


def environment(folder: str, settings: list[tuple[str, str]]) -> StreamTableEnvironment:
    stream_environment = StreamExecutionEnvironment.get_execution_environment()
    tables = StreamTableEnvironment.create(stream_environment)
    for key, value in settings:
        tables.get_config().set(key, value)
    for statement in TABLES:
        tables.execute_sql(statement)
    for statement in CHANGELOGS:
        tables.execute_sql(statement.format(FILE.format(folder, "debezium-json")))
    tables.execute_sql(f"CREATE TABLE append_sink (k STRING, n BIGINT) WITH ({FILE.format(folder, 'json')})")
    rows = stream_environment.from_collection([("a", 1)], Types.ROW_NAMED(["k", "v"], [Types.STRING(), Types.INT()]))
    schema = (
        Schema.new_builder()
        .column("k", DataTypes.STRING().not_null())
        .column("v", DataTypes.INT())
        .primary_key("k")
        .build()
    )
    upserts = tables.from_changelog_stream(rows, schema, ChangelogMode.upsert())
    tables.create_temporary_view("upserts", upserts)
    return tables


def answer(tables: StreamTableEnvironment, statement: str) -> str:
    try:
        text = tables.explain_sql(statement, ExplainDetail.CHANGELOG_MODE)
    except Exception as error:
        return f"! {message(error).splitlines()[0]}"
    plan = text.split("== Optimized Physical Plan ==")[1].split("== Optimized Execution Plan ==")[0]
    lines = []
    for line in plan.strip().splitlines():
        node = NODE.match(line)
        if node is None:
            continue
        mode = MODE.findall(line)
        extra = " upsertMaterialize" if "upsertMaterialize=[true]" in line else ""
        extra += "".join(f" {each}" for each in CONFLICT.findall(line))
        lines.append(f"{node['indent']}{node['name']} [{mode[-1] if mode else ''}]{extra}")
    return "\n".join(lines)


def message(error: Exception) -> str:
    """What the cause of an error says."""
    java = getattr(error, "java_exception", None)
    text = str(error)
    while java is not None:
        text, java = str(java.getMessage() or ""), java.getCause()
    return re.sub(r"\$cor\d+", "$cor0", re.sub(r"^[\w.]+Exception: ", "", text))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--all", action="store_true", help="ask again what has an answer")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tables = environment(folder, [])
        for path in options.files:
            with open(path) as file:
                parts = re.split(r"^-- (.+)\n", file.read(), flags=re.MULTILINE)[1:]
            texts = []
            for name, body in zip(parts[::2], parts[1::2], strict=True):
                statement, _, known = (part.strip() for part in body.partition("==>\n"))
                result = known
                if options.all or not known:
                    own = SETTING.findall(statement)
                    asked = environment(folder, own) if own else tables
                    result = answer(asked, SETTING.sub("", statement))
                texts.append(f"-- {name}\n{statement}\n==>\n{result}\n")
            with open(path, "w") as file:
                file.write("\n".join(texts))
            print(f"{path}: {len(texts)} statements")


if __name__ == "__main__":
    sys.exit(main())
