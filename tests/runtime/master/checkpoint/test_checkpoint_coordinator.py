"""CheckpointCoordinator: when checkpoints begin, what completes or aborts them, and what their manifests hold."""

from __future__ import annotations

import pickle
from typing import Any, Optional

import pytest

from pyrite.checkpoint.manifest import CheckpointMetrics, InFlightEdge, Manifest
from pyrite.connectors.builtin.number_sequence import RangeSplit
from pyrite.core.connector.source import SplitEnumerator
from pyrite.core.errors import CheckpointError, FencedError
from pyrite.core.job.partitioning import PartitioningKind
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.operators.source import SourceSpec
from pyrite.runtime.master.attempt.attempt_facts import FACTS, CheckpointCompleted
from pyrite.runtime.master.attempt.decisions import (
    AllFinishedEvent,
    AllRunningEvent,
    CancelAttempt,
    EndingEvent,
    EndInput,
    FailAttempt,
    FailVertex,
    NoteCheckpoint,
    PartEvent,
)
from pyrite.runtime.master.attempt.split_assignment import SplitAssignment
from pyrite.runtime.master.checkpoint.checkpoint_coordinator import CheckpointCoordinator
from pyrite.runtime.master.checkpoint.checkpoint_schedule import CheckpointPlan
from pyrite.runtime.master.job_events import (
    AttemptBegunEvent,
    CheckpointStoredEvent,
    HurryCheckpointEvent,
    MessageEvent,
    TaskId,
    TickEvent,
)
from pyrite.runtime.master.job_instructions import DiscardCheckpoint, DropUnneeded, Instruction, Send, StoreCheckpoint
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.checkpoint_outcome import CheckpointOutcome
from pyrite.state.handles import FileRef, InFlightData, StoredOperatorState, TaskStateSnapshot
from pyrite.storage.store import NotWrittenError
from tests.graph.programs import execution_graph
from tests.runtime.master.job_master_driver import COUNT_0, COUNT_1, SINK, SOURCE, counting_env

START_MS, INTERVAL_MS = 1_000_000, 1000
ALL = [SOURCE, COUNT_0, COUNT_1, SINK]


class Driver:
    """A coordinator and its surroundings: time, tasks and storage, played by hand."""

    def __init__(
        self,
        env: Optional[StreamExecutionEnvironment] = None,
        begun: Optional[AttemptBegunEvent] = None,
        **plan: Any,
    ) -> None:
        self.graph: ExecutionGraph = execution_graph(env or counting_env())
        self.now_ms = START_MS
        self.failed: list[Exception] = []
        self.facts: list[object] = []
        self.history: list[CheckpointOutcome] = []
        self.sources = {
            vertex.id: SplitAssignment(spec.source, vertex.parallelism)
            for vertex in self.graph.job.vertices
            if isinstance(spec := vertex.head.operator, SourceSpec)
        }
        self.made = CheckpointCoordinator(
            self.graph,
            CheckpointPlan(**{"job_id": "job", "interval_ms": INTERVAL_MS, **plan}),
            self.sources,
            begun or AttemptBegunEvent(3, None, 1),
        )
        self.handle(AllRunningEvent())

    def handle(self, event: PartEvent) -> list[Instruction]:
        """What is to be done; what is decided about the attempt is noted."""
        out: list[Instruction] = []
        for decision in self.made.handle(event, self.now_ms):
            if isinstance(decision, FailAttempt):
                self.failed.append(decision.error)
            elif isinstance(decision, NoteCheckpoint):
                self.history.append(decision.outcome)
            elif isinstance(decision, FACTS):
                self.facts.append(decision)
            else:
                assert not isinstance(decision, (FailVertex, CancelAttempt, EndInput))
                out.append(decision)
        self.made.validate()
        return out

    def tick(self, by_ms: int) -> list[Instruction]:
        self.now_ms += by_ms
        return self.handle(TickEvent())

    def triggered(self, by_ms: int = INTERVAL_MS) -> list[int]:
        """The checkpoints that a tick begins."""
        return ids(self.tick(by_ms), messages.Trigger, SOURCE)

    def acknowledge(self, n: int, *tasks: TaskId, handle: Optional[TaskStateSnapshot] = None) -> list[Instruction]:
        acknowledged = messages.Acknowledge(n, handle or TaskStateSnapshot())
        return [item for task in tasks or ALL for item in self.handle(MessageEvent(task, acknowledged))]

    def decline(self, n: int, task: TaskId = COUNT_1) -> list[Instruction]:
        return self.handle(MessageEvent(task, messages.Decline(n, CheckpointError("no room"))))

    def stored(self, n: int, error: Optional[Exception] = None) -> list[Instruction]:
        return self.handle(CheckpointStoredEvent(n, error))

    def complete(self, n: int) -> list[Instruction]:
        self.acknowledge(n)
        return self.stored(n)

    def finish(self) -> list[Instruction]:
        return self.handle(AllFinishedEvent())

    def due_in_ms(self) -> Optional[int]:
        due = self.made.next_due_ms()
        return None if due is None else due - self.now_ms

    @property
    def outcomes(self) -> list[tuple[int, bool]]:
        return [(item.checkpoint_id, item.completed) for item in self.history]


