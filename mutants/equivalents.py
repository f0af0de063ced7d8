"""Mutants that no test can notice, each with its reason. They do not count in the score.

An entry that fits no mutation of its module any more fails a test: remove it with the code. "Faster" is a reason where
the result stays the same and only the cost changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mutants.mutations import Mutation


@dataclass(frozen=True)
class Equivalent:
    """A change of a function, as it is printed, and why nothing follows from it."""

    module: str
    function: str
    change: str
    reason: str

    def fits(self, module: str, mutation: Mutation) -> bool:
        return (module, mutation.function, mutation.change) == (self.module, self.function, self.change)


EQUIVALENTS: Final = (
    Equivalent(
        "storage/file_lock.py",
        "lock_file",
        "time.sleep(_LOOK_S / 20)  ->  pass",
        "the loop has a limit in time: it asks for the lock more often",
    ),
    Equivalent(
        "state/hashmap/backend.py",
        "HashMapBackend._finish_snapshots",
        "self._contents.snapshots.clear()  ->  pass",
        "the next snapshot, and the end of the checkpoint, drop one that is finished; only its memory stays until then",
    ),
)


def is_equivalent(module: str, mutation: Mutation) -> bool:
    """Whether the change is listed."""
    return any(each.fits(module, mutation) for each in EQUIVALENTS)
