"""Files of JSON lines as tables: restores at every block, errors with file, line and field, and what is written."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any, Optional

import pytest

from pyrite.core.connector.source import SourceReaderContext
from pyrite.core.errors import BadRecordError
from pyrite.core.types import BigIntType, LogicalType, string_type
from tests.connectors.files.table.reading import TableReading, read, read_with_crash
from tests.connectors.files.table.writing import TableLife, files_table, rows_in, visible_files
from tests.connectors.tables import source_of

AB: dict[str, LogicalType] = {"a": BigIntType(), "b": string_type()}


def json_table(path: Path, options: Optional[dict[str, str]] = None, keys: tuple[str, ...] = ()) -> Any:
    types = AB | {key: string_type() for key in keys}
    return files_table(path, {"format": "json"} | (options or {}), keys, **types)


def json_source(path: Path, options: Optional[dict[str, str]] = None, keys: tuple[str, ...] = ()) -> Any:
    return source_of(json_table(path, options, keys))


def lines(start: int, stop: int) -> str:
    return "".join(f'{{"a": {n}, "b": "{n} ü"}}\n' for n in range(start, stop))


def rows(start: int, stop: int) -> list[tuple[int, str]]:
    return [(n, f"{n} ü") for n in range(start, stop)]


def test_lines_are_rows(tmp_path: Path) -> None:
    (tmp_path / "1").write_text(lines(0, 7) + "\n\r\n" + lines(7, 9).rstrip("\n"))
    assert read(json_source(tmp_path), 4) == rows(0, 9)
    assert read(json_source(tmp_path).apply_projection([1])) == [(row[1],) for row in rows(0, 9)]


def test_restored_reader_continues_at_every_block(tmp_path: Path) -> None:
    (tmp_path / "1").write_text(lines(0, 13))
    with gzip.open(tmp_path / "2.gz", "wt") as file:
        file.write(lines(13, 20))
    source = json_source(tmp_path)
    whole = TableReading(source, 3)
    assert whole.read() == rows(0, 20)
    for blocks in range(whole.blocks + 2):
        assert read_with_crash(source, blocks, 3) == rows(0, 20)


def test_partitions_and_metadata_join_the_lines(tmp_path: Path) -> None:
    (tmp_path / "k=x").mkdir()
    (tmp_path / "k=x" / "f").write_text(lines(0, 2))
    source = json_source(tmp_path, keys=("k",)).apply_readable_metadata(["file.name"])
    assert read(source) == [(0, "0 ü", "x", "f"), (1, "1 ü", "x", "f")]


@pytest.mark.parametrize("compressed", [False, True])
def test_bad_line_names_file_line_and_field(tmp_path: Path, compressed: bool) -> None:
    text = lines(0, 40) + "\n" + '{"a": "x", "b": "y"}\n' + lines(0, 3)
    if compressed:
        with gzip.open(tmp_path / "f.gz", "wt") as file:
            file.write(text)
    else:
        (tmp_path / "f").write_text(text)
    with pytest.raises(BadRecordError, match=r"/f(\.gz)?, line 42 cannot be read: field 'a'"):
        read(json_source(tmp_path), 15)


class CountingContext:
    """A runtime context that counts what was skipped."""

    def __init__(self) -> None:
        self.count = 0

    def get_metrics_group(self) -> CountingContext:
        return self

    def counter(self, name: str) -> CountingContext:
        assert name == "numBadRecords"
        return self

    def inc(self, count: int = 1) -> None:
        self.count += count


def test_bad_lines_are_skipped_and_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "f").write_text(lines(0, 3) + "no json\n" + lines(3, 5) + "{\n")
    counting = CountingContext()
    source = json_source(tmp_path, {"json.ignore-parse-errors": "true"})
    reading = TableReading(source)
    context: SourceReaderContext = reading.reader._context  # type: ignore[attr-defined]
    object.__setattr__(context, "runtime_context", counting)
    assert reading.read() == rows(0, 5)
    assert counting.count == 2


def test_rows_are_written_as_lines_once(tmp_path: Path) -> None:
    context = json_table(tmp_path, keys=("k",))
    first = TableLife(context)
    first.insert([(1, "x", "p"), (2, None, "q")])
    checkpoint = first.prepare()  # files of lines stay open over a checkpoint, up to what was written by then
    first.insert([(3, "lost", "p")])
    for part in first.writers[0]._open.values():  # type: ignore[attr-defined]
        part.output.stream.flush()
    second = TableLife(context, 2, 1, checkpoint)
    second.insert([(4, "y", "p")])
    second.checkpoint(end_of_input=True)
    assert rows_in(context) == [(1, "x", "p"), (2, None, "q"), (4, "y", "p")]
    assert (tmp_path / "k=q").joinpath(Path(visible_files(tmp_path)[-1]).name).read_text() == '{"a":2,"b":null}\n'


def test_files_of_lines_are_compacted(tmp_path: Path) -> None:
    context = json_table(tmp_path, {"auto-compaction": "true", "sink.rolling-policy.rollover-interval": "1 ms"})
    life = TableLife(context)
    for n in range(4):
        life.insert([(n, "x")])
        life.clock.advance(5)
    life.checkpoint()
    assert len(visible_files(tmp_path)) == 1
    assert rows_in(context) == [(n, "x") for n in range(4)]