def ids(out: list[Instruction], kind: type[Any], task: TaskId) -> list[int]:
    """The checkpoints of the messages of a kind that went to a task."""
    sent = [item.message for item in out if isinstance(item, Send) and item.task == task]
    return [message.checkpoint_id for message in sent if isinstance(message, kind)]


def recipients(out: list[Instruction], kind: type[Any]) -> list[TaskId]:
    return [item.task for item in out if isinstance(item, Send) and isinstance(item.message, kind)]


def stores(out: list[Instruction]) -> list[Manifest]:
    return [item.manifest for item in out if isinstance(item, StoreCheckpoint)]


# Pacing ---------------------------------------------------------------------------------------------------------------


def test_first_checkpoint_begins_an_interval_after_the_start() -> None:
    job = Driver()
    assert job.due_in_ms() == INTERVAL_MS
    assert job.triggered(INTERVAL_MS - 1) == []
    assert job.triggered(1) == [1]


def test_checkpoint_that_is_asked_for_begins_at_once_and_the_next_an_interval_later() -> None:
    job = Driver()
    job.now_ms += 300
    assert ids(job.handle(HurryCheckpointEvent()), messages.Trigger, SOURCE) == [1]
    job.complete(1)
    assert job.due_in_ms() == INTERVAL_MS


def test_checkpoint_that_is_asked_for_waits_for_the_one_under_way() -> None:
    job = Driver()
    job.triggered()
    assert job.handle(HurryCheckpointEvent()) == []
    job.complete(1)
    assert job.triggered(INTERVAL_MS) == [2]


def test_next_one_begins_an_interval_after_the_one_before_began() -> None:
    job = Driver()
    job.triggered()
    job.now_ms += 300
    job.complete(1)
    assert job.due_in_ms() == 700
    assert job.triggered(699) == []
    assert job.triggered(1) == [2]


def test_next_one_begins_at_once_when_the_last_took_longer_than_the_interval() -> None:
    job = Driver()
    job.triggered()
    assert job.triggered(2 * INTERVAL_MS) == []
    job.complete(1)
    assert job.due_in_ms() == 0
    assert job.triggered(0) == [2]


@pytest.mark.parametrize("took_ms", [10, 5000])
def test_next_one_never_begins_sooner_than_the_pause_after_the_end_of_the_last(took_ms: int) -> None:
    job = Driver(min_pause_ms=3000)
    job.triggered()
    job.now_ms += took_ms
    job.complete(1)
    assert job.due_in_ms() == 3000
    assert job.triggered(2999) == []
    assert job.triggered(1) == [2]


@pytest.mark.parametrize("end", ["decline", "timeout", "store"])
def test_pause_is_kept_after_a_checkpoint_that_failed(end: str) -> None:
    job = Driver(min_pause_ms=3000, timeout_ms=5000, tolerable_failures=9)
    job.triggered()
    if end == "decline":
        job.decline(1)
    elif end == "timeout":
        job.tick(5000)
    else:
        job.acknowledge(1)
        job.stored(1, CheckpointError("no"))
    assert job.due_in_ms() == 3000


