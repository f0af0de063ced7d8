"""The settings of a SparkContext: the program's, then those of spark-defaults.conf, then Pyrite's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyrite.common import Configuration
from pyrite.core.config.spark_master import spark_defaults, spark_master
from pyrite.core.errors import UnsupportedSparkError
from pyrite.runtime.spark.session.context_settings import PIPELINED_SETTINGS, context_settings
from pyrite.runtime.spark.session.session import _check_context


@pytest.fixture(autouse=True)
def defaults(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    text = "# ours\nspark.master\tspark://head:7077\nspark.driver.memory = 3g\nspark.speculation true\n"
    (tmp_path / "spark-defaults.conf").write_text(text + "spark.authenticate true\n")
    monkeypatch.setenv("SPARK_CONF_DIR", str(tmp_path))
    spark_defaults.cache_clear()
    yield
    spark_defaults.cache_clear()


def test_master_of_spark_defaults_is_taken_when_the_program_names_none() -> None:
    assert spark_master(Configuration()) == "spark://head:7077"
    assert context_settings(Configuration())["spark.master"] == "spark://head:7077"


def test_master_of_the_program_is_taken_before_that_of_spark_defaults() -> None:
    settings = context_settings(Configuration({"spark.master": "local[2]"}))
    assert (settings["spark.master"], settings["spark.driver.memory"]) == ("local[2]", "3g")


def test_settings_that_the_exchange_needs_are_not_taken_from_spark_defaults() -> None:
    assert context_settings(Configuration())["spark.speculation"] == "false"


def test_memory_and_java_are_settings_of_spark() -> None:
    own = {"jobmanager.memory.process.size": "1600m", "env.java.home": "/java", "spark.driver.memoryOverhead": "1g"}
    settings = context_settings(Configuration(own))
    assert settings["spark.driver.memory"] == "1024m"
    assert settings["spark.driver.memoryOverhead"] == "1g"
    assert settings["spark.executorEnv.JAVA_HOME"] == "/java"


def test_master_is_this_machine_when_nothing_names_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SPARK_CONF_DIR", str(tmp_path / "none"))
    spark_defaults.cache_clear()
    assert spark_master(Configuration()) == "local[*]"


class _Session:
    """A session of the user's own, made with nothing but a master."""

    sparkContext: Any

    def __init__(self) -> None:
        self.sparkContext = self

    def getConf(self) -> _Session:
        return self

    def get(self, key: str, default: str) -> str:
        return default

    def contains(self, key: str) -> bool:
        return False


def test_settings_that_a_session_of_ones_own_lacks_are_listed_with_its_slots() -> None:
    with pytest.raises(UnsupportedSparkError) as raised:
        _check_context(_Session())
    listed = str(raised.value)
    assert all(f"--conf {key}=" in listed for key in (*PIPELINED_SETTINGS, "spark.task.cpus"))


def test_spark_receives_secrets_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOP_PASSWORD", "hunter2")
    configuration = Configuration({"spark.hadoop.shop.password": "${env:SHOP_PASSWORD}"})
    assert context_settings(configuration)["spark.hadoop.shop.password"] == "hunter2"
