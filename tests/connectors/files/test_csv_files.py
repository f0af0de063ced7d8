"""CSV files: columns by a schema, with all that CSV can have, read and written."""

from __future__ import annotations

import io
from decimal import Decimal
from pathlib import Path
from typing import Any, Optional

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrite.common import Row, Types
from pyrite.connectors.files.source.source import FileSource
from pyrite.connectors.files.source.split_providers import FileEnumeratorProvider
from pyrite.core.connector.bad_records import BadRecords
from pyrite.core.errors import BadRecordError, InvalidProgramError
from pyrite.formats.csv.files import CsvBulkWriters, CsvReaderFormat
from pyrite.formats.csv.schema import CsvSchema, CsvSchemaBuilder
from pyrite.table import DataTypes
from tests.connectors.files.reading import read, read_with_restores


def columns() -> CsvSchemaBuilder:
    return CsvSchema.builder().add_number_column("id").add_string_column("text")


def source(
    path: Path, schema: CsvSchema, split_bytes: int = 1 << 20, policy: BadRecords = BadRecords.FAIL
) -> FileSource:
    provider = FileEnumeratorProvider.default_splittable_file_enumerator(split_bytes)
    builder = FileSource.for_record_stream_format(CsvReaderFormat.for_schema(schema), str(path))
    return builder.set_file_enumerator(provider).set_bad_records(policy).build()


def read_text(folder: Path, schema: CsvSchema, text: str) -> list[Any]:
    (folder / "file.csv").write_text(text, newline="")
    return read(source(folder, schema))


def written(schema: CsvSchema, rows: list[Any]) -> str:
    stream = io.BytesIO()
    writer = CsvBulkWriters.for_schema(schema).create(stream)
    writer.add_elements(rows)
    writer.finish()
    return stream.getvalue().decode()


def test_rows_have_the_schema_s_names_and_types(tmp_path: Path) -> None:
    schema = (
        CsvSchema.builder()
        .add_number_column("id")
        .add_number_column("price", Types.BIG_DEC())
        .add_number_column("share", Types.FLOAT())
        .add_boolean_column("paid")
        .add_array_column("tags")
        .add_array_column("counts", "#", Types.INT())
        .build()
    )
    rows = read_text(tmp_path, schema, "1,2.50,0.5,true,a;b,1#2\n-3,,,,,\n")
    assert rows == [
        Row(id=1, price=Decimal("2.5"), share=0.5, paid=True, tags=["a", "b"], counts=[1, 2]),
        Row(id=-3, price=None, share=None, paid=None, tags=[], counts=[]),
    ]
    assert written(schema, rows) == '1,2.5,0.5,true,a;b,"1#2"\n-3,,,,,\n'


TEXTS = st.lists(st.text(st.sampled_from("ab\",;\n\r#\\ 'é"), max_size=6), max_size=8)


@settings(max_examples=100, deadline=None)
@given(texts=TEXTS, blocks=st.integers(1, 3))
def test_texts_with_quotes_and_line_ends_are_written_and_read(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], blocks: int
) -> None:
    folder = tmp_path_factory.mktemp("csv")
    schema = columns().build()
    texts = [text.replace("\r", "") for text in texts]  # in Arrow's eyes, one that is alone ends a line
    (folder / "file.csv").write_text(written(schema, list(enumerate(texts))), newline="")
    expected = [Row(id=number, text=text) for number, text in enumerate(texts)]
    assert read(source(folder, schema, 5)) == expected
    assert read_with_restores(source(folder, schema), [1], blocks, max_records=2) == expected


@pytest.mark.parametrize("split_bytes", [7, 50, 1000])
def test_files_without_line_ends_in_values_are_split(tmp_path: Path, split_bytes: int) -> None:
    schema = columns().set_newlines_in_values(False).set_use_header().build()
    rows = [(number, f'"{number}", he said') for number in range(200)]
    (tmp_path / "file.csv").write_text(written(schema, rows))
    split = source(tmp_path, schema, split_bytes)
    assert sorted(tuple(row) for row in read(split, 2)) == rows
    assert sorted(tuple(row) for row in read_with_restores(split, [1, 2], 5)) == rows


def test_header_comments_and_first_row_are_passed_over(tmp_path: Path) -> None:
    schema = columns().set_use_header().set_allow_comments().set_skip_first_data_row().build()
    text = "# made by hand\nid,text\n0,nobody\n1,a\n# two\n\n2,b\n"
    assert read_text(tmp_path, schema, text) == [Row(id=1, text="a"), Row(id=2, text="b")]


def test_strict_header_must_name_the_columns(tmp_path: Path) -> None:
    schema = columns().set_use_header().set_strict_headers().build()
    assert read_text(tmp_path, schema, "\ufeffid,text\r\n1,a\r\n") == [Row(id=1, text="a")]
    with pytest.raises(BadRecordError, match=r"the header names the columns \['id', 'name'\]"):
        read_text(tmp_path, schema, "id,name\n1,a\n")


