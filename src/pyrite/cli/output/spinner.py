"""A spinner for what takes longer than a moment: on a terminal only, and on stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def spinner(what: str) -> Iterator[None]:
    """Says what is waited for, while open."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield
