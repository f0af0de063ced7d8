"""A job with secrets wherever users put them: no log, REST answer, process list, checkpoint or terminal has one."""

from __future__ import annotations

import json
import os
import re
import signal
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import pytest

from pyrite.cli.main import main
from pyrite.cli.remote.job_manager_client import JobManagerClient
from pyrite.control.job_directory import FOLDER_VARIABLE
from pyrite.control.job_manager.driver_process import end_driver
from pyrite.control.job_manager.instances import instances
from pyrite.control.job_manager.job_store import FOLDER_VARIABLE as STORE_VARIABLE
from pyrite.control.job_manager.job_store import JobStore
from pyrite.control.rest.endpoints.all_endpoints import ALL_ENDPOINTS
from pyrite.core.config.configuration import Configuration
from pyrite.core.job.commands import Role
from tests.spark.processes import wait_until

SECRET = "hUsHh"
"""Each secret of this test contains it."""
URL = f"jdbc:postgresql://bob:{SECRET}-url@127.0.0.1:1/shop?user=bob&password={SECRET}-query"
PROGRAM = f"""
import sys
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.table import StreamTableEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.get_config().set_global_job_parameters({{"db.password": "{SECRET}-parameter", "shop": "tea"}})
tables = StreamTableEnvironment.create(env)
tables.execute_sql('''CREATE TABLE numbers (id BIGINT) WITH (
    'connector' = 'datagen', 'rows-per-second' = '50')''')
tables.execute_sql('''CREATE TABLE shop (id BIGINT) WITH (
    'connector' = 'jdbc', 'table-name' = 'sales', 'url' = '{URL}', 'username' = 'bob',
    'password' = '{SECRET}-option')''')
tables.execute_sql('''CREATE TABLE sums (k BIGINT, n BIGINT) WITH ('connector' = 'print')''')
tables.execute_sql('''CREATE TABLE broken (id BIGINT) WITH (
    'connector' = 'jdbc', 'url' = '{URL}', 'password' = '{SECRET}-broken')''')
tables.execute_sql("SET 'shop.token' = '{SECRET}-set'")
for statement in (
    "SHOW CREATE TABLE shop", "DESCRIBE EXTENDED shop", "SET", "EXPLAIN SELECT * FROM shop",
    "SELECT * FROM broken", "INSERT INTO shop SELECT id FROM numbers WHERE",
    "CREATE TABLE t (id BIGINT) WITH ('connector' = 'jdbc', 'url' = '{URL}' 'password' = '{SECRET}-x')",
):
    try:
        print(statement, list(tables.execute_sql(statement).collect()), file=sys.stderr)
    except Exception as error:
        print(type(error).__name__, error, file=sys.stderr)
tables.execute_sql("INSERT INTO sums SELECT MOD(id, 3), COUNT(*) FROM numbers GROUP BY MOD(id, 3)").wait()
"""


@dataclass
class Outputs:
    """All texts that someone can see, by their origin."""

    texts: dict[str, str] = field(default_factory=dict)

    def add(self, origin: str, text: str) -> None:
        self.texts[origin] = self.texts.get(origin, "") + text

    def of(self, beginning: str) -> str:
        return "\n".join(text for origin, text in self.texts.items() if origin.startswith(beginning))

    def leaks(self) -> list[str]:
        found = [(origin, match) for origin, text in self.texts.items() for match in re.finditer(SECRET, text)]
        return [f"{origin}: {match.string[max(0, match.start() - 60) : match.end() + 20]!r}" for origin, match in found]


@dataclass
class Session:
    """A JobManager and a history server with a job, and the commands of their user."""

    folder: Path
    capsys: pytest.CaptureFixture[str]
    outputs: Outputs = field(default_factory=Outputs)

    def run(self, *words: str) -> str:
        """The output of a command of this process."""
        code = main(words)
        output = "".join(self.capsys.readouterr())
        self.outputs.add(f"terminal {words[0]}", output)
        assert code == 0, output
        return output

    def add_processes(self) -> None:
        for process in psutil.process_iter(["cmdline"]):
            self.outputs.add("processes", " ".join(process.info["cmdline"] or ()) + "\n")

    def add_files(self, origin: str, folder: Path, pattern: str = "*") -> None:
        for path in folder.rglob(pattern):
            if path.is_file():
                self.outputs.add(f"{origin} {path.name}", path.read_bytes().decode("latin-1"))
                for match in re.finditer(rb"x[\x01\x5e\x9c\xda].*", path.read_bytes(), re.DOTALL):
                    self.outputs.add(f"{origin} {path.name}", _inflated(match[0]).decode("latin-1"))

    def add_answers(self, address: str, job_id: str) -> None:
        """What every endpoint answers that changes nothing."""
        with JobManagerClient(address, Configuration()) as client:
            vertex = client._call("GET", f"/jobs/{job_id}")["vertices"][0]["id"]
            names = {"jobid": job_id, "vertexid": vertex, "subtaskindex": "0", "attempt": "0", "checkpointid": "1"}
            for endpoint in ALL_ENDPOINTS:
                if endpoint.needed_role is Role.VIEW:
                    path = re.sub(":([a-z]+)", lambda match: names.get(match[1], "jobmanager.log"), endpoint.path)
                    self.outputs.add(f"REST {path}", client._http.get(path).text)
            for log in client._call("GET", "/jobmanager/logs")["logs"]:
                self.outputs.add("REST log", client._http.get(f"/jobmanager/logs/{log['name']}").text)


