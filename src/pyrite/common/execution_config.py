"""ExecutionConfig: the settings of a program under Flink's method names, stored in its Configuration."""

from pyrite.core.config.execution_config import (
    ExecutionConfig,
)

__all__ = [
    "ExecutionConfig",
]
