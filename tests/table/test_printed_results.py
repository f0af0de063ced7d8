"""Results are printed as Flink 2.3 prints them: `benchmarks/peers/record_printed_results.py` has recorded it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pyrite.table import EnvironmentSettings, TableEnvironment

RECORDED = Path(__file__).parent / "printed_results.txt"


def entries() -> list[tuple[str, str, str, str]]:
    """Mode, title, statement and output of each entry."""
    result = []
    for part in re.split(r"^--- ", RECORDED.read_text(), flags=re.M)[1:]:
        heading, statement, rest = part.split("\n", 2)
        mode, _, title = heading.partition(": ")
        result.append((mode, title, statement, rest.removeprefix("\n")))
    return result


@pytest.mark.parametrize(("mode", "title", "statement", "output"), entries())
def test_result_is_printed_as_flink_prints_it(
    mode: str, title: str, statement: str, output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = EnvironmentSettings.in_batch_mode() if mode == "batch" else EnvironmentSettings.in_streaming_mode()
    t_env = TableEnvironment.create(settings)
    t_env.get_config().set("parallelism.default", "1").set("table.local-time-zone", "Europe/Berlin")
    if title in ("insert", "tables", "columns"):
        t_env.execute_sql("CREATE TABLE t2 (a INT) WITH ('connector' = 'blackhole')")
    t_env.execute_sql(statement).print()
    assert capsys.readouterr().out == output
