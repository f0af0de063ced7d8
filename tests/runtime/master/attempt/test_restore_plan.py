"""Restoring: whether a job can be restored from a manifest, and which part of it each subtask takes."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Optional

import pytest

from pyrite.checkpoint.manifest import Manifest, OperatorState
from pyrite.connectors.builtin.number_sequence import RangeSplit
from pyrite.core.errors import JobRefusedError, StateUnreadableError
from pyrite.core.persistence.persisted_pickling import dumps
from pyrite.graph.execution_graph import Subtask
from pyrite.graph.job_graph import JobGraph
from pyrite.runtime.master.attempt.restore_plan import RestorePlan
from pyrite.state.handles import HASHMAP, FileRef, KeyedHandle, StoredOperatorState, UnkeyedStateSummary
from pyrite.state.key_groups import key_group_range
from tests.graph.programs import Count, environment, job_graph, same

ALL_OF_TWO = frozenset({0, 1})


def job(counts: int = 2, sources: int = 2) -> JobGraph:
    """A source and a keyed operator."""
    env = environment(sources)
    counted = env.from_sequence(1, 10).uid("source").key_by(same).process(Count()).uid("count").name("Count")
    counted.set_parallelism(counts).set_max_parallelism(128)
    return job_graph(env)


def forward(parallelism: int = 2) -> JobGraph:
    """A source and an operator that is not chained to it, each subtask of which has one sender."""
    env = environment(parallelism)
    env.from_sequence(1, 10).uid("source").map(same).uid("map").start_new_chain()
    return job_graph(env)


def state(uid: str, parallelism: int = 2, **more: Any) -> OperatorState:
    return OperatorState(uid, uid.title(), uid, parallelism, 128, **more)


def manifest(*states: OperatorState, job_id: str = "job", **more: Any) -> Manifest:
    return Manifest(job_id, "Job", 7, 1, 0, 0, {state.operator_id: state for state in states}, **more)


def restoring(*states: OperatorState, to: Optional[JobGraph] = None, allow: bool = False, **more: Any) -> RestorePlan:
    return RestorePlan(manifest(*states, **more), to or job(), "job", allow)


def subtasks_of(graph: JobGraph, uid: str) -> list[Subtask]:
    vertex = next(vertex for vertex in graph.vertices if vertex.head.operator_id == uid)
    return [Subtask(vertex.id, index) for index in range(vertex.parallelism)]


def ref(name: str) -> FileRef:
    return FileRef(name, 1, 0)


def keyed(parallelism: int) -> dict[int, StoredOperatorState]:
    """Keyed state of each subtask, in a file named by its number."""
    ranges = [key_group_range(index, parallelism, 128) for index in range(parallelism)]
    return {
        index: StoredOperatorState(KeyedHandle(HASHMAP, groups.start, groups.stop - 1, (ref(str(index)),)))
        for index, groups in enumerate(ranges)
    }


def files_of(plan: RestorePlan, works: Sequence[Subtask]) -> list[list[str]]:
    """The keyed files that each subtask reads."""
    restores = [plan.of(work).operators["count"] for work in works]
    return [[file.path for handle in restore.keyed for file in handle.files] for restore in restores]


# Whether --------------------------------------------------------------------------------------------------------------


def test_state_of_an_operator_that_is_gone_is_refused_with_its_uid_and_the_way_out() -> None:
    plan = restoring(state("gone", subtasks=keyed(2)))
    with pytest.raises(JobRefusedError, match=r"checkpoint 7 has state of operator 'Gone' \(uid gone\).*with -n"):
        plan.check()


def test_savepoint_is_named_as_one() -> None:
    plan = restoring(state("gone", subtasks=keyed(2)), savepoint=True)
    with pytest.raises(JobRefusedError, match=r"^savepoint 7 has state"):
        plan.check()


@pytest.mark.parametrize(
    "held",
    [
        {"subtasks": {0: StoredOperatorState(unkeyed=ref("x"), has_unkeyed=True)}},
        {"enumerator": ref("x")},
        {"subtasks": keyed(1)},
    ],
    ids=["unkeyed", "enumerator", "keyed"],
)
def test_any_kind_of_state_counts_as_state_that_would_be_lost(held: dict[str, Any]) -> None:
    with pytest.raises(JobRefusedError):
        restoring(state("gone", 1, **held)).check()


def test_operator_that_is_gone_and_held_nothing_of_its_own_is_no_obstacle() -> None:
    restoring(state("gone", 1, subtasks={0: StoredOperatorState(unkeyed=ref("x"))})).check()


def test_state_is_dropped_with_a_warning_where_that_is_allowed(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        restoring(state("gone", subtasks=keyed(2)), allow=True).check()
    assert "the state of operator 'Gone' (uid gone) in checkpoint 7 is dropped" in caplog.text


def test_another_max_parallelism_is_refused() -> None:
    former = OperatorState("count", "Count", "count", 2, 64)
    with pytest.raises(JobRefusedError, match=r"had max parallelism 64 in checkpoint 7, but has 128.* Set it to 64"):
        restoring(former).check()


def meaning(text: str) -> JobGraph:
    """The job, whose keyed operator says this of its state."""
    graph = job()
    (source, counts) = graph.vertices
    (head,) = counts.operators
    head = replace(head, node=replace(head.node, state_meaning=text))
    return replace(graph, vertices=(source, replace(counts, operators=(head,))))


def test_state_of_another_meaning_is_refused_with_both_and_the_way_out() -> None:
    former = state("count", subtasks=keyed(2), meaning="SUM(t.n) by t.k")
    words = r"'Count' \(uid count\), .*, keeps MAX\(t.n\), but in checkpoint 7 it kept SUM\(t.n\) by t.k: .* with -n"
    with pytest.raises(JobRefusedError, match=words):
        restoring(former, to=meaning("MAX(t.n)")).check()


def test_state_of_a_query_that_is_not_found_again_is_refused_with_the_place_of_uids() -> None:
    with pytest.raises(JobRefusedError, match=r"this uid again in the query's compiled plan, or drop its state"):
        restoring(state("gone", subtasks=keyed(2), meaning="SUM(t.n) by t.k")).check()


@pytest.mark.parametrize(("kept", "now"), [("", "a"), ("a", ""), ("a", "a")])
def test_state_of_no_other_meaning_is_restored(kept: str, now: str) -> None:
    """Not every query has a meaning."""
    restoring(state("count", subtasks=keyed(2), meaning=kept), to=meaning(now)).check()


def test_operator_without_state_in_the_checkpoint_begins_with_nothing(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        restoring(state("source")).check()
    assert "operator 'Count' (uid count) starts without state: checkpoint 7 contains none for it" in caplog.text


# Enumerators ----------------------------------------------------------------------------------------------------------


def test_enumerator_gets_what_it_had_saved() -> None:
    data = dumps({"left": 3})
    plan = restoring(state("source", enumerator=FileRef("", len(data), 0, data)))
    assert plan.enumerator_state("source") == (True, {"left": 3})


def test_enumerator_that_had_saved_none_is_not_one_that_is_new() -> None:
    data = dumps(None)
    plan = restoring(state("source", enumerator=FileRef("", len(data), 0, data)))
    assert plan.enumerator_state("source") == (True, None)


@pytest.mark.parametrize("states", [(), (state("source"),)], ids=["no operator", "no enumerator"])
def test_enumerator_that_is_not_in_the_checkpoint_begins_with_nothing(states: tuple[OperatorState, ...]) -> None:
    assert restoring(*states).enumerator_state("source") == (False, None)


def test_enumerator_that_a_later_pyrite_wrote_is_refused_with_the_source_and_the_checkpoint() -> None:
    data = dumps(RangeSplit("0", 1, 2)).replace(b"range-split/1", b"range-split/9")
    plan = restoring(state("source", enumerator=FileRef("", len(data), 0, data)))
    with pytest.raises(StateUnreadableError, match=r"the enumerator of 'Source' in checkpoint 7: .*range-split/9"):
        plan.enumerator_state("source")


# Which part -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        (2, 2, [["0"], ["1"]]),
        (2, 1, [["0", "1"]]),
        (1, 2, [["0"], ["0"]]),
        (2, 3, [["0"], ["0", "1"], ["1"]]),
        (4, 2, [["0", "1"], ["2", "3"]]),
    ],
)
def test_keyed_state_goes_to_whoever_has_its_groups_now(before: int, now: int, expected: list[list[str]]) -> None:
    to = job(counts=now)
    plan = restoring(state("count", before, subtasks=keyed(before)), to=to)
    assert files_of(plan, subtasks_of(to, "count")) == expected


def unkeyed(name: str, elements: int) -> StoredOperatorState:
    summary = UnkeyedStateSummary(0, 0, "", (("list", elements),), 0, False)
    return StoredOperatorState(None, ref(name), True, summary=summary)


def test_unkeyed_state_stays_with_its_subtask_at_the_same_parallelism() -> None:
    to = job()
    plan = restoring(state("count", subtasks={0: unkeyed("a", 1), 1: unkeyed("b", 1)}), to=to)
    restore = plan.of(subtasks_of(to, "count")[1]).operators["count"]
    assert (restore.unkeyed, restore.own, restore.share) == ((ref("b"),), 0, None)


def test_elements_of_lists_are_shared_out_in_their_order_at_another_parallelism() -> None:
    to = job(counts=3)
    plan = restoring(state("count", subtasks={0: unkeyed("a", 2), 1: unkeyed("b", 4)}), to=to)
    shares = [plan.of(work).operators["count"].share for work in subtasks_of(to, "count")]
    actual = [[(part.ref.path, part.lists["list"]) for part in share.parts] for share in shares if share is not None]
    assert actual == [[("a", (0, 2))], [("b", (0, 2))], [("b", (2, 4))]]


def test_operator_that_the_checkpoint_does_not_have_is_not_in_the_plan() -> None:
    to = job()
    assert restoring(state("source"), to=to).of(subtasks_of(to, "count")[0]).operators == {}


@pytest.mark.parametrize(
    ("more", "foreign"),
    [({}, False), ({"job_id": "another"}, True), ({"savepoint": True}, True)],
    ids=["own checkpoint", "another job's", "savepoint"],
)
def test_state_that_other_code_may_have_written_is_foreign(more: dict[str, Any], foreign: bool) -> None:
    to = job()
    assert restoring(state("count"), to=to, **more).of(subtasks_of(to, "count")[0]).foreign is foreign


def test_stopped_job_restores_no_keyed_state_and_has_finished() -> None:
    to = job()
    plan = restoring(state("count", subtasks=keyed(2)), to=to, stopped_at="savepoints/1")
    restore = plan.of(subtasks_of(to, "count")[0])
    assert (restore.operators["count"].keyed, restore.stopped, restore.finished) == ((), True, True)


def test_what_is_committed_already_is_marked_for_the_subtask() -> None:
    to = job()
    assert restoring(state("count"), to=to, committed=True).of(subtasks_of(to, "count")[0]).committed


# Finished subtasks ----------------------------------------------------------------------------------------------------


def finished(plan: RestorePlan, graph: JobGraph, uid: str) -> list[bool]:
    return [plan.had_finished(work) for work in subtasks_of(graph, uid)]


def test_subtask_had_finished_if_it_is_noted_at_the_same_parallelism() -> None:
    to = job()
    assert finished(restoring(state("source", finished=frozenset({1})), to=to), to, "source") == [False, True]


@pytest.mark.parametrize(("noted", "expected"), [(frozenset({1}), False), (ALL_OF_TWO, True)])
def test_at_another_parallelism_all_had_finished_or_none(noted: frozenset[int], expected: bool) -> None:
    to = job(sources=3)
    assert finished(restoring(state("source", finished=noted), to=to), to, "source") == [expected] * 3


def test_subtask_had_not_finished_if_one_that_sends_to_it_had_not() -> None:
    to = job()
    plan = restoring(state("source", finished=frozenset({0})), state("count", finished=ALL_OF_TWO), to=to)
    assert finished(plan, to, "count") == [False, False]


def test_subtask_of_a_forward_edge_waits_for_its_own_sender_only() -> None:
    to = forward()
    plan = restoring(state("source", finished=frozenset({0})), state("map", finished=ALL_OF_TWO), to=to)
    assert finished(plan, to, "map") == [True, False]


def test_operator_that_is_new_had_not_finished() -> None:
    to = job()
    assert finished(restoring(state("source", finished=ALL_OF_TWO), to=to), to, "count") == [False, False]
