"""Run the same SQL on Pyrite or on Flink, by the same names, and print one JSON line.

    python sql_runner.py pyrite|pyflink WORK

WORK is JSON: settings, statements that come first, and for each run the statements before it and its INSERT. The time
of a run goes from its submission to its end. Run it inside an environment that holds the library.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from typing import Any


def run(table_env: Any, work: dict[str, Any]) -> list[tuple[float, float]]:
    """When each run began and ended."""
    spans = []
    for statements in work["runs"]:
        *before, insert = statements
        for statement in before:
            table_env.execute_sql(statement)
        begun = time.monotonic()
        table_env.execute_sql(insert).wait()
        spans.append((begun, time.monotonic()))
    return spans


def main() -> None:
    """Run what the command line says."""
    library, work = sys.argv[1], json.loads(sys.argv[2])
    table = importlib.import_module(f"{library}.table")
    table_env = table.TableEnvironment.create(table.EnvironmentSettings.in_streaming_mode())
    for key, value in work["settings"].items():
        table_env.get_config().set(key, value)
    for name, source in work.get("functions", {}).items():
        scope: dict[str, Any] = {"table": table}
        exec(source, scope)
        table_env.create_temporary_system_function(name, scope[name])
    for statement in work["setup"]:
        table_env.execute_sql(statement)
    spans = run(table_env, work)
    print(json.dumps({"seconds": [end - begin for begin, end in spans], "spans": spans}))


if __name__ == "__main__":
    main()
