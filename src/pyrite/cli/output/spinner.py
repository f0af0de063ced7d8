"""A spinner for operations that take longer than a moment: on a terminal only, and on stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def spinner(what: str) -> Iterator[None]:
    """Shows `what` with a spinner while the context is open."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield
