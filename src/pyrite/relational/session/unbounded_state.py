"""Joins whose state grows as long as rows arrive: they have neither a time to live nor a condition on time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import RUNTIME_MODE, RuntimeExecutionMode
from pyrite.core.config.sql_options import STATE_TTL
from pyrite.relational.plan.join import RegularJoin
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.render import describe

_SIDES = ("left", "right")


def unbounded_state(node: RelNode, configuration: Configuration) -> str:
    """Returns, for example, `left and right rows are stored permanently`; empty for other nodes."""
    if not isinstance(node, RegularJoin) or configuration.get(RUNTIME_MODE) is RuntimeExecutionMode.BATCH:
        return ""
    default_ms = configuration.get(STATE_TTL)
    sides = [
        name
        for name, ttl_ms in zip(_SIDES, node.state_ttl_ms, strict=True)
        if not (default_ms if ttl_ms is None else ttl_ms)
    ]
    return f"{' and '.join(sides)} rows are stored permanently" if sides else ""


def unbounded_joins(plans: Sequence[RelNode], configuration: Configuration) -> Iterator[str]:
    """Iterates over warnings, one for each join, with the option that bounds its state."""
    waiting = list(plans)
    seen: set[int] = set()
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        waiting += node.inputs
        problem = unbounded_state(node, configuration)
        if problem:
            yield (
                f"{describe(node)}: {problem}. Set {STATE_TTL.key}, or the hint STATE_TTL, to the time after which a "
                "row is no longer needed"
            )
