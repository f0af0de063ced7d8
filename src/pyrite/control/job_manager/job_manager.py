"""JobManager: executes the instructions of DispatcherCore: it starts drivers, follows them, and forwards commands to
them.

No job depends on its memory. If it dies, drivers keep running, and the next JobManager reads all jobs from the store
and from the folder in which drivers register.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sys
import tempfile
import uuid
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final, Optional, TypeVar

from pyrite.checkpoint.event_store import MANAGER
from pyrite.control.document_of_summary import document_of_summary
from pyrite.control.driver_link import DriverLink
from pyrite.control.job_directory import ControlFolder, JobEntry
from pyrite.control.job_manager import dispatcher_events as events
from pyrite.control.job_manager import dispatcher_instructions as instructions
from pyrite.control.job_manager.dispatcher_core import DispatcherCore
from pyrite.control.job_manager.driver_process import (
    CANCEL,
    DriverRunsError,
    JobWithdrawnError,
    cancel_driver,
    driver_pid,
    has_job_started,
    has_started,
)
from pyrite.control.job_manager.driver_starts import DriverStarts
from pyrite.control.job_manager.ended_jobs import archive_without_driver, ended_summaries, how_it_ended
from pyrite.control.job_manager.instances import Leadership
from pyrite.control.job_manager.job_record import JobRecord
from pyrite.control.job_manager.job_store import JobFolder, JobStore, Submission
from pyrite.control.job_manager.session_workers import SessionWorkers
from pyrite.control.job_manager_gateway import SubmissionRefusedError, SubmittedProgram, UnknownJobError, Worker
from pyrite.control.running_jobs import known_folders
from pyrite.control.stored_events import FolderEvents, events_in_folder, last_driver_exit, with_events
from pyrite.core.clock import SystemClock
from pyrite.core.config.checkpoint_options import JOB_ID, parse_job_id
from pyrite.core.config.cluster_options import DRIVERS_STARTING, JOB_STORE_CAPACITY
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import JobNotRunningError, PyriteError
from pyrite.core.job.commands import Cancel, Command, Document
from pyrite.core.job.job_document import JobDocument
from pyrite.core.job.job_event import REST, JobEnded, restarts_of
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobSummary
from pyrite.core.json_dataclasses import of_json

A = TypeVar("A")

_log = logging.getLogger(__name__)
_LOOK_S: Final = 1.0
_FIRST_LOOK_US: Final = 3_000_000
_DOCUMENT_S: Final = 30.0
_START_POLL_S: Final = 0.05
_QUEUE_S: Final = 0.2


class JobManager:
    """A JobManager; implements JobManagerGateway. All of its code runs in one event loop."""

    def __init__(
        self,
        store: JobStore,
        kept_ms: int = 7 * 24 * 3_600_000,
        settings: Optional[Mapping[str, str]] = None,
        kept_jobs: int = JOB_STORE_CAPACITY.default,
        session: Optional[SessionWorkers] = None,
    ) -> None:
        """`kept_ms`: how long ended jobs stay in the list; `kept_jobs`: how many of them at most.

        `settings`: defaults for programs. `session`: the workers of the cluster on which jobs run, if there is a
        cluster.
        """
        self._session = session
        self._store = store
        self._kept_ms = kept_ms
        self._kept_jobs = kept_jobs
        self._forgotten: set[tuple[str, int]] = set()
        """Dropped jobs of drivers that others started, by id and end time: the drivers' folder still lists them."""
        self._settings = dict(settings or {})
        self._core = DispatcherCore()
        self._clock = SystemClock()
        self._leadership = Leadership(store)
        self._drivers: dict[str, tuple[ControlFolder, JobEntry, asyncio.Task[None]]] = {}
        """Registered drivers by job, each with the task that follows it."""
        self._adopted: dict[str, int] = {}
        """Stored jobs by id, with the identity of their folder: `pyrite run -d` may have replaced it."""
        self._starts = DriverStarts(store, Configuration(self._settings).get(DRIVERS_STARTING))
        self._events = FolderEvents(MANAGER)
        self._cancels: set[asyncio.Task[None]] = set()
        self._looking: Optional[asyncio.Task[None]] = None

    async def start(self) -> None:
        """Returns when every running and every stored job is listed."""
        self._store.make()
        self._look()
        until_us = self._clock.monotonic_us() + _FIRST_LOOK_US
        while self._unheard() and self._clock.monotonic_us() < until_us:
            await asyncio.sleep(_LOOK_S / 100)
        self._looking = asyncio.create_task(self._keep_looking())

    def _unheard(self) -> bool:
        """Whether a registered driver has not answered yet."""
        return any(
            job_id not in self._core.jobs or not self._core.jobs[job_id].is_reachable for job_id in self._drivers
        )

    @property
    def stands_by_for(self) -> str:
        """The JobManager that leads; empty if this one does."""
        return "" if self._leadership.is_leader else self._leadership.leader()

    async def stop(self) -> None:
        """Stops the JobManager. Drivers keep running."""
        tasks = [*self._cancels, *(link for _, _, link in self._drivers.values())]
        if self._looking is not None:
            tasks.append(self._looking)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._starts.close()
        self._leadership.give_up()

    # Requests of the REST server --------------------------------------------------------------------------------------

    def jobs(self) -> Sequence[JobSummary]:
        summaries = self._starts.with_waits(job.summary for job in self._core.jobs.values())
        return sorted(summaries, key=lambda summary: (summary.start_ms, summary.job_id))

    async def document(self, job_id: str) -> JobDocument:
        document = await self._document(job_id)
        if not self._job(job_id).is_supervised:
            return document
        stored = await asyncio.to_thread(events_in_folder(self._store.job(job_id).path, job_id).read)
        return with_events(document, stored)

    async def _document(self, job_id: str) -> JobDocument:
        job, stored = self._job(job_id), self._store.job(job_id)
        if not job.status.is_terminal_state():
            if job_id not in self._drivers:
                return self._summarized(job)
            with contextlib.suppress(JobNotRunningError):
                return await self._driver(job_id).ask(Document(), _DOCUMENT_S)
        while not (document := stored.read("document")) and driver_pid(stored) is not None:
            await asyncio.sleep(_START_POLL_S)  # the job has just ended, and its driver is writing its last document
        document = document or self._ended_document(job_id)
        return of_json(JobDocument, document) if document else self._summarized(job)

    def _summarized(self, job: JobRecord) -> JobDocument:
        return document_of_summary(job.summary, self._clock.now_ms())

    def _ended_document(self, job_id: str) -> dict[str, Any]:
        """The last document of a job that no JobManager has started."""
        documents = (folder.document(job_id) for folder in known_folders())
        return next((document for document in documents if document is not None), {})

    async def send(self, job_id: str, command: Command[A]) -> A:
        job = self._job(job_id)
        if job.status.is_terminal_state():
            raise JobNotRunningError(f"job '{job.summary.name}' ({job_id}) has ended: {job.status.name}")
        command = replace(command, requested_by=command.requested_by or REST)
        if command == Cancel():
            self._handle(events.CancelEvent(job_id, REST), asks_drivers=False)
            if not job.is_reachable:
                end: A = command.answer(path=None, status=job.status)
                return end
        return await self._driver(job_id).ask(command)

    async def submit(self, program: SubmittedProgram) -> str:
        if leader := self.stands_by_for:
            raise SubmissionRefusedError(f"this JobManager is on standby for {leader}: submit the program there")
        program = replace(program, settings={**self._settings, **program.settings})
        if not Path(program.path).is_file():
            raise SubmissionRefusedError(f"the program is not there: {program.path}")
        job_id = _job_id(program)
        former = self._core.jobs.get(job_id)
        if former is not None and not former.status.is_terminal_state():
            raise SubmissionRefusedError(
                f"job {job_id} is {former.status.name}: cancel it first, or give this one another {JOB_ID.key}"
            )
        submission = Submission(job_id, program, self._clock.now_ms())
        folder = await asyncio.to_thread(self._store.add, submission)
        self._adopted[job_id] = folder.identity
        self._handle(events.SubmittedEvent(job_id, submission.name, REST))
        self._start_queued()
        try:
            while self._is_queued(job_id) or not has_job_started(folder):
                await asyncio.sleep(_START_POLL_S)
        except SubmissionRefusedError as error:
            self._look_at(folder, job_id)
            if isinstance(error, JobWithdrawnError):
                raise
            if self._core.jobs[job_id].status.is_terminal_state():
                self._core.forget(job_id)
                self._store.forget(job_id)
            raise
        return job_id

    async def plan(self, program: SubmittedProgram) -> JobDocument:
        program = replace(program, settings={**self._settings, **program.settings})
        return await plan_of_program(program, _job_id(program))

    async def workers(self) -> Optional[Sequence[Worker]]:
        return None if self._session is None else await self._session.workers()

    def _job(self, job_id: str) -> JobRecord:
        try:
            return self._core.jobs[job_id]
        except KeyError:
            raise UnknownJobError(f"there is no job {job_id}") from None

    def _driver(self, job_id: str) -> DriverLink:
        if job_id not in self._drivers:
            job = self._core.jobs[job_id]
            raise PyriteError(
                f"job '{job.summary.name}' ({job_id}) is {job.status.name}, and its driver takes no commands yet"
            )
        folder, entry, _ = self._drivers[job_id]
        return DriverLink(folder, entry)

    # Polling ----------------------------------------------------------------------------------------------------------

    async def _keep_looking(self) -> None:
        looked_us = self._clock.monotonic_us()
        while True:
            await asyncio.sleep(_QUEUE_S if self._core.queued() else _LOOK_S)
            try:
                self._start_queued()
                if self._clock.monotonic_us() - looked_us >= _LOOK_S * 1e6 * 0.9:
                    looked_us = self._clock.monotonic_us()
                    self._look()
            except Exception:
                _log.exception("polling the jobs failed, the next poll follows")

    def _look(self) -> None:
        """Polls all drivers, and handles the events that follow."""
        self._starts.reap()
        if self._leadership.try_to_lead():
            self._adopt()  # before _discover, which would take their drivers for drivers of others
        self._discover()
        for job_id, job in list(self._core.jobs.items()):
            if job.is_supervised and not job.status.is_terminal_state():
                self._look_at(self._store.job(job_id), job_id)
        self._handle(events.TickEvent())
        self._start_queued()
        self._forget_old_jobs()

    def _is_queued(self, job_id: str) -> bool:
        return job_id in self._core.jobs and self._core.jobs[job_id].queued_ms is not None

    def _start_queued(self) -> None:
        """Starts the drivers of the first jobs of the queue, as long as start slots are free."""
        for job_id in self._core.queued():
            folder = self._store.job(job_id)
            if driver_pid(folder) is not None or folder.outcome() is not None:
                self._look_at(folder, job_id)  # `pyrite run -d` has started it, or `pyrite cancel` has ended it
                continue
            self._starts.enter(job_id, self._core.jobs[job_id].queued_ms or 0)
            has_slot = self._starts.take_slot(job_id)
            if has_slot:
                self._handle(events.SlotFreeEvent(job_id))
            elif has_slot is not None:
                return

    def _forget_old_jobs(self) -> None:
        """Drops jobs that ended more than `kept_ms` ago, and then the oldest ones beyond `kept_jobs`."""
        until_ms = self._clock.now_ms() - self._kept_ms
        ended = [
            (job.summary.end_ms, job_id)
            for job_id, job in self._core.jobs.items()
            if job.status.is_terminal_state() and job_id not in self._drivers
        ]
        too_many = sorted(ended)[: max(0, len(ended) - self._kept_jobs)]
        for job_id in {job_id for end_ms, job_id in ended if end_ms < until_ms} | {job_id for _, job_id in too_many}:
            job = self._core.jobs[job_id]
            self._core.forget(job_id)
            if job.is_supervised:
                self._store.forget(job_id)
                self._adopted.pop(job_id, None)
            else:
                self._forgotten.add((job_id, job.summary.end_ms))

    def _adopt(self) -> None:
        """Adopts stored jobs that are new to this JobManager, or were submitted again."""
        adopted: list[events.AdoptedEvent] = []
        for job_id in self._store.job_ids():
            folder = self._store.job(job_id)
            if self._adopted.get(job_id) == folder.identity:
                continue
            self._adopted[job_id] = folder.identity
            submission = folder.submission()
            if submission is not None:
                self._core.jobs.pop(job_id, None)
                at_ms, record = submission.submitted_ms, folder.read("record")
                restarts = restarts_of(events_in_folder(folder.path, job_id).read())
                started = has_started(folder)
                adopted.append(events.AdoptedEvent(job_id, submission.name, at_ms, started, record, restarts))
        for event in sorted(adopted, key=lambda event: event.submitted_ms):  # who came first is queued first
            self._handle(event)

    def _look_at(self, folder: JobFolder, job_id: str) -> None:
        """Polls one stored job: the files that its driver has written, and whether the driver is alive."""
        if strategy := folder.read("job").get("restart"):
            self._handle(events.StrategyEvent(job_id, strategy["settings"], strategy["is_checkpointed"]))
        if folder.read(CANCEL):
            self._handle(events.CancelEvent(job_id))
        job, pid = self._core.jobs[job_id], driver_pid(folder)
        if pid is not None and job.queued_ms is not None:
            self._starts.leave(job_id)
            self._handle(events.DriverStartedEvent(job_id, pid))
        elif pid and pid != job.summary.pid and job.status is JobStatus.INITIALIZING:
            self._handle(events.DriverStartedEvent(job_id, pid))  # it was its parent's
        if pid is not None or job_id in self._drivers or job.restart_ms is not None:
            return
        outcome = folder.outcome()
        if outcome is None and job.queued_ms is not None:
            return
        self._starts.leave(job_id)
        if outcome is not None and outcome.summary:
            self._handle(events.ReportedEvent(of_json(JobSummary, outcome.summary), is_resumable=False))
        elif outcome is not None:
            self._handle(events.EndedEvent(job_id, JobStatus[outcome.status], outcome.cause))
        else:
            end = last_driver_exit(folder, job_id)
            cause = f"its driver {end}; its last lines are in {folder.path}"
            died = events.DriverDiedEvent(job_id, cause, end.signal, end.exit_code, end.process, end.at_ms, end.reason)
            self._handle(died)

    def _discover(self) -> None:
        """Follows every registered driver."""
        for folder in known_folders():
            for entry in folder.registered():
                if entry.job_id not in self._drivers:
                    link = asyncio.create_task(self._follow(folder, entry), name=f"driver of {entry.job_id}")
                    self._drivers[entry.job_id] = folder, entry, link
            for summary, is_resumable in ended_summaries(folder):
                is_known = summary.job_id in self._core.jobs or summary.job_id in self._drivers
                is_known = is_known or (summary.job_id, summary.end_ms) in self._forgotten
                if not is_known and summary.end_ms >= self._clock.now_ms() - self._kept_ms:
                    self._handle(events.ReportedEvent(summary, is_resumable))

    async def _follow(self, folder: ControlFolder, entry: JobEntry) -> None:
        def report(summary: JobSummary) -> None:
            self._handle(events.ReportedEvent(summary, entry.is_resumable))

        job_id = entry.job_id
        try:
            await DriverLink(folder, entry).follow(report)
        except (PyriteError, ValueError) as error:  # it refuses the command, or runs another version
            _log.warning("the driver of job %s (process %d) cannot be followed: %r", job_id, entry.pid, error)
            await asyncio.sleep(_LOOK_S)
        status = await asyncio.to_thread(how_it_ended, folder, entry)
        del self._drivers[job_id]
        job = self._core.jobs.get(job_id)
        if job is not None and job.is_supervised:
            if not job.status.is_terminal_state():
                self._look_at(self._store.job(job_id), job_id)
        elif status is not None:
            self._handle(events.EndedEvent(job_id, status, ""))
        else:
            self._handle(events.DriverDiedEvent(job_id, f"its driver, process {entry.pid}, died"))

    # Instructions -----------------------------------------------------------------------------------------------------

    def _handle(self, event: events.Event, asks_drivers: bool = True) -> None:
        job_id = None if isinstance(event, events.TickEvent) else event.job_id
        before = None if job_id not in self._core.jobs else self._core.jobs[job_id].status
        done = self._core.handle(event, self._clock.now_ms())
        if job_id in self._core.jobs and (job := self._core.jobs[job_id].summary).status is not before:
            _log.info("job '%s' (%s) is %s%s", job.name, job_id, job.status.name, f": {job.cause}" if job.cause else "")
        for instruction in done:
            match instruction:
                case instructions.StoreRecord(stored):
                    self._store_record(stored)
                case instructions.QueueDriver(queued, queued_ms):
                    self._starts.enter(queued, queued_ms)
                case instructions.RecordEvent(changed, recorded):
                    self._events.record(self._store.job(changed).path, changed, recorded)
                    if isinstance(recorded, JobEnded):
                        summary = self._core.jobs[changed].summary
                        self._begin(asyncio.to_thread(archive_without_driver, self._store.job(changed), summary))
                case instructions.StartDriver(started):
                    self._start_driver(started)
                case instructions.EndDriver(ended):
                    self._starts.leave(ended)
                    registered = partial(self._drivers.__contains__, ended)
                    self._begin(asyncio.to_thread(cancel_driver, self._store.job(ended), registered))
                case instructions.CancelDriver(cancelled) if asks_drivers:
                    self._begin(self._cancel(cancelled))

    def _begin(self, cancel: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(cancel)
        self._cancels.add(task)
        task.add_done_callback(self._cancels.discard)

    def _store_record(self, job_id: str) -> None:
        try:
            self._store.job(job_id).write("record", self._core.jobs[job_id].to_json())
        except OSError as error:
            _log.warning(
                "the record of job %s cannot be stored, so the next JobManager would not have it: %s", job_id, error
            )

    def _start_driver(self, job_id: str) -> None:
        try:
            pid = self._starts.start(job_id)
        except (DriverRunsError, JobWithdrawnError):
            return  # another process has started it, or ended the job: the next look tells
        except PyriteError as error:
            self._handle(events.DriverRefusedEvent(job_id, str(error)))
            return
        _log.info("job %s: process %d is its driver", job_id, pid)
        self._handle(events.DriverStartedEvent(job_id, pid))

    async def _cancel(self, job_id: str) -> None:
        try:
            await self._driver(job_id).ask(Cancel(requested_by=self._core.jobs[job_id].cancelled_by or None))
        except PyriteError as error:
            _log.info("canceling job %s: %s", job_id, error)


def _job_id(program: SubmittedProgram) -> str:
    try:
        return parse_job_id(program.settings.get(JOB_ID.key, "")) or uuid.uuid4().hex
    except ValueError as error:
        raise SubmissionRefusedError(f"{JOB_ID.key}: {error}") from None


_MODULE: Final = "pyrite.cli.program.plan_document"
_LONGEST_S: Final = 60.0


async def plan_of_program(program: SubmittedProgram, job_id: str) -> JobDocument:
    """Runs the program up to its first job. SubmissionRefusedError: it failed, started no job, or took too long."""
    content = {"path": program.path, "entry": program.entry, "arguments": program.arguments, "job_id": job_id}
    request = json.dumps({**content, "settings": dict(program.settings)}).encode()
    with tempfile.TemporaryDirectory(prefix="plan-") as folder:
        file = Path(folder) / "plan.json"
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", _MODULE, str(file)),
            cwd=str(Path(program.path).parent),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            await asyncio.wait_for(process.communicate(request), _LONGEST_S)
        except TimeoutError:
            raise SubmissionRefusedError(f"the program has started no job for {_LONGEST_S:.0f} s") from None
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        answer: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {"error": "its process died"}
    if "error" in answer:
        raise SubmissionRefusedError(f"the program did not start a job: {answer['error']}")
    return of_json(JobDocument, answer["document"])
