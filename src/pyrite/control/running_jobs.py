"""The running jobs of this user on this machine, and the lookup of a job by id or name."""

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
    """The folder for a new job. PyriteError, with the reason for each folder, if none is usable."""
    return own_folders()[0]


def own_folders() -> list[ControlFolder]:
    """All usable folders for this user's drivers, best first. PyriteError, with each reason, if none is usable."""
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
    """The folders with registered jobs. Folders of other users are skipped: they have no jobs of this user."""
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
    """All running jobs of this user on this machine."""
    return [(folder, entry) for folder in known_folders() for entry in folder.running()]


def find_job(word: str) -> tuple[ControlFolder, JobEntry]:
    """Finds a running job by id, its own or REST's, by name, or by a unique prefix of its id, in this order."""
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
                f"'{word}' matches {len(matching)} jobs, choose one by its id:\n{_listed(matching)}"
            )
    if not jobs:
        raise JobNotRunningError(f"there is no job '{word}': no job of this user is running on this machine")
    raise JobNotRunningError(f"there is no job '{word}'. Running:\n{_listed(jobs)}")


def _listed(jobs: list[tuple[ControlFolder, JobEntry]]) -> str:
    return "\n".join(f"  {entry.job_id}  {entry.name}" for _, entry in jobs)
