"""A JobManager that holds documents and answers as a test says; and documents of jobs that ran in the simulation."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache
from typing import Any, Optional, TypeVar

import httpx

from pyrite.control.access.access_settings import AccessSettings
from pyrite.control.document_of_view import document_of_view
from pyrite.control.job_manager_gateway import (
    JobManagerGateway,
    SubmissionRefusedError,
    SubmittedProgram,
    UnknownJobError,
    Worker,
)
from pyrite.control.rest.app import make_app
from pyrite.control.rest.services import RestSettings
from pyrite.core.clock import SystemClock
from pyrite.core.config.configuration import Configuration
from pyrite.core.functions.accumulators import LongCounter
from pyrite.core.job.commands import (
    Cancel,
    Checkpoint,
    CheckpointNumber,
    Command,
    JobEnd,
    JobStacks,
    Rescale,
    Rescaled,
    Role,
    SampleStacks,
    Savepoint,
    SavepointPath,
    Stop,
    SubtaskStacks,
    ThreadStack,
)
from pyrite.core.job.job_document import JobDocument
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobSummary
from pyrite.core.json_dataclasses import of_json, to_json
from pyrite.core.metrics.declared_metrics import TASK_METRICS
from pyrite.core.metrics.metric_spec import MetricKind, MetricName
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.functions import MapFunction
from pyrite.runtime.master.job_events import StartEvent
from pyrite.runtime.wire.job_view import JobView
from pyrite.runtime.wire.task_report import TaskReport
from pyrite.testing.prepared_job import PreparedJob
from pyrite.testing.simulated_job import SimulatedJob
from pyrite.testing.simulation_options import SimulationOptions, Wish
from tests.control.rest.access import ACCESS, headers_of

A = TypeVar("A")
RUNNING, FINISHED, FAILED, UNKNOWN = "1" * 32, "2" * 32, "3" * 32, "0123456789abcdef0123456789abcdef"


class _Fails(MapFunction):
    """Fails at a record."""

    def __init__(self, fails_at: int) -> None:
        self._fails_at = fails_at

    def map(self, value: int) -> int:
        if value == self._fails_at:
            raise ValueError(f"{value} is bad")
        return value


def _environment(fails_at: int = -1) -> StreamExecutionEnvironment:
    settings = Configuration(
        {
            "execution.checkpointing.interval": "50ms",
            "execution.checkpointing.dir": "file:///checkpoints",
            "restart-strategy.type": "fixed-delay",
            "restart-strategy.fixed-delay.attempts": "1",
            "restart-strategy.fixed-delay.delay": "10ms",
            "s3.secret-key": "of nobody's business",
        }
    )
    env = StreamExecutionEnvironment.get_execution_environment(settings).set_parallelism(2)
    mapped = env.from_sequence(1, 300).map(_Fails(fails_at)).name("Count them")
    mapped.key_by(lambda value: value % 7).reduce(lambda one, other: one + other).name("Sum").print()
    return env


def _run(
    env: StreamExecutionEnvironment, job_id: str, until: Callable[[JobView], bool], wish: Optional[Wish] = None
) -> JobDocument:
    job = env.get_job_spec("sums")
    simulated = SimulatedJob(PreparedJob(job, SimulationOptions(), None), random.Random(7))
    simulated.driver.handle(StartEvent())
    while not until(view := simulated.driver.master.view()):
        if wish is not None and view.is_under_way:
            simulated.driver.ask(wish)
            wish = None
        simulated.step()
    simulated.driver.close_loops()
    return document_of_view(job_id, _with_reports(view), job.configuration, simulated.clock.now_ms())


def _with_reports(view: JobView) -> JobView:
    """Tasks of the simulation send no reports."""
    task = {name: metric.initial for name, metric in TASK_METRICS.items()}
    task |= {"numRecordsIn": 100, "numRecordsOut": 90, "accumulateBusyTimeMs": 30.0, "accumulateIdleTimeMs": 70.0}
    operator = {MetricName("numLateRecordsDropped", MetricKind.COUNTER): 2}
    tasks = {}
    for key, state in view.tasks.items():
        operators = view.graph.job.vertices[key[0]].operators
        own = {chained.node.operator_id: operator for chained in operators}
        tasks[key] = replace(state, report=TaskReport(task, own, {"records": LongCounter(5)}))
    return replace(view, tasks=tasks)


def _has_all(view: JobView) -> bool:
    done = [one for one in view.checkpoints.history if one.completed]
    is_there = any(one.kind.is_savepoint for one in done) and any(not one.kind.is_savepoint for one in done)
    return view.is_under_way and is_there


@cache
def documents() -> dict[str, JobDocument]:
    """A job that runs, and has taken checkpoints and a savepoint; one that has finished; one that has failed."""
    running = _run(_environment(), RUNNING, _has_all, Wish.SAVEPOINT)
    finished = _run(_environment(), FINISHED, lambda view: view.status.is_terminal_state())
    failed = _run(_environment(fails_at=150), FAILED, lambda view: view.status.is_terminal_state())
    return {RUNNING: running, FINISHED: finished, FAILED: failed}


def summary_of(document: JobDocument) -> JobSummary:
    """What a list shows of it."""
    tasks: dict[str, int] = {}
    for vertex in document.vertices:
        for subtask in vertex.subtasks:
            tasks[subtask.state] = tasks.get(subtask.state, 0) + 1
    return JobSummary(
        document.id,
        document.name,
        JobStatus[document.status],
        document.start_ms,
        document.end_ms,
        document.now_ms,
        tasks=tasks,
    )


class MemoryGateway:
    """A JobManagerGateway. `commands` has what was sent to drivers."""

    def __init__(self, jobs: Optional[Mapping[str, JobDocument]] = None) -> None:
        self.documents = dict(documents() if jobs is None else jobs)
        self.commands: list[tuple[str, Command[Any]]] = []
        vertex = documents()[RUNNING].vertices[0].id
        stacks = SubtaskStacks(vertex, 0, (), (ThreadStack("MainThread", "in map"),))
        end = JobEnd("file:///savepoints/savepoint-1", JobStatus.FINISHED)
        self.answers: dict[type[Command[Any]], Any] = {
            Savepoint: SavepointPath("file:///savepoints/savepoint-1"),
            Stop: end,
            Cancel: end,
            Checkpoint: CheckpointNumber(7),
            Rescale: Rescaled(3, pause_ms=250, checkpoint_id=7),
            SampleStacks: JobStacks(77, (stacks,)),
        }
        """What drivers answer; an exception is raised."""
        self.is_held = asyncio.Event()
        self.is_held.set()
        self.submitted: list[SubmittedProgram] = []
        self.asked = 0
        self.summaries: Optional[list[JobSummary]] = None

    def jobs(self) -> Sequence[JobSummary]:
        return self.summaries or [summary_of(document) for document in self.documents.values()]

    async def document(self, job_id: str) -> JobDocument:
        self.asked += 1
        if job_id not in self.documents:
            raise UnknownJobError(job_id)
        await asyncio.sleep(0)
        return of_json(JobDocument, to_json(self.documents[job_id]))  # as it comes from a driver

    async def send(self, job_id: str, command: Command[A]) -> A:
        self.commands.append((job_id, command))
        await self.is_held.wait()
        answer = self.answers[type(command)]
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, command.answer)
        expected: A = answer
        return expected

    async def submit(self, program: SubmittedProgram) -> str:
        if program.settings.get("pipeline.job-id") == RUNNING:
            raise SubmissionRefusedError(f"job {RUNNING} is RUNNING: cancel it first")
        self.submitted.append(program)
        return UNKNOWN

    async def plan(self, program: SubmittedProgram) -> JobDocument:
        self.submitted.append(program)
        return await self.document(RUNNING)

    async def workers(self) -> Optional[Sequence[Worker]]:
        return None

    def end(self, job_id: str, status: str) -> None:
        self.documents[job_id] = replace(self.documents[job_id], status=status, end_ms=SystemClock().now_ms())


@asynccontextmanager
async def rest_client(
    gateway: JobManagerGateway,
    settings: Optional[RestSettings] = None,
    role: Optional[Role] = Role.OPERATE,
    access: AccessSettings = ACCESS,
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a REST server that has no socket, with a role's token."""
    app = make_app(gateway, settings or RestSettings(document_age_s=0.0), access)
    headers = {} if role is None else headers_of(role)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8081", headers=headers) as client:
            yield client
