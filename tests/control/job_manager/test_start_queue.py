"""StartQueue: how many drivers start at the same time, and which one is next. Each test's processes are open files."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from pyrite.control.job_manager.start_queue import QueuedStart, StartQueue


def entered(queue: StartQueue, *job_ids: str) -> list[QueuedStart]:
    """The jobs in the queue, each a millisecond after the one before."""
    entries = [queue.enter(job_id, 1000 + number) for number, job_id in enumerate(job_ids)]
    assert None not in entries
    return [entry for entry in entries if entry is not None]


def test_no_more_drivers_than_the_limit_start_together(tmp_path: Path) -> None:
    queue = StartQueue(tmp_path / "queue", 2)
    jobs = entered(queue, *(f"job-{number}" for number in range(20)))
    slots = [job.take_slot() for job in jobs]
    assert [slot is not None for slot in slots] == [True, True] + [False] * 18
    assert queue.waiting() == [f"job-{number}" for number in range(2, 20)]


def test_first_job_of_the_queue_starts_first(tmp_path: Path) -> None:
    queue = StartQueue(tmp_path / "queue", 1)
    starting, second, third = entered(queue, "a", "c", "b")
    slot = starting.take_slot()
    assert slot is not None
    assert (third.take_slot(), second.take_slot(), third.jobs_ahead()) == (None, None, 1)
    os.close(slot)  # the driver's job has started, or the driver has ended
    assert third.take_slot() is None
    assert second.take_slot() is not None


def test_free_slots_are_shared_by_as_many_jobs(tmp_path: Path) -> None:
    queue = StartQueue(tmp_path / "queue", 2)
    _, second, third = entered(queue, "a", "b", "c")
    assert third.take_slot() is None
    assert second.take_slot() is not None


def test_job_that_leaves_the_queue_makes_room(tmp_path: Path) -> None:
    queue = StartQueue(tmp_path / "queue", 1)
    first, second = entered(queue, "a", "b")
    first.leave()
    assert queue.waiting() == ["b"]
    assert second.take_slot() is not None


def test_job_is_queued_once(tmp_path: Path) -> None:
    queue = StartQueue(tmp_path / "queue", 1)
    (first,) = entered(queue, "a")
    assert queue.enter("a", 2000) is None
    first.leave()
    assert queue.enter("a", 2000) is not None


def test_killed_process_blocks_nobody(tmp_path: Path) -> None:
    script = (
        "import sys, time; from pathlib import Path; from pyrite.control.job_manager.start_queue import StartQueue\n"
        "queue = StartQueue(Path(sys.argv[1]), 1)\n"
        "first, second = queue.enter('a', 1), queue.enter('b', 2)\n"
        "slot = first.take_slot()\nprint('ready', flush=True)\ntime.sleep(600)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script, str(tmp_path / "queue")], stdout=subprocess.PIPE)
    assert process.stdout is not None and process.stdout.readline() == b"ready\n"
    queue = StartQueue(tmp_path / "queue", 1)
    (mine,) = entered(queue, "c")
    assert (queue.waiting(), mine.take_slot()) == (["b", "c"], None)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert queue.waiting() == ["c"]
    assert mine.take_slot() is not None
