"""Slots: a job waits for those that other jobs of the context use, and is refused with the numbers."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import SlotsUnavailableError
from pyrite.runtime.spark.driver import attempt_runner
from pyrite.runtime.spark.driver.attempt_runner import check_slots, wait_for_slots
from tests.graph.programs import execution_graph
from tests.runtime.master.job_master_driver import counting_env


class Session:
    """As much of a Spark session as is asked for slots: `in_use` gives the next answer each time."""

    def __init__(self, slots: int, in_use: list[int], master: str = "local[2]") -> None:
        self.slots, self.in_use, self.master = slots, in_use, master
        self.sparkContext = self

    def getConf(self) -> dict[str, str]:
        return {}


@pytest.fixture(autouse=True)
def answers(monkeypatch: pytest.MonkeyPatch) -> None:
    def in_use(session: Session) -> int:
        return session.in_use.pop(0) if len(session.in_use) > 1 else session.in_use[0]

    monkeypatch.setattr(attempt_runner, "slots_now", lambda session: session.slots)
    monkeypatch.setattr(attempt_runner, "slots_in_use", in_use)


def wait(session: Any, timeout: str = "200 ms", batch: bool = False) -> None:
    wait_for_slots(session, execution_graph(counting_env()), Configuration({"slot.request.timeout": timeout}), batch)


def test_job_waits_for_the_slots_of_another_one() -> None:
    session = Session(6, [3, 3, 2])
    wait(session, "60 s")
    assert session.in_use == [2]


def test_wait_for_slots_is_reported_at_growing_intervals(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(attempt_runner, "_REPORT_S", 0.15)
    wait(Session(6, [3] * 11 + [2]), "60 s")
    lines = [record.getMessage() for record in caplog.records]
    assert 1 <= len(lines) <= 4  # after 0.15, 0.3, 0.6 and 1.2 s
    assert "job 'Test job' needs 4 Spark slots at once, but 3 are free, and 3 are in use by other jobs" in lines[0]


def test_job_is_refused_with_the_slots_that_are_there_and_in_use() -> None:
    with pytest.raises(
        SlotsUnavailableError, match=r"needs 4 Spark slots at once, but 1 are free, and 5 are in use by other"
    ):
        wait(Session(6, [5]))


def test_job_too_large_for_a_local_master_is_refused_at_once() -> None:
    with pytest.raises(SlotsUnavailableError, match="needs 4 Spark slots at once, but 3 are free "):
        wait(Session(3, [0]), "600 s")


def test_job_that_is_ended_does_not_wait_any_longer() -> None:
    ended = threading.Event()
    ended.set()
    settings = Configuration({"slot.request.timeout": "600 s"})
    with pytest.raises(SlotsUnavailableError, match="was canceled while it waited for slots"):
        wait_for_slots(Session(6, [5]), execution_graph(counting_env()), settings, False, cancelled=ended)


def test_batch_job_needs_no_slots_of_its_own() -> None:
    wait(Session(1, [1]), batch=True)


def test_rescaled_job_makes_room_itself() -> None:
    check_slots(Session(4, [4]), execution_graph(counting_env()))
    with pytest.raises(SlotsUnavailableError, match="but 3 are free "):
        check_slots(Session(3, [3]), execution_graph(counting_env()))


@pytest.mark.parametrize(
    ("pending", "advice"), [(20, "cancel a job, or add a worker"), (2, "Lower the parallelism, give Spark more cores")]
)
def test_job_that_waits_for_executors_is_refused_with_what_helps(
    monkeypatch: pytest.MonkeyPatch, pending: int, advice: str
) -> None:
    monkeypatch.setattr(attempt_runner, "pending_slots", lambda session: pending)
    with pytest.raises(SlotsUnavailableError, match=rf"but 0 are free, and {pending} are pending: .*{advice}"):
        wait(Session(0, [0], "spark://127.0.0.1:7077"), "10 ms")
