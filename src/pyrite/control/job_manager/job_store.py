"""JobStore: what outlives a JobManager: submitted programs, what is known of their jobs, and their logs.

    instances/<pid>       one JobManager; locked as long as it lives, with its address
    leader                locked by the one JobManager that starts drivers
    programs/             what was uploaded
    log/                  of the JobManagers themselves
    jobs/<job-id>/
        submission.json   the program and what it is run with; never changes
        record.json       what the JobManager knows of the job
        driver            locked by its driver as long as that lives, with the driver's pid
        job.json          written by the driver when the job starts: its name and its restart strategy
        document.json     its JobDocument at its end
        outcome.json      written by the driver when the job has ended; without it, a driver that is gone has died
        program/          the program, if it was uploaded
        *.log, *.out      see the guide's page on logs

The folder is the user's alone. A file is replaced as a whole, so that whoever is killed leaves the old or the new one.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Optional

from pyrite.control.job_manager_gateway import SubmissionRefusedError, SubmittedProgram
from pyrite.core.machine import reserve
from pyrite.storage.private_folder import PrivateFolder, home_path

FOLDER_VARIABLE: Final = "PYRITE_JOBMANAGER_DIR"
_NEW = ".new-"
_RESERVED_BYTES: Final = 16 << 10
_UPLOADED = re.compile(r"^[0-9a-f-]{36}_(?=.)")
"""What distinguishes uploads of the same name."""


@dataclass(frozen=True)
class Submission:
    """A program that was accepted, with the id of its job."""

    job_id: str
    program: SubmittedProgram
    submitted_ms: int

    @property
    def name(self) -> str:
        """What the job is called until its driver knows better."""
        return self.program.entry or _UPLOADED.sub("", Path(self.program.path).name)


@dataclass(frozen=True)
class Outcome:
    """How a driver's job has ended."""

    status: str
    cause: str
    summary: dict[str, Any] = field(default_factory=dict)
    """The JobSummary at its end; empty if it never ran."""
    trace: str = ""
    """Where the program has raised what ended it; empty if that is no fault of its code."""


class JobStore:
    """One such folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._private = PrivateFolder(path, variable=FOLDER_VARIABLE)

    @staticmethod
    def of_user() -> JobStore:
        """This user's: $PYRITE_JOBMANAGER_DIR, else ~/.pyrite/jobmanager."""
        return JobStore(home_path("jobmanager", FOLDER_VARIABLE))

    def make(self) -> None:
        """Creates the folder. PyriteError: it cannot be created, or others may enter it."""
        self._private.make()
        for name in ("instances", "programs", "jobs", "log"):
            (self.path / name).mkdir(mode=0o700, exist_ok=True)

    def job_ids(self) -> list[str]:
        """All jobs that were submitted and are not forgotten."""
        try:
            return sorted(path.name for path in (self.path / "jobs").iterdir() if not path.name.startswith(_NEW))
        except FileNotFoundError:
            return []

    def job(self, job_id: str) -> JobFolder:
        return JobFolder(self.path / "jobs" / job_id)

    def add(self, submission: Submission) -> JobFolder:
        """Stores a program, whole or not at all; a former job of the same id, whose driver is gone, is forgotten."""
        folder = self.job(submission.job_id)
        fresh = JobFolder(folder.path.with_name(f"{_NEW}{submission.job_id}-{os.getpid()}"))
        try:
            fresh.path.mkdir(mode=0o700)
            if submission.program.is_owned:
                submission = _with_copy(submission, fresh.path / "program", folder.path / "program")
            fresh.write("submission", _submission_json(submission))
            if folder.path.exists():
                shutil.rmtree(folder.path)
            fresh.path.rename(folder.path)
        except OSError as error:
            shutil.rmtree(fresh.path, ignore_errors=True)
            raise SubmissionRefusedError(f"the program cannot be stored in {folder.path}: {error}") from error
        return folder

    def forget(self, job_id: str) -> None:
        """Removes all that is known of a job."""
        shutil.rmtree(self.job(job_id).path, ignore_errors=True)


class JobFolder:
    """The folder of one job."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def identity(self) -> int:
        """Another one once the job was submitted again."""
        try:
            return self.path.stat().st_ino
        except FileNotFoundError:
            return 0

    def submission(self) -> Optional[Submission]:
        """What was submitted; None if that cannot be read."""
        content = self.read("submission")
        try:
            program = SubmittedProgram(**{**content["program"], "arguments": tuple(content["program"]["arguments"])})
            return Submission(content["job_id"], program, content["submitted_ms"])
        except (KeyError, TypeError):
            return None

    def outcome(self) -> Optional[Outcome]:
        """How the job has ended; None if its driver runs, or died."""
        try:
            return Outcome(**self.read("outcome"))
        except TypeError:
            return None

    def read(self, name: str) -> dict[str, Any]:
        """The contents of a file of the folder; empty if it is not there."""
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
        """Makes room for a file that this process is to write, however full the disk is by then."""
        file = os.open(self._fresh(name), os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            reserve(file, _RESERVED_BYTES)
        finally:
            os.close(file)

    def drop(self, name: str) -> None:
        """Removes a file of the folder, and what processes that died have left of it."""
        for path in (self.path / f"{name}.json", *self.path.glob(f"{name}.json.*")):
            path.unlink(missing_ok=True)

    def _fresh(self, name: str) -> Path:
        """The file's next contents, until they are complete."""
        return self.path / f"{name}.json.{os.getpid()}"


def _with_copy(submission: Submission, place: Path, later: Path) -> Submission:
    """With a copy of the program that is the job's own, under the name that it had before it was uploaded."""
    place.mkdir(mode=0o700)
    source = Path(submission.program.path)
    name = _UPLOADED.sub("", source.name)
    shutil.copy2(source, place / name)
    program = replace(submission.program, path=str(later / name), is_owned=False)
    return replace(submission, program=program)


def _submission_json(submission: Submission) -> dict[str, Any]:
    program = {**asdict(submission.program), "settings": dict(submission.program.settings)}
    return {"job_id": submission.job_id, "program": program, "submitted_ms": submission.submitted_ms}
