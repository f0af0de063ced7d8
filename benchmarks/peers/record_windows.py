"""Records what Flink answers to queries with windows: `tests/relational/windows/flink/answers.txt`.

    .peers/pyflink/bin/python benchmarks/peers/record_windows.py

The queries are in `queries.sql`, the tables in `tables.sql`, both beside the answers. An entry is a line
`--- mode, zone`, the query, an empty line, and the rows in the order of their texts, or `error:` and what it says.
Flink aggregates in one phase: with a local one it loses rows of zones whose offset is no multiple of the window's step.
"""

from __future__ import annotations

from flink_answers import TESTS, environment, sorted_entry  # type: ignore[import-not-found]

FOLDER = TESTS / "windows" / "flink"
ZONES = {"zones": ("America/Los_Angeles", "Asia/Kolkata", "UTC")}
"""Of queries by the title above them; others are asked in UTC."""


def queries() -> list[tuple[str, str]]:
    """Each query with its zone."""
    entries = []
    zones: tuple[str, ...] = ("UTC",)
    for part in (FOLDER / "queries.sql").read_text().split(";\n"):
        *titles, query = part.strip().splitlines()
        for title in titles:
            zones = ZONES.get(title.removeprefix("-- "), ("UTC",))
        entries += [(zone, query) for zone in zones]
    return entries


def main() -> None:
    texts = []
    for mode in ("streaming", "batch"):
        for zone in ("UTC", "America/Los_Angeles", "Asia/Kolkata"):
            settings = {"table.local-time-zone": zone, "table.optimizer.agg-phase-strategy": "ONE_PHASE"}
            tables = environment(FOLDER, mode, settings)
            texts += [sorted_entry(tables, f"{mode}, {zone}", query) for its, query in queries() if its == zone]
    (FOLDER / "answers.txt").write_text("".join(texts))


if __name__ == "__main__":
    main()
