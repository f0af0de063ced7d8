"""Records what Flink answers to queries with Top-N, deduplication and ORDER BY, and the nodes of its plans.

    .peers/pyflink/bin/python benchmarks/peers/record_ranks.py

The queries are in `tests/relational/ranks/flink/queries.sql`, the tables in `tables.sql` and `changes.json`. An entry
of `answers.txt` is a line `--- mode`, the query, an empty line, and the rows in their order, each with its kind of
change unless it is an insert, or `error:` and what it says. `plans.txt` has the execution plans of streaming.
"""

from __future__ import annotations

from flink_answers import TESTS, answer, environment  # type: ignore[import-not-found]

FOLDER = TESTS / "ranks" / "flink"
CHANGES = (
    "CREATE TABLE changes (k INT, s STRING, v INT) "
    "WITH ('connector' = 'filesystem', 'path' = '{folder}/changes.json', 'format' = 'debezium-json')"
)


def queries() -> list[str]:
    """Without the titles above them."""
    parts = (FOLDER / "queries.sql").read_text().split(";\n")
    return [part.strip().splitlines()[-1] for part in parts]


def main() -> None:
    answers, plans = [], []
    for mode in ("streaming", "batch"):
        tables = environment(FOLDER, mode, {"table.local-time-zone": "UTC"}, CHANGES)
        for query in queries():
            lines = answer(tables, query)
            answers.append("\n".join([f"--- {mode}", query, "", *lines, ""]))
            print(answers[-1], flush=True)
            if mode == "streaming" and not "".join(lines[:1]).startswith("error: "):
                plan = tables.explain_sql(query).split("== Optimized Execution Plan ==\n")[1].strip()
                plans.append(f"-- {query}\n{plan}\n")
    (FOLDER / "answers.txt").write_text("".join(answers))
    (FOLDER / "plans.txt").write_text("\n".join(plans))


if __name__ == "__main__":
    main()
