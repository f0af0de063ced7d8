"""The text of print(): as PyFlink 2.3 writes untyped records. Typed ones come in Java's form there: (1,x), true."""

from __future__ import annotations

from typing import Any

import pytest

from tests.whole.behaviour.run import printed


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"),
        ("a", "a"),
        ("", ""),
        ((1, "x"), "(1, 'x')"),
        (("x",), "('x',)"),
        ([1, "x"], "[1, 'x']"),
        ({"a": 1}, "{'a': 1}"),
        ("ünï☃", "ünï☃"),
        (1.0, "1.0"),
        (True, "True"),
        (2**70, "1180591620717411303424"),
        ("two\nlines", "two\nlines"),
        (b"xy", "b'xy'"),
    ],
    ids=repr,
)
def test_record_is_printed_as_its_str(value: Any, text: str) -> None:
    """bytes are ours: PyFlink fails on them."""
    assert printed(lambda env: env.from_collection([value]).print()) == f"{text}\n"
    assert printed(lambda env: env.from_collection([value]).print("id")) == f"id> {text}\n"


@pytest.mark.parametrize("batch", [False, True])
def test_prefix_is_the_identifier_alone_with_one_subtask(batch: bool) -> None:
    assert printed(lambda env: env.from_collection(["a", "b"]).print("id"), batch=batch) == "id> a\nid> b\n"
    assert printed(lambda env: env.from_collection(["a", "b"]).print(), batch=batch) == "a\nb\n"
    assert printed(lambda env: env.from_collection(["a", "b"]).print(""), batch=batch) == "a\nb\n"


def test_prefix_has_the_number_of_the_subtask_from_one() -> None:
    text = printed(lambda env: env.from_collection(["a", "b", "c", "d"]).rebalance().print(), parallelism=2)
    assert {line[:3] for line in text.splitlines()} == {"1> ", "2> "}
    assert sorted(line[3:] for line in text.splitlines()) == ["a", "b", "c", "d"]
    text = printed(lambda env: env.from_collection(["a", "b", "c", "d"]).rebalance().print("id"), parallelism=2)
    assert {line[:6] for line in text.splitlines()} == {"id:1> ", "id:2> "}


def test_prefix_follows_the_sinks_own_parallelism() -> None:
    text = printed(lambda env: env.from_collection(["a", "b"]).print("id").set_parallelism(1), parallelism=2)
    assert sorted(text.splitlines()) == ["id> a", "id> b"]


def test_keyed_stream_prints_its_records() -> None:
    """With the identifier, which PyFlink forgets on keyed streams."""
    assert printed(lambda env: env.from_collection(["a", "b", "a"]).key_by(lambda v: v).print()) == "a\nb\na\n"
    assert printed(lambda env: env.from_collection([("a", 1)]).key_by(lambda v: v[0]).print("k")) == "k> ('a', 1)\n"
