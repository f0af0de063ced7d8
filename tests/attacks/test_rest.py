"""Strangers at a real JobManager's port, and web pages in its user's browser, get no answers and run no code."""

from __future__ import annotations

import io
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import httpx
import psutil
import pytest

from pyrite.control.access.tokens import read_token
from pyrite.control.job_manager.instances import instances
from pyrite.control.job_manager.job_store import FOLDER_VARIABLE, JobStore
from pyrite.control.rest.endpoints.all_endpoints import ALL_ENDPOINTS
from pyrite.core.job.commands import Role
from tests.spark.processes import wait_until

START_S: Final = 60
DESCRIPTORS: Final = 128
"""The limit of the JobManager's process."""
EVIL: Final = "http://evil.example"
JOB: Final = "0" * 32


@dataclass(frozen=True)
class Target:
    """A JobManager at 127.0.0.2, which browsers do not protect as they protect localhost."""

    url: str
    pid: int
    folder: Path

    def client(self, role: Role | None = None) -> httpx.Client:
        """A client with the token of a role; None: a stranger."""
        token = {} if role is None else {"Authorization": f"Bearer {read_token(self.folder / 'tokens' / role.value)}"}
        return httpx.Client(base_url=self.url, headers=token, timeout=20)

    def connect(self) -> socket.socket:
        place = urlsplit(self.url)
        return socket.create_connection((place.hostname, place.port), timeout=20)

    def upload(self, client: httpx.Client, name: str, content: bytes) -> httpx.Response:
        return client.post("/jars/upload", files={"jarfile": (name, content)})


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    folder = tmp_path_factory.mktemp("manager")
    limited = ["sh", "-c", f'ulimit -n {DESCRIPTORS} && exec "$@"', "sh"]
    command = [sys.executable, "-m", "pyrite.cli.main", "jobmanager", "start-foreground", "127.0.0.2", "0"]
    environment = {**os.environ, FOLDER_VARIABLE: str(folder / "store")}
    with (folder / "output").open("wb") as file:
        process = subprocess.Popen([*limited, *command], cwd=folder, env=environment, stdout=file, stderr=file)
    try:
        store = JobStore(folder / "store")
        wait_until(lambda: bool(instances(store)) or process.poll() is not None, START_S, "the JobManager")
        assert process.poll() is None, (folder / "output").read_text()
        yield Target(instances(store)[-1].url, process.pid, folder / "store")
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def test_guesses_are_limited_and_recorded(target: Target) -> None:
    with target.client() as stranger:
        wrong = {"Authorization": f"Bearer {'x' * 43}"}
        assert {stranger.get("/config", headers=wrong).status_code for _ in range(30)} <= {401, 429}
        statuses = [stranger.post("/session", json={"token": f"guess {number}"}).status_code for number in range(12)]
    assert statuses[-1] == 429
    (audit,) = (target.folder / "audit").iterdir()
    records = [json.loads(line) for line in audit.read_text().splitlines()]
    assert ("GET /config", 401) in {(each["request"], each["status"]) for each in records}


def test_stranger_without_a_token_gets_nothing(target: Target) -> None:
    with target.client() as stranger:
        paths = {(each.method, each.path) for each in ALL_ENDPOINTS if not each.is_public}
        answers = {place: stranger.request(*place).status_code for place in paths}
    assert {place for place, status in answers.items() if status != 401} == set()


def test_role_view_operates_nothing(target: Target) -> None:
    with target.client(Role.VIEW) as viewer:
        assert viewer.get("/jobs/overview").status_code == 200
        assert target.upload(viewer, "job.py", b"print(1)").status_code == 403
        places = [("PATCH", f"/jobs/{JOB}"), ("GET", f"/jobs/{JOB}/yarn-cancel"), ("POST", f"/jobs/{JOB}/savepoints")]
        places += [("POST", "/savepoint-disposal"), ("DELETE", "/jars/x.py"), ("GET", "/jars/x.py/plan")]
        assert [viewer.request(*each).status_code for each in [*places, ("DELETE", "/cluster")]] == [403] * 7
        assert viewer.get("/jobs/overview").status_code == 200


