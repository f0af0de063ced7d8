"""JobManagerClient: the REST client of commands with -m. It uses Flink's paths and JSON."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Optional, TypeVar

import httpx

from pyrite.cli.remote.rest_connection import ProofOfRole, RestConnection
from pyrite.connectors.base.http_client import http_client
from pyrite.control.job_manager_gateway import SubmittedProgram
from pyrite.control.rest_id import rest_id
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import AmbiguousJobError, JobNotRunningError, PyriteError
from pyrite.core.job import commands
from pyrite.core.job.job_document import JobDocument
from pyrite.core.job.job_status import JobStatus
from pyrite.core.json_dataclasses import of_json, to_json

A = TypeVar("A")

_CONNECT_S: Final = 15.0
_POLL_S: Final = 0.2
_RETRIES, _RETRY_S = 20, 3.0
"""Flink's rest.retry.max-attempts and rest.retry.delay."""
_WAYS: Final[tuple[Callable[[Mapping[str, Any], str], bool], ...]] = (
    lambda job, word: word == job["job-id"] or job["jid"] in (word, rest_id(word)),
    lambda job, word: bool(job["name"] == word),
    lambda job, word: bool(word) and bool(job["job-id"].startswith(word) or job["jid"].startswith(word)),
)
"""The ways in which a word can match a job, in this order."""


class NoAnswerError(PyriteError):
    """The JobManager does not answer, or its answer is not JSON."""


class RefusedError(PyriteError):
    """The JobManager has answered with an error, which is the message."""


