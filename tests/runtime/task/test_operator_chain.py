"""OperatorChain: opened from its end, closed from its head, all of it, once."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.core.errors import UserFunctionError
from pyrite.datastream import MapFunction, RuntimeContext
from tests.graph.programs import environment, numbers
from tests.runtime.task.task import Task


class Life(MapFunction):
    """Logs its life; `close` fails on request."""

    def __init__(self, name: str, log: list[str], fails: bool = False) -> None:
        self._name, self._log, self._fails = name, log, fails

    def open(self, runtime_context: RuntimeContext) -> None:
        self._log.append(f"open {self._name}")

    def map(self, value: Any) -> Any:
        return value

    def close(self) -> None:
        self._log.append(f"close {self._name}")
        if self._fails:
            raise RuntimeError(f"{self._name} does not close")


def test_chain_is_opened_from_its_end_and_closed_from_its_head() -> None:
    log: list[str] = []
    env = environment(1)
    numbers(env).rebalance().map(Life("first", log)).map(Life("second", log))
    Task(env, 1, 0).core.close()
    assert log == ["open second", "open first", "close first", "close second"]


def test_chain_closes_every_function_when_one_fails_to_close() -> None:
    log: list[str] = []
    env = environment(1)
    numbers(env).rebalance().map(Life("first", log, fails=True)).map(Life("second", log))
    with pytest.raises(UserFunctionError, match="first does not close"):
        Task(env, 1, 0).core.close()
    assert log[2:] == ["close first", "close second"]


def test_chain_is_closed_once() -> None:
    log: list[str] = []
    env = environment(1)
    numbers(env).rebalance().map(Life("only", log))
    core = Task(env, 1, 0).core
    core.close()
    core.close()
    assert log == ["open only", "close only"]
