"""Sinks that end at the program itself."""

from __future__ import annotations

from typing import Any, Optional

import pytest

from pyrite.common.block import Block
from pyrite.connectors.builtin.terminal import CollectSink, DiscardingSink, PrintSink
from pyrite.core.connector.sink import Sink, WriterInitContext


def written(sink: Sink, parallelism: int = 1) -> tuple[list[tuple[str, bool]], list[Any]]:
    """What the second subtask's writer prints and collects of two records."""
    text: list[tuple[str, bool]] = []
    results: list[Any] = []
    place = WriterInitContext(
        parallelism - 1, parallelism, 0, lambda line, to_stderr: text.append((line, to_stderr)), results.extend
    )
    sink.create_writer(place).write(Block([1, ("a", None)]))
    return text, results


@pytest.mark.parametrize(
    ("identifier", "parallelism", "expected"),
    [
        (None, 1, "1\n('a', None)\n"),
        (None, 2, "2> 1\n2> ('a', None)\n"),
        ("out", 1, "out> 1\nout> ('a', None)\n"),
        ("out", 2, "out:2> 1\nout:2> ('a', None)\n"),
    ],
)
def test_print_marks_records_as_flink_does(identifier: Optional[str], parallelism: int, expected: str) -> None:
    assert written(PrintSink(identifier), parallelism) == ([(expected, False)], [])


def test_print_may_go_to_stderr() -> None:
    assert written(PrintSink(to_stderr=True))[0][0][1] is True


def test_collect_hands_records_to_the_client() -> None:
    assert written(CollectSink()) == ([], [1, ("a", None)])


def test_discard_leaves_nothing() -> None:
    assert written(DiscardingSink()) == ([], [])


@pytest.mark.parametrize("sink", [PrintSink(), DiscardingSink()])
def test_sinks_that_write_as_they_go_have_no_committer(sink: Sink) -> None:
    assert sink.create_committer() is None


def test_collecting_with_checkpoints_hands_over_what_is_committed() -> None:
    emitted: list[tuple[list[Any], Any]] = []
    place = WriterInitContext(
        1, 2, 3, lambda text, to_stderr: None, lambda values: None, operator_id="op", checkpointing=True
    )
    writer, committer = CollectSink().create_writer(place), CollectSink().create_committer()
    committer.open(lambda values, committable_id: emitted.append((values, committable_id)))
    writer.write(Block([1, 2]))
    first = writer.prepare_commit()
    writer.write(Block([3]))
    second = writer.prepare_commit()
    assert writer.prepare_commit() == []
    assert emitted == []
    committer.commit([*first, *second])
    assert [values for values, _ in emitted] == [[1, 2], [3]]
    assert len({committable_id for _, committable_id in emitted}) == 2
