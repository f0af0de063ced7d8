"""What memory is in Spark's settings, in a task's budgets, and in the table that is printed."""

from __future__ import annotations

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.memory.memory_table import memory_tables, memory_text
from pyrite.core.config.memory.spark_memory import spark_memory
from pyrite.core.config.memory.task_memory import TaskMemory, task_memory
from pyrite.core.errors import InvalidProgramError

MB = 1 << 20


def of(**sizes: str) -> Configuration:
    return Configuration({f"{role}.memory.process.size": size for role, size in sizes.items()})


def test_spark_gets_no_settings_when_no_size_is_configured() -> None:
    assert spark_memory(Configuration({"taskmanager.memory.managed.size": "1g"})) == {}


@pytest.mark.parametrize("size_mb", [1024, 1600, 4096])
def test_heap_and_overhead_of_the_driver_are_its_process(size_mb: int) -> None:
    settings = spark_memory(of(jobmanager=f"{size_mb}m"))
    sizes_mb = [int(value.removesuffix("m")) for value in settings.values()]
    assert (list(settings), sum(sizes_mb)) == (["spark.driver.memory", "spark.driver.memoryOverhead"], size_mb)


def test_driver_has_the_heap_that_flink_would_give_it() -> None:
    assert spark_memory(of(jobmanager="1600m"))["spark.driver.memory"] == "1024m"


def test_executor_has_the_least_heap_of_spark_and_the_rest_is_for_tasks() -> None:
    settings = spark_memory(of(taskmanager="1728m"))
    assert settings == {"spark.executor.memory": "512m", "spark.executor.memoryOverhead": "1216m"}


def test_executor_has_a_larger_heap_when_that_of_the_framework_is() -> None:
    configuration = of(taskmanager="4g").set_string("taskmanager.memory.framework.heap.size", "1g")
    assert spark_memory(configuration)["spark.executor.memory"] == "1024m"


def test_executor_that_leaves_too_little_for_spark_names_the_option() -> None:
    settings = {
        "taskmanager.memory.process.size": "1g",
        "taskmanager.memory.jvm-metaspace.size": "64m",
        "taskmanager.memory.framework.off-heap.size": "64m",
    }
    with pytest.raises(InvalidProgramError, match=r"Spark's JVM needs 512.*raise taskmanager\.memory\.framework\.heap"):
        spark_memory(Configuration(settings))


def test_task_has_budgets_of_its_own_when_no_size_is_configured() -> None:
    assert task_memory(Configuration(), 3, batch=False) == TaskMemory(512 * MB, 128 * MB)


def test_task_has_its_share_of_the_slot() -> None:
    configuration = of(taskmanager="1728m").set_string("taskmanager.numberOfTaskSlots", "2")
    memory = task_memory(configuration, stateful_tasks=2, batch=False)
    assert (memory.buffer_bytes // MB, memory.managed_bytes // MB, memory.limit_bytes // MB) == (64, 128, 512)


def test_task_of_a_batch_job_sorts_in_managed_memory() -> None:
    assert task_memory(of(taskmanager="1728m"), 0, batch=True).buffer_bytes // MB == 640


def test_table_adds_up() -> None:
    for rows in memory_tables(of(jobmanager="1600m", taskmanager="1728m")).values():
        total, flink, *parts = rows
        assert flink.size_bytes == sum(row.size_bytes for row in parts if row.depth == 2)
        assert total.size_bytes == flink.size_bytes + sum(row.size_bytes for row in parts if row.depth == 1)


def test_text_names_each_part_its_option_and_spark() -> None:
    text = memory_text(of(jobmanager="1600m"))
    assert "      JVM Heap                       1024.0 mb  jobmanager.memory.heap.size" in text
    assert text.endswith("  spark.driver.memory = 1024m\n  spark.driver.memoryOverhead = 576m")
