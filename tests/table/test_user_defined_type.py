"""Values of user-defined types in tables."""

from __future__ import annotations

from typing import Any

from pyrite.core.types import ArrayType, LogicalType, user_defined
from pyrite.relational.plan.names import named_class
from pyrite.table import DataTypes, Row, StreamTableEnvironment, UserDefinedType


class PointType(UserDefinedType):
    @classmethod
    def sql_type(cls) -> LogicalType:
        return DataTypes.ARRAY(DataTypes.DOUBLE())

    def serialize(self, obj: Point) -> list[float]:
        return [obj.x, obj.y]

    def deserialize(self, datum: list[float]) -> Point:
        return Point(*datum)


class Point:
    __UDT__ = PointType()

    def __init__(self, x: float, y: float) -> None:
        self.x, self.y = x, y


class Segment:
    """An object whose attributes are the columns."""

    def __init__(self) -> None:
        self.begin, self.end = Point(0.0, 1.0), None


def rows(t_env: StreamTableEnvironment, elements: list[Any], kinds: list[LogicalType]) -> list[tuple[Any, ...]]:
    fields = [DataTypes.FIELD(f"f{index}", kind) for index, kind in enumerate(kinds)]
    return [tuple(row) for row in t_env.from_elements(elements, DataTypes.ROW(fields)).execute().collect()]


def test_instances_become_values_of_the_sql_type(t_env: StreamTableEnvironment) -> None:
    elements = [(1, Point(1.0, 2.0)), (2, None)]
    assert rows(t_env, elements, [DataTypes.INT(), PointType()]) == [(1, [1.0, 2.0]), (2, None)]


def test_instances_in_arrays_maps_and_rows_become_values_of_the_sql_type(t_env: StreamTableEnvironment) -> None:
    point = Point(1.0, 2.0)
    kinds: list[LogicalType] = [
        DataTypes.ARRAY(PointType()),
        DataTypes.MAP(DataTypes.STRING(), PointType()),
        DataTypes.ROW([DataTypes.FIELD("n", DataTypes.INT()), DataTypes.FIELD("p", PointType())]),
    ]
    stored = [1.0, 2.0]
    expected = ([stored, None], {"k": stored}, Row(3, stored))
    assert rows(t_env, [([point, None], {"k": point}, (3, point))], kinds) == [expected]


def test_type_is_inferred_from_the_class_of_an_instance(t_env: StreamTableEnvironment) -> None:
    table = t_env.from_elements([(1, Point(1.0, 2.0)), (2, None)], ["a", "p"])
    assert table.get_schema().get_field_data_type("p") == DataTypes.ARRAY(DataTypes.DOUBLE())
    assert [tuple(row) for row in table.execute().collect()] == [(1, [1.0, 2.0]), (2, None)]


def test_instances_may_be_attributes_of_an_object(t_env: StreamTableEnvironment) -> None:
    fields = [DataTypes.FIELD("begin", PointType()), DataTypes.FIELD("end", PointType())]
    table = t_env.from_elements([Segment()], DataTypes.ROW(fields))
    assert [tuple(row) for row in table.execute().collect()] == [([0.0, 1.0], None)]


def test_type_of_a_user_does_not_take_the_name_of_a_type_in_compiled_plans() -> None:
    type("ArrayType", (UserDefinedType,), {})
    assert named_class("array-type", LogicalType) is ArrayType
    assert named_class("user-defined-type", LogicalType) is user_defined.UserDefinedType
