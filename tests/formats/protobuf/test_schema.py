"""Protobuf messages of a class that protoc has made, and of a descriptor set."""

from __future__ import annotations

import importlib
import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pyrite.common import Row, TypeInformation, Types
from pyrite.core.errors import InvalidProgramError, MissingDependencyError
from pyrite.datastream.formats.protobuf import ProtobufDeserializationSchema, ProtobufSerializationSchema
from tests.formats.typed_values import TEXT


@dataclass(frozen=True)
class Compiled:
    """What protoc made of order.proto."""

    module: Any
    descriptor_set: bytes


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Compiled]:
    folder = tmp_path_factory.mktemp("protobuf")
    here = Path(__file__).parent
    protoc = [sys.executable, "-m", "grpc_tools.protoc", f"-I{here}", f"--python_out={folder}"]
    options = ["--include_imports", f"--descriptor_set_out={folder / 'order.desc'}"]
    subprocess.run([*protoc, *options, "order.proto"], check=True)
    sys.path.insert(0, str(folder))
    yield Compiled(importlib.import_module("order_pb2"), (folder / "order.desc").read_bytes())
    sys.path.remove(str(folder))


ORDER: dict[str, Any] = {
    "id": 2**63 - 1,
    "user": "é",
    "amount": 1.5,
    "state": "PAID",
    "items": [{"sku": "a", "count": -1}, {"sku": "", "count": 0}],
    "tags": {"x": 1},
    "lines": {7: {"sku": "b", "count": 2}},
    "note": "",
    "raw": b"\x00\xff",
    "best": None,
    "at": {"seconds": 5, "nanos": 6},
    "card": None,
    "cash": 2**32 - 1,
    "states": ["PAID", "OPEN"],
    "parent": None,
}


def reader(made: Compiled, records: str) -> ProtobufDeserializationSchema:
    return ProtobufDeserializationSchema(made.module.Order, records=records)


def test_dict_becomes_the_message_and_comes_back(made: Compiled) -> None:
    message = ProtobufSerializationSchema(made.module.Order).serialize(ORDER)
    actual = made.module.Order.FromString(message)
    assert (actual.id, actual.state, actual.items[0].sku, actual.HasField("note")) == (2**63 - 1, 1, "a", True)
    assert reader(made, "dict").deserialize(message) == ORDER


def test_row_becomes_the_message_and_comes_back(made: Compiled) -> None:
    order = ORDER | {
        "items": [Row(sku="a", count=1)],
        "lines": {7: Row(sku="b", count=2)},
        "at": Row(seconds=5, nanos=6),
        "best": Row(sku="c", count=3),
    }
    message = ProtobufSerializationSchema(made.module.Order).serialize(Row(**order))
    assert reader(made, "row").deserialize(message) == Row(**order)


def test_message_is_written_as_it_is_and_comes_back(made: Compiled) -> None:
    order = made.module.Order(id=5, parent=made.module.Order(id=4))
    message = ProtobufSerializationSchema(made.module.Order).serialize(order)
    actual = reader(made, "message").deserialize(message)
    assert actual == order and type(actual) is made.module.Order
    assert reader(made, "dict").deserialize(message)["parent"]["id"] == 4


def test_message_type_is_found_in_a_descriptor_set(made: Compiled) -> None:
    described = {"descriptor_set": made.descriptor_set, "message_name": "shop.Order"}
    message = ProtobufSerializationSchema(**described).serialize(ORDER)  # type: ignore[arg-type]
    assert ProtobufDeserializationSchema(**described).deserialize(message) == ORDER  # type: ignore[arg-type]
    assert made.module.Order.FromString(message).user == "é"


def test_unset_fields_have_their_defaults_and_unknown_enum_numbers_stay(made: Compiled) -> None:
    actual = reader(made, "dict").deserialize(made.module.Order(state=77).SerializeToString())
    assert (actual["id"], actual["user"], actual["state"], actual["items"], actual["note"]) == (0, "", 77, [], None)


