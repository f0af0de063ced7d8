"""MetricSpec: a metric as a declared value; and the identification of one metric of one subtask."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, NamedTuple, Optional, TypeVar, Union

T = TypeVar("T")

MetricSubgroup = Union[str, tuple[str, str]]
"""A step of `MetricGroup.add_group`: a name, or a key with its value."""


class MetricKind(Enum):
    """Flink's kinds of metrics."""

    COUNTER = "counter"
    GAUGE = "gauge"
    METER = "meter"
    HISTOGRAM = "histogram"


class MetricScope(Enum):
    """The scope of a metric, as in Flink: the job, one subtask as a whole, or one operator of its chain."""

    JOB = "job"
    TASK = "task"
    OPERATOR = "operator"


@dataclass(frozen=True)
class MetricSpec(Generic[T]):
    """A metric of Pyrite: with Flink's name if Flink has it, and with its initial value.

    `infix` is between scope and name in identifiers, as in Flink's own list of metrics.
    """

    name: str
    kind: MetricKind
    scope: MetricScope
    initial: T
    description: str
    unit: str = ""
    infix: str = ""


class MetricName(NamedTuple):
    """A metric's name within its task or operator."""

    name: str
    kind: MetricKind
    groups: tuple[MetricSubgroup, ...] = ()

    @property
    def path(self) -> str:
        """The groups and the name, with dots."""
        steps = [step if isinstance(step, str) else ".".join(step) for step in self.groups]
        return ".".join([*steps, self.name])


@dataclass(frozen=True)
class MetricId:
    """One metric of one subtask. Operators are identified by id, since two may have the same name.

    For a metric of the subtask as a whole, `operator_id` is empty. A metric of the job has no subtask either.
    """

    vertex: Optional[int]
    subtask: Optional[int]
    operator_id: str
    name: MetricName
    operator_name: str = field(default="", compare=False)

    def __str__(self) -> str:
        """As in Flink's REST API: `subtask.operator.name`. Not unique if operators share a name."""
        steps = ["" if self.subtask is None else str(self.subtask), self.operator_name, self.name.path]
        return ".".join(step for step in steps if step)
