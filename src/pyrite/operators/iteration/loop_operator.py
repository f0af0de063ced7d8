"""LoopOperator: an operator that is part of a loop's structure, and receives messages of the JobMaster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pyrite.core.job.loop import LoopSpec
from pyrite.core.operator_spec import OperatorSpec
from pyrite.operators.iteration.loop_events import ToOperator
from pyrite.operators.operator import Operator


@dataclass(frozen=True)
class LoopOperatorSpec(OperatorSpec):
    """The beginning or an end of a loop."""

    verb: ClassVar[str]
    loop_spec: LoopSpec

    @property
    def loop(self) -> LoopSpec:
        return self.loop_spec

    @property
    def description(self) -> str:
        return f"{self.verb} {self.loop_spec.loop}"


class LoopOperator(Operator):
    """A head, a tail, or the termination set of a loop."""

    def __init__(self, loop: str) -> None:
        self.loop = loop

    def on_loop_event(self, event: ToOperator) -> None:
        """Handles a message of the JobMaster, in the main loop."""
