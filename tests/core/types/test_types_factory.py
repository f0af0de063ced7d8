"""Types: what fits, what it becomes, and what is refused.

`fit` does what PyFlink 2.3 does to the value of a map with an `output_type`, as the next operator gets it (observed
with chaining of Python operators switched off, since chained ones hand values on unchecked). The rows of FITS were
observed so, each or its parts; not those of BIG_INT and those marked "ours", and those marked "from_collection" were
observed there. It differs on purpose as follows.

Refused here, silently wrong in PyFlink:
- a number that is not whole for BYTE to BIG_INT (1.5 becomes 1), an object that only has `__int__`, and a seconds
  part of an Instant that is not whole;
- 2 to 255 for BOOLEAN (becomes True), and what is too large for FLOAT or DOUBLE (becomes infinite);
- more fields than the type has, in a row or tuple (they are dropped), a dict for a ROW that lacks a field (None);
- a time or datetime with a zone other than UTC (the zone is dropped and the clock's time kept);
- from_collection wraps wide ints: 2**40 as INT gives 0, 2**70 as BIG_INT gives 56908316672.

Right here, silently wrong in PyFlink:
- SQL_TIMESTAMP after 2038 or before 1902 (wraps 32 bits), and fractions of seconds before 1970 (a second off);
- BIG_INT (0 becomes None, others break the job) and CHAR (every job breaks): here ints of any size, and one character.

Refused here with a text, where PyFlink's worker crashes (a row or tuple with too few fields: a segmentation fault) or
fails with an unrelated one (an AttributeError for `.encode`, a NullPointerException).

Taken here, refused there: a tuple, list or dict for ROW and a list or Row for TUPLE (PyFlink takes them in
from_collection only), a tuple for LIST and arrays (there, for arrays in from_collection only), None for a field of
TUPLE or an element of LIST whose type holds None, str with lone surrogates, a list of ints for LIST(BYTE).

Maps keep the order of their items; PyFlink's come back in Java's order. Decimal("-0") keeps its sign.
"""

from __future__ import annotations

import pickle
from collections import OrderedDict, namedtuple
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum, IntEnum
from fractions import Fraction
from math import inf, nan
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.errors import InvalidProgramError
from pyrite.core.types.instant import Instant
from pyrite.core.types.rows import Row, RowKind
from pyrite.core.types.types_factory import RowTypeInfo, TypeInformation, Types

pd: Any = pytest.importorskip("pandas")
Pair = namedtuple("Pair", "a b")


class Colour(IntEnum):
    RED = 1


class Word(str, Enum):  # noqa: UP042 -- StrEnum has another __str__
    HELLO = "hello"


class OnlyInt:
    def __int__(self) -> int:
        return 9


class OnlyFloat:
    def __float__(self) -> float:
        return 1.5


INDIA = timezone(timedelta(hours=5, minutes=30))
ROW = Types.ROW_NAMED(["a", "b"], [Types.INT(), Types.STRING()])
PLAIN_ROW = Types.ROW([Types.INT(), Types.STRING()])
TUPLE = Types.TUPLE([Types.INT(), Types.STRING()])
INTS = Types.LIST(Types.INT())
COUNTS = Types.MAP(Types.STRING(), Types.INT())
BYTES = Types.PRIMITIVE_ARRAY(Types.BYTE())
WHOLE = [Types.BYTE(), Types.SHORT(), Types.INT(), Types.LONG(), Types.BIG_INT()]

