"""The phases of a job and of its attempts: what the tables have, what is remembered, and what contradicts itself."""

from __future__ import annotations

from enum import Enum
from typing import get_args

import pytest

from pyrite.core.job.job_status import JobStatus
from pyrite.runtime.master import job_master_core
from pyrite.runtime.master.attempt import attempt_core, attempt_phase, region_attempt
from pyrite.runtime.master.attempt.attempt_facts import FACTS, Fact
from pyrite.runtime.master.attempt.attempt_phase import AttemptPhase
from pyrite.runtime.master.attempt.region_attempt import RegionPhase
from pyrite.runtime.master.checkpoint import checkpoint_coordinator
from pyrite.runtime.master.checkpoint.checkpoint_coordinator import CoordinatorPhase
from pyrite.runtime.master.job_events import Event, MessageEvent
from pyrite.runtime.master.job_master_core import JobPhase
from pyrite.runtime.master.transitions import Edges, PhaseLog, Row, table
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.task_state import TaskPhase
from tests.runtime.master.job_master_driver import COUNT_0, SINK, Phase, job_in
from tests.runtime.master.test_job_master_restarts import FIRST, SECOND, running


def test_every_event_and_every_message_of_a_task_is_in_a_table() -> None:
    known = {kind for _, kind in (*attempt_core.TRANSITIONS, *job_master_core.TRANSITIONS)}
    assert set(get_args(Event)) - {MessageEvent} | set(get_args(messages.TaskMessage)) == known


def test_every_fact_has_a_reaction() -> None:
    assert set(get_args(Fact)) == set(FACTS) == set(job_master_core.REACTIONS)


def test_two_rows_for_one_pair_are_refused() -> None:
    rows = [Row((JobPhase.NEW, JobPhase.WAITING), int, print), Row((JobPhase.WAITING,), int, repr)]
    with pytest.raises(ValueError, match="two rows handle int in"):
        table(rows)


@pytest.mark.parametrize(
    ("phases", "edges", "begin", "ends"),
    [
        (JobPhase, job_master_core.EDGES, {JobPhase.NEW}, {JobPhase.ENDED}),
        (AttemptPhase, attempt_phase.EDGES, {AttemptPhase.RUNNING}, {phase for phase in AttemptPhase if phase.is_over}),
        (RegionPhase, region_attempt.EDGES, {RegionPhase.STARTING}, {RegionPhase.BEGINNING}),
        (CoordinatorPhase, checkpoint_coordinator.EDGES, {CoordinatorPhase.WAITING}, {CoordinatorPhase.OVER}),
    ],
)
def test_every_phase_can_be_reached_and_left(
    phases: type[Enum], edges: Edges[Enum], begin: set[Enum], ends: set[Enum]
) -> None:
    assert {after for _, after in edges} == set(phases) - begin
    assert {before for before, _ in edges} == set(phases) - ends


def test_undeclared_edge_is_noticed() -> None:
    log = PhaseLog[JobPhase]()
    log.note(JobPhase.NEW, JobPhase.WAITING)
    with pytest.raises(AssertionError, match="no edge is declared"):
        log.validate(job_master_core.EDGES)


def test_nothing_happens_to_what_is_over() -> None:
    assert not {phase for phase, _ in attempt_core.TRANSITIONS if phase.is_over}
    assert JobPhase.ENDED not in {phase for phase, _ in job_master_core.TRANSITIONS}


def test_every_phase_of_an_attempt_is_of_one_kind() -> None:
    for phase in AttemptPhase:
        kinds = [phase.is_over, phase.is_at_work, phase.is_ending, phase is AttemptPhase.PUBLISHING]
        assert kinds.count(True) == 1, phase


def story(job: object) -> list[str]:
    transitions = job.core.view().story  # type: ignore[attr-defined]
    return [f"{one.subject}: {one.before} -> {one.after}" for one in transitions]


def test_story_has_all_attempts_in_order() -> None:
    job = running()
    job.crash(FIRST)
    job.go_on()
    assert story(job) == [
        "job: INITIALIZING -> CREATED",
        "job: CREATED -> RUNNING",
        "attempt 1: RUNNING -> FAILING",
        "job: RUNNING -> FAILING",
        "attempt 1: FAILING -> FAILED",
        "job: FAILING -> RESTARTING",
        "job: RESTARTING -> RUNNING",
    ]


def test_history_survives_attempts() -> None:
    job = running()
    job.checkpoint()
    job.crash(FIRST)
    job.go_on()
    job.crash(SECOND)
    job.go_on()
    view = job.core.view()
    assert [(exception.attempt, exception.error) for exception in view.exceptions] == [(1, FIRST), (2, SECOND)]
    assert [(one.checkpoint_id, one.completed) for one in view.checkpoints.history] == [(1, True)]
    assert (view.checkpoints.completed, view.checkpoints.restored_id, view.restarts) == (1, 1, 2)
    assert view.status_since_ms[JobStatus.RESTARTING] < view.status_since_ms[JobStatus.RUNNING]


def test_view_does_not_change() -> None:
    job = job_in(Phase.RUNNING)
    before = job.core.view()
    job.say(COUNT_0, messages.Finished({}))
    assert before.tasks[COUNT_0].phase is TaskPhase.RUNNING
    assert job.core.view().tasks[COUNT_0].phase is TaskPhase.FINISHED


def test_attempt_that_breaks_while_it_commits_is_salvaged() -> None:
    job = job_in(Phase.COMMITTING)
    job.disconnect(SINK)
    assert job.core.attempt.phase is AttemptPhase.SALVAGING
    job.let_everything_go()
    assert (job.core.attempt.phase, job.core.status) == (AttemptPhase.PUBLISHING, JobStatus.RUNNING)


@pytest.mark.parametrize("phase", [Phase.STARTED, Phase.RUNNING, Phase.COMMITTING, Phase.LEAVING])
def test_sound_state_is_valid(phase: Phase) -> None:
    job_in(phase).core.validate()


def test_contradiction_is_noticed() -> None:
    job = job_in(Phase.RUNNING)
    job.core.attempt.phase = AttemptPhase.COMMITTING
    with pytest.raises(AssertionError, match="4 tasks have not finished"):
        job.core.validate()


def test_checkpoint_that_waits_for_tasks_that_restart_is_noticed() -> None:
    job = running()
    job.tick(2000)
    coordinator = job.core.attempt.coordinator
    assert coordinator is not None and coordinator.pending
    coordinator.phase = CoordinatorPhase.INTERRUPTED
    with pytest.raises(AssertionError, match="waits for tasks that restart"):
        job.core.validate()
