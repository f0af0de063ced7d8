"""Dataclasses as JSON and back."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Any, Optional

import pytest

from pyrite.core.json_dataclasses import JsonSchemas, Omitted, Wire, of_json, to_json


@dataclass(frozen=True)
class Inner:
    number: float


@dataclass(frozen=True, kw_only=True)
class Outer:
    start_time: Annotated[int, Wire("start-time")]
    cause: Annotated[Optional[str], Omitted("failure-cause")] = None
    path: Optional[str] = None
    parts: tuple[Inner, ...] = ()
    by_name: dict[str, Inner] = field(default_factory=dict)


def test_fields_have_their_names_of_the_wire() -> None:
    assert to_json(Outer(start_time=7)) == {"start-time": 7, "path": None, "parts": [], "by_name": {}}


def test_value_is_read_again() -> None:
    value = Outer(start_time=7, cause="why", parts=(Inner(1.5),), by_name={"a": Inner(2.0)})
    assert of_json(Outer, to_json(value)) == value


def test_number_that_is_none_is_text() -> None:
    assert to_json(Inner(math.nan)) == {"number": "NaN"}
    assert math.isnan(of_json(Inner, {"number": "NaN"}).number)


class Color(Enum):
    RED = 0


@dataclass(frozen=True)
class Painted:
    color: Color


def test_member_of_an_enum_is_its_name() -> None:
    assert to_json(Painted(Color.RED)) == {"color": "RED"}
    assert of_json(Painted, {"color": "RED"}) == Painted(Color.RED)
    for wrong in ("BLUE", 0, ["RED"]):
        with pytest.raises(ValueError, match=r"Painted.color: expected one of RED"):
            of_json(Painted, {"color": wrong})


def test_unknown_fields_are_ignored() -> None:
    assert of_json(Inner, {"number": 1, "later": True}) == Inner(1.0)


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ({}, "start-time"),
        ({"start-time": "7"}, "Outer.start-time"),
        ({"start-time": 7, "parts": [{"number": 1}, 3]}, r"Outer.parts\[1\]: expected an object"),
    ],
)
def test_what_does_not_fit_is_named(content: Any, place: str) -> None:
    with pytest.raises(ValueError, match=place):
        of_json(Outer, content)


def test_schema_requires_what_is_always_there() -> None:
    schemas = JsonSchemas()
    assert schemas.of(Outer) == {"$ref": "#/components/schemas/Outer"}
    outer = schemas.schemas["Outer"]
    assert outer["required"] == ["start-time", "path", "parts", "by_name"]
    assert outer["properties"]["failure-cause"] == {"type": "string"}
