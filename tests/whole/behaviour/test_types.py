"""Declared types: what PyFlink 2.3 makes of records, results and keys that have one.

Not here, since no program can rely on it: PyFlink refuses project() and union() of other types than it likes, and a
tuple where a Row was declared.
"""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.common import Row, Types
from pyrite.core.errors import PyriteError
from pyrite.datastream import DataStream, StreamExecutionEnvironment
from tests.whole.behaviour.run import collect
from tests.whole.behaviour.test_aggregations import RECORDS, first
from tests.whole.behaviour.test_keys import Count

PAIR = Types.ROW_NAMED(["x", "y"], [Types.INT(), Types.STRING()])
TRIPLE = Types.TUPLE([Types.INT(), Types.INT(), Types.INT()])

REFUSED = (TypeError, ValueError, OverflowError, PyriteError)


# Sources --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("element", "type_info", "expected"),
    [
        ((1, "a"), PAIR, Row(x=1, y="a")),
        ([1, "a"], PAIR, Row(x=1, y="a")),
        ({"x": 1, "y": "a"}, PAIR, Row(x=1, y="a")),
        (Row(1, "a"), PAIR, Row(x=1, y="a")),
        (Row(y="a", x=1), PAIR, Row(x=1, y="a")),
        ((None, None), PAIR, Row(x=None, y=None)),
        ((1, "a"), Types.ROW([Types.INT(), Types.STRING()]), Row(f0=1, f1="a")),
        ([1, "a"], Types.TUPLE([Types.INT(), Types.STRING()]), (1, "a")),
        (Row(1, "a"), Types.TUPLE([Types.INT(), Types.STRING()]), (1, "a")),
        ({"a": 1}, Types.MAP(Types.STRING(), Types.INT()), {"a": 1}),
    ],
    ids=repr,
)
def test_elements_of_a_typed_collection_become_of_its_type(element: Any, type_info: Any, expected: Any) -> None:
    (actual,) = collect(lambda env: env.from_collection([element], type_info))
    assert (type(actual), actual) == (type(expected), expected)


@pytest.mark.parametrize(
    ("collection", "type_info"),
    [([1, "x"], Types.INT()), ([1, 2.5], Types.INT()), ([(1,)], PAIR)],
    ids=["str-for-int", "float-for-int", "too-few-fields"],
)
def test_element_that_does_not_fit_its_collections_type_is_refused(collection: list[Any], type_info: Any) -> None:
    """PyFlink refuses when the source is made, with errors of its Java side."""
    with pytest.raises(REFUSED):
        collect(lambda env: env.from_collection(collection, type_info))


def test_empty_collection_may_have_a_type() -> None:
    assert collect(lambda env: env.from_collection([], Types.INT())) == []


# Results --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "output_type", "expected"), [(1, Types.DOUBLE(), 1.0), (True, Types.INT(), 1)], ids=["double", "int"]
)
def test_numbers_become_of_the_output_type(result: Any, output_type: Any, expected: Any) -> None:
    (actual,) = collect(lambda env: env.from_collection([0]).map(lambda value: result, output_type))
    assert (type(actual), actual) == (type(expected), expected)


@pytest.mark.parametrize(
    ("result", "output_type"),
    [
        ("x", Types.INT()),
        (5, Types.STRING()),
        (2**40, Types.INT()),
    ],
    ids=["str-for-int", "int-for-str", "too-big"],
)
def test_result_that_does_not_fit_the_output_type_fails_the_job(result: Any, output_type: Any) -> None:
    with pytest.raises(REFUSED):
        collect(lambda env: env.from_collection([0]).map(lambda value: result, output_type))


def test_aggregation_of_typed_tuples_gives_rows_by_name() -> None:
    names = Types.ROW_NAMED(["k", "n", "s"], [Types.STRING(), Types.INT(), Types.STRING()])
    actual = collect(lambda env: env.from_collection(RECORDS, names).key_by(first).max("n"))
    assert [row.n for row in actual] == [3, 3, 5, 3, 4]
    assert actual[-1] == Row(k="a", n=4, s="x")


# Projection -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "expected"),
    [((0, 2), [(1, 3), (4, 6)]), ((2, 0, 0), [(3, 1, 1), (6, 4, 4)]), ((1,), [(2,), (5,)])],
    ids=repr,
)
@pytest.mark.parametrize("keyed", [False, True])
def test_project_takes_fields_of_typed_tuples(fields: tuple[int, ...], expected: list[Any], keyed: bool) -> None:
    def program(env: StreamExecutionEnvironment) -> DataStream:
        triples = env.from_collection([(1, 2, 3), (4, 5, 6)], TRIPLE)
        return (triples.key_by(first) if keyed else triples).project(*fields)

    assert collect(program) == expected


@pytest.mark.parametrize("fields", [(0, 3), ()], ids=["out-of-range", "none"])
def test_project_of_fields_that_are_not_there_is_refused_when_built(fields: tuple[int, ...]) -> None:
    with pytest.raises((IndexError, *REFUSED)):
        collect(lambda env: env.from_collection([(1, 2, 3)], TRIPLE).project(*fields))


# Keys -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "key_type", "expected"),
    [
        ([1, True, 0, False], Types.INT(), [(1, 1), (1, 2), (0, 1), (0, 2)]),
        ([1, True, 2**40], Types.LONG(), [(1, 1), (1, 2), (2**40, 1)]),
        ([1.0, 1, True], Types.DOUBLE(), [(1.0, 1), (1.0, 2), (1.0, 3)]),
        ([True, 1, False, 0], Types.BOOLEAN(), [(True, 1), (True, 2), (False, 1), (False, 2)]),
        ([1, None, None], Types.INT(), [(1, 1), (None, 1), (None, 2)]),
        (["1", "", None], Types.STRING(), [("1", 1), ("", 1), (None, 1)]),
        ([(1,), (1,)], Types.TUPLE([Types.INT()]), [((1,), 1), ((1,), 2)]),
        ([[1], [1]], Types.LIST(Types.INT()), [([1], 1), ([1], 2)]),
        ([Row(1), Row(1)], Types.ROW([Types.INT()]), [(Row(f0=1), 1), (Row(f0=1), 2)]),
        ([Row(a=1), Row(1)], Types.ROW_NAMED(["a"], [Types.INT()]), [(Row(a=1), 1), (Row(a=1), 2)]),
    ],
    ids=["int", "long", "double", "boolean", "int-none", "string", "tuple", "list", "row", "row-named"],
)
def test_keys_become_of_the_key_type_and_share_state_by_it(keys: list[Any], key_type: Any, expected: list[Any]) -> None:
    actual = collect(lambda env: env.from_collection([(key,) for key in keys]).key_by(first, key_type).process(Count()))
    assert actual == expected
    assert [type(key) for key, _ in actual] == [type(key) for key, _ in expected]


@pytest.mark.parametrize(
    ("key", "key_type"),
    [("1", Types.INT()), (2**40, Types.INT()), (1, Types.STRING())],
    ids=["str-for-int", "too-big", "int-for-str"],
)
def test_key_that_does_not_fit_the_key_type_fails_the_job(key: Any, key_type: Any) -> None:
    with pytest.raises(REFUSED):
        collect(lambda env: env.from_collection([(key,)]).key_by(first, key_type).process(Count()))
