"""What a task asks of the C library's allocator: to keep what columns were in for the columns that follow.

numpy has its arrays from malloc. By default, glibc gives what is at the end of its heap back to the system as soon as
that is some hundred kilobytes, and has the system clear the same pages again for the next block: for most of what is
computed in columns, that costs more than the computation.
"""

from __future__ import annotations

import ctypes
from typing import Final

_TRIM_THRESHOLD: Final = -1
_MMAP_THRESHOLD: Final = -3
_KEPT_BYTES: Final = 64 << 20
_LARGEST_ON_HEAP_BYTES: Final = 32 << 20
"""The most that glibc accepts; larger ones come from the system and go back to it."""


def keep_freed_memory() -> None:
    """Keeps up to 64 MB of freed memory in this process and in those that it forks, where the C library is glibc."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):  # macOS and musl have their own allocators
        return
    mallopt(_MMAP_THRESHOLD, _LARGEST_ON_HEAP_BYTES)
    mallopt(_TRIM_THRESHOLD, _KEPT_BYTES)