FITS: list[tuple[TypeInformation, Any, Any]] = [
    (Types.STRING(), "", ""),
    (Types.STRING(), "a\0é\U0001f600", "a\0é\U0001f600"),
    (Types.STRING(), Word.HELLO, "hello"),  # ours
    (Types.STRING(), np.str_("n"), "n"),
    (Types.STRING(), None, None),
    (Types.CHAR(), "a", "a"),  # ours
    *((kind, given, expected) for kind in WHOLE for given, expected in [(5, 5), (-128, -128), (True, 1), (1.0, 1)]),
    *((kind, given, 1) for kind in WHOLE for given in [Decimal(1), np.int8(1), np.int64(1), np.True_, Colour.RED]),
    (Types.BYTE(), 127, 127),
    (Types.SHORT(), -32768, -32768),
    (Types.INT(), 2**31 - 1, 2**31 - 1),
    (Types.LONG(), -(2**63), -(2**63)),
    (Types.BIG_INT(), 2**70, 2**70),  # ours
    (Types.BIG_INT(), None, None),  # ours
    (Types.FLOAT(), 0.1, 0.10000000149011612),
    (Types.FLOAT(), 16777217, 16777216.0),
    (Types.FLOAT(), 1e-50, 0.0),
    (Types.FLOAT(), -inf, -inf),
    (Types.FLOAT(), Decimal("1.1"), 1.100000023841858),
    (Types.FLOAT(), np.float64(0.1), 0.10000000149011612),
    (Types.DOUBLE(), 0.1, 0.1),
    (Types.DOUBLE(), 5, 5.0),
    (Types.DOUBLE(), 2**70, 2.0**70),
    (Types.DOUBLE(), True, 1.0),
    (Types.DOUBLE(), inf, inf),
    (Types.DOUBLE(), Decimal("1.1"), 1.1),
    (Types.DOUBLE(), np.float32(0.1), 0.10000000149011612),
    (Types.DOUBLE(), np.int64(3), 3.0),
    (Types.DOUBLE(), OnlyFloat(), 1.5),
    (Types.BOOLEAN(), True, True),
    (Types.BOOLEAN(), 0, False),
    (Types.BOOLEAN(), 1.0, True),
    (Types.BOOLEAN(), np.True_, True),
    (Types.BOOLEAN(), np.int64(1), True),
    (Types.BIG_DEC(), Decimal("1.10"), Decimal("1.10")),
    (Types.BIG_DEC(), Decimal("1E+3"), Decimal("1E+3")),
    (Types.BIG_DEC(), 5, Decimal(5)),
    (Types.BIG_DEC(), 0.1, Decimal("0.1")),
    (Types.BIG_DEC(), "2.5", Decimal("2.5")),
    (Types.BIG_DEC(), np.float64(0.5), Decimal("0.5")),
    (Types.BIG_DEC(), None, None),
    (Types.INSTANT(), Instant(-1, 999_999_999), Instant(-1, 999_999_999)),
    (Types.INSTANT(), Instant(1, 2 * 10**9), Instant(3, 0)),
    (Types.INSTANT(), Instant(1, -5), Instant(0, 999_999_995)),
    (Types.INSTANT(), None, None),
    (Types.SQL_DATE(), date(1582, 10, 10), date(1582, 10, 10)),
    (Types.SQL_DATE(), datetime(2024, 2, 29, 12, 34), date(2024, 2, 29)),
    (Types.SQL_DATE(), None, None),
    (Types.SQL_TIME(), time(12, 34, 56, 789_123), time(12, 34, 56, 789_000)),
    (Types.SQL_TIME(), datetime(2024, 2, 29, 12, 34), time(12, 34)),
    (Types.SQL_TIME(), time(1, 2, 3, tzinfo=UTC), time(1, 2, 3)),
    (Types.SQL_TIME(), None, None),  # ours
    (Types.SQL_TIMESTAMP(), datetime(2024, 2, 29, 1, 2, 3, 789_999), datetime(2024, 2, 29, 1, 2, 3, 789_000)),
    (Types.SQL_TIMESTAMP(), datetime(2024, 2, 29, 1, tzinfo=UTC), datetime(2024, 2, 29, 1)),
    (Types.SQL_TIMESTAMP(), datetime(2040, 1, 1), datetime(2040, 1, 1)),  # ours
    (Types.SQL_TIMESTAMP(), datetime(1960, 1, 1, 0, 0, 0, 5000), datetime(1960, 1, 1, 0, 0, 0, 5000)),  # ours
    (Types.SQL_TIMESTAMP(), pd.Timestamp("2024-02-29"), datetime(2024, 2, 29)),  # ours
    (Types.SQL_TIMESTAMP(), None, None),  # ours
    (ROW, Row(1, "x"), Row(a=1, b="x")),
    (ROW, Row(b="x", a=1), Row(a=1, b="x")),
    (ROW, Row(None, None), Row(a=None, b=None)),
    (ROW, Row.of_kind(RowKind.DELETE, 1, "x"), Row.of_kind(RowKind.DELETE, a=1, b="x")),
    (ROW, (1, "x"), Row(a=1, b="x")),  # from_collection
    (ROW, [1, "x"], Row(a=1, b="x")),  # from_collection
    (ROW, Pair(1, "x"), Row(a=1, b="x")),  # ours
    (ROW, {"b": "x", "a": 1}, Row(a=1, b="x")),  # from_collection
    (PLAIN_ROW, Row(1, "x"), Row(f0=1, f1="x")),
    (PLAIN_ROW, Row(f1="x", f0=1), Row(f0=1, f1="x")),
    (Types.ROW([ROW, Types.FLOAT()]), Row(Row(1, "x"), 0.1), Row(f0=Row(a=1, b="x"), f1=0.10000000149011612)),
    (TUPLE, (1, "x"), (1, "x")),
    (TUPLE, [1, "x"], (1, "x")),  # from_collection
    (TUPLE, Row(1, "x"), (1, "x")),  # from_collection
    (TUPLE, Pair(1, "x"), (1, "x")),  # ours
    (TUPLE, (1, None), (1, None)),  # ours
    (Types.TUPLE([Types.INSTANT(), TUPLE]), (None, (1, "x")), (None, (1, "x"))),
    (INTS, [1, True, 2.0], [1, 1, 2]),
    (INTS, [], []),
    (INTS, (1, 2), [1, 2]),  # ours
    (Types.LIST(ROW), [Row(1, "x")], [Row(a=1, b="x")]),
    (Types.LIST(Types.INSTANT()), [None], [None]),
    (Types.PRIMITIVE_ARRAY(Types.DOUBLE()), [1, 2.5], [1.0, 2.5]),
    (Types.PRIMITIVE_ARRAY(Types.INT()), (1, 2), [1, 2]),  # from_collection
    (BYTES, b"ab", b"ab"),
    (BYTES, bytearray(b"ab"), b"ab"),
    (Types.BASIC_ARRAY(Types.BYTE()), [1, -1], [1, -1]),
    (Types.BASIC_ARRAY(Types.INT()), [1, None], [1, None]),
    (Types.OBJECT_ARRAY(ROW), [Row(1, "x"), None], [Row(a=1, b="x"), None]),
    (COUNTS, {"b": 1, "a": None}, {"b": 1, "a": None}),
    (COUNTS, OrderedDict(a=True), {"a": 1}),
    (Types.MAP(Types.INT(), INTS), {1: [1]}, {1: [1]}),
    (Types.PICKLED_BYTE_ARRAY(), None, None),  # ours
    (Types.PICKLED_BYTE_ARRAY(), Row(1), Row(1)),
]

