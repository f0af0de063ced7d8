"""Samples of a task's stacks, and how the driver gathers them."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from pyrite.runtime.spark.driver.stack_requests import StackRequests
from pyrite.runtime.spark.task.stack_sampler import StackSampler
from pyrite.runtime.wire.messages import SampleStacks, StacksSampled
from pyrite.runtime.wire.stack_samples import StackRequest, StackSamples


class Worker:
    """A thread that computes or waits, as a task does."""

    def __init__(self) -> None:
        self._left = threading.Event()
        self._must_wait = threading.Event()
        self.thread = threading.Thread(target=self._work, daemon=True, name="worker")

    def _work(self) -> None:
        while not self._left.is_set():
            if self._must_wait.is_set():
                self._left.wait()
            sum(range(1000))

    def wait(self) -> None:
        self._must_wait.set()

    def leave(self) -> None:
        self._left.set()
        self.thread.join()

    def sample(self) -> StackSamples:
        assert self.thread.ident is not None
        return StackSampler(self.thread.ident, lambda _: None).sample(StackRequest(samples=10, delay_ms=10, depth=2))


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker()
    made.thread.start()
    yield made
    made.leave()


def test_stacks_say_what_is_computed_and_what_waits(worker: Worker) -> None:
    computing = worker.sample().counts
    assert sum(computing.values()) == 10
    assert any(is_on_cpu and stack[-1].startswith(f"{__name__}.Worker._work:") for stack, is_on_cpu in computing)
    worker.wait()
    waiting = worker.sample().counts
    assert any(not is_on_cpu and stack[-1].startswith("threading.Condition.wait:") for stack, is_on_cpu in waiting)
    assert all(len(stack) == 2 for stack, _ in (*computing, *waiting))  # the innermost frames


def test_threads_are_named_with_their_stacks(worker: Worker) -> None:
    threads = dict(worker.sample().threads)
    assert "in _work" in threads["worker"]


def test_request_is_answered_when_all_tasks_have_answered() -> None:
    requests, sent = StackRequests(), []

    def send(task: tuple[int, int], message: SampleStacks) -> None:
        sent.append((task, message.request_id))

    asked = requests.ask(StackRequest(), [(0, 0), (0, 1)], send)
    for task, number in list(sent):
        assert not asked.done()
        requests.take(task, StacksSampled(number, StackSamples(threads=(("main", str(task)),))))
    assert {task: stacks.threads[0][1] for task, stacks in asked.result(0).items()} == {
        (0, 0): "(0, 0)",
        (0, 1): "(0, 1)",
    }
    requests.take((0, 0), StacksSampled(1, StackSamples()))  # comes too late, and changes nothing


def test_request_to_no_task_is_answered_at_once() -> None:
    assert StackRequests().ask(StackRequest(), [], lambda task, message: None).result(0) == {}


def test_task_that_is_gone_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrite.runtime.spark.driver.stack_requests._LATE_S", 0.01)
    assert StackRequests().ask(StackRequest(), [(0, 0)], lambda task, message: None).result(10) == {}
