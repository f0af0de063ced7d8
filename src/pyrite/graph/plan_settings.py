"""PlanSettings: the part of a job's configuration that decides the shape of its graphs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.execution_config import ExecutionConfig
from pyrite.core.config.options import (
    AUTO_GENERATE_UIDS,
    CHAIN_DIFFERENT_MAX_PARALLELISM,
    MAX_PARALLELISM,
    OPERATOR_CHAINING,
)


@dataclass(frozen=True)
class PlanSettings:
    """What applies to operators that say nothing themselves, and whether operators may share a task."""

    parallelism: int
    max_parallelism: int = 128
    needs_uids: bool = False
    chaining: bool = True
    chains_different_max_parallelism: bool = True
    operators: Mapping[str, int] = field(default_factory=dict)
    """The parallelism of operators that were rescaled, by operator id; it applies before the program's."""

    @staticmethod
    def of(configuration: Configuration) -> PlanSettings:
        return PlanSettings(
            parallelism=ExecutionConfig(configuration).get_parallelism(),
            max_parallelism=configuration.get(MAX_PARALLELISM),
            needs_uids=not configuration.get(AUTO_GENERATE_UIDS),
            chaining=configuration.get(OPERATOR_CHAINING),
            chains_different_max_parallelism=configuration.get(CHAIN_DIFFERENT_MAX_PARALLELISM),
        )
