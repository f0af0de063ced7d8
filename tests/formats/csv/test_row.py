"""Rows as CSV: what is read as PyFlink 2.3 was seen to read it, and what is refused where it would have guessed."""

from __future__ import annotations

import pickle
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

import pytest

from pyrite.common import Instant, Row, TypeInformation, Types
from pyrite.core.errors import InvalidProgramError
from pyrite.datastream.formats.csv import CsvRowDeserializationSchema, CsvRowSerializationSchema

S, I = Types.STRING(), Types.INT()  # noqa: E741
SIS = Types.ROW_NAMED(["a", "b", "c"], [S, I, S])
STRINGS, INTS = Types.BASIC_ARRAY(S), Types.OBJECT_ARRAY(I)
BYTES = Types.PRIMITIVE_ARRAY(Types.BYTE())


def builder(row_type: TypeInformation = SIS) -> CsvRowDeserializationSchema.Builder:
    return CsvRowDeserializationSchema.Builder(row_type)


def read(text: str, with_: CsvRowDeserializationSchema.Builder | None = None) -> Any:
    row = (with_ or builder()).build().deserialize(text.encode())
    return None if row is None else list(row)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x,1,y", ["x", 1, "y"]),
        ("x,1,y\n", ["x", 1, "y"]),
        ("x,1,y\r\n\n", ["x", 1, "y"]),
        (" x , 1 , y ", [" x ", 1, " y "]),
        ('"x,1",2,"y ""q"""', ["x,1", 2, 'y "q"']),
        ('"x" ,1,y', ["x", 1, "y"]),
        ('x"y,1,z', ['x"y', 1, "z"]),
        ('"",1,""', ["", 1, ""]),
        ("#x,1,y", ["#x", 1, "y"]),
        ('"a\nb",1,c', ["a\nb", 1, "c"]),
        ("\ufeffx,1,y", ["x", 1, "y"]),
        ("null,1,y", ["null", 1, "y"]),
    ],
)
def test_line_is_read_as_by_flink(text: str, expected: list[Any]) -> None:
    assert read(text) == expected


REFUSED_BY_BOTH = ["x,1", "x,1,y,z", "", "\n", ",,", "x,a,y", '"x,1,y', "x,1.0,y", 'x,1,"y"z', '"x""']
CUT_BY_FLINK = ["x,1,y\nx,2,y"]


@pytest.mark.parametrize("text", REFUSED_BY_BOTH + CUT_BY_FLINK)
def test_line_that_is_no_row_is_refused(text: str) -> None:
    with pytest.raises((TypeError, ValueError)):
        read(text)


def test_error_names_the_field_and_what_was_there() -> None:
    with pytest.raises(TypeError, match=r"field 'b': expected INT, got 'x' \(str\)"):
        read("a,x,c")
    with pytest.raises(TypeError, match=r"expected 3 fields, got \['a', '1'\] \(list\): 2 fields"):
        read("a,1")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x,a,y", ["x", None, "y"]),
        ("x,1", ["x", 1, None]),
        ("x", ["x", None, None]),
        ("x,1,y,z", None),
        ("", None),
        ('"x', None),
    ],
)
def test_errors_are_ignored_as_by_flink_when_reported_to(text: str, expected: Any) -> None:
    assert read(text, builder().set_ignore_parse_errors(True)) == expected


def test_message_that_is_no_text_is_refused_or_ignored() -> None:
    with pytest.raises(UnicodeDecodeError):
        builder().build().deserialize(b"\xff,1,y")
    assert builder().set_ignore_parse_errors(True).build().deserialize(b"\xff,1,y") is None


def test_null_literal_is_none_also_in_quotes() -> None:
    assert read('n/a,n/a,"n/a"', builder().set_null_literal("n/a")) == [None, None, None]
    assert read(',1,""', builder().set_null_literal("")) == [None, 1, None]


