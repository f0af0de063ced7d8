"""The web page is served with its policy, and says how it is built if it is not."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from pyrite.control.web.routes import page_routes


@pytest.fixture
def page(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text('<script type="module" src="./assets/index-1f.js"></script>')
    (tmp_path / "assets" / "index-1f.js").write_text("start()")
    (tmp_path / "secret.txt").write_text("not a part of the page")
    return tmp_path


def get(folder: Path, path: str) -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(Starlette(routes=page_routes(folder)))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8081") as client:
            return await client.get(path)

    return asyncio.run(ask())


def test_page_may_load_nothing_from_elsewhere(page: Path) -> None:
    answer = get(page, "/")
    policy = answer.headers["content-security-policy"]
    assert answer.headers["content-type"].startswith("text/html")
    assert policy.startswith("default-src 'self';") and "unsafe" not in policy and "frame-ancestors 'none'" in policy


def test_scripts_are_kept_by_browsers_and_the_page_itself_is_not(page: Path) -> None:
    index, script = get(page, "/"), get(page, "/assets/index-1f.js")
    assert (index.headers["cache-control"], script.text) == ("no-cache", "start()")
    assert "immutable" in script.headers["cache-control"] and script.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/assets/../secret.txt", "/assets/%2e%2e/secret.txt", "/secret.txt", "/assets/none"])
def test_other_files_are_not_served(page: Path, path: str) -> None:
    assert get(page, path).status_code == 404


def test_page_that_is_not_built_says_what_builds_it(tmp_path: Path) -> None:
    answer = get(tmp_path, "/")
    assert answer.status_code == 404 and "make page" in answer.text
    assert get(tmp_path, "/assets/index-1f.js").status_code == 404
