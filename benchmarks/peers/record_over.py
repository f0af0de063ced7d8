"""Records what Flink answers to queries with OVER: `tests/relational/over/flink/answers.txt`.

    .peers/pyflink/bin/python benchmarks/peers/record_over.py

The queries are in `queries.sql`, the tables in `tables.sql`, both beside the answers. An entry is a line `--- mode`, a
query, an empty line, and the rows in the order of their texts, or `error:` and what it says. Batch is asked about
`plain` alone: time says nothing there, and rows that the order does not tell apart come in any.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from record_windows import message_of, row_text  # type: ignore[import-not-found]

FOLDER = Path(__file__).parents[2] / "tests" / "relational" / "over" / "flink"


def record(mode: str) -> None:
    from pyflink.table import EnvironmentSettings, TableEnvironment  # type: ignore[import-not-found]

    settings = EnvironmentSettings.in_streaming_mode() if mode == "streaming" else EnvironmentSettings.in_batch_mode()
    environment = TableEnvironment.create(settings)
    environment.get_config().set("parallelism.default", "1")
    for statement in (FOLDER / "tables.sql").read_text().split(";\n"):
        environment.execute_sql(statement.replace("{folder}", str(FOLDER)))
    for query in (FOLDER / "queries.sql").read_text().strip().split(";\n"):
        if mode == "batch" and "FROM plain" not in query:
            continue
        print(f"--- {mode}\n{query}\n", flush=True)
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
    generated = re.compile(r"^/\* \d+ \*/.*\n", re.MULTILINE)  # code of Flink's that does not compile
    (FOLDER / "answers.txt").write_text("".join(generated.sub("", text) for text in texts))


if __name__ == "__main__":
    main()
