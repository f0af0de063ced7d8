"""Records what Flink answers to queries with windows: `tests/relational/windows/flink/answers.txt`.

    .peers/pyflink/bin/python benchmarks/peers/record_windows.py

The queries are in `queries.sql`, the tables in `tables.sql`, both beside the answers. An entry is a line
`--- mode, zone`, the query, an empty line, and the rows in the order of their texts, or `error:` and what it says.
Flink aggregates in one phase: with a local one it loses rows of zones whose offset is no multiple of the window's step.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "tests" / "relational" / "windows" / "flink"
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


def row_text(row: Any) -> str:
    """The values of a row, and its kind unless it is an insert."""
    kind = str(row.get_row_kind())
    values = " | ".join(str(value) for value in row)
    return values if kind in ("RowKind.INSERT", "+I") else f"{kind}: {values}"


def message_of(error: Any) -> str:
    """What the innermost cause says."""
    text, cause = str(error), getattr(error, "java_exception", None)
    while cause is not None:
        text, cause = str(cause.getMessage()), cause.getCause()
    return text.split("\n")[0].removeprefix("org.apache.flink.table.api.TableException: ").strip()


def record(mode: str) -> None:
    from pyflink.table import EnvironmentSettings, TableEnvironment  # type: ignore[import-not-found]

    for zone in ("UTC", "America/Los_Angeles", "Asia/Kolkata"):
        settings = (
            EnvironmentSettings.in_streaming_mode() if mode == "streaming" else EnvironmentSettings.in_batch_mode()
        )
        environment = TableEnvironment.create(settings)
        environment.get_config().set("parallelism.default", "1")
        environment.get_config().set("table.local-time-zone", zone)
        environment.get_config().set("table.optimizer.agg-phase-strategy", "ONE_PHASE")
        for statement in (FOLDER / "tables.sql").read_text().split(";\n"):
            environment.execute_sql(statement.replace("{folder}", str(FOLDER)))
        for its_zone, query in queries():
            if its_zone != zone:
                continue
            print(f"--- {mode}, {zone}\n{query}\n", flush=True)
            try:
                with environment.execute_sql(query).collect() as rows:
                    lines = sorted(map(row_text, rows))
                print("\n".join(lines), flush=True)
            except Exception as error:
                print(f"error: {message_of(error)}", flush=True)


def main() -> None:
    """The JVM writes to the process's own output: so it is that of a process of its own."""
    if sys.argv[1:]:
        record(sys.argv[1])
        return
    texts = [
        subprocess.run([sys.executable, __file__, mode], check=True, capture_output=True, text=True).stdout
        for mode in ("streaming", "batch")
    ]
    (FOLDER / "answers.txt").write_text("".join(texts))


if __name__ == "__main__":
    main()
