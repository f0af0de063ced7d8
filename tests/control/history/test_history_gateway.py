"""Archives of jobs, and the history server that shows them."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pyrite.control.history.history_gateway import HistoryGateway
from pyrite.control.history.job_archive import JobArchive, archive_job
from pyrite.control.rest.services import RestSettings
from pyrite.core.config.configuration import Configuration
from pyrite.core.json_dataclasses import to_json
from tests.control.rest.memory_gateway import FAILED, FINISHED, RUNNING, documents, rest_client


def archived(folder: Path, *jobs: str) -> JobArchive:
    for job in jobs:
        archive_job(to_json(documents()[job]), Configuration({"jobmanager.archive.fs.dir": str(folder)}))
    return JobArchive(str(folder), Configuration())


async def _ask(gateway: HistoryGateway, *paths: str) -> list[Any]:
    await gateway.start()
    async with rest_client(gateway, RestSettings(is_history=True, can_submit=False, can_cancel=False)) as client:
        answers = [await client.get(path) for path in paths]
    await gateway.stop()
    return [answer.json() for answer in answers]


def test_jobs_that_are_over_are_archived_and_shown(tmp_path: Path) -> None:
    gateway = HistoryGateway([archived(tmp_path, FINISHED, FAILED)], refresh_s=60)
    paths = [
        "/jobs/overview",
        f"/jobs/{FAILED}/exceptions",
        f"/v1/jobs/{FINISHED}/checkpoints",
        f"/jobs/{FINISHED}/config",
    ]
    overview, exceptions, checkpoints, config = asyncio.run(_ask(gateway, *paths))
    assert {job["jid"]: job["state"] for job in overview["jobs"]} == {FINISHED: "FINISHED", FAILED: "FAILED"}
    assert "150 is bad" in exceptions["exceptionHistory"]["entries"][0]["stacktrace"]
    assert checkpoints["counts"]["completed"] > 3
    assert config["execution-config"]["job-parallelism"] == 2


def test_job_that_runs_is_not_archived(tmp_path: Path) -> None:
    assert archived(tmp_path, RUNNING).sizes() == {}


def test_secrets_are_not_archived(tmp_path: Path) -> None:
    content = archived(tmp_path, FINISHED).read(FINISHED)
    assert content["configuration"]["s3.secret-key"] == "******"


def test_archive_that_appears_is_shown_at_the_next_look(tmp_path: Path) -> None:
    gateway = HistoryGateway([archived(tmp_path)], refresh_s=60)
    gateway.look()
    assert not gateway.jobs()
    archived(tmp_path, FINISHED)
    gateway.look()
    assert [job.job_id for job in gateway.jobs()] == [FINISHED]


def test_file_that_is_no_archive_is_passed_over(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    archive = archived(tmp_path, FINISHED)
    (tmp_path / "other.json").write_text("{}")
    gateway = HistoryGateway([archive], refresh_s=60)
    for _ in range(2):
        gateway.look()
    assert [job.job_id for job in gateway.jobs()] == [FINISHED]
    assert caplog.text.count("other is not a job archive") == 1


def test_oldest_archives_are_deleted_where_too_many_are_kept(tmp_path: Path) -> None:
    archive = archived(tmp_path)
    for number in range(4):
        archive.write(to_json(replace(documents()[FINISHED], id=f"{number:032}", end_ms=number)))
    gateway = HistoryGateway([archive], refresh_s=60, retained=2)
    gateway.look()
    assert sorted(archive.sizes()) == [f"{2:032}", f"{3:032}"]
    assert len(gateway.jobs()) == 2


def test_nothing_can_be_changed(tmp_path: Path) -> None:
    async def main() -> int:
        gateway = HistoryGateway([archived(tmp_path, FINISHED)], refresh_s=60)
        await gateway.start()
        async with rest_client(gateway, RestSettings(is_history=True, can_submit=False)) as client:
            status = (await client.patch(f"/jobs/{FINISHED}")).status_code
        await gateway.stop()
        return status

    assert asyncio.run(main()) == 409
