"""PassSettings: the settings of passes over physical plans."""

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
"""A plan that is only explained. Flink prefers updates by key."""
COLLECTED: Final = Consumer("The client", ALL_CHANGES)


@dataclass(frozen=True)
class PassSettings:
    """The mode, the session's configuration, and the consumer of a plan without a sink.

    `describe_source` describes a table as a source without abilities.
    """

    is_batch: bool = False
    configuration: Configuration = field(default_factory=Configuration)
    consumer: Consumer = EXPLAINED
    describe_source: Optional[Callable[[ResolvedTable], TableSource]] = field(default=None, compare=False)


STREAMING: Final = PassSettings()
