"""The listeners of a job's processes as a table, for `pyrite info --ports`."""

from __future__ import annotations

from collections.abc import Iterator

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.listeners import effective_listeners

HEADER = ("process", "listener", "address", "ports", "options", "asks for")


def port_rows(configuration: Configuration) -> Iterator[tuple[str, ...]]:
    """A row for each listener, with the values of a configuration."""
    for listener, host, ports in effective_listeners(configuration):
        keys = ", ".join(key for key in listener.keys if key) or "-"
        yield listener.owner.value, listener.name, host, ports, keys, listener.asks
