"""LoopOperator: an operator that belongs to a loop's making, and hears from the JobMaster."""

from __future__ import annotations

from pyrite.operators.loop_events import ToOperator
from pyrite.operators.operator import Operator


class LoopOperator(Operator):
    """A head, a tail, or the termination set of a loop."""

    def __init__(self, loop: str) -> None:
        self.loop = loop

    def on_loop_event(self, event: ToOperator) -> None:
        """Takes what the JobMaster tells, in the main loop."""
