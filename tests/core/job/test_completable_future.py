"""CompletableFuture: PyFlink's methods over a future of Python's."""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError, wait
from concurrent.futures import TimeoutError as FutureTimeoutError

import pytest

from pyrite.core.job.completable_future import CompletableFuture


def test_completed_future_has_its_result() -> None:
    future = CompletableFuture.completed(5)
    assert (future.done(), future.result(), future.exception(), future.cancelled()) == (True, 5, None, False)


def test_future_waits_for_its_result() -> None:
    future: CompletableFuture[int] = CompletableFuture()
    assert not future.done()
    with pytest.raises(FutureTimeoutError):
        future.result(0)
    threading.Timer(0.01, future.set_result, [7]).start()
    assert future.result(10) == 7


def test_future_raises_what_it_failed_with() -> None:
    future: CompletableFuture[int] = CompletableFuture()
    error = OSError("no result today")
    future.set_exception(error)
    assert (future.done(), future.exception()) == (True, error)
    with pytest.raises(OSError, match="no result today"):
        future.result()


def test_cancelled_future_says_so() -> None:
    future: CompletableFuture[int] = CompletableFuture()
    assert future.cancel()
    assert (future.cancelled(), future.done()) == (True, True)
    assert not CompletableFuture.completed(1).cancel()


def test_future_can_be_waited_for_with_others() -> None:
    done = CompletableFuture.completed(1)
    open_one: CompletableFuture[int] = CompletableFuture()
    assert wait([done, open_one], timeout=0).done == {done}


def test_next_future_has_what_is_made_of_the_result() -> None:
    first: CompletableFuture[int] = CompletableFuture()
    second = first.then(str)
    assert not second.done()
    first.set_result(7)
    assert second.result(0) == "7"


def test_next_future_has_the_error_of_the_first_or_of_its_function() -> None:
    with pytest.raises(OSError, match="no result today"):
        CompletableFuture.failed(OSError("no result today")).then(str).result(0)
    with pytest.raises(ZeroDivisionError):
        CompletableFuture.completed(0).then(lambda number: 1 // number).result(0)


def test_next_future_fails_when_the_first_is_cancelled() -> None:
    first: CompletableFuture[int] = CompletableFuture()
    second = first.then(str)
    first.cancel()
    assert isinstance(second.exception(0), CancelledError)