def test_store_that_does_not_answer_fails_the_attempt() -> None:
    job = Driver(timeout_ms=5000, tolerable_failures=9)
    assert job.triggered() == [1]
    job.acknowledge(1)
    assert job.due_in_ms() == 5000
    assert job.tick(4999) == []
    assert job.failed == []
    job.tick(1)
    assert [str(error) for error in job.failed] == ["checkpoint 1: checkpoint storage has not answered for 5.0 s"]
    assert job.outcomes == [(1, False)]


def test_one_at_a_time_by_default() -> None:
    job = Driver()
    assert [job.triggered() for _ in range(3)] == [[1], [], []]


def test_so_many_at_a_time_as_are_allowed() -> None:
    job = Driver(max_concurrent=3)
    assert [job.triggered() for _ in range(5)] == [[1], [2], [3], [], []]
    job.complete(1)
    assert job.triggered(0) == [4]


def test_checkpoint_that_is_being_stored_counts_among_those_under_way() -> None:
    job = Driver()
    job.triggered()
    job.acknowledge(1)
    assert job.triggered() == []


def test_nothing_begins_before_the_start_nor_after_the_stop() -> None:
    job = Driver()
    job.handle(EndingEvent())
    assert (job.due_in_ms(), job.triggered(10 * INTERVAL_MS)) == (None, [])


def test_ids_resume_from_those_of_earlier_attempts() -> None:
    job = Driver(begun=AttemptBegunEvent(4, None, 17))
    assert job.triggered() == [17]
    job.complete(17)
    assert job.triggered() == [18]


@pytest.mark.parametrize("unaligned", [True, False])
def test_after_a_tick_nothing_is_due_at_once(unaligned: bool) -> None:
    """Else whoever waits for the next time does nothing but tick."""
    job = Driver(timeout_ms=5000, tolerable_failures=99, max_concurrent=2, unaligned=unaligned, aligned_timeout_ms=700)
    for step in range(100):
        job.tick(250)
        if step % 7 == 0 and job.made.pending:
            job.acknowledge(job.made.pending[-1].checkpoint_id)  # which the store is slow to take
        due = job.due_in_ms()
        assert due is None or due > 0


# Trigger --------------------------------------------------------------------------------------------------------------


def test_trigger_goes_to_the_sources() -> None:
    job = Driver()
    out = job.tick(INTERVAL_MS)
    assert out == [Send(SOURCE, messages.Trigger(1, START_MS + INTERVAL_MS, 0, False))]


def test_trigger_names_the_last_complete_checkpoint() -> None:
    job = Driver(max_concurrent=2)
    job.triggered()
    job.complete(1)
    job.triggered()
    out = job.tick(INTERVAL_MS)
    assert [item.message.completed_id for item in out if isinstance(item, Send)] == [1]  # type: ignore[union-attr]


def test_trigger_after_a_restore_names_the_checkpoint_that_was_restored() -> None:
    manifest = Manifest("job", "Test", 9, 1, 0, 0, {})
    job = Driver(begun=AttemptBegunEvent(2, manifest, 12))
    assert job.tick(INTERVAL_MS) == [Send(SOURCE, messages.Trigger(12, START_MS + INTERVAL_MS, 9, False))]


def test_unaligned_trigger_goes_to_every_subtask() -> None:
    job = Driver(unaligned=True)
    out = job.tick(INTERVAL_MS)
    assert recipients(out, messages.Trigger) == ALL
    assert {item.message.unaligned for item in out if isinstance(item, Send)} == {True}  # type: ignore[union-attr]


def test_aligned_checkpoint_overtakes_after_its_timeout_and_tells_all_but_the_sources() -> None:
    job = Driver(unaligned=True, aligned_timeout_ms=300)
    assert recipients(job.tick(INTERVAL_MS), messages.Trigger) == [SOURCE]
    assert job.due_in_ms() == 300
    assert job.tick(299) == []
    out = job.tick(1)
    message = messages.Trigger(1, START_MS + INTERVAL_MS, 0, True)
    assert out == [Send(task, message) for task in (COUNT_0, COUNT_1, SINK)]
    assert job.tick(1) == []


