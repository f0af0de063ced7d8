"""Failover: which tasks restart when one fails. See docs/decisions/0021-failover-of-regions.md."""

from __future__ import annotations

from pyrite.common.configuration import Configuration
from pyrite.common.errors import InvalidProgramError
from pyrite.common.options import FAILOVER_STRATEGY
from pyrite.graph.job_graph import JobGraph


def check_failover_strategy(job: JobGraph, configuration: Configuration, batch: bool) -> None:
    """Refuses to restart regions alone where a job has several: all of its tasks restart together, always.

    In batch, every vertex is a region, since exchanges are blocking.
    """
    regions = [{vertex.id} for vertex in job.vertices] if batch else job.regions()
    if configuration.get(FAILOVER_STRATEGY) == "full" or len(regions) == 1:
        return
    named = "; ".join(
        f"{number}: {', '.join(repr(job.vertex(vertex).name) for vertex in sorted(region))}"
        for number, region in enumerate(regions[:5], 1)
    )
    more = f"; and {len(regions) - 5} more" if len(regions) > 5 else ""
    raise InvalidProgramError(
        f"{FAILOVER_STRATEGY.key} is region, and job '{job.job_name}' has {len(regions)} regions ({named}{more}), "
        "which cannot restart one by one yet. Set it to full, with which all tasks restart when one fails, or run each "
        "region as a job of its own"
    )
