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
    """What an operator is made of. A concrete spec is a frozen dataclass and stands above its operator's class.

    It checks itself when it is made, so a program fails at the line that is wrong. Planning asks the spec and never
    builds the operator: no client is opened before a task runs. Each spec is pickled by itself, so a function that two
    operators use is two objects in their task.
    """

    kind: ClassVar[str]
    """Part of the id of an operator without a uid, so it never changes: state is restored by it."""
    is_in_ids: ClassVar[bool] = True
    """Whether it is part of the ids of operators after it. One that settings add, and that keeps nothing, is not."""
    loop_role: ClassVar[Optional[LoopRole]] = None
    """Its part in a loop, if it begins or ends one."""

    @abstractmethod
    def build(self) -> object:
        """Makes the operator, in the task. `pyrite.operators.operator.build_operator` knows its type."""

    @property
    @abstractmethod
    def description(self) -> str:
        """What it does and by which of the user's functions, in one line: for `pyrite info`, plans and REST."""

    @property
    def parts(self) -> tuple[Any, ...]:
        """All that it is made of, the user's functions included. Each must pickle."""
        return tuple(getattr(self, each.name) for each in fields(self))  # type: ignore[arg-type]

    @property
    def keeps(self) -> Optional[str]:
        """What it keeps in checkpoints besides keyed state, as a verb phrase; None if nothing."""
        return None

    @property
    def keyed_layout(self) -> str:
        """What its keyed state holds, in words: state of other words does not fit. Empty: nothing, or not said."""
        return ""

    @property
    def reads_watermarks(self) -> bool:
        """Whether its results depend on watermarks between records that are on time."""
        return False

    def with_exact_watermarks(self) -> OperatorSpec:
        """The same operator, whose watermarks do not wait while records are on time."""
        return self

    @property
    def guarantee(self) -> Optional[Guarantee]:
        """What a source or a sink guarantees; None for an operator between them."""
        return None

    @property
    def loop(self) -> Optional[LoopSpec]:
        """The loop that it begins or ends."""
        return None

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (dumps_code((type(self), self.parts)),)


def _unpickled(pickled: bytes) -> OperatorSpec:
    """Not by the constructor: what was checked where it was made is not checked again."""
    kind, parts = pickle.loads(pickled)
    spec: OperatorSpec = object.__new__(kind)
    for each, part in zip(fields(kind), parts, strict=True):
        object.__setattr__(spec, each.name, part)
    return spec
