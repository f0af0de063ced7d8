"""Failover: which tasks restart when one fails. See docs/decisions/0021-failover-of-regions.md."""

from __future__ import annotations

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import FAILOVER_STRATEGY
from pyrite.core.errors import InvalidProgramError
from pyrite.graph.job_graph import JobGraph


def check_failover_strategy(job: JobGraph, configuration: Configuration, batch: bool) -> None:
    """Refuses to restart regions of a batch job alone, where every vertex is one, since exchanges are blocking."""
    if configuration.get(FAILOVER_STRATEGY) == "full" or not batch or len(job.vertices) == 1:
        return
    named = "; ".join(f"{number}: '{vertex.name}'" for number, vertex in enumerate(job.vertices[:5], 1))
    more = f"; and {len(job.vertices) - 5} more" if len(job.vertices) > 5 else ""
    raise InvalidProgramError(
        f"{FAILOVER_STRATEGY.key} is region, and batch job '{job.job_name}' has {len(job.vertices)} regions "
        f"({named}{more}), which cannot restart one by one yet. Set it to full, with which all tasks restart when one "
        "fails"
    )
