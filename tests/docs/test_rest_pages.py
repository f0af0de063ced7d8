"""The guide's pages on REST and history: the list of endpoints is that of the code, and the commands work."""

from __future__ import annotations

import asyncio
import re
import runpy
import shlex
from pathlib import Path
from typing import Any

import httpx
import pytest

from pyrite.cli.main import pyrite
from pyrite.control.rest.app import make_app
from pyrite.control.rest.services import RestSettings
from tests.control.rest.access import ACCESS, headers_of
from tests.control.rest.memory_gateway import RUNNING, MemoryGateway, documents

DOCS = Path(__file__).resolve().parents[2] / "docs"
MAKER = runpy.run_path(str(DOCS / "make_rest.py"))
PAGES = ("rest.md", "history.md")


def test_page_has_the_declared_endpoints() -> None:
    assert MAKER["page"]() == (DOCS / "guide" / "rest_endpoints.md").read_text(), "run: docs/make_rest.py"


def commands(page: str, program: str) -> list[str]:
    blocks = re.findall(r"```bash\n(.*?)```", (DOCS / "guide" / page).read_text(), re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.startswith(f"{program} ")]


def request_of(command: str, known: dict[str, str]) -> dict[str, Any]:
    """What a call of curl sends."""
    for name, value in known.items():
        command = command.replace(f"${name}", value)
    words = shlex.split(command)[2:]
    request: dict[str, Any] = (
        {"method": "GET", "url": words.pop()} if words[-1].startswith("http") else {"method": "GET"}
    )
    options = iter(words)
    for option in options:
        value = next(options) if option in ("-X", "-d", "-F", "-H") else option
        if option == "-X":
            request["method"] = value
        elif option == "-d":
            request["content"] = value
        elif option == "-H":
            request["headers"] = dict([value.split(": ")])
        elif option == "-F":
            request["files"] = {"jarfile": ("job.py", b"print('words')")}
        else:
            request["url"] = value
    return request


@pytest.mark.parametrize("page", PAGES)
def test_requests_of_the_page_are_answered(page: str, tmp_path: Path) -> None:
    async def main() -> None:
        app = make_app(MemoryGateway(), RestSettings(upload_folder=tmp_path, document_age_s=0.0), ACCESS)
        known = {"JOB": RUNNING, "VERTEX": documents()[RUNNING].vertices[0].id, "EXECUTOR": f"{RUNNING}-executor"}
        known["TOKEN"] = f"Authorization: {headers_of()['Authorization']}"
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost:8081") as client:
            for command in commands(page, "curl"):
                answer = await client.request(**request_of(command, known))
                assert answer.status_code in (200, 202), f"{command}: {answer.text}"
                content = answer.json()
                known |= {"REQUEST": content["request-id"]} if "request-id" in content else {}
                known |= {"PROGRAM": Path(content["filename"]).name} if "filename" in content else {}

    assert commands(page, "curl")
    asyncio.run(main())


@pytest.mark.parametrize("command", [command for page in PAGES for command in commands(page, "pyrite")])
def test_commands_of_the_page_exist(command: str) -> None:
    from pyrite.cli.invocation import Invocation

    words = shlex.split(command)[1:]
    group: Any = pyrite
    context = None
    while words and hasattr(group, "commands"):
        context = group.make_context(words[0], list(words), parent=context, obj=Invocation(), resilient_parsing=False)
        _, group, words = group.resolve_command(context, [*context._protected_args, *context.args])
    assert group.make_context("command", list(words), parent=context, obj=Invocation())
