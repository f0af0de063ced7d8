"""JobCode: what a worker needs to know the user's code."""

from __future__ import annotations

import pickle
import subprocess
import sys
import types

import pytest

from pyrite.core.job.job_code import JobCode


@pytest.fixture
def main(monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    """A main script of its own."""
    made = types.ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", made)
    exec("class Point:\n    def __init__(self, x):\n        self.x = x", vars(made))
    return made


def test_classes_of_the_main_script_are_known_in_the_worker(
    main: types.ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = JobCode.of_this_process().without_paths()
    sent = pickle.dumps(main.Point(7))
    worker = types.ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", worker)
    code.install()
    assert pickle.loads(sent).x == 7
    assert worker.Point.__module__ == "__main__"


def test_what_the_main_script_imported_is_not_shipped(main: types.ModuleType) -> None:
    vars(main)["ManualType"] = types.SimpleNamespace
    assert list(JobCode.of_this_process().without_paths().main_classes) == ["Point"]


def test_module_paths_are_shipped_to_workers_on_the_same_machine(
    main: types.ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", ["", "/some/where"])
    code = JobCode.of_this_process()
    monkeypatch.setattr(sys, "path", ["/else/where"])
    code.install()
    code.install()
    assert sys.path == ["/else/where", "/some/where"]


def test_module_paths_stay_home_otherwise(main: types.ModuleType) -> None:
    assert JobCode.of_this_process().without_paths().paths == ()


def test_job_code_travels_by_pickle(main: types.ModuleType) -> None:
    code = JobCode.of_this_process()
    assert pickle.loads(pickle.dumps(code)) == code


SLOTTED = """
from dataclasses import dataclass
from typing import NamedTuple

@dataclass(slots=True)
class Plain:
    x: int
    y: str = "y"

@dataclass(slots=True)
class Child(Plain):
    z: int = 3

@dataclass(slots=True, frozen=True)
class Frozen:
    x: int

@dataclass(slots=True, weakref_slot=True)
class WithWeakRef:
    x: int

class ByHand:
    __slots__ = ("x", "__hidden")

    def __init__(self, x):
        self.x = self.__hidden = x

    def __eq__(self, other):
        return (self.x, self.__hidden) == (other.x, other.__hidden)

class Pair(NamedTuple):
    x: int
"""
WORKER = """
import pickle, sys
code, pickled = pickle.load(sys.stdin.buffer)
code.install()
records = pickle.loads(pickled)
made = [type(record)(record.x) for record in records]
sys.stdout.buffer.write(pickle.dumps([records, made], 5))
"""


def test_records_with_slots_travel_to_a_worker_and_back(main: types.ModuleType) -> None:
    exec(SLOTTED, vars(main))
    names = ("Plain", "Child", "Frozen", "WithWeakRef", "ByHand", "Pair")
    records = [getattr(main, name)(7) for name in names]
    sent = pickle.dumps((JobCode.of_this_process(), pickle.dumps(records, 5)))
    done = subprocess.run([sys.executable, "-c", WORKER], input=sent, stdout=subprocess.PIPE, check=True)
    assert pickle.loads(done.stdout) == [records, records]
