"""From options to the settings of tasks: where local copies of state are kept."""

from __future__ import annotations

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import InvalidProgramError
from pyrite.runtime.master.checkpoint.checkpoint_plan import checkpoint_settings
from pyrite.storage.store import MemoryStore


def folders(text: str) -> tuple[str, ...]:
    settings = {"execution.checkpointing.local-backup.enabled": "true", "taskmanager.state.local.root-dirs": text}
    return checkpoint_settings(Configuration(settings), "job", MemoryStore()).local_copies


def test_local_copies_are_spread_over_a_list_of_paths_and_uris() -> None:
    assert folders("/a;file:///my%20disk,/c") == ("/a", "/my disk", "/c")


def test_local_copies_are_refused_at_another_scheme() -> None:
    with pytest.raises(InvalidProgramError, match=r"local-backup.dirs: hdfs://x/y: expected a local path or file://"):
        folders("/a;hdfs://x/y")