def test_checkpoint_that_all_have_acknowledged_does_not_overtake() -> None:
    job = Driver(unaligned=True, aligned_timeout_ms=300)
    job.triggered()
    job.acknowledge(1)
    assert job.tick(400) == []


def test_aligned_timeout_without_unaligned_means_nothing() -> None:
    job = Driver(aligned_timeout_ms=300)
    job.triggered()
    assert job.tick(500) == []


def test_relays_take_no_part() -> None:
    env = StreamExecutionEnvironment().set_parallelism(1)
    numbers = env.from_sequence(1, 9)
    numbers.rebalance().map(lambda n: n).rebalance().union(numbers).map(lambda n: n).print()
    job = Driver(env, unaligned=True)
    tasks = sum(len(level.work) for level in job.graph.levels)
    assert len(recipients(job.tick(INTERVAL_MS), messages.Trigger)) == job.graph.job.subtasks < tasks


class BrokenEnumerator(SplitEnumerator[Any]):
    def add_reader(self, subtask: int) -> None:
        pass

    def snapshot_state(self, checkpoint_id: int) -> Any:
        raise ValueError("the broker is gone")


def test_enumerator_that_cannot_be_snapshotted_fails_the_checkpoint_and_nobody_is_reported() -> None:
    job = Driver(tolerable_failures=1, min_pause_ms=4000)
    next(iter(job.sources.values()))._enumerator = BrokenEnumerator()
    assert job.tick(INTERVAL_MS) == []
    assert job.history[-1].why == "the enumerator of a source failed: the broker is gone"
    assert (job.failed, job.due_in_ms()) == ([], 4000)
    job.tick(4000)
    assert len(job.failed) == 1


# Acknowledged and stored ----------------------------------------------------------------------------------------------


def test_manifest_is_stored_when_every_subtask_has_acknowledged() -> None:
    job = Driver()
    job.triggered()
    assert job.acknowledge(1, SINK, COUNT_1, SOURCE) == []
    assert [item.checkpoint_id for item in stores(job.acknowledge(1, COUNT_0))] == [1]


def test_subtask_that_acknowledges_twice_counts_once() -> None:
    job = Driver()
    job.triggered()
    assert job.acknowledge(1, SOURCE, SOURCE, COUNT_0, COUNT_1) == []


def test_acknowledgement_of_a_stranger_is_ignored() -> None:
    job = Driver()
    job.triggered()
    assert job.acknowledge(1, (0, 7), SOURCE, COUNT_0, COUNT_1) == []


def test_acknowledgement_of_an_unknown_checkpoint_is_ignored() -> None:
    job = Driver()
    job.triggered()
    assert job.acknowledge(7) == []


def test_every_subtask_hears_that_the_checkpoint_is_complete() -> None:
    job = Driver()
    job.triggered()
    out = job.complete(1)
    assert out == [*(Send(task, messages.Complete(1)) for task in ALL), DropUnneeded(1)]
    assert (job.made.completed_id, job.facts, job.outcomes) == (1, [CheckpointCompleted()], [(1, True)])


def test_nothing_is_complete_before_it_is_stored() -> None:
    job = Driver()
    job.triggered()
    assert recipients(job.acknowledge(1), messages.Complete) == []
    assert (job.made.completed_id, job.facts) == (0, [])


def test_newest_complete_checkpoint_of_a_restored_attempt_is_the_restored_one() -> None:
    job = Driver(begun=AttemptBegunEvent(2, Manifest("job", "Test", 9, 1, 0, 0, {}), 12))
    assert job.made.completed_id == 9


def test_earlier_checkpoints_are_aborted_when_a_later_one_is_complete() -> None:
    job = Driver(max_concurrent=3)
    for _ in range(3):
        job.triggered()
    out = job.complete(2)
    assert ids(out, messages.Abort, SINK) == [1]
    assert DiscardCheckpoint(1) in out
    assert (job.outcomes, job.failed) == ([(1, False), (2, True)], [])
    assert [pending.checkpoint_id for pending in job.made.pending] == [3]