def test_comments_give_no_record_when_they_are_allowed() -> None:
    allowing = builder().set_allow_comments(True)
    assert [read(text, allowing) for text in ("#x,1,y", " # x", "#c\n#d\nx,1,#y")] == [None, None, ["x", 1, "#y"]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"x\,y,1,z", ["x,y", 1, "z"]),
        (r'"x\"y",1,z', ['x"y', 1, "z"]),
        (r"x\\,1,z", ["x\\", 1, "z"]),
        (r'"a\nb",1,\t', ["a\nb", 1, "\t"]),
    ],
)
def test_escapes_are_read_as_by_flink(text: str, expected: list[Any]) -> None:
    assert read(text, builder().set_escape_character("\\")) == expected


def test_other_quotes_and_delimiters() -> None:
    assert read("'x|''y'|1|\"z\"", builder().set_quote_character("'").set_field_delimiter("|")) == ["x|'y", 1, '"z"']
    assert read("x\t1\tz", builder().set_field_delimiter("\t")) == ["x", 1, "z"]


ARRAYS = Types.ROW([STRINGS, INTS])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x;y,1;2", [["x", "y"], [1, 2]]),
        (",", [[], []]),
        ("x; y,1; 2", [["x", " y"], [1, 2]]),
        (";,1", [["", ""], [1]]),
        ('"x;a,b",1', [["x", "a,b"], [1]]),
    ],
)
def test_arrays_are_read_as_by_flink(text: str, expected: Any) -> None:
    assert read(text, builder(ARRAYS)) == expected


def test_elements_may_be_null_and_their_delimiter_longer() -> None:
    schema = builder(ARRAYS).set_null_literal("n").set_array_element_delimiter("||")
    assert read("n||x,1||n", schema) == [[None, "x"], [1, None]]


def test_row_in_a_field() -> None:
    nested = builder(Types.ROW([Types.ROW_NAMED(["x", "y"], [S, I]), S]))
    assert read("x;1,z", nested) == [Row(x="x", y=1), "z"]
    assert read(",z", nested) == [None, "z"]
    with pytest.raises(TypeError, match="field 'f0': expected 2 fields"):
        read("x,z", nested)
    assert read("x;q,z", nested.set_ignore_parse_errors(True)) == [Row(x="x", y=None), "z"]


VALUES = [
    (Types.BOOLEAN(), " TRUE ", True),
    (Types.DOUBLE(), "1e3", 1000.0),
    (Types.DOUBLE(), "-Infinity", float("-inf")),
    (Types.BIG_DEC(), "1.50", Decimal("1.50")),
    (Types.BIG_INT(), "100000000000000000000000", 10**23),
    (Types.SQL_DATE(), "2020-1-2", date(2020, 1, 2)),
    (Types.SQL_TIME(), "1:2:3", time(1, 2, 3)),
    (Types.SQL_TIMESTAMP(), "2020-01-02 12:34:56.123", datetime(2020, 1, 2, 12, 34, 56, 123000)),
    (Types.INSTANT(), "2020-01-02 12:34:56.5Z", Instant(1577968496, 500_000_000)),
    (BYTES, "AQID", b"\x01\x02\x03"),
]


@pytest.mark.parametrize(("kind", "text", "expected"), VALUES, ids=str)
def test_value_is_read_as_by_flink(kind: TypeInformation, text: str, expected: Any) -> None:
    (actual,) = read(text, builder(Types.ROW([kind])))
    assert actual == expected and type(actual) is type(expected)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Types.BOOLEAN(), "yes"),
        (Types.FLOAT(), "1e40"),
        (Types.BYTE(), "200"),
        (Types.SQL_TIME(), "12:34"),
        (Types.SQL_DATE(), "2020-02-30"),
        (Types.SQL_TIMESTAMP(), "2020-01-02 12:34"),
        (BYTES, "x y"),
    ],
    ids=str,
)
def test_value_is_refused_when_the_type_cannot_hold_it(kind: TypeInformation, text: str) -> None:
    with pytest.raises(TypeError, match="field 'f0': expected"):
        read(text, builder(Types.ROW([kind])))


