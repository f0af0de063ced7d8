"""Record Flink's plans of aggregates under the options that tune them, for tests/relational/tuning/plans.txt.

    .peers/pyflink/bin/python benchmarks/peers/record_tuned_plans.py

A case of the file is `-- name`, lines `SET key = value`, a query, a line `==>`, and what Flink says: its optimized
execution plan, or `! ` and the first line of its error. Cases that have no answer are asked; `--all` asks all. The
tables are those of record_changelogs.py.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from pyflink.table import StreamTableEnvironment
from record_changelogs import _cause, environment

FILE = Path(__file__).parents[2] / "tests" / "relational" / "tuning" / "plans.txt"
DEFAULTS = {
    "table.exec.mini-batch.enabled": "false",
    "table.exec.mini-batch.allow-latency": "0 ms",
    "table.exec.mini-batch.size": "-1",
    "table.optimizer.agg-phase-strategy": "AUTO",
    "table.optimizer.distinct-agg.split.enabled": "false",
    "table.optimizer.distinct-agg.split.bucket-num": "1024",
    "table.optimizer.incremental-agg-enabled": "true",
    "table.exec.emit.early-fire.enabled": "false",
    "table.exec.emit.late-fire.enabled": "false",
}
"""What a case does not set. The delays of emit have no default: cases set them first where they are not wanted."""


def answer(tables: StreamTableEnvironment, text: str) -> str:
    settings = re.findall(r"^SET (\S+) = (.*)$", text, flags=re.MULTILINE)
    query = re.sub(r"^SET .*\n", "", text, flags=re.MULTILINE)
    for key, value in (*DEFAULTS.items(), *settings):
        tables.get_config().set(key, value)
    try:
        plan = tables.explain_sql(query).split("== Optimized Execution Plan ==")[1].strip()
    except Exception as error:
        plan = f"! {_cause(error)}"
    return plan


def main() -> None:
    parts = re.split(r"^-- (.+)\n", FILE.read_text(), flags=re.MULTILINE)[1:]
    texts = []
    with tempfile.TemporaryDirectory() as folder:
        tables = environment(folder)
        for name, body in zip(parts[::2], parts[1::2], strict=True):
            text, _, known = (part.strip() for part in body.partition("==>\n"))
            result = answer(tables, text) if "--all" in sys.argv or not known else known
            texts.append(f"-- {name}\n{text}\n==>\n{result}\n")
    FILE.write_text("\n".join(texts))
    print(f"{len(texts)} statements")


if __name__ == "__main__":
    main()
