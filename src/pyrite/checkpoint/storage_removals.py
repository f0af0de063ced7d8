"""StorageRemovals: when what a job no longer needs is removed, and that only its own driver does it."""

from __future__ import annotations

import logging
from collections.abc import Callable

from pyrite.checkpoint.job_log import JobLog
from pyrite.core.errors import CorruptStateError

Remove = Callable[[], None]
_log = logging.getLogger(__name__)


class StorageRemovals:
    """Runs removals, at once or in another thread. Must never fail a job, nor delay a commit."""

    def __init__(self, log: JobLog, job: str) -> None:
        """`job` is the job in messages."""
        self._log = log
        self._job = job
        self._is_fenced = False
        self._drop: Remove = lambda: None
        self._is_drop_queued = False
        self._later: Callable[[Remove], None] = lambda remove: remove()

    def run_by(self, later: Callable[[Remove], None]) -> None:
        """Removals are run by `later` from now on, which may be another thread."""
        self._later = later

    def fence(self) -> None:
        """The driver knows that it has lost its job: it removes nothing any more."""
        self._is_fenced = True

    def put(self, remove: Remove) -> None:
        """Has something removed."""
        if not self._is_fenced:
            self._later(lambda: self.run_if_ours(remove))

    def put_drop(self, drop: Remove) -> None:
        """The same for what takes the place of the drop before it, if that has not been run yet.

        So removals that are slower than checkpoints do not pile up.
        """
        self._drop = drop
        if not self._is_drop_queued and not self._is_fenced:
            self._is_drop_queued = True
            self._later(self._run_drop)

    def _run_drop(self) -> None:
        self._is_drop_queued = False  # before what is read next: a drop that comes meanwhile is queued, or seen here
        self.run_if_ours(self._drop)

    def run_if_ours(self, remove: Remove) -> None:
        """Removes now, unless another driver has the job."""
        try:
            if not self._is_fenced and self._log.is_last():
                remove()
        except (OSError, CorruptStateError) as error:
            _log.warning("job %s: could not remove old files: %s", self._job, error)