@pytest.mark.parametrize(
    "kind",
    [Types.MAP(S, I), Types.LIST(S), Types.PICKLED_BYTE_ARRAY(), Types.OBJECT_ARRAY(Types.ROW([S])), Types.TUPLE([S])],
    ids=str,
)
def test_type_without_a_form_is_refused_when_the_schema_is_built(kind: TypeInformation) -> None:
    with pytest.raises(InvalidProgramError, match="CSV: a field cannot have the type"):
        builder(Types.ROW([kind])).build()
    with pytest.raises(InvalidProgramError, match="CSV: a field cannot have the type"):
        CsvRowSerializationSchema.Builder(Types.ROW([kind])).build()


# Writing --------------------------------------------------------------------------------------------------------------

TEXTS = Types.ROW([S, STRINGS, I])


def writer(row_type: TypeInformation = TEXTS) -> CsvRowSerializationSchema.Builder:
    return CsvRowSerializationSchema.Builder(row_type)


def write(row: Row, with_: CsvRowSerializationSchema.Builder | None = None) -> str:
    return (with_ or writer()).build().serialize(row).decode()


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (Row('a,b;"c"', ["x", "y"], 1), '"a,b;""c""",x;y,1\n'),
        (Row(None, None, None), ",,\n"),
        (Row("l1\nl2", [], 3), '"l1\nl2",,3\n'),
        (Row(" a", ["x", None], 4), '" a",x;,4\n'),
        (Row("#", [], 5), '"#",,5\n'),
    ],
    ids=str,
)
def test_row_is_written_as_by_flink(row: Row, expected: str) -> None:
    assert write(row) == expected


def test_options_of_writing() -> None:
    row = Row("a'b", ["x", "y"], None)
    assert write(row, writer().set_line_delimiter("")) == "a'b,x;y,"
    assert write(row, writer().set_field_delimiter(";")) == 'a\'b;"x;y";\n'
    assert write(row, writer().set_array_element_delimiter("|")) == "a'b,x|y,\n"
    assert write(row, writer().set_quote_character("'")) == "'a''b',x;y,\n"
    assert write(row, writer().set_null_literal("n/a").set_line_delimiter("\r\n")) == "a'b,x;y,n/a\r\n"
    assert write(Row("a\\", None, 1), writer().set_escape_character("\\")) == '"a\\\\",,1\n'


def test_without_quotes_a_delimiter_is_escaped_or_refused() -> None:
    row = Row('a,"b"\n', [], 1)
    assert write(row, writer().disable_quote_character().set_escape_character("\\")) == 'a\\,"b"\\n,,1\n'
    with pytest.raises(TypeError, match="contains the delimiter ',' or a line end"):
        write(row, writer().disable_quote_character())


def test_element_with_the_array_delimiter_is_refused() -> None:
    with pytest.raises(TypeError, match="field 'f1': expected an element without the array element delimiter ';'"):
        write(Row("a", ["x;y"], 1))


def test_value_that_does_not_fit_is_refused_with_its_place() -> None:
    with pytest.raises(TypeError, match=r"field 'f2': expected INT, got 'x' \(str\)"):
        write(Row("a", [], "x"))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda: builder().set_field_delimiter("||"), "field delimiter must be one character"),
        (lambda: builder().set_quote_character("\n"), "quote must be one character other than a line end"),
        (lambda: builder().set_escape_character(","), "must differ"),
        (lambda: builder().set_array_element_delimiter(""), "must not be empty"),
        (lambda: writer().set_line_delimiter("x"), "line delimiter must be one of"),
    ],
)
def test_wrong_option_is_refused(change: Any, why: str) -> None:
    with pytest.raises(InvalidProgramError, match=why):
        change()


def test_schemas_pickle_and_tell_their_type() -> None:
    schema: CsvRowDeserializationSchema = pickle.loads(pickle.dumps(builder().build()))
    assert schema.deserialize(b"x,1,y") == Row(a="x", b=1, c="y")
    assert schema.get_produced_type() == SIS
    assert pickle.loads(pickle.dumps(writer(SIS).build())).serialize(Row("x", 1, "y")) == b"x,1,y\n"
