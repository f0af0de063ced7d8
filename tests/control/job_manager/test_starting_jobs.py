"""Jobs whose drivers start, wait or restart: what the list shows of them."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from pyrite.control.job_manager.driver_process import CANCEL, driver_pid, end_driver, start_driver
from pyrite.control.job_manager.job_store import JobStore, Outcome, Submission
from pyrite.control.job_manager.starting_jobs import find_starting_job, starting_jobs
from pyrite.control.job_manager_gateway import SubmittedProgram
from pyrite.core.errors import AmbiguousJobError
from tests.spark.processes import wait_until

ROOT = Path(__file__).parents[3]
PROGRAM = str(Path(__file__).parent / "fake_program.py")
LONG_S = 120.0


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[JobStore]:
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'src'}:{ROOT}")
    store = JobStore(tmp_path / "store")
    store.make()
    yield store
    for job_id in store.job_ids():
        end_driver(store.job(job_id), signal.SIGKILL)


def submission(job_id: str, at_ms: int = 7) -> Submission:
    return Submission(job_id, SubmittedProgram(PROGRAM, arguments=("hang",)), at_ms)


@pytest.mark.parametrize(
    ("files", "status"),
    [
        ({}, None),
        ({"record": {"queued_ms": 5}}, "QUEUED"),
        ({"record": {"restart_ms": 5}}, "RESTARTING"),
        ({"record": {"queued_ms": 5}, "outcome": asdict(Outcome("FAILED", "no"))}, None),
        ({"record": {"queued_ms": 5}, CANCEL: {"requested_ms": 6}}, None),
    ],
)
def test_job_without_a_driver_is_listed_until_it_has_ended(
    store: JobStore, files: Mapping[str, Any], status: str | None
) -> None:
    folder = store.add(submission("abc"))
    for name, content in files.items():
        folder.write(name, content)
    jobs = [(job.job_id, job.status, job.submitted_ms, job.pid) for job in starting_jobs(store)]
    assert jobs == ([] if status is None else [("abc", status, 7, None)])


def test_job_with_a_driver_that_takes_no_commands_is_initializing(store: JobStore) -> None:
    folder = store.add(submission("abc"))
    start_driver(folder)
    wait_until(lambda: "load_prices" in "".join(job.waits_for for job in starting_jobs(store)), LONG_S, "it hangs")
    (job,) = starting_jobs(store)
    assert (job.status, job.pid) == ("INITIALIZING", driver_pid(folder))


def test_job_is_found_by_its_id_its_name_and_the_beginning_of_its_id(store: JobStore) -> None:
    for job_id in ("abc", "abd"):
        store.add(submission(job_id)).write("record", {"queued_ms": 5})
    for job_id in ("abc", "abd"):
        job = find_starting_job(store, job_id)
        assert job is not None and job.job_id == job_id
    for word in ("ab", "fake_program.py"):
        with pytest.raises(AmbiguousJobError, match="matches 2 starting jobs, choose one by its id: abc, abd"):
            find_starting_job(store, word)
    assert find_starting_job(store, "") is find_starting_job(store, "x") is None