def _inflated(data: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(data)
    except zlib.error:
        return b""


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Session]:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "control"))
    monkeypatch.setenv(STORE_VARIABLE, str(tmp_path / "store"))
    monkeypatch.setenv("SHOP_PASSWORD", f"{SECRET}-variable")
    (tmp_path / "password").write_text(f"{SECRET}-file\n")
    (tmp_path / "job.py").write_text(PROGRAM)
    (tmp_path / "settings.yaml").write_text(json.dumps({"shop.apikey": f"{SECRET}-settings-file"}))
    (tmp_path / "archives").mkdir()
    (tmp_path / "events").mkdir()
    yield Session(tmp_path, capsys)
    main(["historyserver", "stop"])
    store = JobStore.of_user()
    for instance in instances(store):
        os.kill(instance.pid, signal.SIGKILL)
    for job_id in store.job_ids():
        end_driver(store.job(job_id), signal.SIGKILL)


def start_servers(session: Session) -> str:
    """A JobManager with secrets, and a history server; returns the JobManager's HOST:PORT."""
    folder = session.folder
    options = {
        "s3.access-key": f"{SECRET}-access",
        "s3.secret-key": f"{SECRET}-D",
        "shop.url": URL,
        "spark.hadoop.shop.password": "${env:SHOP_PASSWORD}",
        "spark.hadoop.other.password": f"${{file:{folder / 'password'}}}",
        "spark.eventLog.enabled": "true",
        "spark.eventLog.compress": "false",
        "spark.eventLog.dir": str(folder / "events"),
        "spark.master": "local[3]",
        "jobmanager.archive.fs.dir": str(folder / "archives"),
        "historyserver.archive.fs.dir": str(folder / "archives"),
        "historyserver.web.port": "0",
        "execution.checkpointing.interval": "300ms",
        "execution.checkpointing.dir": str(folder / "checkpoints"),
    }
    words = [word for key, value in options.items() for word in ("-D", f"{key}={value}")]
    words += ["--settings-file", str(folder / "settings.yaml")]
    session.run("jobmanager", "start", *words, "127.0.0.1", "0")
    session.run("historyserver", "start", *words)
    session.run("config", *words)
    return instances(JobStore.of_user())[-1].url.partition("://")[2]


def test_no_secret_is_shown(session: Session) -> None:
    address = start_servers(session)
    session.add_processes()
    script, job_id = str(session.folder / "job.py"), "5ec4e7"
    of_job = ["-D", f"shop.secret={SECRET}-of-job", "--job-id", job_id]
    session.run("run", "-d", "-m", address, *of_job, "-p", "1", script, "--db-password", f"{SECRET}-argument")

    def is_checkpointed() -> bool:
        jobs: list[dict[str, Any]] = json.loads(session.run("list", "-a", "--json", "-m", address))
        assert jobs[0]["status"] not in ("FAILED", "GONE"), session.run("logs", job_id)
        return jobs[0]["status"] == "RUNNING" and any(session.folder.glob("checkpoints/*/chk-*/_metadata"))

    wait_until(is_checkpointed, 90, "a checkpoint")
    session.add_processes()
    for words in (["checkpoints", job_id], ["events", job_id], ["logs", job_id]):
        session.run(*words)
    session.add_answers(address, JobManagerClient(address, Configuration()).find(job_id)["jid"])
    session.run("savepoint", job_id, str(session.folder / "checkpoints"))
    session.add_files("checkpoint", session.folder / "checkpoints")
    session.run("cancel", job_id)
    wait_until(lambda: any((session.folder / "archives").iterdir()), 30, "the archive")
    for folder in ("archives", "events", "store/log", "store/audit"):
        session.add_files(folder, session.folder / folder)
    session.add_files("job", session.folder / "store" / "jobs", "*.log*")
    session.add_files("job", session.folder / "store" / "jobs", "*.out*")
    outputs = session.outputs
    assert outputs.leaks() == []
    tokens = [path.read_text().strip() for path in (session.folder / "store" / "tokens").iterdir()]
    assert [origin for origin, text in outputs.texts.items() for token in tokens if token in text] == []
    statements = outputs.of("job")
    assert "Table options are" in statements and "'password' = '******'" in statements
    assert "://******@127.0.0.1:1/shop?user=bob&password=******" in statements
    assert "jobmanager start-foreground" in outputs.of("processes") and "SparkSubmit" in outputs.of("processes")
    assert "shop.secret" in outputs.of("REST /jobs/") and "spark.hadoop.shop.password" in outputs.of("archives")
    private = session.folder / "store"
    assert private.stat().st_mode & 0o777 == 0o700
    assert SECRET in (private / "jobs" / job_id / "submission.json").read_text()
