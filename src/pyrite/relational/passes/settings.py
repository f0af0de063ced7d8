"""PassSettings: what passes over physical plans depend on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Optional

from pyrite.core.blocks.changelog import ALL_CHANGES, UPSERT
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.table import TableSource
from pyrite.relational.passes.changes.changelog_traits import Consumer
from pyrite.relational.plan.nodes import ResolvedTable

EXPLAINED: Final = Consumer("ROOT", UPSERT)
"""Nobody: the plan is only shown. Flink shows updates by key where it can."""
COLLECTED: Final = Consumer("The client", ALL_CHANGES)


@dataclass(frozen=True)
class PassSettings:
    """Whether all input ends, the session's configuration, and what takes the rows of a plan without a sink.

    `describe_source` describes a table as a source, before anything is asked of it.
    """

    is_batch: bool = False
    configuration: Configuration = field(default_factory=Configuration)
    consumer: Consumer = EXPLAINED
    describe_source: Optional[Callable[[ResolvedTable], TableSource]] = field(default=None, compare=False)


STREAMING: Final = PassSettings()
