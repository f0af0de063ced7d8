"""The lease: who has a job, and what those who had it leave behind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pyrite.checkpoint import lease as leases
from pyrite.checkpoint.disk import OsDisk
from pyrite.checkpoint.lease import JobLease
from pyrite.checkpoint.store import LocalStore
from pyrite.common.errors import JobRefusedError


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


def test_what_died_while_it_was_renewed_is_swept_by_the_next_one(store: LocalStore, tmp_path: Path) -> None:
    (tmp_path / "job").mkdir()
    (tmp_path / "job" / ".tmp-_lease-0123").write_text("{")
    (tmp_path / "job" / ".tmp-other-0123").write_text("")
    lease = JobLease(store, "job", "one")
    lease.take()
    lease.give_up()
    assert store.leftovers("job") == [".tmp-other-0123"]
