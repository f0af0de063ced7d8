"""What a failed task reports: whatever a function raises, the operator, the function, its file and line."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Any

import pytest

from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.errors import InvalidProgramError, PyriteError, UserFunctionError
from pyrite.core.functions.functions import MapFunction, RuntimeContext
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.runtime.task.task_failure import failure_of
from pyrite.testing import OperatorTestHarness, simulate


def leaves(value: Any) -> Any:
    sys.exit(3)


def interrupts(value: Any) -> Any:
    raise KeyboardInterrupt


def cancels(value: Any) -> Any:
    raise asyncio.CancelledError


def ends_a_generator(value: Any) -> Any:
    raise GeneratorExit


FUNCTIONS = [
    (leaves, "SystemExit: 3"),
    (interrupts, "KeyboardInterrupt"),
    (cancels, "CancelledError"),
    (ends_a_generator, "GeneratorExit"),
]


class InOpen(MapFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        sys.exit("no licence")

    def map(self, value: Any) -> Any:
        return value


def failure(call: Callable[[], object]) -> Exception:
    try:
        call()
    except BaseException as error:
        return failure_of(error, "'a task'")
    raise AssertionError("it did not fail")


@pytest.mark.parametrize(("func", "text"), FUNCTIONS)
def test_what_ends_python_is_reported_with_its_place(func: Callable[[Any], Any], text: str) -> None:
    harness = OperatorTestHarness.of(lambda stream: stream.map(func).name("doubles").uid("d"))
    error = failure(lambda: harness.process_element(1))
    assert isinstance(error, UserFunctionError)
    assert error.error.startswith(text) and "doubles" in error.operator and "(uid d)" in error.operator
    assert error.function == f"{func.__name__} ({__file__}:{func.__code__.co_firstlineno + 1})"
    assert f"in {func.__name__}" in error.user_traceback and "pyrite/operators" not in error.user_traceback


def test_end_of_python_in_open_is_reported_with_its_place() -> None:
    error = failure(lambda: OperatorTestHarness.of(lambda stream: stream.map(InOpen()).name("licensed")))
    assert isinstance(error, UserFunctionError)
    assert error.error.startswith("SystemExit: no licence") and error.function.startswith("InOpen.open (")


def test_function_without_frames_is_named() -> None:
    harness = OperatorTestHarness.of(lambda stream: stream.map(sys.exit))
    error = failure(lambda: harness.process_element(1))
    assert isinstance(error, UserFunctionError) and error.function.startswith("exit")


@pytest.mark.parametrize("func", [leaves, cancels, ends_a_generator])
def test_job_fails_with_what_ended_python(func: Callable[[Any], Any]) -> None:
    env = StreamExecutionEnvironment()
    env.from_sequence(1, 3).map(func).sink_to(CollectSink())
    cause = simulate(env).cause
    assert isinstance(cause, UserFunctionError) and func.__name__ in cause.function


def test_error_outside_of_functions_names_the_task_and_has_the_whole_traceback() -> None:
    error = failure(lambda: vars(pytest)["missing"])
    assert type(error) is PyriteError
    assert "KeyError: 'missing'\n  in 'a task', outside any user function" in str(error) and __file__ in str(error)


def test_error_of_pyrites_own_is_reported_as_it_is() -> None:
    error = InvalidProgramError("no")
    assert failure_of(error, "'a task'") is error


def test_error_that_does_not_pickle_is_reported_in_words() -> None:
    class Local(PyriteError):
        pass

    assert str(failure_of(Local("no"), "'a task'")) == "Local: no"


def test_lack_of_memory_is_reported_with_its_cause_and_what_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = OperatorTestHarness.of(lambda stream: stream.map(lambda n: bytearray(n)))
    error = str(failure(lambda: harness.process_element(1 << 60)))
    assert error.startswith("MemoryError (the task's process, which uses ")
    assert "raise the parallelism, keep state in RocksDB (state.backend.type), or run it on a machine with" in error
    assert "bytearray(n)" in error
    monkeypatch.setattr("resource.getrlimit", lambda _: (1 << 30, 1 << 30))
    error = str(failure(lambda: harness.process_element(1 << 60)))
    assert "and may have 1024.000mb (1073741824 bytes) of addresses (ulimit -v)" in error
    assert "or raise the limit)" in error
