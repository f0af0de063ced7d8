"""JobSpec: a job as a value. It can be stored, sent to another process and started there."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import (
    CACHED_FILES,
    PYTHON_ARCHIVES,
    PYTHON_FILES,
    PYTHON_REQUIREMENTS,
    RUNTIME_MODE,
    RuntimeExecutionMode,
)
from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.code_pickling import dumps_code
from pyrite.core.job.job_code import JobCode
from pyrite.core.job.job_id import JobID
from pyrite.core.job.job_parallelism import JobParallelism
from pyrite.core.job.migration import Migration
from pyrite.graph.plan import Plan, make_plan
from pyrite.graph.plan_settings import PlanSettings
from pyrite.graph.stream_graph import StreamGraph

VERSION: Final = 1
"""The version of what `JobSpec.dumps` writes."""


@dataclass(frozen=True)
class JobSpec:
    """What a program has built: everything that is needed to run it, and nothing that runs.

    Parallelism that the program leaves open stays open: the same spec is planned at any parallelism, which is how a
    running job is rescaled.
    """

    stream: StreamGraph
    configuration: Configuration
    code: JobCode
    migrations: Mapping[str, Migration] = field(default_factory=dict)
    job_id: JobID = field(default_factory=JobID)

    @property
    def name(self) -> str:
        return self.stream.job_name

    @property
    def files(self) -> tuple[str, ...]:
        """The local files and folders that the job takes along: modules, requirements, archives, cached files."""
        get = self.configuration.get
        cached_files = [path.removeprefix("executable:") for path in get(CACHED_FILES).values()]
        requirements = [path for path in get(PYTHON_REQUIREMENTS).split("#") if path]
        archives = [archive.rpartition("#")[0] for archive in get(PYTHON_ARCHIVES)]
        return (*get(PYTHON_FILES), *requirements, *archives, *cached_files)

    @property
    def is_batch(self) -> bool:
        """Whether it runs stage after stage. InvalidProgramError if that is asked for and its input never ends."""
        mode, graph = self.configuration.get(RUNTIME_MODE), self.stream
        if mode is RuntimeExecutionMode.AUTOMATIC:
            return graph.is_bounded and not graph.has_loops
        if mode is RuntimeExecutionMode.BATCH and not graph.is_bounded:
            unbounded = ", ".join(node.name for node in graph.nodes if not node.bounded)
            raise InvalidProgramError(f"BATCH needs sources that end, but these do not: {unbounded}")
        return mode is RuntimeExecutionMode.BATCH and not graph.has_loops  # a loop's tasks run at the same time

    def plan(self, parallelism: int | JobParallelism | None = None) -> Plan:
        """The job's graphs, at its own parallelism, at another default or as the job was rescaled."""
        rescaled = parallelism if isinstance(parallelism, JobParallelism) else JobParallelism(parallelism)
        settings = PlanSettings.of(self.configuration)
        default = settings.parallelism if rescaled.default is None else rescaled.default
        for each in (default, *rescaled.operators.values()):
            if not isinstance(each, int) or each < 1:
                raise InvalidProgramError(f"parallelism must be at least 1, not {each}")
        return make_plan(self.stream, replace(settings, parallelism=default, operators=rescaled.operators))

    def dumps(self) -> bytes:
        """The job as bytes. Reading them runs the program's code: read only bytes that you trust."""
        body = dumps_code((self.stream, self.configuration, dict(self.migrations), self.job_id))
        return pickle.dumps((VERSION, self.code, body))

    @staticmethod
    def loads(data: bytes) -> JobSpec:
        """The job that `dumps` wrote. The program's modules and classes are made known to this process first."""
        version, code, body = pickle.loads(data)
        if version != VERSION:
            raise InvalidProgramError(
                f"the job was written in format {version}, and this version of Pyrite reads format {VERSION}: "
                "start it with the version that wrote it, or build it again"
            )
        code.install()
        stream, configuration, migrations, job_id = pickle.loads(body)
        return JobSpec(stream, configuration, code, migrations, job_id)

    def __reduce__(self) -> tuple[Any, ...]:
        return JobSpec.loads, (self.dumps(),)
