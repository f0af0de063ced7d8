"""A row that fails a job: the error has Flink's sentence, and names the node, the column or call, and the row."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from pyrite.core.errors import PyriteError
from pyrite.table import StreamTableEnvironment
from tests.table.failures.tables import tables

FOLDER: Final = Path(__file__).parent
WHERE: Final = {
    "division in an aggregate's argument": ("Calc", "{'k': 'a', 'v': 0}, column '$f1'"),
    "division in a condition": ("Calc", "{'k': 'a', 'v': 0}, column 'WHERE'"),
    "division in HAVING": ("Calc", "{'$f3': 2, 'k': 'a', 'top': 1}, column 'WHERE'"),
    "cast of a text that is no number": ("Calc", "{'s': '3['}, column 'number_'"),
    "array of two where one is expected": ("Calc", "{'k': 'a', 'v': 1}, column 'picked'"),
    "key of a JSON object is NULL": ("GroupAggregate", "{'$f1': '0', 's': None}, column 'JSON_OBJECTAGG(s, $f1)'"),
    "key of a JSON object comes twice": ("GroupAggregate", "{'$f1': '0', 'k': 'a'}, column 'JSON_OBJECTAGG(k, $f1)'"),
    "key of a JSON object comes twice in a window": ("LocalWindowAggregate", "{'$f3': '3', '$slice': 473352, 'k': 'a'"),
    "key of a JSON object comes twice in a session": ("WindowAggregate", "{'$f3': '3', 'k': 'a', 'ts': "),
    "percentage that is none": ("GroupAggregate", "{'$f2': 1.8, 'k': 'b', 'v': 2}, column 'PERCENTILE(v, $f2)'"),
    "time that is NULL": ("WatermarkAssigner", "{'ts': None}, column 'ts'"),
    "pattern of a row that is none": ("Calc", "{'k': 'b', 's': '3['}, column 'WHERE'"),
    "NULL for a sink's column": ("ConstraintEnforcer", "{'d': None, 's': '12'}"),
}
"""By case the node, and the row with the column."""


def sections(name: str) -> dict[str, str]:
    parts = re.split(r"^-- (.+)\n", (FOLDER / name).read_text(), flags=re.MULTILINE)[1:]
    return {case: text.strip() for case, text in zip(parts[::2], parts[1::2], strict=True)}


CASES: Final = sections("cases.txt")
FLINK: Final = sections("flink.txt")


def error_of(t_env: StreamTableEnvironment, statement: str) -> str:
    with pytest.raises(PyriteError) as raised:
        result = t_env.execute_sql(statement)
        list(result.collect()) if statement.startswith("SELECT") else result.wait()
    return str(raised.value)


@pytest.mark.parametrize("case", CASES)
def test_row_that_fails_a_job_is_named(case: str, t_env: StreamTableEnvironment, tmp_path: Path) -> None:
    for statement in tables(str(tmp_path)):
        t_env.execute_sql(statement)
    text = error_of(t_env, CASES[case])
    node, row = WHERE[case]
    assert re.sub(r"^[\w.]+: ", "", FLINK[case]) in text
    assert f"in operator '{node}" in text and f"with record {row}" in text


def test_all_cases_are_recorded() -> None:
    assert CASES.keys() == FLINK.keys() == WHERE.keys()
