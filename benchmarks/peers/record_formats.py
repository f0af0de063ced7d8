"""Record what Flink's formats read and write, for tests/formats/answers.

Run inside an environment that holds apache-flink:

    python record_formats.py FOLDER

Each question is a message that one format reads and another writes: `json` to `json` shows how JSON is read and
written, `csv` to `json` how CSV is read, `json` to `csv` how it is written. The formats are made by Flink's own
factories, with the options of a table, and called directly, message by message. All lines are JSON: one for the columns
and the formats, then one for each message, with what was written, or with an error if Flink refuses the message:

    {"columns": "i INT", "from": "json", "reading": {}, "to": "json", "writing": {}}
    ["{\"i\":\"12\"}", ["{\"i\":12}"]]
    ["{\"i\":\"x\"}", {"error": "java.lang.NumberFormatException: For input string: \"x\""}]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Optional

from py4j.protocol import Py4JJavaError
from pyflink.java_gateway import get_gateway

NUMBERS = [
    "0",
    "-0",
    "1",
    "1.0",
    "1.5",
    "-1.9",
    "1e2",
    "1E+2",
    "12345678901234567890",
    "1e400",
    "0.1",
    "1.50",
    "100.00",
]
NUMBERS += ["127", "128", "-128", "32767", "32768", "2147483647", "2147483648", "2147483647.5", "9223372036854775807"]
NUMBERS += ["9223372036854775808", "9.3e18", "1.00000017881393432617187499", "16777217", "1e-5", "1e7", "9999999.5"]
NUMBERS += ["123456789.125", "1e-400", "3.5e38", "-0.0", "NaN", "01", "1.", ".5", "+1", "0x10"]
TEXTS = [
    "12",
    " 12 ",
    "+12",
    "-12",
    "1.5",
    "",
    "x",
    "true",
    "TRUE",
    " true ",
    "yes",
    "NaN",
    "Infinity",
    "-Infinity",
    "1d",
]
TEXTS += ["1e2", "0x1p3", "99999999999", "\u0661\u0662", "a\u0001b", "a\u001fb", 'tab\tq"b\\s/', "\u2028\u00e9\u20ac"]
TEXTS += ["QUJD", "QUJ", "QUI=", "QU I=", "QU-_", "\u007f", "a\rb\nc\fd\be"]
DATES = [
    "2026-01-31",
    "2026-02-30",
    "2026-1-31",
    "0000-01-01",
    "+12345-01-01",
    "12345-01-01",
    "-0001-01-01",
    " 2026-01-31",
]
DATES += ["2026-13-01", "2026-01-32", "1582-10-10", "2024-02-29", "2023-02-29", "20260131", "2026-01-31 00:00:00"]
TIMES = [
    "12:34:56",
    "12:34",
    "12:34:56.",
    "12:34:56.1",
    "12:34:56.123456789",
    "24:00:00",
    "23:59:60",
    "1:02:03",
    "00:00:00.0",
]
TIMES += ["12:34:56.1234567890", "12:34:56Z", "24:00:01"]
MOMENTS = [
    "2026-01-31 12:34:56",
    "2026-01-31T12:34:56",
    "2026-01-31 12:34:56Z",
    "2026-01-31T12:34:56Z",
    "2026-01-31t12:34:56",
]
MOMENTS += ["2026-01-31 12:34:56.1", "2026-01-31 12:34:56.123456789", "2026-01-31 12:34:56.120", "2026-02-30 00:00:00"]
MOMENTS += ["2026-01-31 24:00:00", "2026-01-31 12:34", "2026-01-31T12:34", "2026-01-31", "2026-01-31 12:34:56+01:00"]
MOMENTS += [
    "2026-02-30T00:00:00",
    "2026-01-31T12:34:56.5Z",
    "2026-01-31T12:34Z",
    " 2026-01-31 12:34:56",
    "1969-12-31 23:59:59.5",
]
MOMENTS += ["0001-01-01 00:00:00", "9999-12-31 23:59:59.999", "2026-02-30 00:00:00Z", "2026-01-31 24:00:00Z"]
WHOLE = ["TINYINT", "SMALLINT", "INT", "BIGINT"]
SINGLE = [*WHOLE, "FLOAT", "DOUBLE", "BOOLEAN", "STRING", "DECIMAL(5, 2)", "DECIMAL(38, 10)", "BYTES", "CHAR(3)"]
ISO = {"timestamp-format.standard": "ISO-8601"}
LENIENT = {"ignore-parse-errors": "true"}
TREE = {"decode.json-parser.enabled": "false"}
PLAIN = {"encode.decimal-as-plain-number": "true"}
NO_NULLS = {"encode.ignore-null-fields": "true"}

Question = tuple[str, str, dict[str, str], str, dict[str, str], Optional[str]]


def value_of(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def json_questions() -> Iterator[Question]:
    """How single values are read and written."""
    for kind in SINGLE:
        for value in [*NUMBERS, *map(value_of, TEXTS), "null", "true", "false", "{}", "[]", '{"a":[1.50,"x",null]}']:
            if kind != "BOOLEAN" or value not in ("{}", "[]", '{"a":[1.50,"x",null]}'):
                yield f"v {kind}", "json", {}, "json", {}, f'{{"v":{value}}}'
    for options in ({}, ISO):
        for kind in ("TIMESTAMP(3)", "TIMESTAMP(9)", "TIMESTAMP_LTZ(3)", "TIMESTAMP_LTZ(6)"):
            for text in MOMENTS:
                yield f"v {kind}", "json", options, "json", options, f'{{"v":{value_of(text)}}}'
    for kind, texts in (("DATE", DATES), ("TIME(0)", TIMES), ("TIME(3)", TIMES)):
        for value in [*map(value_of, texts), "1", "true"]:
            yield f"v {kind}", "json", {}, "json", {}, f'{{"v":{value}}}'
    for kind in ("DECIMAL(10, 2)", "DECIMAL(10, 0)", "DECIMAL(20, 18)", "DOUBLE"):
        for options in ({}, PLAIN):
            for value in ("0", "100", "1.50", "120000", "0.000000010", "-5.10", "1e3", '"1e-7"'):
                yield f"v {kind}", "json", {}, "json", options, f'{{"v":{value}}}'


def whole_message_questions() -> Iterator[Question]:
    """How objects, arrays and what is none of both are read."""
    columns = "i INT, s STRING, r ROW<x INT, y STRING>, a ARRAY<INT>, m MAP<STRING, INT>, n MULTISET<STRING>"
    messages = [
        "{}",
        "[]",
        "",
        " ",
        "null",
        "1",
        '"x"',
        "{",
        '{"i":1',
        '{"i":1}x',
        '{"i":1}{"i":2}',
        ' \n\t{"i":1}\r\n',
        "[{},{}]",
        '[{"i":1},{"i":2}]',
        '{"i":1,"i":2}',
        '{"s":"a","s":"b"}',
        '{"I":1}',
        '{"r":{"x":"5","z":1}}',
        '{"r":null}',
        '{"r":[1,"a"]}',
        '{"r":5}',
        '{"a":[1,null,"3",4.7]}',
        '{"a":{}}',
        '{"a":5}',
        '{"a":["x"]}',
        '{"m":{"a":1,"b":null}}',
        '{"m":{"a":"x"}}',
        '{"m":[]}',
        '{"n":{"a":2}}',
        '{"s":{"b":1.50,"a":[true,null,"\\u00e9"]}}',
        '{"s":[1,2]}',
        '{"other":{"deep":[1,{"x":2}]},"i":3}',
        '{"other":NaN,"i":3}',
        '{"i":1,}',
        "{'i':1}",
        '{"i":1 /* c */}',
        "{i:1}",
        '\ufeff{"i":1}',
        '{"s":"a\u0001b"}',
        '{"s":"\\ud83d\\ude00"}',
        '{"s":"a\nb"}',
        '{"i":tru}',
        '{"i":null,"s":null}',
        '{"i":1,"i":2,"s":"x","r":{},"a":[],"m":{},"n":{}}',
        '{"s":true}',
        '{"s":1.50}',
        '{"s":12345678901234567890}',
    ]
    for options in ({}, LENIENT, TREE, {**LENIENT, **TREE}, {"fail-on-missing-field": "true"}):
        for message in messages:
            yield columns, "json", options, "json", {}, message
    for message in ('{"i":1}', '{"r":{"x":1}}', '{"a":[null]}', '{"m":{"k":null}}'):
        yield columns, "json", {}, "json", NO_NULLS, message


def csv_questions() -> Iterator[Question]:
    """How CSV is read."""
    for kind in [*SINGLE, "DATE", "TIME(0)", "TIME(3)", "TIMESTAMP(3)", "TIMESTAMP_LTZ(3)"]:
        texts = NUMBERS + TEXTS
        if kind.startswith(("DATE", "TIME")):
            texts = TIMES if kind.startswith("TIME(") else DATES if kind == "DATE" else MOMENTS
        for text in texts:
            if not any(character in text for character in '\n\r"'):
                yield f"v {kind}, w STRING", "csv", {}, "json", {}, f"{text},x"
    columns = "i INT, s STRING, d DOUBLE"
    lines = [
        "1,a,1.5",
        "1,a",
        "1,a,1.5,x",
        "1,a,1.5,",
        "",
        ",,",
        "1,,",
        " 1 , a , 1.5 ",
        '1,"a,b",2',
        '1,"a""b",2',
        '1,"a"b,2',
        '1,a"b,2',
        "1,'a',2",
        '1,"",2',
        "1,null,2",
        "null,a,2",
        "#1,a,2",
        "1,a\\,b,2",
        "1;a;2",
        "1\ta\t2",
        '1,"a\nb",2',
        '1,"a',
        "1,a,1.5\n",
        "1,a,1.5\n2,b,2.5",
        "\n1,a,2",
        "1,a,x",
        "x,a,1",
        '"1","a","2"',
        "1,a,NaN",
        "1,\u00e9\u20ac,2",
    ]
    for options in (
        {},
        LENIENT,
        {"field-delimiter": ";"},
        {"field-delimiter": "\\t"},
        {"quote-character": "'"},
        {"null-literal": "null"},
        {"disable-quote-character": "true"},
        {"escape-character": "\\"},
        {"allow-comments": "true"},
        {"null-literal": ""},
        {**LENIENT, "allow-comments": "true"},
    ):
        for line in lines:
            yield columns, "csv", options, "json", {}, line
    nested = "a ARRAY<INT>, r ROW<x INT, y STRING>, t ARRAY<STRING>"
    lines = [
        "1;2,3;x,a;b",
        ",,",
        "1,2,3",
        "1;;2,3;,;",
        '"1;2","3;x","a;b"',
        "x;1,1;2,a",
        "1;2,3;x;y,a",
        " 1 ; 2 ,3;x,a",
    ]
    for options in ({}, LENIENT, {"array-element-delimiter": ":"}, {"null-literal": ""}):
        for line in lines:
            yield nested, "csv", options, "json", {}, line


def csv_writing_questions() -> Iterator[Question]:
    """How CSV is written."""
    for kind in SINGLE:
        for value in [*NUMBERS[:27], *map(value_of, TEXTS), "null", "true"]:
            yield f"v {kind}, w STRING", "json", LENIENT, "csv", {}, f'{{"v":{value},"w":"x"}}'
    for kind in ("DATE", "TIME(3)", "TIMESTAMP(3)", "TIMESTAMP(9)", "TIMESTAMP_LTZ(3)"):
        for text in [*DATES, *TIMES, *MOMENTS]:
            yield f"v {kind}", "json", LENIENT, "csv", {}, f'{{"v":{value_of(text)}}}'
    texts = [
        "a",
        "",
        "a,b",
        'a"b',
        "a;b",
        "a b",
        " a",
        "a'b",
        "a\nb",
        "a\\b",
        "null",
        "#a",
        "\u00e9",
        "a\tb",
        "-1",
        "1.5",
    ]
    texts += ["a" * 30, "a,", "a.b", "@x", "=1+1", "a\rb", "\u0001"]
    for options in (
        {},
        {"field-delimiter": ";"},
        {"quote-character": "'"},
        {"disable-quote-character": "true"},
        {"null-literal": "null"},
        {"escape-character": "\\"},
        {"write-bigdecimal-in-scientific-notation": "false"},
        {"field-delimiter": "\\t"},
    ):
        for text in texts:
            message = f'{{"s":{value_of(text)},"d":100}}'
            yield "s STRING, n INT, d DECIMAL(10, 2)", "json", {}, "csv", options, message
    nested = "a ARRAY<INT>, r ROW<x INT, y STRING>, t ARRAY<STRING>, b BYTES"
    messages = [
        '{"a":[1,2],"r":{"x":1,"y":"z"},"t":["a","b,c"],"b":"QUJD"}',
        '{"a":[],"r":{},"t":[null,""]}',
        "{}",
        '{"a":[null,1],"r":{"y":"a;b"},"t":["a;b","\\"q\\""]}',
        '{"a":[1],"t":["x y"]}',
    ]
    for options in ({}, {"array-element-delimiter": ":"}, {"null-literal": "n/a"}):
        for message in messages:
            yield nested, "json", {}, "csv", options, message


RAW_OPTIONS: list[dict[str, str]] = [
    {},
    {"endianness": "little-endian"},
    {"charset": "ISO-8859-1"},
    {"charset": "UTF-16"},
    {"charset": "UTF-16LE"},
    {"charset": "GBK"},
    {"charset": "US-ASCII"},
]
RAW_KINDS = [
    "BOOLEAN",
    *WHOLE,
    "FLOAT",
    "DOUBLE",
    "STRING",
    "CHAR(3)",
    "VARCHAR(2)",
    "BYTES",
    "BINARY(2)",
    "VARBINARY(2)",
]


def raw_questions() -> Iterator[Question]:
    """How raw is read."""
    messages = ["", "00", "01", "ff", "0001", "80ff", "000102", "00000001", "7f7fffff", "80000000", "7fc00000"]
    messages += ["0000000000000001", "8000000000000000", "7ff8000000000000", "3ff8000000000000", "ffffffffffffffff"]
    messages += ["61", "616263", "61626364", "c3a9", "e9", "e282ac", "f09f9880", "edb080", "c080", "61ff62", "fffe6100"]
    messages += ["feff0061", "0061d83dde00", "c4e3bac3", "80", "efbbbf61", "0d0a", "0061000a"]
    for kind in RAW_KINDS:
        for options in RAW_OPTIONS:
            is_text = kind.startswith(("STRING", "CHAR", "VARCHAR"))
            if ("charset" in options and not is_text) or ("endianness" in options and is_text):
                continue
            for message in [*messages, None]:
                yield f"v {kind}", "raw", options, "json", {}, message


def raw_writing_questions() -> Iterator[Question]:
    """How raw is written."""
    values = [
        "null",
        "0",
        "1",
        "-1",
        "127",
        "1.5",
        "-0.0",
        "true",
        "false",
        '""',
        '"a"',
        '"abc"',
        '"abcd"',
        '"é"',
        '"€"',
    ]
    values += ['"😀"', '"\\ud83d"', '"你好"', '"QUJD"', '"a\\nb"', '"\\ufeffa"', "2147483647", "1e300"]
    for kind in RAW_KINDS:
        for options in RAW_OPTIONS:
            is_text = kind.startswith(("STRING", "CHAR", "VARCHAR"))
            if ("charset" in options and not is_text) or ("endianness" in options and is_text):
                continue
            for value in values:
                yield f"v {kind}", "json", LENIENT, "raw", options, f'{{"v":{value}}}'


FILES = {
    "json_values": json_questions,
    "json_messages": whole_message_questions,
    "csv_reading": csv_questions,
    "csv_writing": csv_writing_questions,
    "raw_reading": raw_questions,
    "raw_writing": raw_writing_questions,
}


def payload_of(name: str, message: Optional[str]) -> Optional[bytes]:
    if message is None:
        return None
    return bytes.fromhex(message) if name == "raw" else message.encode()


def text_of(name: str, written: Optional[bytes]) -> Optional[str]:
    if written is None:
        return None
    return written.hex() if name == "raw" else written.decode()


class FlinkFormats:
    """Flink's own formats, in the JVM of PyFlink's gateway."""

    def __init__(self) -> None:
        self._jvm: Any = get_gateway().jvm
        self._factories = {
            "json": self._jvm.org.apache.flink.formats.json.JsonFormatFactory(),
            "csv": self._jvm.org.apache.flink.formats.csv.CsvFormatFactory(),
            "raw": self._jvm.org.apache.flink.formats.raw.RawFormatFactory(),
        }
        self._made: dict[str, Any] = {}

    def answer(self, question: Question) -> list[Optional[str]]:
        columns, source, reading, target, writing, message = question
        reader = self._cached(f"r{columns}{source}{reading}", lambda: self._reader(columns, source, reading))
        writer = self._cached(f"w{columns}{target}{writing}", lambda: self._writer(columns, target, writing))
        rows = self._jvm.java.util.ArrayList()
        collector = self._jvm.org.apache.flink.api.common.functions.util.ListCollector(rows)
        reader.deserialize(payload_of(source, message), collector)
        return [text_of(target, writer.serialize(row)) for row in rows if row is not None]

    def _cached(self, key: str, make: Any) -> Any:
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    def _reader(self, columns: str, name: str, options: dict[str, str]) -> Any:
        chosen = self._factories[name].createDecodingFormat(None, self._configuration(options))
        context = self._jvm.org.apache.flink.table.runtime.connector.source.ScanRuntimeProviderContext.INSTANCE
        schema = chosen.createRuntimeDecoder(context, self._data_type(columns))
        schema.open(None)
        return schema

    def _writer(self, columns: str, name: str, options: dict[str, str]) -> Any:
        chosen = self._factories[name].createEncodingFormat(None, self._configuration(options))
        context = self._jvm.org.apache.flink.table.runtime.connector.sink.SinkRuntimeProviderContext(False)
        schema = chosen.createRuntimeEncoder(context, self._data_type(columns))
        schema.open(None)
        return schema

    def _configuration(self, options: dict[str, str]) -> Any:
        configuration = self._jvm.org.apache.flink.configuration.Configuration()
        for key, value in options.items():
            configuration.setString(key, value)
        return configuration

    def _data_type(self, columns: str) -> Any:
        parser = self._jvm.org.apache.flink.table.types.logical.utils.LogicalTypeParser
        loader = self._jvm.Thread.currentThread().getContextClassLoader()
        kind = parser.parse(f"ROW<{columns}>", loader)
        return self._jvm.org.apache.flink.table.types.utils.TypeConversions.fromLogicalToDataType(kind)


def cause(error: Py4JJavaError) -> str:
    """The innermost exception."""
    inner = error.java_exception
    while inner.getCause() is not None:
        inner = inner.getCause()
    return str(inner.toString()).split("\n")[0]


def main() -> None:
    folder = Path(sys.argv[1])
    formats = FlinkFormats()
    for name, questions in FILES.items():
        with (folder / f"{name}.jsonl").open("w") as file:
            last: dict[str, Any] = {}
            for question in questions():
                columns, source, reading, target, writing, message = question
                head = {"columns": columns, "from": source, "reading": reading, "to": target, "writing": writing}
                if head != last:
                    file.write(json.dumps(head) + "\n")
                    last = head
                try:
                    answer: Any = formats.answer(question)
                except Py4JJavaError as error:
                    answer = {"error": cause(error)}
                file.write(json.dumps([message, answer]) + "\n")


if __name__ == "__main__":
    main()