MISFITS: list[tuple[TypeInformation, Any, str]] = [
    (Types.STRING(), 5, "expected STRING, got 5 (int)"),
    (Types.STRING(), b"ab", "expected STRING, got b'ab' (bytes)"),
    (Types.CHAR(), "ab", "expected CHAR, got 'ab' (str): not one character"),
    (Types.CHAR(), None, "expected CHAR, got None (NoneType)"),
    (Types.BYTE(), 128, "expected BYTE, got 128 (int): out of range, -128 to 127"),
    (Types.SHORT(), -32769, "expected SHORT, got -32769 (int): out of range, -32768 to 32767"),
    (Types.INT(), 2**31, "expected INT, got 2147483648 (int): out of range, -2147483648 to 2147483647"),
    (Types.LONG(), 2**63, "out of range"),
    (Types.INT(), np.int64(2**40), "out of range"),
    (Types.INT(), None, "expected INT, got None (NoneType)"),
    (Types.INT(), "5", "expected INT, got '5' (str)"),
    (Types.INT(), b"5", "expected INT, got b'5' (bytes)"),
    (Types.INT(), 1.5, "expected INT, got 1.5 (float): not a whole number"),
    (Types.INT(), Fraction(1, 2), "not a whole number"),
    (Types.INT(), nan, "expected INT, got nan (float)"),
    (Types.INT(), inf, "expected INT, got inf (float)"),
    (Types.INT(), OnlyInt(), "not a whole number"),
    (Types.INT(), [1], "expected INT, got [1] (list)"),
    (Types.FLOAT(), 1e39, "expected FLOAT, got 1e+39 (float): out of range"),
    (Types.DOUBLE(), 10**400, "out of range"),
    (Types.DOUBLE(), Decimal("1e400"), "out of range"),
    (Types.DOUBLE(), "1.5", "expected DOUBLE, got '1.5' (str)"),
    (Types.DOUBLE(), None, "expected DOUBLE, got None (NoneType)"),
    (Types.DOUBLE(), 1j, "expected DOUBLE, got 1j (complex)"),
    (Types.BOOLEAN(), 2, "expected BOOLEAN, got 2 (int)"),
    (Types.BOOLEAN(), "True", "expected BOOLEAN, got 'True' (str)"),
    (Types.BOOLEAN(), None, "expected BOOLEAN, got None (NoneType)"),
    (Types.BOOLEAN(), np.array([1, 0]), "expected BOOLEAN"),
    (Types.BIG_DEC(), "abc", "expected BIG_DEC, got 'abc' (str)"),
    (Types.BIG_DEC(), True, "expected BIG_DEC, got True (bool)"),
    (Types.BIG_DEC(), Decimal("NaN"), "expected BIG_DEC, got Decimal('NaN') (Decimal): not finite"),
    (Types.BIG_DEC(), inf, "not finite"),
    (Types.INSTANT(), 5, "expected INSTANT, got 5 (int)"),
    (Types.INSTANT(), datetime(2024, 1, 1), "expected INSTANT"),
    (Types.INSTANT(), Instant(2**62, 0), "out of range"),
    (Types.INSTANT(), Instant(1.5, 0), "expected INSTANT, got Instant<1.5, 0>"),  # type: ignore[arg-type]
    (Types.SQL_DATE(), "2024-02-29", "expected SQL_DATE, got '2024-02-29' (str)"),
    (Types.SQL_DATE(), time(1), "expected SQL_DATE"),
    (Types.SQL_DATE(), pd.NaT, "expected SQL_DATE, got NaT (NaTType)"),
    (Types.SQL_TIME(), date(2024, 1, 1), "expected SQL_TIME"),
    (Types.SQL_TIME(), timedelta(1), "expected SQL_TIME"),
    (Types.SQL_TIME(), time(1, tzinfo=INDIA), "a zone other than UTC"),
    (Types.SQL_TIMESTAMP(), date(2024, 1, 1), "expected SQL_TIMESTAMP"),
    (Types.SQL_TIMESTAMP(), datetime(2024, 1, 1, tzinfo=INDIA), "a zone other than UTC"),
    (ROW, None, "expected ROW, got None (NoneType)"),
    (ROW, 5, "expected ROW, got 5 (int)"),
    (ROW, "ab", "expected ROW, got 'ab' (str)"),
    (ROW, Row(1), "expected 2 fields, got <Row(1)> (Row): 1 fields"),
    (ROW, Row(1, "x", 3), "expected 2 fields"),
    (ROW, (1, "x", 3), "expected 2 fields"),
    (ROW, Row(f0=1, f1="x"), "expected the fields ['a', 'b'], got Row(f0=1, f1='x') (Row)"),
    (ROW, Row(a=1, b="x", c=2), "expected the fields ['a', 'b']"),
    (ROW, {"a": 1}, "expected the fields ['a', 'b'], got {'a': 1} (dict)"),
    (ROW, Row("x", 1), "field 'a' (0): expected INT, got 'x' (str)"),
    (PLAIN_ROW, Row(1, 2), "field 'f1' (1): expected STRING, got 2 (int)"),
    (PLAIN_ROW, Row(a=1, b="x"), "expected the fields ['f0', 'f1']"),
    (Types.ROW([ROW]), Row(Row(1, 2)), "field 'f0' (0): field 'b' (1): expected STRING, got 2 (int)"),
    (TUPLE, (1,), "expected 2 fields, got (1,) (tuple): 1 fields"),
    (TUPLE, (1, "x", 3), "expected 2 fields"),
    (TUPLE, (None, "x"), "field 0: expected INT, got None (NoneType)"),
    (TUPLE, None, "expected TUPLE, got None (NoneType)"),
    (TUPLE, "ab", "expected TUPLE, got 'ab' (str)"),
    (INTS, [1, "x"], "element 1: expected INT, got 'x' (str)"),
    (INTS, [None], "element 0: expected INT, got None (NoneType)"),
    (INTS, None, "expected LIST, got None (NoneType)"),
    (INTS, range(3), "expected LIST, got range(0, 3) (range)"),
    (INTS, np.array([1, 2]), "expected LIST"),
    (INTS, "12", "expected LIST, got '12' (str)"),
    (Types.PRIMITIVE_ARRAY(Types.INT()), [1, None], "element 1: expected INT, got None (NoneType)"),
    (BYTES, [1, 2], "expected bytes, got [1, 2] (list)"),
    (BYTES, None, "expected bytes, got None (NoneType)"),
    (Types.BASIC_ARRAY(Types.BYTE()), b"ab", "expected BASIC_ARRAY, got b'ab' (bytes)"),
    (COUNTS, {None: 1}, "key None: expected a key, got None (NoneType)"),
    (COUNTS, {1: 1}, "key 1: expected STRING, got 1 (int)"),
    (COUNTS, {"a": "x"}, "key 'a': expected INT, got 'x' (str)"),
    (COUNTS, [("a", 1)], "expected MAP, got [('a', 1)] (list)"),
    (COUNTS, None, "expected MAP, got None (NoneType)"),
    (Types.MAP(Types.FLOAT(), Types.INT()), {0.1: 1, 0.10000000149011612: 2}, "distinct keys become equal as Float"),
]

