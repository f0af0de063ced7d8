"""JobManager: drivers as real processes, which are killed; their jobs need no Spark."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from pyrite.control import control_socket
from pyrite.control.job_control import serve_job
from pyrite.control.job_directory import FOLDER_VARIABLE
from pyrite.control.job_manager import dispatcher_events as events
from pyrite.control.job_manager.driver_process import driver_pid, end_driver
from pyrite.control.job_manager.job_manager import JobManager
from pyrite.control.job_manager.job_store import JobStore
from pyrite.control.job_manager_gateway import SubmissionRefusedError, SubmittedProgram, UnknownJobError
from pyrite.core.clock import SystemClock
from pyrite.core.errors import JobNotRunningError
from pyrite.core.job.commands import Cancel, JobEnd, Savepoint, SavepointPath
from pyrite.core.job.job_document import JobDocument
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobSummary
from tests.control.fake_job import FakeJob

ROOT = Path(__file__).parents[3]
PROGRAM = str(Path(__file__).parent / "fake_program.py")
FIXED_DELAY = {
    "restart-strategy.type": "fixed-delay",
    "restart-strategy.fixed-delay.attempts": "2",
    "restart-strategy.fixed-delay.delay": "10 ms",
}


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[JobStore]:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "control"))
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'src'}:{ROOT}")
    store = JobStore(tmp_path / "store")
    yield store
    for job_id in store.job_ids():
        end_driver(store.job(job_id), signal.SIGKILL)
    for control in list(control_socket._open.values()):
        control.close()


def with_job_manager(store: JobStore, test: Callable[[JobManager], Awaitable[None]], limit: int = 2) -> None:
    """Runs a test with a JobManager. `limit`: how many drivers start at the same time."""

    async def run() -> None:
        manager = JobManager(store, settings={"jobmanager.drivers.starting": str(limit)})
        await manager.start()
        try:
            await test(manager)
        finally:
            await manager.stop()

    asyncio.run(run())


async def job_when(manager: JobManager, job_id: str, condition: Callable[[JobSummary], bool]) -> JobSummary:
    """The job, once a condition holds."""
    for _ in range(6000):
        for summary in manager.jobs():
            if summary.job_id == job_id and condition(summary):
                return summary
        await asyncio.sleep(0.01)
    raise AssertionError(f"it did not come to it: {manager.jobs()}")


def program(what: str, **settings: str) -> SubmittedProgram:
    return SubmittedProgram(PROGRAM, arguments=(what,), settings={**FIXED_DELAY, **settings})


def is_running(summary: JobSummary) -> bool:
    return summary.status is JobStatus.RUNNING


def is_anything(summary: JobSummary) -> bool:
    return True


def is_over(summary: JobSummary) -> bool:
    return summary.status.is_terminal_state()


def test_submitted_job_runs_and_is_cancelled(store: JobStore) -> None:
    async def test(manager: JobManager) -> None:
        job_id = await manager.submit(program("run"))
        assert manager.jobs()[0].status is JobStatus.INITIALIZING
        running = await job_when(manager, job_id, is_running)
        assert (running.name, running.pid) == ("words", driver_pid(store.job(job_id)))
        assert await manager.send(job_id, Cancel()) == JobEnd(None, JobStatus.CANCELED)
        assert (await job_when(manager, job_id, is_over)).status is JobStatus.CANCELED
        with pytest.raises(JobNotRunningError, match="has ended: CANCELED"):
            await manager.send(job_id, Savepoint(None))
        assert (store.job(job_id).path / "job.out").read_text() == "the program runs\n"

    with_job_manager(store, test)


def test_job_that_has_not_started_shows_its_driver_and_not_the_parent_of_it(store: JobStore) -> None:
    async def test(manager: JobManager) -> None:
        job_id = await manager.submit(program("wait"))
        folder = store.job(job_id)
        shown = await job_when(manager, job_id, lambda job: folder.read("job") != {} and job.pid == driver_pid(folder))
        assert shown.status is JobStatus.INITIALIZING

    with_job_manager(store, test)


def test_job_that_waits_for_slots_is_cancelled_at_once(store: JobStore) -> None:
    async def test(manager: JobManager) -> None:
        job_id = await manager.submit(program("wait"))
        assert await manager.send(job_id, Cancel()) == JobEnd(None, JobStatus.CANCELLING)
        assert (await job_when(manager, job_id, is_over)).status is JobStatus.CANCELED
        assert driver_pid(store.job(job_id)) is None

    with_job_manager(store, test)


def kinds(document: JobDocument) -> list[str]:
    return [event.kind for event in document.events]


def test_events_outlive_drivers_and_the_job_manager(store: JobStore) -> None:
    job_id = ""

    async def kill_driver(manager: JobManager) -> None:
        nonlocal job_id
        job_id = await manager.submit(program("run"))
        before = await job_when(manager, job_id, is_running)
        os.kill(before.pid, signal.SIGKILL)
        await job_when(manager, job_id, lambda job: is_running(job) and job.pid != before.pid)

    async def look(manager: JobManager) -> None:
        await job_when(manager, job_id, is_running)
        document = await manager.document(job_id)
        assert kinds(document) == ["SUBMITTED", "DRIVER_DIED", "RESTARTING"]  # the fake job records nothing itself
        assert [event.requested_by for event in document.events] == ["REST", "", "the restart strategy"]
        assert document.events[1].details["signal"] == "SIGKILL"
        assert (document.restarts, document.metrics["numRestarts"]) == (2, 2)  # one is of the job itself
        assert "was killed by SIGKILL" in document.exceptions[-1].stack_trace

    with_job_manager(store, kill_driver)
    with_job_manager(store, look)


def test_killed_driver_is_restarted_and_other_jobs_keep_running(store: JobStore) -> None:
    async def test(manager: JobManager) -> None:
        killed, other = await manager.submit(program("run")), await manager.submit(program("run"))
        before = await job_when(manager, killed, is_running)
        beside = await job_when(manager, other, is_running)
        os.kill(before.pid, signal.SIGKILL)
        after = await job_when(manager, killed, lambda job: is_running(job) and job.pid != before.pid)
        assert (after.restarts, after.start_ms) == (2, before.start_ms)  # the fake job says that it had one itself
        assert (await job_when(manager, other, is_running)).pid == beside.pid

    with_job_manager(store, test)


@pytest.mark.parametrize(
    ("what", "status", "cause", "restarts"),
    [
        ("finish", JobStatus.FINISHED, "", 1),
        ("crash", JobStatus.FAILED, "its driver was killed by SIGKILL", 2),
    ],
)
def test_job_ends_as_its_program_does(store: JobStore, what: str, status: JobStatus, cause: str, restarts: int) -> None:
    async def test(manager: JobManager) -> None:
        job_id = await manager.submit(program(what))
        ended = await job_when(manager, job_id, is_over)
        assert (ended.status, ended.restarts) == (status, restarts)
        assert cause in ended.cause
        assert driver_pid(store.job(job_id)) is None

    with_job_manager(store, test)


def test_next_job_manager_has_all_jobs_and_no_driver_has_paused(store: JobStore) -> None:
    known: dict[str, JobSummary] = {}

    async def first(manager: JobManager) -> None:
        running, ended = await manager.submit(program("run")), await manager.submit(program("finish"))
        known[running] = await job_when(manager, running, is_running)
        known[ended] = await job_when(manager, ended, is_over)

    async def second(manager: JobManager) -> None:
        assert {job.job_id: (job.status, job.pid) for job in manager.jobs()} == {
            job_id: (job.status, job.pid) for job_id, job in known.items()
        }

    with_job_manager(store, first)
    with_job_manager(store, second)


def test_driver_that_died_while_no_job_manager_ran_is_restarted_by_the_next(store: JobStore) -> None:
    submitted: list[JobSummary] = []

    async def first(manager: JobManager) -> None:
        submitted.append(await job_when(manager, await manager.submit(program("run")), is_running))

    async def second(manager: JobManager) -> None:
        after = await job_when(manager, submitted[0].job_id, is_running)
        assert after.pid != submitted[0].pid

    with_job_manager(store, first)
    os.kill(submitted[0].pid, signal.SIGKILL)
    with_job_manager(store, second)


def test_second_job_manager_stands_by_until_the_first_is_gone(store: JobStore) -> None:
    async def test(manager: JobManager) -> None:
        standby = JobManager(store)
        job_id = await manager.submit(program("run"))
        before = await job_when(manager, job_id, is_running)
        await standby.start()
        assert [job.job_id for job in standby.jobs()] == [job_id]
        with pytest.raises(SubmissionRefusedError, match=f"is on standby for process {os.getpid()}"):
            await standby.submit(program("run"))
        await manager.stop()
        os.kill(before.pid, signal.SIGKILL)
        await job_when(standby, job_id, lambda job: is_running(job) and job.pid != before.pid)
        await standby.stop()

    with_job_manager(store, test)


def test_job_of_another_program_is_listed_and_controlled(store: JobStore) -> None:
    async def test(manager: JobManager) -> None:
        job = FakeJob("other")
        serve_job(job, "")
        found = await job_when(manager, "other", is_running)
        assert (found.pid, found.parallelism, found.checkpoints, found.is_batch) == (os.getpid(), 3, 5, False)
        asked = asyncio.create_task(manager.send("other", Savepoint(None)))
        while not job.asked:
            await asyncio.sleep(0.01)
        job.asked[0][1].set_result(SavepointPath("file:///x/1"))
        assert await asked == SavepointPath("file:///x/1")
        job.end()
        assert (await job_when(manager, "other", is_over)).status is JobStatus.FINISHED

    with_job_manager(store, test)


def test_refused_submission_leaves_nothing(store: JobStore, tmp_path: Path) -> None:
    async def test(manager: JobManager) -> None:
        with pytest.raises(SubmissionRefusedError, match="is not there"):
            await manager.submit(SubmittedProgram(str(tmp_path / "none.py")))
        with pytest.raises(SubmissionRefusedError, match="expected a job id"):
            await manager.submit(program("run", **{"pipeline.job-id": "../x"}))
        with pytest.raises(SubmissionRefusedError, match=r"(?s)not start a job.*line .*ValueError: no such table"):
            await manager.submit(program("raise"))
        assert (store.job_ids(), manager.jobs()) == ([], [])
        await manager.submit(program("run", **{"pipeline.job-id": "words"}))
        with pytest.raises(SubmissionRefusedError, match=r"job words is [A-Z]+: cancel it first"):
            await manager.submit(program("run", **{"pipeline.job-id": "words"}))
        assert store.job_ids() == ["words"]
        with pytest.raises(UnknownJobError):
            await manager.send("clicks", Cancel())

    with_job_manager(store, test)


def test_oldest_jobs_that_are_over_are_forgotten_when_they_are_too_many(store: JobStore) -> None:
    async def run() -> None:
        manager = JobManager(store, kept_jobs=1)
        store.make()
        now_ms = SystemClock().now_ms()
        for number, job_id in enumerate(("old", "new")):
            ended = JobSummary(job_id, job_id, JobStatus.FINISHED, now_ms, now_ms + number, now_ms)
            manager._handle(events.ReportedEvent(ended, is_resumable=False))
        manager._look()
        assert [job.job_id for job in manager.jobs()] == ["new"]
        await manager.stop()

    asyncio.run(run())


def test_queued_jobs_survive_the_job_manager_and_start_in_their_order(store: JobStore) -> None:
    """One driver starts at a time; its program hangs until it is canceled."""
    order: list[str] = []

    async def first(manager: JobManager) -> None:
        submissions = []
        for job_id in ("job-9", "job-8", "job-7", "job-6"):
            submission = manager.submit(program("hang", **{"pipeline.job-id": job_id}))
            submissions.append(asyncio.ensure_future(submission))
            await job_when(manager, job_id, is_anything)
        queued = {job.job_id: job.queue_position for job in manager.jobs()}
        assert queued == {"job-9": 0, "job-8": 1, "job-7": 2, "job-6": 3}
        assert (await manager.send("job-8", Cancel())).status is JobStatus.CANCELED
        assert not any(submission.done() for submission in (submissions[0], *submissions[2:]))

    async def second(manager: JobManager) -> None:
        for job_id in ("job-9", "job-7", "job-6"):
            started = await job_when(manager, job_id, lambda job: not job.queue_position and bool(job.pid))
            order.append(job_id)
            assert [job.job_id for job in manager.jobs() if job.pid and not job.status.is_terminal_state()] == [job_id]
            await manager.send(job_id, Cancel())
            assert (await job_when(manager, job_id, is_over)).status is JobStatus.CANCELED
            assert "its driver, process" in started.waits_for or "its program, process" in started.waits_for

    with_job_manager(store, first, limit=1)
    with_job_manager(store, second, limit=1)
    assert order == ["job-9", "job-7", "job-6"]


def test_submission_of_a_job_that_is_canceled_before_it_starts_is_refused_and_the_job_stays_known(
    store: JobStore,
) -> None:
    async def test(manager: JobManager) -> None:
        submission = asyncio.ensure_future(manager.submit(program("hang", **{"pipeline.job-id": "words"})))
        await job_when(manager, "words", lambda job: bool(job.pid))
        await manager.send("words", Cancel())
        with pytest.raises(SubmissionRefusedError, match="canceled before its program started it"):
            await submission
        assert (await job_when(manager, "words", is_over)).status is JobStatus.CANCELED

    with_job_manager(store, test)
