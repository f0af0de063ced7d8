"""FLOATs in results: their shortest digits, as PyFlink 2.3 collects them; functions get the number of 32 bits."""

from __future__ import annotations

import math
from typing import Any

from pyrite.table import DataTypes, EnvironmentSettings, TableEnvironment
from pyrite.table.udf import udf


def collected(query: str) -> list[Any]:
    environment = TableEnvironment.create(EnvironmentSettings.in_batch_mode())
    seen = udf(lambda number: str(number), input_types=[DataTypes.FLOAT()], result_type=DataTypes.STRING())
    environment.create_temporary_system_function("seen", seen)
    with environment.sql_query(query).execute().collect() as rows:
        (row,) = rows
    return list(row)


def test_float_is_collected_by_its_shortest_digits() -> None:
    assert collected("SELECT CAST(0.1 AS FLOAT), CAST(1.0E10 AS FLOAT), CAST(0.1 AS DOUBLE)") == [0.1, 1e10, 0.1]


def test_float_inside_of_arrays_rows_and_maps_is_so_too() -> None:
    array, row, entries = collected(
        "SELECT ARRAY[CAST(0.1 AS FLOAT), NULL], ROW(CAST(0.3 AS FLOAT), 1), MAP['k', CAST(0.7 AS FLOAT)]"
    )
    assert (array, list(row), entries) == ([0.1, None], [0.3, 1], {"k": 0.7})


def test_special_floats_stay() -> None:
    nan, least, null = collected("SELECT CAST('NaN' AS FLOAT), CAST('-Infinity' AS FLOAT), CAST(NULL AS FLOAT)")
    assert math.isnan(nan) and least == -math.inf and null is None


def test_function_gets_the_number_of_32_bits() -> None:
    assert collected("SELECT seen(CAST(0.1 AS FLOAT))") == ["0.10000000149011612"]
