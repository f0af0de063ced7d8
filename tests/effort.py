"""How much the seeded tests do: `make test` takes a sample of each kind, `make test-all` many times as much."""

from __future__ import annotations

import os

SEEDS = int(os.environ.get("PYRITE_SEEDS", "300"))
"""Runs of the protocol."""


def one_in(share: int, least: int = 4) -> int:
    """The runs of a suite that takes a part of the protocol's."""
    return max(least, SEEDS // share)
