"""SeenIds: what is a repeat, and what is forgotten."""

from __future__ import annotations

import pytest

from pyrite.connectors.rabbitmq import source
from pyrite.connectors.rabbitmq.source import SeenIds


def test_id_is_new_once() -> None:
    seen = SeenIds()
    assert [seen.add(one) for one in "aab"] == [True, False, True]


def test_restored_ids_are_repeats() -> None:
    seen = SeenIds("ab")
    assert [seen.add(one) for one in "abc"] == [False, False, True]


def test_snapshot_has_all_that_is_not_forgotten() -> None:
    seen = SeenIds("a")
    seen.add("b")
    assert seen.snapshot(1) == ("a", "b")
    seen.acknowledged(1)
    seen.add("c")
    assert seen.snapshot(2) == ("a", "b", "c")


def test_oldest_acknowledged_ids_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "REMEMBERED", 2)
    monkeypatch.setattr(source, "CHECKPOINTS", 1)
    seen = SeenIds()
    for number, one in enumerate("abcd"):
        seen.add(one)
        seen.snapshot(number)
    seen.acknowledged(2)
    assert seen.snapshot(4) == ("b", "c", "d"), "d is not acknowledged, so it does not count"
    assert seen.add("a")


def test_ids_of_the_last_complete_checkpoints_are_never_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "REMEMBERED", 2)
    seen = SeenIds()
    for number, some in enumerate(("abcde", "fghij", "klmno", "p")):
        for one in some:
            seen.add(one)
        seen.snapshot(number)
        seen.acknowledged(number)
    assert "".join(seen.snapshot(4)) == "fghijklmnop"


def test_ids_that_are_not_acknowledged_are_never_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "REMEMBERED", 0)
    seen = SeenIds("ab")
    seen.acknowledged(1)
    assert seen.snapshot(2) == ("a", "b")
