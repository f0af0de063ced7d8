"""StreamExecutionEnvironment: settings, modes, and programs that cannot run."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from pyrite.connectors.builtin.number_sequence import DataGeneratorSource
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import BUFFER_TIMEOUT, DEFAULT_PARALLELISM, MAX_PARALLELISM
from pyrite.core.errors import InvalidProgramError
from pyrite.core.time.watermark_strategy import WatermarkStrategy
from pyrite.datastream import DataStream, RuntimeExecutionMode, StreamExecutionEnvironment
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.graph.plan_executor import PlanExecutor


def endless(env: StreamExecutionEnvironment) -> DataStream:
    return env.from_source(DataGeneratorSource(lambda number: number), WatermarkStrategy.no_watermarks(), "Endless")


def is_batch(env: StreamExecutionEnvironment) -> bool:
    return env.get_job_spec().is_batch


def test_settings_are_read_back() -> None:
    env = StreamExecutionEnvironment().set_parallelism(3).set_max_parallelism(50).set_buffer_timeout(-1)
    env.disable_operator_chaining()
    assert (env.get_parallelism(), env.get_max_parallelism(), env.get_buffer_timeout()) == (3, 50, -1)
    assert not env.is_chaining_enabled()


def test_settings_may_come_from_a_configuration() -> None:
    values = {DEFAULT_PARALLELISM.key: "3", MAX_PARALLELISM.key: "50", BUFFER_TIMEOUT.key: "1 s"}
    env = StreamExecutionEnvironment(Configuration(values))
    assert (env.get_parallelism(), env.get_max_parallelism(), env.get_buffer_timeout()) == (3, 50, 1000)


def test_parallelism_is_the_number_of_cores_when_nothing_is_said() -> None:
    assert StreamExecutionEnvironment().get_parallelism() == len(os.sched_getaffinity(0))


def test_configure_overrides_what_was_there() -> None:
    env = StreamExecutionEnvironment().set_parallelism(3)
    env.configure(Configuration({DEFAULT_PARALLELISM.key: "5"}))
    assert env.get_parallelism() == 5


def test_environment_leaves_the_given_configuration_alone() -> None:
    configuration = Configuration()
    StreamExecutionEnvironment(configuration).set_parallelism(3)
    assert configuration.to_dict() == {}


@pytest.mark.parametrize(
    ("method", "wrong"),
    [
        ("set_parallelism", 0),
        ("set_max_parallelism", 0),
        ("set_max_parallelism", 32769),
        ("set_buffer_timeout", -2),
    ],
)
def test_setting_out_of_range_is_refused(method: str, wrong: int) -> None:
    with pytest.raises(InvalidProgramError, match=str(wrong)):
        getattr(StreamExecutionEnvironment(), method)(wrong)


def test_settings_of_the_command_apply_where_the_program_says_nothing() -> None:
    settings = {DEFAULT_PARALLELISM.key: "3", MAX_PARALLELISM.key: "50"}
    with use_context(ExecutionContext(settings)):
        env = StreamExecutionEnvironment.get_execution_environment(Configuration({DEFAULT_PARALLELISM.key: "7"}))
    assert (env.get_parallelism(), env.get_max_parallelism()) == (7, 50)


def test_settings_of_the_file_apply_where_neither_program_nor_command_say_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config.yaml").write_text("parallelism.default: 3\npipeline.max-parallelism: 50\npipeline.name: file\n")
    monkeypatch.setenv("PYRITE_CONF_DIR", str(tmp_path))
    with use_context(ExecutionContext({MAX_PARALLELISM.key: "60"})):
        env = StreamExecutionEnvironment.get_execution_environment(Configuration({DEFAULT_PARALLELISM.key: "7"}))
    assert (env.get_parallelism(), env.get_max_parallelism()) == (7, 60)
    assert env.get_configuration().get_string("pipeline.name", "") == "file"


@pytest.mark.parametrize(
    ("mode", "bounded", "expected"),
    [
        (RuntimeExecutionMode.STREAMING, True, False),
        (RuntimeExecutionMode.STREAMING, False, False),
        (RuntimeExecutionMode.BATCH, True, True),
        (RuntimeExecutionMode.AUTOMATIC, True, True),
        (RuntimeExecutionMode.AUTOMATIC, False, False),
    ],
)
def test_mode_is_what_was_asked_for_or_what_the_sources_allow(
    mode: RuntimeExecutionMode, bounded: bool, expected: bool
) -> None:
    env = StreamExecutionEnvironment().set_runtime_mode(mode)
    (env.from_sequence(0, 1) if bounded else endless(env)).print()
    assert is_batch(env) is expected


def test_batch_is_refused_with_the_names_of_sources_that_do_not_end() -> None:
    env = StreamExecutionEnvironment().set_runtime_mode(RuntimeExecutionMode.BATCH)
    env.from_sequence(0, 1).union(endless(env)).print()
    with pytest.raises(InvalidProgramError, match="BATCH needs sources that end, but these do not: Endless"):
        is_batch(env)


def test_streaming_is_the_mode_when_nothing_is_said() -> None:
    env = StreamExecutionEnvironment()
    env.from_sequence(0, 1).print()
    assert not is_batch(env)


@pytest.mark.parametrize("ask", ["get_stream_graph", "get_execution_plan", "execute", "execute_async"])
def test_empty_program_is_refused(ask: str) -> None:
    with pytest.raises(InvalidProgramError, match="there is nothing to run"):
        getattr(StreamExecutionEnvironment(), ask)()


def test_source_is_refused_when_it_is_none() -> None:
    wrong: Any = [1, 2]
    with pytest.raises(InvalidProgramError, match=r"from_source\(\) takes a Source"):
        StreamExecutionEnvironment().from_source(wrong, WatermarkStrategy.no_watermarks(), "x")


def test_execute_begins_the_next_program_empty() -> None:
    env = StreamExecutionEnvironment()
    env.from_sequence(0, 1).print()
    executor = PlanExecutor()
    with use_context(ExecutionContext(executor=executor)), pytest.raises(SystemExit):
        env.execute("First")
    assert executor.job is not None and executor.job.name == "First"
    with pytest.raises(InvalidProgramError, match="there is nothing to run"):
        env.get_stream_graph()


def test_job_name_is_the_configured_one_when_execute_says_none() -> None:
    env = StreamExecutionEnvironment(Configuration({"pipeline.name": "Nightly"}))
    env.from_elements(1, 2).print()
    assert env.get_stream_graph().job_name == "Nightly"