def test_separators_quotes_escapes_and_null_values_can_be_others(tmp_path: Path) -> None:
    builder = columns().set_column_separator("|").set_quote_char("'").set_escape_char("\\").set_null_value("n/a")
    schema = builder.build()
    text = "1|'a|b'\n2|it\\'s\n3|n/a\nn/a|''\n"
    assert [tuple(row) for row in read_text(tmp_path, schema, text)] == [(1, "a|b"), (2, "it's"), (3, None), (None, "")]
    assert written(columns().set_null_value("-").set_line_separator("\r\n").build(), [(None, None)]) == "-,-\r\n"


def test_text_without_a_quote_character_is_taken_as_it_is(tmp_path: Path) -> None:
    assert read_text(tmp_path, columns().disable_quote_char().build(), '1,"a\n2,b"\n') == [
        Row(id=1, text='"a'),
        Row(id=2, text='b"'),
    ]


def test_more_values_than_columns_are_left_out_if_that_is_allowed(tmp_path: Path) -> None:
    schema = columns().set_any_property_name("rest").build()
    assert read_text(tmp_path, schema, '1,"a,b",x,y\n2,b\n') == [Row(id=1, text="a,b"), Row(id=2, text="b")]


def test_bad_rows_go_by_policy_and_the_others_are_read(tmp_path: Path) -> None:
    lines = [f"{number},text" for number in range(100)]
    lines[7], lines[50], lines[99] = "x,text", "50,too,many", "99"
    (tmp_path / "file.csv").write_text("\n".join(lines))
    actual = read(source(tmp_path, columns().build(), policy=BadRecords.SKIP))
    assert [row["id"] for row in actual] == [number for number in range(100) if number not in (7, 50, 99)]
    with pytest.raises(BadRecordError, match=r"file\.csv, byte 49: b'x,text' cannot be read: .*invalid value 'x'"):
        read(source(tmp_path, columns().build()))


def test_schema_says_what_is_wrong_with_it() -> None:
    with pytest.raises(InvalidProgramError, match="two columns 'id'"):
        columns().add_string_column("id")
    with pytest.raises(InvalidProgramError, match="column 'n': expected a type of BYTE, SHORT"):
        CsvSchema.builder().add_number_column("n", Types.STRING())
    with pytest.raises(InvalidProgramError, match="quote: expected one ASCII character, got '::'"):
        columns().set_quote_char("::")
    with pytest.raises(InvalidProgramError, match="at least one column"):
        columns().clear_columns().build()
    assert columns().build().size() == columns().size() == 2


def test_arrays_without_a_separator_are_one_element(tmp_path: Path) -> None:
    schema = CsvSchema.builder().add_array_column("all").add_array_column("b").disable_array_element_separator().build()
    assert read_text(tmp_path, schema, "a;b,c\n") == [Row(all=["a;b"], b=["c"])]
    other = CsvSchema.builder().add_columns_from(schema).set_array_element_separator("|").build()
    assert read_text(tmp_path, other, "a|b,c\n") == [Row(all=["a", "b"], b=["c"])]


# As Flink 2.3 reads and writes the same -------------------------------------------------------------------------------


def strings(separator: str = ",") -> CsvSchemaBuilder:
    return CsvSchema.builder().add_string_column("a").add_string_column("b").set_column_separator(separator)


@pytest.mark.parametrize(
    ("schema", "rows", "text"),
    [
        (strings("|"), [("x", "y"), ("", "z"), (None, "~"), ("ab|c", 'd"e')], '"x"|"y"\n|"z"\n|~\n"ab|c"|"d""e"\n'),
        (strings(), [("x", "y z"), ("", "+"), ("a,c", 'd"e')], 'x,"y z"\n,"+"\n"a,c","d""e"\n'),
        (strings(), [("1" * 24, "1" * 25), ("\\", "\n")], f'{"1" * 24},"{"1" * 25}"\n"\\","\n"\n'),
        (strings().disable_quote_char(), [("x y", "y,z"), ('"', "+")], 'x y,y,z\n",+\n'),
        (strings().set_escape_char("\\"), [("x,", '"y"'), ("\\", "+")], '"x,","""y"""\n"\\\\","+"\n'),
        (strings().set_null_value("n/a"), [(None, "1"), ("n/a", None)], "n/a,1\nn/a,n/a\n"),
    ],
)
def test_texts_are_quoted_as_flink_quotes_them(schema: CsvSchemaBuilder, rows: list[Any], text: str) -> None:
    assert written(schema.build(), rows) == text


