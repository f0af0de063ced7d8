"""Guarantees: the weakest link decides, and is named."""

from __future__ import annotations

from pyrite.core.connector.guarantee import (
    AT_LEAST_ONCE,
    AT_MOST_ONCE,
    EXACTLY_ONCE,
    NO_GUARANTEE,
    EndToEnd,
    Guarantee,
    Link,
)


def test_weakest_link_decides_and_is_named() -> None:
    source = Link("source 'kafka'", Guarantee(EXACTLY_ONCE, "positions are part of the checkpoint"))
    sink = Link("sink 'redis'", Guarantee(AT_LEAST_ONCE, "no transactions"))
    assert str(EndToEnd.of([source, sink])) == "end to end: at-least-once, because of sink 'redis' (no transactions)"


def test_reason_is_reported_once() -> None:
    sink = Link("sink 'print'", Guarantee(AT_LEAST_ONCE, "no transactions"))
    assert str(EndToEnd.of([sink, sink])) == "end to end: at-least-once, because of sink 'print' (no transactions)"


def test_job_of_strong_links_is_exactly_once() -> None:
    assert str(EndToEnd.of([Link("source 'numbers'", Guarantee(EXACTLY_ONCE, ""))])) == "end to end: exactly-once"


def test_what_loses_and_what_repeats_is_no_guarantee_at_all() -> None:
    assert AT_MOST_ONCE.then(AT_LEAST_ONCE) == NO_GUARANTEE
    assert str(NO_GUARANTEE) == "none"
