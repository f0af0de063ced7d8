"""ExecutionConfig: settings by Flink's method names, kept in the configuration."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.execution_config import ExecutionConfig
from pyrite.core.config.parameter_tool import ParameterTool
from pyrite.core.errors import InvalidProgramError
from pyrite.datastream import StreamExecutionEnvironment


def config(**values: Any) -> ExecutionConfig:
    return ExecutionConfig(Configuration(values))


@pytest.mark.parametrize(
    ("setter", "getter", "value"),
    [
        ("set_parallelism", "get_parallelism", 3),
        ("set_max_parallelism", "get_max_parallelism", 50),
        ("set_auto_watermark_interval", "get_auto_watermark_interval", 5),
        ("set_global_job_parameters", "get_global_job_parameters", {"a": "1"}),
        ("set_latency_tracking_interval", "get_latency_tracking_interval", 7),
        ("set_task_cancellation_interval", "get_task_cancellation_interval", 8),
        ("set_task_cancellation_timeout", "get_task_cancellation_timeout", 9),
        ("set_use_snapshot_compression", "is_use_snapshot_compression", True),
    ],
)
def test_setting_is_read_back(setter: str, getter: str, value: Any) -> None:
    made = config()
    assert getattr(made, getter)() != value
    assert getattr(made, setter)(value) is made
    assert getattr(made, getter)() == value


@pytest.mark.parametrize(
    ("enable", "disable", "is_enabled", "default"),
    [
        (
            "enable_auto_generated_uids",
            "disable_auto_generated_uids",
            "has_auto_generated_uids_enabled",
            True,
        ),
        ("enable_closure_cleaner", "disable_closure_cleaner", "is_closure_cleaner_enabled", True),
        ("enable_object_reuse", "disable_object_reuse", "is_object_reuse_enabled", False),
    ],
)
def test_switch_is_read_back(enable: str, disable: str, is_enabled: str, default: bool) -> None:
    made = config()
    assert getattr(made, is_enabled)() is default
    assert getattr(made, disable)() is made
    assert getattr(made, is_enabled)() is False
    assert getattr(made, enable)() is made
    assert getattr(made, is_enabled)() is True


def test_settings_are_those_of_the_configuration() -> None:
    configuration = Configuration()
    ExecutionConfig(configuration).set_parallelism(3).set_auto_watermark_interval(50)
    assert configuration.to_dict() == {"parallelism.default": "3", "pipeline.auto-watermark-interval": "50"}
    configuration.set_string("pipeline.auto-watermark-interval", "2 s")
    assert ExecutionConfig(configuration).get_auto_watermark_interval() == 2000


def test_environment_and_its_config_share_their_settings() -> None:
    env = StreamExecutionEnvironment().set_parallelism(3)
    assert env.get_config().get_parallelism() == 3
    env.get_config().set_parallelism(5)
    assert env.get_parallelism() == 5


def test_default_parallelism_is_one_subtask_for_each_core() -> None:
    made = config().set_parallelism(3).set_parallelism(ExecutionConfig.PARALLELISM_DEFAULT)
    assert made.get_parallelism() == config().get_parallelism() == len(os.sched_getaffinity(0))


@pytest.mark.parametrize(
    ("setter", "getter", "wrong"),
    [
        ("set_parallelism", "get_parallelism", -3),
        ("set_parallelism", "get_parallelism", 0),
        ("set_parallelism", "get_parallelism", 32769),
        ("set_max_parallelism", "get_max_parallelism", 0),
        ("set_max_parallelism", "get_max_parallelism", 32769),
        ("set_auto_watermark_interval", "get_auto_watermark_interval", -1),
    ],
)
def test_wrong_setting_is_refused_at_once(setter: str, getter: str, wrong: int) -> None:
    with pytest.raises(InvalidProgramError, match=str(wrong)):
        getattr(config(), setter)(wrong)


def test_refused_setting_leaves_the_one_before() -> None:
    made = config().set_max_parallelism(50)
    with pytest.raises(InvalidProgramError):
        made.set_max_parallelism(0)
    assert made.get_max_parallelism() == 50


@given(st.dictionaries(st.text(), st.text()))
def test_global_job_parameters_are_any_texts(parameters: dict[str, str]) -> None:
    assert config().set_global_job_parameters(parameters).get_global_job_parameters() == parameters


def test_global_job_parameters_are_not_the_callers_dict() -> None:
    parameters = {"a": "1"}
    made = config().set_global_job_parameters(parameters)
    parameters["b"] = "2"
    made.get_global_job_parameters()["c"] = "3"
    assert made.get_global_job_parameters() == {"a": "1"}


def test_change_of_the_returned_default_parameters_reaches_no_other_program() -> None:
    returned = config().get_global_job_parameters()
    returned["leaked"] = "1"
    try:
        assert config().get_global_job_parameters() == {}
    finally:
        returned.clear()


def test_global_job_parameters_may_be_a_parameter_tool() -> None:
    config = ExecutionConfig(Configuration())
    config.set_global_job_parameters(ParameterTool.from_args(["--limit", "5", "--name", "a b"]))
    assert config.get_global_job_parameters() == {"limit": "5", "name": "a b"}
