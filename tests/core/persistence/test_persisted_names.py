"""The list of persisted names: it is complete, and everything in it is where it says."""

from __future__ import annotations

import importlib
import inspect
import pickle
import pkgutil
import runpy
import subprocess
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

import pyrite.connectors
from pyrite.core.persistence.persisted import PATH, find, name_of, place_of
from pyrite.core.persistence.persisted_names import PERSISTED
from pyrite.core.persistence.persisted_pickling import dumps, loads
from pyrite.state.evolution import loading as evolution
from tests.core.persistence.pickle_references import references_in
from tests.savepoints.old_names import KEYS, VALUES, found_at, read

SCRIPT = Path(__file__).parents[3] / "scripts" / "list_persisted_names.py"
OLD = read()
PATHS = [path for path in OLD if ":" in path]


def test_list_is_that_of_the_sources() -> None:
    script = runpy.run_path(str(SCRIPT))
    assert script["TARGET"].read_text() == script["listed"](), f"run {SCRIPT.name}"


@pytest.mark.parametrize("name", PERSISTED)
def test_name_leads_to_what_has_it(name: str) -> None:
    actual = find(name)
    assert name_of(actual) == name
    assert found_at(place_of(actual)) is actual
    assert actual.__module__ == PERSISTED[name][0]


@pytest.mark.parametrize("name", PERSISTED)
def test_what_has_a_name_is_written_by_it(name: str) -> None:
    actual = find(name)
    members = list(actual) if isinstance(actual, type) and issubclass(actual, Enum) else []
    data = dumps([actual, members])
    assert PATH not in data
    assert name.encode() in data
    assert loads(data) == [actual, members]
    assert evolution.loads(evolution.dumps([actual, members])) == [actual, members]


def test_name_is_found_in_a_process_that_has_not_imported_its_module() -> None:
    names = ["kafka-partition-split/1", "jdbc-staged-rows/1", "delta-commit/1"]
    data = dumps([find(name) for name in names])
    code = f"import pickle; print([kind.__name__ for kind in pickle.loads({data!r})])"
    output = subprocess.check_output([sys.executable, "-c", code], text=True, timeout=60)
    assert output.strip() == "['KafkaPartitionSplit', 'StagedRows', 'DeltaCommit']"


def test_no_former_place_is_taken_by_another() -> None:
    """Plain `pickle` would read that other one, and not know."""
    for name, (_, *was) in PERSISTED.items():
        for path in was:
            if ":" in path:
                try:
                    there = found_at(path)
                except (ImportError, AttributeError):
                    continue
                assert there is find(name), path


# What was written before ----------------------------------------------------------------------------------------------


def test_everything_that_had_a_place_is_kept_as_it_was_written() -> None:
    formers = {former for _, *was in PERSISTED.values() for former in was if ":" in former}
    assert set(PATHS) <= formers


@pytest.mark.parametrize("path", PATHS)
def test_what_was_written_by_place_is_read(path: str) -> None:
    actual = next(find(name) for name, (_, *was) in PERSISTED.items() if path in was)
    for kind, data in OLD[path].items():
        for loaded in (loads(data), evolution.loads(data), evolution.loads(data, evolution.Migrations())):
            if kind == "reference" and inspect.isfunction(actual):
                assert getattr(loaded, "func", loaded) is actual
            elif kind == "reference":
                assert loaded is actual
            elif kind == "members":
                assert set(loaded) <= set(actual)
            else:
                assert type(loaded) is actual
                assert all(getattr(loaded, name) == name for name in getattr(actual, "_fields", ()))


def test_values_are_read() -> None:
    for name, value in VALUES.items():
        assert evolution.loads(OLD["values"][name]) == value
        assert evolution.loads(evolution.dumps(value)) == value
        assert PATH not in evolution.dumps(value)


def test_keys_are_what_they_were() -> None:
    from pyrite.state.key_codec import decode_key, encode_key
    from pyrite.state.key_version_1 import namespace_bytes

    for name, key in KEYS.items():
        assert encode_key(key) == OLD["keys"][name], name
        assert decode_key(OLD["keys"][name]) == key, name
        assert namespace_bytes(key) == OLD["namespaces"][name], name


# What connectors write ------------------------------------------------------------------------------------------------


def connector_classes() -> Iterator[Any]:
    package = pyrite.connectors
    for item in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        module = importlib.import_module(item.name)
        yield from (kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == item.name)


def test_every_split_of_a_connector_has_a_name() -> None:
    splits = [
        kind for kind in connector_classes() if "split_id" in {*vars(kind), *getattr(kind, "__annotations__", ())}
    ]
    assert len(splits) > 15
    assert [place_of(kind) for kind in splits if name_of(kind) is None] == []


def test_everything_that_connectors_hand_to_checkpoints_has_a_name() -> None:
    """By what their methods say that they return."""
    methods = ("snapshot_state", "prepare_commit")
    words: dict[str, set[str]] = {}
    for kind in connector_classes():
        for method in methods:
            if method in vars(kind):
                text = str(vars(kind)[method].__annotations__.get("return", ""))
                words.setdefault(kind.__module__, set()).update(text.replace("[", " ").replace("]", " ").split())
    returned = [vars(sys.modules[module]).get(word.strip(",|")) for module, item in words.items() for word in item]
    ours = [kind for kind in returned if isinstance(kind, type) and kind.__module__.startswith("pyrite.")]
    assert len(ours) > 10
    assert [place_of(kind) for kind in ours if name_of(kind) is None] == []


def test_references_are_seen_in_pickles() -> None:
    """Else tests that look for them would prove nothing."""
    row = find("row/1")
    inner = pickle.dumps([row(1), row(2)], 5)
    assert references_in(pickle.dumps(("x", inner), 5)) == {tuple(place_of(row).split(":"))}
    assert references_in(OLD["pyrite.operators.operator:Timer"]["by field"]) >= {("pyrite.operators.operator", "Timer")}
