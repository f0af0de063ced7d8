"""Names of earlier versions of Flink: those whose feature is here work, and say their new name once."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

import pyrite.common
import pyrite.datastream
from pyrite.common import Time
from pyrite.core.config import former_names
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.windowed_stream import AllWindowedStream, WindowedStream

ROWS = [
    line.split(None, 2)
    for line in Path(__file__).with_name("former_names.txt").read_text().splitlines()
    if line.strip() and not line.startswith("#")
]
HERE = {**vars(pyrite.common), **vars(pyrite.datastream)}


def names_of(area: str) -> list[str]:
    return [row[0] for row in ROWS if row[2] == area]


@pytest.mark.parametrize("name", [*names_of("windows"), *names_of("checkpoints")])
def test_former_name_of_a_feature_that_is_here_exists(name: str) -> None:
    holder, _, member = name.partition(".")
    assert callable(getattr(HERE[holder], member) if member else HERE[holder])


def test_time_window_is_a_processing_time_window_and_says_its_new_name_once(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(former_names, "_warned", set())
    keyed = StreamExecutionEnvironment().from_collection([1]).key_by(lambda value: value)
    with caplog.at_level(logging.WARNING):
        made = [keyed.time_window(Time.seconds(1)), keyed.time_window(Time.seconds(2))]
    assert [type(windows) for windows in made] == [WindowedStream, WindowedStream]
    reported = "KeyedStream.time_window is now called window(TumblingProcessingTimeWindows.of(...))"
    assert [record.getMessage() for record in caplog.records] == [reported]


def test_time_window_all_is_in_one_subtask() -> None:
    stream = StreamExecutionEnvironment().from_collection([1])
    assert isinstance(stream.time_window_all(Time.seconds(1)), AllWindowedStream)
