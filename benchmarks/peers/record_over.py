"""Records what Flink answers to queries with OVER: `tests/relational/over/flink/answers.txt`.

    .peers/pyflink/bin/python benchmarks/peers/record_over.py

The queries are in `queries.sql`, the tables in `tables.sql`, both beside the answers. An entry is a line `--- mode`, a
query, an empty line, and the rows in the order of their texts, or `error:` and what it says. Batch is asked about
`plain` alone: time says nothing there, and rows that the order does not tell apart come in any.
"""

from __future__ import annotations

from flink_answers import TESTS, environment, sorted_entry  # type: ignore[import-not-found]

FOLDER = TESTS / "over" / "flink"


def main() -> None:
    texts = []
    for mode in ("streaming", "batch"):
        tables = environment(FOLDER, mode, {})
        for query in (FOLDER / "queries.sql").read_text().strip().split(";\n"):
            if mode == "streaming" or "FROM plain" in query:
                texts.append(sorted_entry(tables, mode, query))
    (FOLDER / "answers.txt").write_text("".join(texts))


if __name__ == "__main__":
    main()
