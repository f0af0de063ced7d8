"""Transformation: one step of the program as the user builds it, as a value. A Program has them by their ids."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Optional

from pyrite.core.blocks.edge_format import ROWS, EdgeFormat
from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.partitioning import Partitioning
from pyrite.core.operator_spec import OperatorSpec


class ChainingStrategy(Enum):
    """Whether an operator may join the task of the operator before it."""

    ALWAYS = "ALWAYS"
    HEAD = "HEAD"
    NEVER = "NEVER"


class TransformationKind(Enum):
    """What a transformation is: a real operator, or a note about how streams are put together."""

    SOURCE = "source"
    OPERATOR = "operator"
    SINK = "sink"
    UNION = "union"
    PARTITION = "partition"
    SIDE_OUTPUT = "side output"
    CACHE = "cache"

    @property
    def is_virtual(self) -> bool:
        return self not in (TransformationKind.SOURCE, TransformationKind.OPERATOR, TransformationKind.SINK)


class TransformationId:
    """Names a transformation of a program, which keeps the node while a stream or another node refers to the id."""

    def __init__(self, number: int, free_numbers: deque[int]) -> None:
        self.number = number
        self._released = free_numbers

    def __del__(self) -> None:
        self._released.append(self.number)

    def __repr__(self) -> str:
        return f"TransformationId({self.number})"


@dataclass(frozen=True)
class Transformation:
    """A node of the program. `inputs` are in order: a two-input operator has two, a union any number."""

    kind: TransformationKind
    name: str
    inputs: tuple[TransformationId, ...]
    operator: Optional[OperatorSpec] = None
    partitioning: Optional[Partitioning] = None
    side_output: Optional[str] = None
    parallelism: Optional[int] = None
    max_parallelism: Optional[int] = None
    non_parallel: bool = False
    bounded: bool = True
    uid: str = ""
    uid_hash: str = ""
    description: str = ""
    chaining: ChainingStrategy = ChainingStrategy.ALWAYS
    slot_sharing_group: Optional[str] = None
    buffer_timeout_ms: Optional[int] = None
    keyed: bool = False
    state_meaning: str = ""
    """What its state is of, in a query; empty: not said."""
    output_type: Any = None
    loop_head: Optional[TransformationId] = None
    """The end of a loop: it has its head's parallelism."""
    fits_output: bool = False
    """Whether what the operator emits must be made to fit `output_type`."""
    output_format: EdgeFormat = ROWS
    """What the edges of the main output carry; side outputs carry rows."""

    def with_parallelism(self, parallelism: int) -> Transformation:
        """The same step with this number of subtasks; -1: with the job's default."""
        if parallelism == -1:
            return replace(self, parallelism=None)
        if not isinstance(parallelism, int) or parallelism < 1:
            raise InvalidProgramError(f"parallelism of '{self.name}' must be at least 1, not {parallelism!r}")
        if self.non_parallel and parallelism != 1:
            raise InvalidProgramError(f"'{self.name}' is not parallel: its parallelism must be 1, not {parallelism}")
        return replace(self, parallelism=parallelism)
