"""DataTypes."""

from __future__ import annotations

import pytest

from pyrite.core.errors import InvalidProgramError
from pyrite.table import DataTypes
from pyrite.table.types import DataType, as_data_type


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (DataTypes.NULL(), "NULL"),
        (DataTypes.CHAR(3), "CHAR(3)"),
        (DataTypes.VARCHAR(3, False), "VARCHAR(3) NOT NULL"),
        (DataTypes.STRING(), "STRING"),
        (DataTypes.BOOLEAN(), "BOOLEAN"),
        (DataTypes.BINARY(2), "BINARY(2)"),
        (DataTypes.VARBINARY(2), "VARBINARY(2)"),
        (DataTypes.BYTES(), "BYTES"),
        (DataTypes.DECIMAL(10, 2), "DECIMAL(10, 2)"),
        (DataTypes.TINYINT(), "TINYINT"),
        (DataTypes.SMALLINT(), "SMALLINT"),
        (DataTypes.INT(), "INT"),
        (DataTypes.BIGINT().not_null(), "BIGINT NOT NULL"),
        (DataTypes.FLOAT(), "FLOAT"),
        (DataTypes.DOUBLE(), "DOUBLE"),
        (DataTypes.DATE(), "DATE"),
        (DataTypes.TIME(), "TIME(0)"),
        (DataTypes.TIMESTAMP(3), "TIMESTAMP(3)"),
        (DataTypes.TIMESTAMP_LTZ(3), "TIMESTAMP_LTZ(3)"),
        (DataTypes.ARRAY(DataTypes.INT()), "ARRAY<INT>"),
        (DataTypes.MAP(DataTypes.STRING(), DataTypes.INT()), "MAP<STRING, INT>"),
        (DataTypes.MULTISET(DataTypes.INT()), "MULTISET<INT>"),
        (DataTypes.ROW([DataTypes.FIELD("a", DataTypes.INT())]), "ROW<`a` INT>"),
        (DataTypes.INTERVAL(DataTypes.SECOND(3)), "INTERVAL SECOND(3)"),
        (DataTypes.INTERVAL(DataTypes.DAY(), DataTypes.SECOND(3)), "INTERVAL DAY(2) TO SECOND(3)"),
        (DataTypes.INTERVAL(DataTypes.YEAR(), DataTypes.MONTH()), "INTERVAL YEAR(2) TO MONTH"),
    ],
)
def test_factory_makes_the_type_of_its_name(kind: DataType, text: str) -> None:
    assert kind.as_summary_string() == text


def test_types_are_equal_if_they_say_the_same() -> None:
    row = DataTypes.ROW([DataTypes.FIELD("a", DataTypes.INT())])
    assert row == DataTypes.ROW([DataTypes.FIELD("a", DataTypes.INT())])
    assert DataTypes.INT() != DataTypes.INT(False) and DataTypes.INT().not_null() == DataTypes.INT(False)


def test_type_may_be_declared_as_text() -> None:
    assert as_data_type("ROW<a INT, b STRING NOT NULL>") == DataTypes.ROW(
        [DataTypes.FIELD("a", DataTypes.INT()), DataTypes.FIELD("b", DataTypes.STRING(False))]
    )
    with pytest.raises(TypeError, match="expected a DataType or a type as text, got 5"):
        as_data_type(5)


def test_interval_from_a_fine_unit_to_a_coarse_one_is_refused() -> None:
    with pytest.raises(InvalidProgramError, match="there is no interval SECOND TO DAY"):
        DataTypes.INTERVAL(DataTypes.SECOND(), DataTypes.DAY())