def test_row_type_tells_the_fields(made: Compiled) -> None:
    kind: Any = reader(made, "row").get_produced_type()
    types: dict[str, TypeInformation] = dict(zip(kind.get_field_names(), kind.get_field_types(), strict=True))
    item = Types.ROW_NAMED(["sku", "count"], [Types.STRING(), Types.INT()])
    assert types["items"] == Types.OBJECT_ARRAY(item)
    assert types["lines"] == Types.MAP(Types.INT(), item)
    assert (types["state"], types["cash"], types["raw"]) == (
        Types.STRING(),
        Types.LONG(),
        Types.PRIMITIVE_ARRAY(Types.BYTE()),
    )
    assert types["parent"] == Types.PICKLED_BYTE_ARRAY()
    assert reader(made, "dict").get_produced_type() == Types.PICKLED_BYTE_ARRAY()


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"id": 2**63}, r"field 'id': Value out of range"),
        ({"id": "x"}, r"field 'id': "),
        ({"nobody": 1}, r"field 'nobody': .*no \"nobody\" field"),
        ({"state": "NO"}, r"field 'state': unknown enum label"),
        ({"items": [{"sku": 1}]}, r"field 'items': "),
    ],
)
def test_value_that_the_message_cannot_hold_is_refused_with_its_field(
    made: Compiled, changes: dict[str, Any], why: str
) -> None:
    with pytest.raises(TypeError, match=why):
        ProtobufSerializationSchema(made.module.Order).serialize(ORDER | changes)


def test_other_things_are_refused(made: Compiled) -> None:
    with pytest.raises(TypeError, match=r"expected a dict, a row or a message 'shop\.Order', got 17"):
        ProtobufSerializationSchema(made.module.Order).serialize(17)
    with pytest.raises(TypeError, match=r"expected a dict, a row or a message 'shop\.Order'"):
        ProtobufSerializationSchema(made.module.Order).serialize(made.module.Item())
    with pytest.raises(Exception, match="Error parsing message"):
        reader(made, "dict").deserialize(b"\xff")


def test_schemas_pickle_without_the_generated_module(made: Compiled) -> None:
    writer, in_rows = ProtobufSerializationSchema(made.module.Order), reader(made, "row")
    message = writer.serialize({"id": 1})
    in_rows.deserialize(message)
    code = (
        "import pickle, sys\n"
        "writer, reader = pickle.loads(sys.stdin.buffer.read())\n"
        "assert 'order_pb2' not in sys.modules\n"
        "print(reader.deserialize(writer.serialize({'id': 1, 'tags': {'a': 2}})).tags)\n"
    )
    reported = pickle.dumps((writer, in_rows))
    done = subprocess.run([sys.executable, "-c", code], input=reported, capture_output=True, check=True)
    assert done.stdout.decode().strip() == "{'a': 2}"
    assert pickle.loads(pickle.dumps(reader(made, "message"))).deserialize(message) == made.module.Order(id=1)


def test_wrong_settings_are_refused(made: Compiled) -> None:
    with pytest.raises(InvalidProgramError, match="records must be one of"):
        reader(made, "tuple")
    with pytest.raises(InvalidProgramError, match="pass a generated class, or descriptor_set and message_name"):
        ProtobufSerializationSchema()
    with pytest.raises(InvalidProgramError, match="expected a generated class such as Order, got <class 'int'>"):
        ProtobufSerializationSchema(int)
    with pytest.raises(InvalidProgramError, match=r"no message 'shop\.Nobody' in the descriptor set"):
        ProtobufSerializationSchema(descriptor_set=made.descriptor_set, message_name="shop.Nobody")
    with pytest.raises(InvalidProgramError, match="need a generated class that can be imported"):
        ProtobufDeserializationSchema(descriptor_set=made.descriptor_set, message_name="shop.Order", records="message")


def test_missing_package_names_the_pip_line(made: Compiled, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "google"]:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'pyrite\[protobuf\]'"):
        reader(made, "dict")


ITEMS = st.fixed_dictionaries({"sku": TEXT, "count": st.integers(-(2**31), 2**31 - 1)})
ORDERS = st.fixed_dictionaries(
    {
        "id": st.integers(-(2**63), 2**63 - 1),
        "user": TEXT,
        "amount": st.floats(allow_nan=False),
        "state": st.sampled_from(["OPEN", "PAID"]),
        "items": st.lists(ITEMS, max_size=3),
        "tags": st.dictionaries(TEXT, st.integers(-(2**31), 2**31 - 1), max_size=3),
        "lines": st.dictionaries(st.integers(0, 9), ITEMS, max_size=3),
        "note": st.none() | TEXT,
        "raw": st.binary(max_size=9),
        "best": st.none() | ITEMS,
        "card": st.none() | TEXT,
    }
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ORDERS)
def test_any_order_comes_back(made: Compiled, order: dict[str, Any]) -> None:
    message = ProtobufSerializationSchema(made.module.Order).serialize(order)
    actual = reader(made, "dict").deserialize(message)
    assert {name: actual[name] for name in order} == order
