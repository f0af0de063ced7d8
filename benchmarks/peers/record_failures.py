"""Record what Flink 2.3 says when a row fails a job.

    .peers/pyflink/bin/python benchmarks/peers/record_failures.py

reads tests/table/failures/cases.txt and writes flink.txt beside it: for each query the sentence of the innermost cause.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from pyflink.table import EnvironmentSettings, TableEnvironment
from record_functions import sentence_of

FOLDER = Path(__file__).parent.parent.parent / "tests" / "table" / "failures"
sys.path.insert(0, str(FOLDER))


def main() -> None:
    """Write the file."""
    from tables import tables  # the same as the test's

    parts = re.split(r"^-- (.+)\n", (FOLDER / "cases.txt").read_text(), flags=re.MULTILINE)[1:]
    with tempfile.TemporaryDirectory() as folder, (FOLDER / "flink.txt").open("w") as file:
        table_env = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
        table_env.get_config().set("parallelism.default", "1")
        for statement in tables(folder):
            table_env.execute_sql(statement)
        for name, statement in zip(parts[::2], parts[1::2], strict=True):
            try:
                result = table_env.execute_sql(statement)
                rows = list(result.collect()) if "INSERT" not in statement else result.wait()
                answer = f"(no error) {rows}"
            except Exception as error:
                answer = sentence_of(error)
            file.write(f"-- {name}\n{answer}\n\n")
            file.flush()


if __name__ == "__main__":
    main()
