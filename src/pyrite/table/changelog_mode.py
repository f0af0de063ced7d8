"""ChangelogMode: the kinds of change that a table that becomes a stream has."""

from __future__ import annotations

from pyrite.core.changelog import ChangelogMode

__all__ = ["ChangelogMode"]
