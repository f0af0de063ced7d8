"""PassSettings: what passes over physical plans depend on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from pyrite.core.changelog import ALL_CHANGES, UPSERT
from pyrite.core.config.configuration import Configuration
from pyrite.relational.passes.changelog_traits import Consumer

EXPLAINED: Final = Consumer("ROOT", UPSERT)
"""Nobody: the plan is only shown. Flink shows updates by key where it can."""
COLLECTED: Final = Consumer("The client", ALL_CHANGES)


@dataclass(frozen=True)
class PassSettings:
    """Whether all input ends, the session's configuration, and what takes the rows of a plan without a sink."""

    is_batch: bool = False
    configuration: Configuration = field(default_factory=Configuration)
    consumer: Consumer = EXPLAINED


STREAMING: Final = PassSettings()
