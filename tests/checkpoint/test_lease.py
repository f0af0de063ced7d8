"""The lease: which driver has a job, and the sweep of files that dead drivers left."""

from __future__ import annotations

import json
import os
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyrite.checkpoint import lease as leases
from pyrite.checkpoint.lease import JobLease
from pyrite.core.errors import JobRefusedError
from pyrite.core.machine import begin_of
from pyrite.storage.disk import OsDisk
from pyrite.storage.store import LocalStore


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LocalStore:
    monkeypatch.setattr(leases, "RENEW_S", 0.02)
    monkeypatch.setattr(leases, "EXPIRES_S", 0.5)
    return LocalStore(OsDisk(), str(tmp_path))


def test_second_driver_is_refused_while_the_first_one_lives(store: LocalStore) -> None:
    first = JobLease(store, "job", "one")
    first.take()
    with pytest.raises(JobRefusedError, match=f"is running already: process {os.getpid()}"):
        JobLease(store, "job", "two").take()
    first.give_up()
    second = JobLease(store, "job", "two")
    second.take()
    second.give_up()
    assert store.list("job") == []


@pytest.fixture
def frozen(store: LocalStore) -> Iterator[JobLease]:
    """A driver that has a job and does not renew its claim, because it is suspended or cut off."""
    lease = JobLease(store, "job", "frozen", tasks_s=1.5)
    lease.take()
    lease._given_up.set()
    lease._thread.join()
    yield lease


def rewrite(store: LocalStore, **changes: object) -> None:
    claim = json.loads(store.read("job/_lease"))
    store.write("job/_lease", json.dumps({**claim, **changes}).encode())


@pytest.mark.parametrize("claim_change", [{"pid_namespace": "pid:[1]"}, {"boot": "another"}, {"host": "another"}])
def test_driver_of_another_container_is_not_treated_as_dead(
    store: LocalStore, frozen: JobLease, claim_change: dict[str, str]
) -> None:
    rewrite(store, process=2**22 + 1, **claim_change)  # no process of this number is here
    start_s = time.monotonic()
    renewing = threading.Timer(0.3, rewrite, (store,), {"renewed": 77})
    renewing.start()
    with pytest.raises(JobRefusedError, match="is running already"):
        JobLease(store, "job", "two").take()
    renewing.join()
    assert time.monotonic() - start_s >= 0.3


def test_dead_driver_is_succeeded_at_once(store: LocalStore, frozen: JobLease) -> None:
    rewrite(store, process=2**22 + 1)
    start_s = time.monotonic()
    second = JobLease(store, "job", "two")
    second.take()
    second.give_up()
    assert time.monotonic() - start_s < 0.5


def test_zombie_driver_is_dead(store: LocalStore, frozen: JobLease) -> None:
    """As in a container whose first process does not wait for its children."""
    driver = subprocess.Popen(["sleep", "60"])
    rewrite(store, process=driver.pid, start_s=begin_of(driver.pid))
    driver.kill()
    os.waitid(os.P_PID, driver.pid, os.WEXITED | os.WNOWAIT)
    start_s = time.monotonic()
    second = JobLease(store, "job", "two")
    second.take()
    second.give_up()
    assert time.monotonic() - start_s < 0.5
    driver.wait()


def test_driver_that_is_silent_is_succeeded_when_its_tasks_must_have_ended(store: LocalStore, frozen: JobLease) -> None:
    start_s = time.monotonic()
    second = JobLease(store, "job", "two")
    second.take()
    second.give_up()
    assert time.monotonic() - start_s >= 1.5


def test_leftover_of_an_interrupted_renewal_is_swept_by_the_next_driver(store: LocalStore, tmp_path: Path) -> None:
    (tmp_path / "job").mkdir()
    (tmp_path / "job" / ".tmp-_lease-0123").write_text("{")
    (tmp_path / "job" / ".tmp-other-0123").write_text("")
    lease = JobLease(store, "job", "one")
    lease.take()
    lease.give_up()
    assert store.leftovers("job") == [".tmp-other-0123"]


def test_driver_that_was_succeeded_leaves_the_lease_to_its_successor(store: LocalStore, frozen: JobLease) -> None:
    rewrite(store, writer="successor")
    frozen.give_up()
    assert json.loads(store.read("job/_lease"))["writer"] == "successor"


def test_driver_whose_lease_was_removed_gives_up_without_an_error(store: LocalStore, frozen: JobLease) -> None:
    store.delete("job/_lease")
    frozen.give_up()
    assert store.list("job") == []
