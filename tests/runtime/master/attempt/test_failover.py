"""What the regions of a job are, and how it is said that they restart alone."""

from __future__ import annotations

import pytest

from pyrite.common import Configuration
from pyrite.connectors.builtin.terminal import DiscardingSink
from pyrite.core.config.options import FAILOVER_STRATEGY
from pyrite.core.errors import InvalidProgramError
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.job_graph import JobGraph
from tests.graph.programs import environment, job_graph, numbers, same


def two_parts() -> StreamExecutionEnvironment:
    """Two sources, each with a keyed operator and a sink of its own."""
    env = environment()
    for name in ("Orders", "Clicks"):
        numbers(env, name).key_by(same).map(same).sink_to(DiscardingSink())
    return env


def joined() -> StreamExecutionEnvironment:
    env = environment()
    first, second = numbers(env, "Orders"), numbers(env, "Clicks")
    first.rebalance().union(second.rebalance()).key_by(same).map(same).sink_to(DiscardingSink())
    return env


def regions(graph: JobGraph) -> list[list[str]]:
    return [sorted(graph.vertex(vertex).name.split(" ")[0] for vertex in region) for region in graph.regions()]


def test_parts_that_are_not_connected_are_regions_of_their_own() -> None:
    assert regions(job_graph(two_parts())) == [["Map", "Orders"], ["Clicks", "Map"]]


def test_parts_that_meet_are_one_region() -> None:
    assert len(job_graph(joined()).regions()) == 1


def test_the_ends_of_a_loop_are_one_region() -> None:
    env = environment()
    loop = numbers(env).iterate()
    loop.close_with(loop.rebalance().map(same).rebalance())
    assert len(job_graph(env).regions()) == 1


def test_another_word_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(InvalidProgramError, match="full or region"):
        Configuration({"jobmanager.execution.failover-strategy": "some"}).get(FAILOVER_STRATEGY)
