"""Flink's own web dashboard in front of a JobManager of ours.

    python benchmarks/peers/flink_dashboard.py http://127.0.0.1:8081 [--port 8090] [--look FOLDER]

It has no page for the sign-in: run `fetch("/session", {method: "POST", body: JSON.stringify({token: "..."})})` in the
browser's console, with the token that `pyrite security token` prints. --look does so itself.

Run with Pyrite's Python. The files are those in the jars of .peers/pyflink; all other requests go to the JobManager.
With --look, a browser (chromium, with the package playwright) opens its pages, writes a picture of each into FOLDER,
and lists every request that failed and every error of the page's scripts; it exits with 1 if there was one.
"""

from __future__ import annotations

import argparse
import asyncio
import mimetypes
import shutil
import sys
import zipfile
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pyrite.control.access.tokens import read_token, token_files
from pyrite.control.job_manager.job_store import JobStore
from pyrite.core.config.configuration import Configuration
from pyrite.core.job.commands import Role

FORWARDED = ("content-type", "authorization", "cookie", "x-xsrf-token", "sec-fetch-site")
JARS = ".peers/pyflink/lib/python*/site-packages/pyflink/lib/flink-dist-*.jar"


class Dashboard:
    """Files of the dashboard, and a JobManager for everything else."""

    def __init__(self, job_manager: str) -> None:
        (jar,) = Path(__file__).resolve().parents[2].glob(JARS)
        with zipfile.ZipFile(jar) as archive:
            names = [name for name in archive.namelist() if name.startswith("web/") and not name.endswith("/")]
            self._files = {name.removeprefix("web"): archive.read(name) for name in names}
        self._client = httpx.AsyncClient(base_url=job_manager, timeout=60, trust_env=False)

    async def answer(self, request: Request) -> Response:
        path = request.url.path if request.url.path != "/" else "/index.html"
        if path in self._files:
            return Response(self._files[path], media_type=mimetypes.guess_type(path)[0])
        target = httpx.URL(request.url.path, query=request.url.query.encode())
        forwarded = {name: value for name, value in request.headers.items() if name in FORWARDED}
        answer = await self._client.request(request.method, target, content=await request.body(), headers=forwarded)
        response = Response(answer.content, answer.status_code, media_type=answer.headers.get("content-type"))
        for cookie in answer.headers.get_list("set-cookie"):
            response.headers.append("set-cookie", cookie)
        return response


def look(url: str, folder: Path) -> int:
    """Signs in and opens the pages; returns how many things went wrong."""
    from playwright.sync_api import sync_playwright

    wrong: list[str] = []
    folder.mkdir(parents=True, exist_ok=True)
    token = read_token(token_files(Configuration(), JobStore.of_user().path)[Role.OPERATE])
    client = httpx.Client(base_url=url, headers={"Authorization": f"Bearer {token}"}, trust_env=False)
    jobs = client.get("/jobs/overview").json()["jobs"]
    job = next((one for one in jobs if one["state"] == "RUNNING"), jobs[0])["jid"]
    vertex = client.get(f"/jobs/{job}").json()["vertices"][0]["id"]
    executors = client.get("/taskmanagers").json()["taskmanagers"]
    pages = {
        "overview": "/overview",
        "running": "/job/running",
        "completed": "/job/completed",
        "job": f"/job/running/{job}/overview",
        "vertex": f"/job/running/{job}/overview/{vertex}/detail",
        "subtasks": f"/job/running/{job}/overview/{vertex}/subtasks",
        "watermarks": f"/job/running/{job}/overview/{vertex}/watermarks",
        "backpressure": f"/job/running/{job}/overview/{vertex}/backpressure",
        "metrics": f"/job/running/{job}/overview/{vertex}/metrics",
        "flamegraph": f"/job/running/{job}/overview/{vertex}/flamegraph",
        "exceptions": f"/job/running/{job}/exceptions",
        "timeline": f"/job/running/{job}/timeline",
        "checkpoints": f"/job/running/{job}/checkpoints",
        "configuration": f"/job/running/{job}/configuration",
        "executors": "/task-manager",
        **({"executor": f"/task-manager/{executors[0]['id']}/metrics"} if executors else {}),
        "jobmanager": "/job-manager/metrics",
        "jobmanager-logs": "/job-manager/logs",
        "submit": "/submit",
    }
    arguments = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=arguments)
        page = browser.new_page(viewport={"width": 1400, "height": 1000})
        page.request.post(f"{url}/session", data={"token": token})
        where = ""
        page.on("pageerror", lambda error: wrong.append(f"{where}: {error}"))
        page.on("console", lambda said: said.type == "error" and wrong.append(f"{where}: {said.text}"))
        page.on("response", lambda one: one.status >= 400 and wrong.append(f"{where}: {one.status} {one.url}"))
        for where, place in pages.items():
            page.goto(f"{url}/#{place}")
            page.wait_for_timeout(2500)
            page.screenshot(path=folder / f"{where}.png")
        browser.close()
    print("\n".join(wrong) or f"{len(pages)} pages, nothing went wrong")
    return len(wrong)


async def serve(arguments: argparse.Namespace) -> int:
    dashboard = Dashboard(arguments.job_manager)
    methods = ["GET", "POST", "PATCH", "PUT", "DELETE"]
    app = Starlette(routes=[Route("/{path:path}", dashboard.answer, methods=methods)])
    server: Any = uvicorn.Server(uvicorn.Config(app, port=arguments.port, log_level="warning"))
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.05)
    url = f"http://127.0.0.1:{arguments.port}"
    print(f"the dashboard: {url}")
    failed = 0
    if arguments.look is not None:
        failed = await asyncio.to_thread(look, url, arguments.look)
        server.should_exit = True
    await running
    return failed


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("job_manager")
    parser.add_argument("--port", type=int, default=8090)
    parser.add_argument("--look", type=Path)
    sys.exit(min(1, asyncio.run(serve(parser.parse_args()))))


if __name__ == "__main__":
    main()
