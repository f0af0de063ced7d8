"""CreditRouter: grants of receivers go to the tasks of their senders, also after the subtasks were placed again."""

from __future__ import annotations

from dataclasses import replace

from pyrite.graph.execution_graph import ExecutionGraph, Level
from pyrite.graph.region import whole
from pyrite.runtime.master.attempt.attempt_parts import CreditRouter
from pyrite.runtime.master.attempt.decisions import PlacedEvent, RegionStartedEvent
from pyrite.runtime.master.job_events import MessageEvent, TickEvent
from pyrite.runtime.master.job_instructions import Send
from pyrite.runtime.wire.messages import WIDE_EDGE, Credit, Grant
from tests.graph.programs import Count, environment, execution_graph, numbers, same

SOURCE_0, SOURCE_1, COUNT_0, COUNT_1 = (0, 0), (0, 1), (1, 0), (1, 1)


def graph_of(parallelism: int = 2) -> ExecutionGraph:
    """Source => Count."""
    env = environment(parallelism)
    numbers(env).key_by(same).process(Count()).print()
    return execution_graph(env)


def test_grant_is_sent_to_the_tasks_of_the_senders() -> None:
    router = CreditRouter(graph_of())
    assert router.handle(MessageEvent(COUNT_1, Grant(0, {0: 5, 1: 6})), 0) == [
        Send(SOURCE_0, Credit(((0, 1, 5),))),
        Send(SOURCE_1, Credit(((0, 1, 6),))),
    ]
    assert router.handle(TickEvent(), 0) == []


def test_grant_follows_subtasks_that_were_placed_in_other_tasks() -> None:
    graph = graph_of()
    router = CreditRouter(graph)
    swapped = replace(graph, levels=tuple(Level(level.work[::-1]) for level in graph.levels))
    assert router.handle(PlacedEvent(swapped), 0) == []
    assert router.handle(MessageEvent(COUNT_1, Grant(0, {1: 5})), 0) == [Send(SOURCE_0, Credit(((0, 0, 5),)))]


def test_grants_of_a_wide_edge_wait_for_the_tick_and_only_the_newest_limit_counts() -> None:
    parallelism = 17
    assert parallelism**2 > WIDE_EDGE
    router = CreditRouter(graph_of(parallelism))
    for task, limit in ((COUNT_0, 5), (COUNT_1, 7), (COUNT_0, 9)):
        assert router.handle(MessageEvent(task, Grant(0, {1: limit})), 0) == []
    assert router.handle(TickEvent(), 0) == [Send(SOURCE_1, Credit(((0, 0, 9), (0, 1, 7))))]
    assert router.handle(TickEvent(), 0) == []


def test_grants_for_tasks_of_a_region_that_starts_again_are_dropped() -> None:
    graph = graph_of(17)
    router = CreditRouter(graph)
    router.handle(MessageEvent(COUNT_0, Grant(0, {1: 5})), 0)
    assert router.handle(RegionStartedEvent(whole(graph)), 0) == []
    assert router.handle(TickEvent(), 0) == []
