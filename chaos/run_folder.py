"""RunFolder: all files of one chaos run, and the settings of its job."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

_JOB_ID = "chaos"


def job_id(number: int) -> str:
    """The id of a run's first job, or of a job that starts from the savepoint of the previous one."""
    return _JOB_ID if number == 1 else f"{_JOB_ID}-{number}"


def number_of(job: str) -> int:
    """The number of the job with an id."""
    return int(job.removeprefix(_JOB_ID).removeprefix("-") or 1)


@dataclass(frozen=True)
class JobSpec:
    """The settings of a driver, as a file: `python -m chaos.job FILE`."""

    folder: str
    rate: float
    """Numbers per second, all readers together, until the total is set."""
    settings: dict[str, str] = field(default_factory=dict)
    """Pyrite's options."""
    number: int = 1
    """The number of the job in the run."""
    parallelism: int = 2
    job: str = "paths"
    """A name of `chaos.jobs`."""
    sink: str = "lines"
    """A name of `chaos.sinks`."""
    sink_settings: dict[str, str] = field(default_factory=dict)
    """The settings of the sink, such as its server's address."""
    job_settings: dict[str, str] = field(default_factory=dict)
    """The settings of the job, such as the address of the server that it reads from."""

    @property
    def job_id(self) -> str:
        return job_id(self.number)

    def write(self, path: Path) -> None:
        write_whole(path, json.dumps(asdict(self)))

    @staticmethod
    def read(path: Path) -> JobSpec:
        return JobSpec(**json.loads(path.read_text()))


@dataclass(frozen=True)
class RunFolder:
    """The files of a run."""

    root: Path

    def make(self) -> None:
        for folder in (self.output, self.checkpoints, self.scratch, self.logs):
            folder.mkdir(parents=True)

    @property
    def output(self) -> Path:
        return self.root / "out"

    @property
    def checkpoints(self) -> Path:
        return self.root / "checkpoints"

    @property
    def scratch(self) -> Path:
        """The drivers' TMPDIR."""
        return self.root / "t"

    @property
    def logs(self) -> Path:
        return self.root / "logs"

    @property
    def control(self) -> Path:
        """The folder of the drivers' control sockets."""
        return self.root / "c"

    @property
    def savepoints(self) -> Path:
        return self.root / "savepoints"

    @property
    def spec(self) -> Path:
        """The settings of the next driver."""
        return self.root / "job.json"

    @property
    def total(self) -> Path:
        """Exists once the total of numbers is decided."""
        return self.root / "total"

    def plan(self, kind: str) -> Path:
        """The fault plan that processes of a kind follow."""
        return self.root / f"plan-{kind}.json"

    def set_total(self, numbers: int) -> None:
        write_whole(self.total, str(numbers))


def write_whole(path: Path, text: str) -> None:
    """Replaces a file atomically."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_text(text)
    fresh.replace(path)
