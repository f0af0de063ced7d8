"""The pauses between attempts."""

from __future__ import annotations

import time
from random import Random

import pytest

from pyrite.core.backoff import Backoff


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    pauses: list[float] = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    return pauses


def test_pauses_grow_up_to_the_limit() -> None:
    backoff = Backoff(100, longest_ms=1000)
    assert [backoff.pause_ms(failures) for failures in range(1, 7)] == [100, 200, 400, 800, 1000, 1000]


def test_multiplier_of_one_keeps_the_pause() -> None:
    assert [Backoff(50, multiplier=1).pause_ms(failures) for failures in (1, 2, 9)] == [50, 50, 50]


def test_multiplier_below_one_shortens_the_pause() -> None:
    assert [Backoff(100, multiplier=0.5).pause_ms(failures) for failures in (1, 2, 3)] == [100, 50, 25]


def test_pause_after_very_many_failures_is_the_limit() -> None:
    assert Backoff(1, longest_ms=5000).pause_ms(1_000_000) == 5000


@pytest.mark.parametrize("failures", [1, 3, 20])
def test_jitter_stays_within_the_limits(failures: int) -> None:
    backoff, random = Backoff(100, longest_ms=1000, jitter=0.5), Random(7)
    pauses = {backoff.pause_ms(failures, random) for _ in range(200)}
    assert min(pauses) >= 100
    assert max(pauses) <= 1000
    assert len(pauses) > 1 or failures == 20


def test_waiting_ends_with_the_retries(slept: list[float]) -> None:
    backoff = Backoff(100, retries=2)
    assert [backoff.wait_after(failures) for failures in (1, 2, 3)] == [True, True, False]
    assert slept == [0.1, 0.2]


def test_no_retry_follows_when_there_are_none(slept: list[float]) -> None:
    assert not Backoff(100, retries=0).wait_after(1)
    assert slept == []


def test_waiting_never_ends_without_a_number_of_retries(slept: list[float]) -> None:
    assert Backoff(1, longest_ms=1).wait_after(10**9)
