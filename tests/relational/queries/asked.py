"""Queries with aggregates, Top-N and changelogs, over columns of all types. Imports neither library.

`benchmarks/peers/record_queries.py` has Flink answer `queries.sql`; the answers are in `answers.txt`.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent / "flink"
_FILE: Final = "WITH ('connector' = 'filesystem', 'path' = '{}', 'format' = '{}')"
_CHANGES: Final = "k INT{}, s STRING, v INT, w DECIMAL(5, 2), d DOUBLE{}"
_KEY: Final = " NOT NULL", ", PRIMARY KEY (k) NOT ENFORCED"
_SINK: Final = "a STRING NOT NULL, n BIGINT, PRIMARY KEY (a) NOT ENFORCED"
_NUMBER: Final = re.compile(r"(?<![\w.:-])-?\d+\.\d+(?:[eE][+-]?\d+)?(?![\w:])|-?Infinity|NaN|(?<!\w)-?\d+e\+\d+")
_MAP: Final = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True)
class Case:
    """A query in a mode, and what Flink answers: a type and rows, or an error."""

    name: str
    mode: str
    statements: tuple[str, ...]
    lines: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return f"{self.mode}: {self.name}"


def cases() -> list[Case]:
    """The questions. A name ends with the modes, as in `[s]`; without them it is asked in both."""
    parts = re.split(r"^-- (.+)\n", (FOLDER / "queries.sql").read_text(), flags=re.MULTILINE)[1:]
    made = []
    for head, body in zip(parts[::2], parts[1::2], strict=True):
        name, _, letters = head.partition(" [")
        statements = tuple(each.strip() for each in body.strip().rstrip(";").split(";\n"))
        made += [
            Case(name, {"s": "streaming", "b": "batch"}[letter], statements)
            for letter in letters or "sb"
            if letter != "]"
        ]
    return made


def tables(mode: str, takes_debezium: bool) -> Iterator[str]:
    """Statements that make the tables. Without Debezium's format, those of changes are made of `changes()`."""
    yield (
        "CREATE TABLE t (id INT, k STRING, ti TINYINT, si SMALLINT, i INT, b BIGINT, f FLOAT, d DOUBLE, "
        "de DECIMAL(5, 2), d38 DECIMAL(38, 0), dt DATE, tm TIME, ts0 TIMESTAMP(0), ts3 TIMESTAMP(3), ts9 TIMESTAMP(9), "
        "ltz TIMESTAMP_LTZ(3), c CHAR(4), vc VARCHAR(3), bo BOOLEAN, arr ARRAY<INT>, m MAP<STRING, INT>, "
        "r ROW<x INT, y STRING>, pt AS PROCTIME(), WATERMARK FOR ts3 AS ts3 - INTERVAL '2' SECOND) "
        + _FILE.format(FOLDER / "things.json", "json")
    )
    yield "CREATE TABLE ops (op STRING, k INT, s STRING, v INT, w DECIMAL(5, 2), d DOUBLE) " + _FILE.format(
        FOLDER / "operations.json", "json"
    )
    yield f"CREATE TABLE keyed_sink ({_SINK}) WITH ('connector' = 'blackhole')"
    if takes_debezium and mode == "streaming":
        for name, parts in (("c", ("", "")), ("cp", _KEY)):
            columns = _CHANGES.format(*parts)
            yield f"CREATE TABLE {name} ({columns}) " + _FILE.format(FOLDER / "changes.json", "debezium-json")


def changes(common: Any) -> list[Any]:
    """The changes that Debezium's records are, as rows of either library."""
    kinds = common.RowKind
    of_records = {
        "c": (None, kinds.INSERT),
        "u": (kinds.UPDATE_BEFORE, kinds.UPDATE_AFTER),
        "d": (kinds.DELETE, None),
    }
    rows = []
    for line in (FOLDER / "changes.json").read_text().splitlines():
        record = json.loads(line)
        for side, kind in zip(("before", "after"), of_records[record["op"]], strict=True):
            if kind is not None:
                values = {name: record[side].get(name) for name in "ksvwd"}
                row = common.Row(**{**values, "w": values["w"] and Decimal(values["w"])})
                row.set_row_kind(kind)
                rows.append(row)
    return rows


def environment(table: Any, common: Any, datastream: Any, mode: str) -> Any:
    """One of either library that knows the tables: `t`, `ops`, `c`, with a key `cp`, and of upserts `u`."""
    streams = datastream.StreamExecutionEnvironment.get_execution_environment()
    streams.set_parallelism(1)
    settings = table.EnvironmentSettings
    made = table.StreamTableEnvironment.create(
        streams, settings.in_streaming_mode() if mode == "streaming" else settings.in_batch_mode()
    )
    made.get_config().set("table.local-time-zone", "UTC")
    is_flink = table.__name__.startswith("pyflink")
    for statement in tables(mode, is_flink):
        made.execute_sql(statement)
    if mode == "batch":
        return made
    types = common.Types
    kind = types.ROW_NAMED(list("ksvwd"), [types.INT(), types.STRING(), types.INT(), types.BIG_DEC(), types.DOUBLE()])
    rows = changes(common)
    upserts = [row for row in rows if row.get_row_kind() != common.RowKind.UPDATE_BEFORE]
    sources = [("u", upserts, table.ChangelogMode.upsert())]
    if not is_flink:
        sources += [("c", rows, None), ("cp", rows, None)]
    for name, its_rows, changelog in sources:
        schema = _schema(table, is_keyed=name != "c")
        stream = streams.from_collection(its_rows, kind)
        made.create_temporary_view(name, made.from_changelog_stream(stream, schema, changelog))
    return made


def _schema(table: Any, is_keyed: bool) -> Any:
    builder = table.Schema.new_builder().column("k", "INT NOT NULL" if is_keyed else "INT").column("s", "STRING")
    builder = builder.column("v", "INT").column("w", "DECIMAL(5, 2)").column("d", "DOUBLE")
    return (builder.primary_key("k") if is_keyed else builder).build()


def normal(row: str) -> str:
    """A row's text with six digits of each floating-point number, and maps in the order of their entries' texts."""
    shown = _NUMBER.sub(_short, row)
    return _MAP.sub(lambda found: "{" + ", ".join(sorted(found[1].split(", "))) + "}", shown)


def _short(number: re.Match[str]) -> str:
    value = float(number[0].replace("Infinity", "inf"))
    return str(value) if math.isnan(value) or math.isinf(value) else f"{value:.6g}"


def recorded(case: Case, lines: list[str]) -> str:
    return "\n".join([f"--- {case.title}", *lines, ""])


def answers() -> dict[str, list[str]]:
    """Flink's answers by the cases' titles."""
    made = {}
    for part in (FOLDER / "answers.txt").read_text().split("--- ")[1:]:
        title, *lines = part.splitlines()
        made[title] = lines
    return made
