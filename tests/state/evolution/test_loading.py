"""Evolution: values are read again after their classes have changed, and what cannot be is refused with the reason."""

from __future__ import annotations

import pickle
from collections import namedtuple
from dataclasses import dataclass, field, make_dataclass, replace
from datetime import datetime
from decimal import Decimal
from enum import Enum
from typing import Any, NamedTuple, Optional

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.errors import InvalidProgramError, JobRefusedError, StateUnreadableError
from pyrite.core.types.rows import Row
from pyrite.core.windows.windows import TimeWindow
from pyrite.state.evolution.loading import NO_MIGRATIONS, Migrations, dumps, loads
from tests.state.shop import Shop

CHECKED = Migrations()


@dataclass
class Order:
    number: int
    items: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Price:
    amount: Decimal
    currency: str = "EUR"


class Point(NamedTuple):
    x: int
    y: int = 0


@dataclass
class Node:
    name: str
    parent: Optional[Node] = None
    children: list[Node] = field(default_factory=list)


@dataclass
class Counted:
    """Has an attribute that is no field."""

    number: int

    def __post_init__(self) -> None:
        self.doubled = 2 * self.number


@dataclass
class WithItsOwnWay:
    number: int

    def __getstate__(self) -> dict[str, Any]:
        return {"number": -self.number}


@dataclass
class Problem(Exception):
    code: int


@dataclass
class WithProperty:
    number: int = 0

    @property
    def half(self) -> float:
        return self.number / 2


class Colour(Enum):
    RED = 1


class Plain:
    def __init__(self, number: int) -> None:
        self.number = number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plain) and other.number == self.number

    def __repr__(self) -> str:
        return f"Plain({self.number})"


