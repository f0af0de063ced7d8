"""Types of values, and values against types, as PyFlink has them."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import Any

import pytest

from pyrite.common import Row
from pyrite.table import DataTypes
from pyrite.table.inputs.type_inference import infer_schema, infer_type, verifier

ROW = DataTypes.ROW([DataTypes.FIELD("id", DataTypes.TINYINT()), DataTypes.FIELD("n", DataTypes.STRING(False))])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "BOOLEAN"),
        (1, "BIGINT"),
        (1.5, "DOUBLE"),
        ("a", "STRING"),
        (bytearray(b"a"), "BYTES"),
        (Decimal("1.5"), "DECIMAL(38, 18)"),
        (datetime.date(2024, 1, 2), "DATE"),
        (datetime.time(1, 2), "TIME(0)"),
        (datetime.datetime(2024, 1, 2), "TIMESTAMP_LTZ(6)"),
        ([1, None], "ARRAY<BIGINT>"),
        ({"a": 1}, "MAP<STRING NOT NULL, BIGINT>"),
        (Row(1, "x"), "ROW<`_1` BIGINT, `_2` STRING>"),
        (Row(x=1), "ROW<`x` BIGINT>"),
    ],
)
def test_type_of_a_value_is_pyflinks(value: Any, text: str) -> None:
    assert infer_type(value).as_summary_string() == text


def test_schema_is_merged_of_all_rows() -> None:
    assert infer_schema([(1, None), (None, "a")], ["x"]).as_summary_string() == "ROW<`x` BIGINT, `_2` STRING>"
    assert infer_schema([{"b": 1, "a": "x"}]).names == ("a", "b")


def test_schema_that_values_do_not_tell_is_refused() -> None:
    with pytest.raises(ValueError, match="Some column types cannot be determined after inferring"):
        infer_schema([(1, None)])
    with pytest.raises(ValueError, match="can not infer schema from empty data set"):
        infer_schema([])
    with pytest.raises(TypeError, match="Can not merge type BIGINT and STRING"):
        infer_schema([(1,), ("a",)])


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        ((1000, "a"), ValueError, "field id: object of TinyIntType out of range, got: 1000"),
        (("x", "a"), TypeError, "field id: TINYINT can not accept object 'x' in type <class 'str'>"),
        ((1, None), ValueError, "field n: This field is not nullable, but got None"),
        ((1,), ValueError, r"Length of object \(1\) does not match with length of fields \(2\)"),
    ],
)
def test_value_that_does_not_fit_is_refused_in_pyflinks_words(value: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        verifier(ROW)(value)


@pytest.mark.parametrize("value", [(1, "a"), [None, "a"], Row(1, "a"), {"id": 1, "n": "a"}])
def test_value_that_fits_is_taken(value: Any) -> None:
    verifier(ROW)(value)
