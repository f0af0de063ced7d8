"""Lines of text files: each once, whatever the splits, and however often the readers are restored."""

from __future__ import annotations

import bz2
import gzip
import lzma
import tempfile
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrite.connectors.files.formats.stream_format import StreamFormat
from pyrite.connectors.files.source.source import FileSource
from pyrite.connectors.files.source.split_providers import FileEnumeratorProvider
from pyrite.core.connector.bad_records import BadRecord, BadRecords
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.errors import BadRecordError, ConnectorError, InvalidProgramError
from pyrite.core.functions.output_tag import OutputTag
from pyrite.testing import SourceTestHarness
from tests.connectors.files.reading import read, read_with_restores

TEXT = StreamFormat.text_line_format()


def zstd(data: bytes) -> bytes:
    out = pa.BufferOutputStream()
    with pa.CompressedOutputStream(out, "zstd") as file:
        file.write(data)
    packed: bytes = out.getvalue().to_pybytes()
    return packed


def source(*paths: Path | str, split_bytes: int = 1 << 20, stream_format: StreamFormat = TEXT) -> FileSource:
    builder = FileSource.for_record_stream_format(stream_format, *map(str, paths))
    return builder.set_file_enumerator(FileEnumeratorProvider.default_splittable_file_enumerator(split_bytes)).build()


LINES = st.lists(st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=12), max_size=12)


@settings(max_examples=50, deadline=None)
@given(lines=LINES, split_bytes=st.integers(1, 40), ended=st.booleans(), blocks=st.integers(1, 5))
def test_text_file_gives_each_line_once_at_any_split_size_and_over_restores(
    lines: list[str], split_bytes: int, ended: bool, blocks: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "lines.txt")
        text = "\n".join(lines) + ("\n" if lines and ended else "")
        path.write_bytes(text.encode())
        expected = text.split("\n")[: -1 if text.endswith("\n") or not text else None]
        split = source(path, split_bytes=split_bytes)
        assert sorted(read(split, 2)) == sorted(expected)
        assert sorted(read_with_restores(split, [1, 3, 2], blocks)) == sorted(expected)


def test_text_lines_longer_than_a_block_and_a_split_come_once(tmp_path: Path) -> None:
    lines = ["a" * 3_000_000, "b", "c" * 2_500_000, "d"]
    (tmp_path / "long.txt").write_text("\n".join(lines))
    assert sorted(read(source(tmp_path, split_bytes=100_000), 2)) == sorted(lines)


