"""Environments whose jobs run in the simulation."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.table import StreamTableEnvironment, Table
from pyrite.testing import SimulationExecutor


@pytest.fixture(autouse=True)
def simulated() -> Iterator[None]:
    """Jobs run in the simulation, whoever starts them."""
    with use_context(ExecutionContext(executor=SimulationExecutor(seed=7))):
        yield


@pytest.fixture
def env() -> StreamExecutionEnvironment:
    settings = Configuration({"parallelism.default": "1", "table.local-time-zone": "UTC"})
    return StreamExecutionEnvironment.get_execution_environment(settings)


@pytest.fixture
def t_env(env: StreamExecutionEnvironment) -> StreamTableEnvironment:
    return StreamTableEnvironment.create(env)


@pytest.fixture
def table(t_env: StreamTableEnvironment) -> Table:
    """Two rows of a number, a text, a double and a boolean."""
    return t_env.from_elements([(1, "a", 1.5, True), (2, None, 2.5, False)], ["a", "b", "c", "d"])
