"""The jobs of this user that run on this machine, and how one is looked up by what a user calls it."""

from __future__ import annotations

import os
from collections.abc import Callable

from pyrite.control.job_directory import FOLDER_VARIABLE, ControlFolder, JobEntry
from pyrite.control.rest_id import rest_id
from pyrite.core.errors import AmbiguousJobError, JobNotRunningError, PyriteError
from pyrite.storage.private_folder import runtime_paths


def _candidates() -> list[ControlFolder]:
    return [ControlFolder(path) for path in runtime_paths(FOLDER_VARIABLE)]


def own_folder() -> ControlFolder:
    """The folder for a new job. PyriteError, with each reason, if none can be used."""
    return own_folders()[0]


def own_folders() -> list[ControlFolder]:
    """All folders that this user's drivers may use, best first. PyriteError, with each reason, if none can be used."""
    usable, reasons = [], []
    for folder in _candidates():
        try:
            folder.make()
        except PyriteError as error:
            reasons.append(str(error))
        else:
            usable.append(folder)
    if not usable:
        raise PyriteError("; ".join(reasons))
    return usable


def known_folders() -> list[ControlFolder]:
    """The folders in which jobs may be registered. One that is another user's has none of this user's jobs."""
    folders = []
    for folder in _candidates():
        try:
            folder.check()
        except FileNotFoundError:
            continue
        except PyriteError:
            if os.environ.get(FOLDER_VARIABLE):
                raise
            continue
        folders.append(folder)
    return folders


def running_jobs() -> list[tuple[ControlFolder, JobEntry]]:
    """Every job of this user that runs on this machine."""
    return [(folder, entry) for folder in known_folders() for entry in folder.running()]


def find_job(word: str) -> tuple[ControlFolder, JobEntry]:
    """The running job of an id, its own or REST's, of a name, or of the only id that begins so, in this order."""
    jobs = running_jobs()
    ways: tuple[Callable[[JobEntry], bool], ...] = (
        lambda entry: word in (entry.job_id, rest_id(entry.job_id)),
        lambda entry: entry.name == word,
        lambda entry: bool(word) and entry.job_id.startswith(word),
    )
    for matches in ways:
        matching = [job for job in jobs if matches(job[1])]
        if len(matching) == 1:
            return matching[0]
        if matching:
            raise AmbiguousJobError(
                f"'{word}' stands for {len(matching)} jobs, name one by its id:\n{_listed(matching)}"
            )
    if not jobs:
        raise JobNotRunningError(f"there is no job '{word}': no job of this user runs on this machine")
    raise JobNotRunningError(f"there is no job '{word}'. Running:\n{_listed(jobs)}")


def _listed(jobs: list[tuple[ControlFolder, JobEntry]]) -> str:
    return "\n".join(f"  {entry.job_id}  {entry.name}" for _, entry in jobs)
