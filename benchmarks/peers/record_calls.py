"""Record what PyFlink answers to calls of its environments, for tests/table/calls.

    .peers/pyflink/bin/python benchmarks/peers/record_calls.py FILE...

A FILE is question and answer in one. A line `> expression` is evaluated, in order, in an environment of the
section that a line with `#` begins; below it the script writes `= ` and the value as Python shows it, or `! ` and
the sentence of the error. Names in the expressions: t_env, env and all that NAMES lists. A line `% reason` before one
is for the tests: our answer differs, and why.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pyflink.common import Configuration, Row, Types, WatermarkStrategy
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.table import DataTypes, Schema, StreamTableEnvironment, TableDescriptor
from pyflink.table.expressions import col, lit, row_interval
from pyflink.table.udf import udf, udtf
from pyflink.table.window import Session, Slide, Tumble
from record_mistakes import sentence

NAMES = {
    "Configuration": Configuration,
    "DataTypes": DataTypes,
    "Row": Row,
    "Schema": Schema,
    "Session": Session,
    "Slide": Slide,
    "TableDescriptor": TableDescriptor,
    "Tumble": Tumble,
    "Types": Types,
    "WatermarkStrategy": WatermarkStrategy,
    "col": col,
    "lit": lit,
    "row_interval": row_interval,
    "udf": udf,
    "udtf": udtf,
}


def scope() -> dict[str, Any]:
    configuration = Configuration()
    configuration.set_string("parallelism.default", "1")
    configuration.set_string("table.local-time-zone", "UTC")
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    return {**NAMES, "env": env, "t_env": StreamTableEnvironment.create(env), "kept": {}}


def answer(expression: str, names: dict[str, Any]) -> str:
    try:
        return f"= {eval(expression, names)!r}"
    except Exception as error:
        return f"! {json.dumps(sentence(error), ensure_ascii=False)}"


def main() -> None:
    for path in map(Path, sys.argv[1:]):
        names: dict[str, Any] = {}
        lines = []
        for line in path.read_text().splitlines():
            if line.startswith("#"):
                names = scope()
            if not line.startswith(("= ", "! ")):
                lines.append(line)
            if line.startswith("> "):
                lines.append(answer(line[2:], names))
        path.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
