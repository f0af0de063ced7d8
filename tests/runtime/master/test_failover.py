"""Which jobs can restart region by region, and what their regions are."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyrite.common import Configuration
from pyrite.connectors.builtin.terminal import DiscardingSink
from pyrite.core.errors import InvalidProgramError
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.job_graph import JobGraph
from pyrite.runtime.master.failover import check_failover_strategy
from tests.graph.programs import environment, job_graph, numbers, same

REGION = Configuration({"jobmanager.execution.failover-strategy": "region"})


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


@pytest.mark.parametrize("program", [two_parts, joined])
def test_region_fits_every_streaming_job(program: Callable[[], StreamExecutionEnvironment]) -> None:
    check_failover_strategy(job_graph(program()), REGION, batch=False)


@pytest.mark.parametrize("batch", [False, True])
def test_full_is_the_default_and_fits_every_job(batch: bool) -> None:
    check_failover_strategy(job_graph(two_parts()), Configuration(), batch)


def test_region_is_refused_in_batch_where_each_stage_would_be_one() -> None:
    with pytest.raises(InvalidProgramError, match="regions"):
        check_failover_strategy(job_graph(joined()), REGION, batch=True)


def test_another_word_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(InvalidProgramError, match="full or region"):
        check_failover_strategy(
            job_graph(joined()), Configuration({"jobmanager.execution.failover-strategy": "some"}), batch=False
        )
