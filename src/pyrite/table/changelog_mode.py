"""ChangelogMode: the kinds of change that a table that becomes a stream has."""

from __future__ import annotations

from pyrite.core.blocks import changelog
from pyrite.core.blocks.changelog import ALL_CHANGES, INSERT_ONLY, UPSERT


class ChangelogMode(changelog.ChangelogMode):
    """The kinds, under PyFlink's names."""

    @staticmethod
    def insert_only() -> ChangelogMode:
        return ChangelogMode(INSERT_ONLY.kinds)

    @staticmethod
    def upsert() -> ChangelogMode:
        """Updates by key; a delete may have NULL in all columns but those of the key."""
        return ChangelogMode(UPSERT.kinds, has_key_deletes=True)

    @staticmethod
    def all() -> ChangelogMode:
        return ChangelogMode(ALL_CHANGES.kinds)
