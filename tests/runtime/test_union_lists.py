"""Union lists at a restore."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.checkpoint.store import MemoryStore
from pyrite.common.configuration import Configuration
from pyrite.common.errors import CheckpointError
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.runtime.deployment import CheckpointSettings, SubtaskDeployment, SubtaskRestore, TaskSettings, deploy
from pyrite.runtime.union_lists import whole_unions

NOBODY: Any = None


def deployment(parallelism: int) -> SubtaskDeployment:
    env = StreamExecutionEnvironment().set_parallelism(parallelism)
    env.from_sequence(0, 1).print()
    checkpoints = CheckpointSettings(MemoryStore(), "job")
    settings = TaskSettings(False, 1, 1, 1, 1, Configuration(), checkpoints)
    made = deploy(env.get_execution_graph(env.get_stream_graph()), 0, 0, settings, SubtaskRestore(1, {}))
    assert isinstance(made, SubtaskDeployment)
    return made


def test_nothing_is_read_without_union_lists_or_other_subtasks() -> None:
    assert whole_unions(deployment(2), "id", {}, NOBODY) == {}
    assert whole_unions(deployment(1), "id", {"mine": [1]}, NOBODY) == {"mine": [1]}


def test_storage_that_tasks_do_not_reach_is_refused_with_the_option() -> None:
    with pytest.raises(CheckpointError, match=r"set execution\.checkpointing\.dir"):
        whole_unions(deployment(2), "id", {"mine": [1]}, NOBODY)
