"""How many file descriptors a streaming job takes in Spark's JVM.

Spark 4.3's pipelined exchange connects every task of a level to every task of the next one, whatever Pyrite sends
between them: for each pair two sockets, and an event loop of the reader's with a thread and three descriptors. A JVM
that has no more of them fails tasks here and there, again at every restart. So a job that cannot run is refused.
"""

from __future__ import annotations

import resource
from itertools import pairwise
from typing import Final

from pyrite.core.errors import SlotsUnavailableError
from pyrite.graph.execution_graph import ExecutionGraph

_PER_PAIR: Final = 5
_PER_TASK: Final = 12
"""Its sockets to and from Python, its exchange's own port, and what Spark has open for it."""


def descriptors_needed(graph: ExecutionGraph) -> int:
    """About how many descriptors the tasks need, if they all run in one JVM."""
    sizes = [len(level.work) for level in graph.levels]
    return _PER_PAIR * sum(senders * receivers for senders, receivers in pairwise(sizes)) + _PER_TASK * sum(sizes)


def check_descriptors(graph: ExecutionGraph, master: str) -> None:
    """Refuses a job that needs more than the JVM may have. On a cluster, that number is unknown here."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    needed = descriptors_needed(graph)
    if not master.startswith("local[") or limit == resource.RLIM_INFINITY or needed <= limit:
        return
    sizes = " x ".join(str(len(level.work)) for level in graph.levels)
    raise SlotsUnavailableError(
        f"job '{graph.job.job_name}' needs about {needed:,} file descriptors in Spark's JVM, which may have {limit:,}: "
        f"Spark connects every task of a level to every task of the next one ({sizes}). Lower the parallelism, chain "
        "operators, raise the hard limit (ulimit -Hn), or run on a cluster of several executors"
    )
