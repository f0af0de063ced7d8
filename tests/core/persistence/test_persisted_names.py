"""The list of persisted names: it is complete, and everything in it is where it says."""

from __future__ import annotations

import importlib
import pickle
import pkgutil
import runpy
import subprocess
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, Final

import pytest

import pyrite.connectors
from pyrite.common import Duration, Instant, Row, RowKind, Time
from pyrite.core.persistence.persisted import PATH, find, name_of, place_of
from pyrite.core.persistence.persisted_names import PERSISTED
from pyrite.core.persistence.persisted_pickling import dumps, loads
from pyrite.core.types.types_factory import Types
from pyrite.core.windows.windows import CountWindow, GlobalWindow, TimeWindow
from pyrite.state.evolution import loading as evolution
from pyrite.state.key_codec import decode_key, encode_key
from pyrite.state.key_groups import namespace_bytes
from tests.core.persistence.pickle_references import references_in

SCRIPT = Path(__file__).parents[3] / "scripts" / "list_persisted_names.py"
VALUES: Final[tuple[Any, ...]] = (
    Row(1, "a"),
    Row.of_kind(RowKind.DELETE, a=1, b=Row(2)),
    (Time.seconds(3), Duration.of_millis(4), Instant(5, 6)),
    [TimeWindow(1, 2), CountWindow(3), GlobalWindow()],
    Types.ROW_NAMED(["a", "b"], [Types.LIST(Types.INT()), Types.MAP(Types.STRING(), Types.INSTANT())]),
    tuple(RowKind),
)
KEYS: Final[tuple[Any, ...]] = (
    Row(1, "a"),
    Row(a=1),
    TimeWindow(1, 2),
    CountWindow(1),
    RowKind.UPDATE_AFTER,
    RowKind,
    Instant(1, 2),
    Time.seconds(1),
    Types.INT(),
    (TimeWindow(1, 2), RowKind.DELETE),
)


def object_at(path: str) -> Any:
    module, _, qualname = path.partition(":")
    actual: Any = importlib.import_module(module)
    for part in qualname.split("."):
        actual = getattr(actual, part)
    return actual


def test_list_is_that_of_the_sources() -> None:
    script = runpy.run_path(str(SCRIPT))
    assert script["TARGET"].read_text() == script["listed"](), f"run {SCRIPT.name}"


@pytest.mark.parametrize("name", PERSISTED)
def test_name_leads_to_what_has_it(name: str) -> None:
    actual = find(name)
    assert name_of(actual) == name
    assert object_at(place_of(actual)) is actual
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


def test_values_are_written_by_name() -> None:
    for value in VALUES:
        data = evolution.dumps(value)
        assert evolution.loads(data) == value
        assert references_in(data) == set()


@pytest.mark.parametrize("key", KEYS, ids=repr)
def test_keys_and_namespaces_are_written_by_name(key: Any) -> None:
    encoded, namespace = encode_key(key), namespace_bytes(key)
    assert isinstance(encoded, bytes)
    assert references_in(pickle.dumps(encoded)) | references_in(namespace) == set()
    assert (decode_key(encoded), pickle.loads(namespace[1:])) == (key, key)


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
    key = b"cpyrite.core.types.rows\nRow\n(J\x01\0\0\0tR."
    assert references_in(pickle.dumps(key)) == {("pyrite.core.types.rows", "Row")}
