"""Records what Flink answers to queries over rows that come late: `tests/relational/lateness/flink/answers.txt`.

    .peers/pyflink/bin/python benchmarks/peers/record_lateness.py

The queries are in `queries.sql`, the tables in `tables.sql`, both beside the answers. An entry is a line `--- ` with
the intervals of watermarks at which the answer is this one, a query, an empty line, and the rows in the order of their
texts.
Rows are on time, or late by more than the longest interval, so that Flink's clock does not matter.
"""

from __future__ import annotations

from flink_answers import TESTS, answer, environment  # type: ignore[import-not-found]

FOLDER = TESTS / "lateness" / "flink"
INTERVALS = ("0 ms", "200 ms", "1 min")


def main() -> None:
    queries = (FOLDER / "queries.sql").read_text().strip().split(";\n")
    intervals: dict[tuple[str, str], list[str]] = {}
    for interval in INTERVALS:
        settings = {"pipeline.auto-watermark-interval": interval, "table.local-time-zone": "UTC"}
        tables = environment(FOLDER, "streaming", settings)
        for query in queries:
            intervals.setdefault((query, "\n".join(answer(tables, query, sorted))), []).append(interval)
            print(interval, query, flush=True)
    texts = [f"--- {', '.join(at)}\n{query}\n\n{rows}\n" for (query, rows), at in intervals.items()]
    (FOLDER / "answers.txt").write_text("".join(texts))


if __name__ == "__main__":
    main()