def test_page_whose_name_leads_to_the_address_reads_nothing(target: Target) -> None:
    """DNS rebinding: even with the user's token, the server does not answer to a foreign name."""
    with target.client(Role.OPERATE) as victim:
        answer = victim.get("/jobs/overview", headers={"Host": "evil.example"})
    assert answer.status_code == 403 and "jobs" not in answer.json()


def test_page_of_another_site_reads_nothing_and_runs_no_uploaded_program(target: Target) -> None:
    mark = target.folder.parent / "mark"
    program = f"import pathlib, sys\npathlib.Path({str(mark)!r}).write_text(sys.argv[1])\n".encode()
    with target.client(Role.OPERATE) as victim:
        name = Path(target.upload(victim, "job.py", program).json()["filename"]).name
        plan = f"/jars/{name}/plan?programArg=evil"
        for headers in ({"Origin": EVIL}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}):
            assert victim.get(plan, headers=headers).status_code == 403
            assert victim.post(f"/jars/{name}/run", headers=headers).status_code == 403
        assert "access-control-allow-origin" not in victim.get("/jobs/overview", headers={"Origin": EVIL}).headers
        assert not mark.exists()
        victim.get(plan)
        assert mark.read_text() == "evil"  # the attack would have run it


def test_archive_that_unpacks_to_gigabytes_is_not_unpacked(target: Target) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_BZIP2) as archive, archive.open("a.py", "w") as file:
        for _ in range(64):
            file.write(bytes(1 << 20))
    small = content.getvalue()
    assert len(small) < 10_000
    with target.client(Role.OPERATE) as victim:
        assert target.upload(victim, "bomb.zip", small).status_code == 400
        lie = io.BytesIO()
        with zipfile.ZipFile(lie, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("a.py", "w") as file:
            file.write(bytes(8 << 20))
        size = (8 << 20).to_bytes(4, "little")
        assert size in lie.getvalue()
        forged = lie.getvalue().replace(size, (10).to_bytes(4, "little"))
        assert target.upload(victim, "lie.zip", forged).status_code == 400


def test_large_json_delays_nobody(target: Target) -> None:
    with target.client(Role.OPERATE) as attacker, target.client(Role.VIEW) as viewer, ThreadPoolExecutor(1) as pool:
        large = pool.submit(sent_json, attacker, 93)
        delays_s = []
        while not large.done():
            begun = time.monotonic()
            assert viewer.get("/config").status_code == 200
            delays_s.append(time.monotonic() - begun)
    assert large.result() == 413 and max(delays_s, default=0) < 5


def sent_json(client: httpx.Client, megabytes: int) -> int:
    """The status of a request with a list of this size, in chunks; 413 if the server closes the connection before."""
    try:
        return client.post("/savepoint-disposal", content=(b"[]," * 349_525 for _ in range(megabytes))).status_code
    except httpx.WriteError:
        return 413


def test_half_sent_headers_use_up_no_descriptors_and_fill_no_log(target: Target) -> None:
    with ThreadPoolExecutor(32) as pool:
        half = list(pool.map(lambda _: target.connect(), range(DESCRIPTORS + 32)))
    try:
        for connection in half[: DESCRIPTORS // 4]:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0")
        assert select.select(half, [], [], 20)[0]  # the server has closed some
        assert psutil.Process(target.pid).num_fds() < DESCRIPTORS * 3 // 4
    finally:
        for connection in half:
            connection.close()
    with target.client(Role.VIEW) as viewer:
        wait_until(lambda: is_served(viewer), 20, "an answer")
    logs = [target.folder.parent / "output", *(target.folder / "log").rglob("*")]
    assert sum(path.stat().st_size for path in logs) < 100_000


def is_served(client: httpx.Client) -> bool:
    try:
        return client.get("/config").status_code == 200
    except httpx.TransportError:
        return False
