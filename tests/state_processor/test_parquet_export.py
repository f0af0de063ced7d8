"""export: all of a savepoint as one table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from pyrite.cli.main import main
from pyrite.core.state.state_types import ValueStateDescriptor
from pyrite.core.windows.windows import TimeWindow
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.operators.timers import EVENT_TIMERS
from pyrite.operators.window.window_base import CONTENTS
from pyrite.state.backend import KeyedStateBackend
from pyrite.state.key_groups import key_group
from pyrite.state.keyed_states import KeyedStates
from pyrite.state_processor import export
from tests.state_processor.savepoints import MAX_PARALLELISM, keyed_operator, operator_with, write


def fill(backend: KeyedStateBackend, states: KeyedStates, keys: list[Any]) -> None:
    for key in keys:
        backend.context.key = key
        states.get_state(ValueStateDescriptor("count")).update((key, 1))
        backend.timer_queue(EVENT_TIMERS).register(key, 5)
        backend.tables(CONTENTS).load(TimeWindow(0, 10), [key])[key] = [1.5]


def test_command_exports_a_savepoint(
    tmp_path: Path, spark: SparkSession, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path / "sp", lambda folder: keyed_operator(folder, "counts", ["a", "b"], fill))
    monkeypatch.chdir(tmp_path)
    assert main(["state", "export", path]) == 0
    assert capsys.readouterr().out == f"6 rows in {tmp_path}/sp-export\n"
    assert spark.read.parquet(str(tmp_path / "sp-export")).where("state = 'count'").count() == 2


def test_every_state_of_every_operator_is_in_the_table(tmp_path: Path, spark: SparkSession) -> None:
    state = OperatorSubtaskState(broadcast={"rules": {"k": 1}}, lists={"offsets": ["a"]}, unions={"all": [2]})
    path = write(
        tmp_path / "sp",
        lambda folder: keyed_operator(folder, "counts", ["a", "b", "c"], fill),
        lambda folder: operator_with(folder, "others", [state]),
    )
    assert export(path, str(tmp_path / "out"), spark) == 12
    frame = spark.read.parquet(str(tmp_path / "out")).drop("value_pickled")
    group = key_group("a", MAX_PARALLELISM)
    window = '{"start": 0, "end": 10}'
    assert sorted(map(tuple, frame.where("key = '\"a\"'").collect())) == [
        ("counts", "operator counts", "state", "count", group, '"a"', None, '["a", 1]'),
        ("counts", "operator counts", "table", "window-contents", group, '"a"', window, "[1.5]"),
        ("counts", "operator counts", "timer", "event-time-timers", group, '"a"', None, "5"),
    ]
    assert sorted(map(tuple, frame.where("uid = 'others'").collect())) == [
        ("others", "others", "broadcast", "rules", None, '"k"', None, "1"),
        ("others", "others", "list", "offsets", None, None, None, '"a"'),
        ("others", "others", "union", "all", None, None, None, "2"),
    ]