ALL_TYPES = list({repr(kind): kind for kind, *_ in FITS}.values())


def case_id(case: Any) -> str:
    return repr(case)[:40]


@pytest.mark.parametrize(("kind", "value", "expected"), FITS, ids=case_id)
def test_value_that_fits_becomes_what_the_type_holds(kind: TypeInformation, value: Any, expected: Any) -> None:
    for fitted in (kind.fit(value), kind.fit_all([value])[0], kind.fit_all([expected, value])[1]):
        assert fitted == expected
        assert type(fitted) is type(expected)


@pytest.mark.parametrize(("kind", "value", "expected"), FITS, ids=case_id)
def test_fitted_value_fits_and_stays_as_it_is(kind: TypeInformation, value: Any, expected: Any) -> None:
    fitted = kind.fit(value)
    assert pickle.dumps(kind.fit(fitted)) == pickle.dumps(kind.fit_all([fitted])[0]) == pickle.dumps(fitted)


@pytest.mark.parametrize(("kind", "value", "text"), MISFITS, ids=case_id)
def test_value_that_does_not_fit_says_what_was_expected_and_where(kind: TypeInformation, value: Any, text: str) -> None:
    with pytest.raises(TypeError) as error:
        kind.fit(value)
    with pytest.raises(TypeError) as error_in_block:
        kind.fit_all([value])
    assert text in str(error.value)
    assert str(error_in_block.value) == str(error.value)


