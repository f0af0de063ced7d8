"""The chaos sink over several jobs: what a new writer removes, what a commit demands, how progress is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from chaos.commits import Commits
from chaos.file_sink import HiddenFile, LinesSink
from chaos.output_name import OutputName
from chaos.run_folder import job_id, number_of
from pyrite.common.block import Block
from pyrite.core.connector.sink import SinkWriter, WriterInitContext


def writer(folder: Path, job: str, attempt: int, subtask: int = 0) -> SinkWriter:
    context = WriterInitContext(subtask, 2, attempt, lambda text, error: None, lambda values: None, job_id=job)
    return LinesSink(folder, "windows").create_writer(context)


def prepare(folder: Path, job: str, attempt: int, subtask: int = 0) -> list[HiddenFile]:
    open_writer = writer(folder, job, attempt, subtask)
    open_writer.write(Block([1], [1]))
    prepared: list[HiddenFile] = open_writer.prepare_commit()
    return prepared


def commit(folder: Path, prepared: list[HiddenFile]) -> None:
    committer = LinesSink(folder, "windows").create_committer()
    committer.commit(prepared)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("job", ["chaos", "chaos-12"])
def test_name_is_read_back(job: str) -> None:
    name = OutputName("windows", 3, job, 14, 5)
    assert [OutputName.parse(text) for text in (str(name), f".{name}")] == [name, name]


def test_file_of_nobody_is_refused() -> None:
    with pytest.raises(ValueError, match="not a name of the chaos sink: windows-0-1-0"):
        OutputName.parse("windows-0-1-0")


def test_job_ids_have_their_numbers() -> None:
    assert [number_of(job_id(number)) for number in (1, 2, 30)] == [1, 2, 30]


def test_new_writer_removes_what_older_attempts_of_its_job_and_subtask_left(tmp_path: Path) -> None:
    for job, attempt, subtask in (("chaos", 9, 0), ("chaos-2", 1, 0), ("chaos-2", 1, 1)):
        prepare(tmp_path, job, attempt, subtask)
    writer(tmp_path, "chaos-2", 2)
    assert names(tmp_path) == [".windows-0-chaos-9-0", ".windows-1-chaos-2-1-0"]


def test_commit_of_what_was_removed_fails(tmp_path: Path) -> None:
    prepared = prepare(tmp_path, "chaos", 1)
    writer(tmp_path, "chaos", 2)
    with pytest.raises(FileNotFoundError, match="removed before it was committed"):
        commit(tmp_path, prepared)


def test_repeated_commit_changes_nothing(tmp_path: Path) -> None:
    prepared = prepare(tmp_path, "chaos", 1)
    commit(tmp_path, prepared)
    commit(tmp_path, prepared)
    assert names(tmp_path) == ["windows-0-chaos-1-0"]


def test_progress_grows_over_jobs_whose_attempts_start_over(tmp_path: Path) -> None:
    commit(tmp_path, prepare(tmp_path, "chaos", 7))
    prepare(tmp_path, "chaos-2", 1)
    assert Commits.of(tmp_path) == Commits(1, (1, 7), (2, 1))
    commit(tmp_path, prepare(tmp_path, "chaos-10", 1))
    assert Commits.of(tmp_path) == Commits(2, (10, 1), (10, 1))


def test_nothing_is_committed_in_an_empty_folder(tmp_path: Path) -> None:
    assert Commits.of(tmp_path) == Commits(0, (0, 0), (0, 0))
