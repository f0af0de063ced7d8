"""The division of memory, compared with the answers of Flink 2.3 in flink_memory.txt."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.memory.job_manager_memory import job_manager_memory
from pyrite.core.config.memory.task_manager_memory import task_manager_memory
from pyrite.core.errors import InvalidProgramError

ANSWERS = Path(__file__).with_name("flink_memory.txt")


@dataclass(frozen=True)
class Case:
    role: str
    options: dict[str, str]
    answer: str

    def __str__(self) -> str:
        options = [f"{key.rpartition('.memory.')[2]}={value}" for key, value in self.options.items()]
        return " ".join([self.role, *options])

    @staticmethod
    def of(block: str) -> Case:
        role, *lines, answer = block.splitlines()
        pairs = [line.split(": ") for line in lines]
        prefix = f"{role}.memory."
        return Case(role, {key[1:] if key[0] == "/" else prefix + key: value for key, value in pairs}, answer)


CASES = [Case.of(block) for block in ANSWERS.read_text().strip().split("\n\n")[1:]]


def divided(case: Case) -> str:
    configuration = Configuration(case.options)
    if case.role == "jobmanager":
        driver = job_manager_memory(configuration)
        total, metaspace, overhead = driver.process_bytes, driver.metaspace_bytes, driver.overhead_bytes
        parts = {"heap.size": driver.flink.heap_bytes, "off-heap.size": driver.flink.off_heap_bytes}
    else:
        executor = task_manager_memory(configuration)
        total, metaspace, overhead = executor.process_bytes, executor.metaspace_bytes, executor.overhead_bytes
        parts = {
            "framework.heap.size": executor.flink.framework_heap_bytes,
            "framework.off-heap.size": executor.flink.framework_off_heap_bytes,
            "task.heap.size": executor.flink.task_heap_bytes,
            "task.off-heap.size": executor.flink.task_off_heap_bytes,
            "network.min": executor.flink.network_bytes,
            "network.max": executor.flink.network_bytes,
            "managed.size": executor.flink.managed_bytes,
        }
    parts |= {"jvm-metaspace.size": metaspace, "jvm-overhead.min": overhead, "jvm-overhead.max": overhead}
    return "= " + " ".join([f"total={total}", *(f"{key}={size}b" for key, size in sorted(parts.items()))])


def words(sentence: str) -> str:
    """Flink names an option by its key, its default and its former keys; the key will do."""
    return re.sub(r"Key: '([^']+)' , default: .*? \(fallback keys: \[.*?\]\)", r"\1", sentence)


def test_answers_are_many_and_have_errors_among_them() -> None:
    errors = [case for case in CASES if case.answer.startswith("! ")]
    assert (len(CASES), len(errors)) == (77, 29)


@pytest.mark.parametrize("case", [case for case in CASES if case.answer.startswith("= ")], ids=str)
def test_memory_is_divided_as_in_flink(case: Case) -> None:
    assert divided(case) == case.answer


@pytest.mark.parametrize("case", [case for case in CASES if case.answer.startswith("! ")], ids=str)
def test_contradiction_is_an_error_in_the_words_of_flink(case: Case) -> None:
    with pytest.raises(InvalidProgramError) as raised:
        divided(case)
    assert str(raised.value).startswith(words(case.answer.removeprefix("! ")))