class JobManagerClient:
    """The client of one JobManager, Pyrite's or Flink's."""

    def __init__(self, address: str, configuration: Configuration) -> None:
        """`configuration`: names the files of tokens, if they are not those of this user's own JobManager."""
        self._address = address
        connection = RestConnection(address, configuration)
        of_tls: dict[str, Any] = {"verify": connection.tls()} if connection.url.startswith("https") else {}
        self._http = http_client(
            _CONNECT_S, base_url=f"{connection.url}/v1", auth=ProofOfRole(connection), trust_env=False, **of_tls
        )

    def __enter__(self) -> JobManagerClient:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self._http.close()

    def jobs(self) -> list[dict[str, Any]]:
        """All jobs of `/jobs/overview`, with the fields of `/drivers`. `job-id` is the id that the user gave."""
        drivers = {driver["jid"]: driver for driver in self._drivers()}
        return [{"job-id": job["jid"], **job, **drivers.get(job["jid"], {})} for job in self._overview()]

    def _overview(self) -> list[dict[str, Any]]:
        jobs: list[dict[str, Any]] = self._call("GET", "/jobs/overview")["jobs"]
        return jobs

    def _drivers(self) -> list[dict[str, Any]]:
        """Empty for Flink's JobManager."""
        try:
            drivers: list[dict[str, Any]] = self._call("GET", "/drivers")["drivers"]
        except RefusedError:
            return []
        return drivers

    def start_wait(self, job_id: str) -> str:
        """What a job waits for that has not started; empty for others."""
        return next((driver.get("waits-for", "") for driver in self._drivers() if driver["job-id"] == job_id), "")

    def find(self, word: str) -> dict[str, Any]:
        """Finds a job by id, by name, or by a unique prefix of its id; jobs that have not ended come first."""
        jobs = self.jobs()
        live = [job for job in jobs if not JobStatus[job["state"]].is_terminal_state()]
        for candidates in (live, jobs):
            for matches in _WAYS:
                matching = [job for job in candidates if matches(job, word)]
                if len(matching) > 1:
                    raise AmbiguousJobError(
                        f"'{word}' matches {len(matching)} jobs, choose one by its id:\n{_listed(matching)}"
                    )
                if matching:
                    return matching[0]
        running = f". Running:\n{_listed(live)}" if live else ": none runs"
        raise JobNotRunningError(f"the JobManager at {self._address} has no job '{word}'{running}")

    def send(self, jid: str, command: commands.Command[A]) -> A:
        """Sends a command through REST; the same answer that a driver would give."""
        answer: Any
        match command:
            case commands.Savepoint(directory):
                answer = commands.SavepointPath(self._savepoint(jid, {"target-directory": directory}))
            case commands.Stop(drain, directory):
                trigger = self._call("POST", f"/jobs/{jid}/stop", {"targetDirectory": directory, "drain": drain})
                location = self._result(f"/jobs/{jid}/savepoints/{trigger['request-id']}")["location"]
                answer = commands.JobEnd(_uri(location), self.wait(jid))
            case commands.Cancel(None):
                self.cancel(jid)
                answer = commands.JobEnd(None, self.wait(jid))
            case commands.Cancel(commands.Savepoint(directory)):
                path = self._savepoint(jid, {"target-directory": directory, "cancel-job": True})
                answer = commands.JobEnd(path, self.wait(jid))
            case commands.Checkpoint():
                trigger = self._call("POST", f"/jobs/{jid}/checkpoints", {})["request-id"]
                answer = commands.CheckpointNumber(self._result(f"/jobs/{jid}/checkpoints/{trigger}")["checkpointId"])
            case commands.Rescale(int() as parallelism):
                path = f"/jobs/{jid}/rescaling"
                trigger = self._call("PATCH", f"{path}?parallelism={parallelism}")["request-id"]
                rescaled = self._result(f"{path}/{trigger}")
                answer = commands.Rescaled(rescaled["parallelism"], rescaled["pause-ms"], rescaled["checkpoint-id"])
            case _ if command.role is commands.Role.OPERATE:
                path = f"/jobs/{jid}/{command.name}"
                trigger = self._call("POST", path, to_json(command))["request-id"]
                answer = of_json(command.answer, self._result(f"{path}/{trigger}")["answer"])
            case commands.Document():
                answer = of_json(JobDocument, self._call("GET", f"/jobs/{jid}/document"))
            case _:
                name = command.name
                raise PyriteError(
                    f"{name} is not available through REST: run it on the JobManager's machine, without -m"
                )
        reply: A = answer
        return reply

    def _savepoint(self, jid: str, body: Mapping[str, Any]) -> str:
        trigger = self._call("POST", f"/jobs/{jid}/savepoints", body)["request-id"]
        return _uri(self._result(f"/jobs/{jid}/savepoints/{trigger}")["location"])

    def _result(self, path: str) -> dict[str, Any]:
        """The outcome of a triggered operation. PyriteError: it failed."""
        while (answer := self._call("GET", path))["status"]["id"] != "COMPLETED":
            time.sleep(_POLL_S)
        operation: dict[str, Any] = answer["operation"]
        failure = operation.get("failure-cause") or operation.get("failureCause")
        if failure is not None:
            raise PyriteError(str(failure["stack-trace"]).partition("\n")[0].partition(": ")[2] or failure["class"])
        return operation

    def wait(self, jid: str) -> JobStatus:
        """Waits for the end of a job; its final status."""
        while True:
            job = next((job for job in self._overview() if job["jid"] == jid), None)
            if job is None:
                raise JobNotRunningError(f"the JobManager at {self._address} no longer has job {jid}")
            if (status := JobStatus[job["state"]]).is_terminal_state():
                return status
            time.sleep(_POLL_S)

    def look(self, path: str) -> Any:
        """GETs a path. Repeats the request for a minute if the JobManager does not answer: jobs outlive it."""
        for _ in range(_RETRIES):
            try:
                return self._call("GET", path)
            except NoAnswerError:
                time.sleep(_RETRY_S)
        return self._call("GET", path)

    def cancel(self, jid: str) -> None:
        """Cancels a job, without waiting for its end."""
        self._call("PATCH", f"/jobs/{jid}?mode=cancel")

    def submit(self, program: SubmittedProgram) -> str:
        """Uploads a program and runs it; returns the job's id."""
        with Path(program.path).open("rb") as file:
            name = Path(program.path).name
            uploaded = self._call("POST", "/jars/upload", files={"jarfile": (name, file, "application/x-java-archive")})
        jar = uploaded["filename"].rpartition("/")[2]
        body = {
            "entryClass": program.entry or None,
            "programArgsList": list(program.arguments),
            "flinkConfiguration": dict(program.settings),
        }
        try:
            job_id: str = self._call("POST", f"/jars/{jar}/run", {k: v for k, v in body.items() if v})["jobid"]
        finally:
            with contextlib.suppress(PyriteError):  # the first error is the one that the user needs
                self._call("DELETE", f"/jars/{jar}")
        return job_id

    def _call(self, method: str, path: str, body: Optional[Mapping[str, Any]] = None, **more: Any) -> Any:
        if body is not None:
            more["json"] = body
        try:
            response = self._http.request(method, path, timeout=httpx.Timeout(None, connect=_CONNECT_S), **more)
            answer = response.json()
        except (httpx.HTTPError, ValueError) as error:
            raise NoAnswerError(f"the JobManager at {self._address} does not answer: {error}") from None
        errors = answer.get("errors") if isinstance(answer, dict) else None
        if response.is_error or errors is not None:
            raise RefusedError("\n".join(map(str, errors or [f"status {response.status_code}"])))
        return answer


def _listed(jobs: list[dict[str, Any]]) -> str:
    return "\n".join(f"  {job['job-id']}  {job['name']}" for job in jobs)


def _uri(location: str) -> str:
    """Java writes file:/x for file:///x."""
    is_javas = location.startswith("file:/") and not location.startswith("file://")
    return f"file://{location.removeprefix('file:')}" if is_javas else location
