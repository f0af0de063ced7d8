"""JobDocument: what it has of a job's view, and that it is read again as it was written."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from pyrite.control import control_socket
from pyrite.control.job_directory import ControlFolder
from pyrite.core.config.configuration import Configuration
from pyrite.core.job.job_document import JobDocument
from pyrite.core.json_dataclasses import of_json, to_json
from tests.control.rest.memory_gateway import FAILED, FINISHED, RUNNING, documents


@pytest.mark.parametrize("job", [RUNNING, FINISHED, FAILED])
def test_document_is_read_again_as_it_was_written(job: str) -> None:
    document = documents()[job]
    assert of_json(JobDocument, json.loads(json.dumps(to_json(document)))) == document


def test_subtasks_have_their_states_times_and_places() -> None:
    subtask = documents()[RUNNING].vertices[0].subtasks[0]
    assert (subtask.state, subtask.host, subtask.executor) == ("RUNNING", "host", "executor")
    assert subtask.since_ms["SCHEDULED"] <= subtask.since_ms["DEPLOYING"] <= subtask.since_ms["RUNNING"]
    assert subtask.end_ms == -1


def test_subtasks_of_a_job_that_is_over_have_an_end() -> None:
    for job, states in ((FINISHED, {"FINISHED"}), (FAILED, {"FINISHED", "FAILED", "CANCELED"})):
        for vertex in documents()[job].vertices:
            for subtask in vertex.subtasks:
                assert subtask.state in states and subtask.end_ms >= subtask.start_ms


def test_one_subtask_of_each_attempt_has_failed_and_the_others_were_cancelled() -> None:
    vertices = documents()[FAILED].vertices
    for attempt in ([vertex.subtasks for vertex in vertices], [vertex.former for vertex in vertices]):
        states = Counter(subtask.state for subtasks in attempt for subtask in subtasks)
        assert states["FAILED"] == 1 and states["CANCELED"]


def test_checkpoints_have_a_part_of_every_subtask() -> None:
    document = documents()[RUNNING]
    for one in document.checkpoints.history:
        assert {vertex: len(parts) for vertex, parts in one.vertices.items()} == {
            vertex.id: vertex.parallelism for vertex in document.vertices
        }
        for part in one.parts:
            assert one.triggered_ms <= part.acknowledged_ms <= one.ended_ms
            assert part.start_delay_ms + part.alignment_ms <= part.acknowledged_ms - one.triggered_ms


def test_completed_checkpoints_have_their_folders() -> None:
    kinds = {one.is_savepoint: one.path for one in documents()[RUNNING].checkpoints.history}
    assert kinds[True].startswith("file:///savepoints/")
    assert kinds[False].startswith(f"file:///checkpoints/{RUNNING}/chk-")


def test_secrets_are_masked() -> None:
    configuration = documents()[RUNNING].configuration
    assert configuration["s3.secret-key"] == "******"
    assert configuration["execution.checkpointing.interval"] == "50ms"


def test_metrics_of_operators_have_flinks_names() -> None:
    metrics = documents()[RUNNING].vertices[0].subtasks[0].metrics
    assert metrics["numRecordsIn"] == 100
    assert metrics["Source__Sequence_Source.numLateRecordsDropped"] == 2


def test_job_that_ends_leaves_its_document_and_its_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pyrite.control.history.job_archive import JobArchive
    from pyrite.control.job_control import serve_job
    from tests.control.fake_job import FakeJob

    folder, archive = tmp_path / "control", tmp_path / "archive"
    monkeypatch.setenv("PYRITE_CONTROL_DIR", str(folder))
    job = FakeJob()
    job.configuration = Configuration({"jobmanager.archive.fs.dir": str(archive)})
    serve_job(job, "")
    job.end()
    control_socket.close_all()
    kept = ControlFolder(folder).document("abc123")
    assert kept is not None and kept["status"] == "FINISHED"
    assert JobArchive(str(archive), Configuration()).read("abc123") == kept
