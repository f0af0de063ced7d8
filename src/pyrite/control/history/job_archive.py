"""JobArchive: the folder of jobs that are over, each as one file: its last JobDocument, as JSON.

A driver writes its job's file when the job has ended, if `jobmanager.archive.fs.dir` says where: a folder, or a URI of
any storage that checkpoints can be in. History servers read them, and need nothing else.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import Any, Final

from pyrite.core.config.cluster_options import ARCHIVE_DIRECTORY
from pyrite.core.config.configuration import Configuration
from pyrite.core.job.job_status import JobStatus
from pyrite.storage.open_store import open_store

_log = logging.getLogger(__name__)
_SUFFIX: Final = ".json"


class JobArchive:
    """One such folder."""

    def __init__(self, uri: str, configuration: Configuration) -> None:
        self._store = open_store(uri, configuration)

    def write(self, document: Mapping[str, Any]) -> None:
        """Adds a job, or replaces what was there of it."""
        self._store.write(f"{document['id']}{_SUFFIX}", json.dumps(document).encode())

    def sizes(self) -> dict[str, int]:
        """The ids of all jobs, with the sizes of their files. A job whose file changes has ended once more."""
        try:
            known = self._store.sizes("")
        except FileNotFoundError:
            return {}
        return {name.removesuffix(_SUFFIX): size for name, size in known.items() if name.endswith(_SUFFIX)}

    def read(self, job_id: str) -> Mapping[str, Any]:
        """The document of a job, as JSON. OSError: it is gone; ValueError: it is no document."""
        content: Mapping[str, Any] = json.loads(self._store.read(f"{job_id}{_SUFFIX}"))
        return content

    def delete(self, job_id: str) -> None:
        self._store.delete(f"{job_id}{_SUFFIX}")


def archive_job(document: Mapping[str, Any], configuration: Configuration) -> None:
    """Archives a job that is over, if that is wanted. One that is suspended is not over."""
    uri = configuration.get(ARCHIVE_DIRECTORY)
    if uri and JobStatus[document["status"]].is_globally_terminal_state():
        JobArchive(uri, configuration).write(document)
        _log.info("job %s is archived in %s", document["id"], uri)