def test_earlier_checkpoint_that_is_being_stored_is_not_aborted() -> None:
    job = Driver(max_concurrent=2)
    job.triggered()
    job.triggered()
    job.acknowledge(1)
    job.acknowledge(2)
    assert ids(job.stored(2), messages.Abort, SINK) == []


def test_what_checkpoints_under_way_stand_on_is_kept() -> None:
    job = Driver(max_concurrent=3)
    job.triggered()
    job.complete(1)
    job.triggered()
    job.triggered()
    assert DropUnneeded(1) in job.complete(2)
    assert DropUnneeded(3) in job.complete(3)


def test_what_the_oldest_of_several_stands_on_is_kept() -> None:
    job = Driver(max_concurrent=3)
    job.triggered()
    job.triggered()
    job.triggered()
    job.complete(1)
    job.acknowledge(2)  # which the store is slow to take
    job.triggered()
    job.complete(3)
    job.triggered()
    assert DropUnneeded(0) in job.complete(4)


@pytest.mark.parametrize("error", [CheckpointError("no room"), NotWrittenError("no room")])
def test_checkpoint_whose_manifest_is_surely_not_stored_is_aborted(error: Exception) -> None:
    job = Driver(tolerable_failures=1)
    job.triggered()
    job.acknowledge(1)
    out = job.stored(1, error)
    assert out == [*(Send(task, messages.Abort(1)) for task in ALL), DiscardCheckpoint(1)]
    assert job.history[-1].why == "its manifest could not be stored: no room"
    assert job.failed == []


@pytest.mark.parametrize("error", [FencedError("another driver"), OSError("time-out"), ValueError("what?")])
def test_attempt_fails_when_nobody_knows_whether_a_manifest_is_stored(error: Exception) -> None:
    job = Driver(tolerable_failures=100)
    job.triggered()
    job.acknowledge(1)
    out = job.stored(1, error)
    assert job.failed == [error]
    assert out == []  # above all: nothing is discarded


def test_word_of_an_unknown_manifest_is_ignored() -> None:
    job = Driver()
    assert job.stored(5) == []


# Aborted --------------------------------------------------------------------------------------------------------------


def test_checkpoint_over_its_timeout_is_aborted_and_the_job_continues() -> None:
    job = Driver(timeout_ms=5000, tolerable_failures=1)
    job.triggered()
    job.acknowledge(1, SOURCE, SINK)
    assert job.due_in_ms() == 5000
    assert job.tick(4999) == []
    out = job.tick(1)
    assert ids(out, messages.Abort, COUNT_0) == [1]
    assert DiscardCheckpoint(1) in out
    assert job.history[-1].why == "not complete after 5.0 s; missing: 'Count' (1/2), 'Count' (2/2)"
    assert job.failed == []


def test_next_checkpoint_begins_when_one_has_timed_out() -> None:
    job = Driver(timeout_ms=5000, tolerable_failures=1)
    job.triggered()
    assert job.triggered(5000) == [2]


def test_acknowledgement_of_an_aborted_checkpoint_is_ignored() -> None:
    job = Driver(timeout_ms=500, tolerable_failures=9)
    job.triggered()
    job.tick(500)
    assert job.acknowledge(1) == []


def test_declined_checkpoint_is_aborted_everywhere() -> None:
    job = Driver(tolerable_failures=1)
    job.triggered()
    out = job.decline(1)
    assert out == [*(Send(task, messages.Abort(1)) for task in ALL), DiscardCheckpoint(1)]
    assert job.history[-1].why == "'Count' (2/2): no room"


def test_checkpoint_that_many_decline_counts_as_one_failure() -> None:
    job = Driver(tolerable_failures=1)
    job.triggered()
    job.decline(1, COUNT_0)
    assert job.decline(1, COUNT_1) == []
    assert job.failed == []


