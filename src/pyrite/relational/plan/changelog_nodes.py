"""Nodes that `infer_changelog` inserts to convert changes to the form that a consumer needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Optional

from pyrite.core.blocks.changelog import ChangelogMode
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.relational.plan.nodes import Scan, SingleInput, StreamScan


def scan_changelog(node: Scan | StreamScan) -> ChangelogMode:
    """Returns the changes of a source."""
    return node.stream_changelog if isinstance(node, StreamScan) else node.source.changelog_mode


@dataclass(frozen=True)
class DropUpdateBefore(SingleInput):
    """Drops UPDATE_BEFORE, for consumers that update by key."""

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        return "DropUpdateBefore"


@dataclass(frozen=True)
class ChangelogNormalize(SingleInput):
    """Stores the last row of each key, and completes upserts to whole changes.

    A row that does not meet the condition is treated as absent.
    """

    keys: tuple[int, ...]
    condition: Optional[ResolvedExpression] = None

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        names = self.field_names
        condition = "" if self.condition is None else f", condition=[{text(self.condition)}]"
        return f"ChangelogNormalize(key=[{', '.join(names[key] for key in self.keys)}]{condition})"