def test_numbers_are_written_as_flink_writes_them() -> None:
    kinds = [DataTypes.TINYINT(), DataTypes.BIGINT(), DataTypes.FLOAT(), DataTypes.DOUBLE()]
    schema = CsvSchema.builder()
    for index, kind in enumerate(kinds):
        schema.add_number_column(f"n{index}", kind)
    rows = [(1, 4, 0.1, 1e300), (-1, -4, 3e38, 1e7), (None,) * 4, (0, 0, 1.0, float("nan")), (0, 0, 2.5, -0.0)]
    lines = ["1,4,0.1,1.0E300", "-1,-4,3.0E38,1.0E7", ",,,", "0,0,1.0,NaN", "0,0,2.5,-0.0"]
    assert written(schema.build(), rows).splitlines() == lines


def test_decimals_are_rounded_to_their_type_and_written_without_zeros() -> None:
    schema = CsvSchema.builder().add_number_column("a", DataTypes.DECIMAL(2, 0))
    schema.add_number_column("b", DataTypes.DECIMAL(10, 3))
    numbers = map(Decimal, ("1.5", "10", "0.001", "4.00", "100", "0", "2.5", "-2.5"))
    lines = ["2,1.5", "1E+1,1E+1", "0,0.001", "4,4", ",1E+2", "0,0", "3,2.5", "-3,-2.5"]
    assert written(schema.build(), [(number, number) for number in numbers]).splitlines() == lines


def test_arrays_are_written_as_flink_writes_them() -> None:
    schema = CsvSchema.builder().add_array_column("a", ";", DataTypes.INT())
    schema.add_array_column("b", ":", DataTypes.BOOLEAN()).add_array_column("c", ",", DataTypes.STRING())
    rows = [([1, 2], [True, False], ["a", "b"]), ([], [], []), (None, None, None), ([1, None], [None, True], ["a b"])]
    assert written(schema.build(), rows) == '1;2,true:false,"a,b"\n,,\n,,\n1;,:true,"a b"\n'


def test_rows_of_other_names_are_written_by_position() -> None:
    assert written(strings().build(), [Row(f0="x", f1="y"), Row("x", "y"), Row(b="y", a="x")]) == "x,y\n" * 3


def test_columns_may_have_types_of_tables(tmp_path: Path) -> None:
    schema = CsvSchema.builder().add_number_column("a", DataTypes.SMALLINT())
    schema.add_number_column("b", DataTypes.DOUBLE()).add_array_column("d", "#", DataTypes.DECIMAL(3, 1))
    assert schema.build().row_type == Types.ROW([Types.SHORT(), Types.DOUBLE(), Types.OBJECT_ARRAY(Types.BIG_DEC())])
    copied = CsvSchema.builder().add_columns_from(schema.build()).build()
    expected = [Row(a=-32767, b=2e-308, d=[Decimal("1.3"), Decimal("2.0")]), Row(a=1, b=1.0, d=[])]
    assert read_text(tmp_path, copied, "-32767,2e-308,1.25#2\n1,1,\n") == expected


@pytest.mark.parametrize(
    ("text", "value"), [("1.5", "2"), ("-2.5", "-3"), ("99.4", "99"), ("99.5", None), ("100", None), ("1e1", "10")]
)
def test_decimals_are_rounded_to_their_type_when_they_are_read(tmp_path: Path, text: str, value: Optional[str]) -> None:
    schema = CsvSchema.builder().add_number_column("a", DataTypes.DECIMAL(2, 0)).add_string_column("s").build()
    assert read_text(tmp_path, schema, f"{text},z\n") == [Row(a=None if value is None else Decimal(value), s="z")]


def test_decimal_that_is_no_number_is_a_bad_record(tmp_path: Path) -> None:
    schema = CsvSchema.builder().add_number_column("a", DataTypes.DECIMAL(2, 0)).add_string_column("s").build()
    with pytest.raises(BadRecordError, match="b'x,z' cannot be read"):
        read_text(tmp_path, schema, "x,z\n")


def test_schema_has_a_length_and_jacksons_text() -> None:
    builder = strings().add_number_column("n", DataTypes.INT()).add_array_column("l").set_use_header()
    assert len(builder) == len(builder.build()) == 4
    columns = '"a"/STRING,"b"/STRING,"n"/NUMBER,"l"/ARRAY'
    assert str(builder.build()) == f"[CsvSchema: columns=[{columns}], header? true, skipFirst? false, comments? false]"


@pytest.mark.parametrize("kind", [5, "INT", DataTypes.STRING(), DataTypes.ARRAY(DataTypes.INT())])
def test_number_column_of_another_type_is_refused(kind: Any) -> None:
    with pytest.raises(TypeError, match="column 'n': expected a type of BYTE"):
        CsvSchema.builder().add_number_column("n", kind)