def test_decline_comes_too_late_for_a_checkpoint_that_is_being_stored() -> None:
    job = Driver()
    job.triggered()
    job.acknowledge(1)
    assert job.decline(1) == []
    assert recipients(job.stored(1), messages.Complete) == ALL


def test_attempt_fails_when_more_have_failed_in_a_row_than_are_tolerable() -> None:
    job = Driver(tolerable_failures=2)
    for n in (1, 2):
        job.triggered()
        job.decline(n)
    assert job.failed == []
    job.triggered()
    job.decline(3)
    assert isinstance(job.failed[0], CheckpointError)
    assert str(job.failed[0]) == (
        "checkpoint 3 failed: 'Count' (2/2): no room. 3 checkpoints failed in a row; "
        "execution.checkpointing.tolerable-failed-checkpoints is 2"
    )


def test_first_failure_fails_the_attempt_by_default() -> None:
    job = Driver()
    job.triggered()
    job.decline(1)
    assert len(job.failed) == 1


def test_complete_checkpoint_wipes_out_the_failures_before_it() -> None:
    job = Driver(tolerable_failures=1)
    for n in (1, 3, 5):
        job.triggered()
        job.decline(n)
        job.triggered()
        job.complete(n + 1)
    assert job.failed == []


def test_overtaken_checkpoint_is_not_a_failure() -> None:
    job = Driver(max_concurrent=2)
    job.triggered()
    job.triggered()
    job.complete(2)
    assert (job.failed, job.outcomes) == ([], [(1, False), (2, True)])


def test_no_checkpoint_that_failed_is_left() -> None:
    job = Driver(tolerable_failures=10_000)
    for n in range(1, 301):
        job.triggered()
        job.decline(n)
    assert len(job.history) == 300
    assert not job.made.pending


# The end of input -----------------------------------------------------------------------------------------------------


def test_final_checkpoint_begins_at_once() -> None:
    job = Driver()
    job.tick(10)
    assert ids(job.finish(), messages.Trigger, SOURCE) == [1]


def test_final_checkpoint_is_marked_in_manifest_and_message() -> None:
    job = Driver()
    job.finish()
    assert stores(job.acknowledge(1))[0].final
    assert Send(SINK, messages.Complete(1, final=True)) in job.stored(1)


def test_ordinary_checkpoint_is_not_final() -> None:
    job = Driver()
    job.triggered()
    assert not stores(job.acknowledge(1))[0].final


def test_final_checkpoint_takes_the_place_of_one_under_way() -> None:
    job = Driver()
    job.triggered()
    out = job.finish()
    assert ids(out, messages.Abort, SINK) == [1]
    assert ids(out, messages.Trigger, SOURCE) == [2]
    assert job.failed == []


def test_final_checkpoint_waits_for_one_that_is_being_stored() -> None:
    job = Driver()
    job.triggered()
    job.acknowledge(1)
    assert job.finish() == []
    assert Send(SINK, messages.Complete(1, final=False)) in job.stored(1)
    assert job.due_in_ms() == 0
    assert ids(job.tick(0), messages.Trigger, SOURCE) == [2]


def test_final_checkpoint_does_not_wait_for_the_pause() -> None:
    job = Driver(min_pause_ms=60_000)
    job.triggered()
    job.complete(1)
    assert ids(job.finish(), messages.Trigger, SOURCE) == [2]


def test_final_checkpoint_that_failed_is_tried_again_at_once() -> None:
    job = Driver(tolerable_failures=1, min_pause_ms=60_000)
    job.finish()
    job.decline(1)
    assert job.triggered(0) == [2]


def test_no_other_begins_beside_the_final_one_nor_after_it() -> None:
    job = Driver(max_concurrent=3)
    job.finish()
    assert job.triggered(10 * INTERVAL_MS) == []
    job.complete(1)
    assert (job.triggered(10 * INTERVAL_MS), job.due_in_ms()) == ([], None)


# What a manifest holds ------------------------------------------------------------------------------------------------


