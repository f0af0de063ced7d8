"""OperatorSpec: an operator of a program as a value, which can be stored, sent, described and built."""

from __future__ import annotations

import pickle
from abc import ABC, abstractmethod
from dataclasses import fields
from typing import Any, ClassVar, Optional

from pyrite.core.connector.guarantee import Guarantee
from pyrite.core.job.code_pickling import dumps_code
from pyrite.core.job.loop import LoopRole, LoopSpec


class OperatorSpec(ABC):
    """The parameters of an operator. A concrete spec is a frozen dataclass and precedes its operator's class.

    A spec validates itself in its constructor, so a program fails at the wrong line. The planner uses the spec and
    never builds the operator: no client is opened before a task runs. Each spec is pickled separately, so a function
    that two operators use becomes two objects in their task.
    """

    kind: ClassVar[str]
    """Part of the id of an operator without a uid, so it must never change: state is restored by it."""
    is_in_ids: ClassVar[bool] = True
    """Whether it contributes to the ids of operators after it. Stateless operators that settings add do not."""
    loop_role: ClassVar[Optional[LoopRole]] = None
    """Its role in a loop, if it starts or ends one."""

    @abstractmethod
    def build(self) -> object:
        """Creates the operator, in the task. `pyrite.operators.operator.build_operator` knows its type."""

    @property
    @abstractmethod
    def description(self) -> str:
        """A line with the operation and the user's functions: for `pyrite info`, plans and REST."""

    @property
    def parts(self) -> tuple[Any, ...]:
        """All of its parts, including the user's functions. Each must pickle."""
        return tuple(getattr(self, each.name) for each in fields(self))  # type: ignore[arg-type]

    @property
    def keeps(self) -> Optional[str]:
        """Its state in checkpoints besides keyed state, as a verb phrase; None if it has no such state."""
        return None

    @property
    def keyed_layout(self) -> str:
        """The layout of its keyed state, as a text: state with another layout does not fit. Empty: unspecified."""
        return ""

    @property
    def reads_watermarks(self) -> bool:
        """Whether its results depend on watermarks between punctual records."""
        return False

    def with_exact_watermarks(self) -> OperatorSpec:
        """The same operator with watermarks that do not wait while records are punctual."""
        return self

    @property
    def guarantee(self) -> Optional[Guarantee]:
        """The guarantee of a source or a sink; None for other operators."""
        return None

    @property
    def loop(self) -> Optional[LoopSpec]:
        """The loop that it starts or ends."""
        return None

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (dumps_code((type(self), self.parts)),)


def _unpickled(pickled: bytes) -> OperatorSpec:
    """Bypasses the constructor: the spec was validated when it was created."""
    kind, parts = pickle.loads(pickled)
    spec: OperatorSpec = object.__new__(kind)
    for each, part in zip(fields(kind), parts, strict=True):
        object.__setattr__(spec, each.name, part)
    return spec
