"""JobArchive: the folder of ended jobs, with one file per job: its last JobDocument, as JSON.

A driver writes the file of its job when the job has ended, if `jobmanager.archive.fs.dir` is set to a folder, or to a
URI of any storage that supports checkpoints. History servers read nothing else.
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
        """Adds a job, or replaces its earlier archive."""
        self._store.write(f"{document['id']}{_SUFFIX}", json.dumps(document).encode())

    def sizes(self) -> dict[str, int]:
        """The ids of all jobs, with the sizes of their files. Another size means that the job has ended once more."""
        try:
            sizes = self._store.sizes("")
        except FileNotFoundError:
            return {}
        return {name.removesuffix(_SUFFIX): size for name, size in sizes.items() if name.endswith(_SUFFIX)}

    def read(self, job_id: str) -> Mapping[str, Any]:
        """The document of a job, as JSON. OSError: the file was deleted; ValueError: it is not a document."""
        content: Mapping[str, Any] = json.loads(self._store.read(f"{job_id}{_SUFFIX}"))
        return content

    def delete(self, job_id: str) -> None:
        self._store.delete(f"{job_id}{_SUFFIX}")


def archive_job(document: Mapping[str, Any], configuration: Configuration) -> None:
    """Archives a finished, failed or canceled job if the configuration names an archive; not a suspended one."""
    uri = configuration.get(ARCHIVE_DIRECTORY)
    if uri and JobStatus[document["status"]].is_globally_terminal_state():
        JobArchive(uri, configuration).write(document)
        _log.info("job %s is archived in %s", document["id"], uri)
