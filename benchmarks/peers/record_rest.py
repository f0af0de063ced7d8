"""Record what the REST API of a Flink session cluster answers, for tests/control/rest/flink_answers.json.

Run inside an environment that holds apache-flink:

    python record_rest.py FILE [--raw FOLDER]

It starts the JobManager and the TaskManager that the package carries, runs a job that keeps running, one that finishes
and one that fails, and asks every endpoint about each. Of an answer its status and its shape are kept: the names of
fields and the types of values, merged over all jobs. `--raw` keeps the answers themselves too, to look at.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
from pathlib import Path
from typing import Any, Optional

import pyflink
from pyflink.table import EnvironmentSettings, TableEnvironment

HOME = Path(pyflink.__file__).parent
HEX = re.compile(r"^[0-9a-f]{32}$")
UNKNOWN = "0123456789abcdef0123456789abcdef"

SQL = """
SET 'execution.checkpointing.interval' = '500ms';
SET 'parallelism.default' = '2';
SET 'restart-strategy.type' = 'fixed-delay';
SET 'restart-strategy.fixed-delay.attempts' = '1';
SET 'restart-strategy.fixed-delay.delay' = '200ms';
CREATE TEMPORARY TABLE numbers (n BIGINT, moment AS LOCALTIMESTAMP, WATERMARK FOR moment AS moment) WITH
  ('connector' = 'datagen', 'rows-per-second' = '50', 'fields.n.min' = '0', 'fields.n.max' = '9');
CREATE TEMPORARY TABLE few (n BIGINT) WITH
  ('connector' = 'datagen', 'fields.n.kind' = 'sequence', 'fields.n.start' = '0', 'fields.n.end' = '9');
