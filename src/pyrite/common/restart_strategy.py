"""Restart strategies of a program: stored in its configuration, under Flink's keys."""

from pyrite.core.config.restart_strategy import (
    RestartStrategies,
    RestartStrategyConfiguration,
)

__all__ = [
    "RestartStrategies",
    "RestartStrategyConfiguration",
]