def test_long_value_is_cut_in_the_text() -> None:
    with pytest.raises(TypeError, match=r"^expected INT, got 'x{96}\.\.\. \(str\)$"):
        Types.INT().fit("x" * 1000)


def test_float_keeps_nan_and_the_sign_of_zero() -> None:
    assert str(Types.FLOAT().fit_all([nan, -0.0])) == "[nan, -0.0]"


def test_row_without_fields_fits() -> None:
    assert repr(Types.ROW([]).fit_all([Row(), ()])) == "[Row(), Row()]"


MIXED = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.integers(-200, 200),
    st.floats(),
    st.text(max_size=2),
    st.decimals(),
    st.binary(max_size=2),
    st.datetimes(),
    st.dates(),
    st.times(),
    st.lists(st.integers(-200, 200) | st.none(), max_size=3),
    st.tuples(st.integers(-200, 200), st.text(max_size=2)),
    st.builds(Row, st.integers(-200, 200), st.text(max_size=2)),
    st.builds(Row, a=st.integers(-200, 200) | st.none(), b=st.text(max_size=2)),
    st.dictionaries(st.text(max_size=2), st.integers(-200, 200) | st.none(), max_size=2),
)


def outcome(fit: Any, *args: Any) -> str:
    try:
        return repr(fit(*args))
    except TypeError as error:
        return f"TypeError: {error}"


@pytest.mark.parametrize("kind", ALL_TYPES, ids=repr)
@given(st.lists(MIXED, max_size=4) | MIXED.map(lambda value: [value] * 3))
def test_block_fits_as_its_values_one_by_one(kind: TypeInformation, values: list[Any]) -> None:
    assert outcome(kind.fit_all, values) == outcome(lambda: [kind.fit(value) for value in values])


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (Types.STRING(), ["a", None]),
        (Types.INT(), [1, 2]),
        (Types.BIG_INT(), [2**70]),
        (Types.DOUBLE(), [1.0, nan]),
        (Types.BOOLEAN(), [True]),
        (Types.BIG_DEC(), [Decimal(1)]),
        (Types.SQL_DATE(), [date(2024, 1, 1)]),
        (Types.PICKLED_BYTE_ARRAY(), [...]),
        (ROW, [Row(a=1, b="x"), Row(a=2, b=None)]),
        (TUPLE, [(1, "x"), (2, "y")]),
        (INTS, [[1], [], [2, 3]]),
        (BYTES, [b"x"]),
        (Types.BASIC_ARRAY(Types.STRING()), [["x", None]]),
        (COUNTS, [{"a": 1}, {}]),
    ],
    ids=case_id,
)
def test_block_is_given_back_when_it_already_fits(kind: TypeInformation, values: list[Any]) -> None:
    assert kind.fit_all(values) is values


