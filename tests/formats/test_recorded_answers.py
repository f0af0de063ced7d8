"""json, csv and raw read and write what Flink 2.3 does: recorded by benchmarks/peers/record_formats.py."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Optional

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.table_format import UndecodableMessageError
from pyrite.core.types import RowType
from pyrite.formats.table_formats import TABLE_FORMATS
from pyrite.relational.sql.parser import parse_type

FOLDER = Path(__file__).parent / "answers"

OTHERWISE = {
    # The Java that recorded it, 17, writes more digits of some floats than it takes to tell them apart; 19 does not.
    "float": ("2147483647", "2147483648", "2147483647.5", "123456789.125", "99999999999"),
    # Arrow's columns have the digits of their type, and TIMESTAMP(9) ends in 2262. Flink keeps what was written.
    "digits": ("12:34:56.1", "12:34:56.123456789", "2026-01-31 12:34:56.123456789"),
    "years": ("0001-01-01 00:00:00", "9999-12-31 23:59:59.999"),
    # Flink's parser stays inside of a value that it could not convert, and loses the row. Ours sets the field to NULL.
    "lost rows": ('{"r":[1,"a"]}', '{"m":[]}', '{"v":"x","w":"x"}', '{"v":"0x1p3","w":"x"}'),
    "lost rows of bytes": ('{"v":"\u0661\u0662","w":"x"}', '{"v":"\u2028\u00e9\u20ac","w":"x"}'),
    # Of a field that comes twice the last one counts; Flink's parser counts both, and then stops before the last field.
    "twice": ('{"i":1,"i":2,"s":"x","r":{},"a":[],"m":{},"n":{}}',),
    # java.sql.Date has the Julian calendar before 1582-10-15, and no year 0.
    "Julian dates": ("0000-01-01,x", "1582-10-10,x"),
}
"""Where ours differs, and why."""


def differs(head: dict[str, Any], message: Optional[str]) -> bool:
    if "raw" in (head["from"], head["to"]):
        return message is not None and raw_differs(head, message)
    assert message is not None
    columns = head["columns"]
    value = message.removeprefix('{"v":').removesuffix("}").removesuffix(',"w":"x"').removesuffix(",x").strip('"')
    if columns.startswith("v FLOAT"):
        return value in OTHERWISE["float"]
    if columns.startswith(("v TIMESTAMP(3)", "v TIME(0)")):
        return value in OTHERWISE["digits"]
    if columns.startswith("v TIMESTAMP(9)"):
        return value in OTHERWISE["years"]
    if columns.startswith("v DATE"):
        return message in OTHERWISE["Julian dates"]
    if message in OTHERWISE["twice"]:
        return True
    if head["reading"] == {"ignore-parse-errors": "true"} and not columns.startswith("v STRING"):
        return message in OTHERWISE["lost rows"] or message in OTHERWISE["lost rows of bytes"]
    return False


def raw_differs(head: dict[str, Any], message: str) -> bool:
    kind = head["columns"].removeprefix("v ")
    charset = head["reading"].get("charset") or head["writing"].get("charset")
    if kind in ("FLOAT", "DOUBLE"):  # the Java that recorded it writes other digits of denormal numbers
        return message in ("00000001", "80000000", "0000000000000001", "8000000000000000")
    if kind == "BINARY(2)":  # Arrow's columns have the length of their type; ours refuses the message
        return len(message) != 4
    if kind in ("BYTES", "VARBINARY(2)"):  # rows that Flink's JSON parser loses, as above
        return bool(head["from"] == "json")
    if charset == "GBK":  # Java's table has a euro sign and private characters
        return message in ("fffe6100", "feff0061", '{"v":"\u20ac"}')
    return message in ("edb080", '{"v":"\\ud83d"}')  # half a surrogate pair: how many and which replacements


def payload_of(name: str, message: Optional[str]) -> Optional[bytes]:
    if message is None:
        return None
    return bytes.fromhex(message) if name == "raw" else message.encode()


def text_of(name: str, written: Optional[bytes]) -> Optional[str]:
    if written is None:
        return None
    return written.hex() if name == "raw" else written.decode()


def answers(name: str) -> Iterator[tuple[dict[str, Any], Optional[str], Any]]:
    head: dict[str, Any] = {}
    for line in (FOLDER / f"{name}.jsonl").read_text().splitlines():
        read = json.loads(line)
        if isinstance(read, dict):
            head = read
        else:
            yield head, *read


@pytest.mark.parametrize(
    ("name", "known"),
    [
        *(("json_values", 10), ("json_messages", 4), ("csv_reading", 8), ("csv_writing", 11)),
        *(("raw_reading", 70), ("raw_writing", 45)),
    ],
)
def test_formats_answer_as_flink(name: str, known: int) -> None:
    """`known` is how many answers differ, for the reasons above."""
    made: dict[str, Any] = {}
    other = []
    for head, message, expected in answers(name):
        key = str(head)
        if key not in made:
            row_type = parse_type(f"ROW<{head['columns']}>")
            assert isinstance(row_type, RowType)
            decoder = TABLE_FORMATS[head["from"]].create_decoder(row_type, Configuration(head["reading"]))
            encoder = TABLE_FORMATS[head["to"]].create_encoder(row_type, Configuration(head["writing"]))
            made[key] = decoder, encoder
        decoder, encoder = made[key]
        try:
            batch = decoder.decode([payload_of(head["from"], message)]).batch
            answer: Any = [text_of(head["to"], text) for text in encoder.encode(batch)]
        except UndecodableMessageError:
            answer = "error"
        if answer != ("error" if isinstance(expected, dict) else expected):
            other.append((head, message, expected, answer))
    assert [answer for answer in other if not differs(answer[0], answer[1])] == []
    assert len(other) == known
