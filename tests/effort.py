"""How much the seeded tests do: `make test` takes a sample of each kind, `make test-all` many times as much."""

from __future__ import annotations

import os

SEEDS = int(os.environ.get("PYRITE_SEEDS", "250"))
"""Runs of the protocol."""


def one_in(share: int, least: int = 4) -> int:
    """The runs of a suite that takes a part of the protocol's."""
    return max(least, SEEDS // share)


def sampled(steps: range) -> range:
    """The steps at which something happens, each in a run of its own: all in `make test-all`, else one in three."""
    return steps if SEEDS >= 1000 else steps[::3]
