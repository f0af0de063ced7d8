"""recognise_rank: a filter on the number of a row within its window becomes a Rank."""

from __future__ import annotations

from pyrite.core.errors import TableException
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan.nodes import RelNode, rewritten
from pyrite.relational.plan.over import Over


def recognise_rank(plan: RelNode, settings: PassSettings) -> RelNode:
    return rewritten(plan, _recognised)


def _recognised(node: RelNode) -> RelNode:
    if isinstance(node, Over):
        names = ", ".join(dict.fromkeys(call.function for call in node.calls))
        raise TableException(f"{names} with OVER is not supported yet")
    return node
