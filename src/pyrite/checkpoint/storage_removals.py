"""StorageRemovals: schedules removals of unneeded files, and runs them only while this driver has the job."""

from __future__ import annotations

import logging
from collections.abc import Callable

from pyrite.checkpoint.job_log import JobLog
from pyrite.core.errors import CorruptStateError

Remove = Callable[[], None]
_log = logging.getLogger(__name__)


class StorageRemovals:
    """Runs removals, at once or in another thread. A removal never fails a job or delays a commit."""

    def __init__(self, log: JobLog, job: str) -> None:
        """`job` names the job in messages."""
        self._log = log
        self._job = job
        self._is_fenced = False
        self._drop: Remove = lambda: None
        self._is_drop_queued = False
        self._later: Callable[[Remove], None] = lambda remove: remove()

    def run_by(self, later: Callable[[Remove], None]) -> None:
        """Makes `later` run all further removals, possibly in another thread."""
        self._later = later

    def fence(self) -> None:
        """Stops all removals, since another driver has the job."""
        self._is_fenced = True

    def put(self, remove: Remove) -> None:
        """Schedules a removal."""
        if not self._is_fenced:
            self._later(lambda: self.run_if_ours(remove))

    def put_drop(self, drop: Remove) -> None:
        """Schedules a drop, which replaces the previous drop if that has not run yet.

        So drops that are slower than checkpoints do not pile up.
        """
        self._drop = drop
        if not self._is_drop_queued and not self._is_fenced:
            self._is_drop_queued = True
            self._later(self._run_drop)

    def _run_drop(self) -> None:
        self._is_drop_queued = False  # before `_drop` is read: a concurrent drop is queued, or run here
        self.run_if_ours(self._drop)

    def run_if_ours(self, remove: Remove) -> None:
        """Runs a removal now, unless another driver has the job."""
        try:
            if not self._is_fenced and self._log.is_last():
                remove()
        except (OSError, CorruptStateError) as error:
            _log.warning("job %s: could not remove old files: %s", self._job, error)
