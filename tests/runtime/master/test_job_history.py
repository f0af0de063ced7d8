"""What is remembered of former attempts of subtasks."""

from __future__ import annotations

from pyrite.core.metrics.declared_metrics import NUM_RECORDS_IN
from pyrite.runtime.master.job_history import JobHistory
from pyrite.runtime.wire.messages import Register
from pyrite.runtime.wire.task_report import TaskReport
from pyrite.runtime.wire.task_state import TaskPhase, TaskState
from tests.control.fake_job import graph_of

GRAPH = graph_of("words")


def state(attempt: int, task: tuple[int, int]) -> TaskState:
    registration = Register(*task, attempt, "host", "executor", 7, 0)
    report = TaskReport({NUM_RECORDS_IN.name: 10 * attempt})
    return TaskState(TaskPhase.GONE, registration, report=report, since_ms={TaskPhase.GONE: attempt})


def test_last_attempts_of_each_subtask_are_remembered() -> None:
    history = JobHistory(attempts=2)
    tasks = [(level, pid) for level, each in enumerate(GRAPH.levels) for pid in range(len(each.work))]
    for attempt in (1, 2, 3):
        history.note_previous_attempts(GRAPH, {task: state(attempt, task) for task in tasks}, now_ms=99)
    assert len(history.previous_attempts) == 2 * len(tasks)
    known = [
        (one.registration.attempt, one.ended_ms, one.metrics["numRecordsIn"]) for one in history.previous_attempts[:2]
    ]
    assert known == [(2, 2, 20), (3, 3, 30)]


def test_task_that_never_registered_leaves_nothing() -> None:
    history = JobHistory()
    history.note_previous_attempts(GRAPH, {(0, 0): TaskState()}, now_ms=99)
    assert history.previous_attempts == ()
