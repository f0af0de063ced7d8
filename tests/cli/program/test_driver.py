"""A job that was submitted: where its checkpoints are, and whether its driver is restarted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pyrite.cli.program.driver import SubmittedJobExecutor
from pyrite.cli.program.driver_start import DriverStart
from pyrite.control.job_manager.driver_process import StartSlot
from pyrite.control.job_manager.job_store import JobFolder, Submission
from pyrite.control.job_manager_gateway import SubmittedProgram
from pyrite.core.config.checkpoint_options import CHECKPOINTS_DIRECTORY, JOB_ID
from pyrite.core.config.configuration import Configuration
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.job_spec import JobSpec
from tests.control.fake_job import FakeJob

PERIODIC = {"execution.checkpointing.interval": "1 s", "restart-strategy.type": "fixed-delay"}


class Recorder:
    """Keeps the job that it is given."""

    def submit(self, job: JobSpec) -> FakeJob:
        self.job = job
        return FakeJob(str(job.job_id), job.name)


def submitted(folder: Path, **settings: str) -> tuple[Configuration, dict[str, str]]:
    """The configuration that a job runs with, and the strategy by which its driver is restarted."""
    configuration = Configuration({**PERIODIC, **{key.replace("__", "."): text for key, text in settings.items()}})
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.from_sequence(1, 3).print()
    job, recorder = env.get_job_spec("words"), Recorder()
    submission = Submission(str(job.job_id), SubmittedProgram("words.py"), 0)
    start = DriverStart(JobFolder(folder), "words.py", StartSlot())
    SubmittedJobExecutor(JobFolder(folder), submission, recorder, start).submit(job)
    strategy: dict[str, str] = json.loads((folder / "job.json").read_text())["restart"]["settings"]
    return recorder.job.configuration, strategy


def test_checkpoints_are_in_the_jobs_folder_when_the_user_names_none(tmp_path: Path) -> None:
    configuration, strategy = submitted(tmp_path)
    assert configuration.get(CHECKPOINTS_DIRECTORY) == (tmp_path / "checkpoints").as_uri()
    assert strategy["restart-strategy.type"] == "fixed-delay"


def test_users_directory_is_kept(tmp_path: Path) -> None:
    configuration, strategy = submitted(tmp_path, execution__checkpointing__dir="file:///mine")
    assert configuration.get(CHECKPOINTS_DIRECTORY) == "file:///mine"
    assert strategy["restart-strategy.type"] == "fixed-delay"


@pytest.mark.parametrize("settings", [{"execution__checkpointing__storage": "jobmanager"}, {"spark__master": "yarn"}])
def test_driver_is_not_restarted_when_checkpoints_end_with_it(tmp_path: Path, settings: dict[str, str]) -> None:
    configuration, strategy = submitted(tmp_path, **settings)
    assert not configuration.get(CHECKPOINTS_DIRECTORY)
    assert strategy == {"restart-strategy.type": "none"}


def test_further_jobs_have_ids_that_follow_from_the_first_and_are_the_same_for_the_next_driver(tmp_path: Path) -> None:
    def submit_jobs(*own_ids: str) -> list[tuple[str, str]]:
        """Ids of the jobs of one run, with those of their configurations."""
        recorder, started = Recorder(), list[tuple[str, str]]()
        start = DriverStart(JobFolder(tmp_path), "words.py", StartSlot())
        executor = SubmittedJobExecutor(
            JobFolder(tmp_path), Submission("words", SubmittedProgram("words.py"), 0), recorder, start
        )
        for own_id in own_ids:
            env = StreamExecutionEnvironment.get_execution_environment(Configuration({"pipeline.job-id": own_id}))
            env.from_sequence(1, 3).print()
            executor.submit(env.get_job_spec(own_id))
            started.append((str(recorder.job.job_id), recorder.job.configuration.get(JOB_ID)))
        assert executor.job is not None and str(executor.job.job_id) == "words"
        return started

    started = submit_jobs("words", "words", "words", "mine")
    assert started == submit_jobs("words", "words", "words", "mine")
    ids = [job_id for job_id, configured in started if job_id == configured]
    assert len(set(ids)) == 4 and (ids[0], ids[3]) == ("words", "mine")
    assert json.loads((tmp_path / "job.json").read_text())["name"] == "words"
