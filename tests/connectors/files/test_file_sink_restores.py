"""FileSink after a crash: what the checkpoint holds is there once, and what it does not hold is swept away."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyarrow import parquet

from pyrite.common import Encoder, Types
from pyrite.core.errors import CommittableLostError, InvalidProgramError
from pyrite.datastream.connectors.file_system import (
    BucketAssigner,
    BucketContext,
    FileCompactor,
    FileCompactStrategy,
    FileSink,
    RollingPolicy,
)
from pyrite.datastream.formats.parquet import ParquetBulkWriters
from tests.connectors.files.writing import Checkpoint, Life, hidden, lines_of, visible

BASE = BucketAssigner.base_path_bucket_assigner()


def rows(folder: Path) -> FileSink.RowFormatBuilder:
    return FileSink.for_row_format(str(folder), Encoder.simple_string_encoder()).with_bucket_assigner(BASE)


def rolling(folder: Path) -> FileSink:
    return rows(folder).with_rolling_policy(RollingPolicy.on_checkpoint_rolling_policy()).build()


def crash(life: Life) -> None:
    """What a process leaves that is killed: all that was synced, and some of the rest."""
    for writer in life.writers:
        for part in writer._open.values():  # type: ignore[attr-defined]
            part.output.stream.flush()


def test_what_was_not_in_the_checkpoint_is_swept(tmp_path: Path) -> None:
    first = Life(rolling(tmp_path))
    first.write("a")
    checkpoint = first.prepare()
    first.write("b")
    crash(first)
    Life(rolling(tmp_path), attempt=2, restored=checkpoint)
    assert lines_of(visible(tmp_path)) == ["a"]
    assert hidden(tmp_path) == []


def test_open_file_resumes_from_its_length_at_the_checkpoint(tmp_path: Path) -> None:
    first = Life(rows(tmp_path).build())
    first.write("a")
    checkpoint = first.prepare()
    first.write("b")
    crash(first)
    second = Life(rows(tmp_path).build(), attempt=2, restored=checkpoint)
    second.write("b again")
    first.write("c, by a task that nobody has notified")
    crash(first)
    second.checkpoint(end_of_input=True)
    assert lines_of(visible(tmp_path)) == ["a", "b again"]
    assert hidden(tmp_path) == []


def test_open_file_outlives_attempts_that_fail_before_their_first_checkpoint(tmp_path: Path) -> None:
    first = Life(rows(tmp_path).build())
    first.write("a")
    checkpoint = first.prepare()
    for attempt in (2, 3, 4):
        life = Life(rows(tmp_path).build(), attempt=attempt, restored=checkpoint)
        life.write(f"only in {attempt}")
        crash(life)
    last = Life(rows(tmp_path).build(), attempt=5, restored=checkpoint)
    last.checkpoint(end_of_input=True)
    assert lines_of(visible(tmp_path)) == ["a"]
    assert hidden(tmp_path) == []


@pytest.mark.parametrize(("before", "after"), [(2, 3), (3, 2), (4, 1), (1, 4)])
def test_open_files_are_there_once_after_a_rescale_and_a_crash(tmp_path: Path, before: int, after: int) -> None:
    first = Life(rows(tmp_path).build(), parallelism=before)
    for subtask in range(before):
        first.write(f"first {subtask}", subtask=subtask)
    checkpoint = first.prepare()
    crash(first)
    second = Life(rows(tmp_path).build(), 2, after, checkpoint)
    crash(second)
    third = Life(rows(tmp_path).build(), 3, after, checkpoint)
    for subtask in range(after):
        third.write(f"third {subtask}", subtask=subtask)
    owed = third.prepare()
    crash(third)
    fourth = Life(rows(tmp_path).build(), 4, before, owed)
    fourth.checkpoint(end_of_input=True)
    expected = [f"first {n}" for n in range(before)] + [f"third {n}" for n in range(after)]
    assert lines_of(visible(tmp_path)) == expected
    assert hidden(tmp_path) == []


def test_writer_that_is_closed_leaves_what_a_checkpoint_may_need_and_nothing_else(tmp_path: Path) -> None:
    policy = RollingPolicy.default_rolling_policy(part_size=10)
    first = Life(rows(tmp_path).with_bucket_assigner(ByFirst()).with_rolling_policy(policy).build())
    first.write("a held")
    checkpoint = first.prepare()
    first.write("b opened since", "c", "d rolled since, as it is long", "a rolled since, and held before")
    assert len(hidden(tmp_path)) == 4
    first.close()
    assert len(hidden(tmp_path)) == 1
    Life(rows(tmp_path).build(), attempt=2, restored=checkpoint).checkpoint(end_of_input=True)
    assert lines_of(visible(tmp_path)) == ["a held"]


class ByFirst(BucketAssigner):
    def get_bucket_id(self, element: str, context: BucketContext) -> str:
        return element[0]


def test_another_job_s_files_are_left_alone(tmp_path: Path) -> None:
    other = Life(rows(tmp_path).build(), job_id="other")
    other.write("theirs")
    mine = Life(rows(tmp_path).build(), attempt=9)
    mine.write("mine")
    other.checkpoint(end_of_input=True)
    assert lines_of(visible(tmp_path)) == ["theirs"]


def test_savepoint_can_be_continued_from_twice(tmp_path: Path) -> None:
    first = Life(rows(tmp_path).build())
    first.write("a")
    savepoint = first.prepare()
    first.close()
    for job in ("second", "third"):
        life = Life(rows(tmp_path).build(), restored=savepoint, job_id=job)
        life.checkpoint(end_of_input=True)
    assert lines_of(visible(tmp_path)) == ["a", "a"]


def test_open_file_that_was_published_since_the_savepoint_is_not_published_again(tmp_path: Path) -> None:
    first = Life(rows(tmp_path).build())
    first.write("a")
    savepoint = first.prepare()
    first.write("b")
    first.checkpoint(end_of_input=True)
    second = Life(rows(tmp_path).build(), restored=savepoint, job_id="second")
    second.checkpoint(end_of_input=True)
    assert lines_of(visible(tmp_path)) == ["a", "b"]


def test_open_file_that_is_gone_fails_the_restore(tmp_path: Path) -> None:
    first = Life(rows(tmp_path).build())
    first.write("a")
    checkpoint = first.prepare()
    for path in hidden(tmp_path):
        path.unlink()
    with pytest.raises(CommittableLostError, match="its first 2 bytes are part of the checkpoint"):
        Life(rows(tmp_path).build(), attempt=2, restored=checkpoint)


def test_policy_may_change_between_attempts(tmp_path: Path) -> None:
    first = Life(rows(tmp_path).build())
    first.write("a")
    checkpoint = first.prepare()
    second = Life(rolling(tmp_path), attempt=2, restored=checkpoint)
    second.write("b")
    second.checkpoint()
    assert lines_of(visible(tmp_path)) == ["a", "b"]
    assert hidden(tmp_path) == []


# Compaction -----------------------------------------------------------------------------------------------------------


def compacting(folder: Path, checkpoints: int = 3, size: int = -1, threads: int = 1) -> FileSink:
    strategy = (
        FileCompactStrategy.builder().enable_compaction_on_checkpoint(checkpoints).set_num_compact_threads(threads)
    )
    builder = rows(folder).with_rolling_policy(RollingPolicy.on_checkpoint_rolling_policy())
    chosen = strategy.set_size_threshold(size).build()
    return builder.enable_compact(chosen, FileCompactor.concat_file_compactor()).build()


def test_small_files_become_one_and_are_not_seen_before(tmp_path: Path) -> None:
    life = Life(compacting(tmp_path))
    for number in range(3):
        assert visible(tmp_path) == []
        life.write(str(number))
        life.checkpoint()
    assert [path.read_text() for path in visible(tmp_path)] == ["0\n1\n2\n"]
    assert visible(tmp_path)[0].name.startswith("compacted-part-")
    assert hidden(tmp_path) == []


def test_files_that_are_large_enough_are_compacted_at_once(tmp_path: Path) -> None:
    life = Life(compacting(tmp_path, checkpoints=100, size=10))
    for number in range(5):
        life.write(f"{number}abc")
        life.checkpoint()
    assert [path.read_text() for path in visible(tmp_path)] == ["0abc\n1abc\n", "2abc\n3abc\n"]
    life.checkpoint(end_of_input=True)
    assert lines_of(visible(tmp_path)) == [f"{number}abc" for number in range(5)]


def test_files_that_wait_are_there_once_after_a_crash_at_every_step(tmp_path: Path) -> None:
    checkpoint: Checkpoint | None = None
    for attempt in range(1, 12):
        life = Life(compacting(tmp_path), attempt, 1 + attempt % 3, checkpoint)
        life.write(f"{attempt:02}", subtask=attempt % life.parallelism)
        taken = life.prepare()
        life.write("never in a checkpoint")
        crash(life)
        if attempt % 4 != 0:
            checkpoint = taken
    last = Life(compacting(tmp_path), 12, 2, checkpoint).checkpoint(end_of_input=True)
    assert lines_of(visible(tmp_path)) == [f"{attempt:02}" for attempt in (1, 2, 3, 5, 6, 7, 9, 10, 11)]
    Life(compacting(tmp_path), 13, 2, last)  # after a rescale, what was begun last is swept one attempt later
    assert hidden(tmp_path) == []


def test_compaction_that_is_repeated_changes_nothing(tmp_path: Path) -> None:
    life = Life(compacting(tmp_path, checkpoints=2, threads=2))
    life.write("a")
    life.checkpoint()
    life.write("b")
    checkpoint = life.checkpoint()
    life.commit(checkpoint)
    assert [path.read_text() for path in visible(tmp_path)] == ["a\nb\n"]


@pytest.mark.parametrize("compacts", [False, True])
def test_savepoint_holds_no_file_that_the_job_uses_up(tmp_path: Path, compacts: bool) -> None:
    sink = compacting(tmp_path, checkpoints=5) if compacts else rows(tmp_path).build()
    life = Life(sink)
    for letter in "ab":
        life.write(letter)
        life.checkpoint()
    for writer in life.writers:
        writer.before_savepoint()
    savepoint = life.prepare()
    assert [state.files for states in savepoint.states for state in states] == [()]
    life.commit(savepoint)  # with the next checkpoint
    life.write("c")
    life.checkpoint(end_of_input=True)
    Life(sink, 2, restored=savepoint, job_id="another")
    assert lines_of(visible(tmp_path)) == ["a", "b", "c"]
    assert hidden(tmp_path) == []


def test_compaction_of_a_file_that_is_gone_fails(tmp_path: Path) -> None:
    life = Life(compacting(tmp_path, checkpoints=2))
    life.write("a")
    life.checkpoint()
    life.write("b")
    checkpoint = life.prepare()
    hidden(tmp_path)[0].unlink()
    with pytest.raises(CommittableLostError, match="cannot be compacted"):
        life.commit(checkpoint)


def test_parquet_files_are_compacted_by_row_groups(tmp_path: Path) -> None:
    factory = ParquetBulkWriters.for_row_type(Types.ROW_NAMED(["n"], [Types.LONG()]))
    builder = FileSink.for_bulk_format(str(tmp_path), factory).with_bucket_assigner(BASE)
    strategy = FileCompactStrategy.builder().enable_compaction_on_checkpoint(2).build()
    with pytest.raises(InvalidProgramError, match="parquet_file_compactor"):
        builder.enable_compact(strategy, FileCompactor.concat_file_compactor()).build()
    life = Life(builder.enable_compact(strategy, FileCompactor.parquet_file_compactor()).build())
    for number in (1, 2):
        life.write((number,))
        life.checkpoint()
    assert [parquet.read_table(path)["n"].to_pylist() for path in visible(tmp_path)] == [[1, 2]]


def test_strategy_must_say_when() -> None:
    with pytest.raises(InvalidProgramError, match="a FileCompactStrategy needs"):
        FileCompactStrategy.builder().build()