def test_manifest_tells_what_it_is_of() -> None:
    job = Driver()
    job.triggered()
    job.now_ms += 70
    manifest = stores(job.acknowledge(1))[0]
    assert (manifest.job_id, manifest.job_name, manifest.checkpoint_id) == ("job", "Test job", 1)
    assert manifest.attempt == job.graph.attempt
    assert (manifest.triggered_ms, manifest.completed_ms) == (START_MS + INTERVAL_MS, START_MS + INTERVAL_MS + 70)


def test_manifest_has_the_handles_of_every_operator_by_subtask() -> None:
    job = Driver()
    job.triggered()
    count = job.graph.job.vertices[1].head
    handles = [StoredOperatorState(None, FileRef(f"chk-1/{index}", 3, 0)) for index in range(2)]
    job.acknowledge(1, SOURCE, SINK)
    for task, handle in zip((COUNT_0, COUNT_1), handles, strict=True):
        out = job.acknowledge(1, task, handle=TaskStateSnapshot({count.operator_id: handle}))
    manifest = stores(out)[0]
    state = manifest.operators[count.operator_id]
    assert (state.name, state.parallelism, state.subtasks) == ("Count", 2, dict(enumerate(handles)))
    assert set(manifest.operators) == {
        chained.node.operator_id for vertex in job.graph.job.vertices for chained in vertex.operators
    }


def test_manifest_has_empty_handles_for_what_a_subtask_did_not_name() -> None:
    job = Driver()
    job.triggered()
    manifest = stores(job.acknowledge(1))[0]
    assert all(set(state.subtasks.values()) == {StoredOperatorState()} for state in manifest.operators.values())


def test_manifest_has_the_enumerators_as_they_were_at_the_trigger() -> None:
    job = Driver()
    job.triggered()
    assignment = next(iter(job.sources.values()))
    assignment.add_reader(0)
    manifest = stores(job.acknowledge(1))[0]
    source = manifest.operators[job.graph.job.vertices[0].head.operator_id]
    assert source.enumerator is not None and source.enumerator.data is not None
    assert pickle.loads(source.enumerator.data) == [RangeSplit("0", 1, 11)]
    assert [state.enumerator for state in manifest.operators.values()].count(None) == 2


def test_manifest_names_the_subtasks_that_had_finished() -> None:
    job = Driver()
    job.triggered()
    job.acknowledge(1, COUNT_0, SINK)
    manifest = stores(job.acknowledge(1, SOURCE, COUNT_1, handle=TaskStateSnapshot(finished=True)))[0]
    actual = {state.name: set(state.finished) for state in manifest.operators.values()}
    assert actual == {"Numbers": {0}, "Count": {1}, "Sink": set()}


def test_manifest_has_what_was_in_flight_by_edge() -> None:
    job = Driver(unaligned=True)
    job.triggered()
    job.acknowledge(1, SOURCE, COUNT_0, SINK)
    data = InFlightData(FileRef("chk-1/frames", 9, 0), 3)
    manifest = stores(job.acknowledge(1, COUNT_1, handle=TaskStateSnapshot({}, {0: data})))[0]
    edge = job.graph.job.identity(job.graph.job.edges[0])
    assert manifest.in_flight == (InFlightEdge(edge, PartitioningKind.HASH, 1, 2, {1: data}),)


def test_figures_are_kept_by_subtask_and_summed_in_the_history() -> None:
    job = Driver()
    job.triggered()
    for size, task in enumerate(ALL, start=1):
        numbers = CheckpointMetrics(written_bytes=size, full_bytes=10 * size)
        out = job.handle(MessageEvent(task, messages.Acknowledge(1, TaskStateSnapshot(), numbers)))
    manifest = stores(out)[0]
    job.now_ms += 40
    job.stored(1)
    head = job.graph.job.vertices[1].head.operator_id
    assert {index: item.written_bytes for index, item in manifest.metrics[head].items()} == {0: 2, 1: 3}
    last = job.history[-1]
    assert (last.written_bytes, last.full_bytes) == (10, 100)
    assert (last.triggered_ms, last.ended_ms) == (START_MS + INTERVAL_MS, START_MS + INTERVAL_MS + 40)