VALUES = [
    *(
        1,
        2**100,
        1.5,
        "é",
        b"x",
        None,
        (1, (2,)),
        {"a": [1]},
        {1},
        frozenset({2}),
        Row(1, 2),
        Row(a=1),
        datetime(2020, 1, 1),
    ),
    *(Order(1, ["a"]), Price(Decimal("1.5")), Point(1, 2), TimeWindow(1, 2), Colour.RED, Plain(3), WithProperty(4)),
    *({Point(1, 2): Price(Decimal(1))}, [Order(1), Order(2)], (Price(Decimal(1)), Order(3))),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_value_is_read_as_it_was_written(value: Any) -> None:
    for again in (loads(dumps(value)), loads(dumps(value), CHECKED), loads(pickle.dumps(value, 5), CHECKED)):
        assert again == value
        assert type(again) is type(value)
    assert pickle.loads(dumps(value)) == value


@given(st.recursive(st.integers() | st.text(), lambda inner: st.builds(Order, st.integers(), st.lists(inner))))
def test_nested_values_are_read_as_they_were_written(value: Any) -> None:
    assert loads(dumps(value), CHECKED) == value


def test_attributes_that_are_no_fields_stay() -> None:
    again = loads(dumps(Counted(4)))
    assert (again.number, again.doubled) == (4, 8)


def test_value_that_holds_itself_is_read_as_it_was() -> None:
    parent = Node("parent")
    parent.children, parent.parent = [Node("child", parent)], parent
    again = loads(dumps({"tree": parent}), CHECKED)["tree"]
    assert again.children[0].parent is again.parent is again
    assert (again.name, again.children[0].name) == ("parent", "child")


def test_value_that_two_hold_is_one_again() -> None:
    shared = Order(1)
    first, second = loads(dumps([shared, shared]))
    assert first is second


@pytest.mark.parametrize("value", [WithItsOwnWay(3), Problem(5)], ids=repr)
def test_class_with_its_own_way_is_pickled_that_way(value: Any) -> None:
    ours, theirs = loads(dumps(value)), pickle.loads(pickle.dumps(value))
    assert vars(ours) == vars(theirs)


def test_plain_values_are_written_as_pickle_does() -> None:
    value = {number: (number, str(number)) for number in range(1000)}
    assert len(dumps(value)) == len(pickle.dumps(value, 5))


def test_fields_are_named_once() -> None:
    assert dumps([Order(n) for n in range(50)]).count(b"items") == 1


# Changed classes ------------------------------------------------------------------------------------------------------


@pytest.fixture
def shop(monkeypatch: pytest.MonkeyPatch) -> Shop:
    return Shop(monkeypatch)


@pytest.mark.parametrize("options", [{}, {"frozen": True}, {"slots": True}, {"frozen": True, "slots": True}], ids=repr)
def test_dataclass_that_gained_and_lost_fields(shop: Shop, options: dict[str, Any]) -> None:
    written = dumps(shop.has(make_dataclass("Item", [("a", int), ("b", int)], **options))(1, 2))
    gained = [("c", int, field(default=3)), ("d", list, field(default_factory=lambda: [4]))]
    now = shop.has(make_dataclass("Item", [("b", int), *gained], **options))
    assert loads(written) == loads(written, CHECKED) == now(2, 3, [4])
    assert loads(written).d is not loads(written).d


def test_fields_in_another_order_go_by_name(shop: Shop) -> None:
    written = dumps(shop.has(make_dataclass("Item", ["a", "b"]))(1, 2))
    now = shop.has(make_dataclass("Item", ["b", "a"]))
    assert loads(written) == now(2, 1)


def test_named_tuple_that_gained_and_lost_fields(shop: Shop) -> None:
    written = dumps(shop.has(namedtuple("Item", "a b"))(1, 2))
    now = shop.has(namedtuple("Item", "c b", defaults=(7,)))
    with pytest.raises(StateUnreadableError, match="without a default: c"):
        loads(written, CHECKED)
    now = shop.has(namedtuple("Item", "b c", defaults=(7,)))
    assert loads(written) == now(2, 7)


def test_named_tuple_that_became_a_dataclass(shop: Shop) -> None:
    written = dumps(shop.has(namedtuple("Item", "a b"))(1, 2))
    now = shop.has(make_dataclass("Item", ["a", "b"]))
    assert loads(written) == now(1, 2)


def test_gained_field_without_a_default_is_refused(shop: Shop) -> None:
    written = dumps(shop.has(make_dataclass("Item", ["a"]))(1))
    shop.has(make_dataclass("Item", ["a", "b"]))
    with pytest.raises(StateUnreadableError, match=r"shop\.Item has new fields without a default: b\. Add defaults"):
        loads(written)


def test_function_makes_the_value_of_its_fields(shop: Shop) -> None:
    written = dumps({"k": shop.has(make_dataclass("Item", ["a", "b"]))(1, 2)})
    now = shop.has(make_dataclass("Item", ["sum"]))
    assert loads(written, Migrations({"shop.Item": lambda fields: now(fields["a"] + fields["b"])})) == {"k": now(3)}


def test_function_that_raises_is_reported_of(shop: Shop) -> None:
    written = dumps(shop.has(make_dataclass("Item", ["a"]))(1))
    with pytest.raises(StateUnreadableError, match=r"migration of shop\.Item raised KeyError: 'b', for .* \{'a': 1\}"):
        loads(written, Migrations({"shop.Item": lambda fields: fields["b"]}))


def test_renamed_class_is_read_as_its_new_one(shop: Shop) -> None:
    written = dumps(shop.has(make_dataclass("Item", ["a"]))(1))
    shop.lacks("Item")
    with pytest.raises(StateUnreadableError, match=r"the module shop has no Item\. If .* Migrations\(\{'shop\.Item': "):
        loads(written)
    now = make_dataclass("Article", [("a", int), ("b", int, field(default=2))])
    assert loads(written, Migrations({"shop.Item": now})) == now(1, 2)


def test_renamed_class_that_is_not_written_by_field(shop: Shop) -> None:
    written = dumps([shop.has(type("Item", (), {}))()])
    shop.lacks("Item")
    assert type(loads(written, Migrations({"shop.Item": Plain}))[0]) is Plain
    with pytest.raises(StateUnreadableError, match="must be a class, not a function"):
        loads(written, Migrations({"shop.Item": lambda fields: 1}))


def test_module_that_is_gone_is_named() -> None:
    written = dumps(Order(1)).replace(b"tests.state.evolution.test_loading", b"tests.state.evolution.test_loadink")
    with pytest.raises(StateUnreadableError, match=r"tests\.state\.evolution\.test_loadink cannot be imported"):
        loads(written)


def test_class_that_is_no_dataclass_any_more_is_refused(shop: Shop) -> None:
    written = dumps(shop.has(make_dataclass("Item", ["a"]))(1))
    shop.has(type("Item", (), {}))
    with pytest.raises(StateUnreadableError, match="no longer a dataclass or NamedTuple"):
        loads(written)


def test_value_that_holds_itself_is_read_as_a_renamed_class(shop: Shop) -> None:
    item = shop.has(make_dataclass("Item", ["a"]))(None)
    item.a = item
    written = dumps(item)
    now = make_dataclass("Article", ["a"])
    again = loads(written, Migrations({"shop.Item": now}))
    assert again.a is again
    assert type(again) is now
    with pytest.raises(StateUnreadableError, match=r"shop\.Item contains itself"):
        loads(written, Migrations({"shop.Item": lambda fields: 1}))


# Without the user's code ----------------------------------------------------------------------------------------------


def test_unknown_dataclass_is_a_row_where_there_is_no_code(shop: Shop) -> None:
    item = shop.has(make_dataclass("Item", ["a", "b"]))
    pair = shop.has(namedtuple("Pair", "x y"))
    written = dumps([item(1, pair(2, 3)), (4, Row(5))])
    shop.lacks("Item")
    shop.lacks("Pair")
    assert loads(written, Migrations.plain()) == [Row(a=1, b=Row(x=2, y=3)), (4, Row(5))]


def test_unknown_other_class_is_refused_where_there_is_no_code(shop: Shop) -> None:
    written = dumps(shop.has(type("Item", (), {}))())
    shop.lacks("Item")
    with pytest.raises(StateUnreadableError, match="the module shop has no Item"):
        loads(written, Migrations.plain())


def test_bytes_that_are_no_pickle_are_refused() -> None:
    with pytest.raises(StateUnreadableError, match="UnpicklingError"):
        loads(b"nonsense")


def test_error_is_final_and_pickles() -> None:
    error = StateUnreadableError("why")
    assert isinstance(error, JobRefusedError)
    assert str(pickle.loads(pickle.dumps(error))) == "why"


@pytest.mark.parametrize(("name", "migration"), [("Item", Plain), ("shop.Item", 5)])
def test_migrations_check_themselves(name: str, migration: Any) -> None:
    with pytest.raises(
        InvalidProgramError, match=r"a migration needs the full former name|must be a class or a function"
    ):
        Migrations({name: migration})


def test_code_that_wrote_it_migrates_nothing(shop: Shop) -> None:
    """Else what was migrated once would be again, after a restart."""
    item = shop.has(make_dataclass("Item", ["a"]))(1)
    reported = Migrations({"shop.Item": lambda fields: "migrated"})
    assert loads(dumps(item), reported) == "migrated"
    assert loads(dumps(item), replace(reported, same_code=True)) == loads(dumps(item), NO_MIGRATIONS) == item
