"""Restart strategies as a program chooses them: written into its configuration, under Flink's keys."""

from pyrite.core.config.restart_strategy import (
    RestartStrategies,
    RestartStrategyConfiguration,
)

__all__ = [
    "RestartStrategies",
    "RestartStrategyConfiguration",
]
