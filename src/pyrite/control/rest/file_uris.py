"""Locations in Flink's notation."""

from __future__ import annotations

import re
from typing import Optional


def java_uri(location: str) -> str:
    """A location as Java prints a URI: a local one begins with `file:/`, one slash."""
    if location.startswith("file:///"):
        return "file:/" + location.removeprefix("file:///")
    return f"file:{location}" if location.startswith("/") else location


def of_java_uri(location: Optional[str]) -> Optional[str]:
    """The location of a client's URI, with three slashes where Java writes one."""
    return None if location is None else re.sub("^file:/(?!/)", "file:///", location)
