"""Cases, each opened once."""

from __future__ import annotations

import gc
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache

import pytest

from pyrite.testing.simulated_disk import SimulatedDisk
from tests.core.persistence.pickle_references import Reference, references_in
from tests.whole.contract import cases
from tests.whole.contract.case import Case, SinkCase, SourceCase


@cache
def all_cases() -> list[type[Case]]:
    actual: list[type[Case]] = []
    for module in pkgutil.iter_modules(cases.__path__, f"{cases.__name__}."):
        for value in vars(importlib.import_module(module.name)).values():
            is_case = isinstance(value, type) and issubclass(value, (SinkCase, SourceCase))
            if is_case and value.__module__ == module.name and not inspect.isabstract(value):
                actual.append(value)
    return actual


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    for name, kind in (("sink_case", SinkCase), ("source_case", SourceCase)):
        if name in metafunc.fixturenames:
            chosen = [
                pytest.param(case, id=case.__name__, marks=[pytest.mark.slow] if case.slow else [])
                for case in all_cases()
                if issubclass(case, kind)
            ]
            metafunc.parametrize(name, chosen, indirect=True, scope="session")


@pytest.fixture(scope="session", autouse=True)
def quick_collections() -> Iterator[None]:
    """Runs collect garbage often, to be rid of killed tasks: what other tests have left need not be looked at."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(autouse=True)
def persisted_names(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What runs write into checkpoints refers to our classes by their persisted names only."""
    actual: set[Reference] = set()
    write = SimulatedDisk.write

    def look_and_write(disk: SimulatedDisk, path: str, data: bytes) -> None:
        actual.update(references_in(data))
        write(disk, path, data)

    monkeypatch.setattr(SimulatedDisk, "write", look_and_write)
    yield
    assert not actual, "give it a name: @persisted(...), see pyrite/core/persistence/persisted.py"


@pytest.fixture(scope="session")
def sink_case(request: pytest.FixtureRequest) -> Iterator[Case]:
    yield from _opened(request.param)


@pytest.fixture(scope="session")
def source_case(request: pytest.FixtureRequest) -> Iterator[Case]:
    yield from _opened(request.param)


def _opened(kind: type[Case]) -> Iterator[Case]:
    case = kind()
    case.open()
    yield case
    case.close()
