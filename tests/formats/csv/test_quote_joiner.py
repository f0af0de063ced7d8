"""Lines of CSV are put together where a field in quotes has line ends in it, and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.formats.csv.quote_joiner import QuoteJoiner

JOIN = QuoteJoiner(b'"')
TEXTS = st.text('a,"\n ', max_size=5)


@pytest.mark.parametrize(
    ("lines", "records", "rest"),
    [
        ([b"a,b", b"c"], [b"a,b", b"c"], None),
        ([b'"a', b'b",c', b"d"], [b'"a\nb",c', b"d"], None),
        ([b'5" pipe,x', b"d", b'6" pipe,y'], [b'5" pipe,x', b"d", b'6" pipe,y'], None),
        ([b'x, "a', b"d"], [b'x, "a', b"d"], None),
        ([b'"a"" ', b'b""', b'",c'], [b'"a"" \nb""\n",c'], None),
        ([b"a", b'"b', b"c"], [b"a"], b'"b\nc'),
        ([b'""', b'"",""', b'"""'], [b'""', b'"",""'], b'"""'),
    ],
)
def test_lines_within_quotes_are_joined(lines: list[bytes], records: list[bytes], rest: bytes | None) -> None:
    assert JOIN(lines) == (records, rest)


def test_escaped_quotes_do_not_count() -> None:
    join = QuoteJoiner(b"'", b"\\", b";")
    assert join([rb"'a\'b", b"c';d", rb"x\;'y", b"z"]) == ([b"'a\\'b\nc';d", rb"x\;'y", b"z"], None)


@given(st.lists(st.lists(st.tuples(st.booleans(), TEXTS), min_size=1, max_size=3), min_size=1, max_size=5))
def test_written_records_are_read_again(rows: list[list[tuple[bool, str]]]) -> None:
    """Fields are quoted, or text without delimiters and line ends that does not begin with a quote."""
    records = []
    for row in rows:
        fields = [
            '"{}"'.format(text.replace('"', '""')) if quoted else text.replace(",", "").replace("\n", "").lstrip('"')
            for quoted, text in row
        ]
        records.append(",".join(fields).encode())
    assert JOIN(b"\n".join(records).split(b"\n")) == (records, None)