def test_fit_leaves_the_value_it_was_given_alone() -> None:
    row, items = Row(True, "x"), [True]
    ROW.fit_all([row])
    INTS.fit_all([items])
    assert (repr(row), items[0]) == ("<Row(True, 'x')>", True)


@pytest.mark.parametrize("kind", ALL_TYPES, ids=repr)
def test_type_comes_back_from_pickle(kind: TypeInformation) -> None:
    back = pickle.loads(pickle.dumps(kind))
    assert (back, hash(back), repr(back)) == (kind, hash(kind), repr(kind))


def test_types_are_equal_only_to_their_like() -> None:
    kinds = [*ALL_TYPES, Types.LIST(Types.LONG()), Types.MAP(Types.INT(), Types.STRING())]
    rows = [kind for kind in kinds if isinstance(kind, RowTypeInfo)]
    assert len(set(kinds)) == len(kinds) - len(rows) + len({tuple(row.get_field_types()) for row in rows})
    assert Types.INT() != "Integer"


def test_row_types_are_equal_whatever_their_names() -> None:
    assert ROW == PLAIN_ROW
    assert hash(ROW) == hash(PLAIN_ROW)
    assert Types.ROW([Types.INT()]) != ROW


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Types.INT(), "Integer"),
        (Types.SQL_DATE(), "DateTypeInfo"),
        (ROW, "RowTypeInfo(a: Integer, b: String)"),
        (PLAIN_ROW, "RowTypeInfo(Integer, String)"),
        (TUPLE, "TupleTypeInfo(Integer, String)"),
        (INTS, "ListTypeInfo<Integer>"),
        (COUNTS, "MapTypeInfo<String, Integer>"),
        (BYTES, "PrimitiveArrayTypeInfo<Byte>"),
        (Types.OBJECT_ARRAY(ROW), "ObjectArrayTypeInfo<RowTypeInfo(a: Integer, b: String)>"),
        (Types.PICKLED_BYTE_ARRAY(), "PickledByteArrayTypeInfo"),
    ],
)
def test_type_prints_as_pyflinks(kind: TypeInformation, text: str) -> None:
    assert repr(kind) == text


def test_row_type_tells_its_fields() -> None:
    assert (ROW.get_field_names(), ROW.get_field_types()) == (["a", "b"], [Types.INT(), Types.STRING()])
    assert (PLAIN_ROW.get_field_names(), PLAIN_ROW.get_field_index("f1")) == (["f0", "f1"], 1)


def test_types_that_pyflink_converts_say_so() -> None:
    converted = [ROW, TUPLE, Types.SQL_DATE(), Types.SQL_TIME(), Types.SQL_TIMESTAMP(), Types.INSTANT()]
    assert all(kind.need_conversion() for kind in converted)
    assert not any(kind.need_conversion() for kind in [Types.INT(), INTS, COUNTS, Types.PICKLED_BYTE_ARRAY()])


def test_internal_value_is_the_fitted_one() -> None:
    assert ROW.to_internal_type((1, "x")) == ROW.from_internal_type(Row(a=1, b="x")) == Row(a=1, b="x")
    assert Types.INT().to_internal_type(None) is None


@pytest.mark.parametrize(
    "make",
    [
        lambda: Types.LIST(int),  # type: ignore[arg-type]
        lambda: Types.ROW([Types.INT]),  # type: ignore[list-item]
        lambda: Types.MAP(Types.INT(), None),  # type: ignore[arg-type]
        lambda: Types.ROW_NAMED(["a"], [Types.INT(), Types.INT()]),
        lambda: Types.ROW_NAMED(["a", "a"], [Types.INT(), Types.INT()]),
        lambda: Types.ROW_NAMED([1], [Types.INT()]),  # type: ignore[list-item]
        lambda: Types.PRIMITIVE_ARRAY(Types.STRING()),
        lambda: Types.BASIC_ARRAY(ROW),
    ],
)
def test_type_is_refused_when_it_is_made_of_what_it_cannot_be(make: Any) -> None:
    with pytest.raises(InvalidProgramError, match="expected"):
        make()
