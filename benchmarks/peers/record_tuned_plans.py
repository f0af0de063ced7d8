"""Record Flink's plans under the options that tune them, for the files of tests/relational/tuning/.

    .peers/pyflink/bin/python benchmarks/peers/record_tuned_plans.py

plans.txt is about aggregates in two phases, split_plans.txt about those of DISTINCT that are split, reuse_plans.txt
about what runs once, and non_deterministic.txt about functions that updates cannot be computed with. A case of a file
is `-- name`, lines `SET key = value`, a query or an EXPLAIN, a line `==>`, and what Flink says: its optimized
execution plan, or with PLAN_ADVICE its physical plan, or `! ` and the first line of its error, with the plan that it
shows. Cases that have no answer are asked; `--all` asks all. The tables are those of record_changelogs.py and of
tables.sql.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from pyflink.table import DataTypes, StreamTableEnvironment
from pyflink.table.udf import udf, udtf
from record_changelogs import environment, message

FOLDER = Path(__file__).parents[2] / "tests" / "relational" / "tuning"
NAMES = ("plans.txt", "split_plans.txt", "reuse_plans.txt", "non_deterministic.txt")
DEFAULTS = {
    "table.exec.mini-batch.enabled": "false",
    "table.exec.mini-batch.allow-latency": "0 ms",
    "table.exec.mini-batch.size": "-1",
    "table.optimizer.agg-phase-strategy": "AUTO",
    "table.optimizer.distinct-agg.split.enabled": "false",
    "table.optimizer.distinct-agg.split.bucket-num": "1024",
    "table.optimizer.incremental-agg-enabled": "true",
    "table.optimizer.non-deterministic-update.strategy": "IGNORE",
    "table.optimizer.reuse-sub-plan-enabled": "true",
    "table.optimizer.reuse-source-enabled": "true",
    "table.optimizer.reuse-sink-enabled": "true",
    "table.exec.emit.early-fire.enabled": "false",
    "table.exec.emit.late-fire.enabled": "false",
}
"""What a case does not set. The delays of emit have no default: cases set them first where they are not wanted."""


def tables_in(folder: str) -> StreamTableEnvironment:
    tables = environment(folder, [])
    for statement in (FOLDER / "tables.sql").read_text().strip().splitlines():
        tables.execute_sql(statement.removesuffix(";").replace("{folder}", folder))
    number = DataTypes.BIGINT()
    tables.create_temporary_function("chance", udf(lambda v: v, result_type=number, deterministic=False))
    tables.create_temporary_function("chances", udtf(lambda v: iter([v]), result_types=[number], deterministic=False))
    tables.create_temporary_function("copies", udtf(lambda v: iter([v]), result_types=[number]))
    return tables


def answer(tables: StreamTableEnvironment, text: str) -> str:
    settings = re.findall(r"^SET (\S+) = (.*)$", text, flags=re.MULTILINE)
    query = re.sub(r"^SET .*\n", "", text, flags=re.MULTILINE)
    for key, value in (*DEFAULTS.items(), *settings):
        tables.get_config().set(key, value)
    try:
        if not query.startswith("EXPLAIN"):
            return tables.explain_sql(query).split("== Optimized Execution Plan ==")[1].strip()
        with tables.execute_sql(query).collect() as rows:
            explained = str(next(rows)[0])
    except Exception as error:
        text = message(error).partition("\n\n")[0]
        has_plan = "\nrelated rel plan:" in text or "\nsource node:" in text
        return f"! {text if has_plan else text.splitlines()[0].strip()}"
    physical, _, execution = explained.partition("== Optimized Execution Plan ==")
    return (physical.split("With Advice ==")[1] if "PLAN_ADVICE" in query else execution).strip()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        tables = tables_in(folder)
        for path in (FOLDER / name for name in NAMES):
            parts = re.split(r"^-- (.+)\n", path.read_text(), flags=re.MULTILINE)[1:]
            texts = []
            for name, body in zip(parts[::2], parts[1::2], strict=True):
                text, _, known = (part.strip() for part in body.partition("==>\n"))
                result = answer(tables, text) if "--all" in sys.argv or not known else known
                texts.append(f"-- {name}\n{text}\n==>\n{result.replace(folder, '/folder')}\n")
            path.write_text("\n".join(texts))
            print(f"{path.name}: {len(texts)} statements")


if __name__ == "__main__":
    main()
