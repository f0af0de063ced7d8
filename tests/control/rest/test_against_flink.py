"""What Flink 2.3 answers, as recorded, is what we answer: statuses, names of fields, types of values."""

from __future__ import annotations

import asyncio
from fnmatch import fnmatch
from typing import Any, Optional

import pytest

from tests.control.rest.flink_agreement import DIFFERENT, DIFFERENT_STATUS, GETS, agreement, places
from tests.control.rest.flink_comparison import RECORDED, differences
from tests.control.rest.memory_gateway import FINISHED, RUNNING, MemoryGateway, documents, rest_client


def _is_expected(path: str, where: str) -> bool:
    return any(fnmatch(path.partition("?")[0], one) and fnmatch(where, other) for one, other in DIFFERENT)


@pytest.mark.parametrize("path", GETS)
def test_answer_has_flinks_fields(path: str) -> None:
    async def ask() -> dict[str, str]:
        async with rest_client(MemoryGateway()) as client:
            taskmanager = (await client.get("/taskmanagers")).json()["taskmanagers"][0]["id"]
            differing: dict[str, str] = {}
            for place in set(places(path, taskmanager)):
                answer = await client.get(place)
                assert answer.status_code == 200, answer.text
                differing |= dict(differences(RECORDED["answers"][f"GET {path}"]["shape"], answer.json()))
            return differing

    differing = asyncio.run(ask())
    assert not {where: what for where, what in differing.items() if not _is_expected(path, where)}


@pytest.mark.parametrize("refusal", RECORDED["refusals"], ids=lambda one: f"{one['method']} {one['path']}")
def test_refusal_has_flinks_status(refusal: dict[str, Any]) -> None:
    async def ask() -> tuple[int, Any]:
        async with rest_client(MemoryGateway(), _with_uploads()) as client:
            vertex = documents()[RUNNING].vertices[0].id
            place = refusal["path"].replace(":job", RUNNING).replace(":vertex", vertex).replace(":finished", FINISHED)
            body: Optional[str] = refusal["body"]
            answer = await client.request(refusal["method"], place, content=body)
            return answer.status_code, answer.json()

    status, content = asyncio.run(ask())
    if refusal["path"] in DIFFERENT_STATUS:
        assert status == int(DIFFERENT_STATUS[refusal["path"]][:3])
    else:
        assert status == refusal["status"], content
    if status >= 300:
        assert list(content) == ["errors"] and content["errors"] and all(isinstance(e, str) for e in content["errors"])


def _with_uploads() -> Any:
    from pathlib import Path

    from pyrite.control.rest.services import RestSettings

    return RestSettings(upload_folder=Path("/nonexistent-folder-of-programs"))


def test_258_of_268_recorded_answers_agree() -> None:
    """And each that differs has its reason in one of the tables."""
    found = asyncio.run(agreement())
    assert len(found.agreeing) / found.total >= 258 / 268, found.text()
    assert found.total > 200
