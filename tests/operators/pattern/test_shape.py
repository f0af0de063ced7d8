"""The shape of an automaton is in checkpoints: it is what it was when they were written."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.cep import Pattern
from pyrite.common import Time
from pyrite.operators.pattern.compiler import compile_pattern


def is_a(event: Any) -> bool:
    return bool(event == "a")


def begun() -> Pattern:
    return Pattern.begin("a").where(is_a)


SHAPES = {
    "f": begun().followed_by("b").where(lambda event: event == "b").within(Time.milliseconds(10)),
    "g": begun().one_or_more().greedy().next("b").where(lambda event: event == "b"),
    "u": begun().one_or_more().until(lambda event: event == "u").followed_by_any("b").where(is_a),
    "n": begun().times(2, 3).consecutive().not_followed_by("n").where(is_a).followed_by("b").where(is_a),
}


@pytest.mark.parametrize(
    ("name", "shape"), [("f", "a4010410"), ("g", "4e115663"), ("u", "c3522454"), ("n", "032cddd6")]
)
def test_shape_of_a_pattern_stays(name: str, shape: str) -> None:
    assert compile_pattern(SHAPES[name]).shape == shape
