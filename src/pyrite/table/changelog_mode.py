"""ChangelogMode: the kinds of change that a stream of a table contains."""

from __future__ import annotations

from pyrite.core.blocks import changelog
from pyrite.core.blocks.changelog import ALL_CHANGES, INSERT_ONLY, UPSERT


class ChangelogMode(changelog.ChangelogMode):
    """The kinds of change in a stream, under PyFlink's names.

    >>> str(ChangelogMode.upsert())
    'I,UA,PD'
    """

    @staticmethod
    def insert_only() -> ChangelogMode:
        """Only inserts."""
        return ChangelogMode(INSERT_ONLY.kinds)

    @staticmethod
    def upsert() -> ChangelogMode:
        """Inserts, updates without UPDATE_BEFORE, and deletes in which all columns except the key's may be NULL."""
        return ChangelogMode(UPSERT.kinds, has_key_deletes=True)

    @staticmethod
    def all() -> ChangelogMode:
        """All four kinds of change."""
        return ChangelogMode(ALL_CHANGES.kinds)
