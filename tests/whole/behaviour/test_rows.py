"""Rows in programs: as PyFlink 2.3 takes and gives them."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.common import Row
from pyrite.core.errors import PyriteError
from tests.whole.behaviour.run import collect, printed
from tests.whole.behaviour.test_aggregations import RECORDS, aggregate
from tests.whole.behaviour.test_keys import counts

NAMED = [Row(k=key, n=number, s=text) for key, number, text in RECORDS]


def test_aggregation_of_rows_takes_positions() -> None:
    actual = aggregate([Row(*record) for record in RECORDS], lambda stream: stream.sum(1))
    assert actual == [Row("a", 3, "x"), Row("a", 4, "x"), Row("b", 5, "z"), Row("a", 5, "x"), Row("a", 9, "x")]


@pytest.mark.parametrize("position", [1, "n"])
def test_aggregation_of_rows_with_names_takes_positions_and_names(position: Any) -> None:
    sums = aggregate(NAMED, lambda stream: stream.sum(position), key=lambda row: row.k)
    assert [row.n for row in sums] == [3, 4, 5, 5, 9]
    least = aggregate(NAMED, lambda stream: stream.min_by(position), batch=True, key=lambda row: row["k"])
    assert sorted(least, key=repr) == [Row(k="a", n=1, s="y"), Row(k="b", n=5, s="z")]


def test_aggregation_goes_by_name_where_rows_order_their_fields_differently() -> None:
    rows = [Row(k="a", n=1), Row(n=2, k="a")]
    assert aggregate(rows, lambda stream: stream.sum("n"), key=lambda row: row["k"]) == [
        Row(k="a", n=1),
        Row(k="a", n=3),
    ]


def test_name_that_rows_do_not_have_fails_the_job() -> None:
    with pytest.raises(PyriteError, match=r"ValueError: .*q"):
        aggregate(NAMED, lambda stream: stream.sum("q"), key=lambda row: row.k)


def test_row_answers_by_name_position_and_iteration() -> None:
    row = collect(lambda env: env.from_collection([Row(k="a", n=1)]).map(lambda value: value))[0]
    assert (row.k, row["n"], row[0], len(row), list(row), row.as_dict()) == (
        "a",
        1,
        "a",
        2,
        ["a", 1],
        {"k": "a", "n": 1},
    )
    assert "k" in row
    assert row == Row(k="a", n=1) == Row(n=1, k="a")
    assert row != Row("a", 1)
    assert hash(row) == hash(Row(k="a", n=1))


def test_rows_with_and_without_names_are_different_keys() -> None:
    actual = counts([Row(1), Row(a=1), Row(1), Row(a=1), (1,)])
    assert [count for _, count in actual] == [1, 1, 2, 2, 1]
    assert [type(key) for key, _ in actual] == [Row, Row, Row, Row, tuple]


def test_flat_map_that_returns_a_row_emits_its_fields() -> None:
    assert collect(lambda env: env.from_collection([1]).flat_map(lambda value: Row(value, 2))) == [1, 2]


def test_row_is_printed_with_names_if_it_has_some() -> None:
    assert printed(lambda env: env.from_collection([Row(1, "x")]).print()) == "<Row(1, 'x')>\n"
    assert printed(lambda env: env.from_collection([Row(a=1, b="x")]).print()) == "Row(a=1, b='x')\n"