PACKED = [(".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress), (".zst", zstd)]


@pytest.mark.parametrize(("suffix", "pack"), PACKED)
def test_compressed_text_is_read_whole_and_continues_where_it_was(tmp_path: Path, suffix: str, pack: object) -> None:
    assert callable(pack)
    lines = [f"line {number}" for number in range(500)]
    (tmp_path / f"lines.txt{suffix}").write_bytes(pack("\n".join(lines).encode()))
    split = source(tmp_path, split_bytes=10)
    assert read(split) == lines
    assert read_with_restores(split, [1], 7) == lines


@pytest.mark.parametrize(("suffix", "pack"), PACKED)
@pytest.mark.parametrize("left", [0.5, 0.99])
def test_compressed_text_that_is_cut_is_named(
    tmp_path: Path, suffix: str, pack: Callable[[bytes], bytes], left: float
) -> None:
    data = pack(b"".join(b"%d\n" % number for number in range(200_000)))
    path = tmp_path / f"cut{suffix}"
    path.write_bytes(data[: int(len(data) * left)])
    with pytest.raises(ConnectorError, match=rf"{path.name} cannot be read: .*(ended|Truncated)"):
        read(source(path))


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".zst", ".xz", ".lz4"])
def test_text_that_is_not_compressed_as_its_name_says_is_named(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"plain{suffix}"
    path.write_bytes(b"not compressed at all\n")
    with pytest.raises(ConnectorError, match=rf"{path.name} cannot be read: "):
        read(source(path))


@pytest.mark.parametrize("charset", ["utf-16", "utf-32-le", "latin-1", "shift_jis"])
def test_text_is_read_in_its_charset(tmp_path: Path, charset: str) -> None:
    lines = ["one", "two é" if charset != "shift_jis" else "二", "three"]
    (tmp_path / "lines.txt").write_bytes("\n".join(lines).encode(charset))
    split = source(tmp_path, split_bytes=3, stream_format=StreamFormat.text_line_format(charset))
    assert sorted(read(split)) == sorted(lines)
    assert sorted(read_with_restores(split, [1], 1, max_records=1)) == sorted(lines)


def test_line_ends_of_windows_are_not_part_of_lines(tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_bytes(b"one\r\ntwo\r\n")
    assert read(source(tmp_path)) == ["one", "two"]


def test_json_lines_are_values_and_empty_ones_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "values.json").write_text('{"a": 1}\n\n[2, null]\n"three"\n')
    assert read(source(tmp_path, stream_format=StreamFormat.json_lines_format())) == [{"a": 1}, [2, None], "three"]


def test_lines_can_be_messages_of_a_schema(tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_bytes(b"one\r\ntwo")
    assert read(source(tmp_path, stream_format=StreamFormat.lines_of(SimpleStringSchema()))) == ["one", "two"]


def test_bad_line_fails_the_job_and_is_shown_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "values.json").write_text('{"a": 1}\n{"a": \n')
    with pytest.raises(BadRecordError, match=r"values\.json, byte 9: b'{\"a\": ' cannot be read"):
        read(source(tmp_path, stream_format=StreamFormat.json_lines_format()))


def test_bad_lines_are_skipped_or_go_to_a_side_output_by_policy(tmp_path: Path) -> None:
    (tmp_path / "values.json").write_text("1\nx\n2\ny\n3\n4\n5\n")
    builder = FileSource.for_record_stream_format(StreamFormat.json_lines_format(), str(tmp_path))
    assert read(builder.set_bad_records(BadRecords.SKIP).build()) == [1, 2, 3, 4, 5]
    tag = OutputTag("bad")
    harness = SourceTestHarness(builder.set_bad_records(BadRecords.to_side_output(tag)).build())
    assert harness.read_all() == [1, 2, 3, 4, 5]
    assert [(bad.data, bad.position[-6:]) for bad in harness.get_side_output(tag) if isinstance(bad, BadRecord)] == [
        (b"x", "byte 2"),
        (b"y", "byte 6"),
    ]


def test_hidden_and_unfinished_files_are_not_read_and_folders_are_read_through(tmp_path: Path) -> None:
    for name in ("a.txt", "sub/b.txt", ".hidden", "_SUCCESS", "_temporary/c.txt", "sub/.part.inprogress", "empty.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("" if name == "empty.txt" else name)
    assert read(source(tmp_path)) == ["a.txt", "sub/b.txt"]
    assert read(source(f"file://{tmp_path}")) == ["a.txt", "sub/b.txt"]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*.txt", ["a.txt"]),
        ("**/*.txt", ["a.txt", "x/b.txt", "x/y/c.txt"]),
        ("*/b.*", ["x/b.csv", "x/b.txt"]),
        ("x/b.{csv,tsv}", ["x/b.csv"]),
        ("?.[st]xt", ["a.txt"]),
        ("x/y", ["x/y/c.txt"]),
    ],
)
def test_wildcards_choose_files(tmp_path: Path, pattern: str, expected: list[str]) -> None:
    for name in ("a.txt", "x/b.txt", "x/b.csv", "x/y/c.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text(name)
    assert sorted(read(source(f"{tmp_path}/{pattern}"))) == expected


def test_path_that_is_not_there_is_named() -> None:
    with pytest.raises(ConnectorError, match="/no/such/folder cannot be read: no such file or folder"):
        read(source("/no/such/folder"))


def test_path_of_an_unknown_kind_is_refused() -> None:
    with pytest.raises(InvalidProgramError, match="ftp://host/path: expected a"):
        source("ftp://host/path")


def test_charset_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InvalidProgramError, match="expected a charset"):
        StreamFormat.text_line_format("klingon")