CREATE TEMPORARY TABLE out1 (n BIGINT, c BIGINT) WITH ('connector' = 'blackhole');
SET 'pipeline.name' = 'running';
INSERT INTO out1 SELECT n, COUNT(*) FROM numbers GROUP BY n;
SET 'pipeline.name' = 'finished';
INSERT INTO out1 SELECT n, COUNT(*) FROM few GROUP BY n;
SET 'pipeline.name' = 'failed';
INSERT INTO out1 SELECT 1 / (n - 5), COUNT(*) FROM numbers GROUP BY 1 / (n - 5);
"""

CLUSTER = (
    "/overview",
    "/config",
    "/jobs",
    "/jobs/overview",
    "/jobs/metrics",
    "/jobs/metrics?get=numRestarts",
    "/applications/overview",
    "/taskmanagers",
    "/taskmanagers/metrics",
    "/taskmanagers/metrics?get=Status.JVM.CPU.Load",
    "/taskmanagers/:tm",
    "/taskmanagers/:tm/metrics",
    "/taskmanagers/:tm/metrics?get=Status.JVM.CPU.Load",
    "/taskmanagers/:tm/logs",
    "/taskmanagers/:tm/thread-dump",
    "/jobmanager/config",
    "/jobmanager/environment",
    "/jobmanager/metrics",
    "/jobmanager/metrics?get=numRunningJobs",
    "/jobmanager/logs",
    "/jobmanager/thread-dump",
    "/jars",
    "/datasets",
)
JOB = (
    "/applications/:job",
    "/applications/:job/exceptions",
    "/applications/:job/jobmanager/config",
    "/jobs/:job",
    "/jobs/:job/plan",
    "/jobs/:job/config",
    "/jobs/:job/exceptions",
    "/jobs/:job/accumulators",
    "/jobs/:job/metrics",
    "/jobs/:job/metrics?get=numRestarts",
    "/jobs/:job/status",
    "/jobs/:job/execution-result",
    "/jobs/:job/checkpoints",
    "/jobs/:job/checkpoints/config",
    "/jobs/:job/checkpoints/details/:checkpoint",
    "/jobs/:job/checkpoints/details/:checkpoint/subtasks/:vertex",
    "/jobs/:job/resource-requirements",
    "/jobs/:job/jobmanager/config",
    "/jobs/:job/jobmanager/environment",
    "/jobs/:job/vertices/:vertex",
    "/jobs/:job/vertices/:vertex/taskmanagers",
    "/jobs/:job/vertices/:vertex/watermarks",
    "/jobs/:job/vertices/:vertex/backpressure",
    "/jobs/:job/vertices/:vertex/flamegraph",
    "/jobs/:job/vertices/:vertex/accumulators",
    "/jobs/:job/vertices/:vertex/subtasktimes",
    "/jobs/:job/vertices/:vertex/metrics",
    "/jobs/:job/vertices/:vertex/metrics?get=0.numRecordsIn",
    "/jobs/:job/vertices/:vertex/jm-operator-metrics",
    "/jobs/:job/vertices/:vertex/subtasks/metrics",
    "/jobs/:job/vertices/:vertex/subtasks/metrics?get=numRecordsIn",
    "/jobs/:job/vertices/:vertex/subtasks/accumulators",
    "/jobs/:job/vertices/:vertex/subtasks/0",
    "/jobs/:job/vertices/:vertex/subtasks/0/attempts/0",
    "/jobs/:job/vertices/:vertex/subtasks/0/attempts/0/accumulators",
    "/jobs/:job/vertices/:vertex/subtasks/0/metrics",
    "/jobs/:job/vertices/:vertex/subtasks/0/metrics?get=numRecordsIn",
)
REFUSED: tuple[tuple[str, str, Optional[str]], ...] = (
    ("GET", "/jobs/xyz", None),
    ("GET", f"/jobs/{UNKNOWN}", None),
    ("GET", f"/jobs/{UNKNOWN}/plan", None),
    ("GET", f"/jobs/{UNKNOWN}/config", None),
    ("GET", f"/jobs/{UNKNOWN}/exceptions", None),
    ("GET", f"/jobs/{UNKNOWN}/accumulators", None),
    ("GET", f"/jobs/{UNKNOWN}/checkpoints", None),
    ("GET", f"/jobs/{UNKNOWN}/status", None),
    ("GET", f"/jobs/{UNKNOWN}/metrics", None),
    ("GET", f"/jobs/{UNKNOWN}/execution-result", None),
    ("GET", f"/jobs/{UNKNOWN}/savepoints/{UNKNOWN}", None),
    ("GET", f"/jobs/{UNKNOWN}/checkpoints/{UNKNOWN}", None),
    ("GET", f"/savepoint-disposal/{UNKNOWN}", None),
    ("GET", f"/taskmanagers/{UNKNOWN}", None),
    ("GET", f"/applications/{UNKNOWN}", None),
    ("GET", "/jobs/:job/vertices/xyz", None),
    ("GET", f"/jobs/:job/vertices/{UNKNOWN}", None),
    ("GET", f"/jobs/:job/vertices/{UNKNOWN}/backpressure", None),
    ("GET", f"/jobs/:job/vertices/{UNKNOWN}/metrics", None),
    ("GET", "/jobs/:job/vertices/:vertex/subtasks/99", None),
    ("GET", "/jobs/:job/vertices/:vertex/subtasks/-1", None),
    ("GET", "/jobs/:job/vertices/:vertex/subtasks/x", None),
    ("GET", "/jobs/:job/vertices/:vertex/subtasks/0/attempts/99", None),
    ("GET", "/jobs/:job/vertices/:vertex/flamegraph?type=no", None),
    ("GET", "/jobs/:job/checkpoints/details/99999", None),
    ("GET", "/jobs/:job/checkpoints/details/x", None),
    ("GET", "/jobs/:job/exceptions?maxExceptions=x", None),
    ("GET", "/jobs/:job/nothing", None),
    ("GET", "/nothing", None),
    ("GET", "/v9/overview", None),
    ("POST", "/overview", "{}"),
    ("PATCH", "/jobs/xyz", None),
    ("PATCH", f"/jobs/{UNKNOWN}", None),
    ("PATCH", "/jobs/:job?mode=stop", None),
    ("PATCH", "/jobs/:job?mode=no", None),
    ("PATCH", "/jobs/:finished", None),
    ("PATCH", "/jobs/:job/rescaling?parallelism=2", None),
    ("PATCH", "/jobs/:job/rescaling", None),
    ("POST", "/jobs/:job/savepoints", "{"),
    ("POST", "/jobs/:job/savepoints", '{"formatType": "no"}'),
    ("POST", "/jobs/:job/checkpoints", '{"checkpointType": "no"}'),
    ("POST", "/savepoint-disposal", "{}"),
    ("PUT", "/jobs/:job/resource-requirements", "{}"),
    ("DELETE", "/jars/no.jar", None),
    ("POST", "/jars/no.jar/run", "{}"),
    ("POST", "/jars/no.jar/plan", "{}"),
    ("POST", "/jars/upload", "x"),
)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Cluster:
    """A session cluster in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        conf = folder / "conf"
        shutil.copytree(HOME / "conf", conf)
        settings = {
            "jobmanager.rpc.address": "127.0.0.1",
            "jobmanager.bind-host": "127.0.0.1",
            "jobmanager.rpc.port": free_port(),
            "taskmanager.bind-host": "127.0.0.1",
            "taskmanager.host": "127.0.0.1",
            "taskmanager.numberOfTaskSlots": 8,
            "jobmanager.memory.process.size": "1000m",
            "taskmanager.memory.process.size": "1200m",
            "rest.address": "127.0.0.1",
            "rest.bind-address": "127.0.0.1",
            "rest.port": self.port,
            "rest.bind-port": self.port,
            "rest.flamegraph.enabled": "true",
            "execution.target": "remote",
            "execution.checkpointing.dir": f"file://{folder}/checkpoints",
            "execution.checkpointing.savepoint-dir": f"file://{folder}/savepoints",
        }
        (conf / "config.yaml").write_text("".join(f"{key}: {value}\n" for key, value in settings.items()))
        self.env = {
            **os.environ,
            "FLINK_HOME": str(HOME),
            "FLINK_CONF_DIR": str(conf),
            "FLINK_LOG_DIR": str(folder / "log"),
            "FLINK_BIN_DIR": str(HOME / "bin"),
            "FLINK_LIB_DIR": str(HOME / "lib"),
            "FLINK_OPT_DIR": str(HOME / "opt"),
            "FLINK_PLUGINS_DIR": str(folder / "plugins"),
        }
        (folder / "log").mkdir()
        (folder / "plugins").mkdir()
        self._processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Cluster:
        for script in ("jobmanager.sh", "taskmanager.sh"):
            log = (self.folder / f"{script}.txt").open("wb")
            command = ["bash", str(HOME / "bin" / script), "start-foreground"]
            self._processes.append(
                subprocess.Popen(command, env=self.env, stdout=log, stderr=log, start_new_session=True)
            )
        self.wait(lambda: self.ask("GET", "/overview")[1].get("slots-total") == 8, "the TaskManager")
        return self

    def __exit__(self, *error: object) -> None:
        for process in self._processes:
            os.killpg(process.pid, signal.SIGTERM)
        for process in self._processes:
            process.wait(30)

    def run_sql(self, text: str) -> None:
        """Submits the jobs of a script, without waiting for their ends."""
        os.environ["FLINK_CONF_DIR"] = self.env["FLINK_CONF_DIR"]
        table_env = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
        for key, value in (
            ("execution.target", "remote"),
            ("rest.address", "127.0.0.1"),
            ("rest.port", str(self.port)),
        ):
            table_env.get_config().set(key, value)
        for statement in filter(str.strip, text.split(";")):
            if setting := re.match(r"\s*SET '(.*)' = '(.*)'", statement):
                table_env.get_config().set(setting[1], setting[2])
            else:
                table_env.execute_sql(statement)

    def ask(
        self, method: str, path: str, body: Optional[bytes] = None, kind: str = "application/json"
    ) -> tuple[int, Any]:
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", method=method, data=body)
        if body is not None:
            request.add_header("Content-Type", kind)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                status, text = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read()
        except OSError:
            return 0, {}
        try:
            return status, json.loads(text) if text else None
        except ValueError:
            return status, text.decode(errors="replace")

    def wait(self, is_so: Any, what: str) -> None:
        until = time.monotonic() + 180
        while not is_so():
            if time.monotonic() > until:
                sys.exit(f"{what} did not come; logs in {self.folder}")
            time.sleep(0.5)


