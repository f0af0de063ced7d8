"""What tasks print: written to the program's streams as long as these take it, dropped and counted when they do not."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from pyrite.runtime.spark.driver.user_terminal import UserTerminal


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]


def printed_to(stream: object, *texts: str) -> UserTerminal:
    terminal = UserTerminal()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", stream)
        for text in texts:
            terminal.write(text, to_stderr=False)
    return terminal


def test_pipe_whose_reader_has_gone_is_reported_once_and_its_lines_counted(caplog: pytest.LogCaptureFixture) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as stream:  # raises at its end if anything was left in its buffer
        terminal = printed_to(stream, "a\nb\n", "c\n")
    terminal.close()
    assert terminal.dropped_lines == 3
    assert warnings(caplog) == [
        "standard output cannot be written ([Errno 32] Broken pipe): the output of tasks is dropped as long as "
        "this lasts; the job continues",
        "3 lines of the job could not be written to standard output",
    ]


def test_full_disk_drops_what_does_not_fit(caplog: pytest.LogCaptureFixture) -> None:
    with Path("/dev/full").open("w") as stream:
        assert printed_to(stream, "a\n").dropped_lines == 1
    assert "No space left on device" in warnings(caplog)[0]


def test_encoding_without_a_character_shows_its_escape(tmp_path: Path) -> None:
    with (tmp_path / "out").open("w", encoding="ascii") as stream:
        assert printed_to(stream, "fine \N{GRINNING FACE}\n").dropped_lines == 0
    assert (tmp_path / "out").read_text() == "fine \\U0001f600\n"


@pytest.mark.parametrize("is_closed", [True, False])
def test_stream_that_is_not_there_drops(is_closed: bool) -> None:
    stream = io.StringIO()
    stream.close()
    assert printed_to(stream if is_closed else None, "a\n").dropped_lines == 1


def test_pipe_that_does_not_block_gets_everything() -> None:
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    text = "x" * 200_000 + "\n"
    child = os.fork()
    if child == 0:
        os.close(writer)
        with os.fdopen(reader) as stream:
            os._exit(len(stream.read()) != len(text))
    os.close(reader)
    with os.fdopen(writer, "w") as stream:
        assert printed_to(stream, text).dropped_lines == 0
    assert os.waitpid(child, 0)[1] == 0


def test_stream_of_the_programs_own_is_written_to() -> None:
    stream = io.StringIO()
    printed_to(stream, "a\n")
    assert stream.getvalue() == "a\n"
