"""JobParallelism: the parallelism to which a job was rescaled, beside the one of its program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Optional

from pyrite.core.json_dataclasses import of_json, to_json


@dataclass(frozen=True)
class JobParallelism:
    """The result of all rescales of a job. It applies before the program's own parallelism.

    The job's log has it in every entry, so that the next driver continues with it.

    >>> JobParallelism(default=3).with_operators({"count": 5})
    JobParallelism(default=3, operators={'count': 5}, program_default=0)
    """

    default: Optional[int] = None
    """For operators without a parallelism of their own; None: the program's default."""
    operators: Mapping[str, int] = field(default_factory=dict)
    """By operator id."""
    program_default: int = 0
    """The program's default parallelism at the time of the rescale."""

    @property
    def is_changed(self) -> bool:
        """Whether the job was rescaled at all."""
        return self.default is not None or bool(self.operators)

    def with_operators(self, operators: Mapping[str, int]) -> JobParallelism:
        """With the parallelism of some operators changed."""
        return replace(self, operators={**self.operators, **operators})

    def for_program(self, program_default: int) -> JobParallelism:
        """The part that applies when the job is started again.

        A program that is started with another default parallelism than before has the last word.
        """
        return self if self.program_default == program_default else JobParallelism(program_default=program_default)

    def to_json(self) -> dict[str, Any]:
        content: dict[str, Any] = to_json(self)
        return content if self.is_changed else {}

    @staticmethod
    def of_json(content: Mapping[str, Any]) -> JobParallelism:
        """The inverse of `to_json`. ValueError: the content is something else."""
        return of_json(JobParallelism, dict(content))
