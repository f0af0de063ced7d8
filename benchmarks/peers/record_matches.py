"""Records what Flink answers to MATCH_RECOGNIZE, and its plans: `tests/relational/matches/flink/`.

    .peers/pyflink/bin/python benchmarks/peers/record_matches.py

The queries are in `queries.sql`, the tables in `tables.sql`. An entry of `answers.txt` is a line `--- mode`, a query,
an empty line, and the rows in the order of their texts, or `error:` and what it says. `plans.txt` has the execution
plans of streaming.
"""

from __future__ import annotations

from flink_answers import TESTS, environment, sorted_entry  # type: ignore[import-not-found]

FOLDER = TESTS / "matches" / "flink"


def main() -> None:
    texts, plans = [], []
    for mode in ("streaming", "batch"):
        tables = environment(FOLDER, mode, {"table.local-time-zone": "UTC"})
        for query in (FOLDER / "queries.sql").read_text().strip().split(";\n"):
            if mode == "batch" and "ORDER BY pt" in query:
                continue  # rows come in any order
            texts.append(sorted_entry(tables, mode, query))
            if mode == "streaming" and "\nerror: " not in texts[-1]:
                plan = tables.explain_sql(query).split("== Optimized Execution Plan ==\n")[1].strip()
                plans.append(f"-- {query}\n{plan}\n")
    (FOLDER / "answers.txt").write_text("".join(texts))
    (FOLDER / "plans.txt").write_text("\n".join(plans))


if __name__ == "__main__":
    main()