def shape(value: Any) -> Any:
    """Names of fields and types of values; elements of a list, and fields named by ids, as one."""
    if isinstance(value, dict):
        fields: dict[str, Any] = {}
        for key, inner in value.items():
            name = "<id>" if HEX.match(key) else key
            fields[name] = merged(fields[name], shape(inner)) if name in fields else shape(inner)
        return fields
    if isinstance(value, list):
        inner = None
        for element in value:
            inner = shape(element) if inner is None else merged(inner, shape(element))
        return [] if inner is None else [inner]
    return {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null"}[type(value)]


def merged(one: Any, other: Any) -> Any:
    """The shape of what may be either. A field that only one has ends in `?`."""
    if one == other:
        return one
    if isinstance(one, dict) and isinstance(other, dict):
        names = {name.rstrip("?") for name in (*one, *other)}
        fields = {}
        for name in sorted(names):
            is_optional = name not in one or name not in other
            sides = [side.get(name, side.get(f"{name}?")) for side in (one, other)]
            present = [side for side in sides if side is not None]
            fields[f"{name}?" if is_optional else name] = present[0] if len(present) == 1 else merged(*present)
        return fields
    if isinstance(one, list) and isinstance(other, list):
        return [merged(one[0], other[0])] if one and other else one or other
    alternatives: list[Any] = []
    for side in (one, other):
        alternatives.extend(side["anyOf"] if isinstance(side, dict) and set(side) == {"anyOf"} else [side])
    unique = [text for n, text in enumerate(alternatives) if text not in alternatives[:n]]
    if set(map(str, unique)) == {"integer", "number"}:
        return "number"
    return {"anyOf": sorted(unique, key=str)}


class Recording:
    """Answers, by the endpoint's method and path."""

    def __init__(self, raw: Optional[Path]) -> None:
        self._raw = raw
        self.answers: dict[str, dict[str, Any]] = {}
        self.refusals: list[dict[str, Any]] = []

    def note(self, endpoint: str, status: int, answer: Any, what: str = "") -> None:
        if self._raw is not None:
            name = re.sub(r"[^A-Za-z0-9.=-]+", "_", f"{endpoint} {what}").strip("_")
            (self._raw / f"{name}.json").write_text(f"{status}\n{json.dumps(answer, indent=1)}\n")
        if status >= 300:
            return
        known = self.answers.get(endpoint)
        form = shape(answer)
        self.answers[endpoint] = {"status": status, "shape": form if known is None else merged(known["shape"], form)}


def record(cluster: Cluster, recording: Recording) -> None:
    def jobs() -> dict[str, dict[str, Any]]:
        return {job["name"]: job for job in cluster.ask("GET", "/jobs/overview")[1]["jobs"]}

    def ready() -> bool:
        states = {name: job["state"] for name, job in jobs().items()}
        return states == {"running": "RUNNING", "finished": "FINISHED", "failed": "FAILED"}

    cluster.wait(ready, "the jobs' states")
    ids = {name: job["jid"] for name, job in jobs().items()}
    running = ids["running"]
    cluster.wait(lambda: len(cluster.ask("GET", f"/jobs/{running}/checkpoints")[1]["history"]) > 2, "checkpoints")
    tm = cluster.ask("GET", "/taskmanagers")[1]["taskmanagers"][0]["id"]
    trigger(cluster, recording, running, f"/jobs/{UNKNOWN}")
    time.sleep(4)  # what the cluster knows of its jobs is up to 3 s old
    for path in CLUSTER:
        recording.note(f"GET {path.replace(':tm', ':taskmanagerid')}", *cluster.ask("GET", path.replace(":tm", tm)))
    for vertex_path in [path for path in JOB if path.endswith("flamegraph")]:  # samples take their time
        for vertex in vertices(cluster, running):
            cluster.ask("GET", vertex_path.replace(":job", running).replace(":vertex", vertex))
    time.sleep(5)
    for name, job in ids.items():
        checkpoints = cluster.ask("GET", f"/jobs/{job}/checkpoints")[1]["history"]
        checkpoint = str(checkpoints[0]["id"]) if checkpoints else ""
        for path in JOB:
            for vertex in vertices(cluster, job)[: 2 if ":vertex" in path else 1]:
                if ":checkpoint" in path and not checkpoint:
                    continue
                place = path.replace(":job", job).replace(":vertex", vertex).replace(":checkpoint", checkpoint)
                endpoint = path.replace(":job", ":jobid").replace(":vertex", ":vertexid")
                endpoint = endpoint.replace(":checkpoint", ":checkpointid") if "details" in endpoint else endpoint
                endpoint = endpoint.replace("subtasks/0", "subtasks/:subtaskindex").replace(
                    "attempts/0", "attempts/:attempt"
                )
                endpoint = endpoint.replace("/applications/:jobid", "/applications/:applicationid")
                recording.note(f"GET {endpoint}", *cluster.ask("GET", place), what=f"{name} {vertex[:4]}")
    refuse(cluster, recording, running, ids["finished"])
    jars(cluster, recording)
    status, answer = cluster.ask("POST", f"/jobs/{running}/stop", b"{}")
    recording.note("POST /jobs/:jobid/stop", status, answer)
    cluster.wait(lambda: jobs()["running"]["state"] == "FINISHED", "the stopped job's end")


def vertices(cluster: Cluster, job: str) -> list[str]:
    return [vertex["id"] for vertex in cluster.ask("GET", f"/jobs/{job}")[1]["vertices"]]


def trigger(cluster: Cluster, recording: Recording, job: str, unknown: str) -> None:
    """Savepoints, checkpoints and a disposal: of a job that runs, and of none."""
    locations: list[str] = []
    for base in (f"/jobs/{job}", unknown):
        for kind in ("savepoints", "checkpoints"):
            status, answer = cluster.ask("POST", f"{base}/{kind}", b"{}")
            recording.note(f"POST /jobs/:jobid/{kind}", status, answer, base[-4:])
            place = f"{base}/{kind}/{answer['request-id']}"
            ended = follow(cluster, recording, place, f"GET /jobs/:jobid/{kind}/:triggerid")
            locations.append(ended.get("location", ""))
    for path in (locations[0], "file:///nowhere"):
        body = json.dumps({"savepoint-path": path}).encode()
        status, answer = cluster.ask("POST", "/savepoint-disposal", body)
        recording.note("POST /savepoint-disposal", status, answer, path[-4:])
        follow(cluster, recording, f"/savepoint-disposal/{answer['request-id']}", "GET /savepoint-disposal/:triggerid")


def follow(cluster: Cluster, recording: Recording, path: str, endpoint: str) -> dict[str, Any]:
    """Waits for the end of what was asked for; returns what came of it."""
    while True:
        status, answer = cluster.ask("GET", path)
        recording.note(endpoint, status, answer, f"{path[-4:]} {answer.get('status', {}).get('id')}")
        if answer.get("status", {}).get("id") != "IN_PROGRESS":
            return answer.get("operation") or {}
        time.sleep(0.05)


def refuse(cluster: Cluster, recording: Recording, job: str, finished: str) -> None:
    vertex = vertices(cluster, job)[0]
    for method, path, body in REFUSED:
        place = path.replace(":job", job).replace(":vertex", vertex).replace(":finished", finished)
        status, answer = cluster.ask(method, place, None if body is None else body.encode())
        if isinstance(answer, dict) and answer.get("errors"):
            answer = [text.splitlines()[0] if text else "" for text in answer["errors"]]
        recording.note(f"{method} {path} {body or ''}", max(status, 300), answer, "refused")
        recording.refusals.append({"method": method, "path": path, "body": body, "status": status})


def jars(cluster: Cluster, recording: Recording) -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as jar:
        jar.writestr("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nProgram-Class: some.Program\n")
    boundary = b"--0123456789"
    head = b'Content-Disposition: form-data; name="jarfile"; filename="program.jar"\r\n'
    body = b"\r\n".join(
        [
            b"--" + boundary,
            head + b"Content-Type: application/x-java-archive\r\n",
            archive.getvalue(),
            b"--" + boundary + b"--",
            b"",
        ]
    )
    kind = f"multipart/form-data; boundary={boundary.decode()}"
    status, answer = cluster.ask("POST", "/jars/upload", body, kind)
    recording.note("POST /jars/upload", status, answer)
    name = answer["filename"].rpartition("/")[2]
    recording.note("GET /jars", *cluster.ask("GET", "/jars"))
    recording.note("POST /jars/:jarid/run", *cluster.ask("POST", f"/jars/{name}/run", b"{}"))
    recording.note("DELETE /jars/:jarid", *cluster.ask("DELETE", f"/jars/{name}"))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--raw", type=Path)
    arguments = parser.parse_args()
    if arguments.raw is not None:
        arguments.raw.mkdir(parents=True, exist_ok=True)
    recording = Recording(arguments.raw)
    folder = Path(tempfile.mkdtemp(prefix="record-rest-"))
    with Cluster(folder) as cluster:
        cluster.run_sql(SQL)
        record(cluster, recording)
    shutil.rmtree(folder)
    content = {"answers": dict(sorted(recording.answers.items())), "refusals": recording.refusals}
    arguments.file.write_text(json.dumps(content, indent=1) + "\n")


if __name__ == "__main__":
    main()
