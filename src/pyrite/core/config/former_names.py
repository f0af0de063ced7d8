"""Names of earlier versions of Flink, which still work, with one warning each."""

from __future__ import annotations

import logging

_log = logging.getLogger(__name__)
_warned: set[str] = set()


def former_name(name: str, new_name: str) -> None:
    """Warns, once per program, that a name was replaced by another."""
    if name not in _warned:
        _warned.add(name)
        _log.warning("%s is now called %s", name, new_name)


def gone_name(name: str, reason: str) -> None:
    """Warns, once per program, that a name no longer has an effect."""
    if name not in _warned:
        _warned.add(name)
        _log.warning("%s has no effect: %s", name, reason)
