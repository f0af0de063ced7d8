"""Records what Flink answers to queries over columns of all types and changelogs: `tests/relational/queries/flink/`.

    PYTHONPATH=. .peers/pyflink/bin/python benchmarks/peers/record_queries.py [--all]

The queries are in `queries.sql`. An entry of `answers.txt` is a line `--- mode: name`, the types of the columns, and
the rows as Java shows them, in their order, or `error:` and what it says. Without `--all` only what has no answer is
asked.
"""

from __future__ import annotations

import re
import sys
from typing import Any

from flink_answers import message_of
from pyflink import common, datastream, table  # type: ignore[import-not-found]
from tests.relational.queries.asked import FOLDER, Case, answers, cases, environment, normal, recorded


def answer(tables: Any, query: str) -> list[str]:
    try:
        types = str(tables.sql_query(query)._j_table.getResolvedSchema().toString())
        rows = tables._j_tenv.executeSql(query).collect()
        lines = []
        while rows.hasNext():
            lines.append(normal(str(rows.next().toString())))
        rows.close()
    except Exception as error:
        return [f"error: {message_of(error)}"]
    return [re.sub(r"\s+", " ", types), *lines]


def ask(case: Case, shared: dict[str, Any]) -> list[str]:
    *first, query = case.statements
    if first or case.mode not in shared:
        tables = environment(table, common, datastream, case.mode)
        if not first:
            shared[case.mode] = tables
    else:
        tables = shared[case.mode]
    for statement in first:
        tables.execute_sql(statement)
    return answer(tables, query)


def main() -> None:
    path = FOLDER / "answers.txt"
    known = answers() if path.exists() and "--all" not in sys.argv else {}
    shared: dict[str, Any] = {}
    texts = []
    for case in cases():
        lines = known.get(case.title) or ask(case, shared)
        texts.append(recorded(case, lines))
        print(texts[-1], flush=True)
    path.write_text("".join(texts))


if __name__ == "__main__":
    main()
