"""JobStore: the files that outlive a JobManager: submitted programs, records of their jobs, and logs.

  instances/<pid>       one JobManager; locked as long as it lives, with its address
  leader                locked by the one JobManager that starts drivers
  programs/             uploaded programs
  log/                  logs of the JobManagers themselves
  queue/                jobs whose drivers wait to start, see StartQueue
  jobs/<job-id>/
    submission.json   the program with its arguments and settings; never changes
    record.json       the JobManager's record of the job
    driver            locked by its driver as long as that lives, with the driver's pid
    job.json          written by the driver when the job starts: its name and its restart strategy
    start.json        written by the driver before the job starts: the position of its program
    cancel.json       written before a driver is ended that accepts no commands yet
    document.json     its JobDocument at its end
    outcome.json      written by the driver when the job has ended; if it is missing, the driver died
    exit.json         written by the driver's parent: the signal or exit code with which the driver ended
    events/           the recorded events of the job; they stay when it is submitted again
    program/          the program, if it was uploaded
    *.log, *.out      see the guide's page on logs

The folder is private to the user. Files are replaced atomically: a process that is killed leaves the old or the new
one.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Optional

from pyrite.control.job_manager.start_queue import StartQueue
from pyrite.control.job_manager_gateway import SubmissionRefusedError, SubmittedProgram
from pyrite.core.machine import reserve
from pyrite.storage.private_folder import PrivateFolder, home_path

EVENTS: Final = "events"
"""In a job's folder: its recorded events, which stay when the job is submitted again."""
FOLDER_VARIABLE: Final = "PYRITE_JOBMANAGER_DIR"
_NEW = ".new-"
_RESERVED_BYTES: Final = 16 << 10
_UPLOADED = re.compile(r"^[0-9a-f-]{36}_(?=.)")
"""The prefix that distinguishes uploads of the same name."""


@dataclass(frozen=True)
class Submission:
    """An accepted program, with the id of its job."""

    job_id: str
    program: SubmittedProgram
    submitted_ms: int

    @property
    def name(self) -> str:
        """The job's name until its driver reports the actual one."""
        return self.program.entry or _UPLOADED.sub("", Path(self.program.path).name)


@dataclass(frozen=True)
class Outcome:
    """The outcome of a driver's job."""

    status: str
    cause: str
    summary: dict[str, Any] = field(default_factory=dict)
    """The final JobSummary; empty if the job never ran."""
    trace: str = ""
    """The traceback of the error that ended the program; empty if its code did not raise it."""


class JobStore:
    """One such folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._private = PrivateFolder(path, variable=FOLDER_VARIABLE)

    @staticmethod
    def of_user() -> JobStore:
        """The store of this user: $PYRITE_JOBMANAGER_DIR, else ~/.pyrite/jobmanager."""
        return JobStore(home_path("jobmanager", FOLDER_VARIABLE))

    def make(self) -> None:
        """Creates the folder. PyriteError: it cannot be created, or other users have access to it."""
        self._private.make()
        for name in ("instances", "programs", "jobs", "log"):
            (self.path / name).mkdir(mode=0o700, exist_ok=True)

    def job_ids(self) -> list[str]:
        """The ids of all stored jobs."""
        try:
            return sorted(path.name for path in (self.path / "jobs").iterdir() if not path.name.startswith(_NEW))
        except FileNotFoundError:
            return []

    def start_queue(self, limit: int) -> StartQueue:
        """The jobs whose drivers wait to start. `limit`: how many drivers start at the same time."""
        return StartQueue(self.path / "queue", limit)

    def job(self, job_id: str) -> JobFolder:
        return JobFolder(self.path / "jobs" / job_id)

    def add(self, submission: Submission) -> JobFolder:
        """Stores a program atomically. Replaces an earlier job of the same id, whose driver has exited."""
        folder = self.job(submission.job_id)
        fresh = JobFolder(folder.path.with_name(f"{_NEW}{submission.job_id}-{os.getpid()}"))
        try:
            fresh.path.mkdir(mode=0o700)
            if submission.program.is_owned:
                submission = _with_copy(submission, fresh.path / "program", folder.path / "program")
            fresh.write("submission", _submission_json(submission))
            if folder.path.exists():
                with contextlib.suppress(FileNotFoundError):
                    (folder.path / EVENTS).rename(fresh.path / EVENTS)
                shutil.rmtree(folder.path)
            fresh.path.rename(folder.path)
        except OSError as error:
            shutil.rmtree(fresh.path, ignore_errors=True)
            raise SubmissionRefusedError(f"the program cannot be stored in {folder.path}: {error}") from error
        return folder

    def forget(self, job_id: str) -> None:
        """Removes a job's folder."""
        shutil.rmtree(self.job(job_id).path, ignore_errors=True)


class JobFolder:
    """The folder of one job."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def identity(self) -> int:
        """Identifies the submission: a second submission of the same job has another identity."""
        try:
            return self.path.stat().st_ino
        except FileNotFoundError:
            return 0

    def submission(self) -> Optional[Submission]:
        """The stored submission; None if it cannot be read."""
        content = self.read("submission")
        try:
            program = SubmittedProgram(**{**content["program"], "arguments": tuple(content["program"]["arguments"])})
            return Submission(content["job_id"], program, content["submitted_ms"])
        except (KeyError, TypeError):
            return None

    def outcome(self) -> Optional[Outcome]:
        """The outcome of the job; None if its driver runs, or died."""
        try:
            return Outcome(**self.read("outcome"))
        except TypeError:
            return None

    def read(self, name: str) -> dict[str, Any]:
        """The contents of a file of the folder; empty if it does not exist."""
        try:
            content = json.loads((self.path / f"{name}.json").read_text())
        except (OSError, ValueError):
            return {}
        return content if isinstance(content, dict) else {}

    def write(self, name: str, content: Mapping[str, Any]) -> None:
        """Replaces a file of the folder."""
        fresh = self._fresh(name)
        try:
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
                file.write(json.dumps(content).encode())
                file.truncate()
            fresh.replace(self.path / f"{name}.json")
        except OSError:
            fresh.unlink(missing_ok=True)
            raise

    def reserve(self, name: str) -> None:
        """Reserves disk space for a file that this process will write at its end, even if the disk is full by then."""
        file = os.open(self._fresh(name), os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            reserve(file, _RESERVED_BYTES)
        finally:
            os.close(file)

    def drop(self, name: str) -> None:
        """Removes a file of the folder, and temporary files that dead processes have left."""
        for path in (self.path / f"{name}.json", *self.path.glob(f"{name}.json.*")):
            path.unlink(missing_ok=True)

    def _fresh(self, name: str) -> Path:
        """The temporary file for the file's next contents."""
        return self.path / f"{name}.json.{os.getpid()}"


def _with_copy(submission: Submission, place: Path, later: Path) -> Submission:
    """The submission with a copy of the program in the job's own folder, under its name before the upload."""
    place.mkdir(mode=0o700)
    source = Path(submission.program.path)
    name = _UPLOADED.sub("", source.name)
    shutil.copy2(source, place / name)
    program = replace(submission.program, path=str(later / name), is_owned=False)
    return replace(submission, program=program)


def _submission_json(submission: Submission) -> dict[str, Any]:
    program = {**asdict(submission.program), "settings": dict(submission.program.settings)}
    return {"job_id": submission.job_id, "program": program, "submitted_ms": submission.submitted_ms}
