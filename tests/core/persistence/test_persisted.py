"""Classes of ours are written by a registered name, and read by that, by former ones, and by where they were."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Iterator
from dataclasses import dataclass, make_dataclass
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from pyrite.core.errors import StateUnreadableError
from pyrite.core.persistence import persisted as registry
from pyrite.core.persistence.persisted import PATH, PersistedNameError, find, key_path, persisted, place_of
from pyrite.core.persistence.persisted_pickling import dumps, loads
from pyrite.state.evolution import loading as evolution
from pyrite.state.evolution.migrations import Migrations
from pyrite.state.key_codec import decode_key, encode_key
from pyrite.state.key_pickles import pickled

OLD = "pyrite.test_old_place"


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """What tests register is forgotten after them."""
    tables: list[dict[Any, Any]] = [registry._BY_NAME, registry._NAMES, registry._WAS, registry._FORMER]
    before = [copy.copy(table) for table in tables]
    modules = set(sys.modules)
    yield
    for table, known in zip(tables, before, strict=True):
        table.clear()
        table.update(known)
    for name in set(sys.modules) - modules:
        if name.startswith("pyrite.test_"):
            del sys.modules[name]


class _Plain:
    def __init__(self, number: int) -> None:
        self.number = number


@dataclass(frozen=True, slots=True)
class _Fields:
    number: int


class _Number(NamedTuple):
    number: int


class _Named(_Number):
    __slots__ = ()


KINDS: list[Any] = [_Plain, _Fields, _Named]


def placed(kind: Any, module: str, name: str) -> Any:
    """A class as if it were defined in a module of ours."""
    made: Any = type(name, (), {"__init__": kind.__init__})
    if kind is _Fields:
        made = make_dataclass(name, [("number", int)], frozen=True)
    elif kind is _Named:
        made = type(name, (_Number,), {"__slots__": ()})
    made.__module__, made.__qualname__ = module, name
    sys.modules.setdefault(module, ModuleType(module))
    setattr(sys.modules[module], name, made)
    return made


def forgotten(kind: Any) -> None:
    """As in a process of a later version, where it was never there."""
    del sys.modules[kind.__module__]
    name = registry._NAMES.pop(id(kind))
    del registry._BY_NAME[name]


@pytest.mark.parametrize("kind", KINDS)
def test_moved_and_renamed_class_is_written_the_same(kind: Any) -> None:
    first = persisted("test-thing/1")(placed(kind, OLD, "Thing"))
    before = dumps([first(1), first]), evolution.dumps(first(1)), encode_key((first(1),)), pickled(first(1))
    forgotten(first)
    second = persisted("test-thing/1")(placed(kind, "pyrite.test_new_place", "Other"))
    after = dumps([second(1), second]), evolution.dumps(second(1)), encode_key((second(1),)), pickled(second(1))
    assert after == before
    assert not any(PATH in data for data in before if isinstance(data, bytes))
    assert type(pickle.loads(before[3])) is second


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_written_before_the_class_had_a_name_is_read(kind: Any) -> None:
    first = placed(kind, OLD, "Thing")
    written = pickle.dumps(first(1), 5), evolution.dumps(first(1))
    key = encode_key((first(1),))
    del sys.modules[OLD]
    second = persisted("test-thing/1", was=(f"{OLD}:Thing",))(placed(kind, "pyrite.test_new_place", "Other"))
    for data in written:
        for read in (loads, evolution.loads, lambda data: evolution.loads(data, Migrations())):
            assert (type(read(data)), read(data).number) == (second, 1)
    assert type(decode_key(key)[0]) is second


def test_class_that_was_renamed_where_it_is_is_read_by_its_former_name() -> None:
    first = placed(_Plain, OLD, "Thing")
    written = pickle.dumps([first(1)], 5)
    del sys.modules[OLD].Thing
    second = persisted("test-thing/1", was=(f"{OLD}:Thing",))(placed(_Plain, OLD, "Other"))
    assert type(loads(written)[0]) is second
    assert type(pickle.loads(written)[0]) is second  # from now on in C


def test_former_name_is_read() -> None:
    first = persisted("test-thing/1")(placed(_Plain, OLD, "Thing"))
    written = dumps(first(1))
    forgotten(first)
    second = persisted("test-thing/2", was=("test-thing/1",))(placed(_Plain, OLD, "Thing"))
    assert type(loads(written)) is second


@pytest.mark.parametrize("kind", KINDS)
def test_keys_have_the_first_name_when_the_class_gets_another(kind: Any) -> None:
    first = persisted("test-thing/1")(placed(kind, OLD, "Thing"))
    key, namespace = encode_key((first(1),)), pickled(first(1))
    forgotten(first)
    formers = ("test-thing/1", "test-thing/2")
    third = persisted("test-thing/3", was=formers)(placed(kind, "pyrite.test_new_place", "Other"))
    assert (encode_key((third(1),)), pickled(third(1))) == (key, namespace)
    assert (type(decode_key(key)[0]), type(pickle.loads(namespace))) == (third, third)


@pytest.mark.parametrize("read", [loads, evolution.loads, lambda data: evolution.loads(data, Migrations())])
def test_later_version_is_refused_with_both_names(read: Any) -> None:
    later = persisted("test-thing/2")(placed(_Plain, OLD, "Thing"))
    written = dumps(later(1))
    forgotten(later)
    persisted("test-thing/1")(placed(_Plain, OLD, "Thing"))
    with pytest.raises((PersistedNameError, StateUnreadableError), match=r"'test-thing/2'.*knows 'test-thing/1'"):
        read(written)


def test_later_version_of_what_is_written_by_field_is_refused() -> None:
    later = persisted("test-thing/2")(placed(_Fields, OLD, "Thing"))
    written = evolution.dumps(later(1))
    forgotten(later)
    with pytest.raises(StateUnreadableError, match=r"'test-thing/2'.*does not know that name"):
        evolution.loads(written)


def test_name_without_version_is_refused() -> None:
    with pytest.raises(ValueError, match="has a version, as in 'kafka-split/1', not 'thing'"):
        persisted("thing")


def test_name_of_another_class_is_refused() -> None:
    with pytest.raises(ValueError, match=rf"cannot be 'row/1': {place_of(find('row/1'))} has that name"):
        persisted("row/1")(_Plain)


def test_subclass_of_a_persisted_class_goes_by_its_own_module() -> None:
    from tests.core.persistence import test_persisted as here

    assert type(loads(dumps(here.Special(1)))) is here.Special
    assert b"tests.core.persistence.test_persisted" in dumps(here.Special(1))


class Special(find("row/1")):  # type: ignore[misc]
    """A class of a user's."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Special, tuple(self._values)


def test_class_is_in_keys_by_its_name() -> None:
    made = persisted("test-thing/1")(placed(_Fields, OLD, "Thing"))
    assert key_path(made) == ("pyrite", "test-thing/1")
    assert decode_key(encode_key((made(1),))) == (made(1),)
