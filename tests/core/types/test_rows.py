"""Row and RowKind, against what PyFlink 2.3's do.

Two things differ on purpose. Rows that are equal hash alike: PyFlink's do not if their names come in another order. A
row made with fewer values than names can be compared: PyFlink's raises an IndexError.
"""

from __future__ import annotations

import copy
import io
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.types.rows import Row, RowKind

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary()
NAMES = st.sampled_from(["a", "b", "name", "f0", "a b", "_x"])


@st.composite
def rows(draw: st.DrawFn) -> Row:
    if draw(st.booleans()):
        row = Row(*draw(st.lists(SCALARS, max_size=4)))
    else:
        row = Row(**draw(st.dictionaries(NAMES, SCALARS, max_size=4)))
    row.set_row_kind(draw(st.sampled_from(RowKind)))
    return row


def key_bytes(value: Any) -> bytes:
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, 5)
    pickler.fast = True
    pickler.dump(value)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("kind", "number", "text"),
    [
        (RowKind.INSERT, 0, "+I"),
        (RowKind.UPDATE_BEFORE, 1, "-U"),
        (RowKind.UPDATE_AFTER, 2, "+U"),
        (RowKind.DELETE, 3, "-D"),
    ],
)
def test_row_kind_has_flinks_number_and_text(kind: RowKind, number: int, text: str) -> None:
    assert (kind.value, str(kind), f"{kind}") == (number, text, text)


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (Row(), "<Row()>"),
        (Row(1, "x", None), "<Row(1, 'x', None)>"),
        (Row(a=1, b="x"), "Row(a=1, b='x')"),
        (Row("name", "age")("Alice", 11), "Row(name='Alice', age=11)"),
        (Row("name", "age")("Alice"), "Row(name='Alice')"),
        (Row.of_kind(RowKind.DELETE, 1), "<Row(1)>"),
        (Row(a=Row(1)), "Row(a=<Row(1)>)"),
    ],
)
def test_row_prints_as_pyflinks(row: Row, text: str) -> None:
    assert repr(row) == str(row) == text


def test_row_is_refused_with_fields_by_position_and_by_name() -> None:
    with pytest.raises(ValueError, match="either by position or by name"):
        Row(1, a=2)


def test_row_of_names_refuses_more_values_than_names() -> None:
    with pytest.raises(ValueError, match="expected 2 values"):
        Row("name", "age")("Alice", 11, True)


def test_row_of_names_passes_its_kind_on() -> None:
    person = Row("name")
    person.set_row_kind(RowKind.DELETE)
    assert person("Alice").get_row_kind() is RowKind.DELETE


def test_row_gives_fields_by_index_slice_name_and_attribute() -> None:
    row = Row(a=1, b=2)
    assert (row[0], row[-1], row[0:2], row["b"], row.b, row[True]) == (1, 2, [1, 2], 2, 2, 2)


def test_row_takes_fields_by_index_slice_and_name() -> None:
    row = Row(a=1, b=2, c=3)
    row[0] = "x"
    row["b"] = "y"
    row[2:3] = ["z"]
    assert row == Row(a="x", b="y", c="z")


def test_row_refuses_to_be_set_by_attribute() -> None:
    row = Row(a=1)
    with pytest.raises(AttributeError):
        row.a = 2  # type: ignore[attr-defined]
    assert row.a == 1


@pytest.mark.parametrize(
    ("row", "key", "error"),
    [
        (Row(a=1), "b", ValueError),
        (Row(a=1), 1.0, ValueError),
        (Row(1), "a", AttributeError),
        (Row(1), 5, IndexError),
        (Row(a=1), 5, IndexError),
    ],
)
def test_row_raises_pyflinks_error_when_a_field_read_is_missing(row: Row, key: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        row[key]


@pytest.mark.parametrize(("row", "key", "error"), [(Row(a=1), "b", ValueError), (Row(1), "a", KeyError)])
def test_row_raises_pyflinks_error_when_a_field_set_is_missing(row: Row, key: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="no field"):
        row[key] = 5


@pytest.mark.parametrize(("row", "name"), [(Row(a=1), "b"), (Row(1), "a"), (Row(_x=1), "_x")])
def test_row_has_no_attribute_for_what_is_no_field_or_begins_with_an_underscore(row: Row, name: str) -> None:
    assert not hasattr(row, name)


def test_row_keeps_its_methods_when_a_field_is_called_like_one() -> None:
    row = Row(get_row_kind=1)
    assert (row.get_row_kind(), row["get_row_kind"]) == (RowKind.INSERT, 1)


def test_row_contains_its_names_or_else_its_values() -> None:
    assert "a" in Row(a=1)
    assert 1 not in Row(a=1)
    assert 1 in Row(1)


def test_row_is_a_collection_of_its_values() -> None:
    assert (len(Row(a=1, b=2)), list(Row(a=1, b=2)), bool(Row())) == (2, [1, 2], False)


@pytest.mark.parametrize(
    ("one", "other", "is_equal"),
    [
        (Row(1, 2), Row(1, 2), True),
        (Row(1, 2), Row(2, 1), False),
        (Row(1), Row(a=1), False),
        (Row(a=1), Row(1), False),
        (Row(a=1), Row(b=1), False),
        (Row(a=1, b=2), Row(b=2, a=1), True),
        (Row(a=1, b=2), Row(b=1, a=2), False),
        (Row(1), Row.of_kind(RowKind.DELETE, 1), False),
        (Row.of_kind(RowKind.DELETE, 1), Row.of_kind(RowKind.DELETE, 1), True),
        (Row(1, 2), (1, 2), False),
        (Row("a", "b")(1), Row("a", "b")(1), True),
        (Row("a", "b")(1), Row("b", "a")(1), False),
        (Row(), Row(), True),
    ],
)
def test_rows_are_equal_by_kind_and_fields(one: Row, other: object, is_equal: bool) -> None:
    assert (one == other) is is_equal
    assert (one != other) is not is_equal


def test_rows_have_no_order() -> None:
    with pytest.raises(TypeError):
        _ = Row(1) < Row(2)  # type: ignore[operator]


def test_row_without_names_hashes_as_its_tuple() -> None:
    assert hash(Row(1, "x")) == hash((1, "x"))


def test_rows_with_names_in_another_order_hash_alike() -> None:
    assert len({Row(a=1, b=2), Row(b=2, a=1)}) == 1


def test_row_has_no_hash_when_a_field_has_none() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Row([1]))


def test_row_as_dict_keeps_rows_in_it() -> None:
    assert Row(a=1, r=Row(b=2)).as_dict() == {"a": 1, "r": Row(b=2)}


def test_row_as_dict_turns_rows_in_lists_and_dicts_but_not_in_tuples_when_recursive() -> None:
    row = Row(r=Row(a=1), l=[Row(b=1)], t=(Row(c=1),), d={1: Row(e=1)})
    assert row.as_dict(recursive=True) == {"r": {"a": 1}, "l": [{"b": 1}], "t": (Row(c=1),), "d": {1: {"e": 1}}}


def test_row_as_dict_is_refused_without_names() -> None:
    with pytest.raises(TypeError, match="no field names"):
        Row(1).as_dict()


def test_row_takes_names_later() -> None:
    row = Row(1, 2)
    row.set_field_names(["x", "y"])
    assert (row, row.y) == (Row(x=1, y=2), 2)


def test_row_gives_fields_in_the_order_of_names() -> None:
    assert Row(a=1, b=2).get_fields_by_names(["b", "a"]) == [2, 1]
    assert Row(1, 2).get_fields_by_names(["x", "y"]) == [1, 2]


def test_row_names_the_fields_it_does_not_have() -> None:
    with pytest.raises(ValueError, match=r"no fields \['x'\] in Row\(a=1\)"):
        Row(a=1).get_fields_by_names(["a", "x"])


@given(rows())
def test_row_comes_back_from_pickle_as_it_was(row: Row) -> None:
    for back in (pickle.loads(pickle.dumps(row, 5)), pickle.loads(key_bytes(row)), copy.deepcopy(row)):
        assert (back, repr(back), back.get_row_kind()) == (row, repr(row), row.get_row_kind())


@given(rows())
def test_row_gives_the_same_bytes_whatever_objects_its_parts_are(row: Row) -> None:
    assert key_bytes(pickle.loads(pickle.dumps(row))) == key_bytes(row)


def test_row_gives_the_same_bytes_when_it_holds_the_same_object_twice() -> None:
    shared, equal = "".join(["x", "y"]), "".join(["x", "y"])
    assert key_bytes(Row(a=shared, b=shared)) == key_bytes(Row(a=shared, b=equal))


def test_row_pickles_small() -> None:
    overhead = len(pickle.dumps([Row(1, 2)] + [Row(n, n) for n in range(100)])) / 100
    assert overhead < 20
